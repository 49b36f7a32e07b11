"""Claims about denoising on synthetic data: mean estimation, abstract and conclusion."""

from itertools import combinations, product

import numpy as np
import pandas as pd

from gaussmech.claims.finding import (
    HOLDS,
    IN_PART,
    ORDER,
    Finding,
    claim,
    number,
    ranges,
    verdict,
)
from gaussmech.claims.results import closest, closest_words
from gaussmech.experiments import histogram, mean_estimation

MEAN = "mean_estimation.csv"
BOTH = "mean_estimation.csv, histogram.csv"
DENOISED = ("aGM-JS", "aGM-TH")
OTHERS = ("Lap", "cGM", "aGM")
HIGH = 1000


def _gains_in_high_dimension(results):
    """Return the gain at the highest dimension of each task and epsilon, and that of zero.

    Columns: task, epsilon, dimension, method (the better of JS and TH), ratio (raw / denoised),
    sign (better than raw), beats_zero, se (of the difference to raw).
    """
    rows = []
    for task in ("mean_estimation", "histogram"):
        for epsilon in results.epsilons(task):
            errors = results.errors(task, epsilon)
            d = errors.highest(HIGH)
            best = min(DENOISED, key=lambda m, e=errors, d=d: e.of(m)[d])
            raw = errors.compare(best, "aGM").loc[d]
            zero = errors.compare(best, "zero").loc[d, "sign"] > 0
            ratio = errors.of("aGM")[d] / errors.of(best)[d]
            rows.append((task, epsilon, d, best, ratio, raw["sign"], zero, raw["se"]))
    columns = ["task", "epsilon", "dimension", "method", "ratio", "sign", "beats_zero", "se"]
    return pd.DataFrame(rows, columns=columns)


def _gain_words(gains):
    return "raw / best of JS and TH: " + ", ".join(
        f"{number(row.ratio)} ({row.task}, epsilon {row.epsilon:g}, {row.method}"
        f"{'' if row.beats_zero else '; zero release no worse'})"
        for row in gains.itertuples()
    )


@claim("BW-0b", "abstract, 6", "denoising dramatically improves accuracy in high dimension")
def dramatic_improvement(results):
    """The gain is a factor of 10 in high dimension, and the zero release has a larger error."""
    gains = _gains_in_high_dimension(results)
    good = (gains["ratio"] >= ORDER) & gains["beats_zero"]
    return Finding(
        verdict(good.to_numpy()),
        _gain_words(gains),
        "a factor of 10 that the zero release does not reach: "
        + (
            ", ".join(f"{r.task} at epsilon {r.epsilon:g}" for r in gains[good].itertuples())
            or "none"
        )
        + f"; d = {', '.join(str(d) for d in sorted(set(gains['dimension'])))}",
        float(gains["se"].max()),
        BOTH,
    )


@claim("BW-6a", "6", "a significant gain in estimation error on synthetic data")
def significant_gain(results):
    """In high dimension denoising beats raw and zero release by 3 standard errors."""
    gains = _gains_in_high_dimension(results)
    good = (gains["sign"] > 0) & gains["beats_zero"]
    return Finding(
        verdict(good.to_numpy()),
        _gain_words(gains),
        "better than raw and than the zero release by 3 standard errors: "
        + (
            ", ".join(f"{r.task} at epsilon {r.epsilon:g}" for r in gains[good].itertuples())
            or "none"
        ),
        float(gains["se"].max()),
        BOTH,
    )


def _least_epsilon(results):
    """Return the errors at the epsilon of the first plot of section 5.2."""
    return results.errors("mean_estimation", 0.01)


@claim("BW-5.2a", "5.2", "epsilon = 0.01: denoised methods better than all others")
def better_than_all_others(results):
    """Both denoised methods have less error than Lap, cGM and aGM at epsilon 0.01."""
    errors = _least_epsilon(results)
    tables = [errors.compare(first, second) for first, second in product(DENOISED, OTHERS)]
    sign = np.min([table["sign"] for table in tables], axis=0)
    cells = pd.concat(tables)
    zero = [errors.compare(method, "zero")["sign"] > 0 for method in DENOISED]
    beats = ", ".join(
        f"{method} at d {ranges(errors.dimensions, good)}"
        for method, good in zip(DENOISED, zero, strict=True)
    )
    return Finding(
        verdict(sign),
        f"{(sign > 0).sum()} of {len(sign)} dimensions; {closest_words(cells)}; better than the"
        f" zero release: {beats}",
        f"d {ranges(errors.dimensions, sign > 0)}",
        float(closest(cells)["se"]),
        MEAN,
    )


