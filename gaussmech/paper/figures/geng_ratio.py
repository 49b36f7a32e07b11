"""Truncated Laplace noise over optimal Gaussian noise (the poster's comparison)."""

import pandas as pd

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.curves import each_value
from gaussmech.paper.figures.style import finished, labelled, number, outer_labels, panels

EVEN = "as much noise as aGM"


def draw(geng_ratio_epsilon, geng_ratio_delta):
    """Draw, top amplitude, bottom power; left against epsilon, right against delta."""
    figure, axes = panels(2, 2, 5.4, sharey="row", sharex="col")
    sides = (
        (geng_ratio_epsilon, "epsilon", "delta", "ε", "δ", "left"),
        (geng_ratio_delta, "delta", "epsilon", "δ", "ε", "right"),
    )
    for row, name in zip(axes, ("amplitude", "power"), strict=True):
        for panel, (table, x, each, x_symbol, symbol, side) in zip(row, sides, strict=True):
            for value, rows, look in each_value(table, each):
                label = f"{symbol} = {number(value)} ({side})"
                panel.plot(rows[x], rows[f"{name}_ratio"], label=label, **look)
            panel.axhline(1, color="0.2", linewidth=0.8, label=EVEN)
            panel.set(xscale="log", ylim=(0, None), title=f"Noise {name}")
            panel.set(xlabel=x_symbol, ylabel=f"{name}, TLap / aGM")
    outer_labels(axes)
    return finished(figure, labelled(axes[0], last=EVEN), columns=3)


def caption(geng_ratio_epsilon, geng_ratio_delta):
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
