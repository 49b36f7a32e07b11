"""Road graphs and trips: reading, cleaning, kernel assignment, downloads, the stand-in city."""

from gaussmech.extras import need

need("maps", "networkx", "pandas", "pooch", "pyarrow", "requests")
