"""Questions of ours, which no document asks: answered, never held against an author."""

import numpy as np
import pandas as pd

from gaussmech.claims.finding import claim, found, number, ranges, span
from gaussmech.claims.heatmap import PRINTED, TREND, _cell, _printed_noise
from gaussmech.claims.mean_estimation import DENOISED, TASKS

EXTENDED = "histogram_extended"


def _best(errors):
    return errors[list(DENOISED)].min(axis=1)


@claim("Q-1")
def calibration_or_denoising(results):
    """Going from cGM to aGM against going on to the best of JS and TH, where that beats zero."""
    parts = []
    for task in TASKS:
        errors = results.of(task, "cGM", "aGM", *DENOISED, "zero")
        best = _best(errors)
        # What releasing nothing gains as well is not denoising.
        gain = (errors["aGM"] / best).where(best < errors["zero"], 1.0)
        calibration = errors["cGM"] / errors["aGM"]
        parts.append(pd.DataFrame({"task": task, "calibration": calibration, "denoising": gain}))
    cells = pd.concat(parts).reset_index()
    more = cells["denoising"] > cells["calibration"]
    spans = "; ".join(
        f"{task}, epsilon {e:g}: d {ranges(rows['dimension'], more[rows.index])}"
        for (task, e), rows in cells.groupby(["task", "epsilon"])
    )
    return found(
        None,
        f"Denoising in {more.sum()} of {len(more)} cells: it divides the error by"
        f" {span(cells['denoising'])}, calibration by {span(cells['calibration'])}.",
        f"denoising gains more at {spans}",
    )


@claim("Q-2")
def laplace_denoised(results):
    """aGM against Lap, with soft thresholding on both, and with the simplex on both."""
    cells = results.compare(EXTENDED, ("aGM-TH", "Lap-TH"), ("aGM-simplex", "Lap-simplex"))
    return found(
        None,
        f"Gaussian noise wins {(cells.sign > 0).sum()} and Laplace noise {(cells.sign < 0).sum()}"
        f" of {len(cells.sign)} cells of sparse histograms, {(cells.sign == 0).sum()} are open.",
        f"Gaussian over Laplace {cells.ratios()}; {cells.where()}",
    )


@claim("Q-3")
def best_denoiser(results):
    """The method of least mean error in each cell of the extended histograms."""
    methods = "aGM-TH", "aGM-TH-total", "aGM-simplex", "aGM-EB", "aGM-auto"
    errors = results.of(EXTENDED, *methods)
    first = errors.idxmin(axis=1).value_counts()
    ratio = errors["aGM-TH"] / errors.min(axis=1)
    return found(
        None,
        f"{first.index[0]} in {first.iloc[0]} of {len(errors)} cells; soft thresholding has"
        f" {span(ratio)} times the least error.",
        "; ".join(f"{method} least in {count}" for method, count in first.items()),
    )


@claim("Q-4")
def other_noise(results):
    """The mean squared error of the l2 mechanism over the analytic Gaussian's, exactly."""
    table = results.rows("l2_mechanism")
    below = table[table["l2_ratio"] < 0.9]
    spans = "; ".join(
        f"epsilon {e:g}, delta {delta:g}: {number(rows['l2_ratio'].iloc[0])} at d ="
        f" {rows['dimension'].iloc[0]}, {number(rows['l2_ratio'].iloc[-1])} at"
        f" {rows['dimension'].iloc[-1]}"
        for (e, delta), rows in table.groupby(["epsilon", "delta"])
    )
    top = "none" if below.empty else f"up to d = {below['dimension'].max()}"
    return found(
        None,
        f"The l2 mechanism has {span(table['l2_ratio'])} times the Gaussian's squared error; a"
        f" tenth less or better {top}.",
        spans,
    )


@claim("Q-5")
def better_than_nothing(results):
    """The better of JS and TH against the zero release, in both tasks."""
    parts = [results.of(task, "zero", *DENOISED).assign(task=task) for task in TASKS]
    cells = pd.concat(parts).reset_index()
    better = _best(cells) < cells["zero"]
    ratio = cells["zero"] / _best(cells)
    spans = "; ".join(
        f"{task}, epsilon {e:g}: d {ranges(rows['dimension'], better[rows.index])}"
        for (task, e), rows in cells.groupby(["task", "epsilon"])
    )
    return found(
        None,
        f"In {better.sum()} of {len(better)} cells: the error of releasing 0 is {span(ratio)} times"
        " that of the better denoiser.",
        f"better at {spans}",
    )


@claim("Q-6")
def noon(results):
    """Wavelets over trend filtering by hour, beside print. No experiment of ours explains it."""
    cells = _printed_noise(results)
    ours = [_cell(cells, h, "aGM-wavelet")[0] / _cell(cells, h, TREND[0])[0] for h in PRINTED]
    printed = [wavelet / trend for wavelet, trend in PRINTED.values()]
    day = "the data are the paper's" if results.of_the_papers_day else "the data are of other days"
    return found(
        None,
        f"Open: wavelets over trend filtering is {ours[1]:.2f} at noon, {printed[1]:.2f} in print;"
        f" {day}, and lambda and order are not printed.",
        f"at midnight {ours[0]:.2f}, in print {printed[0]:.2f}; factor of the deviation at noon"
        f" {number(np.divide(ours[1], printed[1]))}",
    )
