"""James-Stein and soft thresholding: formulas, risks, and what they refuse."""

import numpy as np
import pytest
from scipy import stats

import gaussmech as gm


def test_james_stein_is_the_printed_formula_and_overshoots_zero_unless_told_not_to():
    # d = 4, ||y||^2 = 25: the factor is 1 - 2 * 2^2 / 25.
    found = gm.james_stein([3.0, 0.0, 4.0, 0.0], 2.0)
    assert found == pytest.approx([2.04, 0, 2.72, 0], rel=1e-15, abs=0)
    y = [1.0, 0.0, 1.0, 0.0, 0.0]
    assert gm.james_stein(y, 2.0) == pytest.approx([-5, 0, -5, 0, 0], rel=1e-15, abs=0)
    assert gm.james_stein(y, 2.0, positive_part=True).tolist() == [0, 0, 0, 0, 0]
    far = np.multiply(y, 100)
    assert (gm.james_stein(far, 2.0, positive_part=True) == gm.james_stein(far, 2.0)).all()


@pytest.mark.parametrize("d", [5, 20])
@pytest.mark.parametrize("size", [0, 2])
def test_james_stein_risk_is_steins(d, size):
    # E||JS - f||^2 = d - (d-2)^2 E[1/||y||^2], ||y||^2 non-central chi-square (Stein, 1956).
    rng = np.random.default_rng(d)
    f = rng.standard_normal(d) * size
    y = f + rng.standard_normal((40_000, d))
    inverse = stats.ncx2(d, f @ f).expect(lambda t: 1 / t)
    loss = np.square(gm.james_stein(y, 1.0) - f).sum(axis=1)
    error = np.mean(loss) - (d - (d - 2) ** 2 * inverse)
    assert abs(error) <= 4 * np.std(loss) / np.sqrt(len(loss))


@pytest.mark.parametrize("positive_part", [False, True])
@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_james_stein_follows_the_unit(positive_part, scale):
    y = np.array([1.0, -2.0, 0.5, 1.0])
    found = gm.james_stein(scale * y, 1.5 * scale, positive_part=positive_part)
    expected = scale * gm.james_stein(y, 1.5, positive_part=positive_part)
    assert found == pytest.approx(expected, rel=1e-14, abs=0)
    both = gm.james_stein([np.zeros(4), scale * y], 1.5 * scale, positive_part=positive_part)
    assert both.tolist() == [[0, 0, 0, 0], found.tolist()]


@pytest.mark.parametrize("function", [gm.james_stein, gm.soft_threshold])
def test_the_last_axis_is_the_dimension(function):
    y = np.random.default_rng(1).standard_normal((2, 5, 4))
    found = function(y, 0.3)
    assert found.shape == y.shape
    for i, j in np.ndindex(2, 5):
        assert found[i, j] == pytest.approx(function(y[i, j], 0.3), rel=1e-15, abs=0)
    # The noisy vector is left alone.
    before = y.copy()
    for own in (found, gm.soft_threshold(y, 1.0, threshold=0.0)):
        own[:] = 5
    assert (y == before).all()


def test_soft_threshold_is_the_printed_formula_of_the_dimension_not_of_the_size():
    y, threshold = np.array([5.0, -4.0, 1.0, -0.1]), 2 * np.sqrt(2 * np.log(4))
    expected = np.sign(y) * np.maximum(abs(y) - threshold, 0)
    assert expected[0] > 1
    assert gm.soft_threshold(y, 2.0) == pytest.approx(expected, rel=1e-15, abs=0)
    y = np.full((1000, 4), 10.0)
    assert gm.soft_threshold(y, 1.0) == pytest.approx(10 - np.sqrt(2 * np.log(4)), rel=1e-15, abs=0)
    assert gm.soft_threshold([3.0], 1.0).tolist() == [3.0] == [gm.soft_threshold(3.0, 1.0)]
    for shape in ((0,), (3, 0), (0, 4)):
        assert gm.soft_threshold(np.ones(shape), 1.0).shape == shape


@pytest.mark.parametrize("threshold", [0.0, 0.7, 1e6])
def test_a_given_threshold_replaces_the_universal_one(threshold):
    y = np.random.default_rng(2).standard_normal(50)
    y[0] = 0.0
    expected = [np.copysign(max(abs(v) - threshold, 0), v) for v in y]
    found = gm.soft_threshold(y, 99.0, threshold=threshold)
    assert found == pytest.approx(expected, abs=1e-15)
    assert not np.signbit(found[found == 0]).any()
