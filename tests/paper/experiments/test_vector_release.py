"""Errors of released means and histograms: as in a simulation of their own; rows stand apart."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments import mean_estimation as means
from gaussmech.paper.experiments import vector_release
from gaussmech.paper.experiments.error_tables import error_table
from gaussmech.paper.experiments.histogram import histogram, sample_histogram
from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.experiments.methods import VECTOR, offered
from gaussmech.paper.experiments.randomness import generator
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)

N = 20
EPSILON = 0.5
DELTA = 1e-4
REPETITIONS = 400
SETTINGS = {
    "seed": 1,
    "epsilon": EPSILON,
    "delta": DELTA,
    "sample_size": N,
    "dimensions": [3, 10, 100],
    "repetitions": REPETITIONS,
    "methods": offered(VECTOR),
}
ITEMS = 50
HISTOGRAMS = {"sample_size": ITEMS, "dimensions": [5, 40, 300]}
ERRORS = ["error_mean", "error_se", "error_std"]


def small_table(experiment=mean_estimation, **change):
    return error_table(pd.DataFrame(experiment(**SETTINGS | change)))


@pytest.fixture(scope="module")
def table():
    return small_table()


def of(table, method):
    return table[table.method == method].error_mean.to_numpy()


class Means:
    """Means of N points of a normal centre, their sensitivities, and the norm of their error."""

    norm = 2

    def __init__(self, d, rng):
        centres = rng.normal(size=(8000, d))
        # The variance of a coordinate of a point is 1/12.
        self.f = centres + rng.normal(size=(8000, d)) / np.sqrt(12 * N)
        self.l1 = d / N
        self.l2 = np.sqrt(d) / N


class Histograms:
    """Histograms of items, their sensitivities, and the norm of their error."""

    norm = 1

    def __init__(self, d, rng):
        samples = [sample_histogram(ITEMS, d, rng) for _ in range(3000)]
        self.f = np.array(samples)
        self.l1 = 2 / ITEMS
        self.l2 = np.sqrt(2) / ITEMS


def simulated_errors(data, rng):
    """Return the errors by method of releases of many vectors, by a simulation of their own."""
    f = data.f
    d = f.shape[1]
    z = rng.normal(size=f.shape)
    sigma = analytic_gaussian_sigma(EPSILON, DELTA, data.l2)
    y = f + sigma * z
    threshold = sigma * np.sqrt(2 * np.log(d))
    energy = np.square(y).sum(axis=1, keepdims=True)
    factor = 1 - (d - 2) * sigma**2 / energy
    estimates = {
        "Lap": f + rng.laplace(scale=data.l1 / EPSILON, size=f.shape),
        "cGM": f + classical_gaussian_sigma(EPSILON, DELTA, data.l2) * z,
        "aGM": y,
        "aGM-JS": factor * y,
        "aGM-JS+": np.maximum(factor, 0) * y,
        "aGM-TH": np.sign(y) * np.maximum(abs(y) - threshold, 0),
        "zero": 0 * f,
    }
    errors = {}
    for name, estimate in estimates.items():
        errors[name] = np.linalg.norm(estimate - f, data.norm, axis=1)
    return errors


@pytest.mark.parametrize("place", range(3), ids=["small", "middle", "large"])
@pytest.mark.parametrize(
    ("experiment", "change", "data"),
    [(mean_estimation, {}, Means), (histogram, HISTOGRAMS, Histograms)],
    ids=["means", "histograms"],
)
def test_errors_are_those_of_an_independent_simulation(experiment, change, data, place):
    d = (SETTINGS | change)["dimensions"][place]
    rows = small_table(experiment, **change | {"dimensions": [d]})
    rng = np.random.default_rng(10 + d)
    simulation = simulated_errors(data(d, rng), rng)
    assert rows.method.tolist() == list(simulation)
    for row in rows.itertuples():
        errors = simulation[row.method]
        error_of_mean = errors.std() / np.sqrt(len(errors))
        standard_error = np.hypot(row.error_se, error_of_mean)
        gap = abs(row.error_mean - errors.mean())
        assert gap <= 4 * standard_error + 1e-12, row.method
        # Of a raw release; the error of James-Stein has heavy tails.
        if "-" not in row.method:
            assert row.error_std == pytest.approx(errors.std(), rel=0.2, abs=1e-12)


@pytest.mark.parametrize(
    "change",
    [{"dimensions": [100, 7, 3, 10]}, {"methods": ["zero", "aGM"], "dimensions": [10]}],
    ids=["more dimensions", "fewer methods"],
)
def test_a_row_is_the_same_whatever_stands_beside_it(table, change):
    other = small_table(**change)
    assert other.dimension.is_monotonic_increasing
    pairs = table.merge(other, on=["dimension", "method"], suffixes=("", "_other"))
    assert len(pairs) >= min(len(table), len(other)) > 0
    for column in ERRORS:
        assert (pairs[column] == pairs[column + "_other"]).all(), column


@pytest.mark.parametrize("block", [70, 10**6])
def test_blocks_and_other_epsilons_do_not_matter(table, monkeypatch, block):
    monkeypatch.setattr(vector_release, "BLOCK_NUMBERS", block)
    pd.testing.assert_frame_equal(small_table(), table)
    both = small_table(epsilon=[0.7, EPSILON])
    rows = both[both["epsilon"] == EPSILON]
    assert both["epsilon"].is_monotonic_increasing and len(both) == 2 * len(rows)
    pd.testing.assert_frame_equal(rows, table)


def test_every_task_and_repetition_has_a_stream_of_its_own(monkeypatch):
    keys = []

    def watched(*key):
        keys.append(key)
        return generator(*key)

    monkeypatch.setattr(vector_release, "generator", watched)
    for experiment in (histogram, mean_estimation):
        experiment(**SETTINGS | {"methods": ["aGM"], "repetitions": 4})
    # One for the data and one for the noise.
    assert len(keys) == len(set(keys)) == 2 * 2 * 3 * 4


@pytest.mark.parametrize("chunk", [7, means.CHUNK])
@pytest.mark.parametrize(
    ("n", "d"), [(1, 1), (7, 3), (100, 333), (500, 200), (70_001, 3)]
)
def test_the_whole_data_set_is_sampled_whatever_the_chunk(monkeypatch, chunk, n, d):
    rng = np.random.default_rng(2)
    center = rng.standard_normal(d)
    points = center[:, None] + rng.random((d, n)) - 0.5
    monkeypatch.setattr(means, "CHUNK", chunk)
    sample_mean = means.sample_mean(n, d, np.random.default_rng(2))
    assert sample_mean == pytest.approx(points.mean(axis=1), abs=1e-12)


@pytest.mark.parametrize(("n", "d"), [(12, 1_000_000), (2_000_000, 3)])
def test_the_data_set_never_stands_in_memory(n, d):
    tracemalloc.start()
    means.sample_mean(n, d, np.random.default_rng(6))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 8 * d + 2e6 < 8 * n * d


@pytest.fixture(
    scope="module",
    params=[(500, 10), (500, 1000), (50, 300)],
    ids=lambda size: f"{size[0]} items, {size[1]} bins",
)
def urns(request):
    """Numbers of items and of bins, and 1,500 histograms of them."""
    n, d = request.param
    rng = np.random.default_rng(1)
    samples = [sample_histogram(n, d, rng) for _ in range(1500)]
    return n, d, np.array(samples)


def assert_has_mean(values, expected, slack=0.0):
    standard_error = values.std() / np.sqrt(len(values))
    assert abs(values.mean() - expected) <= 4 * standard_error + slack


def test_histograms_have_as_many_full_bins_as_the_polya_urn(urns):
    n, d, samples = urns
    item = np.arange(n)
    empty = np.prod((1 - 1 / d + item) / (1 + item))
    assert_has_mean(np.count_nonzero(samples, axis=1), d * (1 - empty))


def test_two_items_share_a_bin_as_often_as_in_the_polya_urn(urns):
    n, d, samples = urns
    share = (1 + 1 / d) / 2
    expected = 1 / n + (1 - 1 / n) * share
    assert_has_mean(np.square(samples).sum(axis=1), expected)


def test_the_first_bin_holds_its_share_of_the_items(urns):
    _, d, samples = urns
    # In many bins the first one is nearly always empty, and its mean has heavy tails.
    assert_has_mean(samples[:, 0], 1 / d, slack=0.5 / d)


@pytest.mark.parametrize("d", [1, 3, 10_000])
def test_a_histogram_holds_whole_items_that_sum_to_one(d):
    rng = np.random.default_rng(2)
    for _ in range(5):
        counts = 500 * sample_histogram(500, d, rng)
        assert counts.shape == (d,)
        assert counts == pytest.approx(np.round(counts), abs=1e-12)
        assert counts.sum() == pytest.approx(500)
        assert counts.min() >= 0
