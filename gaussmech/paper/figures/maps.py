"""Maps of the road graph, one panel per release: Figures 2 and 5 and their extended variants."""

import numpy as np
from matplotlib import colormaps
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, PowerNorm

from gaussmech.paper.figures.captions import caption_of, gain_of_denoising, hour_label, source
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.style import FULL_WIDTH, headline, in_one_column, number, panels

EXTENDED_NOTE = (
    "The oracle lambda uses the truth; the others see the release and sigma only."
    " Table: heatmap_extended.csv."
)
PAPER = ["truth", "aGM", "aGM-wavelet", "aGM-trend-oracle"]
EXTENDED = ["truth", "aGM", "aGM-trend-oracle", "aGM-forest", "aGM-auto"]
TALLEST = 4.2  # inches
# Of fewer draws no standard error is shown: it is itself uncertain by a share of about
# 1 / sqrt(2 (draws - 1)), which is 35 % for five draws and 71 % for two.
LEAST_DRAWS = 5
LONG_LABEL = 45  # characters; the settings stand below a longer one
# Streets without trips are grey, not white: they show where there is land.
COLORS = LinearSegmentedColormap.from_list(
    "trip ends", ["0.86", *colormaps["magma_r"](np.linspace(0.22, 1, 9))]
)
POWER = 0.6


def map_figure(title, hour, note, names=PAPER):
    """Return `draw` and `caption` of the maps of one hour, with the error of each."""

    def plain(tables):
        return {name.removesuffix("_extended"): table for name, table in tables.items()}

    def draw(**tables):
        return draw_maps(hour, names=names, **plain(tables))

    def caption(**tables):
        return caption_maps(title, hour, note, **plain(tables))

    return draw, caption


