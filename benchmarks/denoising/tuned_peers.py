"""Other estimators of a map, each over a grid of its settings: iterators of fits.

A fit maps releases y (n, K), whose noise has unit variance, to estimates (n, K) and to the
criterion (K,) by which the estimator itself would choose among its settings; None: it has no rule.
"""

from time import perf_counter

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array, diags_array, eye_array
from scipy.sparse.linalg import splu

from benchmarks.denoising.peers import PEERS, places

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

    points, edge = places(graph)

    def fit(y, kernel):
        centred = y - y.mean(axis=0)
        model = GaussianProcessRegressor(kernel, alpha=1.0, optimizer=None).fit(points, centred)
        # alpha_ is what the fit leaves, as the noise has unit variance.
        left = model.alpha_.reshape(y.shape)
        log_determinant = 2 * np.log(np.diag(model.L_)).sum()
        return y - left, np.sum(centred * left, axis=0) + log_determinant

    for length in LENGTHS * edge:
        for variance in VARIANCES:
            kernel = ConstantKernel(variance) * Matern(length, nu=1.5)
            yield lambda y, kernel=kernel: fit(y, kernel)


def graph_matern(graph):
    """Gaussian field of precision (kappa^2 + L)^nu; by marginal likelihood."""
    conductances = [np.ones(graph.m)]
    if graph.length_m is not None:
        conductances.append(np.clip(np.median(graph.length_m) / graph.length_m, 0.05, 5))
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (graph.n, 30))
    identity = eye_array(graph.n, format="csc")
    for conductance in conductances:
        laplacian = _laplacian(graph, conductance)
        for kappa in KAPPAS * laplacian.diagonal().mean():
            for power in SMOOTHNESS:
                root = (kappa * identity + laplacian).tocsc()
                precision = root if power == 1 else (root @ root).tocsc()
                factor, log_determinant = _factor(precision)
                # The field's mean variance, by random signs.
                unit = np.mean(signs * factor.solve(signs))
                for variance in VARIANCES / unit:

                    def fit(y, precision=precision / variance, prior=log_determinant, s=variance):
                        centred = y - y.mean(axis=0)
                        factor, posterior = _factor(csc_array(precision + identity))
                        left = centred - factor.solve(centred)
                        evidence = posterior - prior + graph.n * np.log(s)
                        return y - left, np.sum(centred * left, axis=0) + evidence

                    yield fit


def quad_tree(graph):
    """Means over the leaves of the best pruned quad-tree, averaged over shifts of its root.

    Each leaf costs a multiple of the noise's variance, chosen by held out noise: y + a z and
    y - z / a, z ~ N(0, 1), are independent.
    """
    points, edge = places(graph)
    rng = np.random.default_rng(1)
    low, extent = points.min(axis=0), np.ptp(points, axis=0).max()
    depth = int(np.ceil(np.log2(max(extent / edge, 2)))) + 2
    trees = []
    for _ in range(SHIFTS):
        cell = (points - low + rng.uniform(0, extent, 2)) / (2 * extent) * 2**depth
        cell = np.minimum(cell.astype(np.int64), 2**depth - 1)
        trees.append(_quad_levels(cell, depth))

    def means(y, cost):
        return np.mean([_pruned(levels, y, cost) for levels in trees], axis=0)

    def fit(y, cost):
        risk = np.zeros(y.shape[1])
        for split in range(SPLITS):
            z = np.random.default_rng([2, split]).standard_normal(y.shape)
            x = means(y + SHARE * z, cost * (1 + SHARE**2))
            risk += np.sum((x - (y - z / SHARE)) ** 2, axis=0)
        return means(y, cost), risk

    for cost in LEAF_COSTS:
        yield lambda y, cost=cost: fit(y, cost)


