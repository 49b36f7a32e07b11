"""What one would use instead of gaussmech; imported inside, as what is missing is not shown."""

from functools import partial
from pkgutil import resolve_name

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from benchmarks.graphs import SIGMA, grid

PENALTY = 4.0  # of denoisers which offer no way to choose it


# Calibrators: each function loads one, sigma(epsilon, delta) at sensitivity 1.


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
        low, high = 0.0, 1.0
        while not sign * (profile(sign, high) - delta) >= 0:  # a nan goes on
            low, high = high, 2.0 * high
        s = low + (high - low) / 2.0
        while not abs(profile(sign, s) - delta) <= 1e-12:
            low, high = (low, s) if sign * (profile(sign, s) - delta) > 0 else (s, high)
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
    """log of the true delta over `delta` by SciPy's log_ndtr, as a careful user would write it."""
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

        # Short steps: far out the two terms cancel, and brentq would start from an infinity.
        low, high = -1.0, 1.0
        while f(low) < 0:
            low -= 1
        while f(high) > 0:
            high += 1
        return exp(brentq(f, low, high, xtol=1e-16))

    return sigma


def scipy_find_root():
    from scipy.optimize.elementwise import bracket_root, find_root

    def sigma(epsilon, delta):
        start, of = np.zeros(np.shape(epsilon)), {"args": (epsilon, delta)}
        bracket = bracket_root(_excess, start - 1, start + 1, **of).bracket
        return np.exp(
            find_root(_excess, bracket, **of, tolerances={"xatol": 1e-16, "fatol": 0}).x
        )

    return sigma


def riskcal_noise():
    """riskcal's search over dp-accounting's privacy loss distributions, to 1e-3 in epsilon."""
    from riskcal.accountants import CTDAccountant
    from riskcal.calibration import find_noise_multiplier_for_epsilon_delta

    def sigma(epsilon, delta):
        release = {"sample_rate": 1.0, "num_steps": 1}
        return find_noise_multiplier_for_epsilon_delta(
            CTDAccountant, epsilon=epsilon, delta=delta, **release
        )

    return sigma


def riskcal_risk():
    """riskcal's advantage and trade-off function of mu-GDP noise."""
    from riskcal.analysis import get_advantage_from_gdp, get_beta_from_gdp

    return {
        "advantage": lambda mu, alpha: get_advantage_from_gdp(mu),
        "trade-off": lambda mu, alpha: get_beta_from_gdp(mu, alpha),
    }


def gdpnum_risk():
    """gdpnum's trade-off function of mu-GDP noise."""
    from gdpnum.converter import gaussian_fdp

    return {"trade-off": lambda mu, alpha: gaussian_fdp(mu)(alpha)}


RISK_PEERS = {"riskcal": (riskcal_risk, "riskcal"), "gdpnum": (gdpnum_risk, "gdpnum")}


_loading = partial(partial, resolve_name)
# Name in tables: what loads it, and the package whose version is shown.
CALIBRATORS = {
    "gaussmech": (_loading("gaussmech:analytic_gaussian_sigma"), "gaussmech"),
    # Of Balle & Wang: v* and u* to 1e-12.
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
    """OpenDP's Laplace release of a vector, a function of it and the scale."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = (
        dp.vector_domain(dp.atom_domain(T=float, nan=False)),
        dp.l1_distance(T=float),
    )
    return lambda f, scale: np.array(dp.m.make_laplace(*space, scale=scale)(f.tolist()))


def diffprivlib_mean():
    """diffprivlib's mean of as many random points as an experiment draws."""
    from diffprivlib import tools

    def means(*, seed, epsilon, sample_size, dimensions, repetitions=1, **_):
        rng = np.random.default_rng(seed)
        for _ in range(repetitions):
            points = rng.random((sample_size, *dimensions))
            tools.mean(points, epsilon=epsilon, bounds=(0, 1), axis=0)

    return means


def privacy_loss_distribution(epsilon0):
    """dp-accounting's privacy loss distribution of one epsilon0-DP mechanism."""
    from dp_accounting.pld import privacy_loss_distribution as pld
    from dp_accounting.pld.common import DifferentialPrivacyParameters

    budget = DifferentialPrivacyParameters(epsilon0, 0.0)
    return pld.from_privacy_parameters(budget, value_discretization_interval=epsilon0)


def factorised(matrix):
    """SuperLU factors of a symmetric positive definite sparse matrix."""
    from scipy.sparse.linalg import splu

    symmetric = {"SymmetricMode": True, "Equil": False}
    return splu(matrix.tocsc(), "MMD_AT_PLUS_A", 0.0, options=symmetric)


# Solvers of graph trend filtering: x of (y, graph, lam).


def cvxpy_clarabel(y, graph, lam):
    import cvxpy

    rows, signs = np.repeat(np.arange(graph.m), 2), np.tile([1.0, -1.0], graph.m)
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
    """Divide and conquer by exact minimum cuts: Chambolle & Darbon (2009), Hochbaum (2001)."""
    import maxflow

    n, (tail, head) = graph.n, graph.edges.T
    capacity, joined = lam * graph.weights, np.ones(graph.m, dtype=bool)
    shifted, x, open_ = y.astype(float), np.empty(n), np.ones(n, dtype=bool)
    while open_.any():
        pattern = (np.ones(joined.sum(), np.int8), (tail[joined], head[joined]))
        piece = connected_components(
            sparse.csr_array(pattern, shape=(n, n)), directed=False
        )[1]
        level = (np.bincount(piece, shifted) / np.bincount(piece))[piece]
        x[open_] = level[open_]
        rank = np.cumsum(open_) - 1
        inside = joined & open_[tail]
        flow = maxflow.Graph[float](int(open_.sum()), int(inside.sum()))
        nodes = flow.add_nodes(int(open_.sum()))
        # Each edge carries flow both ways.
        capacities = capacity[inside]
        flow.add_edges(rank[tail[inside]], rank[head[inside]], capacities, capacities)
        pull = (shifted - level)[open_]
        flow.add_grid_tedges(nodes, np.maximum(pull, 0), np.maximum(-pull, 0))
        flow.maxflow()
        above = np.zeros(n, dtype=bool)
        above[open_] = ~flow.get_grid_segments(nodes)
        cut = inside & (above[tail] != above[head])
        # An edge that is cut pulls its upper end down by its capacity, its lower end up.
        sign = np.where(above[tail[cut]], -1.0, 1.0) * capacity[cut]
        np.add.at(shifted, tail[cut], sign)
        np.add.at(shifted, head[cut], -sign)
        split = np.zeros(piece.max() + 1, dtype=bool)
        split[piece[tail[cut]]] = True
        open_ &= split[piece]
        joined &= ~cut
    return x


SOLVERS = {"CVXPY + Clarabel": cvxpy_clarabel, "PyMaxflow": pymaxflow}


# Denoisers at a given penalty, prepared for square grids: x of y.


def laplacian_solve(side):
    """SciPy's direct solver on (I + penalty L) x = y: Laplacian smoothing, factorised once."""
    from gaussmech.graphs._adjacency import laplacian_matrix

    graph = grid(side)
    laplacian = laplacian_matrix(graph.n, graph.edges, np.ones(graph.m))
    return factorised(sparse.eye_array(graph.n) + PENALTY * laplacian).solve


def image_variation(side):
    """Total variation of scikit-image, which takes images only."""
    from skimage.restoration import denoise_tv_chambolle

    return lambda y: denoise_tv_chambolle(y.reshape(side, side), weight=PENALTY * SIGMA)
