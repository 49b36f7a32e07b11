"""The composition of k releases of 0.2-DP by measuring and by the central limit theorem."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.curves import each_value
from gaussmech.paper.figures.looks import Look
from gaussmech.paper.figures.style import finished, panels

LOOKS = {
    "exact": Look("exact", "0.1"),
    "measured": Look("measured (largest G)", "#0072B2", line="--"),
    "limit": Look("central limit theorem", "#D55E00", line="-."),
}


def _shortfall(rows):
    """By how many percent the exact delta exceeds that of the limit theorem."""
    return 100 * (rows["exact"] / rows["limit"] - 1)


def draw(gdp_central_limit):
    """Draw (a) profiles of 50 releases, (b) the exact delta over that of the limit theorem."""
    figure, ((left, right),) = panels(1, 2, 3.1)
    k, rows = _middle(gdp_central_limit)
    for name, look in LOOKS.items():
        left.plot(rows["epsilon"], rows[name], **look.plain_style())
    title = f"{k} releases of 0.2-DP"
    left.set(xlabel="ε", ylabel="δ", yscale="log", xlim=(0, None), ylim=(1e-4, 1), title=title)
    for k, rows, look in each_value(gdp_central_limit, "k"):
        right.plot(rows["epsilon"] / rows["mu_limit"], _shortfall(rows), label=f"k = {k}", **look)
    right.axhspan(0, 3.0, color="#D55E00", alpha=0.12, linewidth=0)
    right.text(0.98, 0.97, "limit: no guarantee", ha="right", va="top", transform=right.transAxes)
    right.set(xlabel="ε / μ", ylabel="exact over limit δ, %", xlim=(0, 3), ylim=(-3.0, 3.0))
    right.set_title("What the limit theorem leaves out")
    return finished(figure, columns=3)


def _middle(table):
    """Return the middle k and its rows."""
    folds = sorted(table["k"].unique())
    k = folds[len(folds) // 2]
    return k, table[table["k"] == k]


def caption(gdp_central_limit):
    most = _shortfall(gdp_central_limit).groupby(gdp_central_limit["k"]).max().items()
    facts = (f"{x:.2g} % for k = {k}" if x > 0 else f"never for k = {k}" for k, x in most)
    middle, rows = _middle(gdp_central_limit)
    mus = rows.iloc[0]
    return caption_of(
        "Composition by measuring and by the central limit theorem",
        f"The exact delta exceeds the limit theorem's, by up to {', '.join(facts)}.",
        f"(a) For k = {middle} measuring gives mu = {mus['mu_measured']:.4f}, a guarantee, and the"
        f" limit theorem (Dong, Roth & Su) {mus['mu_limit']:.4f}. (b) Above 0 the exact delta is"
        " larger than that of the limit. Table: gdp_central_limit.csv.",
    )
