"""Denoisers that the extended heat maps compare and `gaussmech.denoise` does not offer.

- **Laplacian smoothing** knows the edges: x = (I + lam L)^-1 y minimises
  1/2 ||y - x||^2 + lam/2 sum_e w_e (x_i - x_j)^2. It is linear in y, so its degrees of freedom are
  the trace of the matrix, which one sparse factorisation per penalty gives exactly.
- **Raster wavelets** are the obvious baseline: the map as an image, denoised by stationary Haar
  wavelets of PyWavelets.

`PEERS` lists them under the names that follow "aGM-" in the legends. A `Denoiser` that gets
`DENOISERS` treats them like its own methods: it clips their estimates and states their errors in
the same way, from the same random numbers.
"""

from collections.abc import Callable, Iterable

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import cKDTree

from gaussmech._checks import Array
from gaussmech._extras import need
from gaussmech.graphs._adjacency import laplacian_matrix
from gaussmech.graphs._estimate import Data, Estimate
from gaussmech.graphs._sparse_cholesky import CholeskyPattern, NotPositiveDefinite
from gaussmech.graphs.denoise import DENOISING_METHODS
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.methods import DenoisingMethod, smoother_average
from gaussmech.graphs.risk import NEGLIGIBLE, risk_average, stein_risk
from gaussmech.graphs.smoothers import least_pixel, plane

# The penalties lam of Laplacian smoothing are 0, which returns y, and then three per decade, up to
# values at which a town is smoothed to its mean.
PENALTIES = np.concatenate([[0.0], np.geomspace(1e-3, 1e5, 25)])
# The stationary wavelets have at most this many levels; the coarsest ones are 2^6 = 64 streets wide.
MOST_LEVELS = 6


def laplacian_sure(data: Data) -> Estimate:
    """Average Laplacian smoothing over its penalties, by estimated risk."""
    smoothers = LaplacianSmoothers(data.y, data.graph)
    return smoother_average(data, smoothers.average, "lam", smoothers.penalties)


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
        laplacian = laplacian_matrix(graph.n, graph.edges, graph.weights)
        pattern = CholeskyPattern(laplacian)
        values = pattern.values_of(laplacian)
        # A candidate has an estimated risk, a penalty, a trace, and the function that applies it.
        candidates: list[tuple[float, float, float, Callable[[Array], Array]]] = []
        for lam in penalties:
            try:
                factor = pattern.factor(lam * values, np.ones(graph.n))
            except NotPositiveDefinite:
                # Compared with weights this large the identity is rounded to nothing, so the
                # matrix is no longer definite.
                break
            df = float(factor.inverse_diagonal().sum())
            risk = stein_risk(y, factor.solve(y), 1.0, df)
            candidates.append((risk, float(lam), df, factor.solve))
            least_risk = min(candidate[0] for candidate in candidates)
            # Others would have a negligible weight, and their factors take memory.
            bound = least_risk + NEGLIGIBLE
            candidates = [entry for entry in candidates if entry[0] < bound]
        _, penalties, dfs, self._solve = zip(*candidates, strict=True)
        self.penalties = np.array(penalties)
        self.df = np.array(dfs)

    def average(self, y: Array) -> tuple[Array, Array]:
        """Return y (n,) smoothed, averaged over the penalties by estimated risk, and the weights.

        The noise of y has unit variance.
        """
        return risk_average(y, [solve(y) for solve in self._solve], self.df)


def raster_wavelet(data: Data) -> Estimate:
    """Denoise the map as an image, by stationary Haar wavelets."""
    raster = Raster(data.graph)
    noise = raster.noise(data.rng)
    return data.estimate(lambda y: raster.denoise(y, 1.0, noise))


class Raster:
    """An image of a graph with coordinates: each pixel shows the value of its nearest junction.

    Pixels are about as wide as the median street is long. Going back, a junction has the mean of
    the pixels nearest to it or, if there are none, the value of the pixel that it lies in. Needs
    PyWavelets, which the extra `maps` installs.
    """

    def __init__(self, graph: Graph) -> None:
        need("maps", "pywt")
        points, side = plane(graph, "raster-wavelet")
        low = points.min(axis=0)
        extent = np.ptp(points, axis=0)
        side = max(side, least_pixel(extent, graph.n))
        shape = np.maximum(np.ceil(extent / side).astype(int) + 1, 2)
        self._levels = int(np.clip(np.log2(shape.max()) - 1, 1, MOST_LEVELS))
        # The stationary transform needs sides that are multiples of 2^levels: they are rounded up.
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
        _, *levels = self._transform(draw)
        return [[float(band.std()) for band in bands] for bands in levels]

    def denoise(self, y: Array, sigma: float, noise: list[list[float]]) -> Array:
        """Soft-threshold every band at its noise times sqrt(2 log n), all but the coarsest mean.

        y (n,) has noise N(0, sigma^2), and `noise` is what `noise()` returned.
        """
        level = y.mean()
        factor = sigma * np.sqrt(2 * np.log(max(len(y), 2)))
        image, *levels = self._transform(y - level)
        step = 2**self._levels
        for bands, spreads in zip(levels, noise, strict=True):
            step //= 2
            thresholded = []
            for band, spread in zip(bands, spreads, strict=True):
                limit = factor * spread
                thresholded.append(band - np.clip(band, -limit, limit))
            down, across, both = thresholded
            low = _merge(image, across, step, axis=1)
            high = _merge(down, both, step, axis=1)
            image = _merge(low, high, step, axis=0)
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


PEERS = {
    "laplacian-sure": DenoisingMethod(laplacian_sure),
    "raster-wavelet": DenoisingMethod(raster_wavelet, needs_places=True, random=True),
}
# The methods that can be compared on one release: those of the library, and the peers.
DENOISERS = DENOISING_METHODS | PEERS
