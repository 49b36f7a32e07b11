"""Trend filtering of orders 1 and 2 against bounded least squares, and its degrees of freedom."""

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import lsq_linear

from gaussmech.graphs import higher_order_trend
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import stein_risk
from gaussmech.graphs.trend_filtering import NotConverged, trend_filter, trend_filter_path

ORDERS = pytest.mark.parametrize("order", [1, 2])


def random_problem(seed, n=18, p=0.16, weighted=True):
    """A weighted random graph, as a rule disconnected, and a signal that drifts, plus noise."""
    rng = np.random.default_rng(seed)
    edges = np.array(nx.gnp_random_graph(n, p, seed=seed).edges, int).reshape(-1, 2)
    weights = rng.uniform(0.3, 3, len(edges)) if weighted else None
    y = 0.3 * np.arange(n) + rng.standard_normal(n)
    return y, Graph(n, edges, weights=weights)


def path(n, **options):
    return Graph(n, np.stack([np.arange(n - 1), np.arange(1, n)], axis=1), **options)


def operators(graph, order):
    """Delta with its weights inside, dense, from its definition edge by edge."""
    laplacian = np.zeros((graph.n, graph.n))
    for (i, j), w in zip(graph.edges, graph.weights, strict=True):
        laplacian[i, i] += w
        laplacian[j, j] += w
        laplacian[i, j] -= w
        laplacian[j, i] -= w
    if order == 1:
        return laplacian
    rows = [
        w * (laplacian[i] - laplacian[j])
        for (i, j), w in zip(graph.edges, graph.weights, strict=True)
    ]
    return np.array(rows).reshape(-1, graph.n)


def objective(x, y, graph, lam, order):
    return 0.5 * np.sum((y - x) ** 2) + lam * np.abs(operators(graph, order) @ x).sum()


def bounded_least_squares(y, graph, lam, order):
    """x from the dual, min ||y - Delta'u|| over |u| <= lam, by an active-set method."""
    delta = operators(graph, order)
    found = lsq_linear(delta.T, y, (-lam, lam), method="bvls", tol=1e-15, max_iter=10_000)
    return y - delta.T @ found.x


def nullity(graph, order, zero):
    """Dimension of the space of x with (Delta x)_r = 0 for the rows `zero`."""
    rows = operators(graph, order)[zero]
    return graph.n - (np.linalg.matrix_rank(rows) if len(rows) else 0)


@ORDERS
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("lam", [0.02, 0.15, 0.8])
def test_it_agrees_with_bounded_least_squares(order, seed, lam):
    y, graph = random_problem(seed, weighted=seed % 3 > 0)
    fit = trend_filter(y, graph, lam, order=order, tol=1e-9)
    exact = bounded_least_squares(y, graph, lam, order)
    assert fit.x == pytest.approx(exact, abs=1e-5)
    best = objective(exact, y, graph, lam, order)
    assert fit.objective == pytest.approx(best, rel=1e-8, abs=0)
    assert fit.objective == pytest.approx(objective(fit.x, y, graph, lam, order), rel=1e-12, abs=0)
    assert (fit.order, fit.lam) == (order, lam)


@ORDERS
@pytest.mark.parametrize("seed", range(4))
def test_the_gap_is_a_certificate(order, seed):
    y, graph = random_problem(seed, n=30, p=0.1)
    fit = trend_filter(y, graph, 0.3, order=order, tol=1e-8)
    cost = np.ones(graph.n) if order == 1 else graph.weights
    assert (abs(fit.dual) <= 0.3 * cost * (1 + 1e-15)).all()
    residual = y - operators(graph, order).T @ (fit.dual / cost)
    dual_value = 0.5 * (y @ y - residual @ residual)
    assert fit.gap == pytest.approx(fit.objective - dual_value, abs=1e-10)
    assert 0 <= fit.gap <= 1e-8 * fit.objective


@ORDERS
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("lam", [0.02, 0.1, 0.5, 2.0])
def test_degrees_of_freedom_are_a_nullity(order, seed, lam):
    y, graph = random_problem(seed, n=24, p=0.12, weighted=seed % 2 > 0)
    fit = trend_filter(y, graph, lam, order=order)
    zero = np.abs(operators(graph, order) @ fit.x) < 1e-6
    assert fit.df == nullity(graph, order, zero)


@ORDERS
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lam", [0.1, 0.6])
def test_degrees_of_freedom_are_the_divergence(order, seed, lam):
    y, graph = random_problem(seed, weighted=seed % 2 > 0)
    step = 1e-4

    def fitted(k, by):
        moved = y.copy()
        moved[k] += by
        return trend_filter(moved, graph, lam, order=order, tol=1e-10).x[k]

    divergence = sum((fitted(k, step) - fitted(k, -step)) / (2 * step) for k in range(graph.n))
    fit = trend_filter(y, graph, lam, order=order)
    assert divergence == pytest.approx(fit.df, abs=0.02)
    assert 1 < fit.df < graph.n


