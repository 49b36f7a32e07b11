"""Graph trend filtering with a certificate: fits that are piecewise constant, linear, quadratic.

    minimise  P(x) = 1/2 ||y - x||^2 + lam ||Delta x||_1

Wang, Sharpnack, Smola & Tibshirani, "Trend Filtering on Graphs" (JMLR 2016), section 2: Delta
is W D at order 0, L at order 1 and W D L at order 2, with D the differences along the edges, W
their weights and L = D'WD the Laplacian. So an edge of weight 2 acts as two parallel edges do.

The dual is min over |u_r| <= lam c_r of 1/2 ||y - Delta'u||^2, with the weights c put into the
box rather than into Delta, and P(x) - D(u) >= 0 bounds how far both are from the optimum.
"""

from dataclasses import dataclass

import numpy as np

from gaussmech import checks

# No flow that balances a signal of at most one needs a wider box, and its products are finite.
WIDEST_BOX = 1e100


@dataclass(frozen=True)
class TrendFit:
    """A solution with its certificate.

    Attributes
    ----------
    x : (n,) array
        The fitted signal.
    gap : float
        Duality gap P(x) - D(u) >= 0. It bounds the error: ||x - x*||^2 <= 2 gap.
    df : int
        Degrees of freedom: the dimension of the space of signals with the same zeros of
        Delta x, and an unbiased estimate of the divergence's mean (Tibshirani & Taylor, 2012).
        Order 0: the number of connected constant pieces. Order 1: the number of vertices
        where L x is not zero, and of components without one. Order 2: the number of connected
        pieces on which L x is constant.
    objective : float
        P(x).
    lam : float
        The penalty's weight.
    dual : (m,) array, at order 1 (n,)
        The dual point u that certifies the gap: |u_e| <= lam w_e for the edges of orders 0 and
        2, |u_v| <= lam for the vertices of order 1.
    iterations : int
    order : {0, 1, 2}
    """

    x: np.ndarray
    gap: float
    df: int
    objective: float
    lam: float
    dual: np.ndarray
    iterations: int
    order: int = 0


class NotConverged(RuntimeError):
    """The tolerance on the duality gap was not met within the allowed iterations."""


def trend_filter(y, graph, lam, *, order=0, tol=1e-6):
    """Trend filtering of the signal `y` on `graph`.

    Parameters
    ----------
    y : (n,) array
    graph : Graph
        Its weights weigh the penalty edge by edge.
    lam : float >= 0
    order : {0, 1, 2}
        0 penalises the differences along edges (piecewise constant fits), 1 those of a vertex
        from its neighbours (piecewise linear), 2 the differences of these along edges
        (piecewise quadratic). Order 0 takes seconds at a million vertices; 1 and 2 take a
        sparse factorisation an iteration, seconds at ten thousand.
    tol : float in (0, 1)
        The gap on return is at most `tol` times the objective.

    Returns
    -------
    TrendFit

    Raises
    ------
    ValueError
        An argument outside its range, or of the wrong shape.
    NotConverged
        The tolerance was not met.

    Examples
    --------
    >>> from gaussmech.graphs.graph import Graph
    >>> path = Graph(4, [[0, 1], [1, 2], [2, 3]])
    >>> fit = trend_filter(np.array([0.0, 0.2, 2.9, 3.1]), path, 0.5)
    >>> fit.x.round(3).tolist(), fit.df
    ([0.35, 0.35, 2.75, 2.75], 2)
    >>> trend_filter(np.array([0.0, 1.0, 3.0, 2.0]), path, 0.1, order=1).x.round(3).tolist()
    [0.0, 1.2, 2.6, 2.2]
    """
    lam = checks.real_scalar("lam", lam, low=0, open_high=True)
    return next(trend_filter_path(y, graph, [lam], order=order, tol=tol))


def trend_filter_path(y, graph, lams, *, order=0, tol=1e-6):
    """As `trend_filter`, for each of `lams` in turn; at order 0 each starts from the one before.

    A generator of TrendFit, in the order of `lams` (ascending is fastest).
    """
    order = checks.whole_number("order", order, low=0)
    checks.one_of("order", order, (0, 1, 2))
    y = checks.signal("y", y, graph.n)
    lams = checks.real_array("lam", lams, low=0, open_high=True)
    tol = checks.real_scalar("tol", tol, low=0, high=1, open_low=True, open_high=True)
    return _path(y, graph, lams, order, tol)


def _path(y, graph, lams, order, tol):
    # A level a component takes no part in the problem but would cost digits in the gap.
    level = _component_means(y, graph)
    # Scaled to one, no square overflows or vanishes.
    scale = float(np.abs(y - level).max()) or 1.0
    solver = _solver((y - level) / scale, graph, order)
    for lam in lams:
        with np.errstate(over="ignore"):
            bound = np.minimum(float(lam) / scale * solver.cost, WIDEST_BOX)
        x, df, gap, objective, iterations = solver.solve(bound, tol)
        if not gap <= tol * objective:
            raise NotConverged(
                f"trend filtering of order {order} with lam = {lam:g} reached a relative gap of"
                f" {gap / objective:.1e} after {iterations} iterations; tol is {tol:g}"
            )
        yield TrendFit(
            x=scale * x + level,
            gap=gap * scale * scale,
            df=df,
            objective=objective * scale * scale,
            lam=float(lam),
            dual=scale * solver.dual,
            iterations=iterations,
            order=order,
        )


def _solver(y, graph, order):
    if order == 0:
        from gaussmech.graphs.fused_lasso import FusedLasso

        return FusedLasso(y, graph)
    from gaussmech.graphs.higher_order_trend import HigherOrderTrend

    return HigherOrderTrend(y, graph, order)


def _component_means(y, graph):
    """The mean of y over each vertex's component, (n,); exact where y is constant on it."""
    label = graph.components
    base = y[np.unique(label, return_index=True)[1]][label]
    return base + (np.bincount(label, y - base) / np.bincount(label))[label]
