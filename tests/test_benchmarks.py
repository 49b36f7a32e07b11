"""The benchmarks still run: the smallest case of each, without their peers."""

import re
from argparse import Namespace
from functools import partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from benchmarks import (
    areas,
    intervals,
    peers,
    release,
    report,
    scaling,
)
from benchmarks.calibration import __main__ as calibration
from benchmarks.calibration.worker import Outcome
from benchmarks.denoising import __main__ as denoising
from benchmarks.denoising import maps, quality, speed
from benchmarks.graphs import grid, street_counts
from benchmarks.peers import CALIBRATORS
from tests.graphs.networks import incidence

pytestmark = pytest.mark.full


def test_a_report_is_written_and_printed(tmp_path, capsys):
    rows = pd.DataFrame({"a": ["x"], "b": [1]})
    report.write(tmp_path / "new", "page", ["# A title", rows], tables={"_kept": rows})
    table = "| a | b |\n| --- | --: |\n| x | 1 |\n"
    expected = f"# A title\n\nMeasured by `python -m benchmarks.page`.\n\n{table}"
    assert (tmp_path / "new/page.md").read_text() == expected
    assert capsys.readouterr().out[:-1] == expected
    assert pd.read_csv(tmp_path / "new/page_kept.csv").equals(rows)


@pytest.mark.parametrize(
    ("value", "text"), [(0.123456, "0.123"), (12345.6, "12,346"), (np.nan, "–")]
)
def test_a_report_has_three_digits_or_whole_numbers(value, text):
    assert report.digits(value) == text


def test_every_page_of_measurements_names_its_program():
    for path in (DOCS / "bench").glob("*.md"):
        if path.stem == "index":
            continue
        heading, _, line = path.read_text("utf-8").splitlines()[:3]
        assert heading.startswith("# ")
        program = re.fullmatch(r"Measured by `python -m (benchmarks\.[\w.]+)`\.", line)
        assert program and find_spec(program[1]), path


def test_a_report_names_the_packages_of_the_machine():
    machine = report.machine("no-such-thing")
    assert re.search("numpy 2.*no-such-thing not installed", machine)


@pytest.fixture
def least_calibration(monkeypatch):
    """The benchmark of calibration with as little work as possible: its rows, arrays and options."""
    speed_facts = partial(calibration.speed_facts, count=1000)
    monkeypatch.setattr(calibration, "speed_facts", speed_facts)
    import_ms = partial(calibration.import_ms, repeats=1)
    monkeypatch.setattr(calibration, "import_ms", import_ms)
    options = Namespace(limit=30, array=10)
    ranges = dict.fromkeys(("common", "whole", "corners"), [(1.0, 1e-6)])
    first_two = dict(list(CALIBRATORS.items())[:2])
    rows, arrays = calibration.run(first_two, ranges, options)
    return rows, arrays, options


def test_calibration(least_calibration):
    rows, arrays, options = least_calibration
    assert set(rows["verdict"][:3]) == {"safe"}
    assert arrays["gaussmech"] > 0
    assert arrays["Algorithm 1, as printed"] is None
    _, _, *tables = calibration.sections(rows, arrays, options)
    for k in (0, 2, 4):
        assert tables[k]["calibrator"][0] == "gaussmech"


def test_the_exact_sigma_of_the_benchmark_has_the_delta_of_the_budget():
    sigma = calibration.exact_sigma(1.0, 1e-6)
    assert abs(calibration.exact_delta(sigma, 1.0) / 1e-6 - 1) < 1e-15


@pytest.mark.parametrize(
    ("factor", "verdict"),
    [(1 + 1e-15, "safe"), (1 - 1e-15, "unsafe"), (-1, "failure")],
)
def test_a_calibrator_is_judged_by_the_exact_sigma(factor, verdict):
    sigma = calibration.exact_sigma(1.0, 1e-6)
    outcome = Outcome(float(sigma * factor))
    judgement = calibration.judge(1.0, 1e-6, sigma, outcome)
    assert judgement["verdict"] == verdict


