"""Several maps of one graph, denoised at once."""

import numpy as np
import pytest

from gaussmech import Graph, denoise
from gaussmech.graphs.denoise import Denoiser, denoise_together
from gaussmech.graphs.forest import draw_forest
from tests.graphs.networks import grid, noisy, rmse

GRAPH = grid(16)
SIGMA = 20.0
ZEROS = np.zeros((2, GRAPH.n))


def common_map(seed):
    """A rough map: what neighbours alone cannot tell."""
    return np.random.default_rng(seed).lognormal(3.5, 0.8, GRAPH.n)


BLOCKS = 3 * np.repeat(
    np.random.default_rng(5).standard_normal(GRAPH.n // 4) * SIGMA, 4
)
PAIR = np.array([common_map(9), common_map(10)])


@pytest.mark.parametrize(
    "f, draws, mean, most",
    [
        (np.outer([1.0, 0.5, 2.0, 1.0], common_map(1)), 2, 0.85, 1.05),
        (np.outer([1.0, -1.0, 0.5], BLOCKS), 1, 0.9, 1.05),
        # Nothing in common: as if alone.
        (np.array([common_map(seed) for seed in (2, 3, 4)]), 3, 1.02, 1.1),
    ],
)
def test_maps_that_share_their_shape_help_each_other(f, draws, mean, most):
    ratio = []
    for seed in range(draws):
        y = noisy(f, SIGMA, [seed, 1])
        together = denoise(y, SIGMA, GRAPH, rng=seed)
        assert together.nonnegative == (f >= 0).all()
        alone = np.array([denoise(row, SIGMA, GRAPH, rng=seed).x for row in y])
        ratio.append(rmse(together.x, f) / rmse(alone, f))
    assert np.mean(ratio) < mean and np.max(ratio) < most


def test_maps_share_the_random_trees(monkeypatch):
    forests = []

    def draw(*arguments):
        forests.append(draw_forest(*arguments))
        return forests[-1]

    monkeypatch.setattr("gaussmech.graphs.forest.draw_forest", draw)
    denoise(noisy(PAIR, SIGMA, 2), SIGMA, GRAPH, method="forest", rng=1)
    assert len(forests) == 1


def test_the_result_of_several_maps_is_that_of_each():
    f, sigma = np.outer([1.0, 0.7], common_map(7)), np.array([10.0, 30.0])
    y = noisy(f, sigma[:, None], 8)
    fit = denoise(y, sigma, GRAPH, rng=3)
    assert fit.x.shape == y.shape and len(fit.maps) == 2
    np.testing.assert_array_equal(fit.x, [one.x for one in fit.maps])
    assert fit.mse == pytest.approx(np.mean([one.mse for one in fit.maps]), rel=1e-12)
    assert fit.mse_se == pytest.approx(
        np.hypot(*[one.mse_se for one in fit.maps]) / 2, rel=1e-12
    )
    low, high = fit.risk_interval
    assert low < rmse(fit.x, f).mean() < high
    np.testing.assert_array_equal(fit.x, denoise(y, sigma, GRAPH, rng=3).x)
    # The unit of both is free.
    scaled = denoise(1024 * y, 1024 * sigma, GRAPH, rng=3)
    np.testing.assert_allclose(scaled.x, 1024 * fit.x, rtol=1e-6)


def test_other_methods_take_each_map_alone():
    y = noisy(PAIR, SIGMA, 11)
    for row, one in zip(
        y, denoise(y, SIGMA, GRAPH, method="js", rng=2).maps, strict=True
    ):
        alone = denoise(row, SIGMA, GRAPH, method="js", rng=one.seed)
        np.testing.assert_array_equal(one.x, alone.x)


def test_one_map_of_several_and_maps_of_noise_alone():
    y = noisy(np.full((3, GRAPH.n), -5.0), SIGMA, 12)
    assert np.isfinite(denoise(y, SIGMA, GRAPH, rng=1, nonnegative=True).x).all()
    one = denoise(y[:1], SIGMA, GRAPH, rng=1)
    np.testing.assert_array_equal(
        one.x[0], denoise(y[0], SIGMA, GRAPH, rng=one.maps[0].seed).x
    )


@pytest.mark.parametrize(
    "y, sigma, message",
    [
        (ZEROS[:0], 1.0, r"y has shape \(0, 256\)"),
        (ZEROS.T, 1.0, r"y has shape \(256, 2\); it must be \(256,\) or \(K, 256\)"),
        (np.where(np.eye(2, GRAPH.n), np.nan, 0.0), 1.0, r"y\[\(0, 0\)\] is nan"),
        (ZEROS, np.ones(3), r"sigma has shape \(3,\); it must be a number or \(2,\)"),
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


@pytest.mark.parametrize("sigma", [1e-100, 1e100])
def test_the_error_of_several_maps_in_very_small_or_large_units(sigma):
    y = noisy(PAIR, 1.0, 11)
    one = denoise(y, 1.0, GRAPH, method="js", rng=2)
    fit = denoise(sigma * y, sigma, GRAPH, method="js", rng=2)
    assert fit.mse_se / sigma**2 == pytest.approx(one.mse_se, rel=1e-6)
    np.testing.assert_allclose(
        np.array(fit.risk_interval) / sigma, one.risk_interval, rtol=1e-6
    )


def test_other_maps_with_next_to_no_signal_are_no_help():
    y = np.array([noisy(common_map(9), SIGMA, 11), np.full(GRAPH.n, 1e-300)])
    fit = denoise(y, SIGMA, GRAPH, rng=1)
    assert "field beside the other maps" not in fit.maps[0].parameters["weights"]


def test_maps_of_different_graphs_are_refused():
    pair = [Denoiser(ZEROS[0], 1.0, graph) for graph in (GRAPH, Graph(GRAPH.n, []))]
    with pytest.raises(ValueError, match="denoisers have different graphs"):
        denoise_together(pair)
