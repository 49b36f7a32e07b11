"""Errors of released means and histograms: as in a simulation of their own; rows stand apart."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments import data_sets, vector_release
from gaussmech.paper.experiments.error_tables import error_table
from gaussmech.paper.experiments.histogram import histogram, sample_histogram
from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.experiments.methods import VECTOR, offered
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.summaries import summary
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)

N = 20
EPSILON = 0.5
DELTA = 1e-4
REPETITIONS = 400
SETTINGS = {"seed": 1, "epsilon": EPSILON, "delta": DELTA, "sample_size": N}
SETTINGS |= {
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


def means_of_points(d, rng):
    f = rng.normal(size=(8000, d)) + rng.normal(size=(8000, d)) / np.sqrt(12 * N)
    return f, 2, d / N, np.sqrt(d) / N


def histograms(d, rng):
    f = np.array([sample_histogram(ITEMS, d, rng) for _ in range(3000)])
    return f, 1, 2 / ITEMS, np.sqrt(2) / ITEMS


def simulated(f, norm, l1, l2, rng):
    """Errors by method of releases of the rows of f."""
    d = f.shape[1]
    z = rng.normal(size=f.shape)
    s = analytic_gaussian_sigma(EPSILON, DELTA, l2)
    y = f + s * z
    threshold = s * np.sqrt(2 * np.log(d))
    factor = 1 - (d - 2) * s * s / np.square(y).sum(axis=1, keepdims=True)
    estimates = {
        "Lap": f + rng.laplace(scale=l1 / EPSILON, size=f.shape),
        "cGM": f + classical_gaussian_sigma(EPSILON, DELTA, l2) * z,
        "aGM": y,
        "aGM-JS": factor * y,
        "aGM-JS+": np.where(factor > 0, factor, 0) * y,
        "aGM-TH": np.where(y > 0, 1, -1)
        * np.where(abs(y) > threshold, abs(y) - threshold, 0),
        "zero": 0 * f,
    }
    return {name: np.linalg.norm(x - f, norm, axis=1) for name, x in estimates.items()}


@pytest.mark.parametrize(
    "experiment, change, data",
    [(mean_estimation, {}, means_of_points), (histogram, HISTOGRAMS, histograms)],
)
def test_errors_are_those_of_an_independent_simulation(experiment, change, data):
    for d, rows in small_table(experiment, **change).groupby("dimension"):
        rng = np.random.default_rng(10 + d)
        losses = simulated(*data(d, rng), rng)
        assert rows.method.tolist() == list(losses)
        for row in rows.itertuples():
            loss = losses[row.method]
            standard_error = np.hypot(row.error_se, loss.std() / np.sqrt(len(loss)))
            assert abs(row.error_mean - loss.mean()) <= 4 * standard_error + 1e-12, (
                d,
                row.method,
            )
            # Of a raw release; the error of James-Stein has heavy tails.
            if "-" not in row.method:
                assert row.error_std == pytest.approx(loss.std(), rel=0.2, abs=1e-12)


def test_the_table_has_a_row_a_dimension_and_method(table):
    assert table.columns.tolist() == COLUMNS["mean_estimation"]
    cells = [(d, m) for d in (3, 10, 100) for m in offered(VECTOR)]
    assert list(zip(table.dimension, table.method, strict=True)) == cells
    settings = [
        SETTINGS[name] for name in ("epsilon", "delta", "sample_size", "repetitions")
    ]
    assert (table[["epsilon", "delta", "sample_size", "repetitions"]] == settings).all(
        axis=None
    )
    assert table.error_se.to_numpy() == pytest.approx(
        table.error_std / np.sqrt(REPETITIONS)
    )
    assert not table.isna().to_numpy().any()
    assert pd.api.types.is_integer_dtype(table.dimension)
    # Both Gaussian mechanisms share the data and the noise.
    ratio = classical_gaussian_sigma(0.5, DELTA) / analytic_gaussian_sigma(0.5, DELTA)
    assert of(table, "cGM") / of(table, "aGM") == pytest.approx(ratio, rel=1e-9, abs=0)


def test_data_and_sensitivity_are_those_of_the_size_and_dimension():
    sizes = []

    def sample(n, d, rng):
        sizes.append((n, d))
        return np.full(d, 3.0)

    def no_sensitivity(n, d):
        return 0.0, 0.0

    settings = SETTINGS | {"repetitions": 2, "methods": ["Lap", "cGM", "aGM", "zero"]}
    task = data_sets.Task("task", sample, no_sensitivity, norm=np.inf)
    rows = vector_release.errors(task, vector_release.Settings(**settings))
    assert sizes == [(N, d) for d in (3, 10, 100) for _ in range(2)]
    method_errors = [[row[method] for method in settings["methods"]] for row in rows]
    assert method_errors == 6 * [[0, 0, 0, 3]]


@pytest.mark.parametrize(
    "change",
    [{"dimensions": [100, 7, 3, 10]}, {"methods": ["zero", "aGM"], "dimensions": [10]}],
)
def test_a_row_is_the_same_whatever_stands_beside_it_but_for_the_seed(table, change):
    other = small_table(**change)
    assert other.dimension.is_monotonic_increasing
    pairs = table.merge(other, on=["dimension", "method"], suffixes=("", "_other"))
    assert len(pairs) >= min(len(table), len(other)) > 0
    assert all((pairs[column] == pairs[column + "_other"]).all() for column in ERRORS)
    for method in ("zero", "aGM"):
        assert (of(small_table(seed=2), method) != of(table, method)).all()


@pytest.mark.parametrize("change", [{"epsilon": 0.6}, {"delta": 2e-4}])
def test_every_budget_has_the_same_data_and_noise_of_its_own(table, change):
    other = small_table(**change)
    assert (of(other, "zero") == of(table, "zero")).all()
    budget = {"epsilon": EPSILON, "delta": DELTA} | change
    scaled = of(other, "aGM") / analytic_gaussian_sigma(**budget)
    off = scaled - of(table, "aGM") / analytic_gaussian_sigma(EPSILON, DELTA)
    assert (abs(off) > 1e-6).all()


@pytest.mark.parametrize("block", [70, 10**6])
def test_kept_data_and_blocks_do_not_matter(table, monkeypatch, block):
    monkeypatch.setattr(vector_release, "BLOCK_NUMBERS", block)
    names = ("seed", "sample_size", "dimensions")
    arguments = {name: SETTINGS[name] for name in names} | {
        "repetitions": range(REPETITIONS)
    }
    samples = data_sets.data_sets("mean_estimation", data_sets.sample_mean, **arguments)
    for data in (None, np.concatenate(list(samples))):
        pd.testing.assert_frame_equal(small_table(data=data), table)


def test_every_task_and_repetition_has_a_stream_of_its_own(monkeypatch):
    keys = []

    def watched(*key):
        keys.append(key)
        return generator(*key)

    for module in (data_sets, vector_release):
        monkeypatch.setattr(module, "generator", watched)
    for experiment in (histogram, mean_estimation):
        experiment(**SETTINGS | {"methods": ["aGM"], "repetitions": 4})
    # One for the data and one for the noise.
    assert len(keys) == len(set(keys)) == 2 * 2 * 3 * 4


def test_a_summary_has_mean_deviation_and_standard_error():
    row = summary("rmse", np.array([1.0, 2.0, 6.0]))
    expected = {
        "repetitions": 3,
        "rmse_mean": 3,
        "rmse_se": np.sqrt(7 / 3),
        "rmse_std": np.sqrt(7),
    }
    assert list(row) == list(expected)
    assert row == pytest.approx(expected, rel=1e-15, abs=0)
    _, mean, *errors = summary("error", np.array([5.0])).values()
    assert mean == 5 and np.isnan(errors).all()


@pytest.mark.parametrize("chunk", [7, data_sets.CHUNK])
@pytest.mark.parametrize("n, d", [(1, 1), (7, 3), (100, 333), (500, 200), (70_001, 3)])
def test_the_whole_data_set_is_sampled_whatever_the_chunk(monkeypatch, chunk, n, d):
    rng = np.random.default_rng(2)
    center = rng.standard_normal(d)
    points = center[:, None] + rng.random((d, n)) - 0.5
    monkeypatch.setattr(data_sets, "CHUNK", chunk)
    sample_mean = data_sets.sample_mean(n, d, np.random.default_rng(2))
    assert sample_mean == pytest.approx(points.mean(axis=1), abs=1e-12)


@pytest.mark.parametrize("n, d", [(12, 1_000_000), (2_000_000, 3)])
def test_the_data_set_never_stands_in_memory(n, d):
    tracemalloc.start()
    data_sets.sample_mean(n, d, np.random.default_rng(6))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 8 * d + 2e6 < 8 * n * d


@pytest.mark.parametrize("n, d", [(500, 10), (500, 1000), (50, 300)])
def test_histograms_are_as_sparse_as_the_polya_urn(n, d):
    rng = np.random.default_rng(1)
    i = np.arange(n)
    samples = np.array([sample_histogram(n, d, rng) for _ in range(1500)])
    for values, expected, slack in (
        # Bins with an item; two items share a bin with probability (1 + 1/d) / 2; the first bin.
        (
            np.count_nonzero(samples, axis=1),
            d * (1 - np.prod((1 - 1 / d + i) / (1 + i))),
            0,
        ),
        (np.square(samples).sum(axis=1), 1 / n + (1 - 1 / n) * (1 + 1 / d) / 2, 0),
        (samples[:, 0], 1 / d, 0.5 / d),
    ):
        assert abs(values.mean() - expected) <= 4 * values.std() / np.sqrt(1500) + slack


@pytest.mark.parametrize("d", [1, 3, 10_000])
def test_a_histogram_holds_whole_items_that_sum_to_one(d):
    rng = np.random.default_rng(2)
    for _ in range(5):
        counts = 500 * sample_histogram(500, d, rng)
        assert counts.shape == (d,)
        assert counts == pytest.approx(np.round(counts), abs=1e-12)
        assert counts.sum() == pytest.approx(500) and counts.min() >= 0