@claim("BW-5.2b", "5.2", "sometimes by orders of magnitude")
def sometimes_by_orders_of_magnitude(results):
    """The ratio is 10 somewhere at epsilon 0.01, and not reached there by the zero release."""
    errors = _least_epsilon(results)
    others = pd.concat([errors.of(m) for m in OTHERS], axis=1).min(axis=1)
    best = pd.concat([errors.of(m) for m in DENOISED], axis=1)
    ratio = others / best.min(axis=1)
    large = (ratio >= ORDER).to_numpy()
    beats_zero = np.max([errors.compare(m, "zero")["sign"] > 0 for m in DENOISED], axis=0)
    found = verdict([bool(large.any())])
    if found == HOLDS and not (large & beats_zero.astype(bool)).any():
        found = IN_PART
    top = int(np.argmax(ratio))
    d = errors.dimensions[top]
    error = errors.compare(best.iloc[top].idxmin(), "aGM").loc[d, "se"]
    return Finding(
        found,
        f"largest ratio of the best other method to the best denoised {number(ratio.max())},"
        f" at d = {d}; zero release there: {number(others.iloc[top] / errors.of('zero')[d])}",
        f"10 or more at d {ranges(errors.dimensions, large)}; better than the zero release there:"
        f" d {ranges(errors.dimensions, large & beats_zero.astype(bool))}",
        float(error),
        MEAN,
    )


@claim("BW-5.2c", "5.2", "James-Stein better than thresholding in high dimension")
def james_stein_in_high_dimension(results):
    """The error of JS is below that of TH for d >= 1000, at epsilon 0.01, 0.1 and 1."""
    parts, spans = [], []
    for epsilon in (0.01, 0.1, 1.0):
        errors = results.errors("mean_estimation", epsilon)
        errors.highest(HIGH)
        table = errors.compare("aGM-JS", "aGM-TH")
        parts.append(table[table.index >= HIGH])
        top = table.index.max()
        ratio = errors.of("aGM-JS")[top] / errors.of("aGM-TH")[top]
        spans.append(
            f"epsilon {epsilon:g}: JS better at d {ranges(table.index, table['sign'] > 0)}"
            f" (JS / TH {number(ratio)} at {top})"
        )
    cells = pd.concat(parts)
    decided = [f"epsilon {e:g} {verdict_of(rows['sign'])}" for e, rows in cells.groupby("epsilon")]
    return Finding(
        verdict(cells["sign"]),
        f"d >= {HIGH}: {', '.join(decided)}; {closest_words(cells)}",
        "; ".join(spans),
        float(closest(cells)["se"]),
        MEAN,
    )


def verdict_of(decisions):
    """Return which method the cells decide for, in words."""
    decisions = np.asarray(decisions)
    words = (f"{(decisions > 0).sum()} for JS", f"{(decisions < 0).sum()} for TH")
    return " and ".join(words)


@claim("BW-5.2d", "5.2, B.1", "sensitivities sqrt(d)/n, d/n and sqrt(2)/n, 2/n")
def sensitivities(results):
    """The printed sensitivities are the largest moves over all pairs of extremes."""
    n, moves = 7, {}
    for d in (2, 3, 4):
        corners = np.array(list(product((-0.5, 0.5), repeat=d)))
        moves["mean", d] = [(a - b) / n for a, b in combinations(corners, 2)]
        bins = np.eye(d)
        moves["histogram", d] = [(a - b) / n for a, b in combinations(bins, 2)]
    printed = {"mean": lambda d: (d / n, np.sqrt(d) / n)}
    printed["histogram"] = lambda d: (2 / n, np.sqrt(2) / n)
    used = {"mean": mean_estimation.sensitivities, "histogram": histogram.sensitivities}
    good = []
    for (task, d), vectors in moves.items():
        found = [max(np.linalg.norm(v, k) for v in vectors) for k in (1, 2)]
        good.append(np.allclose(found, printed[task](d), rtol=1e-12))
        good.append(np.allclose(used[task](n, d), found, rtol=1e-12))
    return Finding(
        verdict(good),
        f"{sum(good)} of {len(good)} comparisons of the largest L1 and L2 move with the printed"
        " sqrt(d)/n, d/n and sqrt(2)/n, 2/n",
        "a point, or an item, replaced by another; x_0 is the same for both data sets, and the"
        " points lie in a ball of radius 1/2, not 1",
    )
