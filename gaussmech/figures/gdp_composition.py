"""Figure gdp_composition: 50 releases of 0.2-DP by each rule, and the paper's Table 1."""

from gaussmech.figures.captions import caption_of
from gaussmech.figures.looks import RULES
from gaussmech.figures.style import finished, panels


def draw(gdp_composition, gdp_composition_table):
    """Draw (a) delta against epsilon, (b) epsilon over the optimum, with the printed cells."""
    figure, axes = panels(1, 2, 3.3)
    axes = axes[0]
    optimal = gdp_composition[gdp_composition["row"] == "Optimal"].set_index("delta")["epsilon"]
    handles = []
    for row, look in RULES.items():
        curve = gdp_composition[gdp_composition["row"] == row].set_index("delta")["epsilon"]
        cells = gdp_composition_table[gdp_composition_table["row"] == row].set_index("delta")
        best = gdp_composition_table[gdp_composition_table["row"] == "Optimal"].set_index("delta")
        style = {"color": look.color, "linestyle": look.line, "label": look.label}
        handles += axes[0].plot(curve, curve.index, **style)
        axes[1].plot(curve.index, curve - optimal, **style)
        dots = {"linestyle": "none", "marker": look.marker, "color": look.color, "markersize": 4.5}
        dots |= {"markerfacecolor": "white", "zorder": 4}
        axes[0].plot(cells["printed"], cells.index, **dots)
        axes[1].plot(cells.index, cells["printed"] - best["epsilon"], **dots)
    (printed,) = axes[1].plot([], [], linestyle="none", marker="o", color="0.4", label="printed")
    printed.set_markerfacecolor("white")
    axes[0].set(xlabel="ε", ylabel="δ", yscale="log", title="50 releases of 0.2-DP")
    axes[1].set(xlabel="δ", ylabel="ε above the optimum", xscale="log", title="Cost of each rule")
    low = axes[1].get_ylim()[0]
    if low < 0:
        axes[1].axhspan(low, 0, color="#D55E00", alpha=0.12, linewidth=0)
        axes[1].set_ylim(bottom=low)
        axes[1].text(0.98, 0.02, "impossible", ha="right", va="bottom", transform=axes[1].transAxes)
    return finished(figure, [*handles, printed], 3)


def caption(gdp_composition, gdp_composition_table):
    """Return what the panels show, with the cells of Table 1 that do not agree."""
    cells = gdp_composition_table
    wrong = [
        f"{cell['row']} at delta {cell['delta']:g} (printed {cell['printed']:g}, exact"
        f" {cell['epsilon']:.4f})"
        for _, cell in cells[~cells["agrees"]].iterrows()
    ]
    return caption_of(
        "Composition of 50 releases of 0.2-DP",
        f"{int(cells['agrees'].sum())} of the {len(cells)} cells of Table 1 of Liu et al. agree to"
        " the printed digits.",
        f"These differ: {', '.join(wrong)}." if wrong else "",
        "(a) Privacy profile by each rule; (b) epsilon above the exact composition's (Kairouz, Oh &"
        " Viswanath), below which nothing is possible. Hollow: as printed."
        " Table: gdp_composition_table.csv.",
    )
