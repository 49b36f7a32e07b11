"""Laplacian smoothing: linear estimators (I + lam L)^-1 y, averaged by estimated risk."""

from collections.abc import Callable, Iterable

import numpy as np
from scipy.sparse import coo_array, csr_array, diags_array

from gaussmech.checks import Array
from gaussmech.graphs.aggregation import NEGLIGIBLE, risk_weights
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import stein_risk
from gaussmech.graphs.sparse_cholesky import CholeskyPattern, NotPositiveDefinite

PENALTIES = np.concatenate([[0.0], np.geomspace(1e-3, 1e5, 25)])


def laplacian_matrix(graph: Graph, conductance: Array) -> csr_array:
    """Return the graph Laplacian (n, n), sparse, of edges with these weights (m,)."""
    i, j = graph.edges.T
    half = coo_array((conductance, (i, j)), shape=(graph.n, graph.n))
    adjacency = (half + half.T).tocsr()
    degree = np.asarray(adjacency.sum(axis=1)).ravel()
    return (diags_array(degree) - adjacency).tocsr()


class LaplacianSmoothers:
    """The smoothers (I + lam L)^-1 whose estimated risk for y (n,) ~ N(f, I) is near the least.

    x minimises 1/2 ||y - x||^2 + lam/2 sum_e w_e (x_i - x_j)^2, w the graph's weights. Linear in
    y, so that its degrees of freedom are exact: the trace.

    Attributes
    ----------
    penalties, df : (K,) arrays
        lam and the trace of each.
    """

    def __init__(self, y: Array, graph: Graph, *, penalties: Iterable[float] = PENALTIES) -> None:
        laplacian = laplacian_matrix(graph, graph.weights)
        pattern = CholeskyPattern(laplacian)
        values = pattern.values_of(laplacian)
        kept: list[tuple[float, float, float, Callable[[Array], Array]]] = []
        for lam in penalties:
            try:
                factor = pattern.factor(lam * values, np.ones(graph.n))
            except NotPositiveDefinite:
                # 1 vanishes beside weights this large.
                break
            df = float(factor.inverse_diagonal().sum())
            kept.append((stein_risk(y, factor.solve(y), 1.0, df), float(lam), df, factor.solve))
            bound = min(each[0] for each in kept) + NEGLIGIBLE
            kept = [each for each in kept if each[0] < bound]
        self.penalties = np.array([lam for _, lam, _, _ in kept])
        self.df = np.array([df for _, _, df, _ in kept])
        self._solve = [solve for *_, solve in kept]

    def average(self, y: Array) -> tuple[Array, Array]:
        """Return the smoothed y (n,), averaged by estimated risk, and the weights (K,)."""
        smoothed = np.array([solve(y) for solve in self._solve])
        weights = risk_weights(y, smoothed, self.df)
        return weights @ smoothed, weights
