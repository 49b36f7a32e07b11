"""Claims about the estimators of section 4: Bayes, James-Stein, soft thresholding."""

import numpy as np
import pandas as pd
from scipy.special import ndtr

from gaussmech.claims.finding import (
    MARGIN,
    Finding,
    NotCheckable,
    claim,
    number,
    ranges,
    share,
    signs,
    verdict,
)
from gaussmech.claims.results import DELTA, SAMPLE_SIZE, closest, closest_words
from gaussmech.experiments.closed_forms import inverse_norm_mean, soft_threshold_risk

PRIOR = "claims_prior.csv"
# In lower dimensions the James-Stein loss has no variance, and no standard error.
FINITE_VARIANCE = 5
# The constant of Theorem 12.
THRESHOLD_CONSTANT = 2.22


def _prior(results, estimator):
    """Return the runs of an estimator in dimensions where its loss has a variance."""
    table = results.table("claims_prior")
    rows = table[(table["estimator"] == estimator) & (table["dimension"] >= FINITE_VARIANCE)]
    if rows.empty:
        raise NotCheckable(f"claims_prior.csv has no {estimator}")
    return rows.set_index(["dimension", "prior_variance"])


@claim("BW-4a", "4", "Bayes risk: a factor of w^2 / (w^2 + sigma^2)")
def bayes_risk(results):
    """Simulated E||y_Bayes - f||^2 is d w^2 sigma^2 / (w^2 + sigma^2), at sigma = 1."""
    bayes = _prior(results, "Bayes")
    d, w2 = (bayes.index.get_level_values(k).to_numpy(float) for k in (0, 1))
    expected = d * w2 / (w2 + 1)
    score = (bayes["mse"] - expected) / bayes["mse_se"].clip(lower=1e-300)
    # One cell in a thousand is beyond 3.3 by chance: the largest of all is judged as such.
    good = np.abs(score.to_numpy()) <= _largest_score(len(score))
    raw = _prior(results, "raw")["mse"].reindex(bayes.index)
    factor = bayes["mse"] / raw - w2 / (w2 + 1)
    return Finding(
        verdict(good),
        f"simulated less expected MSE: at most {number(np.abs(score).max())} standard errors in"
        f" {len(score)} cells; the factor is off by {number(np.abs(factor).max())} at most",
        f"d {d.min():g} to {d.max():g}, w^2 / sigma^2 {w2.min():g} to {w2.max():g},"
        f" {bayes['repetitions'].min()} to {bayes['repetitions'].max()} repetitions per cell",
        float(bayes["mse_se"].max()),
        PRIOR,
    )


def _largest_score(cells):
    """Return the |score| that the largest of so many exceeds as rarely as one exceeds MARGIN."""
    grid = np.linspace(MARGIN, 10, 7001)
    return float(grid[np.argmax(2 * cells * ndtr(-grid) <= 2 * ndtr(-MARGIN))])


def printed_james_stein_mse(d, w2):
    """Return the MSE of Theorem 11 as printed, at sigma = 1."""
    return d * (1 - (d - 2) ** 2 / d**2 / (w2 + 1))


def james_stein_mse(d, w2):
    """Return the MSE of the James-Stein estimator under f ~ N(0, w^2 I), at sigma = 1.

    d - (d-2)^2 E[1/||y||^2] by Stein's identity, and ||y||^2 is (w^2 + 1) chi^2_d, whose
    inverse has the mean 1/((d-2)(w^2 + 1)).
    """
    return d * (1 - (d - 2) / d / (w2 + 1))


@claim("BW-4b", "4", "Theorem 11: the MSE of James-Stein")
def theorem_11(results):
    """The simulated MSE of James-Stein is that of the printed formula."""
    runs = _prior(results, "JS")
    d, w2 = (runs.index.get_level_values(k).to_numpy(float) for k in (0, 1))
    off, error = runs["mse"] - printed_james_stein_mse(d, w2), runs["mse_se"]
    limit = _largest_score(len(runs))
    wrong = np.abs(off / error).to_numpy() > limit
    right = np.abs((runs["mse"] - james_stein_mse(d, w2)) / error)
    at = int(np.argmax(np.where(wrong, np.abs(off / error), 0)))
    # A formula is refuted by one cell; cells that agree within their error prove nothing.
    return Finding(
        verdict(~wrong, universal=True),
        f"refuted in {wrong.sum()} of {len(runs)} cells, most clearly at d = {d[at]:g},"
        f" w^2 / sigma^2 = {w2[at]:g}: simulated {number(runs['mse'].iloc[at])} +-"
        f" {number(error.iloc[at])} sigma^2, printed"
        f" {number(printed_james_stein_mse(d[at], w2[at]))}; with (d-2)/d in place of"
        f" (d-2)^2/d^2 the largest score is {number(right.max())}",
        "the printed value is too large by 2 (d-2)/d sigma^4 / (w^2 + sigma^2), up to a factor"
        " of 2 at w = 0; the corrected formula is d sigma^2 (1 - (d-2)/d sigma^2 /"
        " (w^2 + sigma^2))",
        float(error.iloc[at]),
        PRIOR,
        share(~wrong),
    )


