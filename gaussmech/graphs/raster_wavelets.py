"""Denoising on a pixel grid instead of the graph, by stationary Haar wavelets of PyWavelets.

An obvious baseline: it uses where the junctions are, not which streets join them.
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import cKDTree

from gaussmech.checks import Array
from gaussmech.extras import need
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.kernel_smoothing import MOST_PIXELS, plane

MOST_LEVELS = 6


class Raster:
    """Pixels about as wide as the median street, each showing its nearest junction's value.

    Parameters
    ----------
    graph : Graph
        With coordinates.
    """

    def __init__(self, graph: Graph) -> None:
        need("maps", "pywt")
        points, side = plane(graph, "raster-wavelet")
        low, extent = points.min(axis=0), np.ptp(points, axis=0)
        # Large enough for the number of pixels, and never 0.
        least = max(np.sqrt(extent.prod() / (MOST_PIXELS * graph.n)), extent.max() / 4096)
        side = max(side, least, 1e-9)
        shape = np.maximum(np.ceil(extent / side).astype(int) + 1, 2)
        self._levels = int(np.clip(np.log2(shape.max()) - 1, 1, MOST_LEVELS))
        # The stationary transform halves the image `levels` times.
        block = 2**self._levels
        self._shape = tuple(-(-shape // block) * block)
        centres = np.indices(self._shape).reshape(2, -1).T * side + low
        self._nearest = cKDTree(points).query(centres)[1]
        self._back = self._reader(points, low, side, graph.n)

    def _reader(self, points, low, side, n):
        """Return the map from pixels to junctions: the mean of the pixels nearest to a junction.

        A junction that is nearest to no pixel gets the pixel it is in.
        """
        count = np.bincount(self._nearest, minlength=n)
        hidden = np.flatnonzero(count == 0)
        cells = np.rint((points[hidden] - low) / side).astype(int)
        cells = np.ravel_multi_index(tuple(cells.T), self._shape)
        rows = np.concatenate([self._nearest, hidden])
        columns = np.concatenate([np.arange(len(self._nearest)), cells])
        values = 1 / np.maximum(count, 1)[rows]
        return csr_array((values, (rows, columns)), shape=(n, len(self._nearest)))

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
    """Return the image of these halves: the mean of the two values that they give a pixel.

    The inverse of pywt.swt2, of which pywt.iswt2 would take thirty times as long.
    """
    return 0.5 * (low + high + np.roll(low - high, step, axis))
