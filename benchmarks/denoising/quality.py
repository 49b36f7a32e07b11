"""Errors of every method beside what the truth itself would choose: one row a fit."""

from time import perf_counter

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.denoising.maps import unusual_maps
from benchmarks.denoising.tuned_peers import TUNED_PEERS, car_by_mcmc
from benchmarks.graphs import SIGMA
from gaussmech import AnalyticGaussianMechanism, Graph, denoise, spanning_tree, trend_filter
from gaussmech.experiments.randomness import generator
from gaussmech.graphs.denoising import METHODS as DENOISERS
from gaussmech.graphs.trend import trend_filter_path
from gaussmech.graphs.wavelets import TreeWavelets

METHODS = tuple(DENOISERS)
ORACLE = "trend filtering"
RATIOS = np.geomspace(0.05, 64, 24)  # lambda / sigma offered to the oracle
TREND_TOLERANCE = 1e-6
FEW, MORE = 500, 10  # vertices of a small graph, and how many times as many draws it gets
QUALITY_EPSILONS = (0.1, 0.5, 2.0)
EPSILONS = (0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 5.0, 10.0, 50.0)
DELTA, SENSITIVITY = 1e-6, 5.0
SMALL, LARGE = 0.1, 5.0  # epsilons up to and from which there are bars


def rmse(x, truth):
    return float(np.sqrt(np.mean((x - truth) ** 2)))


def quality_rows(true_maps, draws, epsilons=QUALITY_EPSILONS):
    """RMSE of our methods and their peers, cut at 0, on the same releases of each TrueMap.

    Small graphs are drawn more often: there a mean over the vertices is of little noise. A row is
    tuned by "itself" or "the truth", as the oracle, "trend filtering", is; ours also have
    stated_mse and the interval from low to high of the RMSE.
    """
    releases = [
        Release(true_map, epsilon, draw)
        for true_map in true_maps
        for draw in range(draws * (MORE if true_map.graph.n < FEW else 1))
        for epsilon in epsilons
    ]
    rows = []
    for release in tqdm(releases, desc="quality", leave=False):
        rows += own_rows(release)
    graphs = {id(release.graph): release.graph for release in releases}
    for graph in tqdm(graphs.values(), desc="peers", leave=False):
        rows += peer_rows(graph, [release for release in releases if release.graph is graph])
    return pd.DataFrame(rows)


class Release:
    """y = f / sigma + noise of unit variance, and what names it: `key`."""

    def __init__(self, true_map, epsilon, draw):
        group, name, self.graph, f = true_map
        self.sigma = AnalyticGaussianMechanism(epsilon, DELTA, SENSITIVITY).sigma
        key = "quality", group, name, epsilon, draw
        self.seed = _seed(*key)
        self.f = f / self.sigma
        self.y = self.f + generator(1, *key).standard_normal(self.graph.n)
        self.key = dict(zip(("group", "map", "epsilon", "draw"), key[1:], strict=True))

    def row(self, method, tuned, error):
        return self.key | {"method": method, "tuned": tuned, "rmse": self.sigma * error}


def own_rows(release):
    """Rows of our methods, and of trend filtering as the truth would tune it."""
    graph, y, f = release.graph, release.y, release.f
    rows = [release.row(ORACLE, "the truth", oracle(y, 1.0, graph, f))]
    weighted = by_length(graph)
    if weighted is not None:
        name = f"{ORACLE}, weights by length"
        rows.append(release.row(name, "the truth", oracle(y, 1.0, weighted, f)))
    for method in METHODS:
        if graph.lon is not None or not DENOISERS[method].needs_places:
            fit = denoise(y, 1.0, graph, method=method, rng=release.seed)
            rows.append(release.row(method, "itself", 0.0) | stated(fit, f, release.sigma))
    return rows


def peer_rows(graph, releases):
    """Rows of each peer, tuned by itself, if it has a rule, and by the truth."""
    y, f = (np.column_stack([getattr(release, name) for release in releases]) for name in "yf")
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


def mcmc_rows(true_map, epsilon=0.5):
    """Rows of one release with `seconds`: the oracle, auto, and a CAR model by MCMC if it can."""
    release = Release(true_map, epsilon, 0)
    graph, y, f = release.graph, release.y, release.f
    try:
        x, seconds = car_by_mcmc(graph, y)
    except ImportError:
        return pd.DataFrame(columns=["method", "tuned", "rmse", "seconds"])
    denoise(y, 1.0, graph)  # compiled, and the prior of the graph made
    start = perf_counter()
    auto = denoise(y, 1.0, graph, rng=release.seed)
    found = (
        (ORACLE, "the truth", oracle(y, 1.0, graph, f), np.nan),
        ("auto", "itself", rmse(np.maximum(auto.x, 0), f), perf_counter() - start),
        ("CAR (NumPyro)", "itself", rmse(np.maximum(x, 0), f), seconds),
    )
    return pd.DataFrame([release.row(*row[:3]) | {"seconds": row[3]} for row in found])


def tuned(fits, y, f):
    """Least errors over the `fits`: {"itself": (K,) by their criterion, "the truth": (K,)}.

    A fit maps y (n, K) to estimates (n, K) of f and a criterion (K,) to minimise, or None.
    """
    chosen, least = np.full(y.shape[1], np.nan), np.full(y.shape[1], np.inf)
    lowest = np.full(y.shape[1], np.inf)
    for fit in fits:
        x, criterion = fit(y)
        error = np.sqrt(np.mean((np.maximum(x, 0) - f) ** 2, axis=0))
        least = np.minimum(least, error)
        if criterion is not None:
            better = criterion < lowest
            chosen[better], lowest[better] = error[better], criterion[better]
    return {"the truth": least} | ({} if np.isnan(chosen).any() else {"itself": chosen})