def _quad_levels(cell, depth):
    """Levels from the root down to each vertex by itself: own (n,), inside, size, join.

    `own` is a vertex's cell; `inside` (cells, n) and `join` (cells, cells of the next) add up.
    """
    row, column = cell.T
    codes = [(row >> up) * 2**depth + (column >> up) for up in range(depth, -1, -1)]
    owns = [np.unique(code, return_inverse=True)[1] for code in codes]
    owns.append(np.arange(len(cell)))
    levels = []
    for own, following in zip(owns, [*owns[1:], None], strict=True):
        inside, join = _members(own), None
        if following is not None:
            parent = np.zeros(following.max() + 1, dtype=np.int64)
            parent[following] = own
            join = _members(parent)
        levels.append((own, inside, np.bincount(own)[:, None], join))
    return levels


def _members(group):
    """Matrix (groups, n) of 0 and 1 that adds up the members of each."""
    return csr_array((np.ones(len(group)), (group, np.arange(len(group)))))


def _pruned(levels, y, cost):
    """Means of y (n, K) over the leaves of least squared error + cost per leaf."""
    squares, best, splits = y**2, None, []
    for _, inside, size, join in reversed(levels):
        leaf = inside @ squares - (inside @ y) ** 2 / size + cost
        children = np.inf if join is None else join @ best
        splits.append(children < leaf)
        best = np.minimum(children, leaf)
    x, rest = np.empty_like(y), np.ones(y.shape, dtype=bool)
    for (own, inside, size, _), split in zip(levels, reversed(splits), strict=True):
        ends = rest & ~split[own]
        x[ends] = (inside @ y / size)[own][ends]
        rest &= ~ends
    return x


def _one_by_one(peer):
    """A peer without a rule, one release at a time."""

    def make(graph):
        fit = PEERS[peer](graph)
        for penalty in PENALTIES:
            yield lambda y, penalty=penalty: (
                np.column_stack([fit(column, penalty, 1.0) for column in y.T]),
                None,
            )

    return make


def car_by_mcmc(graph, y):
    """Posterior mean (n,) under a proper CAR model by NumPyro's NUTS, and its seconds."""
    import jax
    import numpyro
    from numpyro import distributions as of
    from numpyro.infer import MCMC, NUTS

    i, j = graph.edges.T
    half = coo_array((np.ones(graph.m), (i, j)), shape=(graph.n, graph.n))
    neighbours = (half + half.T).tocsr()

    def model():
        mean = numpyro.sample("mean", of.Normal(y.mean(), 10 * y.std()))
        correlation = numpyro.sample("correlation", of.Uniform(0, 1))
        scale = numpyro.sample("scale", of.HalfNormal(10 * y.std()))
        prior = of.CAR(mean, correlation, scale**-2, neighbours, is_sparse=True)
        numpyro.sample("y", of.Normal(numpyro.sample("x", prior), 1.0), obs=y)

    start = perf_counter()
    sampler = MCMC(NUTS(model), num_warmup=WARMUP, num_samples=SAMPLES, progress_bar=False)
    sampler.run(jax.random.PRNGKey(1))
    x = np.asarray(sampler.get_samples()["x"]).mean(axis=0)
    return x, perf_counter() - start


def _laplacian(graph, conductance):
    i, j = graph.edges.T
    half = coo_array((conductance, (i, j)), shape=(graph.n, graph.n))
    weights = (half + half.T).tocsc()
    return diags_array(np.asarray(weights.sum(axis=0)).ravel(), format="csc") - weights


def _factor(matrix):
    """LU factors of a symmetric positive definite matrix, and its log determinant."""
    factor = splu(
        matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0, options={"SymmetricMode": True}
    )
    return factor, np.log(np.abs(factor.U.diagonal())).sum()


# Whether it needs coordinates.
TUNED_PEERS = {
    "Gaussian process (scikit-learn)": (gaussian_process, True),
    "graph Matérn field": (graph_matern, False),
    "adaptive quad-tree": (quad_tree, True),
    "Tikhonov (PyGSP)": (_one_by_one("PyGSP Tikhonov"), False),
    "total variation (scikit-image)": (_one_by_one("scikit-image TV"), True),
}
PACKAGES = ("scikit-learn", "numpyro")