@ORDERS
def test_stein_risk_is_unbiased(order):
    graph, sigma, lam, draws = path(20, weights=np.tile([1.0, 2.0], 10)[:19]), 0.7, 0.4, 400
    truth = np.abs(np.arange(20) - 9.0) / 2
    rng = np.random.default_rng(order)
    excess = np.empty(draws)
    for k in range(draws):
        y = truth + sigma * rng.standard_normal(20)
        fit = trend_filter(y, graph, lam, order=order)
        excess[k] = stein_risk(y, fit.x, sigma, fit.df) - np.sum((fit.x - truth) ** 2)
    error = excess.std() / np.sqrt(draws)
    assert abs(excess.mean()) < 3 * error < 1.5


@pytest.mark.parametrize("order, degree", [(1, 1), (2, 2)])
def test_inside_a_path_the_rows_are_ordinary_differences(order, degree):
    x = np.random.default_rng(0).standard_normal(12)
    rows = operators(path(12), order) @ x
    inside = rows[1:-1]
    assert np.abs(inside) == pytest.approx(np.abs(np.diff(x, degree + 1)), abs=1e-12)
    # A polynomial of that degree is free of penalty there, so a fit has such pieces.
    y = np.polyval([1.0, -2.0, 0.5][-degree - 1 :], np.linspace(-1, 1, 40))
    fit = trend_filter(y, path(40), 1e-3, order=order)
    kinks = np.abs(np.diff(fit.x, degree + 1)) > 1e-7
    assert kinks.sum() < 15 and fit.df < 20


def test_three_on_a_path_meet_in_closed_form():
    # L x for the middle rises by 2 d, for the ends falls by d: lam slides y along L's row.
    y = np.array([0.0, 3.0, 0.0])
    fit = trend_filter(y, path(3), 0.1, order=1)
    laplacian = operators(path(3), 1)
    assert fit.x == pytest.approx(y - 0.1 * laplacian @ np.sign(laplacian @ y), abs=1e-8)
    assert (fit.df, fit.iterations) == (3, 0)


@ORDERS
@pytest.mark.parametrize("seed", range(3))
def test_a_double_edge_is_an_edge_of_weight_2(seed, order):
    # P over the multigraph, each parallel edge a term of its own.
    y, graph = random_problem(seed, weighted=False)
    twice = np.random.default_rng(seed).random(graph.m) < 0.5
    weighted = Graph(graph.n, graph.edges, weights=1.0 + twice)
    edges = np.concatenate([graph.edges, graph.edges[twice]])
    x = trend_filter(y, weighted, 0.2, order=order).x
    flow = np.zeros(graph.n)
    for i, j in edges:
        flow[i] += x[i] - x[j]
        flow[j] += x[j] - x[i]
    terms = flow if order == 1 else flow[edges[:, 0]] - flow[edges[:, 1]]
    value = 0.5 * np.sum((y - x) ** 2) + 0.2 * np.abs(terms).sum()
    assert trend_filter(y, weighted, 0.2, order=order).objective == pytest.approx(value, rel=1e-12)


@ORDERS
@pytest.mark.parametrize("lam", [0.0, 1e-13])
def test_without_penalty_it_is_the_signal(order, lam):
    y, graph = random_problem(1)
    fit = trend_filter(y, graph, lam, order=order)
    assert fit.x == pytest.approx(y, abs=1e-10)
    assert (fit.df, fit.lam) == (graph.n, lam)


@ORDERS
@pytest.mark.parametrize("lam", [1e4, 1e9, 1e300])
def test_under_a_huge_penalty_it_is_the_mean_of_each_component(order, lam):
    y, graph = random_problem(2, p=0.1)
    means = np.bincount(graph.components, weights=y) / np.bincount(graph.components)
    fit = trend_filter(y, graph, lam, order=order)
    assert graph.components.max() > 0
    assert fit.x == pytest.approx(means[graph.components], abs=1e-10)
    assert fit.df == graph.components.max() + 1


def test_the_last_kink_goes_where_the_flow_fits():
    y, graph = random_problem(4, p=0.4)
    assert graph.components.max() == 0
    potential = np.linalg.pinv(operators(graph, 1)) @ y
    least = np.ptp(potential) / 2
    flat = trend_filter(y, graph, 1.001 * least, order=1)
    assert (flat.df, flat.iterations) == (1, 0)
    assert trend_filter(y, graph, 0.98 * least, order=1).df > 1


@pytest.mark.parametrize("order, lam", [(1, 1e9), (2, 1e15)])
def test_a_long_path_under_a_huge_penalty(order, lam):
    y = np.cumsum(np.random.default_rng(6).standard_normal(5000)) / 10
    fit = trend_filter(y, path(5000), lam, order=order)
    assert fit.x == pytest.approx(np.full(5000, y.mean()), abs=1e-9)
    assert fit.df == 1


