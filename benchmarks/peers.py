"""What one would use instead of gaussmech.

Each function imports its package itself, because a benchmark leaves out what is not installed.

Denoisers are compared over a grid of their settings. A function of TUNED_PEERS takes a graph and yields
a fit per choice of settings. A fit maps releases y (n, K), whose noise has unit variance, to estimates
(n, K) and to a criterion (K,), by which the estimator itself would choose among its settings. The
criterion is None if the estimator has no rule. A function of PEERS takes a graph and returns a fit
(y, penalty, sigma) -> x of one release.
"""

from functools import partial
from itertools import product
from pkgutil import resolve_name

import numpy as np
from scipy.sparse import csr_array, eye_array
from scipy.spatial import cKDTree

from benchmarks.graphs import SIGMA, by_length, grid
from gaussmech.graphs._adjacency import adjacency_matrix, laplacian_matrix
from gaussmech.graphs.smoothers import plane

# Where time and memory are measured, denoisers that offer no way to choose a penalty have this one.
PENALTY = 4.0
# Lengths of correlation are in median lengths of an edge.
LENGTHS = np.geomspace(1, 32, 6)
# Variances of the map are in variances of the noise.
VARIANCES = np.geomspace(0.03, 300, 7)
# These are kappa^2 over the mean degree.
KAPPAS = np.geomspace(0.003, 3, 7)
SMOOTHNESS = 1, 2
PENALTIES = np.geomspace(0.02, 64, 14)
# The costs of a leaf are in variances of the noise.
LEAF_COSTS = np.geomspace(1, 256, 13)
# The quad-tree is averaged over SHIFTS places of its root. SPLITS draws of noise, of SHARE times the
# standard deviation of the noise of the release, split the release into two independent parts.
SHIFTS = 8
SPLITS = 3
SHARE = 0.5


# Calibrators: each function returns one, a function sigma(epsilon, delta) at sensitivity 1.


def released_script():
    """Return a function for sigma by the steps of the authors' script, to 1e-12 in delta.

    The script is github.com/BorjaBalle/analytic-gaussian-mechanism.
    """
    from math import exp, sqrt

    from scipy.special import erf

    def phi(t):
        return 0.5 * (1.0 + erf(t / sqrt(2.0)))

    def sigma(epsilon, delta):
        def profile(sign, s):
            return phi(sign * sqrt(epsilon * s)) - exp(epsilon) * phi(
                -sqrt(epsilon * (s + 2.0))
            )

        delta_0 = profile(1, 0.0)
        if delta == delta_0:
            return 1.0 / sqrt(2.0 * epsilon)
        sign = 1 if delta > delta_0 else -1
        low = 0.0
        high = 1.0
        # With NaN, the condition stays true.
        while not sign * (profile(sign, high) - delta) >= 0:
            low = high
            high = 2.0 * high
        s = low + (high - low) / 2.0
        while not abs(profile(sign, s) - delta) <= 1e-12:
            if sign * (profile(sign, s) - delta) > 0:
                high = s
            else:
                low = s
            s = low + (high - low) / 2.0
        return (sqrt(1.0 + s / 2.0) - sign * sqrt(s / 2.0)) / sqrt(2.0 * epsilon)

    return sigma


def diffprivlib():
    from diffprivlib.mechanisms import GaussianAnalytic

    def sigma(epsilon, delta):
        # The scale itself is private; the root of its square is the scale to the last bit.
        mechanism = GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=1.0)
        return mechanism.variance(0.0) ** 0.5

    return sigma


def opendp():
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)

    def sigma(epsilon, delta):
        def mechanism(scale):
            private = dp.c.make_zCDP_to_approxDP(
                dp.m.make_gaussian(*space, scale=scale)
            )
            return dp.c.make_fix_delta(private, delta=delta)

        return dp.binary_search_param(mechanism, d_in=1.0, d_out=(epsilon, delta))

    return sigma


def python_dp():
    from pydp.algorithms.numerical_mechanisms import GaussianMechanism

    return lambda epsilon, delta: GaussianMechanism(epsilon, delta, 1.0).std


