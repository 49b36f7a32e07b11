"""Stein's unbiased risk against the true error of trend filtering, along lambda."""

from gaussmech.paper.figures.captions import INTERVALS, caption_of, farthest, hour_label, source
from gaussmech.paper.figures.curves import band
from gaussmech.paper.figures.looks import Look
from gaussmech.paper.figures.style import finished, headline, labelled, number, outer_labels, panels

LOOKS = {
    "error": Look("true mean squared error", "#000000", "o"),
    "sure": Look("SURE, from the release alone", "#D55E00", line="--"),
}


def draw(sure_path, provenance):
    """Draw a panel per hour: both curves, and where each is least."""
    hours = sorted(sure_path["hour"].unique())
    figure, axes = panels(1, len(hours), 2.9, sharey=True)
    for hour, panel in zip(hours, axes.flat, strict=True):
        for quantity, look in LOOKS.items():
            rows = _rows(sure_path, hour, quantity)
            panel.plot(rows["lambda_ratio"], rows["mean"], **look.line_style())
            band(panel, rows, "lambda_ratio", "mean", "se", look.color, alpha=0.2)
            style = {"color": look.color, "linestyle": ":", "linewidth": 0.8, "label": "least"}
            panel.axvline(_least(rows), **style)
        panel.set(xscale="log", yscale="log", xlabel="λ / σ", ylabel="mean squared error")
        panel.set_title(hour_label(hour, provenance).replace(", each", ",\neach"))
    outer_labels(axes)
    finished(figure, labelled(axes.flat, last="least"), columns=3)
    row = sure_path.iloc[0]
    headline(figure, f"ε = {number(row['epsilon'])}, {row['repetitions']} noise draws", provenance)
    return figure


def caption(sure_path, provenance):
    hours = sorted(sure_path["hour"].unique())
    loss = []
    for hour in hours:
        error = _rows(sure_path, hour, "error").set_index("lambda_ratio")["mean"]
        loss.append(error[_least(_rows(sure_path, hour, "sure"))] / error.min() - 1)
    dearer = f"at most {100 * max(loss):.3g} %" if max(loss) else "no"
    gap = sure_path[sure_path["quantity"] == "difference"]
    return caption_of(
        "Choosing lambda from the release alone",
        "The lambda at which Stein's unbiased risk estimate (SURE) is least costs"
        f" {dearer} more error than the best one.",
        "Trend filtering along lambda. SURE and the true error differ by at most"
        f" {farthest(gap['mean'], gap['se'])}; dotted: where each is least; {INTERVALS}.",
        "Table: sure_path.csv.",
        source(provenance, hours),
    )


def _rows(table, hour, quantity):
    chosen = (table["hour"] == hour) & (table["quantity"] == quantity)
    return table[chosen].sort_values("lambda_ratio")


def _least(rows):
    return rows.loc[rows["mean"].idxmin(), "lambda_ratio"]
