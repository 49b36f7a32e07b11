"""Questions of ours, which no document asks: answered, never held against an author."""

import pandas as pd

from gaussmech.paper.claims.finding import claim, found, number, ranges
from gaussmech.paper.claims.heatmap import wavelets_over_trend
from gaussmech.paper.claims.mean_estimation import DENOISED, TASKS

EXTENDED = "histogram_extended"


def _errors(results, *methods):
    """Return the errors of some methods in both tasks, and the best of JS and TH."""
    parts = [results.of(task, *methods, *DENOISED, "zero").assign(task=task) for task in TASKS]
    cells = pd.concat(parts).reset_index()
    return cells.assign(best=cells[list(DENOISED)].min(axis=1))


def _where(cells, chosen):
    """Return the dimensions of each task and epsilon that are chosen, in words."""
    return "; ".join(
        f"{task}, epsilon {e:g}: d {ranges(rows['dimension'], chosen[rows.index])}"
        for (task, e), rows in cells.groupby(["task", "epsilon"])
    )


@claim("Q-1")
def calibration_or_denoising(results):
    """Going from cGM to aGM against going on to the best of JS and TH, where that beats zero."""
    cells = _errors(results, "cGM", "aGM")
    # What releasing nothing gains as well is not denoising.
    denoising = (cells["aGM"] / cells["best"]).where(cells["best"] < cells["zero"], 1.0)
    calibration = cells["cGM"] / cells["aGM"]
    more = denoising > calibration
    told = {"more": more.sum(), "cells": len(more), "where": _where(cells, more)}
    return found(None, denoising=denoising, calibration=calibration, **told)


@claim("Q-2")
def laplace_denoised(results):
    """aGM against Lap, with soft thresholding on both, and with the simplex on both."""
    cells = results.compare(EXTENDED, ("aGM-TH", "Lap-TH"), ("aGM-simplex", "Lap-simplex"))
    return found(None, ratios=cells.ratios(), where=cells.where(), **cells.counts())


@claim("Q-3")
def best_denoiser(results):
    """The method of least mean error in each cell of the extended histograms."""
    methods = "aGM-TH", "aGM-TH-total", "aGM-simplex", "aGM-EB", "posterior-median"
    errors = results.of(EXTENDED, *methods)
    first, ratio = errors.idxmin(axis=1).value_counts(), errors["aGM-TH"] / errors.min(axis=1)
    each = "; ".join(f"{method} least in {count}" for method, count in first.items())
    best = {"method": first.index[0], "first": first.iloc[0], "each": each}
    return found(None, cells=len(errors), ratio=ratio, **best)


@claim("Q-4")
def other_noise(results):
    """The mean squared error of the l2 mechanism over the analytic Gaussian's, exactly."""
    table = results.rows("l2_mechanism")
    below = table.loc[table["l2_ratio"] < 0.9, "dimension"]
    spans = "; ".join(
        f"epsilon {e:g}, delta {delta:g}: {number(rows['l2_ratio'].iloc[0])} at d ="
        f" {rows['dimension'].iloc[0]}, {number(rows['l2_ratio'].iloc[-1])} at"
        f" {rows['dimension'].iloc[-1]}"
        for (e, delta), rows in table.groupby(["epsilon", "delta"])
    )
    top = "none" if below.empty else f"up to d = {below.max()}"
    return found(None, ratio=table["l2_ratio"], top=top, spans=spans)


@claim("Q-5")
def better_than_nothing(results):
    """The better of JS and TH against the zero release, in both tasks."""
    cells = _errors(results)
    better = cells["best"] < cells["zero"]
    told = {"better": better.sum(), "cells": len(better), "where": _where(cells, better)}
    return found(None, ratio=cells["zero"] / cells["best"], **told)


@claim("Q-6")
def noon(results):
    """Wavelets over trend filtering by hour, beside print. No experiment of ours explains it."""
    ours, printed = wavelets_over_trend(results)
    day = "the data are the paper's" if results.of_the_papers_day else "the data are of other days"
    return found(None, ours=ours, printed=printed, factor=ours[1] / printed[1], day=day)
