"""A release of districts: from a GIS file to a map that anybody opens, and what it says of it."""

from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import pytest
from shapely.geometry import LineString, MultiPolygon, Point, box

EVENTS = "release events events.csv --user person --events-per-user 1"
BUDGET = "--epsilon 1 --delta 1e-6 --round 1 --output"


@pytest.fixture
def city(run):
    """Write twelve districts in metres, with a hole, an island and one of two parts."""
    shapes = [
        box(3000 * x, 2000 * y, 3000 * (x + 1), 2000 * (y + 1))
        for y in range(3)
        for x in range(4)
    ]
    shapes[5] = shapes[5] - box(4000, 2500, 5000, 3500)
    shapes[0] = MultiPolygon([shapes[0], box(-3000, 0, -2000, 1000)])
    shapes[11] = box(20_000, 0, 22_000, 2000)
    columns = {
        "code": [f"D{k}" for k in range(12)],
        "name": [f"Quarter {k}" for k in range(12)],
        "county": ["N"] * 6 + ["S"] * 6,
        "population": range(0, 12_000, 1000),
    }
    places = gpd.GeoSeries(shapes).translate(500_000, 5_600_000)
    frame = gpd.GeoDataFrame(columns, geometry=places, crs=25832)
    frame.to_file("city.gpkg")
    return frame


def write_events(spots, crs=4326):
    points = gpd.GeoSeries.from_xy(*np.transpose(spots), crs=25832).to_crs(crs)
    rows = [f"p{k},{p.x!r},{p.y!r}" for k, p in enumerate(points)]
    header = "person,lon,lat" if crs == 4326 else "person,x,y"
    Path("events.csv").write_text("\n".join([header, *rows]))


def middle_of(frame, k):
    return frame.geometry[k].representative_point().coords[0]


@pytest.fixture
def release_city(city, succeed, without_noise):
    """Release events all over the city, and return the districts of the file and their counts."""

    def release_city(crs=4326, ending="gpkg"):
        rng = np.random.default_rng(2)
        spots = rng.uniform((-4000, -500), (23_000, 6500), (400, 2))
        spots += (500_000, 5_600_000)
        write_events(spots, crs)
        option = "" if crs == 4326 else f"--crs EPSG:{crs}"
        line = f"{EVENTS} --graph city.gpkg --areas county {option}"
        succeed(f"{line} {BUDGET} private.{ending}")
        counts = sum(city.contains(Point(spot)).astype(int) for spot in spots)
        assert counts.sum() < 400
        return gpd.read_file(f"private.{ending}", layer="places"), counts

    return release_city


@pytest.mark.parametrize(
    ("crs", "ending"), [(4326, "gpkg"), (25832, "geojson"), (3857, "gpkg")]
)
def test_districts_are_released_denoised_and_written(release_city, city, crs, ending):
    found, counts = release_city(crs, ending)
    assert found["count"].tolist() == counts.tolist()
    assert found["place"].tolist() == city["code"].tolist()
    assert found["name"].tolist() == city["name"].tolist()
    # Nothing else of either file goes out.
    denoised = ["count_denoised", "count_low", "count_high"]
    columns = ["place", "name", "count", *denoised, "county", "geometry"]
    assert [*found.columns] == columns
    if ending == "geojson":
        sizes = found.to_crs(city.crs).area.tolist()
        assert found.crs == 4326 and sizes == pytest.approx([*city.area], rel=1e-3)
        return
    source = gpd.read_file("city.gpkg").geometry
    assert found.crs == city.crs
    assert found.geometry.geom_equals_exact(source, 0).all()


def test_districts_have_their_names_on_the_page(release_city, facts):
    release_city()
    assert facts()["public_files"]["linked"]["without_neighbour"] == 1
    assert Path("private.html").read_text().count("Quarter 7") == 1


def test_a_dry_run_says_how_public_files_were_understood(city, succeed):
    write_events([middle_of(city, 0)])
    text = succeed(f"{EVENTS} --graph city.gpkg {BUDGET} o.csv --dry-run")
    links = "26 links, 2 components, the largest with 11 of 12 places"
    for words in (
        "places            12 of city.gpkg\n",
        "ids               from property 'code' (also unique: name); ",
        f"linked            {links}; without a neighbour: 'D11'\n",
        "(EPSG:25832)\n",
        "not used          county; population\n",
    ):
        assert words in text


def test_islands_are_linked_on_demand(city, refused, succeed):
    write_events([middle_of(city, 0)])
    city.iloc[[0, 1, 2, 10, 11]].to_file("few.gpkg")
    line = f"{EVENTS} --graph few.gpkg --dry-run {BUDGET} o.csv"
    text = refused(line)
    assert "2 of 5 places lie outside the largest component" in text
    assert "--link 4, or say --yes" in text
    succeed(f"{line} --yes")
    assert "all places connected" in succeed(f"{line} --link 1")


def test_events_that_name_places_are_not_released_at_coordinates(refused, succeed):
    write_events([(500_000, 5_600_000)])
    lines = [LineString([(9, 50 + k), (9, 51 + k)]) for k in range(4)]
    gpd.GeoDataFrame(geometry=lines, crs=4326).to_file("streets.gpkg")
    line = f"{EVENTS} --graph streets.gpkg --dry-run {BUDGET} o.csv"
    # Where events have coordinates, names do not matter.
    succeed(line)
    line = line.replace("--graph", "--place person --graph")
    message = "the ids of 5 of 5 places are coordinates or row numbers, because streets"
    assert message in refused(line)
    succeed(f"{line} --yes")