def test_algorithm_1_and_the_script_of_its_authors_differ():
    _, printed_entry, script_entry, *_ = CALIBRATORS.values()
    printed = printed_entry[0]()
    script = script_entry[0]()

    def difference(epsilon, delta):
        return abs(script(epsilon, delta) / printed(epsilon, delta) - 1)

    assert difference(1, 1e-3) < 1e-8
    assert difference(2, 0.9) < 1e-9
    assert difference(1, 1e-13) > 1e-3


def test_release():
    exact = pd.DataFrame(release.exact_rows(4))
    assert len(exact) == 4
    assert (exact["share"] <= 1).all()
    assert all(0 <= extra < 1e-6 for extra in release.extra_noise(3))
    (row,) = release.peer_rows([0.5], [1e-6])
    assert float(row["OpenDP"]) > 1.05 * float(row["gaussmech"])


@pytest.fixture(scope="module")
def least_case():
    """The smallest case of the benchmark of denoising: two hours on a grid."""
    graph = grid(5)
    truth = street_counts(graph)
    hours = {(8, 100): truth, (16, 100): truth[::-1]}
    return Namespace(
        graph=graph,
        at_100=hours,
        draws=1,
        repeats=1,
        sides=(6, 7),
        risk=(2, 1),
        true_maps=maps.city_groups(graph, {(8, 100): truth}),
        joint=maps.joint_cases(graph, hours),
        midnight=truth,
    )


def test_denoising(least_case):
    rows = quality.quality_rows(least_case, (0.5,))
    methods = set(rows["method"])
    assert {"trend filtering", "graph Matérn field", "adaptive quad-tree"} < methods
    assert set(quality.METHODS) < methods
    assert rows["rmse"].notna().all()
    least = rows.pivot_table("rmse", ["map", "draw", "method"], "tuned").dropna()
    assert len(least) >= 2
    assert (least["the truth"] <= least["itself"]).all()
    denoising.quality_summary(rows)
    assert denoising.in_short(rows).count("the oracle") == 1


def test_the_page_on_denoising_begins_with_what_is_better_and_what_is_worse():
    cells = pd.MultiIndex.from_tuples([("A", 0.5), ("A", 2.0), ("B", 0.5)])
    ratio = pd.Series([0.5, 1.25, 0.8], index=cells)
    *_, line = denoising.better_and_worse({"a rival": ratio}).splitlines()
    assert line == (
        "- a rival: 0.85 in the mean, below 1 in 2 of 3;"
        " from 0.50 (A, ε = 0.5) to 1.25 (A, ε = 2)"
    )


def test_denoising_together(least_case):
    rows = quality.together_rows(least_case)
    assert set(rows["case"]) == {"2 hours, 100 m", maps.UNRELATED}
    assert len(rows) == 4
    denoising.together_summary(rows)


def test_the_speed_of_denoising(least_case, monkeypatch):
    monkeypatch.setattr(speed, "apart", lambda work, *arguments: work(*arguments))
    speeds = pd.DataFrame(speed.speed_rows(least_case))
    assert speeds["vertices"].tolist() == [25] * 7 + [36, 36, 49, 36, 36, 49, 49]
    denoising.speed_summary(speeds.fillna({"note": ""}), least_case)


def test_the_stated_risk_of_denoising(least_case):
    assert len(quality.risk_rows(least_case)) == 2 * len(quality.METHODS) - 4


def test_scaling():
    costs = pd.DataFrame(
        {
            "what": "forest",
            "grows": "vertices",
            "size": [100, 1000],
            "cpu_s": [0.5, 5.0 * 10**0.5],
            "peak_bytes": 9e7,
        }
    )
    (row,) = scaling.growth_rows("vertices", costs)
    assert row == {
        "seconds by vertices": "forest",
        "100": "0.5",
        "1,000": "15.8",
        "exponent": "1.5",
        "MB": "90",
    }
    assert len(scaling.plot(costs).axes[1].lines) == 1


