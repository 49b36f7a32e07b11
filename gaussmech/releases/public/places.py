"""The public files of a release: its places and the streets or districts that link them.

`gaussmech release` takes the options of these files, whose names the fields of `PublicFiles` have.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from gaussmech.geo.graph_files import graph_of_places, list_of_places
from gaussmech.geo.places import Places
from gaussmech.graphs.graph import Graph
from gaussmech.releases.public.aliases import with_aliases


@dataclass(frozen=True, kw_only=True)
class PublicFiles:
    """Which places there are, and how they are linked.

    Attributes
    ----------
    places, graph : str or None
        The list of places, and the streets or districts.
    id : str or None
        The column or property of the file with the ids of places.
    name : str or None
        The column of the names of the places; None takes a column with a usual name.
    layer : str or None
        The layer of the file.
    cells : str or None
        The cells that are the places, such as "200m" or "h3:9".
    within : list of str
        The file over which they lie, or west, south, east and north.
    alias : str or None
        The list of other names of the places.
    """

    places: str | None = None
    graph: str | None = None
    id: str | None = None
    name: str | None = None
    layer: str | None = None
    cells: str | None = None
    within: Sequence[str] = ()
    alias: str | None = None

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if (self.cells is None) != (not self.within):
            raise ValueError("--cells and --within go together: give both or neither")
        if self.cells is not None and self.paths:
            raise ValueError("--cells are the places: leave --places and --graph out")
        if self.cells is not None and self.id is not None:
            raise ValueError(
                "--id does not go with --cells, whose ids say where they are"
            )
        if self.cells is None and not self.paths and (self.id or self.layer):
            raise ValueError(
                "--id and --layer describe a public file: give --places or --graph"
            )
        if not self.has_places and (self.alias or self.name):
            raise ValueError(
                f"{'--alias' if self.alias else '--name'} needs the public list of places: give"
                " --places, --graph or --cells"
            )

    @property
    def paths(self) -> list[str]:
        """The files that are named."""
        return [path for path in (self.places, self.graph) if path is not None]

    @property
    def has_places(self) -> bool:
        """Whether a public file or a grid has the places."""
        return self.cells is not None or bool(self.paths)

    def refuse_private(self, private: str) -> None:
        """Raise a ValueError if a public file is the private one, by whatever name."""
        files = {"--places": self.places, "--graph": self.graph, "--alias": self.alias}
        if len(self.within) == 1:
            files["--within"] = self.within[0]
        for option, path in files.items():
            if path is not None and _is_same_file(path, private):
                raise ValueError(
                    f"{option}: {path!r} is the private file, and would be published as it is; write"
                    " its public columns, such as ids and coordinates, to a file of their own"
                )

    def read(self, hint: str | None) -> tuple[Places | None, Graph | None]:
        """Return the places and their graph, if they are given.

        `hint` is the name of the column of ids in the private file, if it is given.
        """
        places, graph = self._read(hint)
        if places is not None and self.alias is not None:
            places = with_aliases(places, self.alias)
        if places is not None and self.name is not None:
            places = places.with_names(self.name)
        return places, graph

    def _read(self, hint: str | None) -> tuple[Places | None, Graph | None]:
        """Return the places and their graph without the aliases."""
        if self.cells is not None:
            from gaussmech.geo.cells import cells

            graph, squares = cells(self.cells, [*self.within], self.layer)
            return squares, graph
        places = None
        names = {"id": self.id, "layer": self.layer, "hint": hint}
        if self.places is not None:
            places = list_of_places(self.places, **names)
        if self.graph is None:
            return places, None
        graph, places = graph_of_places(self.graph, places, **names)
        return places, graph


def _is_same_file(path: str, private: str) -> bool:
    """Return whether two paths, or standard input, lead to one file, also by links."""
    try:
        one, other = (
            os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name)
            for name in (path, private)
        )
    except (OSError, ValueError, AttributeError):
        # A missing file is refused when it is read; Python may have no standard input.
        return path == private
    return os.path.samestat(one, other)