def _task_comparisons(results, first, second):
    """Return comparisons of two methods at every epsilon of both tasks, in one table."""
    parts = []
    for task in ("mean_estimation", "histogram"):
        for epsilon in results.epsilons(task):
            table = results.errors(task, epsilon).compare(first, second)
            parts.append(table.assign(task=task))
    return pd.concat(parts)


@claim("BW-4c", "4", "James-Stein always improves on y-hat, d >= 3")
def always_improves(results):
    """The exact risk at fixed f is smaller, and so is the error in every cell of both tasks."""
    exact = [
        (d - 2) ** 2 * inverse_norm_mean(d, norm2) / d
        for d in (3, 4, 5, 10, 100, 1000, 10_000)
        for norm2 in (0.0, 0.1, 1.0, 10.0, 100.0, 1e4, 1e6)
    ]
    cells = _task_comparisons(results, "aGM-JS", "aGM")
    refuted = cells[cells["sign"] < 0]
    # The theorem is exact: cells can refute it, undecided cells cannot.
    good = [gain > 0 for gain in exact] + [sign > 0 for sign in cells["sign"] if sign]
    counter = (
        "; ".join(
            f"{row['task']}, epsilon {row['epsilon']:g}, d = {d:g}: worse by"
            f" {number(-row['difference'])}"
            for d, row in refuted.head(3).iterrows()
        )
        if len(refuted)
        else "everywhere; the gain vanishes as ||f|| / sigma grows"
    )
    return Finding(
        verdict(good, universal=True),
        f"exact share of the risk that is removed: {number(min(exact))} to {number(max(exact))};"
        f" better in {(cells['sign'] > 0).sum()} of {len(cells)} cells, worse in {len(refuted)},"
        f" open in {(cells['sign'] == 0).sum()}; {closest_words(cells)}",
        counter,
        float(closest(cells)["se"]),
        "mean_estimation.csv, histogram.csv, claims_differences.csv",
        share=share(good),
    )


def _setting_5_2(epsilon, d):
    """Return w^2 / sigma^2 in section 5.2: coordinates of f are nearly N(0, 1 + 1/(12 n))."""
    from gaussmech.calibration import analytic_gaussian_sigma

    sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(d) / SAMPLE_SIZE)
    return (1 + 1 / (12 * SAMPLE_SIZE)) / sigma**2


@claim("BW-4d", "4", "James-Stein is within d^2 / (d-2)^2 of the Bayes risk for any w^2")
def within_factor_of_bayes(results):
    """The MSE of James-Stein over the Bayes risk is at most d^2 / (d-2)^2."""
    runs = _prior(results, "JS")
    runs = runs[runs.index.get_level_values(1) > 0]
    d, w2 = (runs.index.get_level_values(k).to_numpy(float) for k in (0, 1))
    bayes = d * w2 / (w2 + 1)
    margin = d**2 / (d - 2) ** 2 * bayes - runs["mse"].to_numpy()
    decided = signs(margin, runs["mse_se"].to_numpy())
    worst = int(np.argmin(np.where(decided < 0, margin / runs["mse_se"], np.inf)))
    setting = []
    for epsilon in results.epsilons("mean_estimation"):
        dims = results.errors("mean_estimation", epsilon).dimensions.astype(float)
        ratio = _setting_5_2(epsilon, dims)
        within = james_stein_mse(dims, ratio) * (ratio + 1) <= dims**3 / (dims - 2) ** 2 * ratio
        setting.append(f"epsilon {epsilon:g}: d {ranges(dims, within)}")
    return Finding(
        verdict(decided, universal=True),
        f"{(decided > 0).sum()} cells within, {(decided < 0).sum()} not,"
        f" {(decided == 0).sum()} open; at d = {d[worst]:g}, w^2 / sigma^2 = {w2[worst]:g} the"
        f" ratio is {number(runs['mse'].iloc[worst] / bayes[worst])}, the bound"
        f" {number(d[worst] ** 2 / (d[worst] - 2) ** 2)}"
        if (decided < 0).any()
        else f"{(decided > 0).sum()} cells within, {(decided == 0).sum()} open",
        "exact ratio 1 + 2 sigma^2 / (d w^2): within the bound only where w^2 / sigma^2 >="
        f" (d-2)^2 / (2 d (d-1)); in the setting of section 5.2, {'; '.join(setting)}",
        float(runs["mse_se"].iloc[worst]),
        PRIOR,
        share=share(decided),
    )


