"""Match data with labels to the vertices of a graph, and give results the labels of the data.

A Series, a DataFrame and a dict name the place of each value. Arrays and lists have no labels: their
values are in the order of the vertices. Two labels are one by the rule for ids of files
(`gaussmech._ids`), so that the whole numbers of a table meet the texts of a file. Nothing here
imports pandas before somebody brings its data.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaussmech import _checks
from gaussmech._ids import Ids, text_of
from gaussmech.graphs.graph import Graph, cached_per_graph
from gaussmech.graphs.totals import one_set, read_sets

# A dict names the place of each value.
Labelled = Mapping[Any, float]


@dataclass(frozen=True)
class Labels:
    """The labels of a table: of its rows, which are places, and of its columns, which are maps.

    Attributes
    ----------
    rows : pandas.Index, or list of the labels of a dict
        The label of each row.
    columns : pandas.Index or None
        The labels of the columns; None for the single column of a Series or dict.
    name : hashable or None
        The name of a Series.
    """

    rows: Any
    columns: Any = None
    name: Any = None

    def column(self, k: int) -> Labels:
        """Return the labels of the k-th column alone."""
        return Labels(self.rows, None, self.columns[k])

    def align_columns(self, name: str, values: Any) -> Any:
        """Return the argument `name`, a value per column, in the order of the columns.

        Examples
        --------
        >>> Labels(["Park"], ["day", "night"]).align_columns("sigma", {"night": 2.0, "day": 1.0})
        array([1., 2.])
        """
        if self.columns is None:
            return values
        return PlaceNames(list(self.columns), "y", "column").align(name, values)[0]

    def wrap(self, values: NDArray[Any]) -> Any:
        """Return values (n,) as a Series, values (n, K) as a DataFrame."""
        import pandas as pd

        if self.columns is None:
            return pd.Series(values, index=self.rows, name=self.name)
        return pd.DataFrame(values, index=self.rows, columns=self.columns)


def labels_of(data: Any) -> Labels | None:
    """Return the labels of a Series, DataFrame or dict, and None for data without labels.

    Examples
    --------
    >>> labels_of({"Park": 3.0, "Mill": 4.0}).rows, labels_of([3.0, 4.0])
    (['Park', 'Mill'], None)
    """
    if isinstance(data, Mapping) and data:
        return Labels(list(data))
    if not (hasattr(data, "index") and hasattr(data, "to_numpy")):
        return None
    if hasattr(data, "columns"):
        return Labels(data.index, data.columns)
    return Labels(data.index, None, data.name)


def place_names(graph: Graph) -> PlaceNames:
    """Return the names of the vertices, or their numbers if the graph has no names."""
    return cached_per_graph(graph, _place_names)


def _place_names(graph):
    return PlaceNames(range(graph.n) if graph.names is None else graph.names)


class PlaceNames:
    """The names of the vertices of a graph, and the labels that mean them.

    Parameters
    ----------
    names : sequence of hashables
        The names, all different.
    owner, noun : str
        Whose names they are, and of what, for errors.

    Examples
    --------
    >>> numbered = PlaceNames(["7", "8"])
    >>> numbered.position("8"), numbered.position(8), numbered.position(8.0)
    (1, 1, 1)
    >>> numbered.align("y", {"8": 4.0, "7": 3.0})[0].tolist()
    [3.0, 4.0]
    """

    def __init__(
        self, names: Sequence[Hashable], owner: str = "the graph", noun: str = "place"
    ) -> None:
        self.names = names
        self._owner = owner
        self._noun = noun

    @cached_property
    def _vertices(self) -> dict[Hashable, int]:
        """The vertex of each name."""
        return {name: v for v, name in enumerate(self.names)}

    @cached_property
    def _ids(self) -> Ids:
        """The names as ids, or no ids where names such as 1 and "1" differ only by their type."""
        texts = list(map(text_of, self.names))
        return Ids(texts if len({*texts}) == len(texts) else [])

    def position(self, label: Any) -> int:
        """Return the vertex that a label means, or -1."""
        try:
            position = self._vertices.get(label, -1)
        except TypeError:
            # It is not hashable, so it is no name.
            return -1
        return position if position >= 0 else self._ids.position(text_of(label))

    def align(self, name: str, data: Any) -> tuple[Any, Labels | None]:
        """Return data in the order of the names, and the labels of a Series or DataFrame in this order.

        Data without labels are returned as they are.

        Parameters
        ----------
        name : str
            The name of the argument, for errors.
        data : Series, DataFrame, dict or array
            A value, or a row of values, for each name.

        Raises
        ------
        ValueError
            If a label is no name or occurs twice, or a name has no value. The message says how many,
            and names the first three.
        """
        labels = labels_of(data)
        if labels is None:
            return data, None
        if labels.columns is not None and not labels.columns.is_unique:
            repeated = labels.columns[labels.columns.duplicated()].tolist()
            raise ValueError(
                f"{name} has several columns {repeated[0]!r}; columns must have different names"
            )
        rows = list(labels.rows)
        vertices = self.positions(name, rows)
        counts = np.bincount(vertices, minlength=len(self.names))
        repeated = [self.names[v] for v in np.flatnonzero(counts > 1).tolist()]
        if repeated:
            raise ValueError(
                f"{name} has several values for {_count(repeated, self._noun)}:"
                f" {_checks.first_few(repeated)}; each must have one"
            )
        missing = [self.names[v] for v in np.flatnonzero(counts == 0).tolist()]
        if missing:
            remedy = ""
            if self._noun == "place":
                # pandas finds no label 1 among texts.
                as_texts = "" if {*rows} <= {*self.names} else ".rename(index=str)"
                remedy = (
                    "; a group-by drops places where nothing happened: before the noise, take"
                    f" counts{as_texts}.reindex(graph.names, fill_value=0)"
                )
            raise ValueError(
                f"{name} lacks {len(missing)} of the {_count(self.names, self._noun)} of"
                f" {self._owner}: {_checks.first_few(missing)}{remedy}"
            )
        order = np.argsort(vertices)
        if isinstance(data, Mapping):
            return _checks.plain_array(name, list(data.values()))[order], None
        ordered = replace(labels, rows=labels.rows.take(order))
        return _checks.plain_array(name, data)[order], ordered

    def align_totals(self, totals: Any) -> list[tuple[Any, Any, Any]]:
        """Return the argument `totals` of `denoise` without labels, each item in its order.

        The areas of places have the order of the names, the sums of areas that of the areas' labels.

        Examples
        --------
        >>> towns = PlaceNames(["Park", "Mill"])
        >>> towns.align_totals([({"Mill": 7, "Park": 8}, {8: 3.5, 7: 4.5}, 1.0)])
        [(array([8, 7]), array([4.5, 3.5]), 1.0)]
        """
        if isinstance(totals, str) or not isinstance(totals, Sequence):
            raise ValueError(
                f"totals is {_checks.format_value(totals)}; it must be a list of"
                " (labels, values, sigma)"
            )
        aligned = []
        for k, item in enumerate(totals):
            name = f"totals[{k}]"
            if not isinstance(item, tuple | list) or len(item) != 3:
                raise ValueError(
                    f"{name} is {_checks.format_value(item)}; it must be (labels, values, sigma)"
                )
            areas, values, sigma = item
            areas, _ = self.align(f"{name}[0]", areas)
            if labels_of(values):
                names = PlaceNames(np.unique(areas).tolist(), f"{name}[0]", "area")
                values, _ = names.align(f"{name}[1]", values)
            aligned.append((areas, values, sigma))
        return aligned

    def positions(self, name: str, rows: Sequence[Any]) -> NDArray[np.intp]:
        """Return the vertex that each label means; a ValueError names the foreign ones."""
        vertices = np.array([self.position(label) for label in rows], dtype=np.intp)
        foreign = [rows[k] for k in np.flatnonzero(vertices < 0).tolist()]
        if not foreign:
            return vertices
        hint = f"its labels are {_checks.first_few(self.names)}"
        if isinstance(foreign[0], tuple):
            hint += "; take the level of the index that names them, as by .droplevel(0)"
        if isinstance(self.names, range):
            hint = (
                f"it has no names, so its labels are 0 to {len(self.names) - 1};"
                " graph.with_names(ids) names its places, in their order"
            )
        raise ValueError(
            f"{name} has {_count(foreign, 'label')} that {self._owner} lacks:"
            f" {_checks.first_few(foreign)}; {hint}"
        )

    def sets(self, places: Any) -> tuple[Any, bool]:
        """Return the sets of places of `Denoised.total` as `read_sets` does, which may be named."""
        labels = labels_of(places)
        n = len(self.names)
        if labels is not None and len(labels.rows) == n:
            return read_sets(self.align("places", places)[0], n)
        if isinstance(places, str):
            places = [places]
        if not isinstance(places, Iterable):
            return read_sets(places, n)
        items = list(places)
        are_numbers = all(
            isinstance(item, int | np.integer | np.bool_) for item in items
        )
        is_mask_or_labels = len(items) == n or any(
            isinstance(item, bool | np.bool_) for item in items
        )
        if are_numbers and (is_mask_or_labels or self._ids.kind != "whole"):
            return read_sets(places, n)
        return one_set(self.positions("places", items), n), True


def html_page(result: Any) -> str | None:
    """Return the line of a result and its table by pandas as HTML, or None without pandas."""
    with suppress(ImportError):
        table = result.to_frame()._repr_html_() or ""
        return f"<p>{escape(repr(result))}</p>{table}"
    return None


def _count(items: Sequence[Any], noun: str) -> str:
    """Return the number of items with their noun."""
    return f"{len(items)} {noun}{'s' if len(items) > 1 else ''}"
