"""Composition of 50 releases of 0.2-DP by each rule, and the paper's Table 1."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.looks import RULES
from gaussmech.paper.figures.style import finished, panels


def draw(gdp_composition, gdp_composition_table):
    """Draw (a) delta against epsilon, (b) epsilon over the optimum, with the printed cells."""
    figure, ((left, right),) = panels(1, 2, 3.3)
    curves, cells = (
        {row: rows.set_index("delta") for row, rows in table.groupby("row")}
        for table in (gdp_composition, gdp_composition_table)
    )
    hollow = {"linestyle": "none", "markerfacecolor": "white"}
    for row, look in RULES.items():
        curve, printed = curves[row]["epsilon"], cells[row]["printed"]
        left.plot(curve, curve.index, **look.plain_style())
        right.plot(curve.index, curve - curves["Optimal"]["epsilon"], **look.plain_style())
        dots = hollow | {"marker": look.marker, "color": look.color, "markersize": 4.5, "zorder": 4}
        left.plot(printed, printed.index, **dots)
        right.plot(printed.index, printed - cells["Optimal"]["epsilon"], **dots)
    right.plot([], [], marker="o", color="0.4", label="printed", **hollow)
    left.set(xlabel="ε", ylabel="δ", yscale="log", title="50 releases of 0.2-DP")
    right.set(xlabel="δ", ylabel="ε above the optimum", xscale="log", title="Cost of each rule")
    low = right.get_ylim()[0]
    if low < 0:
        right.axhspan(low, 0, color="#D55E00", alpha=0.12, linewidth=0)
        right.set_ylim(bottom=low)
        right.text(0.98, 0.02, "impossible", ha="right", va="bottom", transform=right.transAxes)
    return finished(figure, columns=3)


def caption(gdp_composition, gdp_composition_table):
    cells = gdp_composition_table
    words = "{0.row} at delta {0.delta:g} (printed {0.printed:g}, exact {0.epsilon:.4f})"
    wrong = [words.format(cell) for cell in cells[~cells["agrees"]].itertuples()]
    return caption_of(
        "Composition of 50 releases of 0.2-DP",
        f"{int(cells['agrees'].sum())} of the {len(cells)} cells of Table 1 of Liu et al. agree to"
        " the printed digits.",
        f"These differ: {', '.join(wrong)}." if wrong else "",
        "(a) Privacy profile by each rule; (b) epsilon above the exact composition's (Kairouz, Oh &"
        " Viswanath), below which nothing is possible. Hollow: as printed."
        " Table: gdp_composition_table.csv.",
    )
