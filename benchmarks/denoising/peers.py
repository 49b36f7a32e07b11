"""What one would pick instead. Each takes a graph and returns a fit (y, penalty, sigma) -> x.

The penalty is in units of the signal. None has a rule for it; PyGSP's own total variation
(optimization.prox_tv of 0.6.1) raises a NameError, and is left out.
"""

import numpy as np
from scipy.sparse import coo_array
from scipy.spatial import cKDTree


def places(graph):
    """Vertices in a plane, (n, 2) in degrees of latitude, and the median edge's length."""
    points = np.column_stack([graph.lat, graph.lon * np.cos(np.radians(graph.lat.mean()))])
    i, j = graph.edges.T
    return points, np.median(np.hypot(*(points[i] - points[j]).T))


def pygsp_tikhonov(graph):
    from pygsp import graphs, learning

    i, j = graph.edges.T
    half = coo_array((graph.weights, (i, j)), shape=(graph.n, graph.n))
    network = graphs.Graph((half + half.T).tocsr())
    seen = np.ones(graph.n, dtype=bool)
    return lambda y, penalty, sigma: learning.regression_tikhonov(
        network, y, seen, tau=4 * penalty / sigma
    )


def skimage_tv(graph):
    """Total variation on pixels about a street wide, each showing its nearest junction."""
    from skimage.restoration import denoise_tv_chambolle

    points, side = places(graph)
    low = points.min(axis=0)
    own = np.rint((points - low) / side).astype(int)
    shape = own.max(axis=0) + 1
    centres = np.indices(shape).reshape(2, -1).T * side + low
    nearest = cKDTree(points).query(centres)[1].reshape(shape)

    def fit(y, penalty, sigma):
        image = denoise_tv_chambolle(y[nearest], weight=penalty)
        return image[tuple(own.T)]

    return fit


PEERS = {"PyGSP Tikhonov": pygsp_tikhonov, "scikit-image TV": skimage_tv}
PACKAGES = {"PyGSP Tikhonov": "pygsp", "scikit-image TV": "scikit-image"}
