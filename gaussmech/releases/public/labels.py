"""Match the labels of a table that `release` takes to a public list of places, or refuse them.

The index of a table is published as it is. If it comes from private rows, for example from a
group-by, it reveals at which places something happened. The caller must therefore say which places
are public.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from gaussmech import _checks
from gaussmech._columns import IDS, LAT, LON, NAMES
from gaussmech._csv import plain_name
from gaussmech._ids import text_of
from gaussmech.geo.places import Places, Source
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import Labels, labels_of

# The name of the places in memory, in messages and in what is published.
PLACES = "places"
# Columns with these names or endings name the place of a row; "covid" is not such a column.
AREAS = ("zip", "zcta", "tract", "county", "ward", "precinct", "district")
ENDINGS = ("name", "code", "fips", "_id", "_key")
# What to do after a refusal.
REMEDY = (
    "pass places=graph, or a list of the public places: a place without a row gets 0 before the"
    " noise"
)


def refuse_places_as_values(values: Any) -> None:
    """Refuse a table with columns that say where a row is, which would be released as values."""
    columns = getattr(values, "columns", None)
    if columns is None or (hasattr(values, "index") and not _is_numbered(values)):
        return
    forms = {name: plain_name(str(name)) for name in columns}
    ids = [
        name
        for name, form in forms.items()
        if form in (*IDS, *NAMES, *AREAS, "unnamed:_0") or form.endswith(ENDINGS)
    ]
    degrees = [name for name, form in forms.items() if form in (*LON, *LAT)]
    if not ids and not degrees:
        return
    # The first column of a file that pandas wrote has the numbers of its rows.
    real = [name for name in ids if forms[name] != "unnamed:_0"] or ids
    remedy = f"values.set_index({real[0]!r})" if real else "values"
    others = [name for name in [*ids, *degrees] if name not in real[:1]]
    if others:
        remedy += f".drop(columns={others!r})"
    raise ValueError(
        f"values has the column {' and '.join(map(repr, [*ids, *degrees]))}, which would be released"
        f" as values, with noise; take {remedy}"
    )


def _is_numbered(table: Any) -> bool:
    """Return whether the index of a table only numbers its rows: whole numbers in order, no name."""
    index = table.index
    if index.nlevels > 1 or index.name is not None or index.dtype.kind not in "iu":
        return False
    return bool(index.is_monotonic_increasing)


def labels_at(
    values: Any, places: Any
) -> tuple[Labels | None, Places | None, list[int] | None]:
    """Return the labels of a release, its public places, and the position of each row among them.

    Without labels there are no places; without the argument `places` rows are in their own order,
    which the positions None say.
    """
    labels = labels_of(values)
    # What is iterable may be so only once.
    names = None if places is None else _names_of(places)
    public = None if names is None else _public_places(names, places)
    if labels is None and public is None:
        return None, None, None
    if labels is None or isinstance(values, Mapping):
        raise ValueError(
            "places needs a Series or DataFrame as values, whose index names the place of each row"
        )
    if public is None:
        # Other whole numbers may come from a group-by or a filter.
        if _is_numbered(values) and [*labels.rows] == [*range(len(labels.rows))]:
            return labels, _public_places(labels.rows, None), None
        raise ValueError(
            "values has an index, which is published as it is, and after a group-by lacks the places"
            f" where nothing happened; {REMEDY}. If this index was a public list before, pass"
            " places=values.index"
        )
    levels = getattr(labels.rows, "nlevels", 1)
    if levels > 1 and not any(isinstance(name, tuple) for name in names or ()):
        raise ValueError(
            f"values has an index of {levels} levels, and places names of one; add up the rows of each"
            f" place, as by values.groupby(level={labels.rows.names[0] or 0!r}).sum()"
        )
    rows = [*map(text_of, labels.rows)]
    columns = [] if labels.columns is None else map(str, labels.columns)
    # The position of what is no place is below 0.
    has_row = any(position >= 0 for position in public.texts.positions(rows))
    strange_columns = [k for k in public.texts.positions(columns) if k < 0]
    if rows and columns and not has_row and not strange_columns:
        raise ValueError("values has the places as columns; take values.T")
    # What is private is named by its row, and never shown.
    positions = public.texts.different_positions(
        rows, lambda row: f"values.iloc[{row}]"
    )
    import pandas as pd

    index = places
    if not isinstance(places, pd.Index):
        index = pd.Index(names, name=values.index.name, tupleize_cols=False)
    return Labels(index, labels.columns, labels.name), public, positions


def _names_of(places: Any) -> list[Hashable]:
    """Return the names of public places."""
    if isinstance(places, Graph):
        return list(places.names or range(places.n))
    if isinstance(places, str) or not isinstance(places, Iterable) or labels_of(places):
        raise ValueError(
            f"places is {_checks.format_value(places)}; it must be a Graph, a list of the public"
            " places, or an index"
        )
    return list(places)


def _public_places(names: Iterable[Hashable], places: Any) -> Places:
    """Return public places of these names, with the coordinates of their graph if it has some."""
    lon = lat = None
    if isinstance(places, Graph) and places.lon is not None and places.lat is not None:
        lon, lat = places.lon.tolist(), places.lat.tolist()
    ids = ["" if name is None or name != name else text_of(name) for name in names]
    return Places(ids, lon, lat, source=Source(PLACES, "labels"))
