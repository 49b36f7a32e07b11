"""Figures 1 (c, d) and 3 (b, c), extended: mean estimation from one dimension on."""

from gaussmech.figures.captions import paragraph, repeated
from gaussmech.figures.labels import name_curves, plain_ticks
from gaussmech.figures.panels import no_data, shown_epsilons
from gaussmech.figures.style import FULL_WIDTH, METHODS, letter, number, plt

EPSILONS = [0.01, 0.1, 1.0]
REFERENCE = "aGM"
# The zero release at small d and Laplace noise at large d leave the panels.
HIGHEST = 4.0


def draw(mean_estimation_extended):
    """L2 error over that of aGM against d, at three epsilons."""
    figure, axes = plt.subplots(3, 1, figsize=(0.75 * FULL_WIDTH, 7.6), sharex=True)
    epsilons = shown_epsilons(mean_estimation_extended, EPSILONS)
    for k, panel in enumerate(axes):
        if k < len(epsilons):
            _ratios(panel, mean_estimation_extended, epsilons[k])
        else:
            no_data(panel, "no further epsilon in this run")
        letter(panel, k)
    axes[-1].set_xlabel("dimension d")
    return figure


def over_reference(table, epsilon):
    """Mean errors over that of aGM: dimension by method, and the same of two standard errors."""
    rows = table[table["epsilon"] == epsilon]
    error, se = (
        rows.pivot(index="dimension", columns="method", values=f"error_{name}")
        for name in ("mean", "se")
    )
    if REFERENCE not in error:
        return None, None
    return error.div(error[REFERENCE], axis=0), 2 * se.div(error[REFERENCE], axis=0)


def _ratios(axes, table, epsilon):
    ratio, band = over_reference(table, epsilon)
    axes.set_title(f"Mean estimation, ε = {number(epsilon)}")
    if ratio is None:
        return no_data(axes, f"no {REFERENCE} in this run")
    shown = [method for method in METHODS if method in ratio]
    names = {}
    for method in shown:
        look, values = METHODS[method], ratio[method]
        axes.plot(values.index, values, **look.line_style())
        low, high = values - band[method], values + band[method]
        axes.fill_between(values.index, low, high, color=look.color, alpha=0.2, linewidth=0)
        if values.iloc[-1] <= HIGHEST:
            names[look.label] = (values.index[-1], values.iloc[-1], look.color)
        elif values.iloc[0] <= HIGHEST:
            last = values[values <= HIGHEST].index[-1]
            axes.annotate(
                look.label,
                (last, values[last]),
                (5, 3),
                textcoords="offset points",
                color=look.color,
                fontsize=6.5,
            )
    axes.set(xscale="log", yscale="log", ylabel="L2 error / that of aGM")
    axes.set_ylim(0.8 * ratio.min().min(), HIGHEST)
    plain_ticks(axes.yaxis)
    name_curves(axes, names)


def caption(mean_estimation_extended):
    """What the figure shows, with the numbers of this run."""
    found = []
    for epsilon in shown_epsilons(mean_estimation_extended, EPSILONS):
        ratio, _ = over_reference(mean_estimation_extended, epsilon)
        if ratio is not None and "L2" in ratio:
            words = ", ".join(f"{ratio['L2'][d]:.2f} at d = {d}" for d in ratio.index if d <= 100)
            found.append(f"epsilon {epsilon:g}: {words}")
    return paragraph(
        "Figures 1 (c, d) and 3 (b, c), extended to few dimensions. L2 error of the private mean"
        " over that of the raw analytic Gaussian mechanism (aGM).",
        f"The l2 mechanism over aGM: {'; '.join(found)}." if found else "",
        repeated(mean_estimation_extended),
        "EB: empirical-Bayes thresholding with a fitted slab, or nothing where noise hides all."
        " JS+: positive-part James-Stein; towards the mean of the coordinates it gains nothing"
        " here, where their expectation is 0. Laplace noise has L1 sensitivity d / n.",
    )
