"""James-Stein and soft thresholding: the printed formulas, and their risks."""

import numpy as np
import pytest

import gaussmech as gm


def up_to_rounding(expected):
    """Return what a value is compared with that has the rounding of a few operations."""
    return pytest.approx(expected, rel=1e-15, abs=0)


# y, sigma, James-Stein's estimate, and its positive part.
PRINTED = [
    # d = 4 and ||y||^2 = 25, so that the factor is 1 - 2 * 2^2 / 25 = 0.68.
    ([3.0, 0.0, 4.0, 0.0], 2.0, [2.04, 0, 2.72, 0], [2.04, 0, 2.72, 0]),
    # d = 5 and ||y||^2 = 2, so that the factor is 1 - 3 * 2^2 / 2 = -5.
    ([1.0, 0.0, 1.0, 0.0, 0.0], 2.0, [-5, 0, -5, 0, 0], [0] * 5),
    # d = 3, the fewest that there may be, and ||y||^2 = 25: the factor is 1 - 2^2 / 25 = 0.84.
    ([3.0, 0.0, 4.0], 2.0, [2.52, 0, 3.36], [2.52, 0, 3.36]),
    ([0.0] * 4, 2.0, [0] * 4, [0] * 4),
]


@pytest.mark.parametrize("y, sigma, plain, positive", PRINTED)
@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_james_stein_is_the_printed_formula(y, sigma, plain, positive, scale):
    # Its vectors may be of any size, and each is estimated without the other.
    y = scale * np.array([y, np.ones(len(y))])
    for positive_part, expected in ((False, plain), (True, positive)):
        estimate = gm.james_stein(y, scale * sigma, positive_part=positive_part)
        assert estimate[0] == up_to_rounding(scale * np.array(expected))


def test_an_estimate_shares_no_memory_with_the_noisy_vector():
    y = np.random.default_rng(1).standard_normal(4)
    for threshold in (None, 0.0):
        assert not np.shares_memory(gm.soft_threshold(y, 1.0, threshold=threshold), y)
    assert not np.shares_memory(gm.james_stein(y, 1.0), y)


# The shape of y, sigma, the threshold that is given, and the one that counts.
THRESHOLDS = [
    ((4,), 2.0, None, 2 * np.sqrt(2 * np.log(4))),
    # The universal one depends on the dimension and not on the number of vectors.
    ((1000, 4), 1.0, None, np.sqrt(2 * np.log(4))),
    ((1,), 1.0, None, 0),
    ((), 1.0, None, 0),
    *(((50,), 99.0, threshold, threshold) for threshold in (0.0, 0.7, 1e6)),
    *((shape, 1.0, None, 0) for shape in ((0,), (3, 0), (0, 4))),
]


@pytest.mark.parametrize("shape, sigma, given, threshold", THRESHOLDS)
def test_soft_threshold_is_the_printed_formula(shape, sigma, given, threshold):
    y = 3 * np.random.default_rng(2).standard_normal(shape)
    y = np.where(abs(y) < 0.1, 0.0, y)
    expected = np.sign(y) * np.maximum(abs(y) - threshold, 0)
    estimate = gm.soft_threshold(y, sigma, threshold=given)
    assert np.shape(estimate) == shape
    assert estimate == pytest.approx(expected, rel=1e-14, abs=1e-15)
    assert not np.signbit(estimate[estimate == 0]).any()
