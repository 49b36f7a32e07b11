"""Lower against upper bounds of the least noise (Geng et al.)."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.curves import each_value
from gaussmech.paper.figures.style import finished, labelled, number, panels

UNITS = {"amplitude": "Δ", "power": "Δ²"}
# Of a smaller one, 1 less a double has no digit right.
LEAST_GAP = 1e-14


def draw(geng_bounds):
    """Draw (a, b) bounds of amplitude and power against delta, (c, d) their relative gap."""
    figure, axes = panels(2, 2, 5.6)
    along = geng_bounds[geng_bounds["regime"] == "epsilon"]
    diagonal = geng_bounds[geng_bounds["regime"] == "diagonal"]
    edge = geng_bounds.sort_values("delta")
    for (name, unit), (bounds, gaps) in zip(UNITS.items(), axes.T, strict=True):
        for epsilon, rows, look in each_value(along, "epsilon"):
            color, delta = look["color"], rows["delta"]
            size = rows["sensitivity"] ** (1 if name == "amplitude" else 2)
            for side, line in (("lower", "--"), ("upper", "-")):
                bounds.plot(delta, rows[f"{name}_{side}"] / size, line, color=color)
            dots = {"color": color, "markersize": 2.5, "label": f"gap, ε = {number(epsilon)}"}
            gaps.plot(delta, 1 - rows[f"{name}_tightness"], "o", **dots)
            gaps.plot(
                delta, 1 - rows[f"{name}_tightness_at_delta_0"], ":", color=color, linewidth=1
            )
        crosses = {"color": "0.2", "label": "gap where ε ≈ δ"}
        gaps.plot(diagonal["delta"], 1 - diagonal[f"{name}_tightness"], "x", **crosses)
        gap = 1 - edge[f"{name}_tightness_at_epsilon_0"]
        thin = {"color": "0.5", "linewidth": 0.8, "label": "stated limit ε → 0"}
        gaps.plot(edge["delta"], gap.where(gap > LEAST_GAP), **thin)
        bounds.set(xscale="log", yscale="log", xlabel="δ", ylabel=f"{name} / {unit}")
        bounds.set_title(f"Bounds of the least {name}")
        gaps.set(xscale="log", yscale="log", xlabel="δ", ylabel="1 − lower / upper")
        gaps.set_title(f"Gap between the bounds: {name}")
    for line, label in (("-", "upper bound"), ("--", "lower bound"), (":", "stated limit δ → 0")):
        axes[0, 0].plot([], [], line, color="0.3", label=label)
    return finished(figure, labelled([axes[1, 0], axes[0, 0]]), columns=3)


def caption(geng_bounds):
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