def autodp():
    # Its modules import each other, which works only from this one on.
    import autodp.rdp_acct  # noqa: F401
    from autodp.privacy_calibrator import ana_gaussian_mech

    return lambda epsilon, delta: ana_gaussian_mech(epsilon, delta)["sigma"]


def _excess(log_sigma, epsilon, delta):
    """Return log(true delta / delta) by SciPy's log_ndtr, as a careful user would write it."""
    from scipy.special import log_ndtr

    sigma = np.exp(log_sigma)
    first = log_ndtr(0.5 / sigma - epsilon * sigma)
    second = epsilon + log_ndtr(-0.5 / sigma - epsilon * sigma)
    return first + np.log1p(-np.exp(second - first)) - np.log(delta)


def scipy_brentq():
    from math import exp

    from scipy.optimize import brentq

    def sigma(epsilon, delta):
        f = partial(_excess, epsilon=epsilon, delta=delta)

        # The steps are short, because far out the two terms cancel, and brentq would start from an
        # infinity.
        low = -1.0
        high = 1.0
        while f(low) < 0:
            low -= 1
        while f(high) > 0:
            high += 1
        return exp(brentq(f, low, high, xtol=1e-16))

    return sigma


def scipy_find_root():
    from scipy.optimize.elementwise import bracket_root, find_root

    def sigma(epsilon, delta):
        start = np.zeros(np.shape(epsilon))
        budget = epsilon, delta
        bracket = bracket_root(_excess, start - 1, start + 1, args=budget).bracket
        tolerances = {"xatol": 1e-16, "fatol": 0}
        root = find_root(_excess, bracket, args=budget, tolerances=tolerances)
        return np.exp(root.x)

    return sigma


def riskcal_noise():
    """Return riskcal's search over privacy loss distributions, which is exact to 1e-3 in epsilon."""
    from riskcal.accountants import CTDAccountant
    from riskcal.calibration import find_noise_multiplier_for_epsilon_delta

    def sigma(epsilon, delta):
        return find_noise_multiplier_for_epsilon_delta(
            CTDAccountant, epsilon=epsilon, delta=delta, sample_rate=1.0, num_steps=1
        )

    return sigma


_loading = partial(partial, resolve_name)
# A name in the tables has the function that loads it, and the package whose version a page states.
CALIBRATORS = {
    "gaussmech": (_loading("gaussmech:analytic_gaussian_sigma"), "gaussmech"),
    # This is the algorithm of Balle & Wang, with v* and u* to 1e-12.
    "Algorithm 1, as printed": (
        _loading("gaussmech.privacy.calibration:algorithm_1"),
        "scipy",
    ),
    "its authors' script": (released_script, "scipy"),
    "dp-accounting": (_loading("dp_accounting:get_sigma_gaussian"), "dp-accounting"),
    "diffprivlib": (diffprivlib, "diffprivlib"),
    "OpenDP, by way of zCDP": (opendp, "opendp"),
    "python-dp": (python_dp, "python-dp"),
    "autodp": (autodp, "autodp"),
    "log_ndtr + brentq": (scipy_brentq, "scipy"),
    "log_ndtr + find_root": (scipy_find_root, "scipy"),
}


# Means and denoisers whose time and memory are measured.


def diffprivlib_mean():
    """Return diffprivlib's mean of as many random points as an experiment draws."""
    from diffprivlib import tools

    def means(*, seed, epsilon, sample_size, dimensions, repetitions=1, **_):
        rng = np.random.default_rng(seed)
        for _ in range(repetitions):
            points = rng.random((sample_size, *dimensions))
            tools.mean(points, epsilon=epsilon, bounds=(0, 1), axis=0)

    return means


def factorised(matrix):
    """Return the SuperLU factors of a symmetric positive definite sparse matrix."""
    from scipy.sparse.linalg import splu

    symmetric = {"SymmetricMode": True, "Equil": False}
    return splu(matrix.tocsc(), "MMD_AT_PLUS_A", 0.0, options=symmetric)


