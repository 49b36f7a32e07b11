"""The reproduction of Balle & Wang and its companions; the library never imports it.

`city` has the streets and trips, `experiments` makes tables, `figures` draws them, `claims` judges
the papers' sentences by them, and `pipeline` is what the workflow needs. `registry` lists the tables
and figures.
"""
