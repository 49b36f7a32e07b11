"""Several maps of one graph, denoised at once."""

import numpy as np
import pytest

from gaussmech import denoise
from tests.graphs.networks import grid, noisy, rmse

GRAPH = grid(16)
SIGMA = 20.0
ZEROS = np.zeros((GRAPH.n, 2))
HALVES = np.arange(GRAPH.n) // 128


def common_map(seed):
    """Return a rough map: what neighbours alone cannot tell."""
    return np.random.default_rng(seed).lognormal(3.5, 0.8, GRAPH.n)


PAIR = np.column_stack([common_map(9), common_map(10)])
Y = noisy(PAIR, SIGMA, 11)
NOISE_ALONE = noisy(np.full((GRAPH.n, 3), -5.0), SIGMA, 12)
# Of blocks of four vertices.
SIGNED = 3 * SIGMA * np.repeat(noisy(np.zeros(64), 1.0, 5), 4)


@pytest.mark.full
@pytest.mark.parametrize(
    "f, draws, mean, most",
    [
        (np.outer(common_map(1), [1.0, 0.5, 2.0, 1.0]), 2, 0.85, 1.05),
        (np.outer(SIGNED, [1.0, -1.0, 0.5]), 1, 0.9, 1.05),
        # Nothing in common: as if alone.
        (np.column_stack([common_map(k) for k in (2, 3, 4)]), 3, 1.02, 1.1),
    ],
    ids=["counts", "signed", "different maps"],
)
def test_maps_that_share_their_shape_help_each_other(f, draws, mean, most):
    ratios = []
    for seed in range(draws):
        y = noisy(f.T, SIGMA, [seed, 1]).T
        together = denoise(y, SIGMA, GRAPH, rng=seed)
        assert (together.signed_weight < 0.5) == (f >= 0).all()
        alone = [denoise(one, SIGMA, GRAPH, rng=seed).x for one in y.T]
        ratios.append(rmse(together.x.T, f.T) / rmse(np.array(alone), f.T))
    assert np.mean(ratios) < mean
    assert np.max(ratios) < most


def test_the_result_of_several_maps_is_that_of_each_in_any_unit():
    f = np.outer(common_map(7), [1.0, 0.7])
    sigma = np.array([10.0, 30.0])
    y = noisy(f, sigma, 8)
    fit = denoise(y, sigma, GRAPH, rng=3)
    first, second = fit.maps
    np.testing.assert_array_equal(fit.estimate.T, [first.x, second.x])
    assert fit.mse == pytest.approx((first.mse + second.mse) / 2, rel=1e-12)
    # Their noises are independent.
    standard_error = np.hypot(first.mse_se, second.mse_se) / 2
    assert fit.mse_se == pytest.approx(standard_error, rel=1e-12)
    low, high = fit.rmse_interval
    assert low < rmse(fit.estimate.T, f.T).mean() < high
    for unit in (2.0**-320, 2.0**320):
        scaled = denoise(unit * y, unit * sigma, GRAPH, rng=3)
        np.testing.assert_allclose(scaled.x, unit * fit.estimate, rtol=1e-6)
        assert scaled.mse_se / unit**2 == pytest.approx(fit.mse_se, rel=1e-6)
        interval = np.array(scaled.rmse_interval) / unit
        np.testing.assert_allclose(interval, fit.rmse_interval, rtol=1e-6)


@pytest.mark.parametrize(
    "y, method", [(NOISE_ALONE, "js"), (NOISE_ALONE[:, :1], "auto")]
)
def test_one_map_and_maps_of_other_methods_are_taken_alone(y, method):
    fit = denoise(y, SIGMA, GRAPH, method=method, rng=2)
    assert len({one.seed for one in fit.maps}) == y.shape[1]
    for column, one in zip(y.T, fit.maps, strict=True):
        alone = denoise(column, SIGMA, GRAPH, method=method, rng=one.seed)
        np.testing.assert_array_equal(one.x, alone.x)


@pytest.mark.parametrize(
    "y, sigma, message",
    [
        (ZEROS[:, :0], 1.0, r"y has shape \(256, 0\)"),
        (
            ZEROS.T,
            1.0,
            r"y has shape \(2, 256\); it must be \(256,\) or \(256, K\).*; pass y\.T",
        ),
        (ZEROS, np.ones(3), r"sigma has shape \(3,\); it must be a single number or, "),
        (
            ZEROS,
            [1.0, -1.0],
            r"sigma\[1\] is -1.0; allowed are numbers in \[1e-100, 1e\+100\]",
        ),
    ],
)
def test_what_is_wrong_is_named(y, sigma, message):
    with pytest.raises(ValueError, match=message):
        denoise(y, sigma, GRAPH)


def test_maps_without_signal_have_finite_estimates_and_are_no_help():
    fit = denoise(NOISE_ALONE, SIGMA, GRAPH, rng=1, nonnegative=True)
    assert np.isfinite(fit.estimate).all()
    y = np.column_stack([Y[:, 0], np.full(GRAPH.n, 1e-300)])
    first, _ = denoise(y, SIGMA, GRAPH, rng=1).maps
    assert "field beside the other maps" not in first.parameters["weights"]


def test_a_map_whose_sign_is_in_doubt_may_have_a_negative_one_beside_it():
    wave = np.sin(np.arange(GRAPH.n) / 40)
    y = noisy(np.array([np.exp(wave), wave - 0.3]), 2.0, [0, 1]).T
    fit = denoise(y, 2.0, GRAPH, rng=1)
    assert 0 < fit.maps[0].signed_weight < 1
    assert np.isfinite(fit.estimate).all()


def test_with_sums_of_areas_each_map_is_taken_alone():
    sums = np.column_stack([np.bincount(HALVES, column) for column in PAIR.T])
    both = denoise(Y, SIGMA, GRAPH, rng=2, totals=[(HALVES, sums, 50.0)])
    for k, fit in enumerate(both.maps):
        totals = [(HALVES, sums[:, k], 50.0)]
        alone = denoise(Y[:, k], SIGMA, GRAPH, rng=fit.seed, totals=totals)
        np.testing.assert_array_equal(fit.estimate, alone.x)
        assert "beside" not in "".join(fit.parameters["weights"])
        np.testing.assert_array_equal(fit.total(HALVES), alone.total(HALVES))
    message = r"totals\[0\]\[1\] has shape \(2,\); it must be \(g, 2\)"
    with pytest.raises(ValueError, match=message):
        denoise(Y, SIGMA, GRAPH, totals=[(HALVES, sums[:, 0], 50.0)])
