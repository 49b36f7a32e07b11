"""Truncated Laplace noise over optimal Gaussian noise (the poster's comparison)."""

import pandas as pd

from gaussmech.figures.captions import paragraph
from gaussmech.figures.style import (
    DASHES,
    FULL_WIDTH,
    legend_below,
    letter,
    number,
    plt,
    shades,
)


def draw(geng_ratio_epsilon, geng_ratio_delta):
    """Draw, top amplitude, bottom power; left against epsilon, right against delta."""
    figure, axes = plt.subplots(2, 2, figsize=(FULL_WIDTH, 5.4), sharey="row", sharex="col")
    sides = (
        (geng_ratio_epsilon, "epsilon", "delta", "ε", "δ", "left"),
        (geng_ratio_delta, "delta", "epsilon", "δ", "ε", "right"),
    )
    for row, name in zip(axes, ("amplitude", "power"), strict=True):
        for panel, (table, x, each, x_symbol, symbol, side) in zip(row, sides, strict=True):
            colors = shades(table[each].nunique())
            for k, (value, rows) in enumerate(table.groupby(each)):
                panel.plot(
                    rows[x],
                    rows[f"{name}_ratio"],
                    color=colors[k],
                    linestyle=DASHES[k % len(DASHES)],
                    label=f"{symbol} = {number(value)} ({side})",
                )
            even = panel.axhline(1, color="0.2", linewidth=0.8, label="as much noise as aGM")
            panel.set(xscale="log", ylim=(0, None))
            panel.set_title(f"Noise {name}")
            if row is axes[1]:
                panel.set_xlabel(x_symbol)
        row[0].set_ylabel(f"{name}, truncated Laplacian / aGM")
    for k, panel in enumerate(axes.flat):
        letter(panel, k)
        panel.minorticks_off()
    curves = [line for panel in axes[0] for line in panel.lines if line.get_label()[0] in "εδ"]
    legend_below(figure, [*curves, even], 3)
    return figure


def caption(geng_ratio_epsilon, geng_ratio_delta):
    """Return what the ratios are, with the numbers of this run."""
    table = pd.concat([geng_ratio_epsilon, geng_ratio_delta])
    table = table.drop_duplicates(["epsilon", "delta"], ignore_index=True)
    return paragraph(
        "Figure geng_ratio. Noise amplitude E|Z| and power E Z^2 of the truncated Laplacian over"
        " those of the optimal (analytic) Gaussian mechanism, against epsilon and delta; below 1"
        " the truncated Laplacian has less noise.",
        *(_range(table, name) for name in ("amplitude", "power")),
        "One real-valued query. The ranges are our choice; the poster's are not printed.",
    )


def _range(table, name):
    column = f"{name}_ratio"
    least, most = (table.loc[i] for i in (table[column].idxmin(), table[column].idxmax()))
    text = (
        f"The ratio of {name} is from {least[column]:.3g} (epsilon {least['epsilon']:.3g}, delta"
        f" {least['delta']:.3g}) to {most[column]:.4g} (epsilon {most['epsilon']:.3g}, delta"
        f" {most['delta']:.3g})"
    )
    above = table[table[column] > 1]
    if above.empty:
        return f"{text}, below 1 at all {len(table)} points."
    return (
        f"{text}, and above 1 at {len(above)} of {len(table)} points, all with delta"
        f" {_span(above['delta'])} and epsilon {_span(above['epsilon'])}."
    )


def _span(values):
    low, high = f"{values.min():.3g}", f"{values.max():.3g}"
    return low if low == high else f"from {low} to {high}"
