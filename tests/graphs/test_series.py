"""Maps of successive times, denoised together: `denoise(..., order=periods)`."""

from itertools import product

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.graphs.denoise import Denoiser
from gaussmech.graphs.series import Series, deviations, regression
from tests.graphs.networks import grid, noisy, rmse

SIDE = 12
GRAPH = grid(SIDE)
MONTHS = [f"2026-{month:02d}" for month in range(1, 13)]
SIGMA = 20.0
ROUGH = np.random.default_rng(4).lognormal(3.0, 0.8, GRAPH.n)
ROW, COLUMN = np.divmod(np.arange(GRAPH.n), SIDE)
BLOCKS = ROW // 3 * 4 + COLUMN // 3
SMOOTH = 10 + 80 * np.exp(-((ROW - 3) ** 2 + (COLUMN - 8) ** 2) / 18)
SEASON = 1 + 0.35 * np.cos(2 * np.pi * np.arange(12) / 12 + 0.7)


def outbreaks(f):
    """Return maps of which a block of nine places triples in three months."""
    f = f.copy()
    f[5:8, (abs(ROW - 7) < 2) & (abs(COLUMN - 2) < 2)] *= 3
    return f


TRUTHS = {
    "constant": np.full((12, GRAPH.n), 30.0),
    "seasonal": outbreaks(np.outer(SEASON, SMOOTH)),
    "rough": np.tile(ROUGH, (12, 1)),
    "smooth": np.tile(SMOOTH, (12, 1)),
}


def series_of(f, seed, noise="gaussian", **options):
    """Return noisy maps (12, n) and their fit."""
    y = noisy(f, SIGMA, seed)
    if noise == "laplace":
        y = f + np.random.default_rng(seed).laplace(0, SIGMA / np.sqrt(2), f.shape)
    options = {"nonnegative": True, "noise": noise, "rng": 1, **options}
    return y, gm.denoise(y.T, SIGMA, GRAPH, order=MONTHS, **options)


@pytest.mark.full
@pytest.mark.parametrize(
    "truth, noise, seed, most",
    [
        # Without the error of the jumps, estimates that take noise for events have the least risk here.
        ("constant", "laplace", 901, 0.9),
        ("seasonal", "gaussian", 1, 0.97),
        ("seasonal", "laplace", 901, 0.85),
        ("smooth", "gaussian", 1, 0.65),
    ],
)
def test_months_denoised_together_have_a_smaller_error_and_cover(
    truth, noise, seed, most
):
    f = TRUTHS[truth]
    y, fit = series_of(f, seed, noise)
    alone = [
        gm.denoise(month, SIGMA, GRAPH, rng=k, nonnegative=True, noise=noise).x
        for k, month in enumerate(y)
    ]
    assert rmse(fit.estimate.T.ravel(), f.ravel()) < most * rmse(
        np.ravel(alone), f.ravel()
    )
    assert np.mean((f >= fit.low.T) & (f <= fit.high.T)) > 0.93
    for places, periods in product((BLOCKS, COLUMN), ("2026-05", MONTHS[2:5], MONTHS)):
        total = fit.total(places, periods)
        months = [MONTHS.index(month) for month in np.atleast_1d(periods)]
        true = np.bincount(places, f[months].sum(axis=0))
        assert np.mean((total.low <= true) & (true <= total.high)) > 0.85
        # Intervals of the sums of the raw values would be so wide; the margin is 1.5 in variance.
        raw = 2 * 1.96 * SIGMA * np.sqrt(len(months) * np.bincount(places))
        width = np.mean((total.high - total.low) / raw)
        assert width < (0.8 if len(months) == 1 else np.sqrt(1.5))


