"""The transform G of three mechanisms, and its staircases."""

import numpy as np

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.looks import EXAMPLES
from gaussmech.paper.figures.style import finished, panels

UNBOUNDED = "not checkable: no bound of mu in doubles"


def draw(gdp_transform, gdp_staircase, gdp_head):
    """Draw (a) G of each mechanism, (b) Theorem 4.3 on a coarse grid."""
    figure, ((left, right),) = panels(1, 2, 3.2)
    curves = dict(list(gdp_transform.groupby("mechanism")))
    for mechanism, look in EXAMPLES.items():
        rows = curves[mechanism]
        left.plot(rows["epsilon"], rows["mu"], **look.line_style())
    end = gdp_transform["epsilon"].max()
    limits = gdp_head.set_index("mechanism")["tail_limit"]
    for mechanism, limit in limits[np.isfinite(limits) & (limits > 0)].items():
        left.axhline(limit, color="0.4", linestyle=":", linewidth=0.9, zorder=1)
        text = f"limit of {EXAMPLES[mechanism].label}: {limit:.3g}"
        left.text(end, limit, text, ha="right", va="bottom", fontsize=7)
    left.set(xlabel="ε", ylabel="G(ε)", xlim=(0, end), ylim=(0, None), title="Transforms")
    steps, mechanism = gdp_staircase, gdp_staircase["mechanism"].iloc[0]
    edges = [*steps["epsilon_from"], steps["epsilon_to"].iloc[-1]]
    for side, color in (("upper", "0.1"), ("lower", "0.6")):
        style = {"color": color, "linewidth": 0.9, "zorder": 3, "label": f"{side} staircase"}
        right.stairs(steps[side], edges, baseline=None, **style)
    rows, look = curves[mechanism], EXAMPLES[mechanism]
    right.plot(rows["epsilon"], rows["mu"], color=look.color, zorder=4)
    right.set(xlabel="ε", ylabel="G(ε)", xlim=(0, edges[-1]), ylim=(0, None))
    right.set_title(f"{look.label}, {len(steps)} cells")
    return finished(figure, columns=3)


def caption(gdp_transform, gdp_staircase, gdp_head):
    head, steps = gdp_head.iloc[0], gdp_staircase
    gdp = np.isfinite(gdp_head["tail_limit"])
    names = []
    for row in gdp_head[gdp].itertuples():
        found = f"{row.upper:.3f}" if np.isfinite(row.upper) else UNBOUNDED
        names.append(f"{row.mechanism} ({found})")
    others = ", ".join(gdp_head["mechanism"][~gdp])
    gap = steps["upper"].max() - steps["lower"].max()
    apart = f", {gap:.4f} apart" if np.isfinite(gap) else ""
    return caption_of(
        "The Gaussian differential privacy transform",
        f"GDP, with the least mu: {', '.join(names) or 'none'}; not GDP: {others or 'none'}.",
        f"(a) G, whose supremum is the least mu, to {head['tolerance']:g} on [0,"
        f" {head['epsilon_h']:g}] (Figure 2 of Liu et al.); the dotted curve is our reading of"
        " Theorem 4.4: clipped output and Laplace noise. (b) The staircases of Theorem 4.3 for"
        f" {steps['mechanism'].iloc[0]}, {len(steps)} cells{apart}. The parameters are"
        " our choice. Table: gdp_head.csv.",
    )
