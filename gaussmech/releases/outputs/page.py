"""The page of a release or of a series of them: one HTML file with maps, charts and a table.

`page_html` fills the template `page.html`, whose script draws the maps; the page loads nothing. This
module computes what the template needs: the scale of colours, and the data, packed so that a page of
100,000 places stays below 5 MB. `page_text` makes the page of a release, `gaussmech.releases.series`
that of a series.
"""

from __future__ import annotations

import json
import math
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech._columns import IDS
from gaussmech._csv import plain_name
from gaussmech.geo.places import Places
from gaussmech.geo.projection import project
from gaussmech.graphs.colors import DARK_RAMP, RAMP
from gaussmech.graphs.graph import Graph
from gaussmech.privacy.attack_risk import attack_lines
from gaussmech.privacy.discrete_noise import power_of_ten_below
from gaussmech.releases.outputs.deployment import UNKNOWN
from gaussmech.releases.outputs.files import (
    Facts,
    PublishedRelease,
    area_names,
    denoised_names,
    estimate,
    lines_of,
    result_lines,
)

if TYPE_CHECKING:
    from gaussmech.graphs.denoised import Denoised

# Maps are drawn on a plane of this width, with this margin.
WIDTH = 1000
MARGIN = 16
INNER_WIDTH = WIDTH - 2 * MARGIN
# The scale of colours ends at this quantile of the values, so that a few high values do not use up
# all colours.
TOP = 0.995
READING = (
    "Each place has the colour of its value. It is hatched where the value is uncertain: its 95 %"
    " interval reaches further than half of the value."
)
DENOISED = (
    " On average over places of similar value, 95 % of the intervals hold the true value; for the"
    " highest places fewer do."
)
# Outlines are drawn to a quarter of a unit of the plane.
FINE = 4
# A corner of an outline is left out if its triangle with its neighbours is smaller than the square of
# this, in units of the plane. A page of 5,000 districts stays below 1 MB.
TOLERANCE = 1.0

NO_MAP = (
    "There is no map, because these data have no coordinates. A place whose interval reaches 0 cannot"
    " be told from 0."
)
HINT = "Touch or point at a place; or choose a map by the Tab key and move with the arrow keys."