def draw_maps(hour, heatmap, heatmap_draw, junctions, roads, provenance, names=PAPER):
    """Draw the truth and releases of one hour, each road coloured by the mean of its ends."""
    draw = heatmap_draw[heatmap_draw["hour"] == hour]
    epsilon = draw["epsilon"].iloc[0]
    errors = heatmap[(heatmap["hour"] == hour) & (heatmap["epsilon"] == epsilon)]
    shown = [name for name in names if name in draw]
    points = upright(junctions)
    rows = -(-len(shown) // 2) if in_one_column() else 1
    height = _height(points, len(shown))
    figure, axes = panels(rows, -(-len(shown) // rows), height, grid=rows > 1)
    top = np.quantile(draw["truth"], 0.995)
    for panel in axes.flat[len(shown) :]:
        panel.set_axis_off()
    for panel, name in zip(axes.flat, shown, strict=False):
        streets = _map(panel, draw[name].to_numpy(), points, roads, top, draw["truth"])
        panel.set_title(_title(name, errors))
    between = "; " if rows == 1 else "\n"
    label = f"trip ends per junction (below 0 shown as 0){between}scale of power {POWER}"
    shape = {"orientation": "horizontal", "extend": "both", "aspect": 40}
    figure.colorbar(streets, ax=axes, label=label, shrink=0.5 if rows == 1 else 0.9, **shape)
    flat = errors[errors["method"] == "mean"]["rmse_mean"]
    constant = f"; a constant map has RMSE {flat.iloc[0]:.2f}" if len(flat) else ""
    budget = f"ε = {number(epsilon)}, δ = {number(heatmap['delta'].iloc[0])}"
    label = hour_label(hour, provenance)
    then = "\n" if len(label) > LONG_LABEL else "; "
    headline(figure, f"{label}{then}{budget}{constant}", provenance)
    return figure


def upright(junctions):
    """Return the junctions' places, turned so that a long city stands on its end."""
    east = np.cos(np.radians(junctions["lat"].mean())) * junctions["lon"].to_numpy()
    points = np.column_stack([east, junctions["lat"]])
    points = points - points.mean(axis=0)
    (short, long), axes = np.linalg.eigh(points.T @ points)
    along = axes[:, 1] * (np.sign(axes[1, 1]) or 1.0)
    if long < 2 * short or along[1] < np.sqrt(0.5):
        return points
    return points @ np.array([[along[1], along[0]], [-along[0], along[1]]])


def _height(points, count):
    """Return the height in inches: a city wider than Manhattan needs less."""
    wide, tall = np.ptp(points, axis=0)
    return min(TALLEST, FULL_WIDTH / count * tall / max(wide, 1e-9) + 1.4)


def _title(name, errors):
    """Return two lines: what the panel shows, and its RMSE."""
    title = "Ground truth" if name == "truth" else METHODS[name].title or METHODS[name].label
    rows = errors[errors["method"] == name]
    if rows.empty:
        return f"{title}\n"
    row = rows.iloc[0]
    note = " (oracle λ)" if row["uses_truth"] else ""
    if row["repetitions"] < LEAST_DRAWS:
        return f"{title}{note}\nRMSE {row['rmse_mean']:.2f}, {row['repetitions']:.0f} draws"
    return f"{title}{note}\nRMSE {row['rmse_mean']:.2f} ± {row['rmse_se']:.2f}"


def _map(axes, values, points, roads, top, truth):
    """Draw the streets and, beside a long city, its busiest part enlarged."""
    streets = _roads(axes, values, points, roads, top, 0.9)
    axes.autoscale()
    axes.set_aspect("equal")
    axes.set_axis_off()
    wide, tall = np.ptp(points, axis=0)
    if tall < 2.5 * wide:
        return streets
    left, bottom = points.min(axis=0)
    # The inset is as wide as the map beside it.
    axes.set_xlim(left, left + 2.1 * wide)
    size = wide, 0.55 * tall
    place = left + 1.08 * wide, bottom + 0.4 * tall
    inset = axes.inset_axes([*place, *size], transform=axes.transData)
    x, y = np.average(points, axis=0, weights=truth)
    _roads(inset, values, points, roads, top, 1.2)
    inset.set(xlim=(x - wide / 4, x + wide / 4), ylim=(y - size[1] / 4, y + size[1] / 4))
    inset.set(xticks=[], yticks=[], aspect="equal")
    inset.spines[:].set(visible=True, color="0.4")
    # A frame alone: lines to the inset would cross the streets.
    shown = axes.indicate_inset_zoom(inset, edgecolor="0.3", linewidth=0.8, alpha=1)
    for line in shown.connectors:
        line.set_visible(False)
    return streets


def _roads(axes, values, points, roads, top, width):
    u, v = roads["u"].to_numpy(), roads["v"].to_numpy()
    look = {"cmap": COLORS, "norm": PowerNorm(POWER, 0, top), "array": (values[u] + values[v]) / 2}
    look |= {"linewidths": width, "capstyle": "round", "rasterized": True}
    return axes.add_collection(LineCollection(np.stack([points[u], points[v]], axis=1), **look))


def caption_maps(figure, hour, note, heatmap, heatmap_draw, provenance, **_):
    """Return what the maps show, with the numbers of this run, and a note."""
    epsilon = heatmap_draw["epsilon"].iloc[0]
    rows = heatmap[heatmap["hour"] == hour]
    gain = gain_of_denoising(rows, epsilon)
    missing = "denoiser beside the raw release" if epsilon in set(rows["epsilon"]) else None
    takeaway = f"No {missing or 'errors at this epsilon'} in this run."
    if gain:
        label, best, raw = gain
        takeaway = f"Denoising, which costs no privacy, divides the error by {raw / best:.1f}:"
        takeaway += f" RMSE {raw:.1f} raw, {best:.1f} by {label}."
    return caption_of(
        f"{figure}: heat maps, {hour_label(hour, provenance)}",
        takeaway,
        f"{rows['repetitions'].iloc[0]} draws, one shown; epsilon {epsilon:g},"
        f" delta {rows['delta'].iloc[0]:g}, sensitivity {rows['sensitivity'].iloc[0]:g}.",
        note,
        source(provenance, [hour]),
    )
