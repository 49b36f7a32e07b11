"""Places and sums of areas combined: against dense least squares and drawn noise."""

import numpy as np
import pytest

from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.totals import (
    LARGEST_RATIO,
    combine,
    read_sets,
)

N = 24
SIGMA = 1.3
RNG = np.random.default_rng(5)
FINE = np.arange(N) // 3
COARSE = np.arange(N) // 12
ACROSS = RNG.integers(0, 5, N)
LEVELS = {
    "none": [],
    "one": [(FINE, 2.0)],
    "nested": [(FINE, 2.0), (COARSE, 3.0)],
    "not nested": [(COARSE, 0.7), (ACROSS, 2.5)],
}


def membership(labels):
    """Return the dense matrix (g, n) of the areas."""
    return (labels == np.unique(labels)[:, None]).astype(float)


def least_squares(y, totals):
    """Return the weighted least-squares estimate (n,) and its covariance, by dense algebra."""
    rows = [(np.eye(N), y, SIGMA)]
    rows += [(membership(labels), values, sigma) for labels, values, sigma in totals]
    design = np.vstack([sets / sigma for sets, _, sigma in rows])
    data = np.concatenate([values / sigma for _, values, sigma in rows])
    covariance = np.linalg.inv(design.T @ design)
    return covariance @ design.T @ data, covariance


@pytest.fixture(params=LEVELS)
def levels(request):
    return LEVELS[request.param]


def drawn(levels):
    """Return noisy values of the places, and totals with noisy sums."""
    return RNG.normal(size=N), [
        (labels, RNG.normal(size=labels.max() + 1), sigma) for labels, sigma in levels
    ]


def test_values_and_deviations_are_those_of_least_squares(levels):
    y, totals = drawn(levels)
    combined = combine(y, SIGMA, totals)
    x, covariance = least_squares(y, totals)
    np.testing.assert_allclose(combined.y, x, atol=1e-12)
    for labels in (FINE, COARSE, ACROSS, np.arange(N)):
        sets = membership(labels)
        sums = combined.total(labels)
        np.testing.assert_allclose(sums.estimate, sets @ x, atol=1e-12)
        variance = np.diag(sets @ covariance @ sets.T)
        np.testing.assert_allclose(sums.sd**2, variance, rtol=1e-10)
    other, _ = drawn(levels)
    expected, _ = least_squares(other, totals)
    np.testing.assert_allclose(combined.with_raw(other), expected, atol=1e-12)


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
def test_intervals_cover_95_times_in_a_hundred(noise):
    rng = np.random.default_rng(8)

    def draw(sigma, count):
        if noise == "gaussian":
            return rng.normal(scale=sigma, size=(count, 4000))
        return rng.laplace(scale=sigma * np.sqrt(0.5), size=(count, 4000))

    totals = [(FINE, np.zeros(8), 2.0), (COARSE, np.zeros(2), 0.3)]
    combined = combine(np.zeros(N), SIGMA, totals, noise=noise)
    # The width of an interval does not depend on the noise.
    sums_drawn = [(FINE, draw(2.0, 8), 2.0), (COARSE, draw(0.3, 2), 0.3)]
    estimates, _ = least_squares(draw(SIGMA, N), sums_drawn)
    for labels in (FINE, COARSE):
        sums = combined.total(labels)
        errors = membership(labels) @ estimates
        hits = (errors + sums.low[:, None] <= 0) & (errors + sums.high[:, None] >= 0)
        # The standard error of a share is 0.0034.
        assert np.abs(hits.mean(axis=1) - 0.95).max() < 0.014


@pytest.mark.parametrize(
    "places, sets",
    [
        ([2, 0], [[1, 0, 1, 0]]),
        ([True, False, True, False], [[1, 0, 1, 0]]),
        ([], [[0, 0, 0, 0]]),
        ([2, 0, 2, 9], [[0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]),
    ],
)
def test_one_set_or_several(places, sets):
    matrix, is_single = read_sets(places, 4)
    assert matrix.toarray().tolist() == sets
    assert is_single == (len(sets) == 1)


@pytest.mark.parametrize(
    "places, message",
    [
        ([True, False], "a mask must be"),
        ([0, 0], "more than once"),
        ([4], "4"),
        ([-1], "-1"),
        ([0.5], "it must be a mask"),
        ([[0, 1]], "it must be a mask"),
        (3, "it must be a mask"),
    ],
)
def test_other_sets_are_refused(places, message):
    with pytest.raises(ValueError, match=f"^places.*{message}"):
        read_sets(places, 4)


@pytest.mark.parametrize(
    "y, totals, message",
    [
        (
            0.0,
            [([0, 1], [1.0, 2.0], 1e-9)] * 2,
            r"totals\[0\]\[2\] is 1e-09; allowed are",
        ),
        (0.0, [([0, 0], [np.inf], 1.0)], r"totals\[0\]\[1\]\[0\] is inf"),
        (0.0, [([0, 0], [1.0], 1e200)], r"totals\[0\]\[2\] is 1e\+200"),
        # Rounding would hide the noise.
        (
            0.0,
            [([0, 0], [1e16], 1.0)],
            r"\(y combined with totals\)\[0\] is .*e\+15, more",
        ),
        (1e16, [], r"y\[1\] is 1e\+16, more than 1e\+12 times sigma"),
    ],
)
def test_other_totals_are_refused(y, totals, message):
    with pytest.raises(ValueError, match=message):
        combine([0.0, y], 1.0, totals)
    with pytest.raises(ValueError, match=message):
        denoise([0.0, y], 1.0, Graph(2, [[0, 1]]), totals=totals)


def test_the_least_noise_of_several_levels_leaves_its_digits():
    """Of two equal levels, each has half of what both say."""
    n = 400
    deviation = np.sqrt(n / LARGEST_RATIO)
    level = ([0] * n, [8.0], deviation)
    total = combine(np.zeros(n), 1.0, [level, level]).total([0] * n)
    assert total.sd[0] == pytest.approx(deviation / np.sqrt(2), rel=1e-3)
    assert total.estimate[0] == pytest.approx(8.0, abs=1e-3 * deviation)
