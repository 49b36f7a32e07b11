"""Lower against upper bounds of the least noise (Geng et al.)."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.curves import each_value, note, rows_of
from gaussmech.paper.figures.style import SMALL, finished, number, panels

UNITS = {"amplitude": "Δ", "power": "Δ²"}
# Of a smaller one, 1 less a double has no digit right.
LEAST_GAP = 1e-14


def draw(geng_bounds):
    """Draw (a, b) bounds of amplitude and power against delta, (c, d) their relative gap.

    Parameters
    ----------
    geng_bounds : DataFrame
        The table of the same name.
    """
    figure, axes = panels(2, 2, 5.6)
    for (name, unit), (bounds, gaps) in zip(UNITS.items(), axes.T, strict=True):
        _bounds(bounds, geng_bounds, name, unit)
        _gaps(gaps, geng_bounds, name)
    return finished(figure)


def _bounds(axes, table, name, unit):
    """Draw the lower and upper bound, a colour per epsilon, each named in the panel."""
    heights = []
    along = rows_of(table, regime="epsilon")
    for epsilon, rows, look in each_value(along, "epsilon"):
        color = look["color"]
        size = rows["sensitivity"] ** (1 if name == "amplitude" else 2)
        for side, line in (("lower", "--"), ("upper", "-")):
            values = rows[f"{name}_{side}"] / size
            axes.plot(rows["delta"], values, line, color=color)
        first = rows["delta"].idxmin()
        end = rows["delta"][first], values[first]
        note(axes, f"ε = {number(epsilon)}", end, (0, 2), color=color, va="bottom")
        heights.append(values[first])
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="δ",
        ylabel=f"{name} / {unit}",
        # Room for the legend above the uppermost curve.
        ylim=(None, 20 * max(heights)),
        title=f"Bounds of the least {name}",
    )
    for line, label in (("-", "upper bound"), ("--", "lower bound")):
        axes.plot([], [], line, color="0.3", label=label)
    axes.legend(loc="upper right", labelspacing=0.25)


def _gaps(axes, table, name):
    """Draw one minus lower over upper bound, and the limits that are stated."""
    along = rows_of(table, regime="epsilon")
    for _, rows, look in each_value(along, "epsilon"):
        color = look["color"]
        gap = 1 - rows[f"{name}_tightness"]
        limit = 1 - rows[f"{name}_tightness_at_delta_0"]
        axes.plot(rows["delta"], gap, "o", color=color, markersize=2.5)
        axes.plot(rows["delta"], limit, ":", color=color, linewidth=1)
    diagonal = rows_of(table, regime="diagonal")
    crosses = {"color": "0.2", "label": "gap where ε ≈ δ"}
    axes.plot(diagonal["delta"], 1 - diagonal[f"{name}_tightness"], "x", **crosses)
    edge = table.sort_values("delta")
    gap = 1 - edge[f"{name}_tightness_at_epsilon_0"]
    thin = {"color": "0.5", "linewidth": 0.8, "label": "stated limit ε → 0"}
    axes.plot(edge["delta"], gap.where(gap > LEAST_GAP), **thin)
    dots = {"markersize": 2.5, "label": "gap, colours as above"}
    axes.plot([], [], "o", color="0.3", **dots)
    axes.plot([], [], ":", color="0.3", linewidth=1, label="stated limit δ → 0")
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="δ",
        ylabel="1 − lower / upper",
        title=f"Gap between the bounds: {name}",
    )
    axes.legend(loc="lower right", labelspacing=0.25, fontsize=SMALL)


def caption(geng_bounds):
    """Return the caption, with the gap at the smallest epsilon near delta.

    Parameters
    ----------
    geng_bounds : DataFrame
        The table of the same name.
    """
    diagonal = rows_of(geng_bounds, regime="diagonal").sort_values("delta")
    takeaway = "No budgets with epsilon near delta in this run."
    if not diagonal.empty:
        row = diagonal.iloc[0]
        takeaway = (
            "Lower and upper bounds of the least noise meet as epsilon and delta fall together: at"
            f" epsilon {row['epsilon']:g} their relative difference is"
            f" {1 - row['amplitude_tightness']:.1g}."
        )
    return caption_of(
        "Bounds of the least noise",
        takeaway,
        "(a, b) Upper bounds, which truncated Laplacian noise attains, and lower bounds (Theorems 4"
        " and 5 of Geng et al.), at budgets whose noise ends at a whole multiple of Delta. (c, d)"
        " One minus lower over upper bound, and the limits that the poster states. The grids are"
        " our choice."
        " Table: geng_bounds.csv.",
    )
