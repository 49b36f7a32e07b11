"""Graph trend filtering of order 0, the graph fused lasso, with a certificate.

    minimise  P(x) = 1/2 ||y - x||^2 + lam sum_e w_e |x_i - x_j|        (e = (i, j))

This is order 0 of Wang, Sharpnack, Smola & Tibshirani, "Trend Filtering on Graphs" (JMLR 2016),
section 2: the fit is constant on connected pieces, whose number falls as lam grows. With D the
matrix of differences along the edges (m, n), the dual problem is to maximise

    D(u) = 1/2 ||y||^2 - 1/2 ||y - D'u||^2    over    |u_e| <= lam w_e,

and at the optimum x = y - D'u. For any x and any such u, P(x) - D(u) >= 0 bounds how far both are
from the optimum; as P is strongly convex, ||x - x*||^2 <= 2 (P(x) - D(u)). Every fit comes with
this gap, so no iteration has to be trusted. The weights bound the dual: an edge of weight 2
acts as two parallel edges do.

`_fused_lasso` has the solver. This module scales the problem and follows a path of penalties.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.graphs._fused_lasso import minimise
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import Labelled, place_names


@dataclass(frozen=True)
class TrendFit:
    """A trend filter's fit with its certificate; `trend_filter` returns it.

    Attributes
    ----------
    x : (n,) array of float
        The fitted signal, constant on connected pieces.
    gap : float
        The duality gap P(x) - D(u) >= 0. It bounds the error: ||x - x*||^2 <= 2 gap, x* being the
        exact minimiser.
    df : int
        The degrees of freedom: the number of connected constant pieces, whose mean is the
        divergence of the fit (Tibshirani & Taylor, 2012).
    objective : float
        P(x).
    lam : float
        The weight of the penalty.
    dual : (m,) array of float
        The dual point u that certifies the gap, |u_e| <= lam w_e.
    iterations : int
        The number of iterations that the solver took.
    """

    x: np.ndarray
    gap: float
    df: int
    objective: float
    lam: float
    dual: np.ndarray
    iterations: int


class NotConverged(RuntimeError):
    """The duality gap did not fall below the tolerance within the allowed iterations."""


def trend_filter(
    y: ArrayLike | Labelled, graph: Graph, lam: float, *, tol: float = 1e-6
) -> TrendFit:
    """Fit a piecewise constant signal on a graph by trend filtering of order 0.

    The fit x minimises P(x) = 1/2 ||y - x||^2 + lam sum_e w_e |x_i - x_j|, where e = (i, j) runs
    over the edges. This is the graph fused lasso, total variation denoising on a graph.

    Parameters
    ----------
    y : (n,) array of float, Series or dict
        Finite values, one per vertex. Labels are matched to the graph's names.
    graph : Graph
        The graph, with n vertices. Its weights w multiply the penalty: an edge of weight 2 acts as
        two parallel edges do.
    lam : float in [0, inf)
        Weight of the penalty, in the unit of `y`. 0 returns `y`; above some value the fit is the
        mean of `y` on each component.
    tol : float in (0, 1)
        The duality gap on return is at most `tol` times the objective.

    Returns
    -------
    TrendFit
        `x`, the fit (n,), a Series if `y` is one; `gap`, which bounds its error by
        ||x - x*||^2 <= 2 gap; `df`, the number of constant pieces; `objective`, `lam`, `dual` and
        `iterations`.

    Raises
    ------
    ValueError
        If an argument has another shape, type or range.
    NotConverged
        If the tolerance was not met within 100,000 iterations.

    See Also
    --------
    denoise : The method "trend-sure" chooses lambda from the data.

    Notes
    -----
    The dual is solved by projected over-relaxation with momentum, and the gap is computed from the
    two points returned, so it holds whatever the iterations did [1]_. An iteration takes
    O(n + m). For y ~ N(f, sigma^2 I) the number of pieces is an unbiased estimate of the degrees of
    freedom [2]_, from which the error can be estimated.

    References
    ----------
    .. [1] Y.-X. Wang, J. Sharpnack, A. J. Smola and R. J. Tibshirani, "Trend filtering on graphs",
       Journal of Machine Learning Research 17 (2016), 1-41.
    .. [2] R. J. Tibshirani and J. Taylor, "Degrees of freedom in lasso problems", Annals of
       Statistics 40 (2012), 1198-1232.

    Examples
    --------
    >>> import gaussmech as gm
    >>> import numpy as np
    >>> path = gm.Graph(4, [[0, 1], [1, 2], [2, 3]])
    >>> fit = gm.trend_filter(np.array([0.0, 0.2, 2.9, 3.1]), path, 0.5)
    >>> fit.x.round(3).tolist(), fit.df
    ([0.35, 0.35, 2.75, 2.75], 2)
    """
    lam = _checks.real_scalar("lam", lam, low=0, open_high=True)
    _checks.instance("graph", graph, Graph)
    y, labels = place_names(graph).align("y", y)
    fit = next(trend_filter_path(y, graph, [lam], tol=tol))
    return fit if labels is None else replace(fit, x=labels.wrap(fit.x))


def trend_filter_path(
    y: ArrayLike,
    graph: Graph,
    lams: ArrayLike,
    *,
    tol: float = 1e-6,
    duals: Sequence[Array] | None = None,
) -> Iterator[TrendFit]:
    """Fit as `trend_filter` does for each of several penalties, each from the solution before.

    Parameters
    ----------
    y, graph, tol
        As for `trend_filter`.
    lams : (K,) array of float
        The weights of the penalty, finite and >= 0. Each fit starts from the dual point of the one
        before, so an ascending or descending order is fastest.
    duals : sequence of K arrays (m,), optional
        Dual points of fits of a similar y with the same penalties, which are better to start from.

    Yields
    ------
    TrendFit
        The fit of each penalty, in their order. A caller may stop early.
    """
    _checks.instance("graph", graph, Graph)
    y = _checks.signal("y", y, graph.n)
    lams = _checks.real_array("lam", lams, low=0, open_high=True)
    tol = _checks.real_scalar("tol", tol, low=0, high=1, open_low=True, open_high=True)
    # The means of components do not affect the fit, but they would cost digits of the gap.
    level = _component_means(y, graph)
    # The signal is scaled to at most 1, so no square overflows or vanishes.
    scale = float(np.abs(y - level).max()) or 1.0
    centred = (y - level) / scale
    dual = np.zeros(graph.m)
    for k, lam in enumerate(lams):
        start = dual if duals is None else duals[k] / scale
        # Some optimal u is below n everywhere, so a wider box, which might overflow, has the same x:
        # without cycles, no edge of the flow u carries more than its sources bring in all. That is
        # half of ||y - x||_1, which is at most sqrt(n) ||y - x|| <= sqrt(n) ||y|| <= n.
        with np.errstate(over="ignore"):
            bound = np.minimum(float(lam) / scale * graph.weights, graph.n)
        x, dual, df, gap, objective, iterations = minimise(
            centred, graph.edges, bound, start, tol
        )
        if not gap <= tol * objective:
            raise NotConverged(
                f"trend filtering with lam = {lam:g} reached a relative gap of"
                f" {gap / objective:.1e} after {iterations} iterations; tol is {tol:g}"
            )
        yield TrendFit(
            x=scale * x + level,
            gap=gap * scale * scale,
            df=df,
            objective=objective * scale * scale,
            lam=float(lam),
            dual=scale * dual,
            iterations=iterations,
        )


def _component_means(y, graph):
    """Return the mean of y over each vertex's component (n,), exact where y is constant on it.

    The mean is computed as the value at one vertex of the component plus the mean difference from
    it, because a difference of equal values has no rounding error.
    """
    label = graph.components
    _, first_vertex = np.unique(label, return_index=True)
    first_value = y[first_vertex][label]
    difference = np.bincount(label, y - first_value) / np.bincount(label)
    return first_value + difference[label]
