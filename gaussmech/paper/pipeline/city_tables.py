"""A city as result tables, so that one job makes it and others read it."""

import shutil

import numpy as np
import pandas as pd

from gaussmech.graphs.graph import Graph
from gaussmech.paper.pipeline.files import read_provenance, read_whole, write_json, write_table


def write_city(city, paths):
    """Write a City to `paths`: junctions and roads, the truth by hour, the provenance as city."""
    graph, junction = city.graph, np.arange(city.graph.n)
    places = {"junction": junction, "lon": graph.lon, "lat": graph.lat}
    write_table(pd.DataFrame(places), paths.junctions)
    links = dict(zip("uv", graph.edges.T, strict=True)) | {"sections": graph.weights.astype(int)}
    write_table(pd.DataFrame(links | {"length_m": graph.length_m}), paths.roads)
    maps = [{"hour": h, "junction": junction, "count": x} for h, x in sorted(city.maps.items())]
    write_table(pd.concat(map(pd.DataFrame, maps)), paths.truth)
    write_json(city.provenance, paths.city)


def read_graph(paths):
    """The Graph of the first of some cities; `joined` makes sure that all have the same."""
    places, links = read_whole(paths.junctions[0]), read_whole(paths.roads[0])
    at = {"lon": places["lon"].to_numpy(), "lat": places["lat"].to_numpy()}
    lengths = {"length_m": links["length_m"].to_numpy()}
    sections = links["sections"].to_numpy(float)
    return Graph(len(places), links[["u", "v"]].to_numpy(), weights=sections, **at, **lengths)


def read_maps(truths):
    """Hour of the day to the map (n,) of trip ends per junction, of some cities."""
    tables = [table.groupby("hour") for table in map(read_whole, truths)]
    return {int(hour): rows["count"].to_numpy() for table in tables for hour, rows in table}


def joined(cities, whole):
    """Write the streets and the maps of some cities as those of one; return its provenance."""
    parts = [read_provenance(path) for path in cities.city]
    found = {}
    for part in parts:
        of = f"{part['label']} (contribution: {part['contribution']['rule']})"
        found.setdefault((of, str(part["counts"])), []).extend(part["hours"])
    if len(found) > 1:
        told = "; ".join(f"{', '.join(hours)} of {of}" for (of, _), hours in found.items())
        remedy = "set heatmap.source and heatmap.contribution, or try `make retry-download`"
        raise ValueError(f"the maps of heatmap.hours must be alike, but are {told}: {remedy}")
    shutil.copyfile(cities.junctions[0], whole.junctions)
    shutil.copyfile(cities.roads[0], whole.roads)
    truth = pd.concat(map(read_whole, cities.truth)).sort_values("hour", kind="stable")
    write_table(truth, whole.truth)
    files = {}
    for file in (file for part in parts for file in part["files"]):
        known = files.setdefault(str(file | {"hours": None}), dict(file))
        known["hours"] = sorted({*known["hours"], *file["hours"]}) if file["hours"] else None
    hours = {hour: facts for part in parts for hour, facts in part["hours"].items()}
    return parts[0] | {
        "dates": sorted({date for part in parts for date in part["dates"]}),
        "files": list(files.values()),
        "hours": {hour: hours[hour] for hour in sorted(hours, key=int)},
        "utility_simulation": any(part["utility_simulation"] for part in parts),
        "note": "; ".join(dict.fromkeys(part["note"] for part in parts if part["note"])) or None,
    }