def laplacian_solve(side):
    """Return Laplacian smoothing by SciPy: the solver of (I + penalty L) x = y, factorised once."""
    graph = grid(side)
    laplacian = laplacian_matrix(graph.n, graph.edges, np.ones(graph.m))
    return factorised(eye_array(graph.n) + PENALTY * laplacian).solve


def image_variation(side):
    """Return the total variation of scikit-image, which takes images only."""
    from skimage.restoration import denoise_tv_chambolle

    return lambda y: denoise_tv_chambolle(y.reshape(side, side), weight=PENALTY * SIGMA)


# Denoisers whose errors are measured.


def gaussian_process(graph):
    """Yield scikit-learn's Gaussian processes on the coordinates, with kernel Matern 3/2.

    The criterion is the marginal likelihood.
    """
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern

    points, edge = plane(graph, "the Gaussian process")

    def fit(y, kernel):
        centred = y - y.mean(axis=0)
        model = GaussianProcessRegressor(kernel, alpha=1.0, optimizer=None).fit(
            points, centred
        )
        # alpha_ is the residual of the fit, because the noise has unit variance.
        residual = model.alpha_.reshape(y.shape)
        log_determinant = 2 * np.log(np.diag(model.L_)).sum()
        return y - residual, np.sum(centred * residual, axis=0) + log_determinant

    for length, variance in product(LENGTHS * edge, VARIANCES):
        yield partial(fit, kernel=ConstantKernel(variance) * Matern(length, nu=1.5))


def graph_matern(graph):
    """Yield Gaussian fields with precision (kappa^2 + L)^nu; the criterion is their likelihood.

    The edges have weights 1 or, if lengths are known, weights by length.
    """
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (graph.n, 30))
    identity = eye_array(graph.n, format="csc")

    def factor_of(matrix):
        factor = factorised(matrix)
        return factor.solve, np.log(np.abs(factor.U.diagonal())).sum()

    def fit(y, precision, log_determinant, variance):
        centred = y - y.mean(axis=0)
        solve, log_determinant_with_data = factor_of(precision / variance + identity)
        residual = centred - solve(centred)
        volume = log_determinant_with_data - log_determinant
        volume += graph.n * np.log(variance)
        return y - residual, np.sum(centred * residual, axis=0) + volume

    weights = [np.ones(graph.m)]
    if graph.length_m is not None:
        weights.append(by_length(graph))
    for edge_weights in weights:
        laplacian = laplacian_matrix(graph.n, graph.edges, edge_weights)
        for kappa, power in product(KAPPAS * laplacian.diagonal().mean(), SMOOTHNESS):
            root = kappa * identity + laplacian
            precision = root if power == 1 else root @ root
            solve, log_determinant = factor_of(precision)
            # Random signs estimate the mean variance of the field.
            mean_variance = np.mean(signs * solve(signs))
            for variance in VARIANCES / mean_variance:
                yield partial(
                    fit,
                    precision=precision,
                    log_determinant=log_determinant,
                    variance=variance,
                )


def quad_tree(graph):
    """Yield means over the leaves of the best pruned quad-tree, averaged over shifts of its root.

    The settings are the cost of a leaf, a multiple of the variance of the noise. The criterion is
    the error on noise that is held out: y + a z and y - z / a with z ~ N(0, 1) are independent.
    """
    points, edge = plane(graph, "the quad-tree")
    points = points[:, ::-1]
    rng = np.random.default_rng(1)
    low = points.min(axis=0)
    extent = np.ptp(points, axis=0).max()
    depth = int(np.ceil(np.log2(max(extent / edge, 2)))) + 2
    trees = []
    for _ in range(SHIFTS):
        # The root is twice as wide as the map, so it covers the map at every shift.
        shift = rng.uniform(0, extent, 2)
        cell = (points - low + shift) / (2 * extent) * 2**depth
        cell = np.minimum(cell.astype(np.int64), 2**depth - 1)
        trees.append(list(quad_levels(cell, depth)))

    def average(y, cost):
        return np.mean([pruned_means(levels, y, cost) for levels in trees], axis=0)

    def fit(y, cost):
        held_out_error = np.zeros(y.shape[1])
        for split in range(SPLITS):
            z = np.random.default_rng([2, split]).standard_normal(y.shape)
            x = average(y + SHARE * z, cost * (1 + SHARE**2))
            held_out_error += np.sum((x - (y - z / SHARE)) ** 2, axis=0)
        return average(y, cost), held_out_error

    for cost in LEAF_COSTS:
        yield partial(fit, cost=cost)


