"""Smoothers on the graph or in the plane, weighted by estimated risk, and wavelets of pixels.

- **Laplacian smoothing** knows the edges: x = (I + lam L)^-1 y minimises
  1/2 ||y - x||^2 + lam/2 sum_e w_e (x_i - x_j)^2. It is linear in y, so its degrees of freedom are
  the trace of the matrix, which one sparse factorisation per penalty gives exactly.
- **Kernel smoothing** knows where the vertices are, not which edges join them:
  x_i = sum_j K(p_i - p_j) y_j / sum_j K(p_i - p_j) with a Gaussian K, computed as a blur of an
  image whose pixels are about a third of the bandwidth wide: O(n) per bandwidth. Its trace is the
  sum of K(0) over the denominators.
- **Raster wavelets** are the obvious baseline: the map as an image, denoised by stationary Haar
  wavelets of PyWavelets.

The first two are computed for a list of penalties or bandwidths, and averaged by estimated risk.
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

# The penalties lam of Laplacian smoothing are 0, which returns y, and then three per decade, up to
# values at which a town is smoothed to its mean.
PENALTIES = np.concatenate([[0.0], np.geomspace(1e-3, 1e5, 25)])
# The 14 bandwidths are in median lengths of an edge, in steps of factor 1.4. They reach from less
# than one edge, where hardly anything is smoothed, to a large part of a town.
BANDWIDTHS = np.geomspace(0.75, 64, 14)
# Pixels are a third of the bandwidth wide, unless that makes too many of them; this moves a vertex
# by at most a sixth of it on each axis.
PIXELS_PER_BANDWIDTH = 3.0
# An image has at most so many pixels per vertex: a remote vertex must not blow it up.
MOST_PIXELS = 16
# The Gaussian is cut off at so many bandwidths, where it is exp(-8) = 0.0003 of its peak.
CUT = 4.0
# The stationary wavelets have at most so many levels; the coarsest ones are 2^6 = 64 streets wide.
MOST_LEVELS = 6


def laplacian_matrix(graph: Graph, conductance: Array) -> csr_array:
    """Return the graph Laplacian (n, n), a sparse array, of edges with these weights (m,)."""
    adjacency = adjacency_matrix(graph.n, graph.edges, conductance)
    degree = np.asarray(adjacency.sum(axis=1)).ravel()
    return (diags_array(degree) - adjacency).tocsr()


class LaplacianSmoothers:
    """The smoothers (I + lam L)^-1 whose estimated risk for y (n,) ~ N(f, I) is near the least.

    L has the weights of the graph. All penalties share one symbolic factorisation.

    Attributes
    ----------
    penalties : (K,) array of float
        The penalties whose weight is not negligible, ascending.
    df : (K,) array of float
        The trace of each smoother.
    """

    def __init__(
        self, y: Array, graph: Graph, *, penalties: Iterable[float] = PENALTIES
    ) -> None:
        laplacian = laplacian_matrix(graph, graph.weights)
        pattern = CholeskyPattern(laplacian)
        values = pattern.values_of(laplacian)
        # A candidate has an estimated risk, a penalty, a trace, and the function that applies it.
        candidates: list[tuple[float, float, float, Callable[[Array], Array]]] = []
        for lam in penalties:
            try:
                factor = pattern.factor(lam * values, np.ones(graph.n))
            except NotPositiveDefinite:
                # Compared with weights this large the identity is rounded to nothing, so that the
                # matrix is no longer definite.
                break
            df = float(factor.inverse_diagonal().sum())
            risk = stein_risk(y, factor.solve(y), 1.0, df)
            candidates.append((risk, float(lam), df, factor.solve))
            least_risk = min(candidate[0] for candidate in candidates)
            # The others would have a negligible weight, and their factors take memory.
            candidates = [
                candidate
                for candidate in candidates
                if candidate[0] < least_risk + NEGLIGIBLE
            ]
        _, penalties, dfs, self._solve = zip(*candidates, strict=True)
        self.penalties = np.array(penalties)
        self.df = np.array(dfs)

    def average(self, y: Array) -> tuple[Array, Array]:
        """Return y (n,) smoothed, averaged over the penalties by estimated risk, and the weights.

        The noise of y has unit variance.
        """
        return risk_average(y, [solve(y) for solve in self._solve], self.df)


def plane(graph: Graph, method: str) -> tuple[Array, float]:
    """Return the vertices (n, 2) in a plane, in degrees of latitude, and the median edge length.

    A ValueError names the `method` that needs coordinates, if the graph has none.
    """
    if graph.lon is None or graph.lat is None:
        raise ValueError(f"graph has no lon and lat; {method} needs them")
    shrink = np.cos(np.radians(graph.lat.mean()))
    points = np.column_stack([(graph.lon - graph.lon.mean()) * shrink, graph.lat])
    if graph.m == 0:
        return points, 0.0
    i, j = graph.edges.T
    edge_lengths = np.hypot(*(points[i] - points[j]).T)
    return points, float(np.median(edge_lengths))


def _least_pixel(extent, n):
    """Return a width of pixels that bounds their number, and is never 0.

    There are at most MOST_PIXELS per vertex and 4,096 along a side.
    """
    return max(np.sqrt(extent.prod() / (MOST_PIXELS * n)), extent.max() / 4096, 1e-9)


class KernelSmoothers:
    """Gaussian kernel smoothers of all BANDWIDTHS on a graph with coordinates.

    Attributes
    ----------
    df : (K,) array of float
        The trace of each smoother.
    """

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
            cell = np.ravel_multi_index(
                tuple(np.rint(points / side).astype(int).T), shape
            )
            image = cell, shape, bandwidth / side
            weight = _blur(np.ones(graph.n), *image)
            self._images.append((*image, weight))
            impulse = np.zeros(2 * int(CUT * bandwidth / side) + 3)
            impulse[len(impulse) // 2] = 1.0
            centre = gaussian_filter(
                impulse, bandwidth / side, truncate=CUT, mode="constant"
            ).max()
            df.append(np.sum(centre**2 / weight))
        self.df = np.array(df)

    def smooth(self, y: Array) -> Array:
        """Return y (n,) smoothed by each bandwidth, (K, n)."""
        return np.array([_blur(y, *image) for image in self._images])

    def average(self, y: Array) -> tuple[Array, Array]:
        """Return y (n,) smoothed, averaged over the bandwidths by estimated risk, and the weights.

        The noise of y has unit variance.
        """
        return risk_average(y, self.smooth(y), self.df)


def _blur(y, cell, shape, spread, weight=1.0):
    """Return the Gaussian-weighted sums (n,) of y about the vertices, divided by `weight`.

    `cell` (n,) is the pixel of each vertex in an image of this shape, and `spread` the bandwidth in
    pixels.
    """
    image = np.bincount(cell, y, shape[0] * shape[1]).reshape(shape)
    return (
        gaussian_filter(image, spread, truncate=CUT, mode="constant").ravel()[cell]
        / weight
    )


class Raster:
    """An image of a graph with coordinates: each pixel shows the value of its nearest junction.

    Pixels are about as wide as the median street is long. Going back, a junction has the mean of
    the pixels nearest to it or, if there are none, the value of the pixel that it lies in. Needs
    PyWavelets, which the extra `maps` installs.
    """

    def __init__(self, graph: Graph) -> None:
        need("maps", "pywt")
        points, side = plane(graph, "raster-wavelet")
        low, extent = points.min(axis=0), np.ptp(points, axis=0)
        side = max(side, _least_pixel(extent, graph.n))
        shape = np.maximum(np.ceil(extent / side).astype(int) + 1, 2)
        self._levels = int(np.clip(np.log2(shape.max()) - 1, 1, MOST_LEVELS))
        # The stationary transform needs sides that are multiples of 2^levels.
        block = 2**self._levels
        self._shape = tuple(-(-shape // block) * block)
        centres = np.indices(self._shape).reshape(2, -1).T * side + low
        self._nearest = cKDTree(points).query(centres)[1]
        # This matrix leads from pixels to junctions.
        count = np.bincount(self._nearest, minlength=graph.n)
        hidden = np.flatnonzero(count == 0)
        cells = np.rint((points[hidden] - low) / side).astype(int)
        cells = np.ravel_multi_index(tuple(cells.T), self._shape)
        rows = np.concatenate([self._nearest, hidden])
        columns = np.concatenate([np.arange(len(self._nearest)), cells])
        values = 1 / np.maximum(count, 1)[rows]
        self._back = csr_array(
            (values, (rows, columns)), shape=(graph.n, len(self._nearest))
        )

    def noise(self, rng: np.random.Generator) -> list[list[float]]:
        """Return the standard deviation of each band under unit noise, from one draw.

        Neighbouring pixels may show the same junction, so no formula gives it.
        """
        draw = rng.standard_normal(self._back.shape[0])
        return [
            [float(band.std()) for band in bands] for bands in self._transform(draw)[1:]
        ]

    def denoise(self, y: Array, sigma: float, noise: list[list[float]]) -> Array:
        """Soft-threshold every band at its noise times sqrt(2 log n), all but the coarsest mean.

        y (n,) has noise N(0, sigma^2), and `noise` is what `noise()` returned.
        """
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
            image = _merge(
                _merge(image, across, step, 1), _merge(down, both, step, 1), step, 0
            )
        return level + self._back @ image.ravel()

    def _transform(self, x):
        """Return the coarsest mean, then the bands (down, across, both), the coarsest first."""
        import pywt

        image = x[self._nearest].reshape(self._shape)
        return pywt.swt2(image, "haar", level=self._levels, norm=True, trim_approx=True)


def _merge(low, high, step, axis):
    """Return the inverse of one level of pywt.swt2 along one axis.

    A pixel is given by two pairs of coefficients, and the mean of both values is taken. pywt.iswt2
    does the same in 30 times the time.
    """
    return 0.5 * (low + high + np.roll(low - high, step, axis))
