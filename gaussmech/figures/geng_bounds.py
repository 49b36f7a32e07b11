"""Lower against upper bounds of the least noise (Geng et al.)."""

from gaussmech.figures.captions import caption_of
from gaussmech.figures.style import finished, number, panels, shades

UNITS = {"amplitude": "Δ", "power": "Δ²"}
# Of a smaller one, 1 less a double has no digit right.
LEAST_GAP = 1e-14


def draw(geng_bounds):
    """Draw (a, b) bounds of amplitude and power against delta, (c, d) their relative gap."""
    figure, axes = panels(2, 2, 5.6)
    handles = {}
    by_epsilon = list(geng_bounds[geng_bounds["regime"] == "epsilon"].groupby("epsilon"))
    for (name, unit), column in zip(UNITS.items(), axes.T, strict=True):
        colors = shades(len(by_epsilon))
        for color, (epsilon, rows) in zip(colors, by_epsilon, strict=True):
            size = rows["sensitivity"] ** (1 if name == "amplitude" else 2)
            for side, line in (("lower", "--"), ("upper", "-")):
                column[0].plot(rows["delta"], rows[f"{name}_{side}"] / size, line, color=color)
            (handles[epsilon],) = column[1].plot(
                rows["delta"],
                1 - rows[f"{name}_tightness"],
                marker="o",
                markersize=2.5,
                linestyle="none",
                color=color,
                label=f"gap, ε = {number(epsilon)}",
            )
            column[1].plot(
                rows["delta"],
                1 - rows[f"{name}_tightness_at_delta_0"],
                ":",
                color=color,
                linewidth=1,
            )
        diagonal = geng_bounds[geng_bounds["regime"] == "diagonal"]
        (handles["diagonal"],) = column[1].plot(
            diagonal["delta"],
            1 - diagonal[f"{name}_tightness"],
            "x",
            color="0.2",
            label="gap where ε ≈ δ",
        )
        edge = geng_bounds.sort_values("delta")
        gap = 1 - edge[f"{name}_tightness_at_epsilon_0"]
        (handles["at 0"],) = column[1].plot(
            edge["delta"],
            gap.where(gap > LEAST_GAP),
            color="0.5",
            linewidth=0.8,
            label="stated limit ε → 0",
        )
        column[0].set(xscale="log", yscale="log", xlabel="δ", ylabel=f"{name} / {unit}")
        column[0].set_title(f"Bounds of the least {name}")
        column[1].set(xscale="log", yscale="log", xlabel="δ", ylabel="1 − lower / upper")
        column[1].set_title(f"Gap between the bounds: {name}")
    for line, label in (("-", "upper bound"), ("--", "lower bound"), (":", "stated limit δ → 0")):
        (handles[label],) = axes[0, 0].plot([], [], line, color="0.3", label=label)
    return finished(figure, handles.values(), 3)


def caption(geng_bounds):
    """Return what the bounds show, with the numbers of this run."""
    diagonal = geng_bounds[geng_bounds["regime"] == "diagonal"].sort_values("delta")
    takeaway = "No budgets with epsilon near delta in this run."
    if not diagonal.empty:
        row = diagonal.iloc[0]
        takeaway = (
            "Lower and upper bounds of the least noise meet as epsilon and delta fall together: at"
            f" epsilon {row['epsilon']:g} they are {1 - row['amplitude_tightness']:.1g} apart"
            " (relative)."
        )
    return caption_of(
        "Bounds of the least noise",
        takeaway,
        "(a, b) Upper bounds, which truncated Laplacian noise attains, and lower bounds (Theorems 4"
        " and 5 of Geng et al.), where A / Delta is whole. (c, d) One minus lower over"
        " upper bound, and the limits that the poster states. The grids are our choice."
        " Table: geng_bounds.csv.",
    )
