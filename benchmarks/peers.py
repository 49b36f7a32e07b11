"""What one would use instead of gaussmech.

Each function imports its package itself, because a benchmark leaves out what is not installed.
"""

from functools import partial
from pkgutil import resolve_name

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from benchmarks.graphs import SIGMA, grid

# Denoisers that offer no way to choose a penalty have this one.
PENALTY = 4.0


# Calibrators: each function returns one, a function sigma(epsilon, delta) at sensitivity 1.


def released_script():
    """The steps of github.com/BorjaBalle/analytic-gaussian-mechanism, to 1e-12 in delta."""
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


def riskcal_risk():
    """Return riskcal's advantage and trade-off function of mu-GDP noise."""
    from riskcal.analysis import get_advantage_from_gdp, get_beta_from_gdp

    return {
        "advantage": lambda mu, alpha: get_advantage_from_gdp(mu),
        "trade-off": lambda mu, alpha: get_beta_from_gdp(mu, alpha),
    }


def gdpnum_risk():
    """Return gdpnum's trade-off function of mu-GDP noise."""
    from gdpnum.converter import gaussian_fdp

    return {"trade-off": lambda mu, alpha: gaussian_fdp(mu)(alpha)}


RISK_PEERS = {"riskcal": (riskcal_risk, "riskcal"), "gdpnum": (gdpnum_risk, "gdpnum")}


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
    "log_ndtr + brentq": (scipy_brentq, "scipy"),
    "log_ndtr + find_root": (scipy_find_root, "scipy"),
}


# Releases and compositions.


def opendp_laplace():
    """Return OpenDP's Laplace release, a function of a vector and the scale."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = (
        dp.vector_domain(dp.atom_domain(T=float, nan=False)),
        dp.l1_distance(T=float),
    )
    return lambda f, scale: np.array(dp.m.make_laplace(*space, scale=scale)(f.tolist()))


def diffprivlib_mean():
    """Return diffprivlib's mean of as many random points as an experiment draws."""
    from diffprivlib import tools

    def means(*, seed, epsilon, sample_size, dimensions, repetitions=1, **_):
        rng = np.random.default_rng(seed)
        for _ in range(repetitions):
            points = rng.random((sample_size, *dimensions))
            tools.mean(points, epsilon=epsilon, bounds=(0, 1), axis=0)

    return means


def privacy_loss_distribution(epsilon0):
    """Return dp-accounting's privacy loss distribution of one epsilon0-DP mechanism."""
    from dp_accounting.pld import privacy_loss_distribution as pld
    from dp_accounting.pld.common import DifferentialPrivacyParameters

    budget = DifferentialPrivacyParameters(epsilon0, 0.0)
    return pld.from_privacy_parameters(budget, value_discretization_interval=epsilon0)


def factorised(matrix):
    """Return the SuperLU factors of a symmetric positive definite sparse matrix."""
    from scipy.sparse.linalg import splu

    symmetric = {"SymmetricMode": True, "Equil": False}
    return splu(matrix.tocsc(), "MMD_AT_PLUS_A", 0.0, options=symmetric)


# Solvers of graph trend filtering: each returns the fit x (n,).


def cvxpy_clarabel(y, graph, lam):
    import cvxpy

    rows = np.repeat(np.arange(graph.m), 2)
    signs = np.tile([1.0, -1.0], graph.m)
    difference = sparse.csc_matrix(
        (signs, (rows, graph.edges.ravel())), shape=(graph.m, graph.n)
    )
    x = cvxpy.Variable(graph.n)
    penalty = cvxpy.norm1(cvxpy.multiply(graph.weights, difference @ x))
    cvxpy.Problem(cvxpy.Minimize(0.5 * cvxpy.sum_squares(y - x) + lam * penalty)).solve(
        "CLARABEL"
    )
    return x.value


def pymaxflow(y, graph, lam):
    """Divide the graph by exact minimum cuts (Chambolle & Darbon, 2009; Hochbaum, 2001).

    Each piece of the graph has a level, the mean of its values. A minimum cut says which of its
    vertices are above the level in the fit. A piece that is not cut is done: the level is its fit.
    """
    import maxflow

    n = graph.n
    tail, head = graph.edges.T
    capacity = lam * graph.weights
    is_joined = np.ones(graph.m, dtype=bool)
    is_open = np.ones(n, dtype=bool)
    shifted = y.astype(float)
    x = np.empty(n)
    while is_open.any():
        entries = np.ones(is_joined.sum(), np.int8)
        matrix = sparse.csr_array(
            (entries, (tail[is_joined], head[is_joined])), shape=(n, n)
        )
        _, piece = connected_components(matrix, directed=False)
        level = (np.bincount(piece, shifted) / np.bincount(piece))[piece]
        x[is_open] = level[is_open]
        inside = is_joined & is_open[tail]
        is_above = np.zeros(n, dtype=bool)
        is_above[is_open] = _minimum_cut(
            maxflow.Graph[float](int(is_open.sum()), int(inside.sum())),
            pull=(shifted - level)[is_open],
            edges=(np.cumsum(is_open) - 1)[graph.edges[inside]],
            capacity=capacity[inside],
        )
        is_cut = inside & (is_above[tail] != is_above[head])
        # An edge that is cut pulls its upper end down by its capacity, its lower end up.
        change = np.where(is_above[tail[is_cut]], -1.0, 1.0) * capacity[is_cut]
        np.add.at(shifted, tail[is_cut], change)
        np.add.at(shifted, head[is_cut], -change)
        is_split = np.zeros(piece.max() + 1, dtype=bool)
        is_split[piece[tail[is_cut]]] = True
        is_open &= is_split[piece]
        is_joined &= ~is_cut
    return x


def _minimum_cut(network, pull, edges, capacity):
    """Return which vertices are on the side of the source, whose capacities are max(pull, 0)."""
    nodes = network.add_nodes(len(pull))
    # Each edge carries flow in both directions.
    network.add_edges(edges[:, 0], edges[:, 1], capacity, capacity)
    network.add_grid_tedges(nodes, np.maximum(pull, 0), np.maximum(-pull, 0))
    network.maxflow()
    return ~network.get_grid_segments(nodes)


SOLVERS = {"CVXPY + Clarabel": cvxpy_clarabel, "PyMaxflow": pymaxflow}


# Denoisers at a given penalty: each function prepares one for a square grid, a function of y.


def laplacian_solve(side):
    """Return Laplacian smoothing by SciPy: the solver of (I + penalty L) x = y, factorised once."""
    from gaussmech.graphs._adjacency import laplacian_matrix

    graph = grid(side)
    laplacian = laplacian_matrix(graph.n, graph.edges, np.ones(graph.m))
    return factorised(sparse.eye_array(graph.n) + PENALTY * laplacian).solve


def image_variation(side):
    """Return the total variation of scikit-image, which takes images only."""
    from skimage.restoration import denoise_tv_chambolle

    return lambda y: denoise_tv_chambolle(y.reshape(side, side), weight=PENALTY * SIGMA)
