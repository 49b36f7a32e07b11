"""Figure 6, extended: error against epsilon of methods that see the release alone."""

from gaussmech.figures.captions import data_and_guarantee, paragraph
from gaussmech.figures.fig6 import HOURS, draw_errors
from gaussmech.figures.maps import EXTENDED_NOTE
from gaussmech.figures.style import METHODS


def draw(heatmap_extended, provenance):
    """Draw the MSE of every method against epsilon at 8, 12, 16 and 20 h."""
    return draw_errors(heatmap_extended, provenance)


def caption(heatmap_extended, provenance):
    """Return what the figure shows, with the numbers of this run."""
    shown = sorted(set(HOURS) & set(heatmap_extended["hour"]))
    rows = heatmap_extended[heatmap_extended["hour"].isin(shown)]
    mean = rows.groupby(["epsilon", "method"])["rmse_mean"].mean().unstack()
    found = [
        f"epsilon {epsilon:g}: "
        + ", ".join(
            f"{METHODS[name].label} {value:.4g}" for name, value in row.sort_values().items()
        )
        for epsilon, row in mean.iterrows()
    ]
    return paragraph(
        "Figure 6, extended. Mean squared error of the heat maps against epsilon, by hour;"
        f" {rows['repetitions'].iloc[0]} noise draws per point, bands of two standard errors. RMSE,"
        f" mean of the hours shown: {'; '.join(found)}.",
        EXTENDED_NOTE,
        data_and_guarantee(provenance, shown),
    )
