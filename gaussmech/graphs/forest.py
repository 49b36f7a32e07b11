"""Wavelets over many spanning trees, their bands weighted by Stein's unbiased risk.

Each tree cuts the graph elsewhere; the mean over many has no seams. Element (j, c) is the mean over
the trees of band j soft-thresholded at c sigma; trend filters add elements with sharp pieces. The
estimate is the mean of y plus the combination of elements, weights >= 0, of least estimated risk.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from scipy.optimize import nnls
from scipy.special import expit

from gaussmech._checks import Array
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import stein_risk
from gaussmech.graphs.spanning_trees import spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.graphs.trend_filter import trend_filter_path

THRESHOLDS = (1.0, 2.5)
PENALTIES = (0.3, 0.6, 1.0, 1.7, 3.0)
TREND_TOLERANCE = 1e-5
PIECE = 200
# Of the choice between the forest and the mean: the least that the theory of aggregation allows.
SHARE_TEMPERATURE = 8.0


@dataclass(frozen=True)
class ForestFit:
    """The forest's estimate x (n,)."""

    x: np.ndarray
    df: float
    # Positive weights by element: (band, c) or ("trend", lambda / sigma).
    weights: dict
    # Of the forest in x, beside the constant mean; small if estimated risks differ little.
    share: float
    # Dual points of the trend filters, to start those of a similar y from.
    duals: list


def draw_forest(graph: Graph, trees: int, rng: np.random.Generator) -> list[TreeWavelets]:
    """Return wavelets over `trees` uniform spanning trees of `graph`, a list of TreeWavelets."""
    return [TreeWavelets(graph, spanning_tree(graph, rng=rng)) for _ in range(trees)]


def forest_fit(
    y: Array, sigma: float, graph: Graph, forest: list[TreeWavelets], *, duals: list | None = None
) -> ForestFit:
    """Estimate f from y ~ N(f, sigma^2 I) with the given forest, and `duals` of a similar y."""
    mean = y.mean()
    residual = y - mean
    # Unit noise: no square overflows.
    scaled = residual / sigma
    elements, duals = _elements(scaled, graph, forest, duals)
    divergence = elements.divergence
    gram, pull = elements.products(scaled)
    weights = _weights(gram, pull - divergence)
    active = weights > 0
    fitted = elements.combination(weights)
    df = float(weights @ divergence) + int(active.sum())
    gain = stein_risk(scaled, 0 * scaled, 1.0, 0) - stein_risk(scaled, fitted, 1.0, df)
    share = float(expit((gain - 2 * np.log(len(y))) / SHARE_TEMPERATURE))
    found = {name: float(w) for name, w in zip(elements.names, weights, strict=True) if w > 0}
    return ForestFit(mean + sigma * share * fitted, 1 + share * df, found, share, duals)


@dataclass(frozen=True)
class _Elements:
    """K elements of unit noise: the bands of the trees that are not zero, and others."""

    names: list
    divergence: np.ndarray
    bands: np.ndarray  # (n, B), sums over the trees
    used: np.ndarray
    trees: int
    others: np.ndarray  # (K - used, n)

    def products(self, z):
        """Return F F' (K, K) and F z (K,) of the elements F (K, n)."""
        size = self.bands.shape[1] + len(self.others) + 1
        gram = np.zeros((size, size))
        for piece in self._pieces():
            rows = np.column_stack([self.bands[piece], self.others[:, piece].T, z[piece]])
            gram += rows.T @ rows
        scale = np.ones(size)
        scale[: self.bands.shape[1]] /= self.trees
        chosen = np.r_[self.used, self.bands.shape[1] : size]
        gram = (gram * np.outer(scale, scale))[np.ix_(chosen, chosen)]
        return gram[:-1, :-1], gram[:-1, -1]

    def combination(self, weights):
        """Return the sum (n,) of the elements times `weights` (K,)."""
        x = weights[len(self.used) :] @ self.others
        of_bands = np.zeros(self.bands.shape[1])
        of_bands[self.used] = weights[: len(self.used)] / self.trees
        for piece in self._pieces():
            x[piece] += self.bands[piece] @ of_bands
        return x

    def _pieces(self):
        # Too small for a threaded BLAS, whose threads wait longer than they work.
        return (slice(start, start + PIECE) for start in range(0, len(self.bands), PIECE))


def _elements(z, graph, forest, duals=None):
    """Return the _Elements of the data z, and the dual points of the trend filters."""
    n, levels, constants = graph.n, forest[0].levels, forest[0].constants
    total = np.zeros((n, levels, len(THRESHOLDS)))
    kept = np.zeros((levels, len(THRESHOLDS)))
    for tree in forest:
        kept += tree.add_bands(tree.forward(z), THRESHOLDS, total)
    used = np.flatnonzero(kept)
    names = [(int(k) // len(THRESHOLDS) - 1, THRESHOLDS[k % len(THRESHOLDS)]) for k in used]
    divergence, others, found = list(kept.ravel()[used] / len(forest)), [], []
    if constants > 1:
        level = np.zeros(n)
        level[:constants] = forest[0].forward(z)[:constants]
        others.append(forest[0].inverse(level))
        divergence.append(constants - 1)
        names.append(("components", 0.0))
    for fit in trend_filter_path(z, graph, PENALTIES, tol=TREND_TOLERANCE, duals=duals):
        others.append(fit.x)
        divergence.append(fit.df - 1)
        names.append(("trend", fit.lam))
        found.append(fit.dual)
    bands = total.reshape(n, -1)
    elements = _Elements(names, np.array(divergence), bands, used, len(forest), np.array(others))
    return elements, found


def _weights(gram, pull):
    """Return the argmin over a >= 0 of a' gram a - 2 pull' a."""
    norm = np.sqrt(np.diag(gram))
    norm[norm == 0] = 1
    # The ridge makes nearly equal elements harmless.
    unit = gram / np.outer(norm, norm) + 1e-9 * np.eye(len(norm))
    root = cholesky(unit, lower=True)
    weights, _ = nnls(root.T, solve_triangular(root, pull / norm, lower=True))
    return weights / norm
