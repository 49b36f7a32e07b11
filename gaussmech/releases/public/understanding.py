"""How a release understood its public files, from public facts alone.

A file may be read otherwise than its owner means, for example with ids from another column, or with
streets that do not meet. A release and a dry run therefore say in a few lines what the places are,
where their ids come from, how they are linked, and what was left unused. If this is unlikely to be
meant, nothing is released unless the user says `--yes`. Only public files decide whether a release
is refused.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from gaussmech import _checks
from gaussmech._hints import option
from gaussmech.geo.places import Places, Source
from gaussmech.geo.projection import project
from gaussmech.graphs.graph import Graph

# A graph is doubtful if more than this share of the places lie outside its largest component. Ids
# are doubtful if more than this share of them are coordinates or row numbers.
DOUBTFUL = 0.1
# A list of countries has more columns with unique values than fit into a line.
MOST_OTHERS = 8


@dataclass(frozen=True)
class Understanding:
    """How the public files of a release were understood.

    Attributes
    ----------
    lines : dict of str
        What is printed, by label.
    record : dict
        What was taken, for the JSON file. The rest of a file is only printed: the curator must see
        it, and nobody else may, since its names may tell about private columns.
    doubts : list of str
        Why the files were probably meant otherwise, each with its remedy.
    """

    lines: dict[str, str]
    record: dict[str, Any]
    doubts: list[str]


def understand(
    places: Places,
    graph: Graph | None,
    *,
    linked: bool,
    by_place: bool = True,
    is_public: bool = True,
    used: Collection[str] = (),
    other_doubts: Collection[str] = (),
) -> Understanding:
    """Return how places and their graph were understood.

    `linked` says whether --link was given, `by_place` whether private rows name their places,
    `is_public` whether a public file has the places, `used` has the public columns that are used
    beside that of the ids, and `other_doubts` are not of files.
    """
    source = places.source
    links, facts, doubts = _links(places, graph)
    if linked:
        doubts = []
    # A doubt about another column with ids is only printed, because that column may be private.
    of_columns = [proof for proof in places.proofs if proof.name == "column"]
    published = [proof for proof in places.proofs if proof not in of_columns]
    doubts += _doubts_about_ids(source, len(places.ids), by_place, is_public)
    doubts += [proof.doubt for proof in published if proof.doubt]
    doubts += other_doubts
    extent, system = _extent(places)
    lines = {
        "places": f"{len(places.ids):,} of {source.file}",
        "ids": f"from {source.ids}{_also_unique(source)}; {places.texts}",
        "linked": links,
        "extent": extent,
    }
    if places.aliases:
        lines["aliases"] = f"{len(places.aliases):,} other texts name a place"
    lines |= {proof.name: proof.fact for proof in places.proofs}
    unused = [*_unused_columns(places, used), *source.remarks]
    lines["not used"] = "; ".join(unused) or "nothing"
    record = {
        "places": len(places.ids),
        "file": source.file,
        "ids": {
            "source": source.ids,
            "compared_as": places.texts.kind,
            "aliases": len(places.aliases),
        },
        "linked": facts,
        "extent": extent,
        "system": system,
        "proofs": {proof.name: proof.fact for proof in published},
        "doubts": doubts,
    }
    return Understanding(lines, record, [proof.doubt for proof in of_columns] + doubts)


def _doubts_about_ids(
    source: Source, count: int, by_place: bool, is_public: bool
) -> list[str]:
    """Return why the ids of so many places are unlikely to be meant, or may not be published."""
    doubts = []
    if not is_public:
        doubts.append(
            f"the places are those of {source.file} itself, so a missing place would reveal that"
            " nothing happened at it; give the public list by --places or --graph"
        )
    if by_place and source.nameless > DOUBTFUL * count:
        doubts.append(
            f"the ids of {source.nameless:,} of {count:,} places are coordinates or row numbers,"
            f" because {source.file} names no places there: give its edges as a .csv with the columns"
            " from and to, or events by their coordinates"
        )
    return doubts


def _unused_columns(places: Places, used: Collection[str]) -> list[str]:
    """Return the public columns that are neither used nor the names of the places."""
    return [
        name
        for name, cells in places.columns.items()
        if name not in used and cells is not places.names
    ]


def _also_unique(source: Source) -> str:
    """Return the other columns that might have been the ids, in words."""
    if not source.others:
        return ""
    more = len(source.others) - MOST_OTHERS
    others = ", ".join(source.others[:MOST_OTHERS])
    return f" (also unique: {others}{f' and {more:,} more' if more > 0 else ''})"


def _links(
    places: Places, graph: Graph | None
) -> tuple[str, dict[str, int] | None, list[str]]:
    """Return how places are linked, in words and numbers, and why that is doubtful."""
    if graph is None:
        return "no links between the places, so their values are not denoised", None, []
    sizes = np.bincount(graph.components)
    largest = int(sizes.max())
    alone = np.flatnonzero(graph.degree == 0).tolist()
    facts = {
        "links": graph.m,
        "components": len(sizes),
        "largest_component": largest,
        "without_neighbour": len(alone),
    }
    if len(sizes) == 1:
        return f"{graph.m:,} links, all places connected", facts, []
    words = (
        f"{graph.m:,} links, {len(sizes):,} components, the largest with {largest:,} of"
        f" {graph.n:,} places"
    )
    if alone:
        names = _checks.first_few([places.ids[v] for v in alone])
        words += f"; without a neighbour: {names}"
    doubts = []
    if graph.n - largest > DOUBTFUL * graph.n:
        doubts.append(
            f"{graph.n - largest:,} of {graph.n:,} places lie outside the largest component of the"
            f" graph; link them by {option('link 4', argument='gaussmech.link_places')}"
        )
    return words, facts, doubts


def _extent(places: Places) -> tuple[str, str | None]:
    """Return how far places extend, in words, and the name of their coordinate reference system."""
    if places.lon is None or places.lat is None:
        return "the places have no coordinates", None
    from gaussmech.geo.proofs import system_name

    system = "degrees (WGS84)"
    if places.shapes is not None:
        system = system_name(places.shapes.crs)
    wide, high = np.ptp(project(places, places.lon, places.lat), axis=0) / 1000
    west, east = min(places.lon), max(places.lon)
    south, north = min(places.lat), max(places.lat)
    words = (
        f"{wide:,.3g} x {high:,.3g} km, longitude {west:.4g} to {east:.4g}, latitude {south:.4g} to"
        f" {north:.4g} ({system})"
    )
    return words, system
