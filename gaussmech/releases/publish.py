"""Carry out a release: from a request to its files, or a dry run of the same.

The order of the steps protects the budget. Everything that may fail does so before the noise is
drawn: all files are read, all files of a release of zeros are made, and each output file is opened.
Only a disk that fills up later costs the budget. Then the ledger gets its entry, which is never
taken back, since from then on noisy values may be seen. The noise is drawn last. A dry run ends
before the entry in the ledger: it reads no private value, and the only noise that it draws tests
the sampler and is discarded.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gaussmech._extras import need
from gaussmech._files import check_new_files, find_drafts, json_bytes, write_new_files
from gaussmech._hints import option
from gaussmech.geo.write import DRIVERS
from gaussmech.graphs.graph import Graph
from gaussmech.releases.areas import Areas
from gaussmech.releases.outputs import deployment, files
from gaussmech.releases.outputs.files import (
    PreparedRelease,
    PublishedRelease,
    csv_bytes,
)
from gaussmech.releases.outputs.page import page_text
from gaussmech.releases.private.sources import PrivateTable
from gaussmech.releases.public.understanding import understand
from gaussmech.releases.request import Request
from gaussmech.releases.table import Release, draw

# The endings of the table.
KINDS = (".csv", *DRIVERS)
# The endings of the table of areas, the record, the page and the facts.
SUFFIXES = (".areas.csv", ".registry.json", ".html", ".json")


def publish(ready: PreparedRelease) -> tuple[PublishedRelease, list[str]]:
    """Charge the ledger, draw the noise, write the files, and return the release and their names.

    A ValueError says why the ledger refuses the release, or why its files cannot be written.
    """
    request = ready.request
    steps = ready.private.steps(ready.plan, ready.areas)
    if request.ledger is not None:
        period = request.source.period
        state = request.ledger.add(ready.plan, request.output, period, request.again)
        ready = replace(ready, ledger=state)
    release = draw(ready.plan, steps, ready.areas, unit=ready.round_to)
    published = PublishedRelease(**vars(ready), release=release)
    try:
        published.denoised  # noqa: B018
    except Exception as error:
        # The release is drawn: it is published as it is, and can be denoised later.
        failure = f"{type(error).__name__}: {error}"
        published = replace(published, failure=failure)
    try:
        contents = _contents(published)
        write_new_files(contents)
    except (OSError, ValueError) as error:
        kept = ", and the ledger keeps its entry" if ready.ledger else ""
        reason = error.strerror if isinstance(error, OSError) else error
        raise ValueError(
            f"{option('output')}: cannot write {str(request.output)!r}: {reason}; nothing is published,"
            f" but the noise was drawn: take the budget as spent{kept}"
        ) from None
    return published, [path.name for path in contents]


def _contents(published: PublishedRelease) -> dict[Path, bytes]:
    """Return the files of a release; the table is the first."""
    table, areas, record, page, facts_file = _paths(published.request)
    contents = {
        table: files.table_bytes(published),
        facts_file: json_bytes(published.facts),
    }
    if published.areas:
        contents[areas] = csv_bytes(published.area_columns)
    if published.request.registry:
        entry = deployment.record(published)
        contents[record] = json_bytes(entry)
    names = [path.name for path in contents]
    contents[page] = page_text(published, names).encode()
    return contents


def dry_run(request: Request) -> PreparedRelease:
    """Return a release up to its noise. No private value is read, and nothing is written."""
    ready = prepare_from_files(request, values=False)
    # The sums of no events are bounded as all others are.
    ready.private.steps(ready.plan, ready.areas)
    return ready


def _rehearse(ready: PreparedRelease) -> None:
    """Make the files of a release of zeros, so a file that cannot be made costs no budget.

    It is denoised by the fastest method, whose result has the same columns as that of "auto".
    Nothing is written, and nothing private is known here.
    """
    plan = ready.plan
    zeros = Release(
        **vars(plan),
        steps=[0] * (plan.rows * plan.columns),
        areas=tuple(ready.areas),
        area_steps=tuple([0] * (len(area.ids) * plan.columns) for area in ready.areas),
    )
    published = PublishedRelease(**vars(ready), release=zeros, method="js")
    if ready.graph is not None:
        need("graphs", "numba")
    try:
        if ready.graph is not None:
            # All other methods need compiled code, such as this walk.
            from gaussmech.graphs._adjacency import breadth_first

            start, neighbour, _ = ready.graph.adjacency
            breadth_first(start, neighbour)
        published.denoised  # noqa: B018
    except Exception as error:
        # Compiled code may fail, or the denoiser may not know the noise.
        raise ValueError(
            f"nothing can be denoised: {type(error).__name__}: {error}"
        ) from error
    _contents(published)


def prepare_from_files(request: Request, *, values: bool = True) -> PreparedRelease:
    """Read the files of a request, and return a release that is ready for its noise.

    `values` says whether to read private values. A ValueError says what is wrong with the files or the
    request, an ImportError what to install.
    """
    need("release", "opendp")
    request.public.refuse_private(request.source.file)
    places, graph = request.public.read(request.source.place)
    private = request.source.read(places, request.privacy_unit, values=values)
    if request.link is not None:
        graph = request.linked(private.places, graph)
    areas = request.partitions(private.places, graph)
    return prepare(request, private, graph, areas)


def prepare(
    request: Request, private: PrivateTable, graph: Graph | None, areas: list[Areas]
) -> PreparedRelease:
    """Return a release that is ready for its noise, and whose files can be written.

    A ValueError says what is wrong with the request.
    """
    _check_outputs(request)
    about = deployment.read_about(request.about)
    places = private.places
    if request.is_map and places.shapes is None and places.lon is None:
        raise ValueError(
            f"{option('output')} {request.output.suffix} needs places with coordinates: lon and lat,"
            " or a GIS file"
        )
    understood = understand(
        places,
        graph,
        linked=request.link is not None,
        by_place=request.source.skips_other_places,
        is_public=request.public.has_places,
        used=request.areas,
        other_doubts=request.doubts,
    )
    if understood.doubts and not request.yes:
        raise ValueError("; ".join(understood.doubts) + f", or say {option('yes')}")
    plan = request.plan(len(places.ids), areas)
    # A sampler that fails does so before a release: this noise is discarded.
    for level in plan.noise.levels:
        plan.noise.sample(level.scale, 1)
    ledger = None
    if request.held is not None:
        # A release that the ledger refuses ends here.
        period = request.source.period
        ledger = request.held.with_release(plan, request.output, period, request.again)
    ready = PreparedRelease(
        request, about, private, graph, areas, plan, understood, ledger
    )
    _rehearse(ready)
    return ready


def drafts_left(request: Request) -> list[str]:
    """Return the names of drafts with this output, by a run that was killed or that is at work."""
    return [path.name for path in find_drafts(_paths(request))]


def _paths(request: Request) -> list[Path]:
    """Return the files that a release may have: the table is the first."""
    return [request.output, *map(request.output.with_suffix, SUFFIXES)]


def _check_outputs(request: Request) -> None:
    """Raise a ValueError if a file of the release exists, if only as a link, or cannot be made."""
    table = request.output
    if table.suffix not in KINDS:
        raise ValueError(
            f"{option('output')} is {str(table)!r}; it must be a {' or '.join(KINDS)} file"
        )
    paths = _paths(request)
    check_new_files(option("output"), paths)
    ledger = request.ledger
    for path in paths:
        if ledger and ledger.path == path.resolve():
            raise ValueError(
                f"{option('ledger')} is {str(ledger.path)!r}, a file of the release itself"
            )
