"""Road graphs and trips: files, download, synthetic city, maps of trip ends.

`sources` lists the cities for download, and `download` fetches one; `roads` and `trips` read files;
`spread` turns trip ends into a map per hour, and limits what each cab contributes; `stand_in` makes
a synthetic city; `city` puts all of it together.
"""

from gaussmech._extras import need

need("maps", "networkx", "pandas", "requests")
