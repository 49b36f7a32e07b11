"""Small tables for the tests of claims.

A builder without arguments returns results that agree with print. A test makes the change that its
claim is about: `histogram_errors(error("aGM-TH", dimension=100, equals=101.0))` has another error
of soft thresholding at d = 100, at every epsilon, and agrees with print elsewhere.
"""

from functools import cache
from itertools import product

import numpy as np
import pandas as pd
from scipy.stats import norm

from gaussmech.paper.claims import CLAIMS, check
from gaussmech.paper.claims.results import PAPERS_DAY, Results
from gaussmech.paper.experiments.calibration import calibration
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)

EPSILONS = (0.01, 0.1, 1.0)
DIMENSIONS = (100, 1000, 10_000)
HOURS = (0, 8, 12, 16, 20)

# A run on the files of the paper's day.
PROVENANCE = {
    "source": "files",
    "label": "a city",
    "files": [{"role": "trips", "date": PAPERS_DAY}, {"role": "roads", "date": None}],
    "counts": {"junctions": 3784, "road_sections": 7070},
    "hours": {},
    "contribution": {"rule": "assumed", "enforced": False, "worst_case_norm": 10.0},
}


def judgement_of(claim_id, provenance=PROVENANCE, **tables):
    """Return the judgement on a claim; tables that are not given agree with print."""
    return check(CLAIMS[claim_id], Results(all_tables() | tables, provenance))


def error(method=None, *, equals, **cell):
    """Return the change of an error table in which the methods have this mean error.

    `cell` narrows it to an epsilon, a dimension or an hour; without it the change is in all cells,
    and without a method it is of all methods.
    """
    if method is not None:
        cell["method"] = method
    return cell, equals


def matching(rows, where):
    """Return which rows of a table have these values in columns; a column may have several."""
    matches = np.ones(len(rows), bool)
    for name, values in where.items():
        matches &= rows[name].isin(np.atleast_1d(values))
    assert matches.any(), f"no row has {where}"
    return matches


def changed(rows, column, changes):
    """Return a table whose column has the value of each change in the rows that it names."""
    rows = rows.copy()
    for where, value in changes:
        rows.loc[matching(rows, where), column] = value
    return rows


def multiplied(rows, column, factor, **where):
    """Return a table whose column is multiplied by a factor where other columns have values."""
    rows = rows.copy()
    rows.loc[matching(rows, where), column] *= factor
    return rows


def table(name, rows):
    """Return rows as a table with the columns of the registry."""
    return pd.DataFrame(rows, columns=COLUMNS[name])


# Errors in the order that the paper tells: denoised below raw, Laplace ahead at epsilon = 1.
MEANS = {
    "Lap": 300.0,
    "cGM": 200.0,
    "aGM": 100.0,
    "aGM-JS": 5.0,
    "aGM-TH": 8.0,
    "zero": 50.0,
}
HISTOGRAMS = {
    "Lap": 1.0,
    "cGM": 300.0,
    "aGM": 100.0,
    "aGM-JS": 5.0,
    "aGM-TH": 4.0,
    "zero": 50.0,
}
# The denoised methods of Balle & Wang.
DENOISED = ("aGM-JS", "aGM-TH")


def vector_errors(errors, changes=(), dimensions=DIMENSIONS):
    """Return an error table: `errors` by method in all cells, but for the changes."""
    rows = []
    for epsilon, d, method in product(EPSILONS, dimensions, errors):
        rows.append((epsilon, 1e-4, 500, d, method, 100, errors[method], 0.01, 0.1))
    return changed(table("histogram", rows), "error_mean", changes)


def mean_estimation_errors(*changes, dimensions=DIMENSIONS):
    """Return errors of mean estimation."""
    return vector_errors(MEANS, changes, dimensions)


def histogram_errors(*changes, dimensions=DIMENSIONS):
    """Return errors of histograms; that of Laplace increases as epsilon falls."""
    laplace = (
        error("Lap", epsilon=0.1, equals=50.0),
        error("Lap", epsilon=0.01, equals=200.0),
    )
    return vector_errors(HISTOGRAMS, (*laplace, *changes), dimensions)


