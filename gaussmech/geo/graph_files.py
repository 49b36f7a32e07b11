"""Graphs of public files: streets, districts, points or lists of edges.

`read_graph` reads a file or a GeoDataFrame, and `graph_of_places` does the same for a release. Each
kind of file has its own reader: a list of edges (`edge_lists`), a road file (`roads`), or a layer of a
GIS (`read`), whose lines are streets (`streets`) and whose polygons are districts (`districts`).
"""

from __future__ import annotations

import warnings
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from gaussmech import _checks
from gaussmech._hints import option
from gaussmech.geo.districts import graph_of_districts, read_districts
from gaussmech.geo.edge_lists import graph_of_edges, read_edges, read_graphml
from gaussmech.geo.links import link_places
from gaussmech.geo.place_lists import read_places
from gaussmech.geo.places import Places, Source
from gaussmech.geo.read import Layer, read_layer
from gaussmech.geo.roads import clean_roads, read_road_file
from gaussmech.geo.streets import read_points, read_streets
from gaussmech.graphs.graph import Graph

if TYPE_CHECKING:
    from geopandas import GeoDataFrame

# Files of these kinds are read without GeoPandas.
PLAIN = (".csv", ".graphml", ".txt", ".gz")


def read_graph(
    source: str | GeoDataFrame,
    places: str | None = None,
    *,
    id: str | None = None,
    layer: str | None = None,
) -> tuple[Graph, list[str]]:
    """Return the graph of a file or a GeoDataFrame, and the ids of its vertices.

    Use it for streets, districts or any other public graph of places. Direction, loops and repeated
    edges are dropped; of repeated edges the shortest length counts. Coordinates, lengths and weights
    are those of the files, if they have them.

    Parameters
    ----------
    source : str or geopandas.GeoDataFrame
        A GeoDataFrame, or a file, whose ending tells its kind:

        - `.csv`: a header, and a row per edge. The ends of an edge are in columns of a usual pair
          of names, such as `from` and `to`, `u` and `v`, or `source` and `target`, in any order and
          with any others; or in the only two columns that have neither a length nor a weight. A
          column `length_m` or `length` is the length in metres, a column `weight` the weight.
        - `.graphml`: as OSMnx writes it, with `x`, `y` and `length`. Needs the extra `maps`.
        - `.txt`: a road file, which is reduced to its junctions; these are numbered. Needs the
          extra `maps`.
        - any other: a GIS file in any coordinate reference system (see Notes): a GeoPackage,
          Shapefile, GeoJSON, FlatGeobuf, GML, GPX, KML, OSM or File Geodatabase, also in a ZIP
          archive. Its first bytes decide its format, and a file that makes GDAL read other files,
          such as a VRT, is refused. Needs the extra `geography`.
    places : str, optional
        A list of the places: a CSV file with ids in a column of a usual name and, if known,
        longitudes and latitudes in degrees, as `lon` and `lat`, `longitude` and `latitude`,
        `stop_lon` and `stop_lat`, or `x` and `y`; or a GIS file. Vertices are in the order of this
        list, and edges must end at its places. None takes the places from the graph's own file.
        Only for lists of edges.
    id : str, optional
        The column or property that holds the ids of places. None takes the first usual name, such
        as `place`, `id`, `GEOID`, `code`, `fid` or `name`, whose values are all different, or the
        only column that differs in each row, if it is of texts or alone. For a GeoDataFrame it
        takes the index, if that has a name or is not of whole numbers. Case, accents and blanks of
        the name do not count.
    layer : str, optional
        The layer of a file that has several.

    Returns
    -------
    graph : Graph
        The graph, with coordinates, lengths and weights if the files have them.
    ids : list of str
        The id of each vertex; these are also the graph's `names`, by which `denoise` matches data.

    Raises
    ------
    ValueError
        If a file cannot be read, is of another kind, or has an error; if it does not say which
        column or layer is meant, or what its coordinates are; if two places have one id, or rows of
        one id are different places. The message names the file, the line, feature or edge where it
        can, and what is allowed.
    ImportError
        If an extra is needed and not installed.

    Warns
    -----
    UserWarning
        If the file was probably meant otherwise than it was read: districts overlap, places lie
        where their coordinate reference system is not used or at (0, 0), or a cell of a list of
        edges has several places.

    See Also
    --------
    link_places : A graph of places that have no streets.
    Graph.from_networkx : The graph of a NetworkX graph.

    Notes
    -----
    Ids are compared as text; but if all are numbers and no two are equal, `1.0` and `01` name the
    place 1. Edges of length 0, which street maps have, get a length of 1 cm. If some edge has a
    weight, the others have weight 1, and the weights of edges that are repeated in the same
    direction add up; of two directions the larger weight counts.

    The geometries of a layer, or of a GeoDataFrame, are of one of these kinds; rows without a
    geometry are skipped:

    - lines, such as streets: vertices are the ends of lines and the points where three or more
      lines meet at a vertex of each, also in the middle of a line. Lines that cross without a
      vertex, as at a bridge, do not meet. A street may be drawn once per direction. An end that
      misses another by less than a metre is joined to it. Lengths are those of a column
      `length_m` or `length` in metres, divided along the line in proportion, otherwise those of
      the lines on a sphere. Points among the lines name vertices; the ids of other vertices are
      their coordinates.
    - points: a vertex per row, linked to its neighbours as by `link_places`.
    - polygons, such as districts: a vertex per district. Districts whose borders touch, also at a
      corner, are linked (queen contiguity). Borders touch if their distance is at most 0.1 % of the
      square root of the median area, or at most the rounding of the coordinates. Several rows with
      one id are one district, if `id` names the column or no text differs between them.

    Examples
    --------
    >>> import gaussmech as gm
    >>> import tempfile
    >>> path = f"{tempfile.mkdtemp()}/streets.csv"
    >>> with open(path, "w") as file:
    ...     _ = file.write("from,to,length_m\\nPark,Market,120\\nMarket,Mill,80\\n")
    >>> gm.read_graph(path)
    (Graph(n=3, m=2), ['Park', 'Market', 'Mill'])
    """
    is_frame = hasattr(source, "to_crs")
    if is_frame and (places is not None or layer is not None):
        raise ValueError(
            "places and layer need a file as source; source is a GeoDataFrame"
        )
    if not is_frame and not isinstance(source, str | PathLike):
        raise ValueError(
            f"source is {_checks.format_value(source)}; it must be the path of a file, or a"
            " GeoDataFrame. Graph.from_networkx and Graph.from_adjacency take other graphs"
        )
    listed = None if places is None else list_of_places(str(places), id, layer)
    source = source if is_frame else str(source)
    graph, vertices = graph_of_places(source, listed, id=id, layer=layer)
    for proof in vertices.proofs:
        if proof.doubt:
            warnings.warn(proof.doubt, stacklevel=2)
    return graph.with_names(vertices.ids), vertices.ids


