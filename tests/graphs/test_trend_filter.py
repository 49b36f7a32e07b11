"""Trend filtering against bounded least squares, its certificate, and its symmetries."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from gaussmech.graphs import _fused_lasso
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.trend_filter import (
    NotConverged,
    VariationBound,
    total_variation,
    trend_filter,
)
from gaussmech.graphs.trend_filter import trend_filter_path as fit_path
from tests.graphs.networks import component_count, incidence, path_edges, random_edges


def random_problem(seed, n=25, p=0.12, weighted=True):
    """A weighted random graph, as a rule disconnected, and a signal of a few levels plus noise."""
    rng, edges = np.random.default_rng(seed), random_edges(n, p, seed)
    weights = rng.uniform(0.2, 4, len(edges)) if weighted else None
    y = rng.integers(0, 3, n) * 2.0 + rng.standard_normal(n)
    return y, Graph(n, edges, weights=weights)


def objective(x, y, graph, lam):
    return 0.5 * np.sum((y - x) ** 2) + lam * graph.weights @ abs(incidence(graph) @ x)


def bounded_least_squares(y, graph, lam):
    """x from the dual, min ||y - D'u|| over |u| <= lam w, by an active-set method."""
    transposed, bound = incidence(graph).T, lam * graph.weights
    solution = lsq_linear(
        transposed, y, (-bound, bound), method="bvls", tol=1e-15, max_iter=10_000
    )
    return y - transposed @ solution.x


def dual_value(y, graph, u):
    residual = y - incidence(graph).T @ u
    return 0.5 * (y @ y - residual @ residual)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("lam", [0.05, 0.4, 1.5])
def test_it_agrees_with_bounded_least_squares(seed, lam):
    y, graph = random_problem(seed, weighted=seed % 3 > 0)
    y.setflags(write=False)
    fit, exact = (
        trend_filter(y, graph, lam, tol=1e-12),
        bounded_least_squares(y, graph, lam),
    )
    assert fit.x == pytest.approx(exact, abs=2e-5)
    assert fit.objective == pytest.approx(
        objective(exact, y, graph, lam), rel=1e-9, abs=0
    )
    assert fit.df == component_count(graph, abs(incidence(graph) @ exact) <= 1e-4)


@pytest.mark.parametrize("tol", [0.3, 1e-2, 1e-3, 1e-6])
def test_the_gap_is_a_certificate(tol):
    certified = 0
    for seed in range(8):
        y, graph = random_problem(seed, n=40)
        fit, exact = (
            trend_filter(y, graph, 0.6, tol=tol),
            trend_filter(y, graph, 0.6, tol=1e-13),
        )
        bound = 0.6 * graph.weights
        assert (abs(fit.dual) <= bound * (1 + 1e-15)).all()
        assert fit.objective == pytest.approx(
            objective(fit.x, y, graph, 0.6), rel=1e-12, abs=0
        )
        assert fit.objective - dual_value(y, graph, fit.dual) == pytest.approx(
            fit.gap, abs=1e-10
        )
        assert 0 <= fit.gap <= tol * fit.objective
        assert 0.5 * np.sum((fit.x - exact.x) ** 2) <= fit.gap + 2 * exact.gap + 1e-12
        certified += fit.gap > 1e-9
    assert certified or tol < 1e-2


@pytest.mark.parametrize("tol", [0.5, 0.1, 0.02])
def test_however_loose_no_jump_goes_against_its_dual(tol):
    y, graph = random_problem(9, n=2000, p=0.002)
    fit = trend_filter(y, graph, 0.4, tol=tol)
    rise = fit.dual * (incidence(graph) @ fit.x)
    assert (rise >= 0).all() and (rise > 0).any()


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_signal_without_penalty_and_each_components_mean_under_a_huge_one(
    seed,
):
    y, graph = random_problem(seed, p=0.07)
    fit = trend_filter(y, graph, 0)
    assert fit.x == pytest.approx(y, abs=1e-14)
    assert (fit.df, fit.gap, fit.lam) == (graph.n, 0, 0)
    means = np.bincount(graph.components, weights=y) / np.bincount(graph.components)
    assert len(means) > 1
    for lam in (1e3, 1e9):
        fit = trend_filter(y, graph, lam)
        assert fit.x == pytest.approx(
            means[graph.components], abs=1e-12
        ) and fit.df == len(means)


def test_isolated_vertices_keep_their_value():
    y = np.array([5.0, 0.0, 1.0, -7.0])
    fit = trend_filter(y, Graph(4, [[1, 2]]), 100.0)
    assert fit.x == pytest.approx([5.0, 0.5, 0.5, -7.0], abs=1e-12)
    assert fit.df == 3
    alone = trend_filter(y, Graph(4, []), 1.0)
    assert alone.x == pytest.approx(y) and (alone.df, alone.gap, alone.dual.size) == (
        4,
        0,
        0,
    )
    assert trend_filter([3.0], Graph(1, []), 1.0).x.tolist() == [3.0]


