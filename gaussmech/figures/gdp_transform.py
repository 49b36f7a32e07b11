"""Figure gdp_transform: the transform G of three mechanisms, and its staircases."""

import numpy as np

from gaussmech.figures.captions import paragraph
from gaussmech.figures.style import EXAMPLES, FULL_WIDTH, legend_below, letter, plt


def draw(gdp_transform, gdp_staircase, gdp_head):
    """Draw (a) G of each mechanism, (b) Theorem 4.3 on a coarse grid."""
    figure, axes = plt.subplots(1, 2, figsize=(FULL_WIDTH, 3.2))
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
    rows = gdp_transform[
        (gdp_transform["mechanism"] == mechanism) & (gdp_transform["epsilon"] <= edges[-1])
    ]
    axes[1].plot(rows["epsilon"], rows["mu"], color=look.color, zorder=4)
    axes[1].set(xlabel="ε", ylabel="G(ε)", xlim=(0, edges[-1]), ylim=(0, None))
    axes[1].set_title(f"{look.label}, {len(steps)} cells")
    for k, panel in enumerate(axes):
        letter(panel, k)
    legend_below(figure, handles, 3)
    return figure


def caption(gdp_transform, gdp_staircase, gdp_head):
    """Return what the panels show, with the numbers of this run."""
    facts = []
    for _, row in gdp_head.iterrows():
        gdp = "no tail, so GDP" if row["log_delta_h"] == -np.inf else _tail(row["tail_limit"])
        facts.append(
            f"{row['mechanism']} between {row['lower']:.6f} and {row['upper']:.6f}, reached at"
            f" epsilon {row['epsilon']:.4g} ({gdp})"
        )
    head, steps = gdp_head.iloc[0], gdp_staircase
    gap = (steps["upper"].max() - steps["lower"].max()).item()
    return paragraph(
        "Figure gdp_transform (Figure 2 of Liu et al.). (a) The Gaussian differential privacy"
        f" transform. Certified bounds of its supremum on [0, {head['epsilon_h']:g}], to"
        f" {head['tolerance']:g}: {'; '.join(facts)}.",
        "The dotted curve is ICEA with its output clipped and Laplace noise added (Theorem 4.4,"
        " whose formulas are lost in the text we have: our reading), which makes it GDP.",
        f"(b) The staircases of Theorem 4.3 for {steps['mechanism'].iloc[0]} with {len(steps)}"
        f" cells: maxima {steps['lower'].max():.4f} and {steps['upper'].max():.4f}, {gap:.4f}"
        " apart.",
        "The mechanisms' parameters are our choice, the paper's being lost.",
    )


def _tail(limit):
    if limit == float("inf"):
        return "tail limit infinite: not GDP"
    return f"tail limit {limit:.4g}: GDP"
