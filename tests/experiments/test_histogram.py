"""Histograms: sparse as the Polya urn says, their errors as in closed form, rows apart."""

import numpy as np
import pytest

from gaussmech.calibration import analytic_gaussian_sigma, classical_gaussian_sigma
from gaussmech.experiments import data_sets, vector_release
from gaussmech.experiments.error_tables import error_table
from gaussmech.experiments.histogram import histogram, sample_histogram, sensitivities
from gaussmech.experiments.mean_estimation import mean_estimation
from gaussmech.experiments.randomness import generator
from tests.experiments.test_mean_estimation import DELTA, independent_denoisers, rows_of
from tests.experiments.test_mean_estimation import SETTINGS as MEANS

N, REPETITIONS = 50, 400
SETTINGS = MEANS | {"sample_size": N, "dimensions": [5, 40, 300]}


@pytest.fixture(scope="module")
def table():
    return error_table(histogram(**SETTINGS))


@pytest.mark.parametrize(
    "method, sigma", [("cGM", classical_gaussian_sigma), ("aGM", analytic_gaussian_sigma)]
)
def test_the_raw_gaussian_error_is_the_mean_size_of_the_noise(table, method, sigma):
    for d, mean, error, deviation in rows_of(table, method):
        scale = sigma(0.5, DELTA, np.sqrt(2) / N)
        assert abs(mean - d * scale * np.sqrt(2 / np.pi)) <= 4 * error
        assert deviation == pytest.approx(scale * np.sqrt(d * (1 - 2 / np.pi)), rel=0.2, abs=0)


def test_the_laplace_error_is_the_mean_size_of_the_noise(table):
    for d, mean, error, deviation in rows_of(table, "Lap"):
        b = 2 / N / 0.5
        assert abs(mean - d * b) <= 4 * error
        assert deviation == pytest.approx(b * np.sqrt(d), rel=0.2, abs=0)


def test_releasing_nothing_errs_by_one(table):
    for _, mean, error, deviation in rows_of(table, "zero"):
        assert mean == pytest.approx(1, rel=1e-14, abs=0)
        assert error < 1e-15 and deviation < 1e-14


@pytest.mark.parametrize("method", ["aGM-JS", "aGM-JS+", "aGM-TH"])
def test_denoised_errors_are_those_of_an_independent_simulation(table, method):
    for d, mean, error, _ in rows_of(table, method):
        rng, s = np.random.default_rng(d), analytic_gaussian_sigma(0.5, DELTA, np.sqrt(2) / N)
        f = polya_urn(N, d, 3000, rng) / N
        estimate = independent_denoisers(f + s * rng.normal(size=f.shape), s, d)[method]
        loss = abs(estimate - f).sum(axis=1)
        both = np.hypot(error, np.std(loss) / np.sqrt(len(loss)))
        assert abs(mean - np.mean(loss)) <= 4 * both


def polya_urn(n, d, repetitions, rng):
    """Counts of n items: the next is new, of a random bin, with probability 1 / (1 + i)."""
    items = np.empty((repetitions, n), dtype=int)
    everyone = np.arange(repetitions)
    for i in range(n):
        copied = items[everyone, rng.integers(0, max(i, 1), repetitions)]
        new = rng.random(repetitions) < 1 / (1 + i)
        items[:, i] = np.where(new, rng.integers(0, d, repetitions), copied)
    return np.array([np.bincount(row, minlength=d) for row in items])


@pytest.mark.parametrize("n, d", [(500, 10), (500, 1000), (50, 300)])
def test_histograms_are_as_sparse_as_the_polya_urn(n, d):
    rng, i = np.random.default_rng(1), np.arange(n)
    samples = np.array([sample_histogram(n, d, rng) for _ in range(1500)])
    filled = np.count_nonzero(samples, axis=1)
    expected = d * (1 - np.prod((1 - 1 / d + i) / (1 + i)))
    assert abs(filled.mean() - expected) <= 4 * filled.std() / np.sqrt(len(filled))
    # Two items share a bin with probability (1 + 1/d) / 2.
    square = np.square(samples).sum(axis=1)
    expected = 1 / n + (1 - 1 / n) * (1 + 1 / d) / 2
    assert abs(square.mean() - expected) <= 4 * square.std() / np.sqrt(len(square))
    first = samples[:, 0]
    assert abs(first.mean() - 1 / d) <= 4 * first.std() / np.sqrt(len(first)) + 0.5 / d


@pytest.mark.parametrize("d", [1, 3, 10_000])
def test_a_histogram_holds_whole_items_that_sum_to_one(d):
    rng = np.random.default_rng(2)
    for _ in range(5):
        counts = 500 * sample_histogram(500, d, rng)
        assert counts.shape == (d,)
        assert counts == pytest.approx(np.round(counts), abs=1e-12)
        assert counts.sum() == pytest.approx(500) and counts.min() >= 0


def test_the_sensitivities_are_those_of_moving_an_item():
    moved = np.array([0.3, 0.7]) - np.array([0.3 - 1 / 80, 0.7 + 1 / 80])
    expected = np.linalg.norm(moved, 1), np.linalg.norm(moved, 2)
    assert sensitivities(80, 2) == pytest.approx(expected)
    assert sensitivities(80, 5000) == sensitivities(80, 2)


def test_every_task_and_repetition_has_a_stream_of_its_own(monkeypatch):
    keys = []

    def watched(*key):
        keys.append(key)
        return generator(*key)

    for module in (data_sets, vector_release):
        monkeypatch.setattr(module, "generator", watched)
    settings = SETTINGS | {"methods": ["aGM"], "repetitions": 4}
    histogram(**settings)
    mean_estimation(**settings)
    # One for the data and one for the noise.
    assert len(keys) == len(set(keys)) == 2 * 2 * 3 * 4
