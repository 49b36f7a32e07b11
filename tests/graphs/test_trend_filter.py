"""Trend filtering against bounded least squares, its certificate, and its symmetries."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.trend_filter import (
    NotConverged,
    trend_filter,
)
from gaussmech.graphs.trend_filter import trend_filter_path as fit_path
from tests.graphs.networks import (
    component_count,
    incidence,
    noisy,
    path_edges,
    random_edges,
)


def random_problem(seed, n=25, p=0.12, weighted=True):
    """Return a signal of a few levels plus noise, and a random graph with weights.

    The graph is disconnected, as a rule.
    """
    rng = np.random.default_rng(seed)
    edges = random_edges(n, p, seed)
    weights = rng.uniform(0.2, 4, len(edges)) if weighted else None
    y = noisy(2.0 * rng.integers(0, 3, n), 1.0, [seed, 1])
    return y, Graph(n, edges, weights=weights)


def primal_and_dual(x, u, y, graph, lam):
    """Return the objective at x, and the value of the dual at u."""
    jumps = graph.weights @ abs(incidence(graph) @ x)
    primal = 0.5 * np.sum((y - x) ** 2) + lam * jumps
    return primal, 0.5 * (y @ y - np.sum((y - incidence(graph).T @ u) ** 2))


def assert_certified(fit, y, graph):
    """Assert that a fit's objective and gap are those of its two points."""
    assert (abs(fit.dual) <= fit.lam * graph.weights * (1 + 1e-15)).all()
    primal, dual = primal_and_dual(fit.x, fit.dual, y, graph, fit.lam)
    assert fit.objective == pytest.approx(primal, rel=1e-12, abs=1e-20)
    assert fit.gap == pytest.approx(primal - dual, abs=1e-10)
    assert fit.gap >= 0


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("lam", [0.05, 0.4, 1.5])
def test_it_agrees_with_bounded_least_squares(seed, lam):
    y, graph = random_problem(seed, weighted=seed % 3 > 0)
    y.setflags(write=False)
    fit = trend_filter(y, graph, lam, tol=1e-12)
    # The dual is min ||y - D'u|| over |u| <= lam w; here by an active-set method.
    bound = lam * graph.weights
    u = lsq_linear(
        incidence(graph).T, y, (-bound, bound), method="bvls", tol=1e-15, max_iter=10**4
    ).x
    exact = y - incidence(graph).T @ u
    # A relative gap of 1e-12 leaves half of the digits to x.
    assert fit.x == pytest.approx(exact, abs=2e-5)
    least, _ = primal_and_dual(exact, u, y, graph, lam)
    assert fit.objective == pytest.approx(least, rel=1e-9, abs=0)
    is_flat = abs(incidence(graph) @ exact) <= 1e-4
    assert fit.df == component_count(graph, is_flat)


