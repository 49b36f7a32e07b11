"""Smoothers on the graph or in the plane, weighted by estimated risk, and wavelets of pixels.

Laplacian smoothing knows the edges; kernels in the plane and stationary Haar wavelets on a pixel
grid know where the vertices are, not which edges join them.
"""

from collections.abc import Callable, Iterable

import numpy as np
from scipy.ndimage import gaussian_filter
from scipy.sparse import csr_array, diags_array
from scipy.spatial import cKDTree

from gaussmech._checks import Array
from gaussmech._extras import need
from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.graphs._sparse_cholesky import CholeskyPattern, NotPositiveDefinite
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import NEGLIGIBLE, risk_average, stein_risk

PENALTIES = np.concatenate([[0.0], np.geomspace(1e-3, 1e5, 25)])
# In median lengths of an edge.
BANDWIDTHS = np.geomspace(0.75, 64, 14)
PIXELS_PER_BANDWIDTH = 3.0
# Pixels per vertex, at most: a remote vertex must not blow the image up.
MOST_PIXELS = 16
# Where the Gaussian is cut off, in bandwidths.
CUT = 4.0
MOST_LEVELS = 6


def laplacian_matrix(graph: Graph, conductance: Array) -> csr_array:
    """Return the graph Laplacian (n, n), sparse, of edges with these weights (m,)."""
    adjacency = adjacency_matrix(graph.n, graph.edges, conductance)
    degree = np.asarray(adjacency.sum(axis=1)).ravel()
    return (diags_array(degree) - adjacency).tocsr()


