"""A method of a user's own: a function of (y, sigma, graph), with the risk that `denoise` adds."""

from functools import partial

import numpy as np
import pytest

from gaussmech.graphs.denoise import Denoiser, denoise
from gaussmech.graphs.graph import Graph
from gaussmech.vectors.shrinkage import soft_threshold
from tests.graphs.networks import grid_edges

SIDE = 15
GRID = Graph(SIDE**2, grid_edges(SIDE), weights=np.full(2 * SIDE * (SIDE - 1), 3.0))
SIGMA = 5.0
TRUTH = 40 * np.exp(-((np.arange(GRID.n) % SIDE - 6) ** 2) / 12)


def near_mean(y, sigma, graph, share=0.5):
    """The mean of each place and its neighbours, weighted."""
    start, neighbour, _ = graph.adjacency
    sums = np.add.reduceat(y[neighbour], start[:-1])
    return share * y + (1 - share) * sums / graph.degree


def tuned(y, sigma, graph):
    """The better of two smoothers by a residual that the truth has no part in."""
    fits = [near_mean(y, sigma, graph, share) for share in (0.2, 0.8)]
    weights = np.exp([-np.sum((y - fit) ** 2) / (50 * sigma**2) for fit in fits])
    return weights @ fits / weights.sum()


def release(draw, noise="gaussian"):
    rng = np.random.default_rng(draw)
    if noise == "laplace":
        return TRUTH + rng.laplace(scale=SIGMA / np.sqrt(2), size=GRID.n)
    return TRUTH + SIGMA * rng.standard_normal(GRID.n)


@pytest.mark.parametrize(
    ("method", "noise"),
    [(near_mean, "gaussian"), (tuned, "gaussian"), (near_mean, "laplace")],
)
def test_the_risk_is_unbiased_and_the_intervals_hold_it(method, noise):
    differences = []
    hits = 0
    for draw in range(80):
        y = release(draw, noise)
        fit = denoise(y, SIGMA, GRID, method=method, rng=draw, noise=noise)
        mse = np.mean((fit.x - TRUTH) ** 2)
        differences.append(fit.mse - mse)
        low, high = fit.risk_interval
        hits += low <= np.sqrt(mse) <= high
    error = np.std(differences) / np.sqrt(len(differences))
    assert abs(np.mean(differences)) < 3 * error < 0.04 * SIGMA**2
    assert hits >= 0.9 * len(differences)


def test_it_is_the_built_in_method_if_it_computes_the_same():
    y = release(1)
    own = denoise(y, SIGMA, GRID, method=lambda y, s, _: soft_threshold(y, s), rng=1)
    ours = denoise(y, SIGMA, GRID, method="th", rng=1)
    np.testing.assert_allclose(own.x, ours.x, atol=1e-12)
    assert own.mse == pytest.approx(ours.mse, abs=3 * own.mse_se)
    assert own.nonnegative == ours.nonnegative


def test_it_gets_the_release_in_its_unit_and_the_graph_as_it_is():
    seen = []

    def method(y, sigma, graph):
        seen.append((y.copy(), sigma, graph))
        # It may write into what it gets.
        y[:] = 7
        return y

    y = release(1)
    fit = denoise(y, SIGMA, GRID, method=method, rng=1)
    assert len(seen) == 4 and (fit.x == 7).all() and fit.mse_se > 0
    for moved, sigma, graph in seen:
        assert sigma == SIGMA and graph is GRID
        assert np.abs(moved - y).max() <= 0.0300001 * SIGMA
    assert y[0] != 7


def test_it_takes_what_others_take():
    y = np.column_stack([release(1), release(2)])
    both = denoise(y, SIGMA, GRID, method=near_mean, rng=1)
    assert both.x.shape == y.shape and both.method.endswith("test_own_method:near_mean")
    half = partial(near_mean, share=1.0)
    kept = denoise(y[:, 0], SIGMA, GRID, method=half, nonnegative=False, rng=1)
    np.testing.assert_allclose(kept.x, y[:, 0])
    assert kept.mse == pytest.approx(SIGMA**2) and "near_mean" in kept.method
    areas = np.arange(GRID.n) // 75
    sums = np.bincount(areas, TRUTH)
    told = denoise(
        y[:, 0], SIGMA, GRID, method=near_mean, totals=[(areas, sums, 0.1)], rng=1
    )
    np.testing.assert_allclose(told.total(areas).estimate, sums, atol=0.5)
    total = denoise(y[:, 0], SIGMA, GRID, method=near_mean, keep_total=True, rng=1)
    assert total.x.sum() == pytest.approx(y[:, 0].sum())


def test_one_denoiser_keeps_its_methods_apart():
    denoiser = Denoiser(release(1), SIGMA, GRID, rng=1)
    raw = denoiser(lambda y, *_: y)
    zero = denoiser(lambda y, *_: 0 * y)
    assert raw.x.any() and not zero.x.any()
    assert denoiser("th").method == "th"


@pytest.mark.parametrize(
    ("method", "message"),
    [
        (lambda y, *_: y[1:], r"<lambda> returns has shape \(224,\); it must be \(225"),
        (lambda y, *_: np.where(y > 20, np.nan, y), r"returns\[\d+\] is nan; allowed"),
        (lambda y, *_: None, "returns has shape"),
        (lambda y, *_: y + 1j, "must be a real number"),
        (
            lambda y, *_: y + np.random.default_rng().standard_normal(len(y)),
            "returns two maps for the same y: they differ by .* deterministic",
        ),
    ],
)
def test_a_wrong_result_is_told(method, message):
    with pytest.raises(ValueError, match=message):
        denoise(release(1), SIGMA, GRID, method=method, rng=1)


def test_its_own_error_is_not_hidden():
    def broken(y, sigma, graph):
        raise KeyError("beta")

    with pytest.raises(KeyError, match="beta"):
        denoise(release(1), SIGMA, GRID, method=broken)
