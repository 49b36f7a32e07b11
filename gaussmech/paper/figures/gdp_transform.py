"""The transform G of three mechanisms, and its staircases."""

import numpy as np

from gaussmech.paper.figures.captions import caption_of, listed, two_digits
from gaussmech.paper.figures.curves import label_transforms, note
from gaussmech.paper.figures.method_styles import EXAMPLES
from gaussmech.paper.figures.style import finished, panels

# A mechanism may be GDP with a mu of which doubles have no bound.
UNBOUNDED = "a number beyond doubles"


def draw(gdp_transform, gdp_staircase, gdp_head):
    """Draw (a) G of each mechanism, (b) Theorem 4.3 on a coarse grid.

    Parameters
    ----------
    gdp_transform, gdp_staircase, gdp_head : DataFrame
        The tables of the same names.
    """
    figure, ((left, right),) = panels(1, 2, 3.2)
    curves = dict(list(gdp_transform.groupby("mechanism")))
    for mechanism, look in EXAMPLES.items():
        rows = curves[mechanism]
        left.plot(rows["epsilon"], rows["mu"], **look.line_style())
    end = gdp_transform["epsilon"].max()
    _limits(left, gdp_head.set_index("mechanism")["tail_limit"], end)
    label_transforms(left, end)
    mechanism = gdp_staircase["mechanism"].iloc[0]
    _staircases(right, gdp_staircase, curves[mechanism], EXAMPLES[mechanism].color)
    title = f"{mechanism}, {len(gdp_staircase)} cells"
    label_transforms(right, gdp_staircase["epsilon_to"].iloc[-1], title)
    return finished(figure, columns=2)


def _limits(axes, limits, end):
    """Draw the positive limits of G, each with its value, beyond the panel's middle."""
    for mechanism, limit in limits[np.isfinite(limits) & (limits > 0)].items():
        axes.hlines(
            limit,
            0,
            end,
            color="0.2",
            linestyle=(0, (4, 3)),
            linewidth=1,
            zorder=5,
        )
        text = f"limit of {mechanism}: {limit:.3g}"
        note(axes, text, (end, limit), (0, 3), ha="right", va="bottom")


def _staircases(axes, steps, rows, color):
    """Draw the transform of one mechanism between its two staircases."""
    edges = [*steps["epsilon_from"], steps["epsilon_to"].iloc[-1]]
    for side, shade in (("upper", "0.1"), ("lower", "0.5")):
        label = f"{side} staircase"
        style = {"color": shade, "linewidth": 0.9, "zorder": 3, "label": label}
        axes.stairs(steps[side], edges, baseline=None, **style)
    axes.plot(rows["epsilon"], rows["mu"], color=color, zorder=4)


def caption(gdp_transform, gdp_staircase, gdp_head):
    """Return the caption, with the least mu of each mechanism that is GDP.

    Parameters
    ----------
    gdp_transform, gdp_staircase, gdp_head : DataFrame
        The tables of the same names.
    """
    head = gdp_head.iloc[0]
    steps = gdp_staircase
    gap = steps["upper"].max() - steps["lower"].max()
    apart = f", {two_digits(gap)} apart" if np.isfinite(gap) else ""
    return caption_of(
        "The Gaussian differential privacy transform",
        _takeaway(gdp_head),
        f"(a) G, whose supremum is the least mu, to {head['tolerance']:g} on [0,"
        f" {head['epsilon_h']:g}] (Figure 2 of Liu et al.); ICEA: invisibility cloak encoder"
        " algorithm; dotted: our reading of Theorem 4.4, clipped output and Laplace noise. (b) The"
        f" staircases of Theorem 4.3 for {steps['mechanism'].iloc[0]}, {len(steps)} cells{apart}."
        " The parameters are our choice. Table: gdp_head.csv.",
    )


def _takeaway(gdp_head):
    """Return the least mu of each mechanism that is GDP, and which mechanisms are not."""
    is_gdp = np.isfinite(gdp_head["tail_limit"])
    parts = []
    for row in gdp_head[is_gdp].itertuples():
        mu = f"{row.upper:.2f}" if np.isfinite(row.upper) else UNBOUNDED
        parts.append(f"{mu} for {row.mechanism}")
    sentences = []
    if parts:
        sentences.append(f"The least mu of GDP is {listed(parts)}")
    others = list(gdp_head["mechanism"][~is_gdp])
    if others:
        sentences.append(
            f"{listed(others)} {'is' if len(others) == 1 else 'are'} not GDP"
        )
    return "; ".join(sentences) + "."
