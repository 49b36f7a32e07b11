"""Figure gdp_profiles: privacy profiles of three mechanisms, and of Gaussian ones."""

from gaussmech.figures.captions import caption_of
from gaussmech.figures.looks import EXAMPLES
from gaussmech.figures.style import finished, panels

HEAD = 4.0
LEAST_DELTA = 1e-8


def draw(gdp_profiles):
    """Draw (a) profiles near the origin, naive and refined; (b) against GDP, logarithmic."""
    figure, axes = panels(1, 2, 3.2)
    axes = axes[0]
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
    return finished(figure, [*handles, line], 3)


def caption(gdp_profiles):
    """Return what the panels show, with the numbers of this run."""
    at_zero = gdp_profiles[gdp_profiles["epsilon"] == 0]
    at_zero = at_zero[at_zero["mechanism"].isin(EXAMPLES)]
    delta = at_zero.pivot(index="mechanism", columns="version", values="delta")
    facts = [
        f"{name} from {row['naive']:.3g} to {row['refined']:.3g}"
        for name, row in delta.dropna(subset=["naive", "refined"]).iterrows()
    ]
    return caption_of(
        "Privacy profiles of three mechanisms",
        f"Refining a profile by Theorem 2.1 lowers delta at epsilon 0: {', '.join(facts)}.",
        "(a) Profiles near the origin (Figure 1 of Liu et al.); (b) the best of each against those"
        " of mu-GDP: a mechanism is mu-GDP if its curve is nowhere above. The parameters, our"
        " choice, are in the table. Table: gdp_profiles.csv.",
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
