"""Questions of ours, which no document asks: answered, never held against an author."""

import pandas as pd

from gaussmech.paper.claims.finding import Finding, claim, number, ranges
from gaussmech.paper.claims.heatmap import wavelets_over_trend
from gaussmech.paper.claims.mean_estimation import DENOISED, TASKS

EXTENDED = "histogram_extended"


def _errors(results, *methods):
    """Return the errors of some methods in both tasks, and the best of JS and TH."""
    parts = []
    for task in TASKS:
        errors = results.mean_errors(task, *methods, *DENOISED, "zero")
        parts.append(errors.assign(task=task))
    cells = pd.concat(parts).reset_index()
    return cells.assign(best=cells[list(DENOISED)].min(axis=1))


def _where(cells, mask):
    """Return the dimensions of the cells in a mask, by task and epsilon, in words."""
    parts = []
    for (task, epsilon), rows in cells.groupby(["task", "epsilon"]):
        dimensions = ranges(rows["dimension"], mask[rows.index])
        parts.append(f"{task}, epsilon {epsilon:g}: d {dimensions}")
    return "; ".join(parts)


@claim("Q-1")
def calibration_or_denoising(results):
    """Going from cGM to aGM against going on to the best of JS and TH, where that beats zero."""
    cells = _errors(results, "cGM", "aGM")
    # A gain that releasing nothing would have as well is not due to denoising.
    beats_zero = cells["best"] < cells["zero"]
    denoising = (cells["aGM"] / cells["best"]).where(beats_zero, 1.0)
    calibration = cells["cGM"] / cells["aGM"]
    denoising_gains_more = denoising > calibration
    numbers = {
        "denoising": denoising,
        "calibration": calibration,
        "more": denoising_gains_more.sum(),
        "cells": len(denoising_gains_more),
        "where": _where(cells, denoising_gains_more),
    }
    return Finding(None, numbers, TASKS)


@claim("Q-2")
def laplace_denoised(results):
    """aGM against Lap, with soft thresholding on both, and with the simplex on both."""
    pairs = ("aGM-TH", "Lap-TH"), ("aGM-simplex", "Lap-simplex")
    comparison = results.compare(EXTENDED, *pairs)
    numbers = {
        "ratios": comparison.ratios(),
        "where": comparison.where_better(),
    }
    return Finding(None, numbers | comparison.counts(), comparison.tables)


@claim("Q-3")
def best_denoiser(results):
    """The method of least mean error in each cell of the extended histograms."""
    methods = "aGM-TH", "aGM-TH-total", "aGM-simplex", "aGM-EB", "posterior-median"
    errors = results.mean_errors(EXTENDED, *methods)
    wins = errors.idxmin(axis=1).value_counts()
    parts = [f"{method} least in {count}" for method, count in wins.items()]
    numbers = {
        "cells": len(errors),
        "ratio": errors["aGM-TH"] / errors.min(axis=1),
        "method": wins.index[0],
        "first": wins.iloc[0],
        "each": "; ".join(parts),
    }
    return Finding(None, numbers, (EXTENDED,))


@claim("Q-4")
def other_noise(results):
    """The mean squared error of the l2 mechanism over the analytic Gaussian's, exactly."""
    table = results.rows("l2_mechanism")
    parts = []
    for (epsilon, delta), rows in table.groupby(["epsilon", "delta"]):
        ratio = rows["l2_ratio"].to_numpy()
        d = rows["dimension"].to_numpy()
        ends = f"{number(ratio[0])} at d = {d[0]}, {number(ratio[-1])} at {d[-1]}"
        parts.append(f"epsilon {epsilon:g}, delta {delta:g}: {ends}")
    below = table.loc[table["l2_ratio"] < 0.9, "dimension"]
    numbers = {
        "ratio": table["l2_ratio"],
        "top": "none" if below.empty else f"up to d = {below.max()}",
        "spans": "; ".join(parts),
    }
    return Finding(None, numbers, ("l2_mechanism",))


@claim("Q-5")
def better_than_nothing(results):
    """The better of JS and TH against the zero release, in both tasks."""
    cells = _errors(results)
    better = cells["best"] < cells["zero"]
    numbers = {
        "better": better.sum(),
        "cells": len(better),
        "where": _where(cells, better),
        "ratio": cells["zero"] / cells["best"],
    }
    return Finding(None, numbers, TASKS)


@claim("Q-6")
def noon(results):
    """Wavelets over trend filtering by hour, beside print. No experiment of ours explains it."""
    ours, printed = wavelets_over_trend(results)
    is_same_day = results.of_the_papers_day
    numbers = {
        "ours": ours,
        "printed": printed,
        "factor": ours[1] / printed[1],
        "day": "the data are the paper's"
        if is_same_day
        else "the data are of other days",
    }
    return Finding(None, numbers, ("heatmap",))
