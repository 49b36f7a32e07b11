"""One module a figure: tables in, a matplotlib Figure out. Nothing is computed here."""
