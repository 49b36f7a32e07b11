"""Kernel smoothing on coordinates: Gaussian weights, bandwidths averaged by estimated risk.

x_i = sum_j K(p_i - p_j) y_j / sum_j K(p_i - p_j), on pixels of at most a third of the bandwidth.
It knows where the vertices are, not which edges join them.
"""

import numpy as np
from scipy.ndimage import gaussian_filter

from gaussmech.checks import Array
from gaussmech.graphs.aggregation import risk_weights
from gaussmech.graphs.graph import Graph

# In median lengths of an edge.
BANDWIDTHS = np.geomspace(0.75, 64, 14)
PIXELS_PER_BANDWIDTH = 3.0
# Pixels per vertex, at most: a remote vertex must not blow the image up.
MOST_PIXELS = 16
# Where the Gaussian is cut off, in bandwidths.
CUT = 4.0


def plane(graph: Graph, method: str) -> tuple[Array, float]:
    """Return the vertices in a plane, (n, 2) in degrees of latitude, and the median edge's length.

    Raises
    ------
    ValueError
        The graph has no coordinates, which `method` needs.
    """
    if graph.lon is None or graph.lat is None:
        raise ValueError(f"graph has no lon and lat; {method} needs them")
    shrink = np.cos(np.radians(graph.lat.mean()))
    points = np.column_stack([(graph.lon - graph.lon.mean()) * shrink, graph.lat])
    i, j = graph.edges.T
    return points, float(np.median(np.hypot(*(points[i] - points[j]).T))) if graph.m else 0.0


class KernelSmoothers:
    """Kernel smoothers of several bandwidths on one graph.

    Parameters
    ----------
    graph : Graph
        With coordinates.

    Attributes
    ----------
    df : (K,) array
        The trace of each.
    """

    def __init__(self, graph: Graph) -> None:
        points, edge = plane(graph, "kernel-sure")
        points = points - points.min(axis=0)
        extent = np.ptp(points, axis=0)
        least = max(np.sqrt(extent.prod() / (MOST_PIXELS * graph.n)), extent.max() / 4096, 1e-9)
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
        """Return the smoothed y (n,), averaged over the bandwidths, and their weights (K,).

        y has noise of unit variance.
        """
        smoothed = self.smooth(y)
        weights = risk_weights(y, smoothed, self.df)
        return weights @ smoothed, weights


def _blur(y, cell, shape, spread, weight=1.0):
    """Return the Gaussian-weighted sums of y about the vertices, over `weight`."""
    image = np.bincount(cell, y, shape[0] * shape[1]).reshape(shape)
    return gaussian_filter(image, spread, truncate=CUT, mode="constant").ravel()[cell] / weight
