"""Errors of every method beside what the truth itself would choose: one row a fit."""

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.denoising.maps import SIGMA, unusual_maps
from gaussmech import AnalyticGaussianMechanism, Graph, denoise, spanning_tree, trend_filter
from gaussmech.experiments.randomness import generator
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.graphs.trend_filtering import trend_filter_path

METHODS = (
    "auto",
    "field",
    "forest",
    "trend-sure",
    "laplacian-sure",
    "wavelet-sure",
    "wavelet",
    "kernel-sure",
    "raster-wavelet",
    "js",
    "th",
)
RATIOS = np.geomspace(0.25, 16, 19)  # lambda / sigma offered to the oracle
TREND_TOLERANCE = 1e-5
EPSILONS = (0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 5.0, 10.0, 50.0)
DELTA, SENSITIVITY = 1e-6, 5.0
SMALL, LARGE = 0.1, 5.0  # epsilons up to and from which there are bars


def rmse(x, truth):
    return float(np.sqrt(np.mean((x - truth) ** 2)))


def quality_rows(graph, maps, draws):
    """RMSE of the methods and of both oracles on each map: hour, bandwidth_m, draw, method, rmse.

    `share` is that of the way to the forest which auto went.
    """
    weighted = by_length(graph)
    rows = []
    for hour, bandwidth, draw in _cells(maps, draws, "quality"):
        truth = maps[hour, bandwidth]
        key = "quality", hour, float(bandwidth), draw
        y = truth + SIGMA * generator(1, *key).standard_normal(graph.n)
        found = [("oracle", oracle(y, SIGMA, graph, truth), None)]
        if weighted is not None:
            found.append(("oracle, by length", oracle(y, SIGMA, weighted, truth), None))
        found += errors(y, SIGMA, graph, truth, _seed(*key))
        for method, error, share in found:
            rows.append((hour, bandwidth, draw, method, error, share))
    return pd.DataFrame(rows, columns=["hour", "bandwidth_m", "draw", "method", "rmse", "share"])


def budget_rows(graph, maps, draws, epsilons=EPSILONS):
    """RMSE of auto and of what it must not lose to: epsilon, sigma, hour, draw, then RMSEs.

    `wavelet` is the paper's rule, as it is printed; `mean` the map's constant mean. Both also
    cut at 0, as auto is.
    """
    rows = []
    for hour, _, draw in _cells(maps, draws, "budgets"):
        truth = next(f for (other, _), f in maps.items() if other == hour)
        for epsilon in epsilons:
            sigma = AnalyticGaussianMechanism(epsilon, DELTA, SENSITIVITY).sigma
            key = "budget", hour, epsilon, draw
            rng = generator(1, *key)
            y = truth + sigma * rng.standard_normal(graph.n)
            wavelet = TreeWavelets(graph, spanning_tree(graph, rng=rng)).denoise(y, sigma)
            fit = denoise(y, sigma, graph, rng=_seed(*key))
            level = np.full(graph.n, y.mean())
            rows.append(
                {
                    "epsilon": epsilon,
                    "sigma": sigma,
                    "hour": hour,
                    "draw": draw,
                    "auto": rmse(fit.x, truth),
                    "mean": rmse(level, truth),
                    "wavelet": rmse(wavelet, truth),
                    "raw": rmse(y, truth),
                    "mean cut": rmse(np.maximum(level, 0), truth),
                    "wavelet cut": rmse(np.maximum(wavelet, 0), truth),
                    "taken": fit.method,
                    "share": _share_of_forest(fit),
                }
            )
    return pd.DataFrame(rows)


def robustness_rows(graph, city_map, draws):
    """RMSE of each method on maps unlike a city's: case, sigma, draw, method, rmse, share."""
    rows = []
    for draw in tqdm(range(draws), desc="robustness", leave=False):
        cases = unusual_maps(graph, city_map, draw)
        for case, (truth, sigma) in tqdm(cases.items(), desc="cases", leave=False):
            key = "robustness", case, draw
            y = truth + sigma * generator(1, *key).standard_normal(graph.n)
            for found in errors(y, sigma, graph, truth, _seed(*key)):
                rows.append((case, sigma, draw, *found))
    return pd.DataFrame(rows, columns=["case", "sigma", "draw", "method", "rmse", "share"])


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
            error = rmse(fit.x, truth)
            rows.append(
                {
                    "method": method,
                    "draw": draw,
                    "mse": error**2,
                    "stated_mse": fit.mse,
                    "mse_se": fit.mse_se,
                    "rmse": error,
                    "stated_rmse": fit.risk,
                    "rmse_se": fit.risk_se,
                    "share": _share_of_forest(fit),
                }
            )
    return pd.DataFrame(rows)


def errors(y, sigma, graph, truth, seed, methods=METHODS):
    """(method, RMSE, auto's share of the forest) of each."""
    for method in methods:
        fit = denoise(y, sigma, graph, method=method, rng=seed)
        yield method, rmse(fit.x, truth), _share_of_forest(fit)


def _share_of_forest(fit):
    """The forest's weight in `auto`, None for other methods."""
    return fit.parameters.get("weights", {}).get("forest")


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


def _cells(maps, draws, title):
    cells = [(*key, draw) for key in maps for draw in range(draws)]
    return tqdm(cells, desc=title, leave=False)
