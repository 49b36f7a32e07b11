"""A release of districts: from a file of a GIS to a map that anybody opens, and what it says of it."""

import csv
import json
from decimal import Decimal
from pathlib import Path

import geopandas as gpd
import numpy as np
import pytest
from shapely.geometry import LineString, MultiPolygon, Point, box

from gaussmech import cli

EVENTS = "release events events.csv --user person --events-per-user 1"
BUDGET = "--no-ledger --epsilon 1 --delta 1e-6 --round 1 --output"


@pytest.fixture
def city(tmp_path, monkeypatch):
    """Write twelve districts in metres, with a hole, an island and one of two parts."""
    monkeypatch.chdir(tmp_path)
    shapes = [
        box(3000 * (k % 4), 2000 * (k // 4), 3000 * (k % 4 + 1), 2000 * (k // 4 + 1))
        for k in range(11)
    ]
    shapes[5] = shapes[5] - box(4000, 2500, 5000, 3500)
    shapes[0] = MultiPolygon([shapes[0], box(-3000, 0, -2000, 1000)])
    shapes.append(box(20_000, 0, 22_000, 2000))
    frame = gpd.GeoDataFrame(
        {
            "code": [f"D{k}" for k in range(12)],
            "name": [f"Quarter {k}" for k in range(12)],
            "county": ["N" if k < 6 else "S" for k in range(12)],
            "population": [1000 * k for k in range(12)],
        },
        geometry=gpd.GeoSeries(shapes).translate(500_000, 5_600_000),
        crs=25832,
    )
    frame.to_file("city.gpkg")
    return frame


def write_events(spots, crs=4326, header="person,lon,lat"):
    points = gpd.GeoSeries.from_xy(*np.transpose(spots), crs=25832).to_crs(crs)
    rows = [f"p{k},{p.x!r},{p.y!r}" for k, p in enumerate(points)]
    Path("events.csv").write_text("\n".join([header, *rows]))


def run(line, capsys):
    try:
        status = cli.main(line.split())
    except SystemExit as stop:
        status = stop.code
    output = capsys.readouterr()
    return status, output.out + output.err


def middle_of(frame, k):
    point = frame.geometry.iloc[k].representative_point()
    return point.x, point.y


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    ("crs", "ending"), [(4326, "gpkg"), (25832, "geojson"), (3857, "gpkg")]
)
def test_districts_are_released_denoised_and_written(city, crs, ending, capsys):
    rng = np.random.default_rng(2)
    spots = rng.uniform((-4000, -500), (23_000, 6500), (400, 2)) + (500_000, 5_600_000)
    option = "" if crs == 4326 else f" --crs EPSG:{crs}"
    write_events(spots, crs, "person,lon,lat" if crs == 4326 else "person,x,y")
    line = f"{EVENTS} --graph city.gpkg --areas county --per population{option}"
    status, text = run(f"{line} {BUDGET} private.{ending}", capsys)
    assert status == 0, text
    found = gpd.read_file(f"private.{ending}", layer="places")
    expected = [
        sum(shape.contains(Point(spot)) for spot in spots) for shape in city.geometry
    ]
    assert found["count"].tolist() == expected and sum(expected) < 400
    assert found["place"].tolist() == city["code"].tolist()
    assert found["name"].tolist() == city["name"].tolist()
    # Nothing else of either file goes out.
    rates = [f"count_per_population{end}" for end in ("", "_low", "_high")]
    denoised = ["count_denoised", "count_low", "count_high"]
    columns = ["place", "name", "count", *rates, *denoised, "county", "geometry"]
    assert [*found.columns] == columns
    if ending == "gpkg":
        assert found.crs == city.crs
        source = gpd.read_file("city.gpkg").geometry
        assert found.geometry.geom_equals_exact(source, 0).all()
        areas = gpd.read_file("private.gpkg", layer="areas")
        assert areas["area"].tolist() == ["N", "S"]
        assert areas.area.tolist() == pytest.approx(
            city.dissolve("county").area.tolist()
        )
    else:
        assert found.crs.to_epsg() == 4326
        assert found.to_crs(25832).area.tolist() == pytest.approx(
            city.area.tolist(), rel=1e-3
        )
    facts = json.loads(Path("private.json").read_text())
    assert facts["public_files"]["linked"]["without_neighbour"] == 1
    within = facts["noise"]["within_95_percent"]
    assert np.isnan(found[rates[0]][0])
    assert found[rates[0]][3] == pytest.approx(expected[3] / 3000, rel=1e-5)
    high = (expected[3] + within + 0.5) / 3000
    assert found[rates[2]][3] == pytest.approx(high, rel=1e-3)
    assert Path("private.html").read_text().count("Quarter 7") == 1


def test_a_dry_run_says_how_public_files_were_understood(city, capsys):
    write_events([middle_of(city, 0)])
    status, text = run(f"{EVENTS} --graph city.gpkg {BUDGET} o.csv --dry-run", capsys)
    assert status == 0
    said = dict(line.split("  ", 1) for line in text.splitlines())
    said = {label: words.strip() for label, words in said.items()}
    assert said["places"] == "12 of city.gpkg"
    assert said["ids"].startswith("from property 'code' (also unique: name); ")
    assert said["linked"] == (
        "26 links, 2 components, the largest with 11 of 12 places; without a neighbour: 'D11'"
    )
    assert said["extent"].endswith("(EPSG:25832)")
    assert said["not used"] == "county; population"


def test_islands_are_linked_on_demand(city, capsys):
    write_events([middle_of(city, 0)])
    city.iloc[[0, 1, 2, 10, 11]].to_file("few.gpkg")
    line = f"{EVENTS} --graph few.gpkg --dry-run {BUDGET} o.csv"
    status, text = run(line, capsys)
    assert status == 2 and text.count("\n") == 1
    assert "2 of 5 places lie outside the largest component" in text
    assert "--link, or say --yes" in text
    assert run(f"{line} --yes", capsys)[0] == 0
    status, text = run(f"{line} --link 1", capsys)
    assert status == 0 and "all places connected" in text


def test_ids_that_are_coordinates_though_there_are_names_are_asked_for(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    write_events([(500_000, 5_600_000)])
    lines = [LineString([(9, 50 + k), (9, 51 + k)]) for k in range(4)]
    gpd.GeoDataFrame(
        {"name": ["Mill", *4 * [None]]}, geometry=[Point(9, 50), *lines], crs=4326
    ).to_file("streets.gpkg")
    line = f"{EVENTS} --graph streets.gpkg --dry-run {BUDGET} o.csv"
    status, text = run(line, capsys)
    assert status == 2
    assert "the ids of 4 of 5 places are coordinates, though streets.gpkg has" in text
    assert run(f"{line} --yes", capsys)[0] == 0


def test_whether_it_is_refused_depends_on_public_files_alone(city, capsys):
    """No event, and an event elsewhere: released all the same."""
    Path("events.csv").write_text("person,lon,lat\n")
    assert run(f"{EVENTS} --graph city.gpkg {BUDGET} none.csv", capsys)[0] == 0
    Path("events.csv").write_text("person,lon,lat\nx,0,0\n")
    assert run(f"{EVENTS} --graph city.gpkg {BUDGET} far.csv", capsys)[0] == 0


@pytest.mark.usefixtures("without_noise")
def test_counts_of_districts_match_by_the_same_property(city, capsys):
    rows = [f"Quarter {k},{k}" for k in (3, 1)]
    Path("counts.csv").write_text("\n".join(["name,visits", *rows]))
    line = "release counts counts.csv --value visits --sensitivity 1 --place name"
    line += f" --graph city.gpkg {BUDGET} o.csv"
    status, text = run(line, capsys)
    assert status == 0, text
    with open("o.csv", newline="") as file:
        found = {row["name"]: float(row["visits"]) for row in csv.DictReader(file)}
    assert found["Quarter 3"] == 3 and found["Quarter 1"] == 1 and len(found) == 12


def test_a_private_column_is_no_public_one(tmp_path, monkeypatch, capsys):
    """The places of a table of counts have its ids, and nothing else of it."""
    monkeypatch.chdir(tmp_path)
    Path("counts.csv").write_text("place,name,count,Total\nA,secret,3,9\nTotal,x,4,9\n")
    line = "release counts counts.csv --value count --sensitivity 1 --l1-sensitivity 1"
    line += f" {BUDGET} o.csv"
    status, text = run(line, capsys)
    assert status == 0 and "secret" not in text
    for path in Path().glob("o.*"):
        assert "secret" not in path.read_text()
    assert "'Total' is a place: if it is the sum of others" in text
    assert run(f"{line.replace('o.csv', 'p.csv')} --areas name", capsys)[0] == 2
    assert "has no such column" in run(f"{line[:-5]}p.csv --per count", capsys)[1]


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize("kind", ["500m", "h3:8"])
def test_cells_need_no_list(kind, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    spots = [(500_010, 5_600_010), (500_020, 5_600_030), (501_900, 5_601_900)]
    write_events([*spots, (600_000, 5_600_000)])
    line = f"{EVENTS} --cells {kind} --within 9 50.54 9.03 50.57 {BUDGET} o.geojson"
    status, text = run(line, capsys)
    assert status == 0, text
    found = gpd.read_file("o.geojson")
    for spot, count in ((spots[0], 2), (spots[2], 1)):
        at = gpd.GeoSeries([Point(spot)], crs=25832).to_crs(4326).iloc[0]
        assert found.loc[found.contains(at), "count"].tolist() == [count]
    assert found["count"].sum() == 3
    assert f"cells of {kind} over the box 9 50.54 9.03 50.57" in text


REFUSED = {
    f"{EVENTS} --graph city.gpkg --reach 50 {BUDGET} o.csv": "--reach does not go with poly",
    f"{EVENTS} --graph city.gpkg --bandwidth 50 {BUDGET} o.csv": "--bandwidth does not go",
    f"{EVENTS} --graph city.gpkg --place person --crs EPSG:3857 {BUDGET} o.csv": "--crs does",
    f"{EVENTS} --graph city.gpkg --crs metres {BUDGET} o.csv": "--crs is 'metres'",
    f"{EVENTS} --graph city.gpkg --id pop {BUDGET} o.csv": "no column 'pop' with an id in each row;",
    f"{EVENTS} --graph city.gpkg --layer pop {BUDGET} o.csv": "no 'pop'; say which by --layer",
    f"{EVENTS} --graph city.gpkg --per name {BUDGET} o.csv": "it is 'Quarter 0' for the place",
    f"{EVENTS} --graph city.gpkg --per pop {BUDGET} o.csv": "--per pop: city.gpkg has no such",
    f"{EVENTS} --graph city.gpkg --cells 5m --within 1 2 3 4 {BUDGET} o.csv": "leave --places",
    f"{EVENTS} --cells 500m {BUDGET} o.csv": "--cells and --within go together",
    f"{EVENTS} --cells 500m --within 1 2 3 4 --id x {BUDGET} o.csv": "--id does not go",
    f"{EVENTS} --places ids.csv --place person {BUDGET} o.gpkg": "needs places with coordinates",
}  # fmt: skip


@pytest.mark.parametrize("line", REFUSED, ids=range(len(REFUSED)))
def test_what_does_not_go_together_is_refused(line, city, capsys):
    write_events([middle_of(city, 0)])
    Path("ids.csv").write_text("place\nA\nB\n")
    status, text = run(line, capsys)
    assert status == 2 and REFUSED[line] in text and text.count("\n") == 1
    assert not [*Path().glob("o.*")]


def test_inspect_says_which_events_are_in_no_district(city, capsys):
    write_events([middle_of(city, 0), middle_of(city, 3), (0, 0)])
    line = "release inspect events.csv --user person --graph city.gpkg"
    status, text = run(line, capsys)
    assert status == 0
    assert "2 rows, at one of 12 places" in text
    assert "in no district    1 rows" in text


def test_a_rate_without_a_denominator_is_empty():
    from gaussmech.releases.rates import rate_columns

    rates = rate_columns(
        ["7", "-9", "1"], [Decimal(3), Decimal(2), Decimal(0)], Decimal(1)
    )
    assert rates == [["2.33333", "-4.5", ""], ["2", "0", ""], ["2.66667", "0", ""]]