# RMSE by method at epsilon 0.01, 0.5, 1 and 10, at every hour; sigma is 40.29 at 0.5.
MAPS = {
    "cGM": (2000.0, 53.0, 26.0, 3.0),
    "aGM": (1000.0, 40.29, 20.0, 2.7),
    "aGM-JS": (10.0, 17.0, 10.0, 2.6),
    "aGM-TH": (10.0, 18.0, 10.0, 3.0),
    "aGM-wavelet": (10.0, 12.0, 10.0, 3.0),
    "aGM-trend-oracle": (10.0, 9.0, 10.0, 1.8),
    "aGM-trend-sure": (10.0, 9.5, 10.0, 1.8),
    "mean": (14.0, 14.0, 14.0, 14.0),
    "zero": (18.0, 18.0, 18.0, 18.0),
}


def map_errors(*changes):
    """Return errors of the maps."""
    rows = []
    for k, epsilon in enumerate((0.01, 0.5, 1.0, 10.0)):
        budget = epsilon, 1e-6, 5.0
        sigma = analytic_gaussian_sigma(*budget)
        for hour, method in product(HOURS, MAPS):
            rmse = MAPS[method][k]
            errors = rmse, 0.001, 0.0, rmse / MAPS["aGM-trend-oracle"][k], 0.05
            rows.append((hour, method, *budget, sigma, 20, *errors, False, "files"))
    return changed(table("heatmap", rows), "rmse_mean", changes)


def simulated_risks():
    """Return simulated risks that are exactly what theory says."""
    rows = []
    for d, w2 in product((3, 10, 100), (1.0, 10.0, 100.0)):
        bayes = d * w2 / (w2 + 1)
        james_stein = d * (1 - (d - 2) / d / (w2 + 1))
        risks = {"raw": d, "Bayes": bayes, "JS": james_stein, "JS+": james_stein}
        for estimator, mse in risks.items():
            rows.append((d, w2, estimator, 1000, float(mse), 1e-4))
    return table("claims_prior", rows)


def noise_by_epsilon():
    """Return sigmas for epsilon up to 1, at two deltas."""
    return calibration(list(product(np.geomspace(1e-6, 1, 7), (1e-2, 1e-4))), 1.0)


def noise_by_delta():
    """Return sigmas for epsilon = 1, at six deltas."""
    return calibration([(1.0, delta) for delta in np.geomspace(1e-6, 0.1, 6)], 1.0)


def loss_summary():
    """Return the summary of privacy losses whose mean and variance should both be 0.599."""
    rest = 0.6, 0.01, 0.599, 1.0, 0.05, 1.0, 1.3, 3, 1000
    return table("privacy_loss_summary", [("mean", *rest), ("variance", *rest)])


def contributions():
    """Return the norms of one cab's contributions: 5 for each kind of release."""
    assignments = ("nearest", "kernel")
    releases = ("pick-ups", "one map", "two maps")
    rows = []
    for assignment, release in product(assignments, releases):
        for neighbours in ("add or remove", "replace"):
            rows.append((assignment, 0.0, 5, release, neighbours, 5.0))
    return table("claims_contributions", rows)


def table_1(*cells):
    """Return Table 1 of Liu et al. from rows' names, epsilons in print and computed ones."""
    rows = [
        (row, 0.1, printed, computed, True, 0.1) for row, printed, computed in cells
    ]
    return table("gdp_composition_table", rows)


def composed_epsilons():
    """Return epsilons of composed releases: by advanced composition half of the basic one."""
    rows = []
    for k, (method, each) in product(
        (1, 10, 100), (("basic", 0.1), ("advanced", 0.05))
    ):
        rows.append(("epsilon", method, k, each * k, 1e-5, 1.0, 10.0, 0.02 * k))
    return table("composition_lecture", rows)


