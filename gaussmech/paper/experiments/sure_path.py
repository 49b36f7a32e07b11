"""How lambda of trend filtering is chosen without the truth: SURE along lambda."""

import numpy as np
import pandas as pd

from gaussmech.graphs.forest import TREND_TOLERANCE
from gaussmech.graphs.risk import stein_risk
from gaussmech.graphs.trend_filter import trend_filter_path
from gaussmech.paper.experiments.columns import SURE
from gaussmech.paper.experiments.randomness import generator
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism

# Values of lambda / sigma: ten per decade, around the best ones of the maps.
LAMBDA_RATIOS = np.geomspace(0.1, 10, 21)


def sure_path(
    graph, maps, *, seed, epsilon, delta, sensitivity, repetitions, progress=iter
):
    """Return Stein's estimate of the risk of trend filtering, and the true error, along lambda.

    There is a row for each hour of the true `maps`, each `lambda_ratio` (lambda / sigma) and each
    quantity: the squared error per junction, Stein's unbiased estimate of it (SURE), and the
    estimate less the error. All values of lambda have the same noise.
    """
    sigma = AnalyticGaussianMechanism(epsilon, delta, sensitivity).sigma
    shape = (repetitions, len(LAMBDA_RATIOS))
    rows = []
    for hour in sorted(maps):
        truth = maps[hour]
        error = np.empty(shape)
        sure = np.empty(shape)
        for repetition in progress(range(repetitions)):
            rng = generator(seed, "sure_path", hour, float(epsilon), repetition)
            y = truth + sigma * rng.standard_normal(graph.n)
            path = trend_filter_path(
                y, graph, LAMBDA_RATIOS * sigma, tol=TREND_TOLERANCE
            )
            for k, fit in enumerate(path):
                error[repetition, k] = np.mean((fit.x - truth) ** 2)
                sure[repetition, k] = stein_risk(y, fit.x, sigma, fit.df) / graph.n
        quantities = {"error": error, "sure": sure, "difference": sure - error}
        for name, values in quantities.items():
            for k, ratio in enumerate(LAMBDA_RATIOS):
                mean, se = _mean_and_error(values[:, k])
                rows.append((hour, epsilon, ratio, name, mean, se, repetitions))
    return pd.DataFrame(rows, columns=SURE.split())


def _mean_and_error(values):
    """Return the mean of repetitions, and its standard error."""
    return values.mean(), values.std(ddof=1) / np.sqrt(len(values))
