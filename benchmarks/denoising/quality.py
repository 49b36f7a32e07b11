"""Errors of every method against those of settings that only the true map can choose.

Each function that ends in `_rows` returns a table with a row per fit.
"""

from itertools import product

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.denoising.maps import unusual_maps
from benchmarks.graphs import SIGMA, by_length
from benchmarks.peers import TUNED_PEERS
from gaussmech import AnalyticGaussianMechanism, Graph, denoise, spanning_tree
from gaussmech.graphs.denoise import DENOISING_METHODS, Denoiser
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.graphs.trend_filter import trend_filter_path
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.raster_wavelets import raster_wavelet

METHODS = (*DENOISING_METHODS, "raster-wavelet")
ORACLE = "trend filtering"
# Estimates that need no denoiser. A method that is not better than they are shows nothing of the map.
BASELINES = {
    "constant mean": lambda y: np.full(len(y), max(y.mean(), 0)),
    "zero release": np.zeros_like,
}
# The oracle takes the best of these values of lambda / sigma.
RATIOS = np.geomspace(0.05, 64, 24)
TREND_TOLERANCE = 1e-6
# A graph of fewer vertices than SMALL_GRAPH gets MORE_DRAWS times as many draws of the noise, because
# a mean over few vertices is noisy.
SMALL_GRAPH = 500
MORE_DRAWS = 10
QUALITY_EPSILONS = (0.1, 0.5, 2.0)
EPSILONS = (0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 5.0, 10.0, 50.0)
DELTA = 1e-6
SENSITIVITY = 5.0


def rmse(x, truth):
    """Return the root mean squared error of an estimate."""
    return float(np.sqrt(np.mean((x - truth) ** 2)))


def sigma_of(epsilon):
    """Return the standard deviation of Gaussian noise for this budget and the paper's maps."""
    return AnalyticGaussianMechanism(epsilon, DELTA, SENSITIVITY).sigma


def released(f, sigma, *key):
    """Return y ~ N(f, sigma^2 I), shaped like f, and a seed for its denoiser; `key` decides both."""
    y = f + sigma * generator(1, *key).standard_normal(np.shape(f))
    return y, seed_of(*key)


def seed_of(*key):
    """Return the seed of the denoiser of the release that `key` names."""
    return int(generator(2, *key).integers(2**62))


class Release:
    """A release y (n,) of a map f (n,), both divided by sigma.

    `key` has the columns that name it in a table.
    """

    def __init__(self, true_map, epsilon, draw):
        group, name, self.graph, f = true_map
        self.sigma = sigma_of(epsilon)
        self.f = f / self.sigma
        self.y, self.seed = released(self.f, 1.0, "quality", group, name, epsilon, draw)
        self.key = {"group": group, "map": name, "epsilon": epsilon, "draw": draw}

    def row(self, method, tuned, error):
        """Return the row of a fit; `tuned` says who has chosen the settings of the method."""
        return self.key | {"method": method, "tuned": tuned, "rmse": self.sigma * error}

    def oracle(self, graph=None):
        """Return the least RMSE of trend filtering of order 0, clipped at 0, over all lambda."""
        path = trend_filter_path(
            self.y, graph or self.graph, RATIOS, tol=TREND_TOLERANCE
        )
        return min(rmse(np.maximum(fit.x, 0), self.f) for fit in path)


def quality_rows(case, epsilons=QUALITY_EPSILONS):
    """Return the RMSE of our methods and their peers, clipped at 0.

    The column `tuned` says who has chosen the settings: the method "itself" or "the truth".
    """
    releases = []
    for true_map in case.true_maps:
        is_small = true_map.graph.n < SMALL_GRAPH
        draws = case.draws * MORE_DRAWS if is_small else case.draws
        for draw, epsilon in product(range(draws), epsilons):
            releases.append(Release(true_map, epsilon, draw))
    rows = []
    for release in tqdm(releases, desc="quality", leave=False):
        rows += own_rows(release)
    graphs = {id(release.graph): release.graph for release in releases}
    for graph in tqdm(graphs.values(), desc="peers", leave=False):
        on_graph = [release for release in releases if release.graph is graph]
        rows += peer_rows(graph, on_graph)
    return pd.DataFrame(rows)


def own_rows(release):
    """Return the rows of our methods, of the baselines, and of trend filtering by the true map."""
    graph = release.graph
    rows = [release.row(ORACLE, "the truth", release.oracle())]
    if graph.length_m is not None:
        weighted = Graph(graph.n, graph.edges, weights=by_length(graph))
        error = release.oracle(weighted)
        rows.append(release.row(f"{ORACLE}, weights by length", "the truth", error))
    for baseline, estimate in BASELINES.items():
        error = rmse(estimate(release.y), release.f)
        rows.append(release.row(baseline, "itself", error))
    denoiser = Denoiser(release.y, 1.0, graph, rng=release.seed)
    for method in METHODS:
        if graph.lon is not None or method not in ("kernel-sure", "raster-wavelet"):
            fit = fit_by(method, denoiser)
            row = release.row(method, "itself", 0.0)
            rows.append(row | error_columns(fit, release.f, release.sigma))
    return rows


def fit_by(method, denoiser):
    """Return the result of one of METHODS."""
    if method in DENOISING_METHODS:
        return denoiser(method)
    return denoiser.fit(method, raster_wavelet)