@pytest.mark.parametrize(
    "tol, least_gap", [(0.3, 1e-9), (1e-2, 1e-9), (1e-3, 0), (1e-6, 0)]
)
def test_a_fit_bounds_its_distance_from_the_minimum(tol, least_gap):
    gaps = []
    for seed in range(8):
        y, graph = random_problem(seed, n=40)
        fit = trend_filter(y, graph, 0.6, tol=tol)
        assert_certified(fit, y, graph)
        assert fit.gap <= tol * fit.objective
        exact = trend_filter(y, graph, 0.6, tol=1e-13)
        # The other fit has a gap, too.
        most = fit.gap + 2 * exact.gap + 1e-12
        assert 0.5 * np.sum((fit.x - exact.x) ** 2) <= most
        gaps.append(fit.gap)
    # A loose tolerance leaves a gap to certify.
    assert max(gaps) >= least_gap


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lam", [0, 1e3, 1e9])
@pytest.mark.parametrize("n, p", [(25, 0.07), (4, 0), (1, 0)])
def test_it_is_the_signal_or_each_components_mean_at_either_end(n, p, lam, seed):
    y, graph = random_problem(seed, n, p)
    parts = graph.components if lam else np.arange(n)
    means = np.bincount(parts, y) / np.bincount(parts)
    fit = trend_filter(y, graph, lam)
    # Without edges, or without a penalty, nothing is rounded.
    exactly = 0 if p == 0 else 1e-12
    np.testing.assert_allclose(fit.x, means[parts], rtol=0, atol=exactly)
    assert (fit.df, fit.lam, fit.dual.size) == (len(means), lam, graph.m)
    assert fit.gap == 0 or lam > 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "shift, scale",
    [(-3.5, 1.0), (0.0, 1e-200), (2.0, 1e6), (1e6, -1.0), (0.0, 1e150)],
)
def test_it_follows_shift_and_scale(seed, shift, scale):
    y, graph = random_problem(seed)
    fit = trend_filter(y, graph, 0.5, tol=1e-13)
    moved = trend_filter(shift + scale * y, graph, 0.5 * abs(scale), tol=1e-13)
    assert (moved.x - shift) / scale == pytest.approx(fit.x, abs=1e-5)
    assert moved.df == fit.df


def test_a_high_level_costs_no_digits():
    y, graph = random_problem(2)
    # Whole numbers below 2^53, so that the sum is exact.
    fit, moved = (
        trend_filter(np.round(4 * y) + level, graph, 2.0) for level in (0, 2.0**45)
    )
    assert moved.objective == pytest.approx(fit.objective, rel=1e-9, abs=0)
    assert moved.df == fit.df


def test_on_a_path_each_piece_is_its_mean_moved_towards_its_neighbours():
    y = noisy(np.repeat([0.0, 3.0, 1.0], 1000), 1.0, 8)
    fit = trend_filter(y, Graph(3000, path_edges(3000)), 30.0, tol=1e-9)
    starts = np.flatnonzero(np.diff(fit.x, prepend=np.inf))
    levels = fit.x[starts]
    sizes = np.diff(starts, append=3000)
    means = np.add.reduceat(y, starts) / sizes
    # 1 where the path rises between two pieces, -1 where it falls, 0 at the ends of the path.
    rises = np.pad(np.sign(np.diff(levels)), 1)
    assert levels == pytest.approx(means + 30 * np.diff(rises) / sizes, abs=1e-9)
    assert fit.df == len(levels)
    # Some 1300 with restarts of the momentum, ten times as many without.
    assert fit.iterations < 3000


def test_a_path_is_its_single_fits():
    # Where they rise, a fit starts from the duals of the last two.
    lams = [3.0, 0.2, 0.0, 0.1, 0.5, 2.0, 8.0]
    y, graph = random_problem(3)
    # All fits are kept: the dual of an earlier one is not overwritten by a later one.
    fits = list(fit_path(y, graph, lams, tol=1e-13))
    assert [fit.lam for fit in fits] == lams
    for fit in fits:
        alone = trend_filter(y, graph, fit.lam, tol=1e-13)
        assert fit.x == pytest.approx(alone.x, abs=1e-5)
        assert fit.df == alone.df
        assert_certified(fit, y, graph)


def test_too_few_iterations_are_an_error(monkeypatch):
    monkeypatch.setattr("gaussmech.graphs.trend_filter.MAX_ITERATIONS", 10)
    message = (
        r"lam = 0\.7 reached a relative gap of .* after 10 iterations; tol is 1e-14"
    )
    with pytest.raises(NotConverged, match=message):
        trend_filter(*random_problem(5, n=60), 0.7, tol=1e-14)


@pytest.mark.parametrize("lam", [-1.0, np.inf, np.nan])
def test_a_path_names_bad_arguments_at_once(lam):
    with pytest.raises(ValueError, match=rf"lam\[1\] is {lam}"):
        next(fit_path([1.0], Graph(1, []), [1.0, lam]))