def two_point_risk(mean):
    """Return the Bayes risk of the prior on +-mean at sigma = 1, below the minimax risk."""
    y, step = np.linspace(-12, 14, 521, retstep=True)
    density = np.exp(-((y - mean) ** 2) / 2) / np.sqrt(2 * np.pi)
    return mean**2 * step * np.sum(density * (1 - np.tanh(mean * y)))


@claim("BW-4e", "4", "Theorem 12: soft thresholding is nearly minimax on every l_p ball")
def theorem_12(results):
    """The risk is at most (2 log d + 1)(sigma^2 + 2.22 R(S)), certified on a grid.

    Coordinate by coordinate at sigma = 1: risk(t) <= (2 log d + 1)(1/d + 2.22 r(t)), with r(t) the
    largest Bayes risk of a prior on two points within [-t, t]. Sums over the coordinates of any f
    in S give the theorem, as R(S) is at least the minimax risk of the box with corner |f| that
    the ball contains, and that is a sum over the coordinates. Both sides increase with t, so that
    risk at the right end of an interval and r at its left end decide for all of it.
    """
    t = np.concatenate([[0.0], np.geomspace(1e-7, 100, 4001)])
    points = t[(t > 0) & (t <= 2)]
    risks = np.maximum.accumulate([two_point_risk(x) for x in points])
    minimax = np.interp(t, points, risks, left=0.0)
    slack, oracle = [], []
    for d in np.unique(np.geomspace(2, 1e9, 37).round()):
        risk = soft_threshold_risk(t, np.sqrt(2 * np.log(d)))
        bound = (2 * np.log(d) + 1) * (1 / d + THRESHOLD_CONSTANT * minimax)
        slack.append(np.min(bound[:-1] / risk[1:]))
        ideal = (2 * np.log(d) + 1) * (1 / d + np.minimum(t**2, 1))
        oracle.append(np.min(ideal[:-1] / risk[1:]))
    constant = 1 / two_point_risk(1.0)
    return Finding(
        verdict(np.array(slack) >= 1, universal=True),
        f"least bound / risk over the grid {number(min(slack))}; through the oracle inequality,"
        f" for which it is {number(min(oracle))}, the constant would have to be {constant:.4f},"
        " not 2.22",
        "every l_p ball, d from 2 to 1e9 on a grid, |f| / sigma up to 100; beyond, the risk only"
        " tends to its limit 2 log d + 1",
        share=share(np.array(slack) >= 1),
    )


@claim("BW-4f", "4", "soft thresholding improves on the naive release for all d, n, s")
def thresholding_improves(results):
    """The error of TH is below that of the raw release in every cell of both tasks."""
    cells = _task_comparisons(results, "aGM-TH", "aGM")
    spans, worst = [], (0.0, "")
    for (task, epsilon), rows in cells.groupby(["task", "epsilon"], sort=False):
        spans.append(f"{task}, epsilon {epsilon:g}: d {ranges(rows.index, rows['sign'] > 0)}")
        errors = results.errors(task, epsilon)
        ratio = errors.of("aGM-TH") / errors.of("aGM")
        worst = max(worst, (ratio.max(), f"{task}, epsilon {epsilon:g}, d = {ratio.idxmax()}"))
    return Finding(
        verdict(cells["sign"], universal=True),
        f"better in {(cells['sign'] > 0).sum()} of {len(cells)} cells, worse in"
        f" {(cells['sign'] < 0).sum()}; largest TH / raw {number(worst[0])} ({worst[1]});"
        f" {closest_words(cells)}",
        "; ".join(spans),
        float(closest(cells)["se"]),
        "mean_estimation.csv, histogram.csv, claims_differences.csv",
        share=share(cells["sign"]),
    )
