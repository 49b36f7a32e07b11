"""Wavelets against trend filtering with one lambda: `python -m benchmarks.common_lambda`.

The paper prints the ratio of their errors at midnight and at noon, and not the lambda. This page
shows which ratios a lambda can give that is the same at both hours, and how near to print each hour
comes with a lambda of its own.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.denoising.maps import city_maps
from benchmarks.report import machine, parser, write
from gaussmech import TreeWavelets, analytic_gaussian_sigma, spanning_tree, trend_filter
from gaussmech.paper.claims.heatmap import PRINTED as PRINTED_RMSE
from gaussmech.paper.experiments.randomness import generator

BUDGET = 0.5, 1e-6, 5.0  # epsilon, delta and the sensitivity of the paper's maps
RATIOS = (0.5, 0.63, 0.8, 1, 1.6, 4)  # lambda / sigma
# Between these, errors of trend filtering fall to that of wavelets and below.
FINE_RATIOS = tuple(np.arange(0.54, 0.7, 0.01).round(2))
HOURS = {0: "midnight", 12: "noon"}
PRINTED = {hour: wavelets / trend for hour, (wavelets, trend) in PRINTED_RMSE.items()}
BANDWIDTH_M = 100


def main(arguments=None):
    options = parser("common_lambda", __doc__.splitlines()[0])
    options.add_argument(
        "--folder",
        type=Path,
        help="with the files of tests/real.yaml; else the synthetic city",
    )
    options.add_argument("--draws", type=int, default=12)
    options = options.parse_args(arguments)
    label, graph, maps = city_maps(options.folder, list(HOURS), [BANDWIDTH_M])
    means, error, own = {}, 0.0, []
    for hour, name in HOURS.items():
        truth = maps[hour, BANDWIDTH_M]
        ratios = error_ratios(graph, truth, hour, options.draws, RATIOS)
        means[f"{name} (printed {PRINTED[hour]:.2f})"] = ratios.mean(axis=0)
        error = max(error, (ratios.std(axis=0, ddof=1) / np.sqrt(options.draws)).max())
        fine = error_ratios(graph, truth, hour, options.draws, FINE_RATIOS).mean(axis=0)
        k = np.abs(fine - PRINTED[hour]).argmin()
        own.append(f"{fine[k]:.2f} at {name} (λ = {FINE_RATIOS[k]:g} σ)")
    columns = [f"{ratio:g}" for ratio in RATIOS]
    rows = [
        [name, *(f"{mean:.2f}" for mean in mean_row)]
        for name, mean_row in means.items()
    ]
    sections = [
        f"RMSE of wavelets over that of trend filtering with the same λ at both hours; {label}, "
        f"kernel of {BANDWIDTH_M} m, ε = {BUDGET[0]:g}.",
        pd.DataFrame(rows, columns=["λ / σ", *columns]),
        f"Means of {options.draws} draws; standard errors up to {error:.2f}.",
        "A λ for each hour comes near both printed ratios: " + ", ".join(own) + ".",
        machine("scipy", "numba"),
    ]
    write(options.output, "common_lambda", sections)


def error_ratios(graph, truth, hour, draws, lambdas):
    """Return the error of wavelets over that of trend filtering, per draw and lambda: (K, L).

    Lambdas are in units of sigma.
    """
    sigma = analytic_gaussian_sigma(*BUDGET)
    ratios = np.empty((draws, len(lambdas)))
    for draw in range(draws):
        rng = generator(1, "common lambda", hour, draw)
        release = truth + sigma * rng.standard_normal(graph.n)
        tree = spanning_tree(graph, rng=rng)
        wavelets = rmse(TreeWavelets(graph, tree).denoise(release, sigma), truth)
        for k, ratio in enumerate(lambdas):
            ratios[draw, k] = wavelets / rmse(
                trend_filter(release, graph, ratio * sigma).x, truth
            )
    return ratios


def rmse(estimate, truth):
    return np.sqrt(np.mean((estimate - truth) ** 2))


if __name__ == "__main__":
    main()