class LaplacianSmoothers:
    """The smoothers (I + lam L)^-1 whose estimated risk for y (n,) ~ N(f, I) is near the least.

    `df` (K,) are the traces for each of the `penalties` lam.
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
        _, penalties, df, self._solve = zip(*kept, strict=True)
        self.penalties, self.df = np.array(penalties), np.array(df)

    def average(self, y: Array) -> tuple[Array, Array]:
        """Return y (n,), smoothed and averaged by estimated risk, and the weights (K,)."""
        return risk_average(y, [solve(y) for solve in self._solve], self.df)


def plane(graph: Graph, method: str) -> tuple[Array, float]:
    """Return the vertices (n, 2) in a plane, in degrees of latitude, and the median edge length."""
    if graph.lon is None or graph.lat is None:
        raise ValueError(f"graph has no lon and lat; {method} needs them")
    shrink = np.cos(np.radians(graph.lat.mean()))
    points = np.column_stack([(graph.lon - graph.lon.mean()) * shrink, graph.lat])
    i, j = graph.edges.T
    return points, float(np.median(np.hypot(*(points[i] - points[j]).T))) if graph.m else 0.0


def _least_pixel(extent, n):
    """Return a width that bounds the number of pixels, and is never 0."""
    return max(np.sqrt(extent.prod() / (MOST_PIXELS * n)), extent.max() / 4096, 1e-9)


class KernelSmoothers:
    """Kernel smoothers of several bandwidths, with their traces `df` (K,), on placed vertices."""

    def __init__(self, graph: Graph) -> None:
        points, edge = plane(graph, "kernel-sure")
        points = points - points.min(axis=0)
        extent = np.ptp(points, axis=0)
        least = _least_pixel(extent, graph.n)
        edge = edge or np.sqrt(extent.prod() / graph.n)
        self._images, df = [], []
        for bandwidth in edge * BANDWIDTHS:
            side = max(bandwidth / PIXELS_PER_BANDWIDTH, least)
            shape = tuple(np.ceil(extent / side).astype(int) + 1)
            cell = np.ravel_multi_index(tuple(np.rint(points / side).astype(int).T), shape)
            image = cell, shape, bandwidth / side
            weight = _blur(np.ones(graph.n), *image)
            self._images.append((*image, weight))
            impulse = np.zeros(2 * int(CUT * bandwidth / side) + 3)
            impulse[len(impulse) // 2] = 1.0
            centre = gaussian_filter(impulse, bandwidth / side, truncate=CUT, mode="constant").max()
            df.append(np.sum(centre**2 / weight))
        self.df = np.array(df)

    def smooth(self, y: Array) -> Array:
        """Return y (n,) smoothed by each bandwidth, (K, n)."""
        return np.array([_blur(y, *image) for image in self._images])

    def average(self, y: Array) -> tuple[Array, Array]:
        """Return y (n,), of unit noise, averaged over the bandwidths, and their weights (K,)."""
        return risk_average(y, self.smooth(y), self.df)


def _blur(y, cell, shape, spread, weight=1.0):
    """Return the Gaussian-weighted sums of y about the vertices, over `weight`."""
    image = np.bincount(cell, y, shape[0] * shape[1]).reshape(shape)
    return gaussian_filter(image, spread, truncate=CUT, mode="constant").ravel()[cell] / weight


class Raster:
    """Pixels about as wide as the median street, each showing its nearest junction's value."""

    def __init__(self, graph: Graph) -> None:
        need("maps", "pywt")
        points, side = plane(graph, "raster-wavelet")
        low, extent = points.min(axis=0), np.ptp(points, axis=0)
        side = max(side, _least_pixel(extent, graph.n))
        shape = np.maximum(np.ceil(extent / side).astype(int) + 1, 2)
        self._levels = int(np.clip(np.log2(shape.max()) - 1, 1, MOST_LEVELS))
        # The stationary transform halves the image `levels` times.
        block = 2**self._levels
        self._shape = tuple(-(-shape // block) * block)
        centres = np.indices(self._shape).reshape(2, -1).T * side + low
        self._nearest = cKDTree(points).query(centres)[1]
        # From pixels to junctions: the mean of the nearest ones or, if there are none, its own.
        count = np.bincount(self._nearest, minlength=graph.n)
        hidden = np.flatnonzero(count == 0)
        cells = np.rint((points[hidden] - low) / side).astype(int)
        cells = np.ravel_multi_index(tuple(cells.T), self._shape)
        rows = np.concatenate([self._nearest, hidden])
        columns = np.concatenate([np.arange(len(self._nearest)), cells])
        values = 1 / np.maximum(count, 1)[rows]
        self._back = csr_array((values, (rows, columns)), shape=(graph.n, len(self._nearest)))

    def noise(self, rng: np.random.Generator) -> list[list[float]]:
        """Return the standard deviation of each band under unit noise, from one draw."""
        draw = rng.standard_normal(self._back.shape[0])
        return [[float(band.std()) for band in bands] for bands in self._transform(draw)[1:]]

    def denoise(self, y: Array, sigma: float, noise: list[list[float]]) -> Array:
        """Soft-threshold every band at its noise times sqrt(2 log n), except the coarsest mean."""
        level = y.mean()
        factor = sigma * np.sqrt(2 * np.log(max(len(y), 2)))
        image, *levels = self._transform(y - level)
        step = 2**self._levels
        for bands, spread in zip(levels, noise, strict=True):
            step //= 2
            down, across, both = (
                band - np.clip(band, -factor * s, factor * s)
                for band, s in zip(bands, spread, strict=True)
            )
            image = _merge(_merge(image, across, step, 1), _merge(down, both, step, 1), step, 0)
        return level + self._back @ image.ravel()

    def _transform(self, x):
        """Return the coarsest mean, then the bands (down, across, both), the coarsest first."""
        import pywt

        image = x[self._nearest].reshape(self._shape)
        return pywt.swt2(image, "haar", level=self._levels, norm=True, trim_approx=True)


def _merge(low, high, step, axis):
    """Return the inverse of one level of pywt.swt2, of which pywt.iswt2 takes 30 times as long."""
    return 0.5 * (low + high + np.roll(low - high, step, axis))
