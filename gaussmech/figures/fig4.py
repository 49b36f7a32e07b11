"""Figure 4: release of a sparse histogram."""

from gaussmech.figures.captions import caption as caption_of
from gaussmech.figures.captions import repeated, smallest_error
from gaussmech.figures.labels import name_curves
from gaussmech.figures.panels import errors_by_dimension, no_data, shown_epsilons
from gaussmech.figures.style import DASHES, METHODS, interval, legend_below, letter, number, panels

HIGH_DIMENSION = 500
EPSILONS = [1.0, 0.1, 0.01]


def draw(histogram):
    """Draw (a-c) L1 error at three epsilons, (d) James-Stein and thresholding alone at high d."""
    figure, axes = panels(2, 2, 5.6)
    epsilons = shown_epsilons(histogram, EPSILONS)
    handles = {}
    for k, panel in enumerate(axes.flat[:3]):
        if k < len(epsilons):
            handles |= errors_by_dimension(panel, histogram, epsilons[k], "L1 error")
        else:
            no_data(panel, "no further epsilon in this run")
    _denoised(axes.flat[3], histogram, epsilons)
    for k, panel in enumerate(axes.flat):
        letter(panel, k)
    legend_below(figure, handles.values(), 4)
    return figure


def _denoised(axes, table, epsilons):
    high = table["dimension"] >= HIGH_DIMENSION
    if not (high & table["method"].isin(["aGM-JS", "aGM-TH"])).any():
        no_data(axes, f"no denoised method at d ≥ {HIGH_DIMENSION} in this run")
        return
    ends = {}
    for method in ("aGM-JS", "aGM-TH"):
        look = METHODS[method]
        for k, epsilon in enumerate(epsilons):
            rows = table[(table["method"] == method) & (table["epsilon"] == epsilon) & high]
            if rows.empty:
                continue
            x, y = rows["dimension"], rows["error_mean"]
            axes.plot(x, y, color=look.color, marker=look.marker, linestyle=DASHES[k])
            low, high_end = interval(rows, "error_mean", "error_se")
            axes.fill_between(x, low, high_end, color=look.color, alpha=0.25, linewidth=0)
            name = f"{method.removeprefix('aGM-')}, {number(epsilon)}"
            ends[name] = (x.iloc[-1], y.iloc[-1], look.color)
    look = METHODS["zero"]
    axes.axhline(1, color=look.color, linestyle=look.line)  # the L1 norm of any histogram
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel="L1 error")
    axes.set_title(f"Denoised, d ≥ {HIGH_DIMENSION}, by ε")
    name_curves(axes, ends, gap=0.07)


def caption(histogram):
    """Return what Figure 4 shows, with the numbers of this run."""
    epsilons = shown_epsilons(histogram, EPSILONS)
    return caption_of(
        "Figure 4: a sparse histogram",
        smallest_error(histogram, epsilons),
        "(a-c) L1 error of the private histogram; releasing nothing has error 1. (d) James-Stein"
        " and soft thresholding alone, in high dimension.",
        repeated(histogram),
        "Table: histogram.csv.",
    )
