"""James-Stein and soft thresholding: formulas, risks, and what they refuse."""

import numpy as np
import pytest
from scipy import stats

from gaussmech.shrinkage import james_stein, soft_threshold


def within_4_standard_errors(draws, expected):
    return abs(np.mean(draws) - expected) <= 4 * np.std(draws) / np.sqrt(len(draws))


def test_james_stein_is_the_printed_formula():
    # d = 4, ||y||^2 = 25: the factor is 1 - 2 * 2^2 / 25.
    assert james_stein([3.0, 0.0, 4.0, 0.0], 2.0) == pytest.approx(
        [2.04, 0, 2.72, 0], rel=1e-15, abs=0
    )


def test_james_stein_overshoots_zero_unless_told_not_to():
    y = [1.0, 0.0, 1.0, 0.0, 0.0]
    assert james_stein(y, 2.0) == pytest.approx([-5, 0, -5, 0, 0], rel=1e-15, abs=0)
    assert james_stein(y, 2.0, positive_part=True).tolist() == [0, 0, 0, 0, 0]
    far = np.multiply(y, 100)
    assert (james_stein(far, 2.0, positive_part=True) == james_stein(far, 2.0)).all()


@pytest.mark.parametrize("d", [3, 5, 40])
@pytest.mark.parametrize("sigma", [0.1, 3.0])
def test_james_stein_risk_at_zero_is_2_sigma_squared(d, sigma):
    y = sigma * np.random.default_rng(d).standard_normal((40_000, d))
    # ||y||^2 / sigma^2 has a second moment of its inverse from d = 5 only: bound the loss there.
    loss = np.square(james_stein(y, sigma)).sum(axis=1)
    if d >= 5:
        assert within_4_standard_errors(loss / sigma**2, 2)
    norm = np.square(y).sum(axis=1) / sigma**2
    assert loss / sigma**2 == pytest.approx(norm - 2 * (d - 2) + (d - 2) ** 2 / norm, abs=1e-7)


@pytest.mark.parametrize("d", [5, 20])
def test_james_stein_risk_is_steins(d):
    # E||JS - f||^2 = d - (d-2)^2 E[1/||y||^2], ||y||^2 non-central chi-square (Stein, 1956).
    rng = np.random.default_rng(d)
    f = rng.standard_normal(d) * 2
    y = f + rng.standard_normal((40_000, d))
    inverse = stats.ncx2(d, f @ f).expect(lambda t: 1 / t)
    loss = np.square(james_stein(y, 1.0) - f).sum(axis=1)
    assert within_4_standard_errors(loss, d - (d - 2) ** 2 * inverse)


@pytest.mark.parametrize("positive_part", [False, True])
@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_james_stein_follows_the_unit(positive_part, scale):
    y = np.array([1.0, -2.0, 0.5, 1.0])
    found = james_stein(scale * y, 1.5 * scale, positive_part=positive_part)
    expected = scale * james_stein(y, 1.5, positive_part=positive_part)
    assert found == pytest.approx(expected, rel=1e-14, abs=0)


@pytest.mark.parametrize("function", [james_stein, soft_threshold])
def test_the_last_axis_is_the_dimension(function):
    y = np.random.default_rng(1).standard_normal((2, 5, 4))
    found = function(y, 0.3)
    assert found.shape == y.shape
    for i, j in np.ndindex(2, 5):
        assert found[i, j] == pytest.approx(function(y[i, j], 0.3), rel=1e-15, abs=0)


@pytest.mark.parametrize("positive_part", [False, True])
def test_james_stein_of_the_zero_vector_is_zero(positive_part):
    y = np.vstack([np.zeros(4), np.full(4, 3.0)])
    found = james_stein(y, 1.0, positive_part=positive_part)
    assert found[0].tolist() == [0, 0, 0, 0]
    assert found[1] == pytest.approx(3 * (1 - 2 / 36), rel=1e-15, abs=0)


@pytest.mark.parametrize("y", [1.0, [], [1.0, 2.0], np.ones((5, 2))])
def test_james_stein_needs_three_dimensions(y):
    with pytest.raises(ValueError, match="y has dimension [0-2] .*needs at least 3"):
        james_stein(y, 1.0)


def test_soft_threshold_is_the_printed_formula():
    y, threshold = np.array([5.0, -4.0, 1.0, -0.1]), 2 * np.sqrt(2 * np.log(4))
    expected = np.sign(y) * np.maximum(abs(y) - threshold, 0)
    assert soft_threshold(y, 2.0) == pytest.approx(expected, rel=1e-15, abs=0)
    assert soft_threshold(y, 2.0)[0] > 1


def test_the_threshold_depends_on_the_dimension_not_on_the_size():
    y = np.full((1000, 4), 10.0)
    assert soft_threshold(y, 1.0) == pytest.approx(10 - np.sqrt(2 * np.log(4)), rel=1e-15, abs=0)
    assert soft_threshold([3.0], 1.0).tolist() == [3.0]


@pytest.mark.parametrize("threshold", [0.0, 0.7, 1e6])
def test_a_given_threshold_replaces_the_universal_one(threshold):
    y = np.random.default_rng(2).standard_normal(50)
    expected = [np.copysign(max(abs(v) - threshold, 0), v) for v in y]
    assert soft_threshold(y, 99.0, threshold=threshold) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("y", [[0.0, 1.0], [0.0], [0.0, -2.0, 3.0]])
def test_a_threshold_of_zero_changes_nothing(y):
    assert soft_threshold(y, 1.0, threshold=0.0).tolist() == y


def test_a_threshold_of_zero_gives_an_array_of_its_own():
    y = np.array([1.0, -2.0])
    soft_threshold(y, 1.0, threshold=0.0)[0] = 5
    assert y.tolist() == [1, -2]


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 4)])
def test_nothing_in_nothing_out(shape):
    assert soft_threshold(np.ones(shape), 1.0).shape == shape


def test_a_single_number_has_dimension_1():
    assert soft_threshold(3.0, 1.0) == 3.0


def test_no_negative_zeros():
    assert not np.signbit(soft_threshold([-0.5, 0.5, -0.0], 1.0)).any()


def test_soft_threshold_risk_at_zero():
    # E soft(z, t)^2 = 2 [(1 + t^2) (1 - Phi(t)) - t phi(t)] for z ~ N(0, 1).
    t, y = 0.8, np.random.default_rng(3).standard_normal(100_000)
    risk = 2 * ((1 + t * t) * stats.norm.sf(t) - t * stats.norm.pdf(t))
    assert within_4_standard_errors(soft_threshold(y, 1.0, threshold=t) ** 2, risk)


@pytest.mark.parametrize("function", [james_stein, soft_threshold])
def test_the_noisy_vector_is_left_alone(function):
    y = np.array([3.0, 0.1, 4.0])
    function(y, 1.0)
    assert y.tolist() == [3.0, 0.1, 4.0]
