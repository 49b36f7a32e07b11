"""The composition of k releases of 0.2-DP by measuring and by the central limit theorem."""

from gaussmech.paper.figures.captions import caption_of, listed
from gaussmech.paper.figures.curves import each_value, rows_of
from gaussmech.paper.figures.method_styles import WARNING, Look
from gaussmech.paper.figures.style import finished, panels

LOOKS = {
    "exact": Look("exact", "0.1"),
    "measured": Look("measured (largest G)", "#0072B2", line="--"),
    "limit": Look("central limit theorem", WARNING, line="-."),
}
# Panel (b) is linear up to this many percent, and logarithmic beyond; it begins at LOWEST percent.
LINEAR = 1.0
TICKS = [-10, -1, 0, 1, 10]
LOWEST = -20.0


def _shortfall(rows):
    """Return by how many percent the exact delta exceeds that of the limit theorem."""
    return 100 * (rows["exact"] / rows["limit"] - 1)


def draw(gdp_central_limit):
    """Draw (a) profiles of the middle k, (b) the exact delta divided by that of the limit theorem.

    Parameters
    ----------
    gdp_central_limit : DataFrame
        The table of the same name.
    """
    figure, ((left, right),) = panels(1, 2, 3.1)
    k, rows = _middle(gdp_central_limit)
    for name, look in LOOKS.items():
        left.plot(rows["epsilon"], rows[name], **look.plain_style())
    title = f"{k} releases of 0.2-DP"
    left.set(
        xlabel="ε",
        ylabel="δ",
        yscale="log",
        xlim=(0, None),
        ylim=(1e-4, 1),
        title=title,
    )
    left.legend(loc="lower left")
    _errors(right, gdp_central_limit)
    return finished(figure)


def _errors(axes, table):
    """Draw by how much the exact delta is off the limit theorem's, a curve per k."""
    for k, rows, look in each_value(table, "k"):
        axes.plot(
            rows["epsilon"] / rows["mu_limit"],
            _shortfall(rows),
            label=f"k = {k}",
            **look,
        )
    axes.set_yscale("symlog", linthresh=LINEAR)
    axes.set_yticks(TICKS, [f"{tick:g}".replace("-", "−") for tick in TICKS])
    # The largest shortfall is in the panel; below, delta of the limit is larger than needed.
    top = 3 * max(_shortfall(table).max(), LINEAR)
    axes.axhspan(0, top, color=WARNING, alpha=0.12, linewidth=0)
    axes.text(
        0.98,
        0.97,
        "limit: no guarantee",
        ha="right",
        va="top",
        transform=axes.transAxes,
    )
    axes.set(
        xlabel="ε / μ",
        ylabel="exact δ − limit δ, % of the limit",
        xlim=(0, 3),
        ylim=(LOWEST, top),
        title="What the limit theorem leaves out",
    )
    axes.legend(loc="upper right", bbox_to_anchor=(1, 0.92))


def _middle(table):
    """Return the middle k and its rows."""
    folds = sorted(table["k"].unique())
    k = folds[len(folds) // 2]
    return k, rows_of(table, k=k)


def caption(gdp_central_limit):
    """Return the caption, with the largest shortfall of the limit theorem for each k.

    Parameters
    ----------
    gdp_central_limit : DataFrame
        The table of the same name.
    """
    shortfalls = []
    for k, rows in gdp_central_limit.groupby("k"):
        most = _shortfall(rows).max()
        extent = f"by up to {most:.2g} %" if most > 0 else "never"
        shortfalls.append(f"{extent} for k = {k}")
    middle, rows = _middle(gdp_central_limit)
    mus = rows.iloc[0]
    return caption_of(
        "Composition by measuring and by the central limit theorem",
        f"The exact delta exceeds that of the limit theorem {listed(shortfalls)}.",
        f"(a) For k = {middle} measuring gives mu = {mus['mu_measured']:.4f}, a guarantee, and the"
        f" limit theorem (Dong, Roth & Su) {mus['mu_limit']:.4f}. (b) Above 0 the exact delta is"
        " larger than that of the limit, which is no guarantee there. Table:"
        " gdp_central_limit.csv.",
    )
