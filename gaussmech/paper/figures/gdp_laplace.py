"""Guarantees of epsilon0-DP and the Laplace mechanism as Gaussian differential privacy."""

from gaussmech.paper.figures.captions import caption_of, listed
from gaussmech.paper.figures.curves import each_value, label_transforms, rows_of
from gaussmech.paper.figures.style import finished, labelled, panels

# Line and legend of each guarantee.
LINES = {
    "pure": ("--", "all of ε₀-DP (Theorem 5.1)"),
    "Laplace": ("-", "Laplace mechanism"),
}


def draw(gdp_laplace, gdp_laplace_mu):
    """Draw (a) transforms, (b) mu against epsilon0.

    Parameters
    ----------
    gdp_laplace, gdp_laplace_mu : DataFrame
        The tables of the same names.
    """
    figure, ((left, right),) = panels(1, 2, 3.1)
    for guarantee, part in gdp_laplace.groupby("guarantee"):
        line, _ = LINES[guarantee]
        for epsilon0, rows, look in each_value(part, "epsilon0"):
            label = f"ε₀ = {epsilon0:g}" if guarantee == "Laplace" else ""
            color = look["color"]
            left.plot(
                rows["epsilon"],
                rows["mu"],
                label=label,
                color=color,
                linestyle=line,
            )
    label_transforms(left)
    for guarantee, rows in gdp_laplace_mu.groupby("guarantee"):
        line, label = LINES[guarantee]
        right.plot(
            rows["epsilon0"],
            rows["mu"],
            color="0.1",
            linestyle=line,
            label=label,
        )
    right.set(
        xlabel="ε₀",
        ylabel="μ",
        xscale="log",
        yscale="log",
        title="The least μ",
    )
    return finished(figure, labelled([right, left]), columns=3)


def caption(gdp_laplace, gdp_laplace_mu):
    """Return the caption, with the least mu of both at the ends of epsilon0.

    Parameters
    ----------
    gdp_laplace, gdp_laplace_mu : DataFrame
        The tables of the same names.
    """
    at_zero = rows_of(gdp_laplace, epsilon=0)
    at_zero = at_zero.pivot(index="epsilon0", columns="guarantee", values="mu")
    pairs = [
        f"{row.Laplace:.2f} against {row.pure:.2f} at epsilon0 = {row.Index:g}"
        for row in at_zero.iloc[sorted({0, len(at_zero) - 1})].itertuples()
    ]
    return caption_of(
        "The Laplace mechanism as Gaussian differential privacy",
        f"Laplace noise has a smaller mu than epsilon0-DP alone implies: {listed(pairs)}.",
        "(a) Transforms G of epsilon0-DP (dashed) and of the Laplace mechanism (solid); they are"
        " 0 from epsilon0 on. (b) The least mu: -2 Phi^-1(1 / (1 + e^epsilon0)) for epsilon0-DP"
        " (Theorem 5.1 of Liu et al.), 2 sqrt(2) erfinv(1 - e^(-epsilon0/2)) for Laplace. The"
        " epsilon0 are our choice. Table: gdp_laplace_mu.csv.",
    )
