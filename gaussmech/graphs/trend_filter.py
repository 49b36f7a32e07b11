"""Graph trend filtering of order 0, the graph fused lasso, with a certificate.

    minimise  P(x) = 1/2 ||y - x||^2 + lam sum_e w_e |x_i - x_j|        (e = (i, j))

Wang, Sharpnack, Smola & Tibshirani, "Trend Filtering on Graphs" (JMLR 2016), section 2. With D
the matrix of differences along the edges, the dual is D(u) = 1/2 ||y||^2 - 1/2 ||y - D'u||^2 over
|u_e| <= lam w_e; P(x) - D(u) >= 0 bounds how far both are from the optimum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.graphs._fused_lasso import FusedLasso
from gaussmech.graphs.graph import Graph

# No flow that balances a signal of at most one needs a wider box, and its products are finite.
WIDEST_BOX = 1e100
# mu of a bound over the signal's range, and the tolerance of its fits: any would be valid.
VARIATION_RATIOS = np.geomspace(5e-4, 2, 14)
VARIATION_TOLERANCE = 1e-2


@dataclass(frozen=True)
class TrendFit:
    """A solution with its certificate.

    Attributes
    ----------
    x : (n,) array
        The fitted signal.
    gap, objective : float
        The duality gap P(x) - D(u) and P(x); ||x - x*||^2 <= 2 gap.
    df : int
        Number of connected constant pieces, whose mean is the divergence (Tibshirani & Taylor,
        2012).
    lam : float
    dual : (m,) array
        The dual point u of the gap, |u_e| <= lam w_e.
    iterations : int
    """

    x: np.ndarray
    gap: float
    df: int
    objective: float
    lam: float
    dual: np.ndarray
    iterations: int


class NotConverged(RuntimeError):
    """The tolerance on the duality gap was not met within the allowed iterations."""


def trend_filter(y: ArrayLike, graph: Graph, lam: float, *, tol: float = 1e-6) -> TrendFit:
    """Fit a piecewise constant signal to `y` on `graph` by trend filtering of order 0.

    Parameters
    ----------
    y : (n,) array
    graph : Graph
        Its weights multiply the penalty: one of 2 acts as two parallel edges do.
    lam : float >= 0
    tol : float in (0, 1)
        The gap on return is at most `tol` times the objective.

    Raises
    ------
    ValueError, NotConverged

    Examples
    --------
    >>> from gaussmech.graphs.graph import Graph
    >>> path = Graph(4, [[0, 1], [1, 2], [2, 3]])
    >>> fit = trend_filter(np.array([0.0, 0.2, 2.9, 3.1]), path, 0.5)
    >>> fit.x.round(3).tolist(), fit.df
    ([0.35, 0.35, 2.75, 2.75], 2)
    """
    lam = _checks.real_scalar("lam", lam, low=0, open_high=True)
    return next(trend_filter_path(y, graph, [lam], tol=tol))


def trend_filter_path(
    y: ArrayLike,
    graph: Graph,
    lams: ArrayLike,
    *,
    tol: float = 1e-6,
    duals: Sequence[Array] | None = None,
) -> Iterator[TrendFit]:
    """Yield the TrendFit of each of `lams` in turn, from the solution before: ascending is fastest.

    `duals`, of fits of a similar y, one per lam, are better to start from.
    """
    _checks.instance("graph", graph, Graph)
    y = _checks.signal("y", y, graph.n)
    lams = _checks.real_array("lam", lams, low=0, open_high=True)
    tol = _checks.real_scalar("tol", tol, low=0, high=1, open_low=True, open_high=True)
    # The means of components do not affect the fit, but would cost digits of the gap.
    level = _component_means(y, graph)
    # Scaled to one, no square overflows or vanishes.
    scale = float(np.abs(y - level).max()) or 1.0
    solver = FusedLasso((y - level) / scale, graph)
    before, last = None, solver.dual
    for k, lam in enumerate(lams):
        if duals is not None:
            solver.dual = duals[k] / scale
        elif k > 1 and 0 < lams[k - 2] < lams[k - 1] < lam:
            # The dual goes on much as it went from the last but one to the last.
            step = np.log(lam / lams[k - 1]) / np.log(lams[k - 1] / lams[k - 2])
            solver.dual = last + min(step, 1.0) * (last - before)
        with np.errstate(over="ignore"):
            bound = np.minimum(float(lam) / scale * graph.weights, WIDEST_BOX)
        x, df, gap, objective, iterations = solver.solve(bound, tol)
        if not gap <= tol * objective:
            raise NotConverged(
                f"trend filtering with lam = {lam:g} reached a relative gap of"
                f" {gap / objective:.1e} after {iterations} iterations; tol is {tol:g}"
            )
        before, last = last, solver.dual
        yield TrendFit(
            x=scale * x + level,
            gap=gap * scale * scale,
            df=df,
            objective=objective * scale * scale,
            lam=float(lam),
            dual=scale * last,
            iterations=iterations,
        )


def total_variation(x: Array, graph: Graph) -> float:
    """Return sum_e w_e |x_i - x_j| of a signal x (n,); that of a fit does not rise with lam."""
    i, j = graph.edges.T
    return float(graph.weights @ np.abs(x[i] - x[j]))


class VariationBound:
    """How near to `f` (n,) a signal of small total variation can be, as fits with large lam are.

    By duality 1/2 ||x - f||^2 >= D(mu) - mu TV(x) for any mu >= 0, D(mu) being the dual value of
    fitting f itself; the best of some mu is taken.
    """

    def __init__(self, f: Array, graph: Graph) -> None:
        self._f, self._graph = f, graph

    def __call__(self, variation: float) -> float:
        """Return a lower bound on ||x - f||^2 for all x of at most this total variation."""
        return 2 * max(0.0, *(value - mu * variation for mu, value in self._lines))

    @cached_property
    def _lines(self):
        mus = VARIATION_RATIOS * float(np.ptp(self._f))
        fits = trend_filter_path(self._f, self._graph, mus, tol=VARIATION_TOLERANCE)
        return [(fit.lam, fit.objective - fit.gap) for fit in fits]


def _component_means(y, graph):
    """Return the mean of y over each vertex's component, exact where y is constant on it."""
    label = graph.components
    base = y[np.unique(label, return_index=True)[1]][label]
    return base + (np.bincount(label, y - base) / np.bincount(label))[label]
