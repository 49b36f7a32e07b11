"""Raster wavelets, the obvious baseline of the extended heat maps.

The map is an image, denoised by the stationary Haar wavelets of PyWavelets. `gaussmech.denoise` does
not offer them. `Denoiser.fit` treats `raster_wavelet` like the library's own methods: it clips the
estimate and states its error in the same way, from the same random numbers.
"""

import numpy as np
from scipy.spatial import cKDTree

from gaussmech._extras import need
from gaussmech.graphs.smoothers import least_pixel, plane

# The stationary wavelets have at most this many levels; the coarsest ones are 2^6 = 64 streets wide.
MOST_LEVELS = 6


def raster_wavelet(data):
    """Denoise the map as an image, by stationary Haar wavelets: Data in, Estimate out."""
    raster = Raster(data.graph)
    noise = raster.noise(data.rng)
    return data.estimate(lambda y: raster.denoise(y, 1.0, noise))


class Raster:
    """An image of a graph with coordinates: each pixel shows the value of its nearest junction.

    Pixels are about as wide as the median street is long. Going back, a junction has the mean of
    the pixels nearest to it or, if there are none, the value of the pixel that it lies in. Needs
    PyWavelets, which the extra `maps` installs.
    """

    def __init__(self, graph):
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
        self._count = np.bincount(self._nearest, minlength=graph.n)
        # The pixels in which junctions lie that are nearest to no pixel.
        self._hidden = self._count == 0
        cells = np.rint((points[self._hidden] - low) / side).astype(int)
        self._cells = tuple(cells.T)

    def noise(self, rng):
        """Return the standard deviation of each band under unit noise, from one draw.

        Neighbouring pixels may show the same junction, so no formula gives it.
        """
        draw = rng.standard_normal(len(self._count))
        _, *levels = self._transform(draw)
        return [[float(band.std()) for band in bands] for bands in levels]

    def denoise(self, y, sigma, noise):
        """Soft-threshold every band at its noise times sqrt(2 log n), all but the coarsest mean.

        y (n,) has noise N(0, sigma^2), and `noise` is what `noise()` returned.
        """
        level = y.mean()
        factor = sigma * np.sqrt(2 * np.log(max(len(y), 2)))
        image, *levels = self._transform(y - level)
        step = 2**self._levels
        for bands, spreads in zip(levels, noise, strict=True):
            step //= 2
            limits = factor * np.array(spreads)[:, None, None]
            down, across, both = bands - np.clip(bands, -limits, limits)
            low = _merge(image, across, step, axis=1)
            high = _merge(down, both, step, axis=1)
            image = _merge(low, high, step, axis=0)
        return level + self._back(image)

    def _back(self, image):
        """Return the values of an image at the junctions."""
        sums = np.bincount(self._nearest, image.ravel(), len(self._count))
        values = sums / np.maximum(self._count, 1)
        values[self._hidden] = image[self._cells]
        return values

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
