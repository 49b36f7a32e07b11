"""The page of a release: one HTML file with its values and their intervals, in maps and a table.

`page_text` fills the template `page.html`, whose script draws the maps; the page loads nothing. This
module computes what the template needs: the classes of values, none of which is narrower than the
noise, and the data, packed so that a page of 100,000 places stays below 5 MB.
"""

import json
import math
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from itertools import groupby, islice, takewhile
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech._columns import IDS
from gaussmech._csv import plain_name
from gaussmech.geo.projection import project
from gaussmech.privacy.attack_risk import attack_lines
from gaussmech.releases.noise.base import power_of_ten_below
from gaussmech.releases.outputs.deployment import UNKNOWN
from gaussmech.releases.outputs.files import (
    Facts,
    PublishedRelease,
    denoised_names,
    doubles,
    estimate,
)
from gaussmech.releases.outputs.rates import rate_names

# Maps are drawn on a plane of this width, with this margin.
WIDTH = 1000
MARGIN = 16
# The page has this many colours.
MOST_CLASSES = 8
READING = (
    "Colour steps are at least as wide as the error of 95 % of the values. A place whose interval"
    " reaches 0 is grey, and a value is fainter where it is uncertain."
)
DENOISED = (
    " On average over places of similar value, 95 % of the intervals hold the true value; for the"
    " highest places fewer do."
)
# Outlines are drawn to a quarter of a unit of the plane.
FINE = 4
# Outlines take so many bytes at most, or so many for each place if that is more: a square has five
# corners. A page of 5,000 districts stays below 1 MB.
OUTLINE_BYTES = 400_000
BYTES_OF_PLACE = 16

