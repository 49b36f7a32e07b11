"""The figures of the growth: time over each size, memory over dimension and vertices."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.lines import Line2D

from gaussmech.figures import style
from gaussmech.figures.looks import Look

LOOKS = {
    "mean_estimation": Look("mean estimation", "#0072B2", "o"),
    "histogram": Look("histogram", "#D55E00", "^", "--"),
    "diffprivlib": Look("diffprivlib mean", "#009E73", "s", "-."),
}
GRAPH_LOOKS = {
    "auto": Look("auto", "#0072B2", "o"),
    "forest": Look("forest", "#D55E00", "^", "--"),
    "SciPy": Look("SciPy sparse solve", "#009E73", "s", "-."),
    "scikit-image": Look("scikit-image TV", "0.35", "D", ":"),
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
    axes = grid.flat[-1]
    for experiment, of in memory[memory["capped_at"] == 0].groupby("experiment", sort=False):
        axes.plot(of["dimension"], of["peak_bytes"] / 1e6, **LOOKS[experiment].line_style())
    axes.axhline(1000, color="0.2", linestyle="-.", linewidth=0.8)
    axes.text(0.03, 1015, "1 GB", color="0.2", transform=axes.get_yaxis_transform(), va="bottom")
    n = memory["sample_size"].iloc[0]
    axes.set(xscale="log", xlabel=LABELS["dimension"], ylabel="peak memory of the job, MB")
    axes.set(title=f"n = {n:,}, repetitions = 1", ylim=(0, 1150))
    handles = [_handle(LOOKS[name], line="none") for name in times["experiment"].unique()]
    handles.append(Line2D([], [], color="0.3", label="power law (last decade)"))
    handles.append(Line2D([], [], color="0.3", linestyle=":", label="fixed + proportional cost"))
    return style.finished(figure, handles, columns=3)


def _times(axes, times, fitted, sweep):
    for index, row in enumerate(fitted.itertuples()):
        look, of = LOOKS[row.experiment], times[times["experiment"] == row.experiment]
        axes.plot(of[sweep], of["cpu_s"], color=look.color, marker=look.marker, linestyle="none")
        _line(axes, of[sweep], row.fixed, row.each, color=look.color, linestyle=":")
        _law(axes, row, color=look.color)
        text = f"exponent {row.exponent:.3f} ± {row.exponent_se:.3f}".replace("-", "−")
        place = {"transform": axes.transAxes, "va": "top"}
        axes.text(0.03, 0.97 - 0.09 * index, text, color=look.color, **place)
    others = [f"{s} = {times.iloc[0][name]:,}" for name, s in SYMBOLS.items() if name != sweep]
    axes.set(xscale="log", yscale="log", xlabel=LABELS[sweep], ylabel="CPU time of a call, s")
    axes.set_ylim(top=30 * axes.get_ylim()[1])  # room for the exponents
    axes.set_title(", ".join(others))


def graphs(costs, fitted):
    """Panels of CPU time and of peak memory by vertices, and of CPU time by maps."""
    figure, (time, memory, maps) = plt.subplots(1, 3, figsize=(style.FULL_WIDTH, 2.9))
    n = costs.loc[costs["maps"] > 1, "vertices"].iloc[0]
    handles = []
    for row in fitted.itertuples():
        look, of = GRAPH_LOOKS[row.work], costs[costs["work"] == row.work]
        grown, more = of[of["vertices"] != n], of[of["vertices"] == n]
        dots = {"color": look.color, "marker": look.marker, "linestyle": "none"}
        lines = {"color": look.color, "linestyle": look.line}
        time.plot(grown["vertices"], grown["cpu_s"], **dots)
        _law(time, row, **lines)
        memory.plot(grown["vertices"], grown["peak_bytes"] / 1e6, **dots)
        base, each = row.base_bytes / 1e6, row.vertex_bytes / 1e6
        _line(memory, grown["vertices"], base, each, **lines)
        maps.plot(more["maps"], more["cpu_s"], **dots)
        _line(maps, more["maps"], row.graph_s, row.map_s, **lines)
        power = f": vertices$^{{{row.exponent:.2f} \\pm {row.exponent_se:.2f}}}$"
        handles.append(_handle(look, look.label + power, look.line))
    vertices = {"xscale": "log", "yscale": "log", "xlabel": "vertices"}
    time.set(**vertices, ylabel="CPU time, s", title="one map")
    memory.set(xscale="log", xlabel="vertices", ylabel="peak memory, MB", title="one map")
    maps.set(xscale="log", yscale="log", xlabel="maps", ylabel="CPU time, s")
    maps.set_title(f"{n:,} vertices")
    return style.finished(figure, handles, columns=2)


def _law(axes, row, **look):
    ends = np.array([row.low, row.high])
    axes.plot(ends, row.factor * ends**row.exponent, **look)


def _line(axes, sizes, fixed, each, **look):
    sizes = np.geomspace(sizes.min(), sizes.max(), 200)
    axes.plot(sizes, fixed + each * sizes, **look)


def _handle(look, label=None, line="-"):
    look = {"color": look.color, "marker": look.marker, "label": label or look.label}
    return Line2D([], [], linestyle=line, **look)
