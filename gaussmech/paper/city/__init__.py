"""The city of the paper's maps: its streets, its taxi trips, and the map of each hour.

`city.load_city` is the entry. It takes streets and trips from a download (`sources` lists the
cities, `download` fetches one), from files (`trips` reads them) or from the synthetic city of
`synthetic`. The library does the rest: `gaussmech.geo.roads` reads the streets,
`gaussmech.geo.assignment` turns trip ends into a map and limits what each cab contributes.
"""

from gaussmech._extras import need

need("maps", "networkx", "pandas", "requests")
