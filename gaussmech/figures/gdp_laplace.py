"""Figure gdp_laplace: epsilon0-DP and the Laplace mechanism as Gaussian differential privacy."""

from gaussmech.figures.captions import caption_of
from gaussmech.figures.style import finished, panels, shades

# Line and legend of each guarantee.
LINES = {"pure": ("--", "all of ε₀-DP (Theorem 5.1)"), "Laplace": ("-", "Laplace mechanism")}


def draw(gdp_laplace, gdp_laplace_mu):
    """Draw (a) transforms, (b) mu against epsilon0."""
    figure, axes = panels(1, 2, 3.1)
    axes = axes[0]
    budgets = sorted(gdp_laplace["epsilon0"].unique())
    colors = dict(zip(budgets, shades(len(budgets)), strict=True))
    of_budgets = []
    for (guarantee, epsilon0), rows in gdp_laplace.groupby(["guarantee", "epsilon0"]):
        line, _ = LINES[guarantee]
        label = f"ε₀ = {epsilon0:g}"
        curve = axes[0].plot(
            rows["epsilon"], rows["mu"], color=colors[epsilon0], linestyle=line, label=label
        )
        if guarantee == "Laplace":
            of_budgets += curve
    axes[0].set(xlabel="ε", ylabel="G(ε)", xlim=(0, None), ylim=(0, None), title="Transforms")
    handles = []
    for guarantee, rows in gdp_laplace_mu.groupby("guarantee"):
        line, label = LINES[guarantee]
        handles += axes[1].plot(
            rows["epsilon0"], rows["mu"], color="0.1", linestyle=line, label=label
        )
    axes[1].set(xlabel="ε₀", ylabel="μ", xscale="log", yscale="log", title="The least μ")
    return finished(figure, [*handles, *of_budgets], 3)


def caption(gdp_laplace, gdp_laplace_mu):
    """Return what the panels show, with the numbers of this run."""
    at_zero = gdp_laplace[gdp_laplace["epsilon"] == 0].pivot(
        index="epsilon0", columns="guarantee", values="mu"
    )
    ends = at_zero.iloc[[0, -1] if len(at_zero) > 1 else [0]]
    facts = [
        f"{row['Laplace']:.4f} against {row['pure']:.4f} at epsilon0 = {epsilon0:g}"
        for epsilon0, row in ends.iterrows()
    ]
    return caption_of(
        "The Laplace mechanism as Gaussian differential privacy",
        f"Laplace noise has a smaller mu than epsilon0-DP alone implies: {', '.join(facts)}.",
        "(a) Transforms of epsilon0-DP (dashed) and of the Laplace mechanism, 0 from"
        " epsilon0 on. (b) The least mu: -2 Phi^-1(1 / (1 + e^epsilon0)) for epsilon0-DP (Theorem"
        " 5.1 of Liu et al.), 2 sqrt(2) erfinv(1 - e^(-epsilon0/2)) for Laplace. The epsilon0 are"
        " our choice. Table: gdp_laplace_mu.csv.",
    )
