"""The figure of the growth: time over each size, memory over the dimension."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.lines import Line2D

from gaussmech.figures import style

LOOKS = {
    "mean_estimation": style.Look("mean estimation", "#0072B2", "o"),
    "histogram": style.Look("histogram", "#D55E00", "^", "--"),
}
LABELS = {
    "sample_size": "number of points n",
    "dimension": "dimension d",
    "repetitions": "repetitions",
}
SYMBOLS = {"sample_size": "n", "dimension": "d", "repetitions": "repetitions"}


def growth(times, fitted, memory):
    """Panels of CPU time by sample size, dimension and repetitions; then peak memory."""
    figure, grid = plt.subplots(2, 2, figsize=(style.FULL_WIDTH, 5.0))
    for axes, sweep in zip(grid.flat, LABELS, strict=False):
        _times(axes, times[times["sweep"] == sweep], fitted[fitted["sweep"] == sweep], sweep)
    _memory(grid.flat[-1], memory)
    for index, axes in enumerate(grid.flat):
        style.letter(axes, index)
    style.legend_below(figure, _handles(), columns=4)
    return figure


def _times(axes, times, fitted, sweep):
    for index, row in enumerate(fitted.itertuples()):
        look, of = LOOKS[row.experiment], times[times["experiment"] == row.experiment]
        axes.plot(of[sweep], of["cpu_s"], color=look.color, marker=look.marker, linestyle="none")
        sizes = np.geomspace(of[sweep].min(), of[sweep].max(), 200)
        axes.plot(sizes, row.fixed + row.each * sizes, color=look.color, linestyle=":")
        ends = np.array([row.low, row.high])
        axes.plot(ends, row.factor * ends**row.exponent, color=look.color)
        axes.text(
            0.03,
            0.97 - 0.09 * index,
            f"exponent {row.exponent:.3f} ± {row.exponent_se:.3f}".replace("-", "−"),
            color=look.color,
            transform=axes.transAxes,
            va="top",
        )
    others = [f"{s} = {times.iloc[0][name]:,}" for name, s in SYMBOLS.items() if name != sweep]
    axes.set(xscale="log", yscale="log", xlabel=LABELS[sweep], ylabel="CPU time of a call, s")
    axes.set_title(", ".join(others))


def _memory(axes, memory):
    for experiment, of in memory[memory["capped_at"] == 0].groupby("experiment", sort=False):
        look = LOOKS[experiment]
        axes.plot(of["dimension"], of["peak_bytes"] / 1e6, **look.line_style())
    axes.axhline(1000, color="0.2", linestyle="-.", linewidth=0.8)
    axes.text(0.03, 1015, "1 GB", color="0.2", transform=axes.get_yaxis_transform(), va="bottom")
    n = memory["sample_size"].iloc[0]
    axes.set(xscale="log", xlabel=LABELS["dimension"], ylabel="peak memory of the job, MB")
    axes.set(title=f"n = {n:,}, repetitions = 1", ylim=(0, 1150))


def _handles():
    dots = [
        Line2D([], [], color=look.color, marker=look.marker, linestyle="none", label=look.label)
        for look in LOOKS.values()
    ]
    return [
        *dots,
        Line2D([], [], color="0.3", label="power law (last decade)"),
        Line2D([], [], color="0.3", linestyle=":", label="fixed + proportional cost"),
    ]
