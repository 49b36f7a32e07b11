"""Figure gdp_central_limit: k releases of 0.2-DP by measuring and by the central limit theorem."""

from gaussmech.figures.captions import caption_of
from gaussmech.figures.style import DASHES, finished, panels, shades

# Colour and line of each profile.
LOOKS = {"exact": ("0.1", "-"), "measured": ("#0072B2", "--"), "limit": ("#D55E00", "-.")}
LABELS = {"exact": "exact", "measured": "measured (largest G)", "limit": "central limit theorem"}


def _shortfall(rows):
    """Return by how many percent the exact delta exceeds that of the limit theorem."""
    return 100 * (rows["exact"] / rows["limit"] - 1)


def draw(gdp_central_limit):
    """Draw (a) profiles of 50 releases, (b) the exact delta over that of the limit theorem."""
    figure, axes = panels(1, 2, 3.1)
    left, right = axes[0]
    folds = sorted(gdp_central_limit["k"].unique())
    middle = folds[len(folds) // 2]
    rows = gdp_central_limit[gdp_central_limit["k"] == middle]
    handles = []
    for name, (color, line) in LOOKS.items():
        style = {"color": color, "linestyle": line, "label": LABELS[name]}
        handles += left.plot(rows["epsilon"], rows[name], **style)
    title = f"{middle} releases of 0.2-DP"
    left.set(xlabel="ε", ylabel="δ", yscale="log", xlim=(0, None), ylim=(1e-4, 1), title=title)
    for color, dash, k in zip(shades(len(folds)), DASHES, folds, strict=False):
        part = gdp_central_limit[gdp_central_limit["k"] == k]
        style = {"color": color, "linestyle": dash, "label": f"k = {k}"}
        handles += right.plot(part["epsilon"] / part["mu_limit"], _shortfall(part), **style)
    low, high = -3.0, 3.0
    right.axhspan(0, high, color="#D55E00", alpha=0.12, linewidth=0)
    right.text(0.98, 0.97, "limit: no guarantee", ha="right", va="top", transform=right.transAxes)
    right.set(xlabel="ε / μ", ylabel="exact over limit δ, %", xlim=(0, 3), ylim=(low, high))
    right.set_title("What the limit theorem leaves out")
    return finished(figure, handles, 3)


def caption(gdp_central_limit):
    """Return what the panels show, with the numbers of this run."""
    facts = []
    for k, rows in gdp_central_limit.groupby("k"):
        most = _shortfall(rows).max()
        facts.append(f"{most:.2g} % for k = {k}" if most > 0 else f"never for k = {k}")
    middle = sorted(gdp_central_limit["k"].unique())[gdp_central_limit["k"].nunique() // 2]
    mus = gdp_central_limit[gdp_central_limit["k"] == middle].iloc[0]
    return caption_of(
        "Composition by measuring and by the central limit theorem",
        f"The exact delta exceeds the limit theorem's, by up to {', '.join(facts)}.",
        f"(a) For k = {middle} measuring gives mu = {mus['mu_measured']:.4f}, a guarantee, and the"
        f" limit theorem (Dong, Roth & Su) {mus['mu_limit']:.4f}. (b) Above 0 the exact delta is"
        " larger than that of the limit. Table: gdp_central_limit.csv.",
    )
