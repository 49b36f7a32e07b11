"""How denoisers are tuned without the truth: SURE along lambda, and the number of trees."""

import numpy as np
import pandas as pd

from gaussmech.graphs.forest import TREND_TOLERANCE, draw_forest, forest_fit
from gaussmech.graphs.risk import stein_risk
from gaussmech.graphs.trend_filter import trend_filter_path
from gaussmech.paper.experiments.randomness import generator
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism

LAMBDA_RATIOS = np.geomspace(0.1, 10, 21)


def sure_path(graph, maps, *, seed, epsilon, delta, sensitivity, repetitions, progress=iter):
    """Return Stein's estimate of the risk of trend filtering, and the true error, along lambda.

    By hour of the true `maps`, per junction; `lambda_ratio` is lambda / sigma.
    """
    sigma = AnalyticGaussianMechanism(epsilon, delta, sensitivity).sigma
    found = np.empty((3, repetitions, len(LAMBDA_RATIOS)))
    rows = []
    for hour in sorted(maps):
        truth = maps[hour]
        for r in progress(range(repetitions)):
            y = truth + sigma * _noise(seed, "sure_path", hour, epsilon, r).standard_normal(graph.n)
            path = trend_filter_path(y, graph, LAMBDA_RATIOS * sigma, tol=TREND_TOLERANCE)
            for k, fit in enumerate(path):
                error = np.mean((fit.x - truth) ** 2)
                sure = stein_risk(y, fit.x, sigma, fit.df) / graph.n
                found[:, r, k] = error, sure, sure - error
        for name, values in zip(("error", "sure", "difference"), found, strict=True):
            se = values.std(axis=0, ddof=1) / np.sqrt(repetitions)
            for k, ratio in enumerate(LAMBDA_RATIOS):
                rows.append((hour, epsilon, ratio, name, values[:, k].mean(), se[k], repetitions))
    columns = ["hour", "epsilon", "lambda_ratio", "quantity", "mean", "se", "repetitions"]
    return pd.DataFrame(rows, columns=columns)


def forest_size(
    graph, maps, *, seed, epsilon, delta, sensitivity, repetitions, trees, progress=iter
):
    """Return the RMSE of the forest estimator by number of trees, and over the largest's, per draw.

    The smaller forests are the first trees of the largest.
    """
    sigma = AnalyticGaussianMechanism(epsilon, delta, sensitivity).sigma
    sizes = sorted(trees)
    rows = []
    for hour in sorted(maps):
        truth = maps[hour]
        error = np.empty((repetitions, len(sizes)))
        for r in progress(range(repetitions)):
            rng = _noise(seed, "forest_size", hour, epsilon, r)
            y = truth + sigma * rng.standard_normal(graph.n)
            forest = draw_forest(graph, sizes[-1], rng)
            for k, size in enumerate(sizes):
                x = np.maximum(forest_fit(y, sigma, graph, forest[:size]).x, 0)
                error[r, k] = np.sqrt(np.mean((x - truth) ** 2))
        ratio = error / error[:, -1:]
        for k, size in enumerate(sizes):
            row = {"hour": hour, "epsilon": epsilon, "trees": size, "repetitions": repetitions}
            for name, values in (("rmse", error[:, k]), ("ratio", ratio[:, k])):
                row[f"{name}_mean"] = values.mean()
                row[f"{name}_se"] = values.std(ddof=1) / np.sqrt(repetitions)
            rows.append(row)
    return pd.DataFrame(rows)


def _noise(seed, name, hour, epsilon, repetition):
    return generator(seed, name, hour, float(epsilon), repetition)


def tables(graph, maps, *, trees, **settings):
    """Yield the name and the content of each table."""
    yield "sure_path", sure_path(graph, maps, **settings)
    yield "forest_size", forest_size(graph, maps, trees=trees, **settings)
