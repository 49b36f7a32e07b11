"""The page of a release: one HTML file with its values and their intervals, in maps and a table.

`page_text` fills the template `page.html`, whose script draws the maps; the page loads nothing. This
module computes what the template needs: the classes of values, none of which is narrower than the
noise, and the data, packed so that a page of 100,000 places stays below 5 MB.
"""

import json
import math
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from html import escape
from itertools import islice, takewhile
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech.geo.projection import project
from gaussmech.privacy.attack_risk import attack_lines
from gaussmech.releases.deployment import UNKNOWN
from gaussmech.releases.files import Study, denoised_names, estimate

# Maps are drawn on a plane of this width, with this margin.
WIDTH = 1000
MARGIN = 16
# The page has this many colours.
MOST_CLASSES = 8
READING = (
    "No class of values is narrower than what the errors of 95 % of the values do not exceed. A"
    " place whose interval reaches 0 is grey, and a value is fainter where its interval is wide"
    " compared with it."
)
DENOISED = (
    " The intervals of denoised values hold 95 times in a hundred in the mean over places of like"
    " value, and less often for places that are picked because they are the highest."
)

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
    rows: list[str] | None = None
    codes: NDArray[np.int64] | None = None
    own: Array | None = None

    @property
    def unit(self) -> Decimal:
        """The power of ten to which values are shown: between 1/100 and 1/10 of the error."""
        return Decimal(1).scaleb(math.floor(math.log10(self.error)) - 1)

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
    study: Study,
    about: dict[str, Any],
    *,
    title: str = UNKNOWN,
    others: Iterable[str] = (),
) -> str:
    """Return the page of a release, as HTML; it has a map if the places have coordinates.

    `about` is what `files.facts` returns. `title` is the name of the data product; if it is unknown,
    the title is what the release shows. `others` are the names of the files that are published with
    the table.
    """
    views = _views(study, about)
    is_mapped = study.places.lon is not None
    rows = ""
    for label, text in _rows(study, about).items():
        rows += f"<tr><th>{escape(label)}<td>{escape(text)}</tr>"
    reading = READING if is_mapped else NO_MAP
    if study.denoised:
        reading += DENOISED
    if title == UNKNOWN:
        title = _finding(views, study.names)
    links = []
    for name in (about["released"]["file"], *others):
        links.append(f'<a href="{quote(name)}" download>{escape(name)}</a>')
    attack = attack_lines(study.release.best_attack, unit=study.unit)
    data = json.dumps(_data(study, views), separators=(",", ":"))
    return PAGE.substitute(
        title=escape(title),
        words=escape(attack["in words"]),
        links=", ".join(links),
        rows=rows,
        sums=escape(about["areas"]["denoised_sums"] if about["areas"] else ""),
        hint=HINT if is_mapped else "",
        reading=escape(reading),
        # A "<" could end the script.
        data=data.replace("<", "\\u003c"),
        limits="".join(f"<li>{escape(line)}" for line in about["not_promised"]),
    )


def _finding(views: list[View], names: list[str]) -> str:
    """Return how many places have values that are above 0 beyond the noise, in words."""
    view = next(view for view in reversed(views) if view.rows is None)
    places = view.values.shape[1]
    # The page shows no digits beyond the unit.
    counts = np.count_nonzero(view.low >= float(view.unit), axis=1).tolist()
    found = [f"{name} at {count:,}" for name, count in zip(names, counts, strict=True)]
    return f"Above 0 beyond the noise: {', '.join(found)} of {places:,} places"


def _rows(study: Study, about: dict[str, Any]) -> dict[str, str]:
    """Return the rows of the table at the top: what is guaranteed, and how large the errors are."""
    guarantee = about["guarantee"]
    sensitivity = about["sensitivity"]
    neighbours = guarantee["all_columns_together"]["neighbours"]
    norm = f"L{study.release.noise.norm}"
    law = study.release.noise.law.capitalize()
    noise = f"{law}, sigma {study.release.sigma:.6g} per value: 95 % of raw values are within"
    together = f"for all columns together; neighbours: {neighbours}"
    rows = {
        "Values": f"{', '.join(study.names)} per place: sums over the data of the place, with noise,"
        f" rounded to {study.round_to:f}",
        "Guarantee": f"{guarantee['statement']} {together}",
        "Sensitivity": f"{sensitivity['value']:g} ({norm}): {sensitivity['reason']}",
        "Noise": f"{noise} {about['noise']['within_95_percent']:g} of the true ones",
    }
    if about["ledger"]:
        rows["Ledger"] = about["ledger"]["statement"]
    for fit in about["denoised"] or ():
        rows[f"Denoised {fit['of']}"] = f"{estimate(fit)} by {fit['method']!r}"
    return rows


