"""Every reader of places passes one gate: what is understood is proved, doubted or refused."""

import re

import geopandas as gpd
import numpy as np
import pandas as pd
import pytest
from shapely.geometry import LineString, MultiPolygon, Point, box

import gaussmech as gm
from gaussmech.geo.cells import cells
from gaussmech.geo.graph_files import graph_of_places, list_of_places
from gaussmech.geo.places import Places

SQUARES = [box(8 + k / 100, 47, 8.01 + k / 100, 47.01) for k in range(4)]


def frame(shapes=SQUARES, crs=4326, **columns):
    return gpd.GeoDataFrame(columns, geometry=[*shapes], crs=crs)


def doubts(source, **asked):
    _, places = graph_of_places(source, **asked)
    return [proof.doubt for proof in places.proofs if proof.doubt]


def facts(places):
    return {proof.name: proof.fact for proof in places.proofs}


@pytest.mark.parametrize(
    ("places", "message"),
    [
        (([],), "the list of places has no places"),
        ((["a", ""],), "row 2: the id is missing"),
        ((["a", "b", "a"],), "row 3: the id is the same as in row 1"),
        ((["a", "b\x1b"],), "row 2: the id has a character that cannot be printed"),
        ((["a", "b"], [1, np.inf], [1, 2]), "row 2 is at .inf, 2.; coordinates must"),
    ],
)
def test_what_is_no_list_of_places_cannot_be_made(places, message):
    with pytest.raises(ValueError, match=message):
        Places(*places)


# Columns of four rows, and what is said of rows with one name.
ROWS = [
    ({"ADM2": [*"wxyz"]}, r"differ in ADM2; .* id='ADM2' \(unique: ADM2\), or .* id='NAME'"),
    ({"STATE": [*"ABAB"]}, r"4 rows share 2 values of 'NAME', .* in STATE; name the ids by id, or"),
    ({"AreaID": [907, 13, 400, 55]}, "differ in AreaID"),
    # Numbers of rows, and what is measured part by part, tell no places apart.
    ({"OBJECTID": [1, 2, 3, 4], "area": [1.5, 2.5, 3.5, 4.5], "people": [9, 90, 70, 7]}, None),
    ({"STATE": [*"AABB"]}, None),
    ({}, None),
]  # fmt: skip


@pytest.mark.parametrize(("columns", "message"), ROWS)
def test_rows_of_one_name_are_one_place_only_if_nothing_tells_them_apart(
    columns, message
):
    rows = frame(NAME=["Lake", "Lake", "Hill", "Hill"], **columns)
    if message:
        with pytest.raises(ValueError, match=message):
            gm.read_graph(rows)
    # Who names the column means it.
    for asked in ({"id": "name"}, {"hint": "name"}, {}):
        if asked or not message:
            _, places = graph_of_places(rows, **asked)
            assert places.ids == ["Lake", "Hill"]
            assert facts(places)["rows"] == "4 rows are 2 districts"


@pytest.mark.parametrize(
    ("name", "ids"), [("Geoid", [*"abcd"]), ("quàrt-ier", [*"wxyz"]), ("neighborhood", [*"ABCD"])]
)  # fmt: skip
def test_a_named_column_is_found_in_any_spelling(name, ids, tmp_path):
    columns = {"GEOID": [*"abcd"], "Quartier": [*"wxyz"], "neighborho": [*"ABCD"]}
    frame(**columns).to_file(tmp_path / "d.shp")
    for asked in ("id", "hint"):
        _, places = graph_of_places(str(tmp_path / "d.shp"), **{asked: name})
        assert places.ids == ids
    with pytest.raises(ValueError, match="the column 'A' may be a or á; name one"):
        graph_of_places(frame(**{"a": [*"abcd"], "á": [*"abcd"]}), id="A")


def test_a_column_that_is_nowhere_is_doubted_if_others_are_unique():
    columns = {"GEOID": [*"abcd"], "people": [5, 6, 7, 8]}
    assert doubts(frame(**columns), hint="town") == []
    (doubt,) = doubts(frame(**columns, Town_Name=[*"ABCD"]), hint="town")
    assert doubt == (
        "the GeoDataFrame has no column 'town', as the private file has; the ids are those of 'GEOID',"
        " but Town_Name might be them, too; name the ids, as by id='Town_Name'"
    )


