"""Composition by the lecture notes' theorems and exactly; the privacy loss itself."""

import numpy as np

from gaussmech.figures.captions import caption_of, farthest
from gaussmech.figures.style import finished, number, panels

# Colour, line and legend of each way to count.
LOOKS = {
    "basic": ("0.35", ":", "basic composition"),
    "advanced": ("#D55E00", "--", "advanced composition"),
    "exact": ("#0072B2", "-", "exact (Gaussian DP)"),
}


def draw(composition_lecture, privacy_loss, privacy_loss_summary):
    """Draw (a) epsilon of k releases, (b) sigma for k releases, (c) the privacy loss."""
    figure, axes = panels(1, 3, 2.9)
    axes = axes[0]
    handles = {}
    for panel, (question, rows) in zip(axes, composition_lecture.groupby("question"), strict=False):
        for method, shown in rows.groupby("method", sort=False):
            color, line, label = LOOKS[method]
            size = shown["sensitivity"] if question == "sigma" else 1
            style = {"color": color, "linestyle": line, "label": label}
            (handles[method],) = panel.plot(shown["k"], shown[question] / size, **style)
        panel.set(xscale="log", yscale="log", xlabel="k releases")
        delta = number(rows["delta"].iloc[0])
        if question == "epsilon":
            panel.set(ylabel=f"ε of all k, at δ = {delta}")
            panel.set_title(f"Cost at σ = {rows['sigma'].iloc[0]:.3g} Δ each")
        else:
            budget = number(rows[rows["method"] == "exact"]["epsilon"].iloc[0])
            panel.set(ylabel="σ / Δ of each release")
            panel.set_title(f"Noise for ({budget}, {delta})-DP")
    panel = axes[2]
    epsilon, eta = privacy_loss["epsilon"].iloc[0], privacy_loss["eta"].iloc[0]
    delta = privacy_loss_summary["delta"].iloc[0]
    width = privacy_loss["right"] - privacy_loss["left"]
    middle = privacy_loss["left"] + width / 2
    handles["draws"] = panel.bar(
        middle, privacy_loss["density"], width, color="#56B4E9", label="simulated privacy loss"
    )
    (handles["normal"],) = panel.plot(
        middle, privacy_loss["normal"], color="0.1", linewidth=1, label=f"N(η, 2η), η = {eta:.3g}"
    )
    panel.axvline(epsilon, color="0.1", linestyle=":", linewidth=1)
    top = 1.12 * max(privacy_loss["density"].max(), privacy_loss["normal"].max())
    panel.text(epsilon, top, " ε", ha="left", va="top")
    beyond = middle > epsilon
    handles["tail"] = panel.bar(
        middle[beyond],
        privacy_loss["density"][beyond],
        width[beyond],
        color="#D55E00",
        label="loss above ε",
    )
    panel.set(xlabel="log p(y) / p′(y)", ylabel="density", ylim=(0, top))
    panel.set_title(f"Loss at ({number(epsilon)}, {number(delta)})-DP")
    return finished(figure, handles.values(), 3)


def caption(composition_lecture, privacy_loss, privacy_loss_summary):
    """Return what the panels show, with the numbers of this run."""
    table = composition_lecture
    last = table[(table["k"] == table["k"].max()) & (table["question"] == "epsilon")]
    loss = privacy_loss_summary
    off = farthest(loss["simulated"] - loss["exact"], loss["se"])
    return caption_of(
        "Composition of releases, and the privacy loss",
        _charges(last),
        f"(a) epsilon of all k releases. {_crossing(table)} (b) sigma of each for a given"
        f" total budget. (c) Privacy loss of {int(loss['draws'].iloc[0])} simulated releases: at"
        f" most {off} from Lemma 3 of Balle & Wang. The settings are our choice."
        " Tables: composition_lecture.csv, privacy_loss_summary.csv.",
    )


def _charges(last):
    """Return what many releases cost by each rule over what they cost exactly."""
    k, cost = last["k"].iloc[0], last.set_index("method")["epsilon"]
    if not 0 < cost["exact"] < np.inf:
        return f"For k = {k} releases delta alone covers the loss: their exact epsilon is 0."
    ratio = {name: cost[name] / cost["exact"] for name in ("advanced", "basic")}
    times = {
        name: f"{x:.3g} times" if np.isfinite(x) else "more than 1e+300 times"
        for name, x in ratio.items()
    }
    return (
        f"For k = {k} releases advanced composition charges {times['advanced']} the exact epsilon,"
        f" basic {times['basic']}."
    )


def _crossing(table):
    """Return from which k on advanced composition beats basic."""
    rows = table[table["question"] == "epsilon"].pivot(
        index="k", columns="method", values="epsilon"
    )
    below = rows.index[rows["advanced"] < rows["basic"]]
    if not len(below):
        return "Advanced composition never costs less than basic in this range."
    return f"Advanced composition costs less than basic from k = {below.min()} on."
