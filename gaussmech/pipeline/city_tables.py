"""A city as result tables, so that one job makes it and others read it."""

import json

import numpy as np
import pandas as pd

from gaussmech.graphs.graph import Graph
from gaussmech.pipeline.files import read_whole, write_table, write_text


def write_city(city, *, junctions, roads, truth, provenance):
    """Write the graph, the maps and the provenance of a City to the given paths."""
    graph = city.graph
    places = {"junction": np.arange(graph.n), "lon": graph.lon, "lat": graph.lat}
    write_table(pd.DataFrame(places), junctions)
    u, v = graph.edges.T
    sections = graph.weights.astype(int)
    links = {"u": u, "v": v, "sections": sections, "length_m": graph.length_m}
    write_table(pd.DataFrame(links), roads)
    maps = [
        pd.DataFrame({"hour": hour, "junction": np.arange(graph.n), "count": counts})
        for hour, counts in sorted(city.maps.items())
    ]
    write_table(pd.concat(maps), truth)
    write_text(json.dumps(city.provenance, indent=2, allow_nan=False) + "\n", provenance)


def read_graph(junctions, roads):
    """The Graph of the two tables."""
    places, links = read_whole(junctions), read_whole(roads)
    return Graph(
        len(places),
        links[["u", "v"]].to_numpy(),
        weights=links["sections"].to_numpy(float),
        lon=places["lon"].to_numpy(),
        lat=places["lat"].to_numpy(),
        length_m=links["length_m"].to_numpy(),
    )


def read_maps(truth):
    """Hour of the day to the map (n,) of trip ends per junction."""
    table = read_whole(truth)
    return {int(hour): rows["count"].to_numpy() for hour, rows in table.groupby("hour")}
