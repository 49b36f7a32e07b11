"""Small tables for the tests of claims. Each builder's defaults are results that agree with print.

A test changes what its claim is about: `but` maps a cell to another value, where None stands for
every method, epsilon, dimension or hour.
"""

from itertools import product

import numpy as np
import pandas as pd
from scipy.stats import norm

from gaussmech.paper.claims import CLAIMS, check
from gaussmech.paper.claims.results import DAY, Results
from gaussmech.paper.experiments.noise_levels import calibration
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
    "files": [{"role": "trips", "date": DAY}, {"role": "roads", "date": None}],
    "counts": {"junctions": 3784, "road_sections": 7070},
    "hours": {},
    "contribution": {"rule": "assumed", "enforced": False, "worst_case_norm": 10.0},
}


def judgement_of(claim_id, provenance=PROVENANCE, **tables):
    """Return the judgement on a claim from these tables alone."""
    return check(CLAIMS[claim_id], Results(tables, provenance))


def verdict_of(claim_id, provenance=PROVENANCE, **tables):
    """Return the verdict on a claim from these tables alone."""
    judgement = judgement_of(claim_id, provenance, **tables)
    assert judgement.sentence.endswith(".")
    return judgement.verdict


def value_at(cell, default, but):
    """Return the value of a cell: that of the first entry of `but` which matches it, or default."""
    for pattern, value in (but or {}).items():
        matches = [
            wanted in (None, part) for wanted, part in zip(pattern, cell, strict=True)
        ]
        if all(matches):
            return value
    return default


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
AS_EPSILON_FALLS = {("Lap", 0.01, None): 200.0, ("Lap", 0.1, None): 50.0}


def vector_errors(errors, but=None, dimensions=DIMENSIONS, se=0.01):
    """Return an error table: `errors` by method in all cells, and `but` by (method, epsilon, d)."""
    rows = []
    for epsilon, d, method in product(EPSILONS, dimensions, errors):
        error = value_at((method, epsilon, d), errors[method], but)
        rows.append((epsilon, 1e-4, 500, d, method, 100, error, se, 0.1))
    return table("histogram", rows)


def means(but=None, **options):
    """Return errors of mean estimation."""
    return vector_errors(MEANS, but, **options)


def histograms(but=None, **options):
    """Return errors of histograms; those of Laplace fall with epsilon."""
    return vector_errors(HISTOGRAMS, (but or {}) | AS_EPSILON_FALLS, **options)


EXTENDED = dict.fromkeys(("aGM-TH", "aGM-TH-total", "aGM-EB", "posterior-median"), 5.0)
EXTENDED |= {"Lap-TH": 6.0, "aGM-simplex": 6.0, "Lap-simplex": 7.0}


def extended_histograms():
    """Return errors of histograms with further methods, of which Gaussian noise has the least."""
    return vector_errors(EXTENDED)


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


def maps(but=None):
    """Return errors of the maps; `but` is by (method, epsilon, hour)."""
    rows = []
    for k, epsilon in enumerate((0.01, 0.5, 1.0, 10.0)):
        budget = epsilon, 1e-6, 5.0
        sigma = analytic_gaussian_sigma(*budget)
        for hour, method in product(HOURS, MAPS):
            rmse = value_at((method, epsilon, hour), MAPS[method][k], but)
            rows.append((hour, method, *budget, sigma, 20, rmse, 0.001, False, "files"))
    return table("heatmap", rows)


def simulations(but=None):
    """Return simulated risks that are exactly what theory says; `but` is a factor of them.

    It is by (estimator, d, w^2).
    """
    rows = []
    for d, w2 in product((3, 10, 100), (1.0, 10.0, 100.0)):
        bayes = d * w2 / (w2 + 1)
        james_stein = d * (1 - (d - 2) / d / (w2 + 1))
        risks = {"raw": d, "Bayes": bayes, "JS": james_stein, "JS+": james_stein}
        for estimator, risk in risks.items():
            factor = value_at((estimator, d, w2), 1.0, but)
            rows.append((d, w2, estimator, 1000, factor * risk, 1e-4))
    return table("claims_prior", rows)


def noise_by_epsilon():
    """Return sigmas for epsilon up to 1, at two deltas."""
    return calibration(list(product(np.geomspace(1e-6, 1, 7), (1e-2, 1e-4))), 1.0)


def noise_by_delta():
    """Return sigmas for epsilon = 1, at six deltas."""
    return calibration([(1.0, delta) for delta in np.geomspace(1e-6, 0.1, 6)], 1.0)


def scaled(rows, column, factor, **where):
    """Return a table whose column is multiplied by a factor where other columns have values."""
    rows = rows.copy()
    chosen = np.ones(len(rows), bool)
    for name, value in where.items():
        chosen &= rows[name].isin(np.atleast_1d(value)).to_numpy()
    assert chosen.any()
    rows.loc[chosen, column] *= factor
    return rows


