"""Check places by public facts alone, and say what is doubtful about them.

A public file may be read otherwise than its owner means. Each function checks one fact that would
show this, and returns a `Proof`, or refuses what cannot be a list of places at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech import _checks
from gaussmech._columns import telling_columns, unique_columns
from gaussmech._hints import option
from gaussmech._ids import fold
from gaussmech.geo.sphere import great_circle_m
from gaussmech.graphs.graph import LEAST_LENGTH_M

if TYPE_CHECKING:
    from geopandas import GeoSeries

# If more than this share of the area of districts lies in several of them, it is not an error of
# drawing.
OVERLAP = 0.01
# A place of this name, as `fold` writes it, may be the sum of the others.
TOTALS = re.compile("(grand|sub)?totals?|all|sum|overall|summe|(ins)?gesamt")
# A street is rarely much longer than the straight way between its ends, and never shorter. Feet are
# 3.3 times metres.
LENGTHS = (0.5, 3)
# A place at longitude 0 and latitude 0 has no other within this many metres if it is not there.
ALONE_M = 1e6
# Places may lie this many degrees outside the area of use, because whole countries use one UTM
# zone.
MARGIN = 1.0


@dataclass(frozen=True)
class Proof:
    """A fact about places.

    Attributes
    ----------
    name : str
        Its subject, in a word or two.
    fact : str
        The fact, in words.
    doubt : str
        Why this is unlikely to be meant, with a remedy; empty without a doubt.
    """

    name: str
    fact: str
    doubt: str = ""


def refuse_bad_ids(ids: Sequence[str], at: Callable[[int], str], column: str) -> None:
    """Refuse ids that are missing, equal, or cannot be printed; `at` says where a row is."""
    rows: dict[str, int] = {}
    for row, key in enumerate(ids):
        if not key:
            raise ValueError(f"{at(row)}: {column} is missing")
        if not key.isprintable():
            raise ValueError(
                f"{at(row)}: {column} has a character that cannot be printed"
            )
        first = rows.setdefault(key, row)
        if first != row:
            where = at(first).rpartition(", ")[2]
            raise ValueError(f"{at(row)}: {column} is the same as in {where}")


def refuse_bad_degrees(lon: Any, lat: Any, at: Callable[[int], str]) -> None:
    """Refuse coordinates that are not degrees on the earth."""
    is_good = (np.abs(lon) <= 180) & (np.abs(lat) <= 90)
    if not np.all(is_good):
        row = int(np.argmin(is_good))
        raise ValueError(
            f"{at(row)} is at ({lon[row]:g}, {lat[row]:g}); coordinates must be degrees (WGS84), or in"
            " the coordinate reference system that the file says"
        )


def refuse_different_rows(
    file: str, column: str, ids: Sequence[str], columns: Mapping[str, list[str]]
) -> None:
    """Refuse rows of one id that differ in a property by which they are different places."""
    telling = telling_columns(columns, ids)
    if not telling:
        return
    unique = unique_columns(columns)
    remedy = f"name the ids by {option('id')}"
    if unique:
        remedy = f"name the ids, as by {option('id', unique[0])} (unique: {', '.join(unique)})"
    raise ValueError(
        f"{file}: {len(ids):,} rows share {len({*ids}):,} values of {column!r}, but rows of one value"
        f" differ in {', '.join(telling)}; {remedy}, or unite such rows by {option('id', column)}"
    )


def prove_no_total(ids: Sequence[str]) -> Proof | None:
    """Prove that no place is the sum of others."""
    totals = [key for key in ids if TOTALS.fullmatch(fold(key))]
    if not totals:
        return None
    fact = f"{_checks.first_few(totals)} may be the sum of other places"
    return Proof(
        "totals",
        fact,
        f"{fact}: then whoever moves one of them moves it, too, and the sensitivity must say so; take"
        " it out, for sums of published values cost nothing",
    )


def prove_lengths(graph: Any) -> Proof | None:
    """Prove that the lengths of edges are metres, if it is known where their ends are."""
    if graph.length_m is None or graph.lon is None or not graph.m:
        return None
    u, v = graph.edges.T
    metres = great_circle_m(graph.lon[u], graph.lat[u], graph.lon[v], graph.lat[v])
    ratio = np.median(graph.length_m / np.maximum(metres, LEAST_LENGTH_M))
    if LENGTHS[0] <= ratio <= LENGTHS[1]:
        return None
    fact = f"the median ratio of length and straight distance of an edge is {ratio:.2g}"
    return Proof("lengths", fact, f"{fact}: give lengths in metres, or leave them out")


def prove_located(ids: Sequence[str], lon: Any, lat: Any) -> Proof | None:
    """Prove that no place is at longitude 0 and latitude 0 for want of coordinates."""
    distance = great_circle_m(0, 0, lon, lat)
    others = distance[distance > 0]
    if len(others) in (0, len(ids)) or others.min() < ALONE_M:
        return None
    fact = f"{ids[int(distance.argmin())]!r} is at longitude 0 and latitude 0, far from all others"
    return Proof(
        "located",
        fact,
        f"{fact}: its coordinates may be missing; give them, or take it out",
    )


def prove_area_of_use(crs: Any, lon: Any, lat: Any) -> Proof | None:
    """Prove that places lie where their coordinate reference system is used."""
    use = crs.area_of_use
    if use is None:
        return None
    wide = (use.east - use.west) % 360 or 360
    is_east = np.subtract(lon, use.west - MARGIN) % 360 <= wide + 2 * MARGIN
    north = np.subtract(lat, use.south - MARGIN)
    is_north = (north >= 0) & (north <= use.north - use.south + 2 * MARGIN)
    outside = np.sum(~(is_east & is_north))
    system = system_name(crs)
    fact = f"{len(lat) - outside:,} of {len(lat):,} places lie where {system} is used"
    doubt = ""
    if outside > len(lat) / 2:
        doubt = (
            f"{outside:,} of {len(lat):,} places lie outside the area of use of {system}, {use.west:g}"
            f" to {use.east:g} E and {use.south:g} to {use.north:g} N: the file may have a wrong label;"
            " in Python, set_crs(..., allow_override=True) sets the right one"
        )
    return Proof("system", fact, doubt)


def prove_apart(ids: Sequence[str], shapes: GeoSeries) -> Proof:
    """Prove that almost no area belongs to two districts."""
    import shapely

    areas = shapes.array
    one, other = shapes.sindex.query(shapes, predicate="intersects")
    pairs = np.flatnonzero(one < other)
    one, other = one[pairs], other[pairs]
    common = shapely.area(shapely.intersection(areas[one], areas[other]))
    share = float(common.sum() / shapely.area(areas).sum())
    fact = f"{100 * share:.2g} % of the districts' area lies in several of them"
    doubt = ""
    if share > OVERLAP:
        worst = int(common.argmax())
        doubt = (
            f"{fact}, most of it in {ids[one[worst]]!r} and {ids[other[worst]]!r}, and an event there"
            " counts in the first by id; leave one level of districts out"
        )
    return Proof("overlap", fact, doubt)


def system_name(crs: Any) -> str:
    """Return the name of a coordinate reference system: its code, if it has one."""
    code = crs.to_authority()
    return ":".join(code) if code else str(crs.name)
