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
    """Return a signal of a few levels plus noise, and a random graph with weights.

    The graph is disconnected, as a rule.
    """
    rng = np.random.default_rng(seed)
    edges = random_edges(n, p, seed)
    weights = rng.uniform(0.2, 4, len(edges)) if weighted else None
    levels = rng.integers(0, 3, n) * 2.0
    y = levels + rng.standard_normal(n)
    return y, Graph(n, edges, weights=weights)


def objective(x, y, graph, lam):
    residual = y - x
    jumps = abs(incidence(graph) @ x)
    return 0.5 * residual @ residual + lam * graph.weights @ jumps


def bounded_least_squares(y, graph, lam):
    """Return x from the dual, min ||y - D'u|| over |u| <= lam w, by an active-set method."""
    transposed = incidence(graph).T
    bound = lam * graph.weights
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
    fit = trend_filter(y, graph, lam, tol=1e-12)
    exact = bounded_least_squares(y, graph, lam)
    # A relative gap of 1e-12 leaves half of the digits to x.
    assert fit.x == pytest.approx(exact, abs=2e-5)
    least = objective(exact, y, graph, lam)
    assert fit.objective == pytest.approx(least, rel=1e-9, abs=0)
    is_flat = abs(incidence(graph) @ exact) <= 1e-4
    assert fit.df == component_count(graph, is_flat)


@pytest.mark.parametrize(
    ("tol", "least_gap"), [(0.3, 1e-9), (1e-2, 1e-9), (1e-3, 0), (1e-6, 0)]
)
def test_a_fit_bounds_its_distance_from_the_minimum(tol, least_gap):
    lam = 0.6
    gaps = []
    for seed in range(8):
        y, graph = random_problem(seed, n=40)
        fit = trend_filter(y, graph, lam, tol=tol)
        bound = lam * graph.weights
        assert (abs(fit.dual) <= bound * (1 + 1e-15)).all()
        expected = objective(fit.x, y, graph, lam)
        assert fit.objective == pytest.approx(expected, rel=1e-12, abs=0)
        gap = fit.objective - dual_value(y, graph, fit.dual)
        assert gap == pytest.approx(fit.gap, abs=1e-10)
        assert 0 <= fit.gap <= tol * fit.objective
        exact = trend_filter(y, graph, lam, tol=1e-13)
        distance = 0.5 * np.sum((fit.x - exact.x) ** 2)
        # The other fit has a gap, too.
        assert distance <= fit.gap + 2 * exact.gap + 1e-12
        gaps.append(fit.gap)
    # A loose tolerance leaves a gap to certify.
    assert max(gaps) >= least_gap


@pytest.mark.parametrize("tol", [0.5, 0.1, 0.02])
def test_however_loose_no_jump_goes_against_its_dual(tol):
    y, graph = random_problem(9, n=2000, p=0.002)
    fit = trend_filter(y, graph, 0.4, tol=tol)
    i, j = graph.edges.T
    rise = fit.dual * (fit.x[i] - fit.x[j])
    assert (rise >= 0).all()
    assert (rise > 0).any()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lam", [0, 1e3, 1e9])
@pytest.mark.parametrize(("n", "p"), [(25, 0.07), (4, 0), (1, 0)])
def test_it_is_the_signal_or_each_components_mean_at_either_end(n, p, lam, seed):
    y, graph = random_problem(seed, n, p)
    parts = graph.components if lam else np.arange(n)
    means = np.bincount(parts, y) / np.bincount(parts)
    fit = trend_filter(y, graph, lam)
    assert fit.x == pytest.approx(means[parts], abs=1e-12)
    assert fit.df == len(means)
    assert fit.lam == lam
    assert fit.dual.size == graph.m
    assert fit.gap == 0 or lam > 0
    if not graph.m:
        assert fit.x.tolist() == y.tolist()


