"""Maps of the road graph, one panel per release: Figures 2 and 5 and their extended variants."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from gaussmech.geo.projection import project
from gaussmech.graphs.pictures import TOP, color_scale, draw_streets
from gaussmech.paper.city.sources import PAPERS_DAY
from gaussmech.paper.experiments.summaries import half_width
from gaussmech.paper.figures.captions import (
    LEAST_DRAWS,
    best_denoiser,
    caption_of,
    draws,
    hour_label,
    short_label,
    source,
)
from gaussmech.paper.figures.curves import rows_of
from gaussmech.paper.figures.method_styles import look_of
from gaussmech.paper.figures.style import FULL_WIDTH, headline, number, panels
from gaussmech.paper.registry import map_hours

# What the panels of the paper's figures show, and those of the extended ones.
PAPER = ("truth", "aGM", "aGM-wavelet", "aGM-trend-oracle")
EXTENDED = (*PAPER, "aGM-trend-sure", "aGM-auto")
# At most so many maps stand in one row of a page. More are in rows of three.
ONE_ROW = 4
IN_A_ROW = 3
# Inches: the greatest height of a row of maps, and the height of the headline and the scale, which
# all rows share.
TALLEST = 4.2
SHARED = 1.0
# The settings stand below a label of more characters.
LONG_LABEL = 45


@dataclass(frozen=True)
class Maps:
    """A figure of the maps of one hour: `draw` and `caption` take its tables.

    Attributes
    ----------
    title : str
        Its name.
    hour : int
        The hour of the paper's figure, for which another may stand (`registry.map_hours`).
    printed : dict
        The RMSE that the paper prints, by method.
    errors, releases : str
        The tables with the errors of maps, and with the truth and one release by each method.
    names : tuple of str
        What the panels show; what the run does not have is left out.
    note : str
        The last sentence about the table.
    """

    title: str
    hour: int
    printed: Mapping[str, float]
    errors: str = "heatmap"
    releases: str = "heatmap_draw"
    names: tuple[str, ...] = PAPER
    note: str = "Table: heatmap.csv."

    def _shown(self, tables):
        """Return the hour that is shown, and what is printed of it."""
        hour = map_hours(tables[self.releases]["hour"])[self.hour]
        return hour, self.printed if hour == self.hour else {}

    def draw(self, **tables):
        """Draw the truth and the releases, each road coloured by the mean of its ends."""
        hour, printed = self._shown(tables)
        draw = rows_of(tables[self.releases], hour=hour)
        epsilon = draw["epsilon"].iloc[0]
        errors = rows_of(tables[self.errors], hour=hour, epsilon=epsilon)
        drawn = [name for name in self.names if name in draw]
        points = upright(tables["junctions"])
        figure, axes = _panels(points, len(drawn))
        norm = color_scale(np.quantile(draw["truth"], TOP))
        edges = tables["roads"][["u", "v"]].to_numpy()
        for panel in axes.flat[len(drawn) :]:
            panel.set_axis_off()
        for panel, name in zip(axes.flat, drawn, strict=False):
            values = draw[name].to_numpy()
            streets = _map(panel, values, points, edges, norm, draw["truth"])
            panel.set_title(_title(name, errors, printed))
        provenance = tables["provenance"]
        _color_scale(figure, axes, streets, provenance["counted"])
        label = hour_label(hour, provenance)
        delta = tables[self.errors]["delta"].iloc[0]
        headline(figure, _headline(label, epsilon, delta, errors, drawn), provenance)
        return figure

    def caption(self, **tables):
        """Return what the maps show, with the numbers of this run."""
        hour, printed = self._shown(tables)
        provenance = tables["provenance"]
        epsilon = tables[self.releases]["epsilon"].iloc[0]
        of_hour = rows_of(tables[self.errors], hour=hour)
        rows = rows_of(of_hour, epsilon=epsilon)
        drawn = rows[rows["method"].isin(self.names)]
        about = of_hour if drawn.empty else drawn
        delta, sensitivity = about[["delta", "sensitivity"]].iloc[0]
        return caption_of(
            f"{self.title}: heat maps, {hour_label(hour, provenance)}",
            _takeaway(rows, epsilon, self.names),
            f"Means of {draws(about)} draws, one shown; epsilon {epsilon:g}, delta {delta:g},"
            f" sensitivity {sensitivity:g}.",
            _beside_print(drawn, printed),
            f"Above the maps: the paper's errors, of {PAPERS_DAY}." if printed else "",
            self.note,
            source(provenance, [hour]),
        )


ExtendedMaps = partial(
    Maps,
    printed={},
    errors="denoising_worth",
    releases="heatmap_draw_extended",
    names=EXTENDED,
    note="The oracle lambda uses the truth; the others see the release and sigma only."
    " Table: denoising_worth.csv.",
)


def _panels(points, count):
    """Return a figure with a panel for each of some maps, as high as the city needs."""
    columns = count if count <= ONE_ROW else IN_A_ROW
    rows = -(-count // columns)
    wide, tall = np.ptp(points, axis=0)
    # A city wider than Manhattan needs less.
    height_of_row = FULL_WIDTH / columns * tall / max(wide, 1e-9) + 1.4
    height = rows * min(TALLEST, height_of_row) - (rows - 1) * SHARED
    return panels(rows, columns, height)


def _color_scale(figure, axes, streets, counted):
    """Draw the scale of all maps below them."""
    label = f"{counted} per junction (below 0 shown as 0); square-root scale"
    figure.colorbar(
        streets,
        ax=axes,
        label=label,
        shrink=0.5,
        orientation="horizontal",
        extend="both",
        aspect=40,
    )


def _headline(label, epsilon, delta, errors, drawn):
    """Return the label of the hour, the budget, what ± means, and the error of a constant map."""
    settings = [f"ε = {number(epsilon)}, δ = {number(delta)}"]
    rows = errors[errors["method"].isin(drawn)]
    if (rows["repetitions"] >= LEAST_DRAWS).any():
        settings.append(f"±: 95 % interval of the mean of {draws(rows)} draws")
    settings += _constant_map(errors)
    between = "\n" if len(label) > LONG_LABEL or len(settings) > 2 else "; "
    return f"{label}{between}{'; '.join(settings)}"


def _constant_map(errors):
    """Return the error of a map that shows nothing, in words, if the table has it."""
    constant = rows_of(errors, method="mean")["rmse_mean"]
    return [f"a constant map has RMSE {error:.1f}" for error in constant]


def upright(junctions):
    """Return the junctions' places in the plane, turned so that a long city stands on its end.

    Parameters
    ----------
    junctions : DataFrame
        With the columns `lon` and `lat`, in degrees.

    Returns
    -------
    (n, 2) array of float
        Metres to the right and up.
    """
    points = project(junctions, junctions["lon"], junctions["lat"])
    points = points - points.mean(axis=0)
    # The main axis of the city, pointing north.
    (short, long), axes = np.linalg.eigh(points.T @ points)
    along = axes[:, 1] * (np.sign(axes[1, 1]) or 1.0)
    # A round city, and one that is longer from west to east, stay as they are.
    if long < 2 * short or along[1] < np.sqrt(0.5):
        return points
    return points @ np.array([[along[1], along[0]], [-along[0], along[1]]])


def _title(name, errors, printed):
    """Return what the panel shows, its RMSE, and the one that the paper prints."""
    title = "Ground truth"
    if name != "truth":
        look = look_of(name)
        title = look.title or look.label
    # All panels have as many lines, so their maps are at the same height.
    lines = [title, "", ""] if printed else [title, ""]
    rows = rows_of(errors, method=name)
    if not rows.empty:
        row = rows.iloc[0]
        if row["uses_truth"]:
            lines[0] += " (oracle λ)"
        lines[1] = _error(row)
    if name in printed:
        lines[2] = f"paper: {printed[name]:.2f}{_is_sigma(printed[name], rows)}"
    return "\n".join(lines)


def _is_sigma(printed, rows):
    """Return " (σ)" if a printed error is the noise's standard deviation itself, not a draw's."""
    is_sigma = (rows["sigma"].round(2) == printed).any()
    return " (σ)" if is_sigma else ""


def _error(row):
    """Return the RMSE of a row with its 95 % interval, if there are draws enough for one."""
    mean = f"RMSE {row['rmse_mean']:.2f}"
    if row["repetitions"] < LEAST_DRAWS:
        return f"{mean}, {row['repetitions']:.0f} draws"
    return f"{mean} ± {half_width(row, 'rmse_se'):.2f}"


def _map(axes, values, points, edges, norm, truth):
    """Draw the streets and, beside a long city, its busiest part enlarged.

    The true map says where the city is busiest.
    """
    streets = draw_streets(axes, values, points, edges, norm, width=0.9)
    axes.autoscale()
    axes.set_aspect("equal")
    axes.set_axis_off()
    wide, tall = np.ptp(points, axis=0)
    if tall < 2.5 * wide:
        return streets
    left, bottom = points.min(axis=0)
    # The inset is as wide as the map beside it, and shows twice its scale.
    axes.set_xlim(left, left + 2.1 * wide)
    high = 0.55 * tall
    bounds = [left + 1.08 * wide, bottom + 0.4 * tall, wide, high]
    inset = axes.inset_axes(bounds, transform=axes.transData)
    x, y = np.average(points, axis=0, weights=truth)
    draw_streets(inset, values, points, edges, norm, width=1.2)
    inset.set(xlim=(x - wide / 4, x + wide / 4), ylim=(y - high / 4, y + high / 4))
    inset.set(xticks=[], yticks=[], aspect="equal")
    inset.spines[:].set(visible=True, color="0.4")
    # Only a frame: lines to the inset would cross the streets.
    frame = axes.indicate_inset_zoom(inset, edgecolor="0.3", linewidth=0.8, alpha=1)
    for line in frame.connectors:
        line.set_visible(False)
    return streets


def _beside_print(rows, printed):
    """Return lambda, and the ratio of wavelets' error to trend filtering's beside the printed ratio.

    The paper does not say of how many draws its errors are. If of one, its ratio scatters as the
    ratios of single draws do; of a mean of m draws it would scatter less, by sqrt(m).
    """
    by_method = rows.set_index("method")
    both = {"aGM-wavelet", "aGM-trend-oracle"} <= set(by_method.index)
    if not both or "parameter" not in by_method:
        return ""
    words = (
        f"Lambda is {by_method['parameter']['aGM-trend-oracle']:.2f} sigma on average."
    )
    row = by_method.loc["aGM-wavelet"]
    if row["repetitions"] < LEAST_DRAWS:
        return words
    scatter = row["ratio_std"]
    words += (
        f" Wavelets have {row['ratio']:.2f} times the error of trend filtering; this ratio varies by"
        f" {scatter:.2f} (standard deviation) between draws"
    )
    if not printed:
        return f"{words}."
    ratio = printed["aGM-wavelet"] / printed["aGM-trend-oracle"]
    z = (ratio - row["ratio"]) / scatter
    side = "lower" if z < 0 else "higher"
    return (
        f"{words}. The paper's ratio is {ratio:.2f}; if it is of one draw, it is {abs(z):.1f} standard"
        f" deviations {side}."
    )


def _takeaway(rows, epsilon, names):
    """Return by how much the best map that is drawn and sees no truth is better than the raw."""
    if rows.empty:
        return "No errors at this epsilon in this run."
    best = best_denoiser(rows, epsilon, names)
    if best is None:
        return "No denoiser other than the raw release in this run."
    errors = rows.set_index("method")["rmse_mean"]
    raw = errors["aGM"]
    words = f"RMSE {raw:.1f} raw, {errors[best]:.1f} by {short_label(best)}"
    if rows["repetitions"].min() >= LEAST_DRAWS:
        factor = f"divides the error by {raw / errors[best]:.1f}"
        words = f"Denoising, which costs no privacy, {factor}: {words}"
    oracles = rows[rows["uses_truth"].astype(bool) & rows["method"].isin(names)]
    if not oracles.empty and oracles["rmse_mean"].min() < errors[best]:
        # All methods that use the truth are trend filtering.
        least = oracles["rmse_mean"].min()
        words += f", and {least:.1f} by trend filtering whose lambda uses the truth"
    return f"{'; '.join([words, *_constant_map(rows)])}."
