"""Road graphs and trips: files, download, synthetic city, maps of trip ends."""

from gaussmech._extras import need

need("maps", "networkx", "pandas", "requests")