def test_the_calls_of_scaling_have_a_cost():
    calls = list(scaling.calls(10_000))
    names = {name for name, *_ in calls}
    assert names >= {"mean estimation", "histogram", "auto", "SciPy"}
    cheap = [("histogram", "dimension", 1000), ("SciPy", "vertices", 32**2)]
    for name, grows, size, cost, arguments in calls:
        if (name, grows, size) in cheap:
            seconds, peak_bytes = cost(*arguments)
            assert seconds > 0
            assert peak_bytes > 1e7


class LeastIntervals:
    """The benchmark of intervals on a map and a signed map of one town."""

    def __init__(self, folder):
        f = street_counts(grid(9))
        self.town = maps.TrueMap("a town", "trips", grid(9), f)
        signed = self.town._replace(group=intervals.SIGNED, f=f - f.mean())
        self.maps = [self.town, signed]
        self.path = folder / "rows.csv"
        self.rows = intervals.measured(
            self.path, intervals.place_row, self.maps, ["laplace"], 1
        )
        by = ["group", "noise", "epsilon"]
        self.cells = self.rows.groupby(by).mean(numeric_only=True).reset_index()
        self.with_areas = intervals.measured(
            folder / "areas.csv", intervals.area_row, [self.town], ["gaussian"], 1
        )
        kinds = ("gaussian", "laplace", "laplace, taken for gaussian")
        self.events = intervals.measured(
            folder / "events.csv", intervals.event_row, [self.town], kinds, 1
        )


@pytest.fixture(scope="module")
def least_intervals(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intervals, "PLACES", 81)
        yield LeastIntervals(tmp_path_factory.mktemp("intervals"))


def test_intervals(least_intervals):
    assert len(least_intervals.rows) == 6
    assert least_intervals.rows["all"].between(0.5, 1).all()
    assert len(intervals.places(least_intervals.cells)) == 2
    assert len(intervals.stated(least_intervals.rows)) == 2


def test_rows_of_intervals_that_are_there_are_kept(least_intervals):
    # Another draw would add as many.
    path = least_intervals.path
    rows = intervals.measured(path, None, least_intervals.maps, ["laplace"], 1)
    pd.testing.assert_frame_equal(rows, least_intervals.rows, check_dtype=False)


def test_intervals_of_sums(least_intervals):
    rows = least_intervals.rows
    assert rows["covered, 16"].between(0.5, 1).all()
    assert rows["width, 4"].between(0.1, 1.5).all()
    table = intervals.sums(rows)
    assert table.shape == (6, 6)
    share, width = table["16"][0].split(" / ")
    assert float(share) == pytest.approx(rows["covered, 16"][0], abs=1e-3)
    assert float(width) == pytest.approx(rows["width, 16"][0], rel=1e-2)
    # The interval of a union of areas is that of the data, cut at 0.
    with_areas = least_intervals.with_areas
    assert with_areas[f"width, {intervals.UNIONS}"].between(0.9, 1 + 1e-9).all()
    assert with_areas[f"covered, {intervals.UNIONS}"].min() > 0.5


def test_random_sets_are_connected():
    graph = grid(9)
    sets = list(intervals.random_sets(graph, np.random.default_rng(1)))
    assert {size for size, _ in sets} == {4, 16, intervals.QUARTER, intervals.UNIONS}
    for size, places in sets:
        if size == intervals.UNIONS:
            continue
        assert (
            len(places) == len(set(places)) == {intervals.QUARTER: 20}.get(size, size)
        )
        assert nx.is_connected(graph.to_networkx().subgraph(places))


def test_intervals_of_one_event(least_intervals):
    events = intervals.one_event(least_intervals.events)
    assert float(events["laplace"].iloc[-1]) < 0.9