def test_districts_over_one_another_are_doubted():
    county = box(8, 47, 8.04, 47.01)
    (doubt,) = doubts(frame([*SQUARES, county], id=[*"abcdE"]))
    assert doubt.startswith("50 % of the districts' area lies in several of them, most")
    assert "'E'" in doubt and doubt.endswith("leave one level of districts out")
    # A sliver is an error of drawing.
    sliver = box(8, 47, 8.0101, 47.01)
    assert doubts(frame([sliver, *SQUARES[1:]], id=[*"abcd"])) == []
    with pytest.warns(UserWarning, match="50 % of the districts' area"):
        gm.read_graph(frame([*SQUARES, county], id=[*"abcdE"]))


def test_places_without_coordinates_and_lists_of_places_are_doubted(tmp_path):
    def doubts_of(read, text):
        (tmp_path / "p.csv").write_text(text)
        places = read(str(tmp_path / "p.csv"))
        return [proof.doubt for proof in places.proofs if proof.doubt]

    lost = "id,lon,lat\na,0,0\nb,{0},{0}\n"
    (doubt,) = doubts_of(list_of_places, lost.format(9))
    assert doubt.startswith("'a' is at longitude 0 and latitude 0, far from all others")
    assert doubts_of(list_of_places, lost.format(6)) == []
    edges = 'from,to\nNew York,"a, b"\na,b\nNew,York\n'
    (doubt,) = doubts_of(lambda path: graph_of_places(path)[1], edges)
    assert "'a, b' is a place, and so is each of its parts" in doubt
    assert (
        doubts_of(lambda path: graph_of_places(path)[1], edges.replace("a,b", "a,c"))
        == []
    )


GERMANY = [box(x, y, x + 1, y + 1) for x in range(6, 15) for y in range(47, 55)]


@pytest.mark.parametrize(
    ("shapes", "crs", "outside"),
    [
        (GERMANY, 25832, 0),
        (GERMANY, 4326, 0),
        # Fiji has a system that is used on both sides of the antimeridian.
        ([box(178, -18, 179, -17), box(-180, -17, -179, -16)], 3460, 0),
    ],
)
def test_places_lie_where_their_system_is_used(shapes, crs, outside):
    ids = [*map(str, range(len(shapes)))]
    degrees = gpd.GeoSeries(shapes, crs=4326)
    assert doubts(frame(degrees.to_crs(crs), crs, id=ids)) == []
    # Degrees with the label of a system of metres are elsewhere.
    if crs == 25832:
        (doubt,) = doubts(frame(shapes, crs, id=ids))
        assert doubt.startswith(
            "72 of 72 places lie outside the area of use of EPSG:25832, 6 to 12"
        )


def test_metres_of_cells_are_metres(tmp_path):
    oslo = gpd.GeoSeries([box(10.6, 59.85, 10.7, 59.9)], crs=4326)
    counts = {}
    for crs in (4326, 3857, 25832, 2263):
        oslo.to_crs(crs).to_file(tmp_path / f"{crs}.gpkg")
        graph, places = cells("200m", [str(tmp_path / f"{crs}.gpkg")])
        side = places.shapes.to_crs("+proj=laea +lat_0=59.9 +lon_0=10.6").area ** 0.5
        assert side.between(199, 201).all()
        counts[crs] = graph.n
        assert facts(places)["metres"].startswith("areas in EPSG:")
    assert max(counts.values()) < 1.05 * min(counts.values())
    # Over a continent no zone has true metres.
    _, places = cells("100km", ["-120", "30", "-75", "48"])
    assert "the equal-area system around -97." in places.source.file


def test_a_box_may_lie_over_the_antimeridian():
    _, places = cells("h3:3", ["177", "-19", "-178", "-16"])
    assert len({*places.ids}) == len(places.ids)
    assert np.max(np.subtract(places.lon, 175) % 360) < 9
    assert np.abs(places.lon).max() <= 180
    assert (np.ptp([shape.bounds[::2] for shape in places.shapes], axis=1) < 3).all()
    graph, places = cells("100km", ["177", "-19", "-178", "-16"])
    assert 20 < graph.n < 40 and "EPSG:32760" in places.source.file


def test_an_area_of_many_parts_has_each_cell_once(tmp_path):
    spots = np.random.default_rng(1).uniform(0, 0.02, (40, 2)) + (11, 58)
    islets = MultiPolygon([Point(*spot).buffer(1e-4) for spot in spots.tolist()])
    frame([islets]).to_file(tmp_path / "isl.gpkg")
    _, places = cells("h3:6", [str(tmp_path / "isl.gpkg")])
    assert 1 <= len(places.ids) < 6


