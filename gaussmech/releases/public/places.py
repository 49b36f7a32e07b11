"""The public files of a release: its places and the streets or districts that link them.

`gaussmech release` takes the options of these files, whose names the fields of `PublicFiles` have.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from gaussmech.geo.graph_files import graph_of_places, is_plain, list_of_places
from gaussmech.geo.places import Places
from gaussmech.geo.read import PACKAGES
from gaussmech.graphs.graph import Graph


@dataclass(frozen=True, kw_only=True)
class PublicFiles:
    """Which places there are, and how they are linked.

    Attributes
    ----------
    places, graph : str or None
        The list of places, and the streets or districts.
    id : str or None
        The column or property of the file with the ids of places.
    layer : str or None
        The layer of the file.
    cells : str or None
        The cells that are the places, such as "200m" or "h3:9".
    within : list of str
        The file over which they lie, or west, south, east and north.
    """

    places: str | None
    graph: str | None
    id: str | None
    layer: str | None
    cells: str | None
    within: list[str]

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if (self.cells is None) != (not self.within):
            raise ValueError("--cells and --within go together")
        if self.cells is not None and self.paths:
            raise ValueError("--cells are the places: leave --places and --graph out")
        if self.cells is not None and self.id is not None:
            raise ValueError(
                "--id does not go with --cells, whose ids say where they are"
            )
        if self.cells is None and not self.paths and (self.id or self.layer):
            raise ValueError(
                "--id and --layer are of a public file: give --places or --graph"
            )

    @property
    def paths(self) -> list[str]:
        """The files that are named."""
        return [path for path in (self.places, self.graph) if path is not None]

    @property
    def name(self) -> str | None:
        """The name of what has the places, None if no public file has them."""
        if self.cells is not None:
            return f"cells of {self.cells}"
        return Path(self.paths[0]).name if self.paths else None

    @property
    def digests(self) -> dict[str, str | None]:
        """The SHA-256 of each file by its name; None for a folder, which a GIS may have."""
        return {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            if path.is_file()
            else None
            for path in map(Path, self.paths)
        }

    @property
    def packages(self) -> dict[str, list[str]]:
        """What reading the files needs, by extra."""
        needs: dict[str, list[str]] = {"maps": [], "geography": []}
        graph = self.graph or ""
        if graph.endswith((".txt", ".txt.gz", ".graphml")):
            needs["maps"].append("networkx")
        if self.cells is not None or not all(map(is_plain, self.paths)):
            needs["geography"] += PACKAGES
        if (self.cells or "").startswith("h3:"):
            needs["geography"].append("h3")
        return needs

    def read(self, hint: str | None) -> tuple[Places | None, Graph | None]:
        """Return the places and their graph, if they are given.

        `hint` is the name that the ids have in the private file, if it is stated.
        """
        if self.cells is not None:
            from gaussmech.geo.cells import cells

            graph, squares = cells(self.cells, self.within, self.layer)
            return squares, graph
        places = None
        names = {"id": self.id, "layer": self.layer, "hint": hint}
        if self.places is not None:
            places = list_of_places(self.places, **names)
        if self.graph is None:
            return places, None
        graph, places = graph_of_places(self.graph, places, **names)
        return places, graph
