"""Errors of every method beside what the truth itself would choose: one row a fit."""

from time import perf_counter

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.denoising.maps import unusual_maps
from benchmarks.denoising.peers import TUNED_PEERS, car_by_mcmc
from benchmarks.graphs import SIGMA, by_length
from gaussmech import AnalyticGaussianMechanism, Graph, denoise, spanning_tree
from gaussmech.graphs.denoise import Denoiser
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.graphs.trend_filter import trend_filter_path
from gaussmech.paper.experiments.peers import DENOISERS
from gaussmech.paper.experiments.randomness import generator

METHODS = tuple(DENOISERS)
ORACLE = "trend filtering"
RATIOS = np.geomspace(0.05, 64, 24)  # lambda / sigma offered to the oracle
TREND_TOLERANCE = 1e-6
FEW, MORE = (
    500,
    10,
)  # vertices of a small graph, and how many times as many draws it gets
QUALITY_EPSILONS = (0.1, 0.5, 2.0)
EPSILONS = (0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 5.0, 10.0, 50.0)
DELTA, SENSITIVITY = 1e-6, 5.0
SMALL, LARGE = 0.1, 5.0  # epsilons up to and from which there are bars


def rmse(x, truth):
    return float(np.sqrt(np.mean((x - truth) ** 2)))


def sigma_of(epsilon):
    return AnalyticGaussianMechanism(epsilon, DELTA, SENSITIVITY).sigma


def released(f, sigma, *key):
    """y ~ N(f, sigma^2 I), like f, and the seed of its denoiser: both by `key`."""
    y = f + sigma * generator(1, *key).standard_normal(np.shape(f))
    return y, seed_of(*key)


def seed_of(*key):
    return int(generator(2, *key).integers(2**62))


class Release:
    """A release `y` (n,) of a map `f`, both over sigma, and what names it: `key`."""

    def __init__(self, true_map, epsilon, draw):
        group, name, self.graph, f = true_map
        self.sigma = sigma_of(epsilon)
        self.f = f / self.sigma
        self.y, self.seed = released(self.f, 1.0, "quality", group, name, epsilon, draw)
        self.key = {"group": group, "map": name, "epsilon": epsilon, "draw": draw}

    def row(self, method, tuned, error):
        return self.key | {"method": method, "tuned": tuned, "rmse": self.sigma * error}

    def oracle(self, graph=None):
        """Least RMSE of trend filtering of order 0, cut at 0, over lambda: the truth chooses."""
        path = trend_filter_path(
            self.y, graph or self.graph, RATIOS, tol=TREND_TOLERANCE
        )
        return min(rmse(np.maximum(fit.x, 0), self.f) for fit in path)


def quality_rows(case, epsilons=QUALITY_EPSILONS):
    """RMSE of our methods and their peers, cut at 0, tuned by "itself" or "the truth".

    Small graphs are drawn more often: there a mean over the vertices is of little noise.
    """
    releases = [
        Release(true_map, epsilon, draw)
        for true_map in case.true_maps
        for draw in range(case.draws * (MORE if true_map.graph.n < FEW else 1))
        for epsilon in epsilons
    ]
    rows = []
    for release in tqdm(releases, desc="quality", leave=False):
        rows += own_rows(release)
    graphs = {id(release.graph): release.graph for release in releases}
    for graph in tqdm(graphs.values(), desc="peers", leave=False):
        rows += peer_rows(
            graph, [release for release in releases if release.graph is graph]
        )
    return pd.DataFrame(rows)


def own_rows(release):
    """Rows of our methods, and of trend filtering as the truth would tune it."""
    graph = release.graph
    rows = [release.row(ORACLE, "the truth", release.oracle())]
    if graph.length_m is not None:
        weighted = Graph(graph.n, graph.edges, weights=by_length(graph))
        error = release.oracle(weighted)
        rows.append(release.row(f"{ORACLE}, weights by length", "the truth", error))
    denoiser = Denoiser(release.y, 1.0, graph, rng=release.seed, methods=DENOISERS)
    for method in METHODS:
        if graph.lon is not None or not DENOISERS[method].needs_places:
            fit = denoiser(method)
            row = release.row(method, "itself", 0.0)
            rows.append(row | stated(fit, release.f, release.sigma))
    return rows


def peer_rows(graph, releases):
    """Rows of each peer, tuned by itself, if it has a rule, and by the truth."""
    y, f = (
        np.column_stack([getattr(release, name) for release in releases])
        for name in "yf"
    )
    rows = []
    for peer, (make, placed) in TUNED_PEERS.items():
        if placed and graph.lon is None:
            continue
        try:
            found = tuned(make(graph), y, f)
        except ImportError:
            continue
        for by, errors in found.items():
            rows += [r.row(peer, by, e) for r, e in zip(releases, errors, strict=True)]
    return rows


