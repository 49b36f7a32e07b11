"""Figure 4: release of a sparse histogram."""

from gaussmech.figures.captions import paragraph, repeated, smallest_error
from gaussmech.figures.panels import errors_by_dimension, no_data, shown_epsilons
from gaussmech.figures.style import DASHES, FULL_WIDTH, METHODS, legend_below, letter, number, plt

HIGH_DIMENSION = 500
EPSILONS = [1.0, 0.1, 0.01]


def draw(histogram):
    """Draw (a-c) L1 error at three epsilons, (d) James-Stein and thresholding alone at high d."""
    figure, axes = plt.subplots(2, 2, figsize=(FULL_WIDTH, 5.6))
    epsilons = shown_epsilons(histogram, EPSILONS)
    handles = {}
    for k, panel in enumerate(axes.flat[:3]):
        if k < len(epsilons):
            found = errors_by_dimension(panel, histogram, epsilons[k], "L1 error")
            handles |= {name: handle for name, handle in found.items() if handle is not None}
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
    for method in ("aGM-JS", "aGM-TH"):
        for k, epsilon in enumerate(epsilons):
            rows = table[(table["method"] == method) & (table["epsilon"] == epsilon) & high]
            axes.errorbar(
                rows["dimension"],
                rows["error_mean"],
                yerr=2 * rows["error_se"],
                color=METHODS[method].color,
                marker=METHODS[method].marker,
                linestyle=DASHES[k],
                elinewidth=0.7,
                label=f"{method}, ε = {number(epsilon)}",
            )
    look = METHODS["zero"]
    axes.axhline(1, color=look.color, linestyle=look.line)  # the L1 norm of any histogram
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel="L1 error")
    axes.set_title(f"Denoised, d ≥ {HIGH_DIMENSION}")
    # The legend stands above the curves, whatever their range.
    low, high = axes.get_ylim()
    axes.set_ylim(low, high * (high / low) ** 0.3)
    # A marker at either end of a handle leaves the dashes to be seen.
    axes.legend(
        ncols=2, columnspacing=1.0, handlelength=4, numpoints=2, fontsize=6.5, loc="upper center"
    )


def caption(histogram):
    """Return what Figure 4 shows, with the numbers of this run."""
    return paragraph(
        "Figure 4. (a-c) L1 error of a private sparse histogram; releasing nothing costs 1.",
        repeated(histogram),
        smallest_error(histogram, shown_epsilons(histogram, EPSILONS)),
        "(d) James-Stein and soft thresholding alone, in high dimension. Points of cGM at"
        " epsilon >= 1 are hollow: its theorem does not cover them. Axis ranges are our choice.",
    )
