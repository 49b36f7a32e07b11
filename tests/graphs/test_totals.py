"""Places and sums of areas combined: against dense least squares and drawn noise."""

import numpy as np
import pytest

from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_laws import LaplaceLaw
from gaussmech.graphs.totals import (
    LEAST_NOISE,
    Combined,
    combine,
    read_sets,
    sum_quantile,
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
    design = [np.eye(N) / SIGMA]
    data = [y / SIGMA]
    for labels, values, sigma in totals:
        design.append(membership(labels) / sigma)
        data.append(values / sigma)
    design = np.vstack(design)
    covariance = np.linalg.inv(design.T @ design)
    return covariance @ design.T @ np.concatenate(data), covariance


@pytest.fixture(params=LEVELS)
def totals(request):
    return [
        (labels, RNG.normal(size=labels.max() + 1), sigma)
        for labels, sigma in LEVELS[request.param]
    ]


def test_values_and_deviations_are_those_of_least_squares(totals):
    y = RNG.normal(size=N)
    combined = combine(y, SIGMA, totals)
    x, covariance = least_squares(y, totals)
    np.testing.assert_allclose(combined.y, x, atol=1e-12)
    for labels in (FINE, COARSE, ACROSS, np.arange(N)):
        sets = membership(labels)
        sums = combined.total(labels)
        np.testing.assert_allclose(sums.estimate, sets @ x, atol=1e-12)
        np.testing.assert_allclose(
            sums.sd**2, np.diag(sets @ covariance @ sets.T), rtol=1e-10
        )


def test_a_union_of_areas_of_one_parent_has_the_deviation_of_the_formula():
    # FORMULA: with a the sum of s^2 over the union, and tau that of the parent:
    # a - a^2 / (sum of s^2 over the parent + tau^2).
    totals = [(FINE, np.zeros(8), 2.0), (COARSE, np.zeros(2), 3.0)]
    variance = 1 / (1 / 2.0**2 + 1 / (3 * SIGMA**2))
    union = combine(np.zeros(N), SIGMA, totals).total(np.flatnonzero(FINE < 2))
    expected = 2 * variance - (2 * variance) ** 2 / (4 * variance + 3.0**2)
    assert union.sd**2 == pytest.approx(expected)


def test_indices_masks_and_labels_name_the_same_set(totals):
    combined = combine(RNG.normal(size=N), SIGMA, totals)
    mask = FINE == 3
    by_mask = combined.total(mask)
    assert all(np.ndim(value) == 0 for value in by_mask)
    np.testing.assert_allclose(combined.total(np.flatnonzero(mask)), by_mask)
    np.testing.assert_allclose(
        [value[1] for value in combined.total(mask.astype(int))], by_mask
    )
    assert combined.total([]).estimate == 0


def test_other_levels_are_combined_in_the_same_way(totals):
    combined = combine(RNG.normal(size=N), SIGMA, totals)
    y = RNG.normal(size=N)
    values = [RNG.normal(size=len(item[1])) for item in totals]
    again = [
        (item[0], value, item[2]) for item, value in zip(totals, values, strict=True)
    ]
    moved = combined.combine(y, np.concatenate(values) if values else np.zeros(0))
    np.testing.assert_allclose(moved, combine(y, SIGMA, again).y, atol=1e-12)


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
def test_intervals_cover_95_times_in_a_hundred(noise):
    draw = np.random.default_rng(8)
    runs = 4000
    noises = {
        "gaussian": draw.standard_normal,
        "laplace": lambda size: draw.laplace(scale=np.sqrt(0.5), size=size),
    }
    totals = [(FINE, np.zeros(8), 2.0), (COARSE, np.zeros(2), 0.3)]
    combined = combine(np.zeros(N), SIGMA, totals, noise=noise)
    values = np.vstack([2.0 * noises[noise]((8, runs)), 0.3 * noises[noise]((2, runs))])
    # The width of an interval does not depend on the noise.
    estimates = combined.combine(SIGMA * noises[noise]((N, runs)), values)
    sums, union = combined.total(FINE), combined.total(COARSE == 0)
    fine = membership(FINE) @ estimates
    hits = (fine + sums.low[:, None] <= 0) & (fine + sums.high[:, None] >= 0)
    of_union = estimates[COARSE == 0].sum(axis=0)
    few = (of_union + union.low <= 0) & (of_union + union.high >= 0)
    # The standard error of a share is 0.0034.
    assert np.abs(hits.mean(axis=1) - 0.95).max() < 0.014
    assert abs(few.mean() - 0.95) < 0.014


@pytest.mark.parametrize(
    "others", [[], [1.0], [0.5], [0.2] * 5, [0.1] * 40, [1.0] * 20]
)
def test_the_quantile_of_a_sum_of_laplace_noise_is_hardly_too_long(others):
    weights = np.array([1.0, *others])
    weights /= np.linalg.norm(weights)
    draws = np.random.default_rng(3).laplace(
        scale=np.sqrt(0.5), size=(200_000, len(weights))
    )
    law = LaplaceLaw(0.0)
    reach = sum_quantile(law, law.excess_kurtosis * np.sum(weights**4))
    share = np.mean(np.abs(draws @ weights) <= reach)
    # The standard error is 0.0005.
    assert 0.948 < share < 0.958


def test_one_set_or_several():
    sets, single = read_sets([2, 0], 4)
    assert single
    assert sets.toarray().tolist() == [[1, 0, 1, 0]]
    sets, single = read_sets([2, 0, 2, 9], 4)
    assert not single
    assert sets.toarray().tolist() == [[0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize(
    ("places", "message"),
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
    combined = Combined(np.zeros(4), 1.0, ())
    with pytest.raises(ValueError, match=f"^places.*{message}"):
        combined.total(places)


@pytest.mark.parametrize(
    ("totals", "message"),
    [
        ([([0, 1], [1.0, 2.0])], r"totals\[0\] is .*; it must be \(labels"),
        ([([0, 1], [1.0, 2.0], 1e-9)] * 2, r"totals\[0\]\[2\] is 1e-09; allowed are"),
        ([([0, 0], [np.inf], 1.0)], r"totals\[0\]\[1\]\[0\] is inf"),
        ([([0, 0], [1e16], 1.0)], r"\(y combined with totals\)\[0\] is .*e\+15, more"),
    ],
)
def test_other_totals_are_refused(totals, message):
    with pytest.raises(ValueError, match=message):
        combine([0.0, 0.0], 1.0, totals)
    with pytest.raises(ValueError, match=message):
        denoise([0.0, 0.0], 1.0, Graph(2, [[0, 1]]), totals=totals)


def test_values_whose_noise_rounding_would_hide_are_refused():
    with pytest.raises(
        ValueError, match=r"y\[1\] is 1e\+16, more than 1e\+12 times sigma"
    ):
        combine([1.0, 1e16], 1.0, [([0, 0], [1e16], 1.0)])
    with pytest.raises(ValueError, match=r"totals\[0\]\[2\] is 1e\+100"):
        combine([0.0, 0.0], 1e-100, [([0, 0], [1.0], 1e100)])


def test_the_least_noise_of_several_levels_leaves_its_digits():
    """Of two equal levels, each has half of what both say."""
    n = 400
    deviation = LEAST_NOISE * np.sqrt(n)
    level = ([0] * n, [8.0], deviation)
    total = combine(np.zeros(n), 1.0, [level, level]).total([0] * n)
    assert total.sd[0] == pytest.approx(deviation / np.sqrt(2), rel=1e-3)
    assert total.estimate[0] == pytest.approx(8.0, abs=1e-3 * deviation)
