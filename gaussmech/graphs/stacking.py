"""Stacked trend filters: a non-negative combination of several, by Stein's unbiased risk.

Trend filters of one penalty shrink every jump by as much. A combination of several penalties shrinks
large jumps less, and its weights may sum to more than 1 ("stacking": Wolpert, 1992; Breiman, 1996).
For z = y - mean, y being in units of its noise, the elements are the K trend filters F_k of z at
PENALTIES, whose divergence div F_k is their number of pieces - 1. On a graph of several components,
the means of these are one more element. The weights minimise the estimated risk,

    a = argmin over a >= 0 of ||z - F a||^2 + 2 div' a,

a non-negative least squares problem of seven unknowns. Without the sign constraint the weights would
fit the noise. The estimate is the mean of y plus share F a, where

    share = 1 / (1 + exp(-2 (gain - 2 log n) / TEMPERATURE)),

and `gain` is the estimated risk of the mean minus that of the stack: the stack has to be better
than the mean by 2 log n, in units of sigma^2, before it has half of the weight.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from scipy.special import expit

from gaussmech._checks import Array
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import TEMPERATURE, stein_risk
from gaussmech.graphs.trend_filter import trend_filter_path

# These are values of lambda / sigma. On 252 maps of cities and of other graphs the stack has 0.976 of
# the error of an average of trend filters over 29 penalties, weighted by their estimated risks; without
# the least penalty it has 1.07 of that on graphs whose vertices have eight neighbours.
PENALTIES = (0.1, 0.3, 0.6, 1.0, 1.7, 3.0)
# This relative duality gap of the trend filters is far below the noise of the estimated risk.
TREND_TOLERANCE = 1e-5


@dataclass(frozen=True)
class Stack:
    """The estimate of stacked trend filters and what they chose.

    Attributes
    ----------
    x : (n,) array of float
        The estimate.
    df : float
        Degrees of freedom: those of the elements times their weights, one per positive weight, and
        one for the mean. The choice of the weights is counted only by these ones; `denoise` probes
        it.
    weights : (K + 1,) array of float
        The weights of the trend filters at PENALTIES, and of the means of components.
    share : float
        Weight of the stack in x, in [0, 1]; the constant mean has the rest. It is small where the
        estimated risks differ little.
    duals : list of (m,) arrays
        Dual points of the trend filters; from them the fit of a similar y starts.
    """

    x: Array
    df: float
    weights: Array
    share: float
    duals: list[Array]


def stack_trends(
    y: Array,
    graph: Graph,
    *,
    duals: Sequence[Array] | None = None,
    weights_from: Stack | None = None,
) -> Stack:
    """Estimate f from y ~ N(f, I) with stacked trend filters.

    Parameters
    ----------
    y : (n,) array of float
        The noisy map, in units of its noise.
    graph : Graph
        The graph.
    duals : list of (m,) arrays, optional
        The `duals` of the fit of a similar y, from which the trend filters start.
    weights_from : Stack, optional
        A fit whose weights and share are used; None chooses them for y.

    Returns
    -------
    Stack
        The estimate and what it chose.
    """
    mean = y.mean()
    z = y - mean
    path = trend_filter_path(z, graph, PENALTIES, tol=TREND_TOLERANCE, duals=duals)
    fits = list(path)
    label = graph.components
    means = (np.bincount(label, z) / np.bincount(label))[label]
    elements = np.column_stack([*(fit.x for fit in fits), means])
    divergence = np.array([*(fit.df - 1 for fit in fits), label.max()])
    if weights_from is None:
        pull = np.einsum("ik,i->k", elements, z) - divergence
        weights = nonnegative_weights(_gram(elements), pull)
    else:
        weights = weights_from.weights
    stack = np.einsum("ik,k->i", elements, weights)
    df = float(weights @ divergence) + np.count_nonzero(weights)
    if weights_from is None:
        gain = np.sum(z**2) - len(y) - stein_risk(z, stack, 1.0, df)
        # Half of TEMPERATURE is 8, the least for which the theory holds (Dalalyan & Salmon, 2012). With
        # all of it, a stack of nothing but noise would have more of the weight.
        share = float(expit(2 * (gain - 2 * np.log(len(y))) / TEMPERATURE))
    else:
        share = weights_from.share
    return Stack(
        x=mean + share * stack,
        df=1 + share * df,
        weights=weights,
        share=share,
        duals=[fit.dual for fit in fits],
    )


def _gram(matrix):
    """Return matrix' matrix (K, K) of a matrix (n, K).

    One product would wake the threads of NumPy's linear algebra, which at 1e5 vertices took ten times
    the CPU time of the product. Those of a few rows do not.
    """
    return sum(rows.T @ rows for rows in np.array_split(matrix, len(matrix) // 100 + 1))


def nonnegative_weights(gram: Array, pull: Array) -> Array:
    """Return the argmin (K,) over a >= 0 of a' gram a - 2 pull' a, with gram (K, K) and pull (K,).

    With gram = R R' this is the non-negative least squares problem ||R' a - R^-1 pull||^2, whose
    size no longer depends on n.
    """
    from scipy.optimize import nnls  # slower to import than the rest

    norm = np.sqrt(np.diag(gram))
    # An element of this size, in units of the noise, is 0 except for rounding, as a trend filter
    # that is constant; its shape is random. With a negative pull its weight is 0.
    is_rounding = norm < 1e-6
    norm[is_rounding] = 1
    pull = np.where(is_rounding, -1.0, pull)
    # The elements are scaled to norm 1. The ridge of 1e-9 keeps the Cholesky factor finite where
    # two elements are nearly equal; only the sum of their weights matters then.
    unit = gram / np.outer(norm, norm) + 1e-9 * np.eye(len(norm))
    root = cholesky(unit, lower=True)
    weights, _ = nnls(root.T, solve_triangular(root, pull / norm, lower=True))
    return weights / norm
