"""Road graphs and trips: reading, cleaning, kernel assignment, downloads, the stand-in city."""