def accuracies():
    """Return the classical mechanism's accuracies, and the shares of its noise beyond them."""
    alpha = 0.05
    delta = 1e-5
    standard_error = np.sqrt(alpha * (1 - alpha) / 1000)
    rows = []
    for k, epsilon in enumerate(np.geomspace(0.01, 10, 50)):
        accuracy = classical_gaussian_sigma(epsilon, delta) * norm.isf(alpha / 2)
        share = alpha + (-1) ** k * standard_error
        budget = epsilon, delta, 1.0, alpha
        rows.append(("cGM", *budget, accuracy, 1000, share, standard_error))
    return table("accuracy", rows)


def tight_constants():
    """Return the delta that the noise with the tight constant spends: a tenth of delta."""
    rows = []
    for epsilon, delta in product((0.1, 1.0), (1e-6, 0.01)):
        rows.append(("cGM-tight", epsilon, delta, 1.0, 9.0, 0.9, 0.1 * delta))
    return table("accuracy_constant", rows)


def geng_ratios():
    """Return truncated Laplacian over Gaussian noise: 0.5 everywhere."""
    rows = pd.DataFrame(0.5, index=range(6), columns=COLUMNS["geng_ratio"])
    return rows.assign(epsilon=[0.1, 1.0] * 3, delta=np.repeat([1e-6, 0.1, 0.49], 2))


def geng_tightness():
    """Return lower over upper bound at epsilon = delta of 0.001, 0.01 and 0.1."""
    rows = pd.DataFrame(0.5, index=range(3), columns=COLUMNS["geng_bounds"])
    tightness = [0.998, 0.98, 0.8]
    return rows.assign(
        regime="diagonal",
        epsilon=[1e-3, 1e-2, 1e-1],
        amplitude_tightness=tightness,
        power_tightness=tightness,
    )


def true_maps(busy_at_noon=(1, 2)):
    """Return true counts at 20 places: place 0 is ten times as busy, at noon other ones."""
    rows = []
    for hour, place in product(HOURS, range(20)):
        busy = busy_at_noon if hour == 12 else (0,)
        rows.append((hour, place, 10.0 if place in busy else 1.0))
    return table("heatmap_truth", rows)


# Wall Street, Rockefeller Center, Broadway and 79th Street, and the Upper East Side.
PLACES = [(-74.011, 40.707), (-73.9787, 40.7587), (-73.9797, 40.7838)]
ELSEWHERE = (-73.9566, 40.7736)


def junctions():
    """Return 4000 junctions: three at places and the others elsewhere."""
    places = [*PLACES, *[ELSEWHERE] * 3997]
    return table("junctions", [(k, *place) for k, place in enumerate(places)])


def l2_ratios():
    """Return the l2 mechanism's errors over the Gaussian's."""
    rows = [(1.0, 0.1, d, 1.0, 1.0, ratio, 1.0) for d, ratio in ((1, 0.5), (100, 1.0))]
    return table("l2_mechanism", rows)


TABLE_1_ROWS = (
    *("Basic", "Advanced", "RDP", "GDP", "GDP (Lap)"),
    *("Optimal", "GDP summary"),
)


@cache
def all_tables():
    """Return every table that claims read, by name."""
    return {
        "mean_estimation": mean_estimation_errors(),
        "histogram": histogram_errors(),
        # With further methods, of which Gaussian noise has the least error.
        "histogram_extended": vector_errors({"aGM-TH": 5.0, "posterior-median": 5.0}),
        "heatmap": map_errors(),
        "heatmap_truth": true_maps(),
        "junctions": junctions(),
        "claims_prior": simulated_risks(),
        "claims_differences": table("claims_differences", []),
        "claims_contributions": contributions(),
        "calibration_epsilon": noise_by_epsilon(),
        "calibration_delta": noise_by_delta(),
        "privacy_loss_summary": loss_summary(),
        "accuracy": accuracies(),
        "accuracy_constant": tight_constants(),
        "l2_mechanism": l2_ratios(),
        "geng_ratio": geng_ratios(),
        "geng_bounds": geng_tightness(),
        "gdp_composition_table": table_1(*((row, 2.0, 2.0) for row in TABLE_1_ROWS)),
        "composition_lecture": composed_epsilons(),
    }