def peer_rows(graph, releases):
    """Return the rows of each peer, with settings by itself, if it has a rule, and by the truth.

    A peer is left out if it is not installed, or needs coordinates that the graph lacks.
    """
    y = np.column_stack([release.y for release in releases])
    f = np.column_stack([release.f for release in releases])
    rows = []
    for peer, (build_fits, needs_places) in TUNED_PEERS.items():
        if needs_places and graph.lon is None:
            continue
        try:
            errors_by_tuner = least_errors(build_fits(graph), y, f)
        except ImportError:
            continue
        for tuned, errors in errors_by_tuner.items():
            for release, error in zip(releases, errors, strict=True):
                rows.append(release.row(peer, tuned, error))
    return rows


def least_errors(fits, y, f):
    """Return the errors at the best settings: {"the truth": (K,), "itself": (K,)}.

    A fit, which stands for one choice of settings, maps y (n, K) to estimates (n, K) of f and to a
    criterion (K,) to minimise. "itself" chooses by the criterion; it is missing if that is None.
    """
    errors = []
    criteria = []
    for fit in fits:
        x, criterion = fit(y)
        errors.append(np.sqrt(np.mean((np.maximum(x, 0) - f) ** 2, axis=0)))
        criteria.append(criterion)
    errors_by_tuner = {"the truth": np.min(errors, axis=0)}
    if criteria[0] is not None:
        choice = np.argmin(criteria, axis=0)
        errors_by_tuner["itself"] = np.array(errors)[choice, np.arange(len(choice))]
    return errors_by_tuner


def budget_rows(case):
    """Return the RMSE of auto, and of three estimates that it must not be worse than.

    They are the constant mean, the paper's wavelet rule, and the raw values.
    """
    rows = []
    cells = list(product(case.at_100.items(), range(case.draws)))
    for ((hour, _), truth), draw in tqdm(cells, desc="budgets", leave=False):
        for epsilon in case.epsilons:
            errors = budget_errors(case.graph, truth, hour, epsilon, draw)
            row = {"epsilon": epsilon, "sigma": sigma_of(epsilon)}
            rows.append(row | {"hour": hour, "draw": draw} | errors)
    return pd.DataFrame(rows)


def budget_errors(graph, truth, hour, epsilon, draw):
    """Return the errors of the four estimates of one release."""
    key = ("budget", hour, epsilon, draw)
    sigma = sigma_of(epsilon)
    rng = generator(1, *key)
    y = truth + sigma * rng.standard_normal(graph.n)
    wavelets = TreeWavelets(graph, spanning_tree(graph, rng=rng))
    estimates = {
        "mean": np.full(graph.n, y.mean()),
        "wavelet": wavelets.denoise(y, sigma),
        "auto": denoise(y, sigma, graph, rng=seed_of(*key)).estimate,
        "raw": y,
    }
    return {name: rmse(x, truth) for name, x in estimates.items()}


def robustness_rows(case):
    """Return the RMSE of each method on maps unlike a city's (`unusual_maps`)."""
    rows = []
    for draw in tqdm(range(case.robustness), desc="robustness", leave=False):
        unusual = unusual_maps(case.graph, case.midnight, draw)
        for name, (truth, sigma) in tqdm(unusual.items(), desc="cases", leave=False):
            y, seed = released(truth, sigma, "robustness", name, draw)
            denoiser = Denoiser(y, sigma, case.graph, rng=seed)
            for method in METHODS:
                error = rmse(fit_by(method, denoiser).estimate, truth)
                rows.append((name, sigma, draw, method, error))
    return pd.DataFrame(rows, columns=["case", "sigma", "draw", "method", "rmse"])


def together_rows(case, epsilon=0.5):
    """Return the RMSE of auto on several maps (K, n), denoised one by one and together."""
    sigma = sigma_of(epsilon)
    graph = case.graph
    rows = []
    for draw in tqdm(range(case.draws), desc="together", leave=False):
        for name, f in case.joint.items():
            y, seed = released(f, sigma, "together", name, draw)
            together = denoise(y.T, sigma, graph, rng=seed).estimate.T
            for k, truth in enumerate(f):
                seed_alone = seed_of("together", name, draw, k)
                alone = denoise(y[k], sigma, graph, rng=seed_alone).estimate
                row = {
                    "case": name,
                    "draw": draw,
                    "map": k,
                    "alone": rmse(alone, truth),
                    "together": rmse(together[k], truth),
                }
                rows.append(row)
    return pd.DataFrame(rows)


def risk_rows(case):
    """Return the stated and the true error of each method on draws of one map.

    The field and auto, which take longest, get fewer draws.
    """
    most_draws, fewer_draws = case.risk
    rows = []
    for draw in tqdm(range(most_draws), desc="risk", leave=False):
        y, seed = released(case.midnight, SIGMA, "risk", draw)
        denoiser = Denoiser(y, SIGMA, case.graph, rng=seed)
        for method in DENOISING_METHODS:
            draws = fewer_draws if method in ("field", "auto") else most_draws
            if draw < draws:
                row = {"method": method, "draw": draw}
                rows.append(row | error_columns(denoiser(method), case.midnight))
    return pd.DataFrame(rows)


def error_columns(fit, truth, unit=1.0):
    """Return the true error of a fit and its stated error, times the unit of the map."""
    low, high = fit.rmse_interval
    error = unit * rmse(fit.estimate, truth)
    return {
        "rmse": error,
        "mse": error**2,
        "low": unit * low,
        "high": unit * high,
        "stated_mse": unit**2 * fit.mse,
        "mse_se": unit**2 * fit.mse_se,
    }
