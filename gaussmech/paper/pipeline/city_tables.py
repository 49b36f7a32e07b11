"""A city as result tables, so that one job makes it and others read it."""

import numpy as np
import pandas as pd

from gaussmech.graphs.graph import Graph
from gaussmech.paper.pipeline.files import write_json, write_table
from gaussmech.paper.pipeline.reading import read_whole


def write_city(city, paths):
    """Write a City to `paths`: junctions and roads, the truth by hour, the provenance as city."""
    graph, junction = city.graph, np.arange(city.graph.n)
    places = {"junction": junction, "lon": graph.lon, "lat": graph.lat}
    write_table(pd.DataFrame(places), paths.junctions)
    links = dict(zip("uv", graph.edges.T, strict=True)) | {
        "sections": graph.weights.astype(int)
    }
    write_table(pd.DataFrame(links | {"length_m": graph.length_m}), paths.roads)
    maps = [
        {"hour": h, "junction": junction, "count": x}
        for h, x in sorted(city.maps.items())
    ]
    write_table(pd.concat(map(pd.DataFrame, maps)), paths.truth)
    write_json(city.provenance, paths.city)


def read_graph(paths):
    """The Graph of a city, of the files `junctions` and `roads`."""
    places, links = read_whole(paths.junctions), read_whole(paths.roads)
    at = {"lon": places["lon"].to_numpy(), "lat": places["lat"].to_numpy()}
    lengths = {"length_m": links["length_m"].to_numpy()}
    sections = links["sections"].to_numpy(float)
    return Graph(
        len(places), links[["u", "v"]].to_numpy(), weights=sections, **at, **lengths
    )


def read_maps(truth, hours=None):
    """Hour of the day to the map (n,) of trip ends per junction, of some hours or of all."""
    maps = {
        int(hour): rows["count"].to_numpy()
        for hour, rows in read_whole(truth).groupby("hour")
    }
    return maps if hours is None else {hour: maps[hour] for hour in hours}