def tuned(fits, y, f):
    """Least errors over the `fits`: {"itself": (K,) by their criterion, "the truth": (K,)}.

    A fit maps y (n, K) to estimates (n, K) of f and a criterion (K,) to minimise, or None.
    """
    errors, criteria = [], []
    for x, criterion in (fit(y) for fit in fits):
        errors.append(np.sqrt(np.mean((np.maximum(x, 0) - f) ** 2, axis=0)))
        criteria.append(criterion)
    found = {"the truth": np.min(errors, axis=0)}
    if criteria[0] is not None:
        chosen = np.argmin(criteria, axis=0)
        found["itself"] = np.array(errors)[chosen, np.arange(len(chosen))]
    return found


def mcmc_rows(case, epsilon=0.5):
    """Rows of one release with `seconds`: the oracle, auto, and a CAR model by MCMC if it can."""
    placed = next(true_map for true_map in case.true_maps if "100 m" in true_map.group)
    release = Release(placed, epsilon, 0)
    graph, y, f = release.graph, release.y, release.f
    try:
        x, seconds = car_by_mcmc(graph, y)
    except ImportError:
        return pd.DataFrame(columns=["method", "tuned", "rmse", "seconds"])
    denoise(y, 1.0, graph)  # compiled, and the prior of the graph made
    start = perf_counter()
    auto = denoise(y, 1.0, graph, rng=release.seed)
    found = (
        (ORACLE, "the truth", release.oracle(), np.nan),
        ("auto", "itself", rmse(np.maximum(auto.x, 0), f), perf_counter() - start),
        ("CAR (NumPyro)", "itself", rmse(np.maximum(x, 0), f), seconds),
    )
    return pd.DataFrame([release.row(*row[:3]) | {"seconds": row[3]} for row in found])


def budget_rows(case):
    """RMSE of auto and of what it must not lose to: the paper's rule, `wavelet`, and the mean."""
    graph, rows = case.graph, []
    cells = [
        (*cell, draw) for cell in case.at_100.items() for draw in range(case.draws)
    ]
    for (hour, _), truth, draw in tqdm(cells, desc="budgets", leave=False):
        for epsilon in case.epsilons:
            key, sigma = ("budget", hour, epsilon, draw), sigma_of(epsilon)
            rng = generator(1, *key)
            y = truth + sigma * rng.standard_normal(graph.n)
            wavelet = TreeWavelets(graph, spanning_tree(graph, rng=rng)).denoise(
                y, sigma
            )
            found = {"mean": np.full(graph.n, y.mean()), "wavelet": wavelet}
            found |= {"auto": denoise(y, sigma, graph, rng=seed_of(*key)).x, "raw": y}
            row = {"epsilon": epsilon, "sigma": sigma, "hour": hour, "draw": draw}
            rows.append(row | {name: rmse(x, truth) for name, x in found.items()})
    return pd.DataFrame(rows)


def robustness_rows(case):
    """RMSE of each method on maps unlike a city's: case, sigma, draw, method, rmse."""
    rows = []
    for draw in tqdm(range(case.robustness), desc="robustness", leave=False):
        unusual = unusual_maps(case.graph, case.midnight, draw)
        for name, (truth, sigma) in tqdm(unusual.items(), desc="cases", leave=False):
            y, seed = released(truth, sigma, "robustness", name, draw)
            denoiser = Denoiser(y, sigma, case.graph, rng=seed, methods=DENOISERS)
            for method in METHODS:
                error = rmse(denoiser(method).x, truth)
                rows.append((name, sigma, draw, method, error))
    return pd.DataFrame(rows, columns=["case", "sigma", "draw", "method", "rmse"])


def together_rows(case, epsilon=0.5):
    """RMSE of auto on several maps (K, n), denoised one by one and together, each draw."""
    sigma, graph, rows = sigma_of(epsilon), case.graph, []
    for draw in tqdm(range(case.draws), desc="together", leave=False):
        for name, f in case.joint.items():
            y, seed = released(f, sigma, "together", name, draw)
            together = denoise(y, sigma, graph, rng=seed).x
            for k, truth in enumerate(f):
                alone = denoise(
                    y[k], sigma, graph, rng=seed_of("together", name, draw, k)
                ).x
                found = {
                    "alone": rmse(alone, truth),
                    "together": rmse(together[k], truth),
                }
                rows.append({"case": name, "draw": draw, "map": k} | found)
    return pd.DataFrame(rows)


def risk_rows(case, slow=("field", "auto")):
    """What each method states beside what it does: method, draw, mse, stated_mse, and so on."""
    rows = []
    for draw in tqdm(range(max(case.risk)), desc="risk", leave=False):
        y, seed = released(case.midnight, SIGMA, "risk", draw)
        denoiser = Denoiser(y, SIGMA, case.graph, rng=seed, methods=DENOISERS)
        for method in METHODS:
            if method != "raster-wavelet" and draw < case.risk[method in slow]:
                row = {"method": method, "draw": draw}
                rows.append(row | stated(denoiser(method), case.midnight))
    return pd.DataFrame(rows)


def stated(fit, truth, unit=1.0):
    """A fit's error and what it says of it, in units of `unit`."""
    low, high = fit.risk_interval
    error = unit * rmse(fit.x, truth)
    found = {"rmse": error, "mse": error**2, "low": unit * low, "high": unit * high}
    return found | {"stated_mse": unit**2 * fit.mse, "mse_se": unit**2 * fit.mse_se}
