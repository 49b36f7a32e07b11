"""RMSE of the forest estimator against the number of its trees."""

from gaussmech.figures.captions import data_and_guarantee, paragraph
from gaussmech.figures.style import DASHES, FULL_WIDTH, label_source, number, plt, shades


def draw(forest_size, provenance):
    """Draw a curve per hour, as a ratio to the largest forest."""
    figure, axes = plt.subplots(figsize=(FULL_WIDTH, 2.8))
    hours = sorted(forest_size["hour"].unique())
    for k, (hour, color) in enumerate(zip(hours, shades(len(hours)), strict=True)):
        rows = forest_size[forest_size["hour"] == hour].sort_values("trees")
        look = {"color": color, "linestyle": DASHES[k % len(DASHES)]}
        label = f"{hour}:00 to {hour + 1}:00"
        axes.errorbar(
            rows["trees"],
            rows["ratio_mean"],
            2 * rows["ratio_se"],
            marker="o",
            capsize=2,
            label=label,
            **look,
        )
    largest = forest_size["trees"].max()
    axes.axhline(1, color="0.4", linewidth=0.6)
    axes.set(
        xscale="log",
        xlabel="trees in the forest",
        ylabel=f"RMSE / RMSE with {largest} trees",
        xticks=sorted(forest_size["trees"].unique()),
    )
    axes.xaxis.set_major_formatter("{x:g}")
    axes.minorticks_off()
    axes.legend()
    epsilon, repetitions = forest_size["epsilon"].iloc[0], forest_size["repetitions"].iloc[0]
    settings = f"ε = {number(epsilon)}, {repetitions} noise draws"
    label_source(figure, provenance, hours, settings)
    return figure


def caption(forest_size, provenance):
    """Return what the figure shows, with the numbers of this run."""
    hours = sorted(forest_size["hour"].unique())
    found = []
    for hour in hours:
        rows = forest_size[forest_size["hour"] == hour].sort_values("trees")
        steps = ", ".join(f"{r.rmse_mean:.2f} ({r.trees})" for r in rows.itertuples())
        found.append(f"at {hour}:00 {steps}")
    return paragraph(
        f"RMSE of the forest estimator by number of trees: {'; '.join(found)}. Bars of two"
        " standard errors of the ratio, draw by draw.",
        data_and_guarantee(provenance, hours),
    )