@ORDERS
def test_a_long_path_under_a_large_penalty(order):
    y = np.cumsum(np.random.default_rng(6).standard_normal(5000)) / 10
    fit = trend_filter(y, path(5000), 1e6, order=order)
    assert 2 <= fit.df < 30


@ORDERS
def test_between_them_the_penalty_may_be_anything(order):
    y = np.cumsum(np.random.default_rng(3).standard_normal(200))
    fits = list(trend_filter_path(y, path(200), np.geomspace(1e-10, 1e8, 19), order=order))
    df = [fit.df for fit in fits]
    assert df[0] == 200 and df[-1] == 1 and (np.diff(df) <= 0).all()
    assert np.diff([fit.objective for fit in fits]).min() >= 0


@ORDERS
def test_isolated_vertices_and_single_ones_keep_their_value(order):
    y = np.array([5.0, 0.0, 1.0, -7.0])
    fit = trend_filter(y, Graph(4, [[1, 2]]), 100.0, order=order)
    assert fit.x == pytest.approx([5.0, 0.5, 0.5, -7.0], abs=1e-12)
    assert fit.df == 3
    alone = trend_filter(y, Graph(4, []), 1.0, order=order)
    assert alone.x == pytest.approx(y) and (alone.df, alone.gap) == (4, 0)
    assert trend_filter([3.0], Graph(1, []), 1.0, order=order).x.tolist() == [3.0]


@ORDERS
@pytest.mark.parametrize("level", [0.0, 0.1, 1e8])
def test_a_constant_signal_stays_as_it_is(order, level):
    _, graph = random_problem(1)
    fit = trend_filter(np.full(graph.n, level), graph, 0.7, order=order)
    assert fit.x == pytest.approx(np.full(graph.n, level), rel=1e-15, abs=0)
    assert fit.df == graph.components.max() + 1


@ORDERS
def test_a_level_on_each_component_takes_no_part(order):
    y, graph = random_problem(2, p=0.1)
    moved = y + 1e6 * graph.components
    fit, other = (trend_filter(signal, graph, 0.3, order=order) for signal in (y, moved))
    assert other.x - 1e6 * graph.components == pytest.approx(fit.x, abs=1e-5)
    assert other.objective == pytest.approx(fit.objective, rel=1e-6, abs=0)
    assert other.df == fit.df


@ORDERS
@pytest.mark.parametrize(
    "shift, scale", [(-3.5, 1.0), (0.0, 1e-120), (2.0, 1e6), (1e6, -1.0), (0.0, 1e120)]
)
def test_it_follows_shift_and_scale(order, shift, scale):
    y, graph = random_problem(0)
    fit = trend_filter(y, graph, 0.3, order=order)
    moved = trend_filter(shift + scale * y, graph, 0.3 * abs(scale), order=order)
    assert (moved.x - shift) / scale == pytest.approx(fit.x, abs=1e-5)
    assert moved.df == fit.df


@ORDERS
@pytest.mark.parametrize("seed", range(3))
def test_it_follows_a_relabelling(seed, order):
    y, graph = random_problem(seed)
    rng = np.random.default_rng(seed)
    new, shuffled = rng.permutation(graph.n), rng.permutation(graph.m)
    edges = new[graph.edges[shuffled]]
    flip = rng.random(graph.m) < 0.5
    edges[flip] = edges[flip, ::-1]
    renamed = Graph(graph.n, edges, weights=graph.weights[shuffled])
    y_renamed = np.empty(graph.n)
    y_renamed[new] = y
    fit = trend_filter(y, graph, 0.3, order=order)
    other = trend_filter(y_renamed, renamed, 0.3, order=order)
    assert other.x[new] == pytest.approx(fit.x, abs=1e-5)
    assert other.df == fit.df
    assert trend_filter(y, graph, 0.3, order=order).x.tolist() == fit.x.tolist()


def test_a_hub_does_not_fill_the_program(monkeypatch):
    rng = np.random.default_rng(9)
    y = rng.standard_normal(41)
    star = Graph(41, [[0, k] for k in range(1, 41)], weights=rng.uniform(0.5, 2, 40))
    x = trend_filter(y, star, 0.05, order=2, tol=1e-9).x
    assert x == pytest.approx(bounded_least_squares(y, star, 0.05, 2), abs=1e-5)
    monkeypatch.setattr(higher_order_trend, "DENSE", np.inf)
    assert trend_filter(y, star, 0.05, order=2, tol=1e-9).x == pytest.approx(x, abs=1e-6)


@ORDERS
def test_a_tolerance_out_of_reach_is_an_error(order, monkeypatch):
    y, graph = random_problem(5, n=40)
    monkeypatch.setattr(higher_order_trend, "MAX_ITERATIONS", 3)
    message = rf"order {order} with lam = 0\.2 reached a relative gap of .* after 3 iterations"
    with pytest.raises(NotConverged, match=message):
        trend_filter(y, graph, 0.2, order=order, tol=1e-8)
