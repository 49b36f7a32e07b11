"""What one would pick instead, over a grid of its settings: iterators of fits.

A fit maps releases y (n, K), whose noise has unit variance, to estimates (n, K) and to the
criterion (K,) by which the estimator itself would choose among its settings; None: it has no rule.
"""

from functools import partial
from itertools import product
from time import perf_counter

import numpy as np
from scipy.sparse import csr_array, eye_array
from scipy.spatial import cKDTree

from benchmarks.graphs import by_length
from benchmarks.peers import factorised
from gaussmech.graphs._adjacency import adjacency_matrix, laplacian_matrix
from gaussmech.graphs.smoothers import plane

LENGTHS = np.geomspace(1, 32, 6)  # of correlation, in median lengths of an edge
VARIANCES = np.geomspace(0.03, 300, 7)  # of the map, in those of the noise
KAPPAS = np.geomspace(0.003, 3, 7)  # kappa^2 over the mean degree
SMOOTHNESS = 1, 2
PENALTIES = np.geomspace(0.02, 64, 14)
LEAF_COSTS = np.geomspace(1, 256, 13)  # in variances of the noise
SHIFTS, SPLITS, SHARE = 8, 3, 0.5
WARMUP, SAMPLES = 500, 500


def gaussian_process(graph):
    """scikit-learn's, Matern 3/2 on the coordinates; by marginal likelihood."""
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern

    points, edge = plane(graph, "the Gaussian process")

    def fit(y, kernel):
        centred = y - y.mean(axis=0)
        model = GaussianProcessRegressor(kernel, alpha=1.0, optimizer=None).fit(
            points, centred
        )
        # alpha_ is what the fit leaves, as the noise has unit variance.
        left = model.alpha_.reshape(y.shape)
        log_determinant = 2 * np.log(np.diag(model.L_)).sum()
        return y - left, np.sum(centred * left, axis=0) + log_determinant

    for length, variance in product(LENGTHS * edge, VARIANCES):
        yield partial(fit, kernel=ConstantKernel(variance) * Matern(length, nu=1.5))


def graph_matern(graph):
    """Gaussian field of precision (kappa^2 + L)^nu; by marginal likelihood."""
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (graph.n, 30))
    identity = eye_array(graph.n, format="csc")

    def factor_of(matrix):
        factor = factorised(matrix)
        return factor.solve, np.log(np.abs(factor.U.diagonal())).sum()

    def fit(y, precision, prior, s):
        centred = y - y.mean(axis=0)
        solve, posterior = factor_of(precision / s + identity)
        left = centred - solve(centred)
        evidence = posterior - prior + graph.n * np.log(s)
        return y - left, np.sum(centred * left, axis=0) + evidence

    weights = [np.ones(graph.m)] + (
        [] if graph.length_m is None else [by_length(graph)]
    )
    for of_edges in weights:
        laplacian = laplacian_matrix(graph.n, graph.edges, of_edges)
        for kappa, power in product(KAPPAS * laplacian.diagonal().mean(), SMOOTHNESS):
            root = kappa * identity + laplacian
            precision = root if power == 1 else root @ root
            solve, prior = factor_of(precision)
            # The field's mean variance, by random signs.
            unit = np.mean(signs * solve(signs))
            for variance in VARIANCES / unit:
                yield partial(fit, precision=precision, prior=prior, s=variance)


def quad_tree(graph):
    """Means over the leaves of the best pruned quad-tree, averaged over shifts of its root.

    Each leaf costs a multiple of the noise's variance, chosen by held out noise: y + a z and
    y - z / a, z ~ N(0, 1), are independent.
    """
    points, edge = plane(graph, "the quad-tree")
    points = points[:, ::-1]
    rng = np.random.default_rng(1)
    low, extent = points.min(axis=0), np.ptp(points, axis=0).max()
    depth = int(np.ceil(np.log2(max(extent / edge, 2)))) + 2
    trees = []
    for _ in range(SHIFTS):
        cell = (points - low + rng.uniform(0, extent, 2)) / (2 * extent) * 2**depth
        cell = np.minimum(cell.astype(np.int64), 2**depth - 1)
        trees.append(list(quad_levels(cell, depth)))

    def means(y, cost):
        return np.mean([pruned(levels, y, cost) for levels in trees], axis=0)

    def fit(y, cost):
        risk = np.zeros(y.shape[1])
        for split in range(SPLITS):
            z = np.random.default_rng([2, split]).standard_normal(y.shape)
            x = means(y + SHARE * z, cost * (1 + SHARE**2))
            risk += np.sum((x - (y - z / SHARE)) ** 2, axis=0)
        return means(y, cost), risk

    for cost in LEAF_COSTS:
        yield partial(fit, cost=cost)


