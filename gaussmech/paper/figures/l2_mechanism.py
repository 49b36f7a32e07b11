"""In how few dimensions the l2 mechanism is better than the Gaussian one."""

from gaussmech.paper.figures.captions import caption_of, listed, two_digits
from gaussmech.paper.figures.curves import each_value, rows_of
from gaussmech.paper.figures.panels import SYMBOL
from gaussmech.paper.figures.style import (
    finished,
    inner_legend,
    number,
    outer_labels,
    panels,
)

# The panels end at this ratio: Laplace noise leaves them at the top.
HIGHEST = 1.25
# Up to this dimension each point has a marker: between two dimensions there is none.
FEW_DIMENSIONS = 10


def draw(l2_mechanism):
    """Draw (a) mean squared error over aGM's against d at one delta, (b) at one epsilon.

    Parameters
    ----------
    l2_mechanism : DataFrame
        The table of the same name.
    """
    figure, axes = panels(1, 2, 2.9, sharey=True)
    _curves(axes[0, 0], l2_mechanism, "epsilon", "delta")
    _curves(axes[0, 1], l2_mechanism, "delta", "epsilon")
    outer_labels(axes)
    return finished(figure)


def _middle(values):
    """Return the middle one of the different values of a column."""
    values = sorted(set(values))
    return values[len(values) // 2]


def _curves(axes, table, each, fixed):
    """Draw the error of both mechanisms, a colour per value of one parameter."""
    middle = _middle(table[fixed])
    for value, rows, look in each_value(table[table[fixed] == middle], each):
        color = look["color"]
        few = rows[rows["dimension"] <= FEW_DIMENSIONS]
        label = f"{SYMBOL[each]} = {number(value)}"
        axes.plot(rows["dimension"], rows["l2_ratio"], color=color, label=label)
        axes.plot(rows["dimension"], rows["laplace_ratio"], color=color, linestyle=":")
        for column in ("l2_ratio", "laplace_ratio"):
            axes.plot(
                few["dimension"],
                few[column],
                ".",
                color=color,
                markersize=4,
            )
    axes.plot([], [], color="0.3", linestyle=":", label="Laplace")
    axes.axhline(1, color="0.4", linewidth=0.8)
    axes.annotate(
        "aGM",
        (0.98, 1.02),
        xycoords=("axes fraction", "data"),
        ha="right",
        color="0.3",
    )
    axes.set(
        xscale="log",
        xlabel="dimension d",
        ylim=(0, HIGHEST),
        ylabel="mean squared error / that of aGM",
        title=f"{SYMBOL[fixed]} = {number(middle)}",
    )
    inner_legend(axes, loc="lower right")


def caption(l2_mechanism):
    """Return the caption, with the ratio in few dimensions at the middle budget.

    Parameters
    ----------
    l2_mechanism : DataFrame
        The table of the same name.
    """
    epsilon = _middle(l2_mechanism["epsilon"])
    delta = _middle(l2_mechanism["delta"])
    rows = rows_of(l2_mechanism, epsilon=epsilon, delta=delta)
    ratio = rows.set_index("dimension")["l2_ratio"]
    near = [int((ratio.index.to_series() - d).abs().idxmin()) for d in (2, 10, 100)]
    shares = listed(f"{two_digits(ratio[d])} (d = {d})" for d in dict.fromkeys(near))
    return caption_of(
        "The l2 mechanism in few dimensions",
        f"At epsilon {epsilon:g} and delta {delta:g} the squared error of the l2 mechanism"
        f" divided by that of aGM is {shares}.",
        "Mean squared error of the l2 mechanism (solid) and of the Laplace mechanism (dotted, for"
        " L1 sensitivity sqrt(d)) divided by that of aGM, for the same budget and L2 sensitivity. Dots"
        " mark single dimensions. All values are exact. Table: l2_mechanism.csv.",
    )
