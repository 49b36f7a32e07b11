"""Figure gdp_transform: the transform G of three mechanisms, and its staircases."""

import numpy as np

from gaussmech.figures.captions import caption_of
from gaussmech.figures.looks import EXAMPLES
from gaussmech.figures.style import finished, panels


def draw(gdp_transform, gdp_staircase, gdp_head):
    """Draw (a) G of each mechanism, (b) Theorem 4.3 on a coarse grid."""
    figure, axes = panels(1, 2, 3.2)
    axes = axes[0]
    handles = []
    for mechanism, look in EXAMPLES.items():
        rows = gdp_transform[gdp_transform["mechanism"] == mechanism]
        handles += axes[0].plot(rows["epsilon"], rows["mu"], **look.line_style())
    end = gdp_transform["epsilon"].max()
    limits = gdp_head[np.isfinite(gdp_head["tail_limit"]) & (gdp_head["tail_limit"] > 0)]
    for _, row in limits.iterrows():
        axes[0].axhline(row["tail_limit"], color="0.4", linestyle=":", linewidth=0.9, zorder=1)
        axes[0].text(
            end,
            row["tail_limit"],
            f"limit of {EXAMPLES[row['mechanism']].label}: {row['tail_limit']:.3g}",
            ha="right",
            va="bottom",
            fontsize=7,
        )
    axes[0].set(xlabel="ε", ylabel="G(ε)", xlim=(0, end), ylim=(0, None), title="Transforms")
    steps = gdp_staircase
    mechanism = steps["mechanism"].iloc[0]
    look = EXAMPLES[mechanism]
    edges = [*steps["epsilon_from"], steps["epsilon_to"].iloc[-1]]
    for side, color in (("upper", "0.1"), ("lower", "0.6")):
        style = {"color": color, "linewidth": 0.9, "zorder": 3, "label": f"{side} staircase"}
        handles.append(axes[1].stairs(steps[side], edges, baseline=None, **style))
    rows = gdp_transform[gdp_transform["mechanism"] == mechanism]
    axes[1].plot(rows["epsilon"], rows["mu"], color=look.color, zorder=4)
    axes[1].set(xlabel="ε", ylabel="G(ε)", xlim=(0, edges[-1]), ylim=(0, None))
    axes[1].set_title(f"{look.label}, {len(steps)} cells")
    return finished(figure, handles, 3)


def caption(gdp_transform, gdp_staircase, gdp_head):
    """Return what the panels show, with the numbers of this run."""
    head, steps = gdp_head.iloc[0], gdp_staircase
    gdp = np.isfinite(gdp_head["tail_limit"])
    names = [f"{row['mechanism']} ({row['upper']:.3f})" for _, row in gdp_head[gdp].iterrows()]
    others = ", ".join(gdp_head["mechanism"][~gdp])
    gap = steps["upper"].max() - steps["lower"].max()
    return caption_of(
        "The Gaussian differential privacy transform",
        f"GDP, with the least mu: {', '.join(names)}; not GDP: {others or 'none'}.",
        f"(a) G, whose supremum is the least mu, to {head['tolerance']:g} on [0,"
        f" {head['epsilon_h']:g}] (Figure 2 of Liu et al.); the dotted curve is our reading of"
        " Theorem 4.4: clipped output and Laplace noise. (b) The staircases of Theorem 4.3 for"
        f" {steps['mechanism'].iloc[0]}, {len(steps)} cells, {gap:.4f} apart. The parameters are"
        " our choice. Table: gdp_head.csv.",
    )
