"""Figure 6: error of the heat maps against epsilon, by hour."""

from gaussmech.paper.experiments.summaries import mean_squared_error
from gaussmech.paper.figures import captions, style
from gaussmech.paper.figures.curves import curves, mark_outside_theorem
from gaussmech.paper.figures.panels import no_data, ratio_to

HOURS = [8, 12, 16, 20]
# What is this much worse than the zero release leaves the lower panels.
WORST = 3.0


def draw(heatmap, provenance):
    """Draw the MSE of every method at four hours, and below it that over a yardstick's."""
    table, yardstick = with_ratio(heatmap)
    figure, axes = style.panels(2, len(HOURS), 5.2, pairs=True, sharex=True, sharey="row")
    for k, hour in enumerate(HOURS):
        rows = table[table["hour"] == hour]
        for panel, y in zip(axes[:, k], ("mse", "ratio"), strict=True):
            panel.set_title(captions.clock(hour))
            if rows.empty:
                no_data(panel, f"hour {hour} is not in this run")
                continue
            curves(panel, rows, "epsilon", y, f"{y}_se")
            mark_outside_theorem(panel, rows, "epsilon", y)
            panel.set(xscale="log", yscale="log", xlabel="ε")
        axes[0, k].set_ylabel("MSE" if style.in_one_column() else "mean squared error")
        axes[1, k].set_ylabel(f"MSE / {yardstick.removeprefix('the ')}")
        if not rows.empty:
            axes[0, k].set_ylim(0.4 * table["mse"].min(), 2.5 * table["mse"].max())
            axes[1, k].set_ylim(0.8 * table["ratio"].min(), WORST)
    style.outer_labels(axes)
    style.finished(figure, columns=3)
    shown = [hour for hour in HOURS if hour in set(heatmap["hour"])]
    days = {captions.hour_label(hour, provenance, time=False) for hour in shown} - {""}
    row = heatmap.iloc[0]
    draws = f"δ = {style.number(row['delta'])}, {row['repetitions']} noise draws per point"
    style.headline(figure, "; ".join([*sorted(days), draws]), provenance)
    return figure


def with_ratio(heatmap, yardsticks=("zero", "aGM")):
    """Return the table with columns mse and ratio, that over a yardstick's MSE, and its name."""
    mse, se = mean_squared_error(heatmap)
    methods = list(heatmap["method"])
    method = next((name for name in yardsticks if name in methods), methods[0])
    table = heatmap.assign(mse=mse, mse_se=se)
    name = "the zero release" if method == "zero" else method
    return ratio_to(method, table, ["hour", "epsilon"], "mse", "mse_se"), name


def caption(heatmap, provenance):
    _, yardstick = with_ratio(heatmap)
    return caption_errors(
        "Figure 6: error of the heat maps",
        heatmap,
        provenance,
        f"Upper row: mean squared error; lower row: over that of {yardstick}.",
        f"{heatmap['repetitions'].iloc[0]} noise draws per point; {captions.INTERVALS}.",
        "The oracle lambda uses the truth. Table: heatmap.csv.",
    )


def caption_errors(title, heatmap, provenance, *notes, hours=HOURS):
    """Return a caption for the table's errors: by how much denoising divides them."""
    hours = sorted(set(hours) & set(heatmap["hour"]))
    rows = heatmap[heatmap["hour"].isin(hours)]
    ends = sorted(rows["epsilon"].unique())
    words = []
    for epsilon in dict.fromkeys((ends[0], ends[-1])):
        if gain := captions.gain_of_denoising(rows, epsilon):
            name, best, raw = gain
            factor = (raw / best) ** 2
            found = f"{factor:,.0f}" if factor >= 100 else f"{factor:.3g}"
            zero = rows[(rows["epsilon"] == epsilon) & (rows["method"] == "zero")]["rmse_mean"]
            idle = ", no better than zero" if (zero**2).mean() <= 1.02 * best**2 else ""
            words.append(f"{found} at epsilon {epsilon:g} ({name}{idle})")
    found = "No denoiser beside the raw release in this run."
    if words:
        by = " and by ".join(words)
        found = f"Denoising divides the mean squared error of the raw map by {by}."
    return captions.caption_of(title, found, *notes, captions.source(provenance, hours))
