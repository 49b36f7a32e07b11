"""Claims about denoising on synthetic data: mean estimation, abstract and conclusion."""

from itertools import combinations, product

import numpy as np
import pandas as pd

from gaussmech.paper.claims.finding import MARGIN, claim, found, number, ranges
from gaussmech.paper.claims.results import HIGH, Comparison
from gaussmech.paper.experiments import histogram, mean_estimation

TASKS = "mean_estimation", "histogram"
DENOISED, OTHERS = ("aGM-JS", "aGM-TH"), ("Lap", "cGM", "aGM")


def _in_high_dimension(results, standard_errors):
    """Return the comparison of the better of JS and TH with raw aGM at the highest dimension."""
    parts = []
    for task in TASKS:
        top = results.highest(task)
        for epsilon in results.epsilons(task):
            errors = results.of(task, *DENOISED).loc[epsilon, top]
            at = {"epsilons": [epsilon], "least": top, "standard_errors": standard_errors}
            parts.append(results.compare(task, (errors.idxmin(), "aGM"), **at))
    return Comparison(pd.concat([p.cells for p in parts], ignore_index=True), standard_errors)


def _nothing(results, cells):
    """Return the cells in which releasing 0 does no worse, in words."""
    same = []
    for row in cells.itertuples():
        at = {"epsilons": [row.epsilon], "least": row.dimension}
        if results.compare(row.task, (row.first, "zero"), **at).sign[0] <= 0:
            same.append(f"{row.task} at epsilon {row.epsilon:g}")
    return f"Releasing 0 does as well: {', '.join(same)}." if same else ""


def _fall(results, cells):
    """Return what texts name of the fall of the error, raw over denoised, in these cells."""
    gain, rows = 1 / cells["ratio"], cells.itertuples()
    each = (f"{number(1 / r.ratio)} ({r.task}, epsilon {r.epsilon:g}, {r.first})" for r in rows)
    told = {"each": "; ".join(each), "zero": _nothing(results, cells)}
    return {"d": cells["dimension"], "gain": gain} | told


@claim("BW-0b")
def dramatic_improvement(results, *, factor=10.0):
    """The error falls by `factor` in high dimension, in both tasks and at every epsilon."""
    fall = _fall(results, _in_high_dimension(results, MARGIN).cells)
    return found(fall["gain"] >= factor, **fall)


@claim("BW-6a")
def significant_gain(results, *, standard_errors=MARGIN):
    """The error falls in high dimension, in both tasks and at every epsilon."""
    compared = _in_high_dimension(results, standard_errors)
    return found(compared.sign, **_fall(results, compared.cells))


@claim("BW-5.2a")
def better_than_all_others(results, *, standard_errors=MARGIN):
    """Both denoised methods have less error than Lap, cGM and aGM at epsilon 0.01."""
    at = {"epsilons": [0.01], "standard_errors": standard_errors}
    return results.compare(TASKS[0], *product(DENOISED, OTHERS), **at).finding()


@claim("BW-5.2b")
def sometimes_by_orders_of_magnitude(results, *, factor=10.0):
    """The ratio of the best other method to the best denoised one is `factor` somewhere."""
    raw = [results.compare(TASKS[0], (m, "aGM"), epsilons=[0.01]) for m in DENOISED]
    errors = results.of(TASKS[0], *DENOISED, *OTHERS).loc[[0.01]].droplevel(0)
    ratios = errors[list(OTHERS)].div(errors[list(DENOISED)].min(axis=1), axis=0)
    best, top = ratios.min(axis=1), errors.index[-1]
    denoised = raw[int(errors.loc[top, "aGM-TH"] < errors.loc[top, "aGM-JS"])].cells
    zero = _nothing(results, denoised[denoised["dimension"] == top])
    good, ratio = best >= factor, ratios.loc[top].to_dict()
    return found([good.any()], top=top, ratio=ratio, where=ranges(errors.index, good), zero=zero)


@claim("BW-5.2c")
def james_stein_in_high_dimension(results, *, standard_errors=MARGIN):
    """The error of JS is below that of TH for d >= 1000, at epsilon 0.1."""
    results.highest(TASKS[0])
    pair, at = ("aGM-JS", "aGM-TH"), {"least": HIGH, "standard_errors": standard_errors}
    ahead = results.compare(TASKS[0], pair, **at).groups()
    others = ", ".join(f"{(sign > 0).sum()} of {len(sign)} at {name}" for name, _, sign in ahead)
    return results.compare(TASKS[0], pair, epsilons=[0.1], **at).finding(others=others)


@claim("BW-5.2d")
def sensitivities(results):
    """The printed sensitivities are the largest moves over all pairs of extremes."""
    n, good = 7, []
    for d in (2, 3, 4):
        corners = np.array(list(product((-0.5, 0.5), repeat=d)))
        for module, extremes, printed in (
            (mean_estimation, corners, (d / n, np.sqrt(d) / n)),
            (histogram, np.eye(d), (2 / n, np.sqrt(2) / n)),
        ):
            moves = [(a - b) / n for a, b in combinations(extremes, 2)]
            largest = [max(np.linalg.norm(v, k) for v in moves) for k in (1, 2)]
            both = printed, module.sensitivities(n, d)
            good += [np.allclose(said, largest, rtol=1e-12) for said in both]
    return found(good)