def test_a_map_that_does_not_change_is_known_as_its_mean():
    """Twelve maps of a rough city, about which neighbours tell nothing."""
    f = TRUTHS["rough"]
    _, fit = series_of(f, 3)
    error = np.sqrt(np.mean((fit.estimate.T - f) ** 2))
    assert error < 1.15 * SIGMA / np.sqrt(12)
    low, high = fit.rmse_interval
    assert low < error < high
    weights = fit.parameters["weights"]
    assert sum(weights.values()) == pytest.approx(1) and min(weights.values()) >= 0
    # Sums over places, months and both; the errors of a place are alike in all months.
    for places, periods, true in (
        (np.arange(GRAPH.n), MONTHS, f.sum(axis=0)),
        (ROW // 3, MONTHS[:3], np.bincount(ROW // 3, f[:3].sum(axis=0))),
        (ROW // 3, "2026-07", np.bincount(ROW // 3, f[6])),
    ):
        total = fit.total(places, periods)
        assert np.mean((total.low <= true) & (true <= total.high)) > 0.9
    each = fit.total(ROW // 3)
    np.testing.assert_allclose(each.estimate[:, 6], total.estimate)
    year = fit.total(ROW // 3, MONTHS)
    np.testing.assert_allclose(year.estimate, each.estimate.sum(axis=1))
    assert (year.sd < each.sd.sum(axis=1)).all()


def test_maps_of_other_noise_count_by_their_noise():
    sigmas = np.array([5.0, 80.0, 20.0])
    f = np.tile(ROUGH, (3, 1))
    y = noisy(f.T, sigmas, 5)
    fit = gm.denoise(y, sigmas, GRAPH, order=list("abc"), rng=1, nonnegative=True)
    # The best mean of the three has this error at each place.
    best = 1 / np.sqrt(np.sum(sigmas**-2.0))
    assert (rmse(fit.estimate.T, f) < 2 * best).all()
    inside = (f >= fit.low.T) & (f <= fit.high.T)
    assert inside.mean() > 0.93
    total = fit.total(ROW, ["a", "c"])
    true = np.bincount(ROW, f[[0, 2]].sum(axis=0))
    assert np.mean((total.low <= true) & (true <= total.high)) > 0.8
    assert total.estimate == pytest.approx(
        sum(fit.maps[k].total(ROW).estimate for k in (0, 2))
    )


def test_the_basis_is_orthonormal_and_begins_with_what_does_not_change():
    sigmas = np.array([1.0, 2.0, 4.0, 1.0])
    series = Series(GRAPH, sigmas, Denoiser, 1)
    np.testing.assert_allclose(series.basis @ series.basis.T, np.eye(4), atol=1e-12)
    steady = 1 / sigmas
    np.testing.assert_allclose(
        series.basis[0], steady / np.linalg.norm(steady), rtol=1e-12
    )
    # Four copies of 144 places: 264 links in space at each time, and 3 in time of each place.
    assert series.space_and_time.m == 4 * GRAPH.m + 3 * GRAPH.n
    assert series.chain.m == 3 * GRAPH.n
    assert {tuple(pair) for pair in series.chain.edges.tolist()} == {
        (k, k + GRAPH.n) for k in range(3 * GRAPH.n)
    }


def test_nothing_common_is_no_help_and_no_error():
    assert not regression(np.ones(3), np.zeros(3)).any()
    assert not deviations(np.ones(3), np.zeros(3)).any()
    y = noisy(np.zeros((GRAPH.n, 2)), 1.0, 3)
    fit = gm.denoise(y, 1.0, GRAPH, order=[1, 2], rng=1)
    assert np.abs(fit.estimate).max() < 2
    # Coarse rounding may leave nothing but zeros.
    zeros = gm.denoise(np.zeros((GRAPH.n, 3)), 1.0, GRAPH, order=[1, 2, 3], rng=1)
    assert np.abs(zeros.estimate).max() < 0.1
    assert gm.denoise(y[:, :1], 1.0, GRAPH, order=["a"], rng=1).estimate.shape == (
        144,
        1,
    )


@pytest.mark.parametrize(
    "options, message",
    [
        ({"order": ["a"]}, "order has 1 names; it must have 2, one per map"),
        ({"order": ["a", "a"]}, "order has 'a' twice; names must be different"),
        ({"order": "ab"}, "order is 'ab'; it must be a list of 2 names"),
        ({"method": "js"}, "method is 'js'; with order it must be 'auto'"),
        (
            {"totals": [(ROW, np.ones((12, 2)), 1.0)]},
            "totals has sums over areas; with order it must be empty",
        ),
    ],
)
def test_what_does_not_go_with_order_is_named(options, message):
    arguments = {"sigma": 1.0, "graph": GRAPH, "order": ["a", "b"], **options}
    with pytest.raises(ValueError, match=message):
        gm.denoise(np.ones((GRAPH.n, 2)), **arguments)


def test_periods_are_those_of_order():
    small = grid(3)
    y = noisy(np.ones((9, 2)), 1.0, 3)
    fit = gm.denoise(y, 1.0, small, order=["a", "b"], rng=1)
    with pytest.raises(ValueError, match=r"periods has 'c'; allowed .* 'a' to 'b'"):
        fit.total(np.arange(9), ["c"])
    with pytest.raises(ValueError, match="periods is empty, or names a period more"):
        fit.total(np.arange(9), ["a", "a"])
    with pytest.raises(ValueError, match="it needs maps that were denoised with order"):
        gm.denoise(y, 1.0, small, rng=1, method="js").total([0], ["a"])
