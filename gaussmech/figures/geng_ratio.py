"""Truncated Laplace noise over optimal Gaussian noise (the poster's comparison)."""

import pandas as pd

from gaussmech.figures.captions import caption_of
from gaussmech.figures.style import DASHES, finished, number, outer_labels, panels, shades


def draw(geng_ratio_epsilon, geng_ratio_delta):
    """Draw, top amplitude, bottom power; left against epsilon, right against delta."""
    figure, axes = panels(2, 2, 5.4, sharey="row", sharex="col")
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
            panel.set(xlabel=x_symbol, ylabel=f"{name}, TLap / aGM")
    outer_labels(axes)
    curves = [line for panel in axes[0] for line in panel.lines if line.get_label()[0] in "εδ"]
    return finished(figure, [*curves, even], 3)


def caption(geng_ratio_epsilon, geng_ratio_delta):
    """Return what the ratios are, with the numbers of this run."""
    table = pd.concat([geng_ratio_epsilon, geng_ratio_delta])
    table = table.drop_duplicates(["epsilon", "delta"], ignore_index=True)
    amplitude, power = (table[f"{name}_ratio"] for name in ("amplitude", "power"))
    more = table[(amplitude > 1) | (power > 1)]
    where = f"; it has more only at delta {_span(more['delta'])}" if len(more) else ""
    return caption_of(
        "Truncated Laplacian against optimal Gaussian noise",
        f"Truncated Laplacian noise is below that of aGM, in amplitude and power, at"
        f" {len(table) - len(more)} of {len(table)} budgets{where}.",
        "Ratio of E|Z|, above, and of E Z^2, below, against epsilon and delta, for one real-valued"
        f" query: {amplitude.min():.3g} to {amplitude.max():.3g} and {power.min():.3g} to"
        f" {power.max():.3g}. The ranges are our choice, as the poster prints none."
        " Tables: geng_ratio_epsilon.csv, geng_ratio_delta.csv.",
    )


def _span(values):
    low, high = f"{values.min():.3g}", f"{values.max():.3g}"
    return low if low == high else f"from {low} to {high}"