@pytest.mark.parametrize("level", [0.0, 0.1, 1e8])
def test_a_constant_signal_stays_as_it_is(level):
    _, graph = random_problem(1)
    y = np.full(25, level)
    fit = trend_filter(y, graph, 0.7)
    assert fit.x == pytest.approx(y, rel=1e-15, abs=0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("shift", "scale"),
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
    y = np.round(4 * y)
    fit = trend_filter(y, graph, 2.0)
    moved = trend_filter(y + 2.0**45, graph, 2.0)
    assert moved.objective == pytest.approx(fit.objective, rel=1e-9, abs=0)
    assert moved.df == fit.df


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("stretches", "far"),
    [(1, 30_000), (4, 0), (3, 0)],
    ids=["one stretch", "four stretches", "three stretches"],
)
def test_the_order_of_the_sweep_does_not_matter(seed, stretches, far, monkeypatch):
    y, graph = random_problem(seed, n=61)
    fit = trend_filter(y, graph, 0.5, tol=1e-13)
    monkeypatch.setattr(_fused_lasso, "STRETCHES", stretches)
    monkeypatch.setattr(_fused_lasso, "FAR", far)
    other = trend_filter(y, graph, 0.5, tol=1e-13)
    assert other.x == pytest.approx(fit.x, abs=1e-5)
    assert other.df == fit.df
    dual = dual_value(y, graph, other.dual)
    assert dual == pytest.approx(other.objective, rel=1e-12, abs=0)


def test_on_a_path_each_piece_is_its_mean_moved_towards_its_neighbours():
    n = 3000
    lam = 30.0
    noise = np.random.default_rng(8).standard_normal(n)
    y = np.repeat([0.0, 3.0, 1.0], n // 3) + noise
    fit = trend_filter(y, Graph(n, path_edges(n)), lam, tol=1e-9)
    starts = np.flatnonzero(np.diff(fit.x, prepend=np.inf))
    levels = fit.x[starts]
    sizes = np.diff(starts, append=n)
    means = np.add.reduceat(y, starts) / sizes
    # 1 where the path rises between two pieces, -1 where it falls, 0 at the ends of the path.
    rises = np.concatenate([[0], np.sign(np.diff(levels)), [0]])
    moves = lam * np.diff(rises) / sizes
    assert levels == pytest.approx(means + moves, abs=1e-9)
    assert fit.df == len(levels)
    # Some 1300 with restarts of the momentum, ten times as many without.
    assert fit.iterations < 3000


def test_a_path_is_its_single_fits():
    # Where they rise, a fit starts from the duals of the last two.
    lams = [3.0, 0.2, 0.0, 0.1, 0.5, 2.0, 8.0]
    y, graph = random_problem(3)
    # All fits are kept: the dual of an earlier one is not overwritten by a later one.
    fits = list(fit_path(y, graph, lams, tol=1e-13))
    for fit, lam in zip(fits, lams, strict=True):
        alone = trend_filter(y, graph, lam, tol=1e-13)
        assert fit.x == pytest.approx(alone.x, abs=1e-5)
        assert fit.df == alone.df
        assert fit.lam == lam
        gap = fit.objective - dual_value(y, graph, fit.dual)
        assert gap == pytest.approx(fit.gap, abs=1e-10)


@pytest.mark.parametrize("seed", range(4))
def test_no_signal_of_small_variation_is_nearer_than_the_bound(seed):
    f, graph = random_problem(seed)
    bound = VariationBound(f, graph)
    assert bound(total_variation(f, graph)) == 0
    for mu in np.geomspace(0.05, 5, 12):
        # Of all signals of this variation, the fit is the nearest.
        nearest = trend_filter(f, graph, mu, tol=1e-12).x
        least = np.sum((nearest - f) ** 2)
        distance = bound(total_variation(nearest, graph))
        assert distance <= least * (1 + 1e-9)
        # It is the best of 14 penalties, and so not far below.
        assert distance >= 0.7 * least - 0.02 * np.sum(f**2)


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