def drawn(directions):
    """Return the streets of a grid of 3 x 3 crossings, each with a bend, in one or two directions."""
    lines = []
    for x in range(3):
        for y in range(3):
            for u, v in ((x + 1, y), (x, y + 1)):
                if max(u, v) < 3:
                    bend = ((x + u) / 2 + 0.1, (y + v) / 2 + 0.1)
                    lines.append([(x, y), bend, (u, v)])
    lines = [line[::step] for step in directions for line in lines]
    return frame([LineString(np.array(line) / 100 + (8, 47)) for line in lines])


@pytest.mark.parametrize("directions", [[1], [1, -1], [1, 1, -1]])
def test_a_street_that_is_drawn_twice_has_no_places_at_its_bends(directions):
    graph, places = graph_of_places(drawn(directions))
    assert (graph.n, graph.m) == (9, 12)
    assert facts(places)["crossings"].endswith("12 bends between them are not places")


NAMES = ["José", "Ñuñoa", "Zürich", "Ålesund"]


@pytest.mark.parametrize("label", [None, "1252", "UTF-8"])
@pytest.mark.parametrize("encoding", ["UTF-8", "CP1252"])
def test_texts_of_a_shapefile_are_texts(label, encoding, tmp_path):
    path = tmp_path / "d.shp"
    frame(name=NAMES).to_file(path, encoding=encoding)
    path.with_suffix(".cpg").unlink()
    if label is not None:
        path.with_suffix(".cpg").write_text(label)
    if (encoding, label) == ("CP1252", "UTF-8"):
        return
    places = list_of_places(str(path))
    assert places.ids == NAMES
    assert encoding == "CP1252" or facts(places)["texts"] == "read as UTF-8"


def test_ids_of_kml_are_its_names(tmp_path):
    path = str(tmp_path / "k.kml")
    frame(Name=NAMES).to_file(path, driver="LIBKML")
    places = list_of_places(path, hint="place")
    assert places.ids == NAMES and not any(proof.doubt for proof in places.proofs)
    assert list_of_places(path, "id").ids[0] == "k.1"


def test_the_ids_of_features_are_ids(tmp_path):
    rows = frame(name=[*"abcd"]).set_index([[101, 103, 102, 104]])
    (tmp_path / "g.geojson").write_text(rows.to_json())
    content = (tmp_path / "g.geojson").read_text()
    assert '"id": "101"' in content
    (tmp_path / "g.geojson").write_text(re.sub(r'"id": "(\d+)"', r'"id": \1', content))
    for hint, ids in (("place", ["101", "103", "102", "104"]), ("name", [*"abcd"])):
        assert list_of_places(str(tmp_path / "g.geojson"), hint=hint).ids == ids


def test_a_row_without_a_geometry_is_no_place_that_is_lost_in_silence(tmp_path):
    rows = frame([SQUARES[0], None, *SQUARES[1:3]], code=[*"abcd"])
    rows.to_file(tmp_path / "d.gpkg")
    message = "1 of 4 rows have none, such as feature 2"
    for source in (rows, str(tmp_path / "d.gpkg")):
        with pytest.warns(UserWarning, match=message):
            assert gm.read_graph(source)[1] == [*"acd"]


def test_the_index_of_a_frame_names_its_rows():
    rows = frame(code=[*"abcd"], ward=[4, 2, 3, 1])
    for index, ids in (("ward", [*"4231"]), ("code", [*"abcd"])):
        assert gm.read_graph(rows.set_index(index))[1] == ids
    letters = rows.set_index(pd.Index([*"wxyz"]))
    assert gm.read_graph(letters)[1] == [*"wxyz"]
    assert gm.read_graph(rows.set_index("code", drop=False))[1] == [*"abcd"]
    assert gm.read_graph(frame())[1] == [*"0123"]
    # The numbers of a frame of which rows were taken are no ids.
    assert gm.read_graph(rows[1:])[1] == [*"bcd"]
    assert gm.read_graph(rows.set_index("code").geometry)[1] == [*"abcd"]
    with pytest.raises(ValueError, match="an index and a column 'code', which differ"):
        gm.read_graph(rows.rename_axis("code"))
    with pytest.raises(ValueError, match="the GeoDataFrame has no geometry; choose it"):
        gm.read_graph(gpd.GeoDataFrame({"id": [1]}))


def test_a_place_may_be_the_sum_of_others():
    counts = pd.Series([1.0, 2.0, 3.0], index=["a", "b", "Grand Total"])
    with pytest.warns(UserWarning, match="'Grand Total' may be the sum of other"):
        gm.release(
            counts, epsilon=1, l2_sensitivity=1, l1_sensitivity=1, places=counts.index
        )
