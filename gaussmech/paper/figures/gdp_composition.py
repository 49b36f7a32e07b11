"""Composition of 50 releases of 0.2-DP by each rule, and the paper's Table 1."""

from gaussmech.paper.figures.captions import caption_of
from gaussmech.paper.figures.method_styles import RULES, WARNING
from gaussmech.paper.figures.style import finished, panels

# Sizes of the markers of printed cells: a larger ring around whatever else is printed there.
RINGS = {"Optimal": 7.5}
DOT_SIZE = 4.5


def draw(gdp_composition, gdp_composition_table):
    """Draw (a) delta against epsilon, (b) epsilon over the optimum, with the printed cells.

    Parameters
    ----------
    gdp_composition, gdp_composition_table : DataFrame
        The tables of the same names.
    """
    figure, ((left, right),) = panels(1, 2, 3.3)
    curves = _by_delta(gdp_composition)
    cells = _by_delta(gdp_composition_table)
    hollow = {"linestyle": "none", "markerfacecolor": "none"}
    for row, look in RULES.items():
        curve = curves[row]["epsilon"]
        printed = cells[row]["printed"]
        left.plot(curve, curve.index, **look.plain_style())
        right.plot(
            curve.index, curve - curves["Optimal"]["epsilon"], **look.plain_style()
        )
        dots = hollow | {"marker": look.marker, "color": look.color, "zorder": 4}
        dots["markersize"] = RINGS.get(row, DOT_SIZE)
        left.plot(printed, printed.index, **dots)
        right.plot(printed.index, printed - cells["Optimal"]["epsilon"], **dots)
    right.plot([], [], marker="o", color="0.4", label="printed", **hollow)
    left.set(xlabel="ε", ylabel="δ", yscale="log", title="50 releases of 0.2-DP")
    right.set(
        xlabel="δ",
        ylabel="ε above the optimum",
        xscale="log",
        title="Cost of each rule",
    )
    low = right.get_ylim()[0]
    if low < 0:
        right.axhspan(low, 0, color=WARNING, alpha=0.12, linewidth=0)
        right.set_ylim(bottom=low)
        right.text(
            0.98,
            0.02,
            "impossible",
            ha="right",
            va="bottom",
            transform=right.transAxes,
        )
    return finished(figure, columns=3)


def _by_delta(table):
    """Return the rows of each rule, by delta."""
    return {row: rows.set_index("delta") for row, rows in table.groupby("row")}


def caption(gdp_composition, gdp_composition_table):
    """Return the caption, with the printed cells that differ.

    Parameters
    ----------
    gdp_composition, gdp_composition_table : DataFrame
        The tables of the same names.
    """
    cells = gdp_composition_table
    words = (
        "{0.row} at delta {0.delta:g} (printed {0.printed:g}, exact {0.epsilon:.4f})"
    )
    wrong = [words.format(cell) for cell in cells[~cells["agrees"]].itertuples()]
    return caption_of(
        "Composition of 50 releases of 0.2-DP",
        f"{int(cells['agrees'].sum())} of the {len(cells)} cells of Table 1 of Liu et al. agree to"
        " the printed digits.",
        f"These differ: {', '.join(wrong)}." if wrong else "",
        "(a) Profiles, without Basic and RDP. (b) Epsilon above the exact one (Kairouz, Oh &"
        " Viswanath), below which nothing is possible. Hollow marks are printed cells."
        " Table: gdp_composition_table.csv.",
    )
