"""The figures of the growth: time over each size, memory over dimension and vertices."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.lines import Line2D

from gaussmech.figures import style

LOOKS = {
    "mean_estimation": style.Look("mean estimation", "#0072B2", "o"),
    "histogram": style.Look("histogram", "#D55E00", "^", "--"),
    "diffprivlib": style.Look("diffprivlib mean", "#009E73", "s", "-."),
}
GRAPH_LOOKS = {
    "auto": style.Look("auto", "#0072B2", "o"),
    "forest": style.Look("forest", "#D55E00", "^", "--"),
    "SciPy": style.Look("SciPy sparse solve", "#009E73", "s", "-."),
    "scikit-image": style.Look("scikit-image TV", "0.35", "D", ":"),
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
    style.legend_below(figure, _handles(set(times["experiment"])), columns=3)
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
    # Room for the exponents.
    axes.set_ylim(top=30 * axes.get_ylim()[1])
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


def _handles(experiments):
    dots = [
        Line2D([], [], color=look.color, marker=look.marker, linestyle="none", label=look.label)
        for name, look in LOOKS.items()
        if name in experiments
    ]
    return [
        *dots,
        Line2D([], [], color="0.3", label="power law (last decade)"),
        Line2D([], [], color="0.3", linestyle=":", label="fixed + proportional cost"),
    ]


def graphs(costs, fitted):
    """Panels of CPU time and of peak memory by vertices, and of CPU time by maps."""
    figure, (time, memory, maps) = plt.subplots(1, 3, figsize=(style.FULL_WIDTH, 2.9))
    on_maps = costs["vertices"] == costs.loc[costs["maps"] > 1, "vertices"].iloc[0]
    for row in fitted.itertuples():
        look, of = GRAPH_LOOKS[row.work], costs[costs["work"] == row.work]
        grown, more = of[~on_maps[of.index]], of[on_maps[of.index]]
        dots = {"color": look.color, "marker": look.marker, "linestyle": "none"}
        line = {"color": look.color, "linestyle": look.line}
        time.plot(grown["vertices"], grown["cpu_s"], **dots)
        ends = np.array([row.low, row.high])
        time.plot(ends, row.factor * ends**row.exponent, **line)
        memory.plot(grown["vertices"], grown["peak_bytes"] / 1e6, **dots)
        sizes = np.geomspace(grown["vertices"].min(), grown["vertices"].max(), 200)
        memory.plot(sizes, (row.base_bytes + row.vertex_bytes * sizes) / 1e6, **line)
        maps.plot(more["maps"], more["cpu_s"], **dots)
        counts = np.geomspace(more["maps"].min(), more["maps"].max(), 200)
        maps.plot(counts, row.graph_s + row.map_s * counts, **line)
    vertices = {"xscale": "log", "yscale": "log", "xlabel": "vertices"}
    time.set(**vertices, ylabel="CPU time, s", title="one map")
    memory.set(xscale="log", xlabel="vertices", ylabel="peak memory, MB", title="one map")
    on = f"{costs.loc[on_maps, 'vertices'].iloc[0]:,} vertices"
    maps.set(xscale="log", yscale="log", xlabel="maps", ylabel="CPU time, s", title=on)
    for index, axes in enumerate((time, memory, maps)):
        style.letter(axes, index)
    looks = [(row.exponent, row.exponent_se, GRAPH_LOOKS[row.work]) for row in fitted.itertuples()]
    handles = [
        Line2D(
            [],
            [],
            color=look.color,
            marker=look.marker,
            linestyle=look.line,
            label=f"{look.label}: vertices$^{{{exponent:.2f} \\pm {error:.2f}}}$",
        )
        for exponent, error, look in looks
    ]
    style.legend_below(figure, handles, columns=2)
    return figure
