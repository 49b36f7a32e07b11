"""Mean estimation: the data as described, the errors as in closed form, rows apart."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.special import gammaln

from gaussmech.calibration import analytic_gaussian_sigma, classical_gaussian_sigma
from gaussmech.experiments import data_sets as module
from gaussmech.experiments import vector_release
from gaussmech.experiments.data_sets import data_sets, sample_mean
from gaussmech.experiments.error_tables import error_table
from gaussmech.experiments.mean_estimation import mean_estimation, sensitivities
from gaussmech.experiments.methods import VECTOR, offered
from gaussmech.experiments.summaries import summary
from gaussmech.experiments.vector_release import errors
from gaussmech.pipeline.tables import COLUMNS

N, DELTA, REPETITIONS = 20, 1e-4, 400
SETTINGS = {
    "seed": 1,
    "epsilon": 0.5,
    "delta": DELTA,
    "sample_size": N,
    "dimensions": [3, 10, 100],
    "repetitions": REPETITIONS,
    "methods": offered(VECTOR),
}


@pytest.fixture(scope="module")
def table():
    return error_table(mean_estimation(**SETTINGS))


def rows_of(table, method):
    rows = table[table.method == method]
    return zip(rows.dimension, rows.error_mean, rows.error_se, rows.error_std, strict=True)


def mean_square(mean, deviation):
    return mean**2 + (REPETITIONS - 1) / REPETITIONS * deviation**2


def gaussian_norm(d):
    """E ||N(0, I_d)||_2"""
    return np.sqrt(2) * np.exp(gammaln((d + 1) / 2) - gammaln(d / 2))


def test_the_table_has_a_row_a_dimension_and_method(table):
    assert table.columns.tolist() == COLUMNS["mean_estimation"]
    cells = [(d, m) for d in (3, 10, 100) for m in offered(VECTOR)]
    assert list(zip(table.dimension, table.method, strict=True)) == cells
    for column, value in [("epsilon", 0.5), ("delta", DELTA), ("sample_size", N)]:
        assert (table[column] == value).all()
    assert (table.repetitions == REPETITIONS).all()
    assert table.error_se.to_numpy() == pytest.approx(table.error_std / np.sqrt(REPETITIONS))
    assert not table.isna().to_numpy().any()
    assert pd.api.types.is_integer_dtype(table.dimension)


@pytest.mark.parametrize(
    "method, sigma", [("cGM", classical_gaussian_sigma), ("aGM", analytic_gaussian_sigma)]
)
def test_the_raw_gaussian_error_is_the_mean_norm_of_the_noise(table, method, sigma):
    for d, mean, error, deviation in rows_of(table, method):
        scale = sigma(0.5, DELTA, np.sqrt(d) / N)
        assert abs(mean - scale * gaussian_norm(d)) <= 4 * error
        assert deviation == pytest.approx(
            scale * np.sqrt(d - gaussian_norm(d) ** 2), rel=0.2, abs=0
        )


def test_the_laplace_error_has_the_second_moment_of_the_noise(table):
    for d, mean, _, deviation in rows_of(table, "Lap"):
        b = d / N / 0.5
        # Z^2 has the variance 24 b^4 - 4 b^4.
        error = np.sqrt(20 * d * b**4 / REPETITIONS)
        assert abs(mean_square(mean, deviation) - 2 * d * b**2) <= 4 * error


def test_the_zero_error_has_the_second_moment_of_the_data(table):
    for d, mean, _, deviation in rows_of(table, "zero"):
        expected = d * (1 + 1 / (12 * N))
        error = expected * np.sqrt(2 / d / REPETITIONS)
        assert abs(mean_square(mean, deviation) - expected) <= 4 * error


def test_both_gaussian_mechanisms_share_the_data_and_the_noise(table):
    classical, analytic = (table[table.method == m].error_mean.to_numpy() for m in ("cGM", "aGM"))
    ratio = classical_gaussian_sigma(0.5, DELTA) / analytic_gaussian_sigma(0.5, DELTA)
    assert classical / analytic == pytest.approx(ratio, rel=1e-9, abs=0)


def test_the_james_stein_error_has_the_papers_second_moment(table):
    # Theorem 11 with the expectation of 1/||y||^2 worked out; f is all but N(0, w2 I).
    for d, mean, _, deviation in rows_of(table, "aGM-JS"):
        s2, w2 = analytic_gaussian_sigma(0.5, DELTA, np.sqrt(d) / N) ** 2, 1 + 1 / (12 * N)
        expected = d * s2 - (d - 2) * s2**2 / (w2 + s2)
        rng = np.random.default_rng(d)
        f, z = rng.normal(size=(2, 20_000, d)) * np.sqrt([[[w2]], [[s2]]])
        y = f + z
        loss = np.square((1 - (d - 2) * s2 / np.square(y).sum(1, keepdims=True)) * y - f).sum(1)
        error = np.std(loss) / np.sqrt(REPETITIONS)
        assert abs(np.mean(loss) - expected) <= 0.3 * error
        assert abs(mean_square(mean, deviation) - expected) <= 4 * error


def independent_denoisers(y, s, d):
    norm = np.square(y).sum(axis=1, keepdims=True)
    factor = 1 - (d - 2) * s * s / norm
    threshold = s * np.sqrt(2 * np.log(d))
    return {
        "aGM-JS": factor * y,
        "aGM-JS+": np.where(factor > 0, factor, 0) * y,
        "aGM-TH": np.where(y > 0, 1, -1) * np.where(abs(y) > threshold, abs(y) - threshold, 0),
    }


@pytest.mark.parametrize("method", ["aGM-JS", "aGM-JS+", "aGM-TH"])
def test_denoised_errors_are_those_of_an_independent_simulation(table, method):
    for d, mean, error, _ in rows_of(table, method):
        rng, s = np.random.default_rng(10 + d), analytic_gaussian_sigma(0.5, DELTA, np.sqrt(d) / N)
        f = rng.normal(size=(8000, d)) + rng.normal(size=(8000, d)) / np.sqrt(12 * N)
        estimate = independent_denoisers(f + s * rng.normal(size=(8000, d)), s, d)[method]
        loss = np.sqrt(np.square(estimate - f).sum(axis=1))
        both = np.hypot(error, np.std(loss) / np.sqrt(len(loss)))
        assert abs(mean - np.mean(loss)) <= 4 * both


def test_the_positive_part_is_another_and_better_estimator(table):
    errors = {m: table[table.method == m].error_mean.to_numpy() for m in ("aGM-JS", "aGM-JS+")}
    assert (errors["aGM-JS+"] < errors["aGM-JS"]).all()


def test_data_and_sensitivity_are_those_of_the_size_and_dimension():
    asked = []

    def sample(n, d, rng):
        asked.append((n, d))
        return np.full(d, 3.0)

    settings = SETTINGS | {"repetitions": 2, "methods": ["Lap", "cGM", "aGM", "zero"]}
    table = errors("task", sample, lambda n, d: (0.0, 0.0), np.inf, **settings)
    assert asked == [(N, d) for d in (3, 10, 100) for _ in range(2)]
    assert table[settings["methods"]].to_numpy().tolist() == 6 * [[0, 0, 0, 3]]


@pytest.mark.parametrize("n, d", [(500, 7), (1, 4)])
def test_the_sensitivities_are_those_of_a_unit_cube(n, d):
    corner = np.ones(d) / n
    expected = np.linalg.norm(corner, 1), np.linalg.norm(corner, 2)
    assert sensitivities(n, d) == pytest.approx(expected, rel=1e-15, abs=0)


@pytest.mark.parametrize("n, d", [(1, 1), (7, 3), (500, 200), (500, 10_000), (70_001, 3)])
def test_the_whole_data_set_is_sampled(n, d):
    rng = np.random.default_rng(2)
    center = rng.standard_normal(d)
    points = center[:, None] + rng.random((d, n)) - 0.5
    found = sample_mean(n, d, np.random.default_rng(2))
    assert found == pytest.approx(points.mean(axis=1), abs=1e-12)


@pytest.mark.parametrize("n", [1, 5, 500])
def test_the_mean_is_that_of_n_uniform_points_about_the_center(n):
    d = 20_000
    off = sample_mean(n, d, np.random.default_rng(3)) - np.random.default_rng(3).standard_normal(d)
    assert abs(off.mean()) <= 4 / np.sqrt(12 * n * d)
    # The kurtosis of a mean of n uniform numbers is 3 - 1.2 / n.
    assert abs(off.var() * 12 * n - 1) <= 4 * np.sqrt((2 - 1.2 / n) / d)
    assert abs(off).max() <= 0.5
    if n == 1:
        assert stats.kstest(off + 0.5, "uniform").pvalue > 1e-3


def test_the_center_is_standard_normal():
    center = sample_mean(10_000, 3000, np.random.default_rng(4))
    assert stats.kstest(center, "norm").pvalue > 1e-3


@pytest.mark.parametrize("chunk", [1, 13, 100, 4096])
@pytest.mark.parametrize("n, d", [(100, 1), (100, 333), (1, 50), (5000, 2)])
def test_chunks_do_not_matter(monkeypatch, chunk, n, d):
    expected = sample_mean(n, d, np.random.default_rng(5))
    monkeypatch.setattr(module, "CHUNK", chunk)
    assert sample_mean(n, d, np.random.default_rng(5)) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("n, d", [(12, 1_000_000), (2_000_000, 3)])
def test_the_data_set_never_stands_in_memory(n, d):
    tracemalloc.start()
    sample_mean(n, d, np.random.default_rng(6))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 8 * d + 2e6 < 8 * n * d


@pytest.mark.parametrize(
    "change",
    [
        {"dimensions": [100, 7, 3, 10]},
        {"methods": ["zero", "aGM-TH", "aGM"]},
        {"methods": ["aGM"], "dimensions": [10]},
    ],
)
def test_a_row_is_the_same_whatever_stands_beside_it(table, change):
    other = error_table(mean_estimation(**SETTINGS | change))
    assert other.dimension.is_monotonic_increasing
    both = table.merge(other, on=["dimension", "method"], suffixes=("", "_other"))
    assert len(both) >= min(len(table), len(other)) > 0
    for column in ("error_mean", "error_se", "error_std"):
        assert (both[column] == both[column + "_other"]).all()


def mean_errors(table, method):
    return table[table.method == method].error_mean.to_numpy()


def test_another_seed_draws_other_data(table):
    other = error_table(mean_estimation(**SETTINGS | {"seed": 2}))
    for method in ("zero", "aGM"):
        assert (mean_errors(other, method) != mean_errors(table, method)).all()


@pytest.mark.parametrize("change", [{"epsilon": 0.6}, {"delta": 2e-4}])
def test_every_budget_has_the_same_data_and_noise_of_its_own(table, change):
    other = error_table(mean_estimation(**SETTINGS | change))
    assert (mean_errors(other, "zero") == mean_errors(table, "zero")).all()
    scale = [
        analytic_gaussian_sigma(s["epsilon"], s["delta"]) for s in (SETTINGS, SETTINGS | change)
    ]
    off = mean_errors(other, "aGM") / scale[1] - mean_errors(table, "aGM") / scale[0]
    assert (abs(off) > 1e-6).all()


@pytest.mark.parametrize("block", [1, 70, 10**6])
def test_kept_data_and_blocks_do_not_matter(table, monkeypatch, block):
    monkeypatch.setattr(vector_release, "BLOCK_NUMBERS", block)
    names = ("seed", "sample_size", "dimensions")
    given = {name: SETTINGS[name] for name in names} | {"repetitions": range(REPETITIONS)}
    kept = np.concatenate(list(data_sets("mean_estimation", sample_mean, **given)))
    for data in (None, kept):
        pd.testing.assert_frame_equal(error_table(mean_estimation(**SETTINGS, data=data)), table)


def test_repetitions_draw_anew_and_earlier_ones_stay():
    one = SETTINGS | {"methods": ["zero"], "dimensions": [50]}
    two, three = (error_table(mean_estimation(**one | {"repetitions": r})) for r in (2, 3))
    # mean +- std / sqrt 2 are the two errors.
    first = two.error_mean[0] + two.error_se[0] * np.array([-1, 1])
    third = 3 * three.error_mean[0] - first.sum()
    assert np.std([*first, third], ddof=1) == pytest.approx(three.error_std[0])
    assert len(set(np.round([*first, third], 9))) == 3


def test_a_single_repetition_has_no_standard_error():
    row = error_table(mean_estimation(**SETTINGS | {"repetitions": 1})).iloc[0]
    assert row.error_mean > 0 and np.isnan(row.error_se) and np.isnan(row.error_std)


def test_a_summary_has_mean_deviation_and_standard_error():
    found = summary("rmse", np.array([1.0, 2.0, 6.0]))
    expected = {"repetitions": 3, "rmse_mean": 3, "rmse_se": np.sqrt(7 / 3), "rmse_std": np.sqrt(7)}
    assert list(found) == list(expected)
    assert found == pytest.approx(expected, rel=1e-15, abs=0)