def loss_summary(mean=0.6, variance=0.6, se=0.01):
    """Return the summary of privacy losses whose mean and variance should both be 0.599."""
    rest = 0.599, 1.0, 0.05, 1.0, 1.3, 3, 1000
    rows = [("mean", mean, se, *rest), ("variance", variance, se, *rest)]
    return table("privacy_loss_summary", rows)


def contributions(norms=None, trips=5):
    """Return one cab's contributions: 5 each, or `norms` by kind of release."""
    rows = []
    releases = ("pick-ups", "one map", "two maps")
    for assignment, release in product(("nearest", "kernel"), releases):
        for neighbours in ("add or remove", "replace"):
            norm_ = (norms or {}).get(release, 5.0)
            rows.append((assignment, 0.0, trips, release, neighbours, norm_))
    return table("claims_contributions", rows)


def composition_table(printed):
    """Return rows of Table 1 of Liu et al.: (row, printed, computed epsilon) at some delta."""
    rows = []
    for row, value, epsilon in printed:
        rows.append((row, 0.1, value, epsilon, True, 0.1, "note"))
    return table("gdp_composition_table", rows)


def lecture_composition(advanced=0.05):
    """Return epsilons of composed releases: basic is 0.1 k, advanced `advanced` times k."""
    rows = []
    for k, (method, share) in product(
        (1, 10, 100), (("basic", 0.1), ("advanced", advanced))
    ):
        rows.append(("epsilon", method, k, share * k, 1e-5, 1.0, 10.0, 0.02 * k))
    return table("composition_lecture", rows)


def accuracies(factor=1.0, beyond=1.0, alpha=0.05, delta=1e-5):
    """Return accuracies of the classical mechanism times a factor, and the shares beyond."""
    error = np.sqrt(alpha * (1 - alpha) / 1000)
    rows = []
    for k, epsilon in enumerate(np.geomspace(0.01, 10, 50)):
        accuracy = classical_gaussian_sigma(epsilon, delta) * norm.isf(alpha / 2)
        share = alpha + (-1) ** k * error
        budget = epsilon, delta, 1.0, alpha
        rows.append(("cGM", *budget, factor * accuracy, 1000, beyond * share, error))
    return table("accuracy", rows)


def tight_constants(spent=0.1):
    """Return how much of delta the noise with the tight constant spends."""
    rows = []
    for epsilon, delta in product((0.1, 1.0), (1e-6, 0.01)):
        rows.append(("cGM-tight", epsilon, delta, 1.0, 9.0, 0.9, spent * delta))
    return table("accuracy_constant", rows)


def geng_ratios(amplitude=0.5, power=0.5):
    """Return ratios of truncated Laplace to Gaussian noise: 0.5, and others at delta 0.49."""
    rows = pd.DataFrame(0.5, index=range(6), columns=COLUMNS["geng_ratio"])
    rows = rows.assign(epsilon=[0.1, 1.0] * 3, delta=np.repeat([1e-6, 0.1, 0.49], 2))
    rows.loc[rows["delta"] == 0.49, "amplitude_ratio"] = amplitude
    rows.loc[rows["delta"] == 0.49, "power_ratio"] = power
    return rows


def geng_tightness(amplitude=(0.998, 0.98, 0.8), power=(0.998, 0.98, 0.8)):
    """Return lower over upper bound at epsilon = delta of 0.001, 0.01 and 0.1."""
    rows = pd.DataFrame(0.5, index=range(3), columns=COLUMNS["geng_bounds"])
    rows = rows.assign(regime="diagonal", epsilon=[1e-3, 1e-2, 1e-1])
    return rows.assign(amplitude_tightness=amplitude, power_tightness=power)


def true_maps(noon=1):
    """Return true counts: one place of 20 is ten times as busy, another one at noon."""
    rows = []
    for hour, place in product(HOURS, range(20)):
        busy = noon if hour == 12 else 0
        rows.append((hour, place, 10.0 if place == busy else 1.0))
    return table("heatmap_truth", rows)


def junctions(count=4000):
    """Return places of junctions."""
    return table("junctions", [(k, 0.0, 0.0) for k in range(count)])


def l2_ratios():
    """Return the l2 mechanism's errors over the Gaussian's."""
    rows = [(1.0, 0.1, d, 1.0, 1.0, ratio, 1.0) for d, ratio in ((1, 0.5), (100, 1.0))]
    return table("l2_mechanism", rows)


def all_tables():
    """Return every table that claims read, by name."""
    rows = list(printed_rows())
    return {
        "mean_estimation": means(),
        "histogram": histograms(),
        "histogram_extended": extended_histograms(),
        "heatmap": maps(),
        "heatmap_truth": true_maps(),
        "junctions": junctions(),
        "claims_prior": simulations(),
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
        "gdp_composition_table": composition_table(rows),
        "composition_lecture": lecture_composition(),
    }


def printed_rows():
    """Yield rows of Table 1 whose printed value is the computed one."""
    names = ("Basic", "Advanced", "RDP", "GDP", "GDP (Lap)", "Optimal", "GDP summary")
    for name in names:
        yield name, 2.0, 2.0
