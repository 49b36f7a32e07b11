"""Composition by the lecture notes' theorems and exactly; the privacy loss itself."""

import numpy as np

from gaussmech.paper.figures.captions import caption_of, farthest, two_digits
from gaussmech.paper.figures.curves import note, rows_of
from gaussmech.paper.figures.method_styles import COMPOSITION
from gaussmech.paper.figures.style import finished, inner_legend, number, panels

# The privacy loss: its bars, and those above epsilon.
BARS = "#4F97C4"
TAIL = "#0B3C5D"


def draw(composition_lecture, privacy_loss, privacy_loss_summary):
    """Draw (a) epsilon of k releases, (b) sigma for k releases, (c) the privacy loss.

    Parameters
    ----------
    composition_lecture, privacy_loss, privacy_loss_summary : DataFrame
        The tables of the same names.
    """
    figure, ((*both, loss),) = panels(1, 3, 2.9)
    questions = composition_lecture.groupby("question")
    for panel, (question, rows) in zip(both, questions, strict=False):
        _rules(panel, question, rows)
    _loss(loss, privacy_loss, privacy_loss_summary)
    return finished(figure)


def _rules(axes, question, rows):
    """Draw what k releases cost, or the noise that they need, by each rule."""
    size = rows["sensitivity"].iloc[0] if question == "sigma" else 1
    for method, part in rows.groupby("method", sort=False):
        axes.plot(part["k"], part[question] / size, **COMPOSITION[method].plain_style())
    delta = number(rows["delta"].iloc[0])
    sigma = rows["sigma"].iloc[0] / rows["sensitivity"].iloc[0]
    title = f"Cost at σ = {sigma:.3g} Δ each"
    label = f"ε of all k, at δ = {delta}"
    if question == "sigma":
        budget = number(rows_of(rows, method="exact")["epsilon"].iloc[0])
        title = f"Noise for ({budget}, {delta})-DP"
        label = "σ / Δ of each release"
    axes.set(xscale="log", yscale="log", xlabel="k releases", ylabel=label, title=title)
    first = crossing(rows, question)
    if first is not None:
        # Below the legend.
        axes.axvline(first, ymax=0.6, color="0.4", linewidth=0.8, zorder=1)
        place = {"xycoords": ("data", "axes fraction")}
        note(axes, f"k = {first}", (first, 0.03), (3, 0), **place)
    inner_legend(axes, loc="upper left")


def crossing(rows, question):
    """Return from which k on advanced composition is better than basic.

    Parameters
    ----------
    rows : DataFrame
        Rows of one question of the table `composition_lecture`.
    question : str
        "epsilon" or "sigma": which column is compared.

    Returns
    -------
    int or None
        The smallest such k of the table; None if there is none.
    """
    table = rows.pivot(index="k", columns="method", values=question)
    better = table.index[table["advanced"] < table["basic"]]
    return int(better.min()) if len(better) else None


def _loss(axes, table, summary):
    """Draw the histogram of the loss and its distribution."""
    epsilon = table["epsilon"].iloc[0]
    eta = table["eta"].iloc[0]
    delta = summary["delta"].iloc[0]
    width = table["right"] - table["left"]
    middle = table["left"] + width / 2
    axes.bar(middle, table["density"], width, color=BARS, label="simulated")
    above = middle > epsilon
    tail = middle[above], table["density"][above], width[above]
    axes.bar(*tail, color=TAIL, label="above ε")
    distribution = {"color": "0.1", "linewidth": 1, "label": f"N(η, 2η), η = {eta:.3g}"}
    axes.plot(middle, table["normal"], **distribution)
    # Room for the legend above the histogram.
    highest = max(table["density"].max(), table["normal"].max())
    axes.vlines(epsilon, 0, highest, color="0.1", linestyle=":", linewidth=1)
    axes.text(epsilon, highest, " ε", ha="left", va="top")
    axes.set(
        xlabel="log p(y) / p′(y)",
        ylabel="density",
        ylim=(0, 1.4 * highest),
        title=f"Loss at ({number(epsilon)}, {number(delta)})-DP",
    )
    axes.legend(loc="upper left", labelspacing=0.25)


def caption(composition_lecture, privacy_loss, privacy_loss_summary):
    """Return the caption, with what the most releases cost by each rule.

    Parameters
    ----------
    composition_lecture, privacy_loss, privacy_loss_summary : DataFrame
        The tables of the same names.
    """
    rows = rows_of(composition_lecture, question="epsilon")
    costs = rows.pivot(index="k", columns="method", values="epsilon")
    summary = privacy_loss_summary
    off = farthest(summary["simulated"] - summary["exact"], summary["se"])
    return caption_of(
        "Composition of releases, and the privacy loss",
        _charges(costs.index[-1], costs.iloc[-1]),
        f"(a) epsilon of all k releases. {_crossing(rows)} (b) sigma of each for one"
        " total budget. A grey line marks the k from which on advanced is better. (c) Loss of"
        f" {int(summary['draws'].iloc[0]):,} simulated releases:"
        f" at most {off} from Lemma 3 of Balle & Wang. The settings are our choice."
        " Tables: composition_lecture.csv, privacy_loss_summary.csv.",
    )


def _charges(k, cost):
    """Return what k releases cost by each rule over what they cost exactly."""
    if not 0 < cost["exact"] < np.inf:
        return f"For k = {k:,} releases delta alone covers the loss: their exact epsilon is 0."
    times = {}
    for name, ratio in (cost / cost["exact"]).items():
        times[name] = "more than 1e+300 times"
        if np.isfinite(ratio):
            times[name] = f"{two_digits(ratio)} times"
    return (
        f"For k = {k:,} releases advanced composition charges {times['advanced']} the exact"
        f" epsilon, basic {times['basic']}."
    )


def _crossing(rows):
    """Return from which k on advanced composition beats basic, in words."""
    first = crossing(rows, "epsilon")
    if first is None:
        return "Advanced composition never costs less than basic in this range."
    return f"Advanced composition costs less than basic from k = {first} on."
