"""James-Stein and soft thresholding: the printed formulas, and their risks."""

import numpy as np
import pytest
from scipy import stats

import gaussmech as gm


def up_to_rounding(expected):
    """Return what a value is compared with that has the rounding of a few operations."""
    return pytest.approx(expected, rel=1e-15, abs=0)


def test_james_stein_is_the_printed_formula():
    # d = 4 and ||y||^2 = 25, so that the factor is 1 - 2 * 2^2 / 25 = 0.68.
    estimate = gm.james_stein([3.0, 0.0, 4.0, 0.0], 2.0)
    assert estimate == up_to_rounding([2.04, 0, 2.72, 0])


# d = 5 and ||y||^2 = 2, so that at sigma = 2 the factor is 1 - 3 * 2^2 / 2 = -5.
SHORT_VECTOR = [1.0, 0.0, 1.0, 0.0, 0.0]


def test_the_plain_estimator_overshoots_zero():
    estimate = gm.james_stein(SHORT_VECTOR, 2.0)
    assert estimate == up_to_rounding([-5, 0, -5, 0, 0])


def test_the_positive_part_does_not_overshoot_zero():
    estimate = gm.james_stein(SHORT_VECTOR, 2.0, positive_part=True)
    assert estimate.tolist() == [0, 0, 0, 0, 0]


def test_the_positive_part_changes_nothing_far_from_zero():
    y = [100.0, 0.0, 100.0, 0.0, 0.0]
    plain = gm.james_stein(y, 2.0)
    positive = gm.james_stein(y, 2.0, positive_part=True)
    assert (positive == plain).all()


@pytest.mark.parametrize("d", [5, 20])
@pytest.mark.parametrize("size", [0, 2])
def test_james_stein_risk_is_steins(d, size):
    """E||JS - f||^2 = d - (d-2)^2 E[1/||y||^2], ||y||^2 non-central chi-square (Stein, 1956)."""
    rng = np.random.default_rng(d)
    f = size * rng.standard_normal(d)
    square_norm = stats.ncx2(d, f @ f)
    mean_inverse = square_norm.expect(lambda square: 1 / square)
    risk = d - (d - 2) ** 2 * mean_inverse
    y = f + rng.standard_normal((40_000, d))
    error = gm.james_stein(y, 1.0) - f
    losses = np.square(error).sum(axis=1)
    standard_error = losses.std() / np.sqrt(len(losses))
    assert abs(losses.mean() - risk) <= 4 * standard_error


@pytest.mark.parametrize("positive_part", [False, True])
@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_james_stein_follows_the_unit(positive_part, scale):
    y = np.array([1.0, -2.0, 0.5, 1.0])
    estimate = gm.james_stein(scale * y, scale * 1.5, positive_part=positive_part)
    in_units = gm.james_stein(y, 1.5, positive_part=positive_part)
    assert estimate == pytest.approx(scale * in_units, rel=1e-14, abs=0)


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_a_vector_of_zeros_stays_and_moves_no_other(scale):
    y = scale * np.array([1.0, -2.0, 0.5, 1.0])
    alone = gm.james_stein(y, 1.5 * scale)
    estimates = gm.james_stein([np.zeros(4), y], 1.5 * scale)
    assert estimates.tolist() == [[0, 0, 0, 0], alone.tolist()]


@pytest.mark.parametrize("function", [gm.james_stein, gm.soft_threshold])
def test_the_last_axis_is_the_dimension(function):
    y = np.random.default_rng(1).standard_normal((2, 5, 4))
    estimates = function(y, 0.3)
    assert estimates.shape == y.shape
    for i, j in np.ndindex(2, 5):
        alone = function(y[i, j], 0.3)
        assert estimates[i, j] == up_to_rounding(alone)


@pytest.mark.parametrize("threshold", [None, 0.0])
def test_an_estimate_shares_no_memory_with_the_noisy_vector(threshold):
    y = np.random.default_rng(1).standard_normal(4)
    assert not np.shares_memory(gm.soft_threshold(y, 1.0, threshold=threshold), y)
    assert not np.shares_memory(gm.james_stein(y, 1.0), y)


def test_soft_threshold_is_the_printed_formula():
    y = np.array([5.0, -4.0, 1.0, -0.1])
    threshold = 2 * np.sqrt(2 * np.log(4))
    expected = np.sign(y) * np.maximum(abs(y) - threshold, 0)
    assert expected[0] > 1
    assert gm.soft_threshold(y, 2.0) == up_to_rounding(expected)


def test_the_universal_threshold_depends_on_the_dimension_and_not_on_the_number_of_vectors():
    y = np.full((1000, 4), 10.0)
    expected = 10 - np.sqrt(2 * np.log(4))
    assert gm.soft_threshold(y, 1.0) == up_to_rounding(expected)


def test_a_vector_of_one_entry_has_the_universal_threshold_zero():
    assert gm.soft_threshold([3.0], 1.0).tolist() == [3.0]
    assert gm.soft_threshold(3.0, 1.0) == 3.0


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 4)])
def test_soft_threshold_of_an_empty_array_has_its_shape(shape):
    assert gm.soft_threshold(np.ones(shape), 1.0).shape == shape


@pytest.mark.parametrize("threshold", [0.0, 0.7, 1e6])
def test_a_given_threshold_replaces_the_universal_one(threshold):
    y = np.random.default_rng(2).standard_normal(50)
    y[0] = 0.0
    expected = [np.copysign(max(abs(v) - threshold, 0), v) for v in y]
    estimate = gm.soft_threshold(y, 99.0, threshold=threshold)
    assert estimate == pytest.approx(expected, abs=1e-15)
    zeros = estimate[estimate == 0]
    assert not np.signbit(zeros).any()