def test_the_worst_intervals_are_in_sentences(least_intervals):
    cells = least_intervals.cells
    text = intervals.worst(cells, least_intervals.events)
    unsigned = cells[cells["group"] != intervals.SIGNED]
    assert f"cover {unsigned['all'].min():.2f} in the worst cell" in text
    assert text.count("\n") == 3 and "nan" not in text


def test_the_highest_places_of_intervals():
    highest = intervals.highest(np.array([5.0, 1.0, 9.0, 0.0]), 0.5)
    assert highest.tolist() == [0, 2]


NAMES = ["trips_0m", "trips_50m", "trips_90m"]


@pytest.fixture
def folder_of_networks(tmp_path):
    """A town with three maps and coordinates, and a network with one map and lengths."""
    edges = np.array([[0, 1], [1, 2]])
    lon = np.array([0.0, 0.001, 0.002], dtype=np.float32)
    f = np.arange(9.0).reshape(3, 3)
    np.savez(
        tmp_path / "a_town.npz", edges=edges, lon=lon, lat=lon, names=NAMES, maps=f
    )
    np.savez(
        tmp_path / "b.npz", edges=edges, length=[5.0, 7.0], names=["cases"], maps=f[:1]
    )
    return tmp_path


def test_networks_from_elsewhere_have_a_name_and_a_group(folder_of_networks):
    true_maps = maps.elsewhere(folder_of_networks)
    assert [true_map.name for true_map in true_maps] == [*NAMES, "cases"]
    groups = ["a town, 0 m", "a town, kernels", "a town, kernels", "b"]
    assert [true_map.group for true_map in true_maps] == groups


def test_the_maps_of_a_network_share_its_graph(folder_of_networks):
    first, _, third, _ = maps.elsewhere(folder_of_networks)
    assert first.graph is third.graph
    assert third.f.tolist() == [6, 7, 8]


def test_a_network_from_elsewhere_has_lengths_if_they_are_known(folder_of_networks):
    first, _, _, last = maps.elsewhere(folder_of_networks)
    assert first.graph.length_m is None
    assert last.graph.length_m.tolist() == [5, 7]


DOCS = Path(__file__).parents[1] / "docs"
MEASURED = (DOCS / "bench/denoising.md").read_text("utf-8")


def section_of_page(heading):
    """Return the text below a heading of the page on denoising, up to the next."""
    page = (DOCS / "denoising.md").read_text("utf-8")
    return page.split(f"## {heading}")[1].split("\n## ")[0]


def measured_errors(city):
    """Return the errors of "auto" and of the Gaussian process in a city, as texts."""
    row = rf"\| {city}, kernels \| 2 \| ([\d.]+) ±.*Gaussian process .* ([\d.]+) \|"
    return re.search(row, MEASURED).groups()


def test_where_another_estimator_is_better_is_as_measured():
    section = section_of_page("Where another estimator is better")
    ratios = []
    for city in ("Medellin accidents", "Perth crashes"):
        auto, peer = measured_errors(city)
        ratios.append(f"{float(peer) / float(auto):.2f}")
    assert re.findall(r"\b0\.\d\d\b", section) == ratios
    auto, peer = measured_errors("Medellin accidents")
    assert f"({peer} and {auto} of the oracle)" in " ".join(section.split())


def dense_kriging(covariance, y):
    """Return the kriging of maps y (n, K) with unit noise, and -2 log of their likelihoods (K,)."""
    total = covariance + np.eye(len(y))
    centred = y - y.mean(axis=0)
    residual = np.linalg.solve(total, centred)
    _, log_determinant = np.linalg.slogdet(total)
    criterion = np.sum(centred * residual, axis=0) + log_determinant
    return y - residual, criterion