PAGE = Template(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class View:
    """One kind of values of all columns: raw or denoised, or the totals of areas.

    Attributes
    ----------
    name : str
        What the page calls it.
    values, low, high : (k, n) or (k, T, n) arrays of float
        The values of each column, of each of T periods, and the ends of their 95 % intervals.
    error : float
        What the errors of 95 % of the values do not exceed.
    totals : (k, T, 3) array of float or None
        The sum over all places of each column and period, and the ends of its 95 % interval.
    rows : list of str or None
        The areas whose values these are; None are the places.
    codes : (places,) array of int or None
        The area of each place.
    """

    name: str
    values: Array
    low: Array
    high: Array
    error: float
    totals: Array | None = None
    rows: list[str] | None = None
    codes: NDArray[np.int64] | None = None

    @property
    def unit(self) -> float:
        """The power of ten to which values are shown: between 1/100 and 1/10 of the error."""
        return float(power_of_ten_below(self.error) / 10)

    @property
    def top(self) -> float:
        """Where the scale of colours ends, a number of two digits: `TOP` of the values are below.

        It is at least the error, so that noise alone has no strong colour.
        """
        top = max(float(np.quantile(self.values, TOP)), self.error)
        step = float(power_of_ten_below(top)) / 10
        return float(f"{math.ceil(top / step - 1e-9) * step:.12g}")


def page_html(
    facts: Facts,
    data: dict[str, Any],
    rows: Mapping[str, str],
    links: Iterable[str],
    **sentences: str,
) -> str:
    """Return a page as HTML; it has a map if the places have coordinates.

    Parameters
    ----------
    facts : dict
        What the JSON file says.
    data : dict
        What the page shows, as `page_data` returns it.
    rows : dict of str
        The rows of the table about the data, by label.
    links : iterable of str
        The names of the other files.
    **sentences
        `title`; `published`, when and by whom; `noise`, how large the errors are; and `words`, what
        that means for an attacker.
    """
    is_mapped = "x" in data
    reading = READING if is_mapped else NO_MAP
    if facts["denoised"]:
        reading += DENOISED
    lines = "".join(
        f"<tr><th>{escape(subject([label]))}<td>{escape(text)}</tr>"
        for label, text in rows.items()
    )
    anchors = [f'<a href="{quote(name)}" download>{escape(name)}</a>' for name in links]
    return PAGE.substitute(
        {name: escape(text) for name, text in sentences.items()},
        ramp=" ".join(RAMP),
        dark_ramp=" ".join(DARK_RAMP),
        links=", ".join(anchors),
        rows=lines,
        hint=HINT if is_mapped else "",
        reading=escape(reading),
        # A "<" could end the script.
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        limits="".join(f"<li>{escape(line)}" for line in facts["not_promised"]),
    )


def page_data(
    places: Places,
    graph: Graph | None,
    word: str,
    names: list[str],
    periods: list[str],
    views: list[View],
) -> dict[str, Any]:
    """Return what a page shows, ready for JSON.

    `word` is what a place is called, `names` are the columns, and `periods` their times, the earliest
    first; none for a release without one. The denoised values are shown first, if there are any.
    """
    kinds = [view.name for view in views]
    data: dict[str, Any] = {
        "places": list(places.ids),
        "names": places.names,
        "word": word,
        "periods": periods,
        "views": [_view_data(names, view) for view in views],
        "shown": kinds.index("denoised") if "denoised" in kinds else 0,
    }
    return data | _map_data(places, graph)


def page_text(published: PublishedRelease, links: Iterable[str] = ()) -> str:
    """Return the page of a release, as HTML.

    The title is the name that the publisher gives the data product, otherwise what the release shows.
    `links` are the names of the other files.
    """
    facts = published.facts
    request = published.request
    word = word_of(published.place_name, published.places)
    period = request.source.period
    periods = [period.text] if period else []
    data = page_data(
        published.places,
        published.graph,
        word,
        published.names,
        periods,
        _views(published),
    )
    curators = [name for name in published.about["data_curators"] if name != UNKNOWN]
    by = f" by {', '.join(curators)}" if curators else ""
    attack = attack_lines(published.release.best_attack, unit=request.privacy_unit)
    return page_html(
        facts,
        data,
        {"values": facts["released"]["values"]} | lines_of(facts) | result_lines(facts),
        links,
        title=_title(published, word),
        published=f"Published on {facts['created']}{by}.",
        noise=noise_sentence([published.release.sigma], facts["denoised"]),
        words=attack["in words"],
    )


def noise_sentence(sigmas: Sequence[float], fits: Iterable[Facts] | None) -> str:
    """Return in a sentence how large the errors of raw and of denoised values are.

    `fits` are facts about denoised columns, with the interval of the RMSE of each.
    """
    if fits:
        errors = [f"{fit['raw_column']}, {estimate(fit)}" for fit in fits]
        return f"Errors: {'; '.join(errors)}."
    least, most = (f"{value:.3g}" for value in (min(sigmas), max(sigmas)))
    return f"Each value has noise of RMSE {least if least == most else f'{least} to {most}'}."


def _title(published: PublishedRelease, word: str) -> str:
    """Return the publisher's name of the data, otherwise the columns and the places, and the period."""
    name = str(published.about["name"])
    if name == UNKNOWN:
        name = f"{subject(published.names)}, by {word}"
    period = published.request.source.period
    return f"{name}, {period.text}" if period and period.text not in name else name


def subject(names: Iterable[str]) -> str:
    """Return what is released, the names of the columns, as the start of a title."""
    what = ", ".join(name.replace("_", " ").strip() for name in names)
    return what[:1].upper() + what[1:]


def word_of(column: str, places: Places) -> str:
    """Return what a place is called: the name of its column, unless that is only "id"."""
    name = column.replace("_", " ").strip()
    if plain_name(column) not in IDS and name:
        return name
    return "district" if places.are_districts else "place"


def _views(published: PublishedRelease) -> list[View]:
    """Return the views of the maps, then those of areas."""
    noise = published.release.noise
    views = map_views(
        published.columns,
        published.names,
        [noise.within_95],
        list(published.denoised.values()),
    )
    return [*views, *_area_views(published)]


def map_views(
    columns: Mapping[str, list[str]],
    names: Sequence[str],
    errors: Sequence[float],
    fits: Sequence[Denoised],
) -> list[View]:
    """Return the view of the raw values and, if there are any, that of the denoised ones.

    `columns` are those of the table, period by period; `errors` (T,) are what 95 % of the noise of
    the periods do not exceed; `fits` are the denoised maps of each column.
    """
    (raw,) = _arrays(columns, lambda name: [name], names, len(errors))
    reach = np.array(errors)[:, None]
    low, high = np.maximum(raw - reach, 0), np.maximum(raw + reach, 0)
    error = max(errors)
    sums = raw.sum(axis=-1)
    # The noise of a sum is nearer to a normal distribution than that of a value, so its interval is
    # never too short: exact for Gaussian noise, and up to 8 % too long for Laplace noise.
    reach_of_sums = math.sqrt(raw.shape[-1]) * np.array(errors)
    totals = np.stack([sums, sums - reach_of_sums, sums + reach_of_sums], axis=-1)
    views = [View("raw", raw, low, high, error, totals=totals)]
    if fits:
        # 95 % of normal errors are at most 1.96 times their root mean square. The upper end of the
        # interval of its estimate is taken.
        error = min(1.96 * max(fit.rmse_interval[1] for fit in fits), error)
        everywhere = np.ones(raw.shape[-1], bool)
        of_fits = [fit.total(everywhere) for fit in fits]
        totals = np.array([(each.estimate, each.low, each.high) for each in of_fits])
        totals = totals.reshape(len(fits), 3, len(errors)).transpose(0, 2, 1)
        values, low, high = _arrays(columns, denoised_names, names, len(errors))
        views.append(View("denoised", values, low, high, error, totals=totals))
    return views


def _arrays(
    columns: Mapping[str, list[str]],
    parts: Callable[[str], Sequence[str]],
    names: Iterable[str],
    periods: int = 1,
) -> Array:
    """Return columns of a table as an array (parts, names, periods, rows); `parts` names each one's."""
    table = [[columns[part] for part in parts(name)] for name in names]
    array = np.array(table, float).swapaxes(0, 1)
    return array.reshape(*array.shape[:2], periods, -1)


def _area_views(published: PublishedRelease) -> list[View]:
    """Return a view of the totals of each level of areas."""
    views = []
    for level in published.areas:
        table = published.area_columns
        of_level = np.array(table["level"]) == level.name
        sums = _arrays(table, area_names, published.names)[..., of_level]
        _, values, _, low, high = sums
        error = float((high - low).max() / 2)
        low, high = np.maximum([low, high], 0)
        rows = list(map(str, level.ids))
        views.append(
            View(level.name, values, low, high, error, rows=rows, codes=level.codes)
        )
    return views


def _map_data(places: Places, graph: Graph | None) -> dict[str, Any]:
    """Return where the places are, if that is known, and how they are linked, ready for JSON."""
    if places.lon is None or places.lat is None:
        return {}
    # These points are in metres, east and north.
    spots = extent = project(places, places.lon, places.lat)
    outlines = None
    if places.are_districts:
        import shapely

        degrees = np.array(places.shapes.to_crs(4326).array, object)
        outlines = shapely.transform(degrees, lambda xy: project(places, *xy.T))
        extent = shapely.get_coordinates(outlines)
    points, height, metres = _plane(extent)
    x, y = np.rint(points(spots)).T
    data: dict[str, Any] = {
        "x": packed(x),
        "y": packed(y),
        "height": height,
        **_packed_edges(graph),
    }
    if outlines is not None:
        outlines = shapely.transform(outlines, points)
        data |= _outline_data(outlines) | {"edges": 0}
    if metres > 0:
        data["metres"] = metres * WIDTH / INNER_WIDTH
    return data


def _plane(extent: Array) -> tuple[Callable[[Array], Array], int, float]:
    """Return the plane of a map, right and down: WIDTH wide and at most as high, with a margin.

    These are what brings points (n, 2) in metres onto it, its height, and the length in metres of the
    longer side of what is shown; all places may be at one spot. A narrow map is not stretched: it is
    in the middle.
    """
    west, south = extent.min(axis=0).tolist()
    east, north = extent.max(axis=0).tolist()
    metres = max(east - west, north - south)
    scale = INNER_WIDTH / max(metres, 1e-3)
    aside = (INNER_WIDTH - scale * (east - west)) / 2

    def points(spots: Array) -> Array:
        right = scale * (spots[:, 0] - west) + aside
        down = scale * (north - spots[:, 1])
        return np.column_stack((right, down)) + MARGIN

    return points, round(scale * (north - south)) + 2 * MARGIN, metres


def _packed_edges(graph: Graph | None) -> dict[str, Any]:
    """Return the links of places, as differences: small numbers take one byte."""
    edges = np.empty((0, 2), int)
    if graph is not None:
        # The edges are ascending, the lower end first.
        edges = np.unique(np.sort(graph.edges, axis=1), axis=0)
    return {
        "edges": len(edges),
        "from": packed(np.diff(edges[:, 0], prepend=0)),
        "to": packed(edges[:, 1] - edges[:, 0]),
    }


def _view_data(names: list[str], view: View) -> dict[str, Any]:
    """Return one view of the columns with these names, ready for JSON."""
    unit = view.unit
    # The ends of intervals are rounded outwards. The 1e-9 keeps an end that is a multiple of the
    # unit, except for rounding, where it is.
    parts = {
        "value": np.rint(view.values / unit),
        "low": np.floor(view.low / unit + 1e-9),
        "high": np.ceil(view.high / unit - 1e-9),
    }
    data: dict[str, Any] = {
        "name": view.name,
        "unit": unit,
        "top": view.top,
    }
    if view.codes is not None:
        data |= {"rows": view.rows, "of": packed(view.codes)}
    data["columns"] = [
        {"name": name} | {key: packed(rows[k].ravel()) for key, rows in parts.items()}
        for k, name in enumerate(names)
    ]
    if view.totals is not None:
        for column, totals in zip(data["columns"], view.totals, strict=True):
            column["totals"] = (unit * np.rint(totals / unit)).tolist()
    return data


def packed(numbers: NDArray[Any]) -> str:
    """Return whole numbers of any sign in groups of seven bits, the lowest first, in base 64.

    A number k >= 0 is written as 2 k, and k < 0 as -2 k - 1; a group that is not the last one of
    its number has its highest bit set. So small numbers take one byte.

    Examples
    --------
    >>> packed(np.array([0, -1, 1, 100]))
    'AAECyAE='
    """
    groups = bytearray()
    for number in map(int, numbers.tolist()):
        code = 2 * number if number >= 0 else -2 * number - 1
        while code >= 128:
            groups.append(128 + code % 128)
            code //= 128
        groups.append(code)
    return b64encode(groups).decode()


def _outline_data(outlines: Any) -> dict[str, Any]:
    """Return the outlines of districts, simplified, ready for JSON; shared borders stay shared.

    There are the steps from each corner to the next, in parts of 1 / FINE of a unit, the number of
    corners of each ring, and the number of rings of each district.
    """
    import shapely

    simple = shapely.coverage_simplify(outlines, TOLERANCE)
    parts, of_district = shapely.get_parts(simple, return_index=True)
    rings, of_part = shapely.get_rings(parts, return_index=True)
    corners, of_ring = shapely.get_coordinates(rings, return_index=True)
    steps = np.diff(np.rint(FINE * corners).astype(int), axis=0, prepend=0)
    return {
        "outlines": packed(steps.ravel()),
        "corners": packed(np.bincount(of_ring)),
        "rings": packed(np.bincount(of_district[of_part], minlength=len(outlines))),
        "fine": FINE,
    }