def quad_levels(cell, depth):
    """Yield matrices (cells, n) that say which vertices are in each cell, finest level first.

    `cell` (n, 2) is the row and column of each vertex at the finest level.
    """
    row, column = cell.T
    for level in range(depth + 1):
        name = (row >> level) * 2**depth + (column >> level)
        _, index = np.unique(name, return_inverse=True)
        yield csr_array((np.ones(len(index)), (index, np.arange(len(index)))))


def pruned_means(levels, y, cost):
    """Return the means of y (n, K) over the leaves of least squared error plus cost per leaf.

    The least cost of a cell is shared equally by its vertices, so that of a larger cell is the
    sum over its vertices.
    """
    x = y
    least = np.full(y.shape, float(cost))
    for inside in levels:
        size = inside.sum(axis=1)[:, None]
        mean = inside @ y / size
        cost_as_leaf = inside @ y**2 - size * mean**2 + cost
        cost_split = inside @ least
        is_leaf = inside.T @ (cost_as_leaf <= cost_split)
        x = np.where(is_leaf, inside.T @ mean, x)
        least = inside.T @ (np.minimum(cost_as_leaf, cost_split) / size)
    return x


def pygsp_tikhonov(graph):
    """Return PyGSP's Tikhonov regression at a given penalty."""
    from pygsp import graphs, learning

    network = graphs.Graph(adjacency_matrix(graph.n, graph.edges, graph.weights))
    is_observed = np.ones(graph.n, dtype=bool)

    def fit(y, penalty, sigma):
        tau = 4 * penalty / sigma
        return learning.regression_tikhonov(network, y, is_observed, tau=tau)

    return fit


def skimage_tv(graph):
    """Return scikit-image's total variation at a given penalty.

    The image has pixels about a street wide, each with the value of the nearest junction.
    """
    from skimage.restoration import denoise_tv_chambolle

    points, side = plane(graph, "total variation")
    points = points[:, ::-1]
    low = points.min(axis=0)
    pixel = np.rint((points - low) / side).astype(int)
    shape = pixel.max(axis=0) + 1
    centres = np.indices(shape).reshape(2, -1).T * side + low
    nearest = cKDTree(points).query(centres)[1].reshape(shape)

    def fit(y, penalty, sigma):
        image = denoise_tv_chambolle(y[nearest], weight=penalty)
        return image[tuple(pixel.T)]

    return fit


def at_each_penalty(peer):
    """Return a function that yields a fit per penalty, of a peer that has no rule for it."""

    def fits(graph):
        fit = PEERS[peer](graph)

        def fit_each(y, penalty):
            columns = [fit(column, penalty, 1.0) for column in y.T]
            return np.column_stack(columns), None

        return (partial(fit_each, penalty=penalty) for penalty in PENALTIES)

    return fits


# The penalty is in the unit of the signal. PyGSP's own total variation (optimization.prox_tv of 0.6.1)
# raises a NameError, and is left out.
PEERS = {"PyGSP Tikhonov": pygsp_tikhonov, "scikit-image TV": skimage_tv}
# A peer has its function of a graph, and whether it needs coordinates.
TUNED_PEERS = {
    "Gaussian process (scikit-learn)": (gaussian_process, True),
    "graph Matérn field": (graph_matern, False),
    "adaptive quad-tree": (quad_tree, True),
    "Tikhonov (PyGSP)": (at_each_penalty("PyGSP Tikhonov"), False),
    "total variation (scikit-image)": (at_each_penalty("scikit-image TV"), True),
}
PACKAGES = ("pygsp", "scikit-image", "scikit-learn")