def test_a_constant_signal_stays_as_it_is():
    for y in np.full((25, 3), [0.0, 0.1, 1e8]).T:
        fit = trend_filter(y, random_problem(1)[1], 0.7)
        assert fit.x == pytest.approx(y, rel=1e-15, abs=0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "shift, scale", [(-3.5, 1.0), (0.0, 1e-200), (2.0, 1e6), (1e6, -1.0), (0.0, 1e150)]
)
def test_it_follows_shift_and_scale(seed, shift, scale):
    y, graph = random_problem(seed)
    fit = trend_filter(y, graph, 0.5, tol=1e-13)
    moved = trend_filter(shift + scale * y, graph, 0.5 * abs(scale), tol=1e-13)
    assert (moved.x - shift) / scale == pytest.approx(fit.x, abs=1e-5)
    assert moved.df == fit.df


def test_a_high_level_costs_no_digits():
    y, graph = random_problem(2)
    y = np.round(4 * y)
    fit, moved = trend_filter(y, graph, 2.0), trend_filter(y + 2.0**45, graph, 2.0)
    assert moved.objective == pytest.approx(fit.objective, rel=1e-9, abs=0)
    assert moved.df == fit.df


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("stretches, far", [(1, 30_000), (4, 0), (3, 0)])
def test_the_order_of_the_sweep_does_not_matter(seed, stretches, far, monkeypatch):
    y, graph = random_problem(seed, n=61)
    fit = trend_filter(y, graph, 0.5, tol=1e-13)
    monkeypatch.setattr(_fused_lasso, "STRETCHES", stretches)
    monkeypatch.setattr(_fused_lasso, "FAR", far)
    other = trend_filter(y, graph, 0.5, tol=1e-13)
    assert other.x == pytest.approx(fit.x, abs=1e-5)
    assert other.df == fit.df
    assert dual_value(y, graph, other.dual) == pytest.approx(
        other.objective, rel=1e-12, abs=0
    )


def test_long_pieces_converge():
    n = 3000
    y = np.repeat([0.0, 3.0, 1.0], n // 3) + np.random.default_rng(8).standard_normal(n)
    fit = trend_filter(y, Graph(n, path_edges(n)), 30.0, tol=1e-9)
    jumps = np.flatnonzero(np.diff(fit.x)) + 1
    # On a path each piece is its mean, moved by lam at each end towards its neighbour.
    levels = fit.x[np.r_[0, jumps]]
    up = np.r_[0, np.sign(np.diff(levels)), 0]
    sizes = np.diff(np.r_[0, jumps, n])
    means = np.add.reduceat(y, np.r_[0, jumps]) / sizes
    assert levels == pytest.approx(means + 30.0 * np.diff(up) / sizes, abs=1e-9)
    assert fit.df == len(levels) < 20
    # Some 1300 with restarts of the momentum, ten times as many without.
    assert fit.iterations < 3000


@pytest.mark.parametrize("lams", [[0.1, 0.5, 2.0, 8.0], [3.0, 0.2, 0.0, 1.0]])
def test_a_path_is_its_single_fits(lams):
    y, graph = random_problem(3)
    for fit, lam in zip(list(fit_path(y, graph, lams, tol=1e-13)), lams, strict=True):
        alone = trend_filter(y, graph, lam, tol=1e-13)
        assert fit.x == pytest.approx(alone.x, abs=1e-5)
        assert (fit.df, fit.lam) == (alone.df, lam)
        # The dual of an earlier fit is not overwritten by a later one.
        assert fit.objective - dual_value(y, graph, fit.dual) == pytest.approx(
            fit.gap, abs=1e-10
        )


@pytest.mark.parametrize("seed", range(4))
def test_along_the_path_variation_falls_and_the_residual_grows(seed):
    y, graph = random_problem(seed)
    x = np.array(
        [fit.x for fit in fit_path(y, graph, np.geomspace(0.05, 20, 12), tol=1e-10)]
    )
    variation = abs(x @ incidence(graph).T) @ graph.weights
    assert [total_variation(row, graph) for row in x] == pytest.approx(variation)
    assert (np.diff(variation) <= 1e-6).all()
    assert (np.diff(np.sum((y - x) ** 2, axis=1)) >= -1e-6).all()


@pytest.mark.parametrize("seed", range(4))
def test_no_signal_of_small_variation_is_nearer_than_the_bound(seed):
    f, graph = random_problem(seed)
    bound = VariationBound(f, graph)
    for mu in np.geomspace(0.05, 5, 12):
        # Of all signals of this variation, the fit is the nearest.
        nearest = trend_filter(f, graph, mu, tol=1e-12).x
        least = np.sum((nearest - f) ** 2)
        distance = bound(total_variation(nearest, graph))
        assert 0.7 * least - 0.02 * np.sum(f**2) <= distance <= least * (1 + 1e-9)
    assert bound(total_variation(f, graph)) == 0


def test_too_few_iterations_are_an_error(monkeypatch):
    y, graph = random_problem(5, n=60)
    monkeypatch.setattr(_fused_lasso, "MAX_ITERATIONS", 10)
    message = (
        r"lam = 0\.7 reached a relative gap of .* after 10 iterations; tol is 1e-14"
    )
    with pytest.raises(NotConverged, match=message):
        trend_filter(y, graph, 0.7, tol=1e-14)


@pytest.mark.parametrize("lam", [-1.0, np.inf, np.nan])
def test_a_path_names_bad_arguments_at_once(lam):
    with pytest.raises(ValueError, match=rf"lam\[1\] is {lam}"):
        next(fit_path([1.0], Graph(1, []), [1.0, lam]))