def test_graph_matern_is_dense_kriging():
    graph = grid(4)
    noise = np.random.default_rng(3).standard_normal((16, 2))
    y = noise + np.repeat([[0.0], [6.0]], 8, axis=0)
    differences = incidence(graph)
    laplacian = differences.T @ differences
    # The mean variance of a place is estimated with random signs.
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (16, 30))
    kappas = peers.KAPPAS * graph.degree.mean()
    fits = peers.graph_matern(graph)
    for kappa, power, variance in product(kappas, peers.SMOOTHNESS, peers.VARIANCES):
        precision = kappa * np.eye(16) + laplacian
        covariance = np.linalg.matrix_power(precision, -power)
        scale = variance / np.mean(signs * (covariance @ signs))
        expected_x, expected_criterion = dense_kriging(scale * covariance, y)
        x, criterion = next(fits)(y)
        np.testing.assert_allclose(x, expected_x, atol=1e-7)
        np.testing.assert_allclose(criterion, expected_criterion, rtol=1e-6)


class QuadTree:
    """Thirty values in the cells of a quad-tree, and its cheapest pruning by trying all."""

    def __init__(self):
        self.cell = np.random.default_rng(4).integers(0, 8, (30, 2))
        noise = np.random.default_rng(5).standard_normal(30)
        self.y = noise + 3 * (self.cell[:, 0] > 3)

    def best(self, inside, level, cost):
        """Return the least cost of the part `inside` (30,), and its estimate (30,), 0 elsewhere."""
        x = np.where(inside, self.y[inside].mean(), 0)
        square = np.sum((self.y - x)[inside] ** 2)
        leaf = square + cost, x
        if inside.sum() == 1:
            return leaf
        split_cost = 0.0
        split_x = np.zeros(30)
        for quarter in self.quarters(inside, level):
            quarter_cost, quarter_x = self.best(quarter, level - 1, cost)
            split_cost += quarter_cost
            split_x += quarter_x
        return min(leaf, (split_cost, split_x), key=lambda pruned: pruned[0])

    def quarters(self, inside, level):
        """Return the parts of a part at a level; at level 0 every value is its own."""
        code = np.arange(30)
        if level > 0:
            code = (self.cell >> (level - 1)) @ [8, 1]
        return [inside & (code == value) for value in np.unique(code[inside])]


@pytest.mark.parametrize("cost", [0.1, 1.0, 5.0, 100.0])
def test_quad_tree_is_the_cheapest_pruning(cost):
    tree = QuadTree()
    _, expected = tree.best(np.ones(30, dtype=bool), 3, cost)
    levels = peers.quad_levels(tree.cell, 3)
    pruned = peers.pruned_means(levels, tree.y[:, None], cost)[:, 0]
    np.testing.assert_allclose(pruned, expected, atol=1e-12)


def test_rectangles_are_summed_with_their_ends():
    error = np.random.default_rng(1).normal(size=64 * 64)
    rectangles = np.array([[0, 0, 0, 0], [3, 9, 5, 63], [0, 63, 0, 63]])
    square = error.reshape(64, 64)
    sums = [square[a : b + 1, c : d + 1].sum() for a, b, c, d in rectangles]
    expected = np.sqrt(np.mean(np.square(sums)))
    assert areas.rmse_of_rectangles(error, rectangles) == pytest.approx(expected)


def test_a_folder_of_maps_is_compared(tmp_path):
    f = np.zeros((64, 64), int)
    f[:8] = 30
    np.savez(tmp_path / "samples.npz", MADE_1000_0=f)
    (tmp_path / "rectangles.csv").write_text(
        "first_row,last_row,first_column,last_column\n0,9,0,9\n"
    )
    (tmp_path / "errors.csv").write_text(
        "data_set,events,draw,algorithm,rectangles_rmse,cells_rmse\nMADE,1000,0,DAWA,50,5\nMADE,1000,0,ours,1,1\n"
    )
    areas.main([str(tmp_path), "--output", str(tmp_path / "page")])
    page = (tmp_path / "page/areas.md").read_text()
    assert "| MADE | 1000 |" in page
    assert "DAWA / DAWA" in page