def budget_rows(graph, maps, draws, epsilons=EPSILONS):
    """RMSE of auto and of what it must not lose to: epsilon, sigma, hour, draw, then RMSEs.

    `wavelet` is the paper's rule, `mean` the map's; both also cut at 0, as auto is.
    """
    rows, cells = [], [(*cell, draw) for cell in maps.items() for draw in range(draws)]
    for (hour, _), truth, draw in tqdm(cells, desc="budgets", leave=False):
        for epsilon in epsilons:
            sigma = AnalyticGaussianMechanism(epsilon, DELTA, SENSITIVITY).sigma
            key = "budget", hour, epsilon, draw
            rng = generator(1, *key)
            y = truth + sigma * rng.standard_normal(graph.n)
            wavelet = TreeWavelets(graph, spanning_tree(graph, rng=rng)).denoise(y, sigma)
            found = {"mean": np.full(graph.n, y.mean()), "wavelet": wavelet}
            found |= {f"{name} cut": np.maximum(x, 0) for name, x in found.items()}
            found |= {"auto": denoise(y, sigma, graph, rng=_seed(*key)).x, "raw": y}
            row = {"epsilon": epsilon, "sigma": sigma, "hour": hour, "draw": draw}
            rows.append(row | {name: rmse(x, truth) for name, x in found.items()})
    return pd.DataFrame(rows)


def robustness_rows(graph, city_map, draws):
    """RMSE of each method on maps unlike a city's: case, sigma, draw, method, rmse, share."""
    rows = []
    for draw in tqdm(range(draws), desc="robustness", leave=False):
        cases = unusual_maps(graph, city_map, draw)
        for case, (truth, sigma) in tqdm(cases.items(), desc="cases", leave=False):
            key = "robustness", case, draw
            y = truth + sigma * generator(1, *key).standard_normal(graph.n)
            for method in METHODS:
                fit = denoise(y, sigma, graph, method=method, rng=_seed(*key))
                share = fit.parameters.get("weights", {}).get("forest")
                rows.append((case, sigma, draw, method, rmse(fit.x, truth), share))
    return pd.DataFrame(rows, columns=["case", "sigma", "draw", "method", "rmse", "share"])


def together_rows(cases, graph, draws, epsilon=0.5):
    """RMSE of auto on the maps of a case (K, n), denoised one by one and together, each draw."""
    sigma = AnalyticGaussianMechanism(epsilon, DELTA, SENSITIVITY).sigma
    rows = []
    for draw in tqdm(range(draws), desc="together", leave=False):
        for case, f in cases.items():
            key = "together", case, draw
            y = f + sigma * generator(1, *key).standard_normal(f.shape)
            together = denoise(y, sigma, graph, rng=_seed(*key)).x
            for k, truth in enumerate(f):
                alone = denoise(y[k], sigma, graph, rng=_seed(*key, k)).x
                found = {"alone": rmse(alone, truth), "together": rmse(together[k], truth)}
                rows.append({"case": case, "draw": draw, "map": k} | found)
    return pd.DataFrame(rows)


def risk_rows(graph, truth, draws, slow_draws, slow=("field", "auto")):
    """What each method states beside what it does: method, draw, mse, stated_mse, and so on."""
    methods = [method for method in METHODS if method != "raster-wavelet"]
    rows = []
    for draw in tqdm(range(max(draws, slow_draws)), desc="risk", leave=False):
        y = truth + SIGMA * generator(1, "risk", draw).standard_normal(graph.n)
        for method in methods:
            if draw >= (slow_draws if method in slow else draws):
                continue
            fit = denoise(y, SIGMA, graph, method=method, rng=_seed("risk", draw))
            rows.append({"method": method, "draw": draw} | stated(fit, truth))
    return pd.DataFrame(rows)


def stated(fit, truth, unit=1.0):
    """A fit's error and what it says of it, in units of `unit`."""
    low, high = fit.risk_interval
    error = unit * rmse(fit.x, truth)
    found = {"rmse": error, "mse": error**2, "low": unit * low, "high": unit * high}
    return found | {"stated_mse": unit**2 * fit.mse, "mse_se": unit**2 * fit.mse_se}


def oracle(y, sigma, graph, truth):
    """Least RMSE of trend filtering of order 0, cut at 0, over lambda: the truth chooses."""
    path = trend_filter_path(y, graph, RATIOS * sigma, tol=TREND_TOLERANCE)
    return min(rmse(np.maximum(fit.x, 0), truth) for fit in path)


def by_length(graph):
    """The graph with weights by length in place of parallel sections; None without lengths."""
    if graph.length_m is None:
        return None
    weights = np.clip(np.median(graph.length_m) / graph.length_m, 0.05, 5)
    return Graph(graph.n, graph.edges, weights=weights)


def warm(graph):
    """Load the compiled code."""
    y = np.arange(graph.n, dtype=float)
    for method in METHODS:
        denoise(y, 1.0, graph, method=method, rng=1)
    trend_filter(y, graph, 1.0)


def _seed(*key):
    return int(generator(2, *key).integers(2**62))
