"""The benchmarks can be imported, and what they measure with is right."""

import re
from importlib import import_module
from importlib.util import find_spec
from itertools import product

import numpy as np
import pytest

from benchmarks import (
    areas,
    intervals,
    peers,
)
from benchmarks.calibration import __main__ as calibration
from benchmarks.calibration.worker import Outcome
from benchmarks.denoising.maps import TrueMap
from benchmarks.graphs import grid
from benchmarks.peers import CALIBRATORS
from tests.graphs.networks import incidence
from tests.processes import ROOT, text_of

pytestmark = pytest.mark.full


def test_every_page_of_measurements_names_its_program():
    for path in (ROOT / "docs/bench").glob("*.md"):
        if path.stem == "index":
            continue
        heading, _, line = path.read_text("utf-8").splitlines()[:3]
        assert heading.startswith("# ")
        program = re.fullmatch(r"Measured by `python -m (benchmarks\.[\w.]+)`\.", line)
        assert program and find_spec(program[1]), path


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


MEASURED = text_of("docs/bench/denoising.md")


def section_of_page(heading):
    """Return the text below a heading of the page on denoising, up to the next."""
    page = text_of("docs/denoising.md")
    return page.split(f"## {heading}")[1].split("\n## ")[0]


def measured_errors(city):
    """Return the errors of "auto" and of the Gaussian process in a city, as texts."""
    row = rf"\| {city}, kernels \| 2 \| ([\d.]+) ±.*Gaussian process [^|]* ([\d.]+) \|"
    return re.search(row, MEASURED).groups()


def test_where_another_estimator_is_better_is_as_measured():
    section = section_of_page("Where another estimator is better")
    auto, peer = measured_errors("Perth crashes")
    assert float(auto) < float(peer)
    auto, peer = measured_errors("Medellin accidents")
    assert re.findall(r"\b0\.\d\d\b", section) == [f"{float(peer) / float(auto):.2f}"]
    assert f"({peer} and {auto} times the oracle's)" in " ".join(section.split())


def test_sums_of_few_places_are_narrower_than_those_of_the_data_and_unions_are_as_wide():
    true_map = TrueMap("even", "even", grid(12), np.full(144, 30.0))
    row = intervals.area_row(true_map, "gaussian", 0.5, ("even", 1))
    covered = [row[name] for name in row if name.startswith("covered")]
    assert np.mean(covered) > 0.9
    assert row["width, 4"] < 0.9
    assert row["width, unions of areas"] == pytest.approx(1)


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


def test_rectangles_are_summed_with_their_ends():
    error = np.random.default_rng(1).normal(size=64 * 64)
    rectangles = np.array([[0, 0, 0, 0], [3, 9, 5, 63], [0, 63, 0, 63]])
    square = error.reshape(64, 64)
    sums = [square[a : b + 1, c : d + 1].sum() for a, b, c, d in rectangles]
    expected = np.sqrt(np.mean(np.square(sums)))
    assert areas.rmse_of_rectangles(error, rectangles) == pytest.approx(expected)


def test_every_benchmark_can_be_imported():
    paths = list((ROOT / "benchmarks").rglob("*.py"))
    assert len(paths) > 10
    for path in paths:
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def test_what_is_said_of_the_hold_out_is_what_came_out():
    first, later = (
        text_of(f"docs/bench/holdout{suffix}.md") for suffix in ("-first", "")
    )
    page = text_of("docs/holdout.md")
    of_first, of_later = page.partition("## What came out")[2].split("## A later")
    paper = text_of("paper/paper.md")
    of_later += re.search(r"kept apart until.*?\n\n", paper, re.DOTALL)[0]
    for said, measured in ((of_first, first), (of_later, later)):
        numbers = re.findall(r"\d\.\d\d", said)
        assert len(numbers) > 15
        assert [x for x in numbers if f"| {x} |" not in measured] == []
    assert first.count("| yes |") == 5 and "five of the fourteen\nscores" in of_first
    assert later.count("| yes |") == 8 and "eight scores are" in of_later
    assert "missed nine of the\nfourteen limits" in paper and "one misses six" in paper
