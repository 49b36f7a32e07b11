"""Truncated Laplacian noise over optimal Gaussian noise (the poster's comparison)."""

import pandas as pd

from gaussmech.paper.figures.captions import caption_of, two_digits
from gaussmech.paper.figures.curves import each_value, note
from gaussmech.paper.figures.panels import SYMBOL
from gaussmech.paper.figures.style import SMALL, finished, number, outer_labels, panels

EVEN = "as much as aGM"


def draw(geng_ratio_epsilon, geng_ratio_delta):
    """Draw the ratios of amplitudes above those of powers, against epsilon (left) and delta (right).

    Parameters
    ----------
    geng_ratio_epsilon, geng_ratio_delta : DataFrame
        The tables of the same names.
    """
    figure, axes = panels(2, 2, 5.4, sharey="row", sharex="col")
    for row, name in zip(axes, ("amplitude", "power"), strict=True):
        _ratios(row[0], geng_ratio_epsilon, name, x="epsilon", each="delta")
        _ratios(row[1], geng_ratio_delta, name, x="delta", each="epsilon")
    # The upper panels have the same curves.
    for panel in axes[1]:
        place = {"loc": "upper left", "bbox_to_anchor": (0, 0.88)}
        panel.legend(fontsize=SMALL, labelspacing=0.25, **place)
    outer_labels(axes)
    return finished(figure)


def _ratios(axes, table, name, x, each):
    """Draw the ratio of amplitudes or powers against one parameter, a curve per other value."""
    for value, rows, look in each_value(table, each):
        label = f"{SYMBOL[each]} = {number(value)}"
        axes.plot(rows[x], rows[f"{name}_ratio"], label=label, **look)
    axes.axhline(1, color="0.2", linewidth=0.8)
    note(axes, EVEN, (0.01, 1), (0, 2), xycoords=("axes fraction", "data"))
    axes.set(
        xscale="log",
        ylim=(0, None),
        title=f"Noise {name}",
        xlabel=SYMBOL[x],
        ylabel=f"{name}, TLap / aGM",
    )


def caption(geng_ratio_epsilon, geng_ratio_delta):
    """Return the caption, with the budgets at which the truncated Laplacian has less noise.

    Parameters
    ----------
    geng_ratio_epsilon, geng_ratio_delta : DataFrame
        The tables of the same names.
    """
    table = pd.concat([geng_ratio_epsilon, geng_ratio_delta])
    table = table.drop_duplicates(["epsilon", "delta"], ignore_index=True)
    amplitude = table["amplitude_ratio"]
    power = table["power_ratio"]
    more = table[(amplitude > 1) | (power > 1)]
    where = (
        f"; on this grid it has more only at delta {_span(more['delta'])}"
        if len(more)
        else ""
    )
    return caption_of(
        "Truncated Laplacian against optimal Gaussian noise",
        "Truncated Laplacian noise (TLap) is below that of aGM, in amplitude and power, at"
        f" {len(table) - len(more)} of {len(table)} budgets{where}.",
        "For one real-valued query: (a, b) E|Z| divided by that of aGM,"
        f" {amplitude.min():.2f} to {amplitude.max():.2f}; (c, d) E Z^2 divided by that of aGM,"
        f" {power.min():.2f} to {power.max():.2f}. The ranges are our choice, as the poster prints"
        " none."
        " Tables: geng_ratio_epsilon.csv, geng_ratio_delta.csv.",
    )


def _span(values):
    """Return the smallest and the largest value, in words."""
    low = two_digits(values.min())
    high = two_digits(values.max())
    return low if low == high else f"from {low} to {high}"
