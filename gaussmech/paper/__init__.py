"""The reproduction of Balle & Wang and its companions; the library never imports it."""
