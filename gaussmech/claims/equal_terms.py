"""Claims that the extended figures qualify: what gains, denoising on both sides, less noise."""

import numpy as np
import pandas as pd

from gaussmech.claims.finding import (
    Finding,
    NotCheckable,
    claim,
    number,
    ranges,
    share,
    signs,
    verdict,
)
from gaussmech.claims.results import closest, closest_words

TASKS = "mean_estimation", "histogram"
DENOISED = "aGM-JS", "aGM-TH"
EXTENDED = "histogram_extended"


def _gains(results):
    """Per task, epsilon and dimension: log gain of calibration and of denoising over cGM.

    What denoising gains counts only where it beats the zero release: others could have had as much
    without a release. Columns: task, epsilon, dimension, calibration, denoising, se.
    """
    parts = []
    for task in TASKS:
        for epsilon in results.epsilons(task):
            errors = results.errors(task, epsilon)
            raw, best = errors.of("aGM"), pd.concat(map(errors.of, DENOISED), axis=1).min(axis=1)
            found = np.max([errors.compare(m, "zero")["sign"] for m in DENOISED], axis=0) > 0
            part = pd.DataFrame(
                {
                    "calibration": np.log(errors.of("cGM") / raw),
                    "denoising": np.where(found, np.log(raw / best), 0.0),
                    "se": errors.compare("aGM", "cGM")["se"] / raw
                    + errors.compare(DENOISED[0], DENOISED[1])["se"] / best,
                }
            ).reset_index()
            parts.append(part.assign(task=task, epsilon=epsilon))
    return pd.concat(parts, ignore_index=True)


def _larger(results, one, other):
    gains = _gains(results)
    margin = gains[one] - gains[other]
    spans = [
        f"{task}, epsilon {epsilon:g}: d {ranges(rows['dimension'], margin[rows.index] > 0)}"
        for (task, epsilon), rows in gains.groupby(["task", "epsilon"])
    ]
    words = [
        f"{name} divides the error by {number(np.exp(gains[name].min()))} to"
        f" {number(np.exp(gains[name].max()))}"
        for name in ("calibration", "denoising")
    ]
    return Finding(
        verdict(signs(margin, gains["se"].to_numpy())),
        f"{'; '.join(words)} (1 where the zero release is no worse)",
        f"{one} gains more at {'; '.join(spans)}",
        float(closest(gains.assign(difference=margin))["se"]),
        "mean_estimation.csv, histogram.csv",
    )


@claim("BW-0c", section="abstract", text="the gain over cGM is due to the calibration")
def due_to_calibration(results):
    """Going from cGM to aGM gains more than going on to the best of JS and TH."""
    return _larger(results, "calibration", "denoising")


@claim("BW-0d", section="abstract", text="the gain over cGM is due to the denoising")
def due_to_denoising(results):
    """Going from aGM to the best of JS and TH gains more than going from cGM to aGM."""
    return _larger(results, "denoising", "calibration")


def _compared(results, pairs):
    """Comparisons of the pairs (first, second) at all epsilons of the extended histograms."""
    parts = []
    for epsilon in results.epsilons(EXTENDED):
        errors = results.errors(EXTENDED, epsilon)
        for first, second in pairs:
            part = errors.compare(first, second).assign(first=first, second=second)
            parts.append(part.assign(ratio=errors.of(first) / errors.of(second)))
    return pd.concat(parts)


def _better(results, pairs):
    cells = _compared(results, pairs)
    groups = cells.groupby(["first", "second", "epsilon"], sort=False)
    ratios = [
        f"{first} / {second} {number(rows['ratio'].min())} to {number(rows['ratio'].max())} at"
        f" epsilon {epsilon:g}"
        for (first, second, epsilon), rows in groups
    ]
    spans = [
        f"{first} at epsilon {epsilon:g}: d {ranges(rows.index, rows['sign'] > 0)}"
        for (first, _, epsilon), rows in groups
    ]
    return Finding(
        verdict(cells["sign"]),
        f"{'; '.join(ratios)}; {closest_words(cells)}",
        f"better: {'; '.join(spans)}",
        float(closest(cells)["se"]),
        f"{EXTENDED}.csv",
    )


@claim("BW-B.1j", section="B.1", text="Laplace denoised loses to the Gaussian denoised")
def laplace_denoised_loses(results):
    """aGM below Lap with the same denoiser on both: soft thresholding, and the simplex."""
    return _better(results, [("aGM-TH", "Lap-TH"), ("aGM-simplex", "Lap-simplex")])


@claim("BW-B.1k", section="B.1", text="soft thresholding denoises these sparse histograms best")
def soft_thresholding_is_best(results):
    """TH below the same with the total known, below empirical Bayes and below posterior medians."""
    others = "aGM-TH-total", "aGM-EB", "aGM-auto"
    return _better(results, [("aGM-TH", other) for other in others])


@claim("BW-6b", section="6", text="nothing is lost against other mechanisms of the same budget")
def nothing_is_lost(results):
    """The analytic Gaussian's noise at most that of the l2 mechanism: exact, at every dimension."""
    table = results.table("l2_mechanism")
    if table.empty:
        raise NotCheckable("l2_mechanism.csv has no row")
    ratio = table["l2_ratio"]
    spans = [
        f"epsilon {epsilon:g}, delta {delta:g}:"
        f" {number(rows['l2_ratio'].iloc[0])} at d = {rows['dimension'].iloc[0]},"
        f" {number(rows['l2_ratio'].iloc[-1])} at {rows['dimension'].iloc[-1]}"
        for (epsilon, delta), rows in table.groupby(["epsilon", "delta"])
    ]
    return Finding(
        verdict((ratio >= 1).to_numpy(), universal=True),
        f"mean squared error of the l2 mechanism over the analytic Gaussian's:"
        f" {number(ratio.min())} to {number(ratio.max())}",
        "; ".join(spans),
        evidence="l2_mechanism.csv",
        share=share((ratio >= 1).to_numpy()),
    )
