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


def small_table(experiment=mean_estimation, **change):
    return error_table(pd.DataFrame(experiment(**SETTINGS | change)))


@pytest.fixture(scope="module")
def table():
    return small_table()


def points(d, rng):
    """Return means of N points of a normal centre, and their L1 and L2 sensitivities."""
    # The variance of a coordinate of a point is 1/12.
    noise = rng.normal(size=(8000, d)) / np.sqrt(12 * N)
    return rng.normal(size=(8000, d)) + noise, d / N, np.sqrt(d) / N


def histograms(d, rng):
    """Return histograms of items, and their L1 and L2 sensitivities."""
    samples = [sample_histogram(ITEMS, d, rng) for _ in range(3000)]
    return np.array(samples), 2 / ITEMS, np.sqrt(2) / ITEMS


def estimates_of(f, l1, l2, rng):
    """Return estimates by method of many vectors with these sensitivities."""
    d = f.shape[1]
    z = rng.normal(size=f.shape)
    sigma = analytic_gaussian_sigma(EPSILON, DELTA, l2)
    y = f + sigma * z
    threshold = sigma * np.sqrt(2 * np.log(d))
    factor = 1 - (d - 2) * sigma**2 / np.square(y).sum(axis=1, keepdims=True)
    return {
        "Lap": f + rng.laplace(scale=l1 / EPSILON, size=f.shape),
        "cGM": f + classical_gaussian_sigma(EPSILON, DELTA, l2) * z,
        "aGM": y,
        "aGM-JS": factor * y,
        "aGM-JS+": np.maximum(factor, 0) * y,
        "aGM-TH": np.sign(y) * np.maximum(abs(y) - threshold, 0),
        "zero": 0 * f,
    }


@pytest.mark.parametrize(
    "experiment, sample_size, d, data, norm",
    [
        *((mean_estimation, N, d, points, 2) for d in (3, 10, 100)),
        *((histogram, ITEMS, d, histograms, 1) for d in (5, 40, 300)),
    ],
)
def test_errors_are_those_of_an_independent_simulation(
    experiment, sample_size, d, data, norm
):
    rows = small_table(experiment, sample_size=sample_size, dimensions=[d])
    rng = np.random.default_rng(10 + d)
    f, *sensitivities = data(d, rng)
    estimates = estimates_of(f, *sensitivities, rng)
    assert rows.method.tolist() == list(estimates)
    for row in rows.itertuples():
        errors = np.linalg.norm(estimates[row.method] - f, norm, axis=1)
        standard_error = np.hypot(row.error_se, errors.std() / np.sqrt(len(errors)))
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
    # Rows of both tables are equal in all columns.
    assert len(table.merge(other)) == min(len(table), len(other))


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
@pytest.mark.parametrize("n, d", [(1, 1), (7, 3), (100, 333), (500, 200), (70_001, 3)])
def test_the_whole_data_set_is_sampled_whatever_the_chunk(monkeypatch, chunk, n, d):
    rng = np.random.default_rng(2)
    center = rng.standard_normal(d)
    points = center[:, None] + rng.random((d, n)) - 0.5
    monkeypatch.setattr(means, "CHUNK", chunk)
    sample_mean = means.sample_mean(n, d, np.random.default_rng(2))
    assert sample_mean == pytest.approx(points.mean(axis=1), abs=1e-12)


@pytest.mark.parametrize("n, d", [(12, 1_000_000), (2_000_000, 3)])
def test_the_data_set_never_stands_in_memory(n, d):
    tracemalloc.start()
    means.sample_mean(n, d, np.random.default_rng(6))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 8 * d + 2e6 < 8 * n * d


@pytest.mark.parametrize("n, d", [(500, 1), (500, 10), (500, 1000), (50, 300)])
def test_histograms_are_polya_urns_of_whole_items(n, d):
    rng = np.random.default_rng(1)
    samples = np.array([sample_histogram(n, d, rng) for _ in range(1500)])
    counts = n * samples
    assert abs(counts - np.round(counts)).max() < 1e-12
    assert counts.min() >= 0
    assert counts.sum(axis=1) == pytest.approx(n)
    item = np.arange(n)
    empty = np.prod((1 - 1 / d + item) / (1 + item))
    two_in_a_bin = (1 + 1 / d) / 2
    for values, expected in (
        (np.count_nonzero(samples, axis=1), d * (1 - empty)),
        (np.square(samples).sum(axis=1), 1 / n + (1 - 1 / n) * two_in_a_bin),
        # In many bins the first one is nearly always empty, and its mean has heavy tails.
        (samples[:, : (d + 1) // 2].sum(axis=1), (d + 1) // 2 / d),
    ):
        standard_error = values.std() / np.sqrt(len(values))
        assert abs(values.mean() - expected) <= 4 * standard_error + 1e-12