def quad_levels(cell, depth):
    """Matrices (cells, n) of the vertices in each cell, from the finest level up to the root."""
    row, column = cell.T
    for up in range(depth + 1):
        own = np.unique((row >> up) * 2**depth + (column >> up), return_inverse=True)[1]
        yield csr_array((np.ones(len(own)), (own, np.arange(len(own)))))


def pruned(levels, y, cost):
    """Means of y (n, K) over the leaves of least squared error + cost per leaf.

    A cell's error and cost are held by its vertices, an equal part by each.
    """
    x, least = y, np.full(y.shape, float(cost))
    for inside in levels:
        size = inside.sum(axis=1)[:, None]
        mean = inside @ y / size
        leaf = inside @ y**2 - size * mean**2 + cost
        children = inside @ least
        x = np.where(inside.T @ (leaf <= children), inside.T @ mean, x)
        least = inside.T @ (np.minimum(leaf, children) / size)
    return x


def pygsp_tikhonov(graph):
    from pygsp import graphs, learning

    network = graphs.Graph(adjacency_matrix(graph.n, graph.edges, graph.weights))
    seen = np.ones(graph.n, dtype=bool)
    solve = learning.regression_tikhonov
    return lambda y, penalty, sigma: solve(network, y, seen, tau=4 * penalty / sigma)


def skimage_tv(graph):
    """Total variation on pixels about a street wide, each showing its nearest junction."""
    from skimage.restoration import denoise_tv_chambolle

    points, side = plane(graph, "total variation")
    points = points[:, ::-1]
    low = points.min(axis=0)
    own = np.rint((points - low) / side).astype(int)
    shape = own.max(axis=0) + 1
    centres = np.indices(shape).reshape(2, -1).T * side + low
    nearest = cKDTree(points).query(centres)[1].reshape(shape)

    def fit(y, penalty, sigma):
        return denoise_tv_chambolle(y[nearest], weight=penalty)[tuple(own.T)]

    return fit


def at_each_penalty(peer):
    """The fits of a peer that has no rule for its penalty, one release at a time."""

    def fits(graph):
        fit = PEERS[peer](graph)

        def of_each(y, penalty):
            return np.column_stack([fit(column, penalty, 1.0) for column in y.T]), None

        return (partial(of_each, penalty=penalty) for penalty in PENALTIES)

    return fits


def car_by_mcmc(graph, y):
    """Posterior mean (n,) under a proper CAR model by NumPyro's NUTS, and its seconds."""
    import jax
    import numpyro
    from numpyro import distributions as of
    from numpyro.infer import MCMC, NUTS

    neighbours = adjacency_matrix(graph.n, graph.edges, np.ones(graph.m))

    def model():
        mean = numpyro.sample("mean", of.Normal(y.mean(), 10 * y.std()))
        correlation = numpyro.sample("correlation", of.Uniform(0, 1))
        scale = numpyro.sample("scale", of.HalfNormal(10 * y.std()))
        prior = of.CAR(mean, correlation, scale**-2, neighbours, is_sparse=True)
        numpyro.sample("y", of.Normal(numpyro.sample("x", prior), 1.0), obs=y)

    start = perf_counter()
    sampler = MCMC(
        NUTS(model), num_warmup=WARMUP, num_samples=SAMPLES, progress_bar=False
    )
    sampler.run(jax.random.PRNGKey(1))
    x = np.asarray(sampler.get_samples()["x"]).mean(axis=0)
    return x, perf_counter() - start


# At a given penalty, in units of the signal: fits (y, penalty, sigma) -> x. PyGSP's own total
# variation (optimization.prox_tv of 0.6.1) raises a NameError, and is left out.
PEERS = {"PyGSP Tikhonov": pygsp_tikhonov, "scikit-image TV": skimage_tv}
# Whether it needs coordinates.
TUNED_PEERS = {
    "Gaussian process (scikit-learn)": (gaussian_process, True),
    "graph Matérn field": (graph_matern, False),
    "adaptive quad-tree": (quad_tree, True),
    "Tikhonov (PyGSP)": (at_each_penalty("PyGSP Tikhonov"), False),
    "total variation (scikit-image)": (at_each_penalty("scikit-image TV"), True),
}
PACKAGES = ("pygsp", "scikit-image", "scikit-learn", "numpyro")
