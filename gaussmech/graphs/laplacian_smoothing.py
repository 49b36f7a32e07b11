"""Laplacian smoothing: the linear estimator (I + lam L)^-1 y, lam by Stein's unbiased risk."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array, diags_array

from gaussmech.checks import Array
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import stein_risk
from gaussmech.graphs.sparse_cholesky import CholeskyPattern, NotPositiveDefinite

PENALTIES = np.concatenate([[0.0], np.geomspace(1e-3, 1e5, 25)])


@dataclass(frozen=True)
class LaplacianFit:
    """x (n,), its degrees of freedom trace (I + lam L)^-1, and lam."""

    x: np.ndarray
    df: float
    lam: float


def laplacian_matrix(graph: Graph, conductance: Array) -> csr_array:
    """Return the graph Laplacian (n, n), sparse, of edges with these weights (m,)."""
    i, j = graph.edges.T
    half = coo_array((conductance, (i, j)), shape=(graph.n, graph.n))
    adjacency = (half + half.T).tocsr()
    degree = np.asarray(adjacency.sum(axis=1)).ravel()
    return (diags_array(degree) - adjacency).tocsr()


def laplacian_smooth(
    y: Array, sigma: float, graph: Graph, *, penalties: Iterable[float] = PENALTIES
) -> tuple[LaplacianFit, Callable[[Array], Array]]:
    """Return the LaplacianFit of least SURE over `penalties`, and its smoother, a function of y.

    y ~ N(f, sigma^2 I); the fit minimises 1/2 ||y - x||^2 + lam/2 sum_e w_e (x_i - x_j)^2, w the
    graph's weights. Linear in y, so that its degrees of freedom are exact: the smoother's trace.
    """
    laplacian = laplacian_matrix(graph, graph.weights)
    pattern = CholeskyPattern(laplacian)
    values = pattern.values_of(laplacian)
    best = None
    for lam in penalties:
        try:
            factor = pattern.factor(lam * values, np.ones(graph.n))
        except NotPositiveDefinite:
            # 1 vanishes beside weights this large.
            break
        fit = LaplacianFit(factor.solve(y), float(factor.inverse_diagonal().sum()), float(lam))
        risk = stein_risk(y, fit.x, sigma, fit.df)
        if best is None or risk < best[0]:
            best = risk, fit, factor.solve
    return best[1:]
