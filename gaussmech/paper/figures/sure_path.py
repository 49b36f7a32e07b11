"""Stein's unbiased risk against the true error of trend filtering, along lambda."""

from gaussmech.paper.figures.captions import (
    caption_of,
    draws,
    farthest,
    hour_label,
    source,
    two_digits,
)
from gaussmech.paper.figures.curves import band
from gaussmech.paper.figures.looks import WARNING, Look
from gaussmech.paper.figures.selection import rows_of
from gaussmech.paper.figures.style import (
    finished,
    headline,
    labelled,
    number,
    outer_labels,
    panels,
)

LOOKS = {
    "error": Look("true mean squared error", "#000000", "."),
    "sure": Look("SURE, from the release alone", WARNING, line="--"),
}
SMALLEST = "smallest value"


def draw(sure_path, provenance):
    """Draw a panel per hour: both curves, and where each is smallest.

    Parameters
    ----------
    sure_path : DataFrame
        The table of the same name.
    provenance : dict
        What the maps are made from.
    """
    hours = sorted(sure_path["hour"].unique())
    figure, axes = panels(1, len(hours), 2.9, sharey=True)
    for hour, panel in zip(hours, axes.flat, strict=True):
        for quantity, look in LOOKS.items():
            rows = _rows(sure_path, hour, quantity)
            panel.plot(rows["lambda_ratio"], rows["mean"], **look.line_style())
            band(panel, rows, "lambda_ratio", "mean", "se", color=look.color, alpha=0.2)
            smallest = rows.loc[[rows["mean"].idxmin()]]
            panel.plot(
                smallest["lambda_ratio"],
                smallest["mean"],
                color=look.color,
                marker="o",
                markersize=7,
                markerfacecolor="none",
                linestyle="none",
            )
        panel.set(
            xscale="log",
            yscale="log",
            xlabel="λ / σ",
            ylabel="mean squared error",
        )
        panel.set_title(hour_label(hour, provenance).replace(", each", ",\neach"))
    ring = {
        "color": "0.3",
        "marker": "o",
        "markersize": 7,
        "markerfacecolor": "none",
    }
    axes.flat[0].plot([], [], linestyle="none", label=SMALLEST, **ring)
    outer_labels(axes)
    finished(figure, labelled(axes.flat, last=SMALLEST), columns=3)
    epsilon = number(sure_path["epsilon"].iloc[0])
    settings = f"ε = {epsilon}, {draws(sure_path)} noise draws, the same for all λ"
    headline(figure, settings, provenance)
    return figure


def caption(sure_path, provenance):
    """Return the caption, with what the choice by SURE costs.

    Parameters
    ----------
    sure_path : DataFrame
        The table of the same name.
    provenance : dict
        What the maps are made from.
    """
    hours = sorted(sure_path["hour"].unique())
    losses = []
    for hour in hours:
        error = _rows(sure_path, hour, "error").set_index("lambda_ratio")["mean"]
        sure = _rows(sure_path, hour, "sure").set_index("lambda_ratio")["mean"]
        losses.append(error[sure.idxmin()] / error.min() - 1)
    dearer = f"at most {two_digits(100 * max(losses))} %" if max(losses) else "no"
    gap = rows_of(sure_path, quantity="difference")
    return caption_of(
        "Choosing lambda from the release alone",
        f"Of {sure_path['lambda_ratio'].nunique()} values of lambda, the one with the smallest"
        f" unbiased risk estimate of Stein (SURE) costs {dearer} more error than the best.",
        "All values of lambda share the draws; SURE is off by at most"
        f" {farthest(gap['mean'], gap['se'])}. Rings mark the smallest values, bands 95 %"
        " intervals.",
        "Table: sure_path.csv.",
        source(provenance, hours),
    )


def _rows(table, hour, quantity):
    """Return the rows of an hour and a quantity along lambda."""
    chosen = (table["hour"] == hour) & (table["quantity"] == quantity)
    return table[chosen].sort_values("lambda_ratio")
