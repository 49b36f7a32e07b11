"""Composition by the lecture notes' theorems and exactly; the privacy loss itself."""

import numpy as np

from gaussmech.paper.figures.captions import caption_of, farthest
from gaussmech.paper.figures.looks import Look
from gaussmech.paper.figures.style import finished, number, panels

LOOKS = {
    "basic": Look("basic composition", "0.35", line=":"),
    "advanced": Look("advanced composition", "#D55E00", line="--"),
    "exact": Look("exact (Gaussian DP)", "#0072B2"),
}


def draw(composition_lecture, privacy_loss, privacy_loss_summary):
    """Draw (a) epsilon of k releases, (b) sigma for k releases, (c) the privacy loss."""
    figure, ((*both, loss),) = panels(1, 3, 2.9)
    handles = {}
    for panel, (question, rows) in zip(both, composition_lecture.groupby("question"), strict=False):
        for method, shown in rows.groupby("method", sort=False):
            size = shown["sensitivity"] if question == "sigma" else 1
            look = LOOKS[method].plain_style()
            (handles[method],) = panel.plot(shown["k"], shown[question] / size, **look)
        delta, one = number(rows["delta"].iloc[0]), rows["sigma"].iloc[0]
        budget = number(rows[rows["method"] == "exact"]["epsilon"].iloc[0])
        title, label = f"Cost at σ = {one:.3g} Δ each", f"ε of all k, at δ = {delta}"
        if question == "sigma":
            title, label = f"Noise for ({budget}, {delta})-DP", "σ / Δ of each release"
        panel.set(xscale="log", yscale="log", xlabel="k releases", ylabel=label, title=title)
    drawn = _loss(loss, privacy_loss, privacy_loss_summary)
    return finished(figure, [*handles.values(), *drawn], columns=3)


def _loss(axes, table, summary):
    """Draw the histogram of the loss beside its law; return bars, curve and tail."""
    epsilon, eta, delta = table["epsilon"].iloc[0], table["eta"].iloc[0], summary["delta"].iloc[0]
    width = table["right"] - table["left"]
    middle = table["left"] + width / 2
    look = {"color": "#56B4E9", "label": "simulated privacy loss"}
    bars = axes.bar(middle, table["density"], width, **look)
    look = {"color": "0.1", "linewidth": 1, "label": f"N(η, 2η), η = {eta:.3g}"}
    (normal,) = axes.plot(middle, table["normal"], **look)
    axes.axvline(epsilon, color="0.1", linestyle=":", linewidth=1)
    top = 1.12 * max(table["density"].max(), table["normal"].max())
    axes.text(epsilon, top, " ε", ha="left", va="top")
    rows, look = middle > epsilon, {"color": "#D55E00", "label": "loss above ε"}
    tail = axes.bar(middle[rows], table["density"][rows], width[rows], **look)
    axes.set(xlabel="log p(y) / p′(y)", ylabel="density", ylim=(0, top))
    axes.set_title(f"Loss at ({number(epsilon)}, {number(delta)})-DP")
    return bars, normal, tail


def caption(composition_lecture, privacy_loss, privacy_loss_summary):
    costs = composition_lecture[composition_lecture["question"] == "epsilon"]
    costs = costs.pivot(index="k", columns="method", values="epsilon")
    loss = privacy_loss_summary
    off = farthest(loss["simulated"] - loss["exact"], loss["se"])
    return caption_of(
        "Composition of releases, and the privacy loss",
        _charges(costs.index[-1], costs.iloc[-1]),
        f"(a) epsilon of all k releases. {_crossing(costs)} (b) sigma of each for a given"
        f" total budget. (c) Privacy loss of {int(loss['draws'].iloc[0])} simulated releases: at"
        f" most {off} from Lemma 3 of Balle & Wang. The settings are our choice."
        " Tables: composition_lecture.csv, privacy_loss_summary.csv.",
    )


def _charges(k, cost):
    """Return what k releases cost by each rule over what they cost exactly."""
    if not 0 < cost["exact"] < np.inf:
        return f"For k = {k} releases delta alone covers the loss: their exact epsilon is 0."
    ratio = cost / cost["exact"]
    times = ratio.map(lambda x: f"{x:.3g} times" if np.isfinite(x) else "more than 1e+300 times")
    return (
        f"For k = {k} releases advanced composition charges {times['advanced']} the exact epsilon,"
        f" basic {times['basic']}."
    )


def _crossing(costs):
    """Return from which k on advanced composition beats basic."""
    below = costs.index[costs["advanced"] < costs["basic"]]
    if not len(below):
        return "Advanced composition never costs less than basic in this range."
    return f"Advanced composition costs less than basic from k = {below.min()} on."
