"""Carry out a release: from a request to its files, or a dry run of the same.

The order of the steps is what protects the budget. Everything that may fail does so before the
noise is drawn: all files are read, and each output is tried. Only a disk that fills up later costs
the budget. Then the ledger gets its entry, which is never taken back, since from then on noisy
values may be seen. Only then the noise is drawn. A dry run takes the same steps but two: it reads
no private value, and it draws no noise.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gaussmech._files import check_new_files, find_drafts, write_new_files
from gaussmech.geo.write import DRIVERS
from gaussmech.graphs.graph import Graph
from gaussmech.releases import deployment, files
from gaussmech.releases.files import PublishedRelease
from gaussmech.releases.ledger import LedgerState
from gaussmech.releases.page import page_text
from gaussmech.releases.plan import Plan
from gaussmech.releases.rates import denominators, rate_names
from gaussmech.releases.request import Request
from gaussmech.releases.sources import Private
from gaussmech.releases.table import AreaLabels, Release, draw
from gaussmech.releases.understanding import Understanding, understand

# The endings of the table.
KINDS = (".csv", ".parquet", *DRIVERS)
# Those of the table of areas, of the record, of the page and of the facts.
SUFFIXES = (".areas.csv", ".registry.json", ".html", ".json")


@dataclass(frozen=True)
class Outcome:
    """What came of a release whose files are written.

    Attributes
    ----------
    published : PublishedRelease
        The release.
    facts : dict
        What private.json says.
    understood : dict of str
        How the public files were understood, by label.
    names : list of str
        The names of the files.
    failure : str or None
        Why the values could not be denoised, if that failed.
    """

    published: PublishedRelease
    facts: dict[str, Any]
    understood: dict[str, str]
    names: list[str]
    failure: str | None


@dataclass(frozen=True)
class DryRun:
    """What a dry run found.

    Attributes
    ----------
    plan : Plan
        Its plan.
    areas : list of AreaLabels
        The partitions whose sums it would release.
    ledger : LedgerState or None
        What the ledger would hold.
    place_ids : str
        How rows of the private file name their places, in words.
    understood : dict of str
        How the public files were understood, by label.
    """

    plan: Plan
    areas: list[AreaLabels]
    ledger: LedgerState | None
    place_ids: str
    understood: dict[str, str]


@dataclass(frozen=True)
class _PreparedRelease:
    """A release that is ready for its noise."""

    request: Request
    about: dict[str, Any]
    private: Private
    graph: Graph | None
    areas: list[AreaLabels]
    plan: Plan
    understood: Understanding

    @property
    def public_columns(self) -> list[str]:
        """The columns of the places, as the table has them."""
        places = self.private.places
        columns = [self.request.place_name]
        if self.request.is_map:
            return [*columns, *files.name_column(places), "geometry"]
        return [*columns, *files.coordinates(places)]

    def check_headers(self) -> None:
        """Raise a ValueError if a table would have two columns of one name."""
        names = self.request.source.names
        header = [*self.public_columns, *names, *(level.name for level in self.areas)]
        for name in names:
            if self.request.per is not None:
                header += rate_names(name, self.request.per)
            if self.graph is not None:
                header += files.denoised_names(name)
        tables = {"the output": header}
        if self.areas:
            tables["the table of areas"] = files.area_header(names)
        for table, columns in tables.items():
            for name in columns:
                if columns.count(name) > 1:
                    raise ValueError(
                        f"{name!r} would be two columns of {table}; rename one of them"
                    )

    def with_noise(
        self, release: Release, account: dict[str, Any] | None
    ) -> PublishedRelease:
        """Return a release of which the files are made."""
        request = self.request
        names = [name for name in request.areas if name != "auto"]
        columns = ", ".join([*self.public_columns, *names])
        as_they_are = f"{columns} of {request.published}"
        if "auto" in request.areas:
            as_they_are += ", areas of the graph"
        unit = request.round or files.last_digit(release)
        return PublishedRelease(
            release=release.rounded(unit),
            places=self.private.places,
            names=request.source.names,
            place_name=request.place_name,
            unit=request.unit,
            reason=request.source.reason(self.plan, request.unit),
            as_they_are=as_they_are,
            round_to=unit,
            graph=self.graph,
            ledger=account,
            domain=self.private.domain,
            planned_releases=request.planned_releases or 1,
            graph_source={"sha256": request.public.digests, "link": request.link},
            public_files=self.understood.record,
            per=request.per,
        )

    def contents(
        self, published: PublishedRelease, facts: dict[str, Any]
    ) -> dict[Path, bytes]:
        """Return the files of a release; the table is the first."""
        table, areas, record, page, facts_file = _paths(self.request)
        contents = {
            table: files.table_bytes(published, table.suffix),
            facts_file: files.json_bytes(facts),
        }
        if self.areas:
            contents[areas] = files.areas_bytes(published)
        if self.request.registry:
            entry = deployment.record(published, self.about, facts)
            contents[record] = files.json_bytes(entry)
        others = [path.name for path in contents if path != table]
        text = page_text(published, facts, about=self.about, others=others)
        contents[page] = text.encode()
        return contents


def publish(request: Request) -> Outcome:
    """Write the files of a release, and return it.

    A ValueError says what is wrong with the request or its files, an ImportError what to install.
    """
    ready = _prepare(request, values=True)
    steps = ready.private.steps(ready.plan, ready.areas)
    account = None
    if request.ledger is not None:
        account = request.ledger.add(ready.plan, request.output)
    published = ready.with_noise(draw(ready.plan, steps, ready.areas), account)
    failure = _denoising_failure(published)
    if failure:
        # The release is drawn: it is published as it is, and can be denoised later.
        published = replace(published, method=None)
    facts = files.facts(published, request.output.name)
    contents = ready.contents(published, facts)
    try:
        write_new_files(contents)
    except OSError as error:
        ledger = ", and the ledger keeps its entry" if request.ledger else ""
        raise ValueError(
            f"--output: cannot write {str(request.output)!r}: {error.strerror}; nothing is"
            f" published, but the noise was drawn: take the budget as spent{ledger}"
        ) from None
    names = [path.name for path in contents]
    return Outcome(published, facts, ready.understood.lines, names, failure)


def dry_run(request: Request) -> DryRun:
    """Return a release as it would be; no private value is read, and nothing is written."""
    ready = _prepare(request, values=False)
    # The sums of no events are bounded as all others are.
    ready.private.steps(ready.plan, ready.areas)
    ledger = None
    if request.ledger is not None:
        ledger = request.ledger.with_release(ready.plan, request.output)
    place_ids = request.source.describe_place_ids(ready.private.places)
    return DryRun(ready.plan, ready.areas, ledger, place_ids, ready.understood.lines)


def _prepare(request: Request, *, values: bool) -> _PreparedRelease:
    """Return a release that is ready for its noise, and whose files can be written."""
    request.check_packages()
    _check_outputs(request)
    about = deployment.read_about(request.about)
    listed, graph = request.public.read(request.source.place)
    private = request.source.read(listed, request.unit, values=values)
    is_linked = request.link is not None
    if is_linked:
        graph = request.linked(private.places, graph)
    if graph is not None:
        _check_kernels(graph)
    understood = understand(
        private.places,
        graph,
        linked=is_linked,
        used=[*request.areas, request.per or ""],
    )
    if understood.doubts and not request.yes:
        raise ValueError("; ".join(understood.doubts))
    for line, name in enumerate(private.places.ids, 1):
        if not name.isprintable():
            raise ValueError(
                f"the id of place {line}, {name!r}, has a character that cannot be printed"
            )
    areas = request.partitions(private.places, graph)
    plan = request.plan(len(private.places.ids), areas)
    plan.check_sampler()
    ready = _PreparedRelease(request, about, private, graph, areas, plan, understood)
    ready.check_headers()
    if request.per is not None:
        # The rates are computed after the noise, so a number that they do not take ends here.
        denominators(private.places, request.per)
    if request.ledger is not None:
        # A release that the ledger refuses ends here.
        request.ledger.with_release(plan, request.output)
    check_new_files("--output", _paths(request))
    return ready


def _check_kernels(graph: Graph) -> None:
    """Raise a ValueError if compiled code fails here, as denoising would after the noise was drawn."""
    try:
        # The neighbours are listed by a kernel.
        graph.adjacency  # noqa: B018
    except Exception as error:
        raise ValueError(
            f"compiled code fails, so nothing can be denoised: {type(error).__name__}: {error}"
        ) from error


def drafts_left(request: Request) -> list[str]:
    """Return the names of drafts with this output, by a run that was killed or that is at work."""
    return [path.name for path in find_drafts(_paths(request))]


def _denoising_failure(published: PublishedRelease) -> str | None:
    """Denoise a release, and return why that failed, or None."""
    try:
        published.denoised  # noqa: B018
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def _paths(request: Request) -> list[Path]:
    """Return the files that a release may have: the table is the first."""
    return [request.output, *map(request.output.with_suffix, SUFFIXES)]


def _check_outputs(request: Request) -> None:
    """Raise a ValueError if a file exists, if only as a link, or cannot be made."""
    table = request.output
    if table.suffix not in KINDS:
        raise ValueError(
            f"--output is {str(table)!r}; it must be a {' or '.join(KINDS)} file"
        )
    if not table.parent.is_dir():
        raise ValueError(f"--output: there is no folder {str(table.parent)!r}")
    ledger = request.ledger
    for path in _paths(request):
        # A link that leads nowhere is there, too.
        if os.path.lexists(path):
            raise ValueError(
                f"--output: {str(path)!r} exists; a release is not overwritten"
            )
        if ledger and ledger.path == path.resolve():
            raise ValueError(
                f"{ledger.option} is {str(ledger.path)!r}, a file of the release itself"
            )
