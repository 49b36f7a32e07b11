"""Privacy profiles of three mechanisms, and of Gaussian ones."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.looks import EXAMPLES
from gaussmech.paper.figures.style import finished, panels

HEAD = 4.0
LEAST_DELTA = 1e-8


def draw(gdp_profiles):
    """Draw (a) profiles near the origin, naive and refined; (b) against GDP, logarithmic."""
    figure, ((left, right),) = panels(1, 2, 3.2)
    for mechanism, look in EXAMPLES.items():
        table = gdp_profiles[gdp_profiles["mechanism"] == mechanism]
        for version, rows in table.groupby("version"):
            label = look.label if version == "exact" else f"{look.label}, {version}"
            style = {"color": look.color, "label": label}
            style["linestyle"] = "--" if version == "naive" else "-"
            head = rows[rows["epsilon"] <= HEAD]
            left.plot(head["epsilon"], head["delta"], **style)
            if version != "naive":
                # Where delta is 0 the curve leaves the panel at its foot.
                seen = rows["delta"].clip(lower=LEAST_DELTA / 100)
                right.plot(rows["epsilon"], seen, zorder=3, **style)
    gaussian = gdp_profiles[gdp_profiles["mechanism"].str.endswith("-GDP")]
    for name, rows in gaussian.groupby("mechanism", sort=False):
        right.plot(rows["epsilon"], rows["delta"], color="0.55", linewidth=0.9, label="μ-GDP")
        # Named where it leaves the panel, below or at the right.
        place = rows[rows["delta"] >= 3 * LEAST_DELTA][["epsilon", "delta"]].iloc[-1]
        right.text(*place, f" {name}", ha="right", va="top", fontsize=7)
    left.set(xlabel="ε", ylabel="δ", xlim=(0, HEAD), ylim=(0, 1.02), title="The head")
    end = gdp_profiles["epsilon"].max()
    right.set(xlabel="ε", ylabel="δ", yscale="log", xlim=(0, end), ylim=(LEAST_DELTA, 1.5))
    right.set_title("Against GDP")
    return finished(figure, columns=3)


def caption(gdp_profiles):
    at_zero = gdp_profiles[gdp_profiles["epsilon"] == 0]
    delta = at_zero.pivot(index="mechanism", columns="version", values="delta")
    both = delta[["naive", "refined"]].dropna().itertuples()
    facts = [f"{name} from {naive:.3g} to {refined:.3g}" for name, naive, refined in both]
    return caption_of(
        "Privacy profiles of three mechanisms",
        f"Refining a profile by Theorem 2.1 lowers delta at epsilon 0: {', '.join(facts)}.",
        "(a) Profiles near the origin (Figure 1 of Liu et al.); (b) the best of each against those"
        " of mu-GDP: a mechanism is mu-GDP if its curve is nowhere above. The parameters, our"
        " choice, are in the table. Table: gdp_profiles.csv.",
    )