NO_MAP = (
    "There is no map, because the list of places has no coordinates (columns lon and lat). A place"
    " whose interval reaches 0 cannot be told from 0."
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
    values, low, high : (k, n) arrays of float
        The values of each column, and the ends of their 95 % intervals, which are cut at 0.
    error : float
        What the errors of 95 % of the values do not exceed: no class is narrower.
    least_error : float or None
        The same of the most precise value, if errors differ: values have digits to suit it.
    rows : list of str or None
        The areas whose values these are; None are the places.
    codes : (places,) array of int or None
        The area of each place.
    own : (k, n) array of float or None
        The sums of the map's values over each area.
    """

    name: str
    values: Array
    low: Array
    high: Array
    error: float
    least_error: float | None = None
    rows: list[str] | None = None
    codes: NDArray[np.int64] | None = None
    own: Array | None = None

    @property
    def unit(self) -> Decimal:
        """The power of ten to which values are shown: between 1/100 and 1/10 of the least error."""
        return power_of_ten_below(self.least_error or self.error) / 10

    @property
    def cuts(self) -> list[float]:
        """The limits between classes: 1, 2 or 5 times a power of ten, the last class being open.

        The first is not below the error, and the distances between them grow, so no class is
        narrower than it.
        """
        limits = nice_numbers_from(self.error)
        highest = self.values.max()
        return list(
            takewhile(lambda limit: limit <= highest, islice(limits, MOST_CLASSES - 1))
        )


def page_text(
    published: PublishedRelease,
    facts: Facts,
    links: Iterable[str] = (),
) -> str:
    """Return the page of a release, as HTML; it has a map if the places have coordinates.

    `facts` is what `files.facts` returns. The title is the name that the publisher gives the data
    product, otherwise what the release shows. `links` are the names of the other files.
    """
    views = _views(published, facts)
    is_mapped = published.places.lon is not None
    rows = ""
    for label, text in _rows(published, facts).items():
        rows += f"<tr><th>{escape(label)}<td>{escape(text)}</tr>"
    reading = READING if is_mapped else NO_MAP
    if published.denoised:
        reading += DENOISED
    title = _title(views[_shown(published)], published)
    curators = [name for name in published.about["data_curators"] if name != UNKNOWN]
    by = f" by {', '.join(curators)}" if curators else ""
    anchors = [f'<a href="{quote(name)}" download>{escape(name)}</a>' for name in links]
    attack = attack_lines(
        published.release.best_attack, unit=published.request.privacy_unit
    )
    data = json.dumps(_data(published, views), separators=(",", ":"))
    return PAGE.substitute(
        title=escape(title),
        published=escape(f"Published on {facts['created']}{by}."),
        words=escape(attack["in words"]),
        links=", ".join(anchors),
        rows=rows,
        sums=escape(facts["areas"]["denoised_sums"] if facts["areas"] else ""),
        hint=HINT if is_mapped else "",
        reading=escape(reading),
        # A "<" could end the script.
        data=data.replace("<", "\\u003c"),
        limits="".join(f"<li>{escape(line)}" for line in facts["not_promised"]),
    )


def _shown(published: PublishedRelease) -> int:
    """Return which view is shown first: the denoised values, if there are any, else the raw ones."""
    return int(bool(published.denoised))


def _title(view: View, published: PublishedRelease) -> str:
    """Return the publisher's name of the data, else what a view shows, with the period."""
    name = str(published.about["name"])
    period = published.request.source.period
    when = f", {period.text}" if period and period.text not in name else ""
    return _finding(view, published, when) if name == UNKNOWN else name + when


def _finding(view: View, published: PublishedRelease, when: str) -> str:
    """Return what is released, and at how many places it is clearly above 0, in words."""
    places = view.values.shape[1]
    # The page shows no digits beyond the unit.
    counts = np.count_nonzero(view.low >= float(view.unit), axis=1).tolist()
    what = ", ".join(name.replace("_", " ").strip() for name in published.names)
    found = " and ".join(f"{count:,}" for count in counts)
    verb = "is" if counts == [1] else "are"
    title = f"{what}, by {_word(published)}{when}: {found} of {places:,} {verb} clearly above 0"
    return title[0].upper() + title[1:]


def _word(published: PublishedRelease) -> str:
    """Return what the page calls a place: the name of its column, unless that only says "id"."""
    column = published.place_name
    name = column.replace("_", " ").strip()
    if plain_name(column) not in IDS and name:
        return name
    return "district" if published.places.are_districts else "place"


def _labels(published: PublishedRelease) -> list[str]:
    """Return what the page calls each place: its name, with its id where names are not unique."""
    ids, names = published.places.ids, published.places.names
    if names is None:
        return list(ids)
    counts = Counter(names)
    return [
        name if name and counts[name] == 1 else f"{name} ({key})".strip()
        for key, name in zip(ids, names, strict=True)
    ]


def _rows(published: PublishedRelease, facts: Facts) -> dict[str, str]:
    """Return the rows of the table at the top: what is guaranteed, and how large the errors are."""
    guarantee = facts["guarantee"]
    sensitivity = facts["sensitivity"]
    neighbours = guarantee["all_columns_together"]["neighbours"]
    noise = published.release.noise
    size = f"{noise.title()}, sigma {noise.sigma:.6g} per value: 95 % of raw values are within"
    together = f"for all columns together; neighbours: {neighbours}"
    rows = {
        "Values": f"{', '.join(published.names)} per place: sums over the data of the place, with"
        f" noise, rounded to {published.round_to:f}",
        "Guarantee": f"{guarantee['statement']} {together}",
        "Sensitivity": f"{sensitivity['value']:g} (L{noise.norm}): {sensitivity['reason']}",
        "Noise": f"{size} {facts['noise']['within_95_percent']:g} of the true ones",
    }
    source = published.request.source
    if source.period is not None:
        rows["Period"] = f"{source.period}: {source.reason_of_period}"
    if per := published.request.per:
        rows["Rates"] = (
            f"raw values over {per}, a public number of each place, with the same intervals"
        )
    if facts["ledger"]:
        rows["Ledger"] = facts["ledger"]["statement"]
    for fit in facts["denoised"] or ():
        rows[f"Denoised {fit['raw_column']}"] = f"{estimate(fit)} by {fit['method']!r}"
    return rows


def _views(published: PublishedRelease, facts: Facts) -> list[View]:
    """Return the view of the raw values and, if there are any, that of the denoised ones."""

    def table(names: Iterable[str]) -> Array:
        """Return the columns with these names as an array (names, places)."""
        return np.array([doubles(published.columns[name]) for name in names])

    raw = table(published.names)
    error = published.release.noise.within(0.95)
    raw_view = View(
        "raw", raw, np.maximum(raw - error, 0), np.maximum(raw + error, 0), error
    )
    views = [raw_view]
    if published.denoised:
        names = zip(*map(denoised_names, published.names), strict=True)
        # 95 % of normal errors are at most 1.96 times their root mean square. The upper end of the
        # interval of its estimate is taken.
        largest_rmse = max(
            fit["rmse_interval_95_percent"][1] for fit in facts["denoised"]
        )
        error = min(1.96 * largest_rmse, error)
        values, low, high = map(table, names)
        views.append(View("denoised", values, low, high, error))
    areas = _area_views(published, views[-1].values)
    return [*views, *_rate_views(published), *areas]


def _rate_views(published: PublishedRelease) -> list[View]:
    """Return the view of rates, if they are asked for and some place has one.

    The interval of a place without a rate ends below its start.
    """
    per = published.request.per
    if per is None:
        return []
    columns = [
        [doubles(published.columns[column]) for column in rate_names(name, per)]
        for name in published.names
    ]
    values, low, high = np.array(columns).transpose(1, 0, 2)
    # The upper end of an interval is the rate plus its error, unless it is cut at 0.
    errors = (high - values)[high > 0]
    if not len(errors):
        return []
    return [
        View(
            name=f"per {per}",
            values=np.nan_to_num(values),
            low=np.nan_to_num(low),
            high=np.nan_to_num(high, nan=-1.0),
            error=float(np.quantile(errors, 0.95)),
            least_error=float(errors.min()),
        )
    ]


def _area_views(published: PublishedRelease, values: Array) -> list[View]:
    """Return a view of the totals of each level of areas; `values` (k, n) are those of the map."""
    views = []
    for k, level in enumerate(published.release.areas):
        totals = [published.combined[name][k] for name in published.names]
        # These are fractions, which may have more digits than a double.
        estimates, _, low, high = map(np.array, zip(*totals, strict=True))
        views.append(
            View(
                name=level.name,
                values=estimates.astype(float),
                low=np.maximum(low, 0).astype(float),
                high=np.maximum(high, 0).astype(float),
                error=float((high - low).max() / 2),
                rows=list(map(str, level.ids)),
                codes=level.codes,
                own=np.array([np.bincount(level.codes, row) for row in values]),
            )
        )
    return views


def _data(published: PublishedRelease, views: list[View]) -> dict[str, Any]:
    """Return what the page shows, ready for JSON."""
    data: dict[str, Any] = {
        "places": _labels(published),
        "word": _word(published),
        "views": [_view_data(published.names, view) for view in views],
        "shown": _shown(published),
    }
    if published.places.names is not None:
        # The search finds ids, too.
        data["ids"] = list(published.places.ids)
    return data | _map_data(published)


def _map_data(published: PublishedRelease) -> dict[str, Any]:
    """Return where the places are, if that is known, and how they are linked, ready for JSON.

    The map is a plane, right and down, WIDTH wide and at most as high, with a margin. A narrow map is
    not stretched: it is in the middle.
    """
    places = published.places
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
    west, south = extent.min(axis=0)
    east, north = extent.max(axis=0)
    metres = float(max(east - west, north - south))
    inner_width = WIDTH - 2 * MARGIN
    # All places may be at one spot.
    scale = inner_width / max(metres, 1e-3)
    aside = (inner_width - scale * (east - west)) / 2

    def on_plane(points: Array) -> Array:
        right = scale * (points[:, 0] - west) + aside
        down = scale * (north - points[:, 1])
        return np.column_stack((right, down)) + MARGIN

    x, y = np.rint(on_plane(spots)).T
    edges = np.empty((0, 2), int)
    if published.graph is not None:
        # The edges are ascending, the lower end first.
        edges = np.unique(np.sort(published.graph.edges, axis=1), axis=0)
    data: dict[str, Any] = {
        "x": packed(x),
        "y": packed(y),
        "height": round(scale * (north - south)) + 2 * MARGIN,
        # A disc is a fifth as wide as the distance of places that fill the map, within limits that
        # can be seen.
        "radius": min(max(0.2 * WIDTH / math.sqrt(len(x)), 1.2), 9.0),
        "edges": len(edges),
        # Differences are small, and small numbers take one byte.
        "from": packed(np.diff(edges[:, 0], prepend=0)),
        "to": packed(edges[:, 1] - edges[:, 0]),
    }
    if outlines is not None:
        outlines = shapely.transform(outlines, on_plane)
        data |= {"outlines": _packed_outlines(outlines), "fine": FINE, "edges": 0}
    if metres > 0:
        # The bar is the largest nice number up to a quarter of the map.
        numbers = nice_numbers_from(metres / 40)
        *_, bar = takewhile(lambda number: number <= metres / 4, numbers)
        data["metres"] = metres * WIDTH / inner_width
        data["bar"] = bar
        data["bar_label"] = f"{bar / 1000:g} km" if bar >= 1000 else f"{bar:g} m"
    return data


def _view_data(names: list[str], view: View) -> dict[str, Any]:
    """Return one view of the columns with these names, ready for JSON."""
    unit = float(view.unit)
    # The ends of intervals are rounded outwards. The 1e-9 keeps an end that is a multiple of the
    # unit, except for rounding, where it is.
    parts = {
        "value": np.rint(view.values / unit),
        "low": np.floor(view.low / unit + 1e-9),
        "high": np.ceil(view.high / unit - 1e-9),
    }
    data: dict[str, Any] = {
        "name": view.name,
        "is_rate": view.least_error is not None,
        "unit": unit,
        "cuts": view.cuts,
    }
    if view.codes is not None and view.own is not None:
        parts["own"] = np.rint(view.own / unit)
        data |= {"rows": view.rows, "of": packed(view.codes)}
    data["columns"] = [
        {"name": name} | {key: packed(rows[k]) for key, rows in parts.items()}
        for k, name in enumerate(names)
    ]
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


def nice_numbers_from(least: float) -> Iterator[float]:
    """Yield the numbers 1, 2 and 5 times a power of ten that are not below `least`, ascending.

    Examples
    --------
    >>> numbers = nice_numbers_from(0.3)
    >>> [next(numbers) for _ in range(4)]
    [0.5, 1.0, 2.0, 5.0]
    """
    exponent = math.floor(math.log10(least))
    while True:
        for digit in (1, 2, 5):
            number = float(f"{digit}e{exponent}")
            if number >= least:
                yield number
        exponent += 1


def _packed_outlines(outlines: Any) -> str:
    """Return the outlines of districts as `packed` numbers, simplified until they are few enough.

    Borders that two districts share stay shared. Of each district there are the number of its rings
    and, ring by ring, the number of corners and the steps from each corner to the next.
    """
    import shapely

    limit = max(OUTLINE_BYTES, BYTES_OF_PLACE * len(outlines))
    tolerance = 0.5
    while True:
        steps = _steps(shapely.coverage_simplify(outlines, tolerance))
        text = packed(np.array(steps))
        # Four characters of base 64 hold three bytes.
        if 3 * len(text) <= 4 * limit or tolerance > WIDTH / 10:
            return text
        tolerance *= 2


def _steps(outlines: Any) -> list[int]:
    """Return outlines as whole numbers, in steps of a quarter of a unit."""
    import shapely

    numbers: list[int] = []
    last = np.zeros(2, int)
    for outline in outlines:
        polygons = shapely.get_parts(outline)
        rings = [ring for part in polygons for ring in (part.exterior, *part.interiors)]
        numbers.append(len(rings))
        for ring in rings:
            # The last corner is the first again.
            rounded = np.rint(FINE * shapely.get_coordinates(ring)[:-1]).astype(int)
            corners = np.array([corner for corner, _ in groupby(rounded.tolist())])
            numbers.append(len(corners))
            numbers += np.diff(corners, axis=0, prepend=last[None]).ravel().tolist()
            last = corners[-1]
    return numbers
