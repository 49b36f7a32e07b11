"""Figure 4, extended: sparse histograms, every release denoised as well as it can be."""

import numpy as np

from gaussmech.paper.figures.captions import caption_of, repeated
from gaussmech.paper.figures.curves import errors_by_dimension, name_curves, note, shades
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.panels import no_data, panel_each, shown_epsilons
from gaussmech.paper.figures.style import finished, number, panels, plain_ticks

EPSILONS = [1.0, 0.1, 0.01]
OURS = "posterior-median"
# A method this much worse than the best of the others is marked in panel (d).
BAR = 1.03
# What is above the uniform histogram's worst, 2, leaves the panels.
HIGHEST, NAMED_AT = 2.2, 1.35


def draw(histogram_extended):
    """(a-c) L1 error at three epsilons, (d) posterior medians over the best of the others."""
    figure, axes = panels(2, 2, 6.4)
    epsilons = shown_epsilons(histogram_extended, EPSILONS)
    for panel, epsilon in panel_each(axes.flat[:3], epsilons):
        _errors(panel, histogram_extended, epsilon)
    _ratios(axes.flat[3], histogram_extended, epsilons)
    return finished(figure)


def _errors(axes, table, epsilon):
    lines = errors_by_dimension(axes, table, epsilon, "L1 error")
    rows = table[table["epsilon"] == epsilon]
    low = (rows["error_mean"] - 2 * rows["error_se"]).min()
    least = rows["error_mean"][rows["error_mean"] > 0].min()
    axes.set_ylim(max(0.9 * low, 0.5 * least), HIGHEST)
    plain_ticks(axes.yaxis)
    inside, leaving = {}, {}
    for method, line in lines.items():
        x, y, look = line.get_xdata(), line.get_ydata(), METHODS[method]
        if y[-1] <= HIGHEST:
            inside[look.label] = (x[-1], y[-1], look.color)
        elif y[0] < NAMED_AT:
            leaving[look] = np.exp(np.interp(np.log(NAMED_AT), np.log(y), np.log(x)))
    name_curves(axes, inside)
    # The steeper one is named on its left, the others on their right.
    sides = [("right", -5)] + [("left", 6)] * len(leaving)
    for look, (side, gap) in zip(sorted(leaving, key=leaving.get), sides, strict=False):
        style = {"color": look.color, "ha": side, "va": "center"}
        note(axes, look.label, (leaving[look], NAMED_AT), (gap, 0), **style)


def _ratios(axes, table, epsilons):
    ratio = ours_over_best(table)
    if ratio is None:
        return no_data(axes, "no posterior median, or nothing beside it, in this run")
    axes.axhline(1, color="0.4", linewidth=0.8)
    ends = {}
    for epsilon, color in zip(epsilons, shades(len(epsilons)), strict=True):
        if epsilon not in ratio:
            continue
        rows = ratio.loc[epsilon]
        axes.plot(rows.index, rows, color=color, marker=METHODS[OURS].marker)
        ends[f"ε = {number(epsilon)}"] = (rows.index[-1], rows.iloc[-1], color)
    axes.set(xscale="log", xlabel="dimension d", ylabel="ratio of L1 errors")
    axes.set_title(f"{METHODS[OURS].label} / best of the others")
    axes.set_ylim(0, max(1.1, 1.05 * ratio.max()))
    name_curves(axes, ends)


def ours_over_best(table):
    """Return the error of posterior medians over the least of all others, by epsilon, dimension."""
    index = ["epsilon", "dimension"]
    errors = table.pivot(index=index, columns="method", values="error_mean").dropna(axis=1)
    if OURS not in errors or errors.shape[1] < 2:
        return None
    best = errors.drop(columns=OURS).min(axis=1)
    ratio = errors[OURS][best > 0] / best[best > 0]
    return None if ratio.empty else ratio


def caption(histogram_extended):
    ratio = ours_over_best(histogram_extended)
    takeaway = "No posterior median beside others that err in this run."
    if ratio is not None:
        takeaway = (
            f"The posterior median has {ratio.min():.2f} to {ratio.max():.2f} of the error of the"
            f" best of all other methods, and at most {BAR:g} at {int(np.sum(ratio <= BAR))} of"
            f" {len(ratio)} points."
        )
    return caption_of(
        "Figure 4, extended: sparse histograms, every release denoised",
        takeaway,
        "L1 error, the total being public; raw releases leave the panels at the top.",
        repeated(histogram_extended),
        "Simplex: projection on the histograms; EB: empirical Bayes; posterior median: from the"
        " Laplace or the Gaussian release, by the noise. Table: histogram_extended.csv.",
    )