def _views(study: Study, about: dict[str, Any]) -> list[View]:
    """Return the view of the raw values and, if there are any, that of the denoised ones."""

    def table(names: Iterable[str]) -> Array:
        """Return the columns with these names as an array (names, places)."""
        return np.array([list(map(float, study.columns[name])) for name in names])

    raw = table(study.names)
    error = study.release.noise.within(0.95)
    raw_view = View(
        name="raw",
        values=raw,
        low=np.maximum(raw - error, 0),
        high=np.maximum(raw + error, 0),
        error=error,
    )
    if not study.denoised:
        return [raw_view, *_area_views(study, raw)]
    names = [denoised_names(name) for name in study.names]
    # 95 % of normal errors are at most 1.96 times their root mean square. The upper end of the
    # interval of its estimate is taken.
    largest_rmse = max(fit["interval_95_percent"][1] for fit in about["denoised"])
    denoised_view = View(
        name="denoised",
        values=table(estimate_name for estimate_name, _, _ in names),
        low=table(low_name for _, low_name, _ in names),
        high=table(high_name for _, _, high_name in names),
        error=min(1.96 * largest_rmse, error),
    )
    return [raw_view, denoised_view, *_area_views(study, denoised_view.values)]


def _area_views(study: Study, values: Array) -> list[View]:
    """Return a view of the totals of each level of areas; `values` (k, n) are those of the map."""
    views = []
    for k, level in enumerate(study.release.areas):
        totals = [study.combined[name][k] for name in study.names]
        # These are fractions, which may have more digits than a double.
        low = np.array([total.low for total in totals])
        high = np.array([total.high for total in totals])
        estimates = np.array([total.estimate for total in totals])
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


def _data(study: Study, views: list[View]) -> dict[str, Any]:
    """Return what the page shows, ready for JSON."""
    places = [view for view in views if view.rows is None]
    data: dict[str, Any] = {
        "places": list(study.places.ids),
        "views": [_view_data(study.names, view) for view in views],
        # The denoised values are shown first, if there are any.
        "shown": len(places) - 1,
    }
    return data if study.places.lon is None else data | _map_data(study)


def _map_data(study: Study) -> dict[str, Any]:
    """Return where the places are and how they are linked, ready for JSON."""
    spots, metres = _project(study)
    edges = _sorted_edges(study)
    data: dict[str, Any] = {
        "x": packed(spots[:, 0]),
        "y": packed(spots[:, 1]),
        "height": int(spots[:, 1].max()) + MARGIN,
        # A disc is a fifth as wide as the distance of places that fill the map, within limits that
        # can be seen.
        "radius": min(max(0.2 * WIDTH / math.sqrt(len(spots)), 1.2), 9.0),
        "edges": len(edges),
        # Differences are small, and small numbers take one byte.
        "from": packed(np.diff(edges[:, 0], prepend=0)),
        "to": packed(edges[:, 1] - edges[:, 0]),
    }
    if metres > 0:
        bar = list(_below(metres / 4))[-1]
        data["metres"] = metres * WIDTH / (WIDTH - 2 * MARGIN)
        data["bar"] = bar
        data["bar_label"] = f"{bar / 1000:g} km" if bar >= 1000 else f"{bar:g} m"
    return data


def _sorted_edges(study: Study) -> NDArray[np.int64]:
    """Return the edges (m, 2) of the graph, if there is one: ascending, the lower end first."""
    if study.graph is None:
        return np.empty((0, 2), np.int64)
    edges = np.sort(study.graph.edges, axis=1)
    return edges[np.lexsort((edges[:, 1], edges[:, 0]))]


def _view_data(names: list[str], view: View) -> dict[str, Any]:
    """Return one view of the columns with these names, ready for JSON."""
    columns = [_column(name, view, k) for k, name in enumerate(names)]
    data = {
        "name": view.name,
        "unit": float(view.unit),
        "cuts": view.cuts,
        "columns": columns,
    }
    if view.codes is not None:
        data |= {"rows": view.rows, "of": packed(view.codes)}
    return data


def _column(name: str, view: View, k: int) -> dict[str, str]:
    """Return column k of a view; the ends of intervals are rounded outwards."""
    unit = float(view.unit)
    # The 1e-9 keeps an end that is a multiple of the unit, but for rounding, where it is.
    column = {
        "name": name,
        "value": packed(np.rint(view.values[k] / unit)),
        "low": packed(np.floor(view.low[k] / unit + 1e-9)),
        "high": packed(np.ceil(view.high[k] / unit - 1e-9)),
    }
    if view.own is not None:
        column["own"] = packed(np.rint(view.own[k] / unit))
    return column


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
    for number in np.asarray(numbers).tolist():
        number = int(number)
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
            number = float(Fraction(digit) * Fraction(10) ** exponent)
            if number >= least:
                yield number
        exponent += 1


def _below(limit: float) -> Iterator[float]:
    """Yield the nice numbers from a tenth of a limit up to it."""
    for number in nice_numbers_from(limit / 10):
        if number > limit:
            return
        yield number


def _project(study: Study) -> tuple[Array, float]:
    """Return the places (n, 2) on the plane of the map, right and down, and its width in metres.

    A narrow map is not stretched: it is at most as high as wide, and in the middle.
    """
    lon = study.places.lon or []
    lat = study.places.lat or []
    east, north = project(study.places, lon, lat).T
    right = east - east.min()
    down = north.max() - north
    metres = max(float(right.max()), float(down.max()))
    inner_width = WIDTH - 2 * MARGIN
    # All places may be at one spot.
    scale = inner_width / max(metres, 1e-3)
    aside = (inner_width - scale * float(right.max())) / 2
    spots = np.column_stack((scale * right + aside, scale * down)) + MARGIN
    return np.rint(spots).astype(int), metres
