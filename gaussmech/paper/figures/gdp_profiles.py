"""Privacy profiles of three mechanisms, and of Gaussian ones."""

from gaussmech.paper.figures.captions import caption_of, listed, two_digits
from gaussmech.paper.figures.curves import note, rows_of
from gaussmech.paper.figures.method_styles import EXAMPLES
from gaussmech.paper.figures.style import finished, panels

HEAD = 4.0
LEAST_DELTA = 1e-8
# Panel (b) has a logarithmic epsilon: two of the mechanisms end early, and the third does not.
LEAST_EPSILON = 0.1


def draw(gdp_profiles):
    """Draw (a) profiles near the origin, naive and refined; (b) against GDP, logarithmic.

    Parameters
    ----------
    gdp_profiles : DataFrame
        The table of the same name.
    """
    figure, ((left, right),) = panels(1, 2, 3.2)
    for mechanism, look in EXAMPLES.items():
        table = rows_of(gdp_profiles, mechanism=mechanism)
        for version, rows in table.groupby("version"):
            label = look.label if version == "exact" else f"{look.label}, {version}"
            style = {"color": look.color, "label": label}
            style["linestyle"] = "--" if version == "naive" else "-"
            head = rows[rows["epsilon"] <= HEAD]
            left.plot(head["epsilon"], head["delta"], **style)
            if version != "naive":
                # Where delta is 0 the curve leaves the panel at its foot.
                delta = rows["delta"].clip(lower=LEAST_DELTA / 100)
                right.plot(rows["epsilon"], delta, zorder=3, **style)
    _gaussian(right, gdp_profiles[gdp_profiles["mechanism"].str.endswith("-GDP")])
    left.set(
        xlabel="ε",
        ylabel="δ",
        xlim=(0, HEAD),
        ylim=(0, 1.02),
        title="The head",
    )
    end = gdp_profiles["epsilon"].max()
    right.set(
        xlabel="ε",
        ylabel="δ",
        xscale="log",
        yscale="log",
        xlim=(min(LEAST_EPSILON, end / 10), end),
        ylim=(LEAST_DELTA, 1.5),
        title="Against GDP",
    )
    return finished(figure, columns=2)


def _gaussian(axes, table):
    """Draw the profiles of Gaussian mechanisms, each named where it leaves the panel."""
    for name, rows in table.groupby("mechanism", sort=False):
        axes.plot(
            rows["epsilon"],
            rows["delta"],
            color="0.5",
            linewidth=0.9,
            label="μ-GDP",
        )
        # Below or at the right.
        place = rows[rows["delta"] >= 3 * LEAST_DELTA][["epsilon", "delta"]].iloc[-1]
        note(axes, name, tuple(place), (-2, 0), ha="right", va="top")


def caption(gdp_profiles):
    """Return the caption, with what refining a profile gains at epsilon 0.

    Parameters
    ----------
    gdp_profiles : DataFrame
        The table of the same name.
    """
    at_zero = rows_of(gdp_profiles, epsilon=0)
    delta = at_zero.pivot(index="mechanism", columns="version", values="delta")
    gains = []
    for name, naive, refined in delta[["naive", "refined"]].dropna().itertuples():
        gains.append(f"{name} from {two_digits(naive)} to {two_digits(refined)}")
    return caption_of(
        "Privacy profiles of three mechanisms",
        f"Refining a profile by Theorem 2.1 lowers delta at epsilon 0: {listed(gains)}.",
        "(a) Profiles near the origin (Figure 1 of Liu et al.); (b) the best of each against those"
        " of mu-GDP: a mechanism is mu-GDP if its curve is nowhere above. SGD: stochastic gradient"
        " descent with noise; ICEA: invisibility cloak encoder algorithm. The parameters, our"
        " choice, are in the table. Table: gdp_profiles.csv.",
    )
