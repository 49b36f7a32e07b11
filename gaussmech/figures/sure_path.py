"""Stein's unbiased risk against the true error of trend filtering, along lambda."""

from gaussmech.figures.captions import data_and_guarantee, paragraph
from gaussmech.figures.style import FULL_WIDTH, label_source, letter, number, plt

LOOKS = {
    "error": ("true mean squared error", "#000000", "o", "-"),
    "sure": ("SURE, from the release alone", "#D55E00", "", "--"),
}


def draw(sure_path, provenance):
    """Draw a panel per hour: both curves, and where each is least."""
    hours = sorted(sure_path["hour"].unique())
    figure, axes = plt.subplots(1, len(hours), figsize=(FULL_WIDTH, 2.7), squeeze=False)
    for k, (hour, panel) in enumerate(zip(hours, axes[0], strict=True)):
        for quantity, (label, color, marker, line) in LOOKS.items():
            rows = _rows(sure_path, hour, quantity)
            x = rows["lambda_ratio"]
            panel.plot(x, rows["mean"], color=color, marker=marker, linestyle=line, label=label)
            low, high = rows["mean"] - 2 * rows["se"], rows["mean"] + 2 * rows["se"]
            panel.fill_between(x, low, high, color=color, alpha=0.2, linewidth=0)
            panel.axvline(_least(rows), color=color, linestyle=":", linewidth=0.8)
        panel.set(xscale="log", yscale="log", xlabel="λ / σ", title=f"{hour}:00 to {hour + 1}:00")
        letter(panel, k)
    axes[0, 0].set_ylabel("mean squared error")
    axes[0, 0].legend()
    row = sure_path.iloc[0]
    settings = f"ε = {number(row['epsilon'])}, {row['repetitions']} noise draws"
    label_source(figure, provenance, hours, settings)
    return figure


def caption(sure_path, provenance):
    """Return what the figure shows, with the numbers of this run."""
    hours = sorted(sure_path["hour"].unique())
    found = []
    for hour in hours:
        error, sure = _rows(sure_path, hour, "error"), _rows(sure_path, hour, "sure")
        gap = _rows(sure_path, hour, "difference")
        worst = gap.loc[(gap["mean"].abs() / gap["se"]).idxmax()]
        found.append(
            f"at {hour}:00 the mean error is least at lambda / sigma = {_least(error):.3g}, mean"
            f" SURE at {_least(sure):.3g}; the two differ by at most"
            f" {abs(worst['mean']) / worst['se']:.1f} standard errors"
        )
    return paragraph(
        "Stein's unbiased estimate of the risk of trend filtering against its true mean squared"
        f" error, along lambda: {'; '.join(found)}. Dotted: where each is least. Bands of two"
        " standard errors of the mean; a single release's SURE is offset by one random amount,"
        " nearly the same for every lambda. The range of lambda is our choice.",
        data_and_guarantee(provenance, hours),
    )


def _rows(table, hour, quantity):
    chosen = (table["hour"] == hour) & (table["quantity"] == quantity)
    return table[chosen].sort_values("lambda_ratio")


def _least(rows):
    return rows.loc[rows["mean"].idxmin(), "lambda_ratio"]
