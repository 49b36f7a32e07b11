"""Road graphs and trips: files, download, synthetic city, maps of trip ends."""

from gaussmech.extras import need

need("maps", "networkx", "pandas", "requests")