def is_plain(path: str) -> bool:
    """Return whether a file is read without GeoPandas."""
    return Path(path).suffix.lower() in PLAIN or path == "-"


def list_of_places(
    path: str,
    id: str | None = None,
    layer: str | None = None,
    *,
    hint: str | None = None,
) -> Places:
    """Return the places of a CSV file, or of a layer of points or polygons.

    `hint` is the name that the ids have in the private file.
    """
    if is_plain(path):
        _refuse_unused(path, layer=layer)
        return read_places(path, id, hint)
    rows = read_layer(path, layer, asked=option("places"))
    places = _places_of_layer(rows, id, hint)
    if places is None:
        raise ValueError(
            f"{option('places')}: {rows.file} has lines; give it as"
            f" {option('graph', argument='source')}"
        )
    return places


def graph_of_places(
    path: str | GeoDataFrame,
    places: Places | None = None,
    *,
    id: str | None = None,
    layer: str | None = None,
    hint: str | None = None,
) -> tuple[Graph, Places]:
    """Return the graph of a file and its places: `places`, in their order, or those of the file.

    `hint` is the name that the ids have in the private file.
    """
    file = Path(path).name if isinstance(path, str) else "the GeoDataFrame"
    is_road = file.lower().endswith((".txt", ".txt.gz"))
    is_list = isinstance(path, str) and is_plain(path) and not is_road
    if places is not None and not is_list:
        raise ValueError(
            f"{option('places')} needs a list of edges as the graph; {file} has places of its own"
        )
    if places is None and (is_road or is_list):
        _refuse_unused(file, id=id, layer=layer)
    try:
        if is_road:
            graph, _ = clean_roads(*read_road_file(path))
            ids = [*map(str, range(graph.n))]
            source = Source(file, "numbers of the junctions")
            return graph, Places(
                ids, graph.lon.tolist(), graph.lat.tolist(), source=source
            )
        if is_list:
            is_xml = file.lower().endswith(".graphml")
            of_file, edges = read_graphml(path, places) if is_xml else read_edges(path)
            places = places or of_file
            return graph_of_edges(file, places, edges), places
    except OSError as error:
        raise ValueError(
            f"{option('graph', argument='source')}: cannot read {path!r}: {error.strerror}"
        ) from None
    rows = read_layer(path, layer)
    places = _places_of_layer(rows, id, hint)
    if places is None:
        places, streets = read_streets(rows, id, hint)
        return graph_of_edges(rows.file, places, streets), places
    if places.are_districts:
        return graph_of_districts(places), places
    return link_places(places.lon or [], places.lat or []), places


def _refuse_unused(path: str, **options: str | None) -> None:
    """Refuse an option that says nothing about a file of this kind."""
    missing = {"id": "column of ids", "layer": "layers"}
    for name, value in options.items():
        if value is not None:
            raise ValueError(
                f"{option(name)} is {value!r}; {Path(path).name} has no {missing[name]}"
            )


def _places_of_layer(layer: Layer, id: str | None, hint: str | None) -> Places | None:
    """Return the places of a layer of points or polygons; None if it has lines."""
    kinds = layer.kinds
    if kinds == {"polygons"}:
        return read_districts(layer, id, hint)
    if kinds == {"points"}:
        return read_points(layer, id, hint)
    if "polygons" in kinds:
        raise ValueError(
            f"{layer.file} has {' and '.join(sorted(kinds))}; polygons must be on their own:"
            " put them into a layer or a file of their own"
        )
    return None
