"""Figure 6: error of the heat maps against epsilon, by hour."""

from gaussmech.paper.experiments.summaries import mean_squared_error
from gaussmech.paper.figures import captions, style
from gaussmech.paper.figures.curves import (
    curves,
    mark_outside_theorem,
    rows_of,
    spread,
)
from gaussmech.paper.figures.panels import ratio_to

# The hours of the paper's figure.
HOURS = [8, 12, 16, 20]
# At most so many hours of another day stand side by side.
MOST = 6
# What is this much worse than the zero release leaves the lower panels, which are for denoisers.
WORST = 3.0
# Relative heights of the two rows: the upper one is for the raw releases.
HEIGHTS = (2, 3)


def draw(heatmap, provenance):
    """Draw the MSE of every method hour by hour, and below it that over a yardstick's.

    The hours are the paper's four if the run has them, and otherwise its own.

    Parameters
    ----------
    heatmap : DataFrame
        The table of the same name.
    provenance : dict
        What the maps are made from.
    """
    table, yardstick = with_ratio(heatmap)
    shared = {"sharex": True, "sharey": "row", "height_ratios": HEIGHTS}
    hours = shown_hours(heatmap)
    figure, axes = style.panels(2, len(hours), 5.8, **shared)
    for k, hour in enumerate(hours):
        rows = rows_of(table, hour=hour)
        for panel, y in zip(axes[:, k], ("mse", "ratio"), strict=True):
            panel.set_title(captions.clock(hour))
            panel.set(xscale="log", yscale="log", xlabel="ε")
            if table["epsilon"].nunique() == 1:
                # Around a single epsilon Matplotlib may find no limits.
                only = table["epsilon"].iloc[0]
                panel.set_xlim(only / 3, 3 * only)
            _, moved = curves(panel, rows, "epsilon", y, f"{y}_se")
            mark_outside_theorem(panel, rows, "epsilon", y, moved.get("cGM"))
        axes[0, k].set_ylabel("mean squared error")
        axes[1, k].set_ylabel(f"MSE / {yardstick.removeprefix('the ')}")
        axes[0, k].set_ylim(0.4 * table["mse"].min(), 2.5 * table["mse"].max())
        axes[1, k].set_ylim(0.8 * table["ratio"].min(), WORST)
    style.outer_labels(axes)
    style.finished(figure, columns=3)
    style.headline(figure, _settings(heatmap, provenance), provenance)
    return figure


def shown_hours(heatmap):
    """Return the hours that have a column: the paper's, or those of a run without one of these."""
    hours = sorted(set(heatmap["hour"]))
    return HOURS if set(HOURS) <= set(hours) else spread(hours, MOST)


def _settings(heatmap, provenance):
    """Return the days, delta and the number of draws, in words."""
    hours = shown_hours(heatmap)
    delta = style.number(heatmap["delta"].iloc[0])
    repeats = f"δ = {delta}, {captions.draws(heatmap)} noise draws per point"
    return "; ".join(filter(None, (captions.days_of(hours, provenance), repeats)))


def with_ratio(heatmap, yardsticks=("zero", "aGM")):
    """Return a table of maps with the mean squared error, and that over a yardstick's.

    Parameters
    ----------
    heatmap : DataFrame
        Errors of maps.
    yardsticks : tuple of str, optional
        Methods; the first that the table has is the yardstick.

    Returns
    -------
    table : DataFrame
        With the columns `mse`, `mse_se`, `ratio` and `ratio_se`.
    name : str
        The yardstick, in words.
    """
    mse, se = mean_squared_error(heatmap)
    methods = list(heatmap["method"])
    method = next((name for name in yardsticks if name in methods), methods[0])
    table = heatmap.assign(mse=mse, mse_se=se)
    table = ratio_to(method, table, ["hour", "epsilon"], "mse", "mse_se")
    return table, "the zero release" if method == "zero" else method


def caption(heatmap, provenance):
    """Return the caption, with what denoising is worth where it beats a constant map.

    Parameters
    ----------
    heatmap : DataFrame
        The table of the same name.
    provenance : dict
        What the maps are made from.
    """
    _, yardstick = with_ratio(heatmap)
    hours = shown_hours(heatmap)
    return captions.caption_of(
        "Figure 6: error of the heat maps",
        gains(heatmap[heatmap["hour"].isin(hours)]),
        f"The lower row has the ratio to {yardstick}. Means of {captions.draws(heatmap)} draws,"
        f" {captions.INTERVALS}{_exact(heatmap)}. Axis ranges are ours. Table: heatmap.csv.",
        captions.side_by_side(heatmap, "epsilon"),
        captions.source(provenance, hours),
    )


def _exact(rows):
    """Return which methods have exact expectations in place of means of draws, in words."""
    errors = rows.groupby("method", sort=False)["rmse_se"].max()
    names = [captions.short_label(name) for name in errors.index[errors == 0]]
    return f"; those of {captions.listed(names)} are exact" if names else ""


def gains(rows):
    """Return by how much denoising divides the error, at epsilons at which it finds a signal.

    A denoiser that is no better than the zero release or a constant map has only discarded the
    noise, and the factor says nothing of it.

    Parameters
    ----------
    rows : DataFrame
        Errors of maps.
    """
    epsilons = sorted(rows["epsilon"].unique())
    denoised = [
        epsilon for epsilon in epsilons if captions.best_denoiser(rows, epsilon)
    ]
    if not denoised:
        return "No denoiser other than the raw release in this run."
    useful = [epsilon for epsilon in denoised if captions.beats_trivial(rows, epsilon)]
    if not useful:
        return "No denoiser beats the zero release and a constant map in this run."
    if rows["repetitions"].min() < captions.LEAST_DRAWS:
        return f"Of {captions.draws(rows)} draws no ratio is stated."
    factors: dict[str, dict[str, bool]] = {}
    for epsilon in (useful[0], useful[-1]):
        errors = captions.errors_of_maps(rows, epsilon)
        best = captions.best_denoiser(rows, epsilon)
        factor = captions.two_digits((errors["aGM"] / errors[best]) ** 2)
        words = f"{factor} at epsilon {epsilon:g}"
        # A single epsilon has its factor once.
        factors.setdefault(captions.short_label(best), {})[words] = True
    parts = [f"{captions.listed(words)} ({name})" for name, words in factors.items()]
    words = f"Denoising divides the squared error by {captions.listed(parts)}"
    if useful[0] > denoised[0]:
        words += f"; below epsilon {useful[0]:g} a constant map does as well"
    return f"{words}."
