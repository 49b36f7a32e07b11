"""The page of a release: its scale, its packed data, and what it says of errors."""

import base64
import json
import re
from dataclasses import fields, replace
from pathlib import Path

import geopandas as gpd
import numpy as np
import pytest
import shapely
from scipy.stats import norm

from gaussmech.geo.places import Places
from gaussmech.graphs.graph import Graph
from gaussmech.privacy.attack_risk import attack_lines
from gaussmech.privacy.discrete_noise import power_of_ten_below
from gaussmech.releases.areas import Areas
from gaussmech.releases.noise.grid import round_to_grid
from gaussmech.releases.outputs import files, page
from gaussmech.releases.outputs.deployment import read_about
from gaussmech.releases.outputs.page import WIDTH, View, page_text
from gaussmech.releases.plan import Terms
from gaussmech.releases.private.sources import CountsFile, PrivateTable
from gaussmech.releases.public.places import PublicFiles
from gaussmech.releases.public.understanding import understand
from gaussmech.releases.request import Request
from gaussmech.releases.table import draw
from tests.graphs.networks import grid_edges
from tests.releases.conftest import plan_release


def unpacked(text):
    """The numbers of `packed`, read as the page's script reads them."""
    numbers = []
    value = 0
    scale = 1
    for byte in base64.b64decode(text):
        value += byte % 128 * scale
        scale *= 128
        if byte < 128:
            numbers.append(-(value + 1) // 2 if value % 2 else value // 2)
            value, scale = 0, 1
    return numbers


def made(kind, **options):
    """An object of options, None except for those that are given."""
    return kind(**dict.fromkeys(field.name for field in fields(kind)) | options)


def request_of(names):
    """Return the request of a release of counts at corners."""
    source = made(
        CountsFile,
        file="corners.csv",
        place="corner",
        value=list(names),
    )
    return made(
        Request,
        source=source,
        public=made(PublicFiles, within=[]),
        terms=Terms(),
        areas=[],
        privacy_unit="cab",
        output=Path("private.csv"),
    )


def study(
    side=12,
    names=("day", "night"),
    graph=True,
    distribution="gaussian",
    level=60,
    areas=False,
    mapped=True,
):
    """A release of two hills on a square of streets, perhaps with the sums of its quarters."""
    n = side * side
    row, column = np.divmod(np.arange(n), side)
    lon = 7 + 0.001 * column
    lat = 47 + 0.0007 * row
    hill = level * np.exp(-((row - 4) ** 2 + (column - 5) ** 2) / side)
    codes = 2 * (row >= side // 2) + (column >= side // 2)
    quarters = [Areas("quarter", ["<a>", "b", "c", "d"], codes)] * areas
    plan = plan_release(
        n,
        len(names),
        epsilon=0.5,
        delta=1e-6,
        l2_sensitivity=1.0,
        l1_sensitivity=1.0,
        noise=distribution,
        areas=[4] * areas,
        area_share=0.3 if areas else None,
    )
    values = np.repeat(np.rint(hill), len(names))
    steps = round_to_grid(values, plan.noise.grid)
    unit = power_of_ten_below(plan.noise.sigma / 1000)
    release = draw(plan, steps, quarters, unit=unit)
    degrees = (lon.tolist(), lat.tolist()) if mapped else ()
    places = Places([f"<{k}>" for k in range(n)], *degrees)
    graph = Graph(n, grid_edges(side), lon=lon, lat=lat) if graph else None
    return files.PublishedRelease(
        request=request_of(names),
        about=read_about(None),
        private=PrivateTable(places, "public", None),
        graph=graph,
        areas=quarters,
        plan=plan,
        understood=understand(places, graph, linked=False),
        release=release,
        ledger=None,
        method="js",
    )


def changed(of, places=None, place="corner", **asked):
    """The release of other places, or with other options."""
    source = replace(of.request.source, place=place)
    return replace(
        of,
        request=replace(of.request, source=source, **asked),
        private=replace(of.private, places=places or of.places),
    )


def page_and_data(of, links=("private.csv",)):
    text = page_text(of, links)
    (data,) = re.findall(r'application/json" id="data">(.*?)</script>', text)
    return text, json.loads(data)


@pytest.mark.parametrize("distribution", ["gaussian", "laplace"])
def test_the_page_holds_the_table(distribution):
    of = study(distribution=distribution)
    text, data = page_and_data(of)
    assert data["places"] == of.places.ids and "<0>" not in text
    raw, denoised = data["views"]
    assert (raw["name"], denoised["name"]) == ("raw", "denoised")
    within = of.release.noise.within_95
    for k, name in enumerate(of.names):
        value = np.array(of.columns[name], float)
        ends = (np.maximum(value + end, 0) for end in (-within, within))
        assert_near(raw["columns"][k], (value, *ends), raw["unit"])
        table = [of.columns[column] for column in files.denoised_names(name)]
        assert_near(denoised["columns"][k], table, denoised["unit"])
    # Noise hides the digits beyond the unit that is shown.
    assert raw["unit"] <= within / 10 < 10 * raw["unit"]


@pytest.mark.parametrize("distribution", ["gaussian", "laplace"])
def test_the_error_of_the_page_is_that_of_95_percent(distribution):
    of = study(distribution=distribution)
    # 95 % of normal errors are within so many of their root mean squares.
    largest_rmse = max(
        fit["rmse_interval_95_percent"][1] for fit in of.facts["denoised"]
    )
    _, view = page._views(of)
    error = min(norm.isf(0.025) * largest_rmse, of.release.noise.within_95)
    assert view.error == pytest.approx(error, rel=1e-3)


def test_the_page_has_the_streets():
    of = study()
    _, data = page_and_data(of)
    starts = np.cumsum(unpacked(data["from"]))
    ends = starts + unpacked(data["to"])
    edges = [*zip(starts.tolist(), ends.tolist(), strict=True)]
    assert sorted(edges) == sorted(map(tuple, np.sort(of.graph.edges).tolist()))


def assert_near(column, table, unit):
    """Compare a column of the page with values, lows and highs: ends are rounded outwards."""
    of_page = [unpacked(column[key]) for key in ("value", "low", "high")]
    value, low, high = unit * np.array(of_page) - np.array(table, float)
    assert np.abs(value).max() <= 0.5001 * unit
    for rounding in (-low, high):
        assert -1e-6 < rounding.min() <= rounding.max() < unit


def test_places_are_where_they_are():
    _, data = page_and_data(study())
    x, y = (np.reshape(unpacked(data[axis]), (12, 12)) for axis in "xy")
    assert min(x.min(), y.min()) > 0 and x.max() < WIDTH and y.max() < data["height"]
    # West and north are left and up; a metre is as long both ways.
    assert (np.diff(x[0]) > 0).all() and (np.diff(y[:, 0]) < 0).all()
    degree = np.cos(np.radians(47.00385))
    ratio = 0.001 / 0.0007 * degree
    assert np.ptp(x) / np.ptp(y) == pytest.approx(ratio, rel=0.01)
    # The squares have sides of 11 streets of 0.001 degrees.
    metres = np.ptp(x) / WIDTH * data["metres"]
    assert metres == pytest.approx(11 * 111.195 * degree, rel=0.01)


@pytest.mark.parametrize("mapped", [True, False])
def test_without_a_graph_there_are_raw_values_and_without_coordinates_no_map(mapped):
    text, data = page_and_data(study(graph=False, mapped=mapped))
    assert [view["name"] for view in data["views"]] == ["raw"]
    assert "similar value" not in text and "Denoised" not in text
    assert data.get("edges", 0) == 0 and ("x" in data) == mapped
    reason = "There is no map, because these data have no coordinates"
    assert (reason in text) != mapped


def test_the_title_is_the_name_or_what_the_release_shows():
    of = study()
    about = {"name": "Cabs <at> night", "data_curators": ["A & B", "?"]}
    text, _ = page_and_data(replace(of, about=about))
    assert text.count("Cabs &lt;at&gt; night") == 2
    assert re.search(r"<p>Published on \d{4}-\d\d-\d\d by A &amp; B\. Data: ", text)
    text, _ = page_and_data(of)
    assert re.search(r"Published on [\d-]+\. Data", text)
    assert "<h1>Day, night, by corner</h1>" in text
    one = changed(study(names=("residents_helped",)), place="GEOID")
    assert "<h1>Residents helped, by place</h1>" in page_and_data(one)[0]


def test_the_page_leads_to_its_files_and_says_what_the_budget_means():
    of = study()
    text, _ = page_and_data(of, ["private.csv", "a b.json", '"<.csv'])
    assert re.findall(r'<a href="(.*?)" download>(.*?)</a>', text) == [
        ("private.csv", "private.csv"),
        ("a%20b.json", "a b.json"),
        ("%22%3C.csv", "&quot;&lt;.csv"),
    ]
    lines = attack_lines(of.release.best_attack, unit="cab")
    assert lines["in words"].partition(",")[0] in text
    assert "day, night per place: sums over the data of the place, rounded to" in text
    for line in (files.lines_of(of.facts) | files.result_lines(of.facts)).values():
        assert line in text


@pytest.mark.parametrize("distribution", ["gaussian", "laplace"])
def test_areas_are_a_view_with_their_published_totals(distribution):
    of = study(areas=True, distribution=distribution, level=1)
    text, data = page_and_data(of)
    assert data["shown"] == 1 and "<a>" not in text
    areas = data["views"][2]
    (level,) = of.release.areas
    assert areas["name"] == level.name and areas["rows"] == level.ids
    assert unpacked(areas["of"]) == level.codes.tolist()
    for name, column in zip(of.names, areas["columns"], strict=True):
        _, combined, _, low, high = (
            np.array(of.area_columns[key], float) for key in files.area_names(name)
        )
        assert_near(
            column, (combined, np.maximum(low, 0), np.maximum(high, 0)), areas["unit"]
        )


@pytest.mark.parametrize("times", [1 / 3, 3, 1e4])
@pytest.mark.parametrize("error", [0.0123, 0.9, 1.0, 8.06, 79.0])
def test_noise_alone_has_no_strong_colour_and_few_high_values_leave_colours(
    error, times
):
    values = np.r_[np.linspace(0, times * error, 999), 1e6 * error][None]
    view = View("raw", values, values, values, error)
    reached = max(times * error, error)
    assert 0.99 * reached <= view.top <= 1.11 * reached
    assert 0.01 <= float(view.unit) / error <= 0.1000001


def test_the_page_has_the_sum_of_all_places_with_its_interval():
    of = study(distribution="laplace")
    _, data = page_and_data(of)
    raw, denoised = data["views"]
    for k, (name, fit) in enumerate(of.denoised.items()):
        ((total, low, high),) = raw["columns"][k]["totals"]
        values = np.array(of.columns[name], float)
        assert total == pytest.approx(values.sum(), abs=raw["unit"])
        # The noise of 144 values is about normal, and Laplace noise reaches further.
        half_width = of.release.noise.within_95 * 12
        assert (high - low) / 2 == pytest.approx(half_width, rel=0.01)
        assert 1.96 < half_width / of.release.sigma / 12 < 1.08 * 1.96 + 0.01
        total, low, high = denoised["columns"][k]["totals"][0]
        sums = fit.total(np.ones(144, bool))
        assert (total, low, high) == pytest.approx(
            (sums.estimate, sums.low, sums.high), abs=denoised["unit"]
        )


def test_no_error_is_said_to_be_0():
    fit = {
        "rmse_before_denoising": 40.0,
        "rmse": 0.0,
        "rmse_interval_95_percent": [0.0, 8.9],
    }
    line = "RMSE over all places below 8.9 (95 %), before denoising 40"
    assert files.estimate(fit) == line
    fit |= {"rmse": 8.0, "rmse_interval_95_percent": [7.0, 8.9]}
    assert "RMSE over all places 8 (95 % interval 7 to 8.9), " in files.estimate(fit)


@pytest.mark.full
def test_a_page_of_100_000_places_is_below_5_megabytes():
    """Two columns have as many numbers as a column and its denoised one, which takes time."""
    of = study(side=317, level=10_000)
    text, data = page_and_data(replace(of, failure="none"))
    assert data["edges"] > 2e5 and len(text.encode()) < 5e6


def districts(side, names=None, level=60):
    """The release of `study`, whose places are squares with wavy borders."""
    of = study(side, graph=False, level=level)
    lon, lat = np.array([of.places.lon, of.places.lat])
    squares = shapely.box(lon - 0.0005, lat - 0.00035, lon + 0.0005, lat + 0.00035)
    wavy = shapely.transform(
        shapely.segmentize(squares, 0.00005),
        lambda xy: xy + 3e-5 * np.sin(xy[:, ::-1] * 1e4),
    )
    shapes = gpd.GeoSeries(wavy, crs=4326).to_crs(25832)
    columns = {} if names is None else {"name": names}
    places = replace(of.places, columns=columns, shapes=shapes)
    return changed(of, places, "code")


def drawn(data):
    """The outlines of a page, as its script draws them."""
    steps = np.reshape(unpacked(data["outlines"]), (-1, 2))
    corners = np.cumsum(steps, axis=0) / data["fine"]
    ends = np.cumsum(unpacked(data["corners"]))
    rings = iter(np.split(corners, ends[:-1]))
    outlines = []
    for count in unpacked(data["rings"]):
        first, *others = [next(rings) for _ in range(count)]
        outlines.append(shapely.Polygon(first, others))
    return outlines


def test_districts_are_drawn_as_they_are():
    _, data = page_and_data(districts(12))
    assert data["word"] == "district" and data["edges"] == 0
    outlines = drawn(data)
    assert shapely.contains_xy(outlines, *(unpacked(data[axis]) for axis in "xy")).all()
    # They fill the plane, and shared borders stay shared.
    west, south, east, north = shapely.total_bounds(outlines)
    assert 15 <= west < east <= WIDTH - 15
    assert 0 < south < north < data["height"] <= WIDTH
    whole = shapely.union_all(outlines)
    assert shapely.area(outlines).sum() == pytest.approx(whole.area, rel=1e-3)


@pytest.mark.full
def test_a_page_of_five_thousand_districts_is_below_a_megabyte():
    names = [f"Municipality {k}" for k in range(71**2)]
    text, data = page_and_data(districts(71, names))
    assert len(text) < 1e6
    assert shapely.is_valid(drawn(data)).mean() > 0.9


def test_outlines_have_few_corners():
    of = districts(12)
    _, data = page_and_data(of)
    count = shapely.get_num_coordinates(of.places.shapes.array).sum()
    assert sum(unpacked(data["corners"])) < 0.9 * count
    assert shapely.is_valid(drawn(data)).all()


def test_the_page_has_the_names_of_places_beside_their_ids():
    names = [f"<Quarter {k // 2}>" if k < 4 else f"Ward {k}" for k in range(144)]
    text, data = page_and_data(districts(12, names))
    assert data["names"] == names and data["places"][9] == "<9>"
    assert "<Quarter" not in text