@pytest.mark.usefixtures("city")
@pytest.mark.parametrize("event", ["", "x,0,0\n"], ids=["none", "far"])
def test_whether_it_is_refused_depends_on_public_files_alone(event, succeed):
    Path("events.csv").write_text(f"person,lon,lat\n{event}")
    succeed(f"{EVENTS} --graph city.gpkg {BUDGET} o.csv")


@pytest.mark.usefixtures("without_noise", "city")
def test_the_names_of_places_are_those_of_a_column_that_is_named(succeed, refused):
    Path("counts.csv").write_text("code,visits\nD3,3\n")
    line = "release counts counts.csv --value visits --l2-sensitivity 1 --place code"
    text = succeed(f"{line} --graph city.gpkg --name COUNTY {BUDGET} o.csv")
    assert "place, name, lon, lat of city.gpkg" in text.replace("code,", "place,")
    assert pd.read_csv("o.csv")["name"].tolist() == ["N"] * 6 + ["S"] * 6
    assert '"names":["N","N",' in Path("o.html").read_text()
    message = refused(f"{line} --graph city.gpkg --name owner {BUDGET} p.csv")
    assert "--name owner: city.gpkg has no such column" in message


@pytest.mark.usefixtures("without_noise", "city")
def test_counts_of_districts_match_by_the_same_property(succeed):
    Path("counts.csv").write_text("name,visits\nQuarter 3,3\nQuarter 1,1\n")
    line = "release counts counts.csv --value visits --l2-sensitivity 1 --place name"
    succeed(f"{line} --graph city.gpkg {BUDGET} o.csv")
    assert pd.read_csv("o.csv")["visits"].tolist() == [0, 1, 0, 3, *[0] * 8]


def test_a_private_column_is_no_public_one(refused, succeed):
    """The places of a table of counts have its ids, and nothing else of it."""
    Path("counts.csv").write_text("place,name,count,Total\nA,secret,3,9\nTotal,x,4,9\n")
    line = (
        "release counts counts.csv --value count --l2-sensitivity 1 --l1-sensitivity 1"
    )
    message = "a missing place would reveal that nothing happened at it"
    assert message in refused(f"{line} {BUDGET} o.csv")
    text = succeed(f"{line} {BUDGET} o.csv --yes")
    assert f"{message}; give the public list by" in text and ": passed by --yes" in text
    assert "'Total' may be the sum of other places: then whoever" in text
    for published in (text, *map(Path.read_text, Path().glob("o.*"))):
        assert "secret" not in published
    assert "give --places" in refused(f"{line} --yes --areas name {BUDGET} p.csv")


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize("kind", ["500m", "h3:8"])
def test_cells_need_no_list(kind, succeed):
    spots = [(500_010, 5_600_010), (500_020, 5_600_030), (501_900, 5_601_900)]
    write_events([*spots, (600_000, 5_600_000)])
    line = f"{EVENTS} --cells {kind} --within 9 50.54 9.03 50.57 {BUDGET} o.geojson"
    assert f"cells of {kind} over the box 9 50.54 9.03 50.57" in succeed(line)
    found = gpd.read_file("o.geojson")
    points = gpd.GeoSeries.from_xy(*np.transpose(spots), crs=25832).to_crs(4326)
    counts = [found["count"][found.contains(point)].tolist() for point in points]
    assert counts == [[2], [2], [1]] and found["count"].sum() == 3


REFUSED = {
    f"{EVENTS} --graph city.gpkg --max-distance 50 {BUDGET} o.csv": "does not go with poly",
    f"{EVENTS} --graph city.gpkg --bandwidth 50 {BUDGET} o.csv": "--bandwidth does not go",
    f"{EVENTS} --graph city.gpkg --place person --crs EPSG:3857 {BUDGET} o.csv": "--crs does",
    f"{EVENTS} --graph city.gpkg --crs metres {BUDGET} o.csv": "--crs is 'metres'",
    f"{EVENTS} --graph city.gpkg --id pop {BUDGET} o.csv": "no column 'pop' with an id in each row;",
    f"{EVENTS} --graph city.gpkg --layer pop {BUDGET} o.csv": "no 'pop'; choose one by --layer",
    f"{EVENTS} --graph city.gpkg --areas pop {BUDGET} o.csv": "--areas pop: city.gpkg has no such",
    f"{EVENTS} --graph city.gpkg --cells 5m --within 1 2 3 4 {BUDGET} o.csv": "leave --places",
    f"{EVENTS} --places ids.csv --place person {BUDGET} o.gpkg": "needs places with coordinates",
    f"{EVENTS} --cells 500m {BUDGET} o.csv": "--cells and --within go together",
    f"{EVENTS} --cells 500m --within 1 2 3 4 --id x {BUDGET} o.csv": "--id does not go",
}  # fmt: skip


@pytest.mark.parametrize("line", REFUSED, ids=range(len(REFUSED)))
@pytest.mark.parametrize("more", ["--new-ledger spent.json", "--dry-run"])
def test_what_does_not_go_together_spends_nothing(line, more, city, refused):
    write_events([middle_of(city, 0)])
    Path("ids.csv").write_text("place\nA\nB\n")
    assert REFUSED[line] in refused(f"{line} {more}")


def test_inspect_says_which_events_are_in_no_district(city, succeed):
    write_events([middle_of(city, 0), middle_of(city, 3), (0, 0)])
    text = succeed("release inspect events.csv --user person --graph city.gpkg")
    assert "2 rows, at one of 12 places" in text
    assert "in no district    1 rows" in text
