"""A city as result tables, so one job makes it and others read it."""

import numpy as np

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments.stacking import stacked
from gaussmech.paper.pipeline.files import write_json, write_table
from gaussmech.paper.pipeline.reading import read_provenance, read_whole


def write_city(city, paths):
    """Write a City to `paths`: junctions and roads, the truth by hour, the provenance as city."""
    graph, junction = city.graph, np.arange(city.graph.n)
    places = {"junction": junction, "lon": graph.lon, "lat": graph.lat}
    roads = dict(zip("uv", graph.edges.T, strict=True))
    roads |= {"sections": graph.weights.astype(int), "length_m": graph.length_m}
    maps = [
        {"hour": hour, "junction": junction, "count": counts}
        for hour, counts in sorted(city.maps.items())
    ]
    write_table(places, paths.junctions)
    write_table(roads, paths.roads)
    write_table(stacked(maps), paths.truth)
    write_json(city.provenance, paths.city)


def read_graph(paths):
    """Return the Graph of a city, of the files `junctions` and `roads`."""
    places = read_whole(paths.junctions)
    links = read_whole(paths.roads)
    return Graph(
        len(places),
        links[["u", "v"]].to_numpy(),
        weights=links["sections"],
        lon=places["lon"],
        lat=places["lat"],
        length_m=links["length_m"],
    )


def read_city(paths, hours=None):
    """Return the Graph of a city, its map (n,) of some hours or of all, by hour, and its source."""
    table = read_whole(paths.truth)
    maps = {
        hour: rows["count"].to_numpy()
        for hour, rows in table.groupby("hour")
        if hours is None or hour in hours
    }
    return read_graph(paths), maps, read_provenance(paths.city)["source"]
