"""The public list of the places of a release, and its validation.

Every reader of places returns a `Places`. Its constructor refuses what cannot be a list of places,
and `proofs` says from public facts alone what was understood, and why this may be doubted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from gaussmech._columns import find_column, name_column
from gaussmech._hints import option
from gaussmech._ids import Ids
from gaussmech.geo.proofs import (
    Proof,
    prove_apart,
    prove_area_of_use,
    prove_located,
    prove_no_total,
    refuse_bad_degrees,
    refuse_bad_ids,
)


@dataclass(frozen=True)
class Source:
    """Where places come from, from public facts only.

    Attributes
    ----------
    file : str
        The file, with its layer if it has several.
    ids : str
        Where the ids come from, in words, such as "property 'code'".
    others : list of str
        Other columns or properties that might have been the ids.
    remarks : list of str
        Which other parts of the file were not used, or were repaired.
    nameless : int
        How many ids are coordinates or row numbers.
    rows : str
        What a row of the file is called.
    lines : sequence of int, optional
        The number of the row of each place; None numbers them from 1.
    column : str or None
        The column of the ids.
    crs : CRS, optional
        The coordinate reference system of the file.
    proofs : list of Proof
        What the reader of the file proved.
    """

    file: str
    ids: str
    others: Sequence[str] = ()
    remarks: list[str] = field(default_factory=list)
    nameless: int = 0
    rows: str = "row"
    lines: Sequence[int] | None = None
    column: str | None = None
    crs: Any = None
    proofs: list[Proof] = field(default_factory=list)

    def at(self, row: int) -> str:
        """Return where a row stands, for a message."""
        line = row + 1 if self.lines is None else self.lines[row]
        return f"{self.file}, {self.rows} {line}"


@dataclass(frozen=True)
class Places:
    """The public list of places.

    Attributes
    ----------
    ids : list of str
        The ids, all different.
    lon, lat : list of float or None
        Longitudes and latitudes in degrees, if they are known; for a polygon those of a point in it.
    columns : dict of list of str
        The other public columns as text, by name.
    shapes : GeoSeries or None
        The geometries, in their file's system, if a GIS file has the places.
    source : Source
        Where the places come from.
    called : str or None
        The column of the names of the places; None takes a column with a usual name.
    aliases : dict of int
        Other names of places, each with the position of its place.
    """

    ids: list[str]
    lon: list[float] | None = None
    lat: list[float] | None = None
    columns: Mapping[str, list[str]] = field(default_factory=dict, compare=False)
    shapes: Any = field(default=None, compare=False)
    source: Source = field(
        default=Source("the list of places", "its ids"), compare=False
    )
    called: str | None = field(default=None, compare=False)
    aliases: Mapping[str, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        """Refuse what cannot be a list of places."""
        if not self.ids:
            raise ValueError(f"{self.source.file} has no places")
        of_column = f" {self.source.column!r}" if self.source.column else ""
        refuse_bad_ids(self.ids, self.source.at, f"the id{of_column}")
        if self.lon is not None:
            refuse_bad_degrees(self.lon, self.lat, self.source.at)

    @cached_property
    def proofs(self) -> list[Proof]:
        """Facts about the places, from public data, and what is doubtful about them."""
        proofs = [*self.source.proofs, prove_no_total(self.ids)]
        if self.lon is not None:
            proofs.append(prove_located(self.ids, self.lon, self.lat))
        if self.source.crs is not None:
            proofs.append(prove_area_of_use(self.source.crs, self.lon, self.lat))
        # Cells come with the proof that they do not overlap.
        if self.are_districts and "overlap" not in {p.name for p in proofs if p}:
            proofs.append(prove_apart(self.ids, self.shapes))
        return [proof for proof in proofs if proof]

    @cached_property
    def texts(self) -> Ids:
        """The ids, and which texts name them."""
        return Ids(self.ids, self.aliases)

    @cached_property
    def names(self) -> list[str] | None:
        """The names of the places, if a public column other than that of the ids has them."""
        name = self.called or name_column(self.columns, self.ids)
        return None if name is None else self.columns[name]

    def with_names(self, column: str) -> Places:
        """Return the places with their names from a public column."""
        name = find_column(self.columns, column)
        if name is None:
            raise ValueError(self._lacks(option("name"), column))
        return replace(self, called=name)

    @property
    def are_districts(self) -> bool:
        """Whether the places are polygons, in which events fall."""
        return self.shapes is not None and "Polygon" in self.shapes.geom_type.iloc[0]

    def column(self, option: str, name: str) -> list[str]:
        """Return a public column without gaps; a ValueError names the option that asked for it."""
        if name not in self.columns:
            raise ValueError(self._lacks(option, name))
        cells = self.columns[name]
        if "" in cells:
            place = self.ids[cells.index("")]
            raise ValueError(f"{option} {name}: it is missing for the place {place!r}")
        return cells

    def _lacks(self, option: str, name: str) -> str:
        """Return the message that there is no such column."""
        have = ", ".join(self.columns) or "none"
        return f"{option} {name}: {self.source.file} has no such column; it has {have}"
