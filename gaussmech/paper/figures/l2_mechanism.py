"""In how few dimensions the l2 mechanism is better than the Gaussian one."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.curves import each_value
from gaussmech.paper.figures.panels import SYMBOL
from gaussmech.paper.figures.style import finished, inner_legend, number, outer_labels, panels

HIGHEST = 1.25


def draw(l2_mechanism):
    """(a) mean squared error over aGM's against d at one delta, (b) at one epsilon."""
    figure, axes = panels(1, 2, 2.9, sharey=True)
    _curves(axes[0, 0], l2_mechanism, "epsilon", "delta")
    _curves(axes[0, 1], l2_mechanism, "delta", "epsilon")
    outer_labels(axes)
    return finished(figure)


def _middle(values):
    values = sorted(set(values))
    return values[len(values) // 2]


def _curves(axes, table, each, fixed):
    middle = _middle(table[fixed])
    for value, rows, look in each_value(table[table[fixed] == middle], each):
        color, label = look["color"], f"{SYMBOL[each]} = {number(value)}"
        axes.plot(rows["dimension"], rows["l2_ratio"], color=color, label=label)
        axes.plot(rows["dimension"], rows["laplace_ratio"], color=color, linestyle=":")
    axes.plot([], [], color="0.3", linestyle=":", label="Laplace")
    axes.axhline(1, color="0.4", linewidth=0.8)
    axes.annotate("aGM", (0.98, 1.02), xycoords=("axes fraction", "data"), ha="right", color="0.3")
    axes.set(xscale="log", xlabel="dimension d", ylim=(0, HIGHEST))
    axes.set_ylabel("mean squared error / that of aGM")
    axes.set_title(f"{SYMBOL[fixed]} = {number(middle)}")
    inner_legend(axes, loc="lower right")


def caption(l2_mechanism):
    epsilon, delta = _middle(l2_mechanism["epsilon"]), _middle(l2_mechanism["delta"])
    rows = l2_mechanism[(l2_mechanism["epsilon"] == epsilon) & (l2_mechanism["delta"] == delta)]
    ratio = rows.set_index("dimension")["l2_ratio"]
    near = [int((ratio.index.to_series() - d).abs().idxmin()) for d in (2, 10, 100)]
    found = ", ".join(f"{ratio[d]:.3f} (d = {d})" for d in dict.fromkeys(near))
    return caption_of(
        "The l2 mechanism in few dimensions",
        f"At epsilon {epsilon:g} and delta {delta:g} the l2 mechanism has"
        f" {found} of the squared error of aGM.",
        "Mean squared error of the l2 mechanism (solid) and of the Laplace mechanism (dotted, for"
        " L1 sensitivity sqrt(d)) over that of aGM, for the same budget and L2 sensitivity. Exact,"
        " nothing is simulated. Table: l2_mechanism.csv.",
    )
