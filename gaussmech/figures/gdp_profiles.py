"""Figure gdp_profiles: privacy profiles of three mechanisms, and of Gaussian ones."""

from gaussmech.figures.captions import paragraph
from gaussmech.figures.style import EXAMPLES, FULL_WIDTH, legend_below, letter, plt

HEAD = 4.0
LEAST_DELTA = 1e-8


def draw(gdp_profiles):
    """Draw (a) profiles near the origin, naive and refined; (b) against GDP, logarithmic."""
    figure, axes = plt.subplots(1, 2, figsize=(FULL_WIDTH, 3.2))
    handles = []
    for mechanism, look in EXAMPLES.items():
        for version, rows in gdp_profiles[gdp_profiles["mechanism"] == mechanism].groupby(
            "version"
        ):
            naive = version == "naive"
            style = {
                "color": look.color,
                "linestyle": "--" if naive else "-",
                "label": look.label if version == "exact" else f"{look.label}, {version}",
            }
            head = rows[rows["epsilon"] <= HEAD]
            handles += axes[0].plot(head["epsilon"], head["delta"], **style)
            if not naive:
                # Where delta is 0 the curve leaves the panel at its foot.
                seen = rows["delta"].clip(lower=LEAST_DELTA / 100)
                axes[1].plot(rows["epsilon"], seen, zorder=3, **style)
    for mu, rows in _gaussians(gdp_profiles):
        (line,) = axes[1].plot(
            rows["epsilon"], rows["delta"], color="0.55", linewidth=0.9, label="μ-GDP"
        )
        _name(axes[1], rows, f"{mu:g}-GDP")
    axes[0].set(xlabel="ε", ylabel="δ", xlim=(0, HEAD), ylim=(0, 1.02), title="The head")
    end = gdp_profiles["epsilon"].max()
    axes[1].set(xlabel="ε", ylabel="δ", yscale="log", xlim=(0, end), ylim=(LEAST_DELTA, 1.5))
    axes[1].set_title("Against GDP")
    for k, panel in enumerate(axes):
        letter(panel, k)
        panel.minorticks_off()
    legend_below(figure, [*handles, line], 3)
    return figure


def caption(gdp_profiles):
    """Return what the panels show, with the numbers of this run."""
    at_zero = gdp_profiles[gdp_profiles["epsilon"] == 0]
    at_zero = at_zero[at_zero["mechanism"].isin(EXAMPLES)]
    facts = [
        f"{row['mechanism']} {row['version']} {row['delta']:.4g}" for _, row in at_zero.iterrows()
    ]
    parameters = [
        f"{row['mechanism']}: {row['parameters']}"
        for _, row in at_zero.drop_duplicates("mechanism").iterrows()
    ]
    return paragraph(
        "Figure gdp_profiles (Figure 1 of Liu et al.). (a) Privacy profiles near the origin, naive"
        f" and refined by Theorem 2.1. delta at epsilon = 0: {'; '.join(facts)}.",
        "(b) The best profile of each on a logarithmic scale, with those of mu-GDP; where Laplace"
        " ends delta is 0. A mechanism is mu-GDP if its curve is nowhere above that one.",
        f"The mechanisms' parameters are lost in the text we have. Ours, by choice:"
        f" {'; '.join(parameters)}; the ranges are our choice too.",
    )


def _gaussians(table):
    """Return (mu, rows) of the Gaussian mechanisms, ascending."""
    names = [name for name in table["mechanism"].unique() if name.endswith("-GDP")]
    return [(float(name.removesuffix("-GDP")), table[table["mechanism"] == name]) for name in names]


def _name(axes, rows, text):
    """Write the curve's name where it leaves the panel, below or at the right."""
    seen = rows[rows["delta"] >= 3 * LEAST_DELTA]
    last = seen.iloc[-1]
    axes.text(last["epsilon"], last["delta"], f" {text}", ha="right", va="top", fontsize=7)
