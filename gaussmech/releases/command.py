"""The commands `gaussmech release counts|events|inspect`, `gaussmech ledger` and `gaussmech series`.

`add_release`, `add_ledger` and `add_series` declare the options for `gaussmech.cli`. The functions
that they set as `run` parse the options of a command into a request, have `publish` carry it out, and
return what the command prints. Only this module and `gaussmech.cli` know the options.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaussmech._defaults import AREA_SHARE, REACH_M
from gaussmech.releases.outputs.deployment import TEMPLATE

if TYPE_CHECKING:
    from gaussmech.releases.ledger import LedgerFile
    from gaussmech.releases.outputs.files import PreparedRelease, PublishedRelease
    from gaussmech.releases.request import Request

DESCRIPTION = """\
Release counts per place under (epsilon, delta)-differential privacy: rounded to a fine grid, with
OpenDP's exact discrete Laplace or Gaussian noise. Writes the table, a .json file that states the
guarantee, and a page with a table of all values, and with a map if the places have coordinates."""
EPILOG = """\
examples:
  gaussmech release counts counts.csv --value count --graph streets.csv --l2-sensitivity 5 \\
      --epsilon 0.5 --delta 1e-6 --no-ledger --output private.csv
  gaussmech release events trips.csv --user cab_id --user-l2-norm 5 --places junctions.csv \\
      --epsilon 0.5 --delta 1e-6 --new-ledger trips.json --total-epsilon 2 --total-delta 1e-6 \\
      --output private.csv

--dry-run says what a release would do, without reading a private value. The list of places must be
public. First read "Before you publish" in docs/release.md."""


PERIOD = (
    "State the time of the data, which is public: 2026, 2026-01, 2026-W05, a day, first/last day, or"
    " words. Default: no time is stated."
)

# Former names of options, which still work.
FORMER = {
    "--per-user": "--user-l2-norm",
    "--reach": "--max-distance",
    "--unit": "--privacy-unit",
    "--each": "--budget-per-column",
    "--sensitivity": "--l2-sensitivity",
}
# The options of `release events` that `release inspect` takes, too, and that are given once.
INSPECTED = (
    *("--user", "--place", "--lon", "--lat", "--crs", "--max-distance"),
    *("--date", "--period", "--date-format", "--timezone"),
    *("--places", "--graph", "--id", "--layer", "--cells", "--within", "--alias"),
)
# A command is asked to end by SIGTERM, and by SIGHUP if its terminal is closed, which Windows lacks.
STOPS = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
]
# A larger delta gets a warning: a mechanism that publishes everything about this share of the
# people satisfies it.
LARGE_DELTA = 1e-3


def add_release(commands: Any) -> None:
    """Add the command `release` with its subcommands to the commands of a parser."""
    parser = commands.add_parser(
        "release",
        help="Release counts as a private file.",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.set_defaults(parser=parser)
    parser.add_argument(
        "--template",
        # The action prints the text, as it prints a version, and ends with status 0.
        action="version",
        version=TEMPLATE,
        help="Print a template of the file for --about.",
    )
    kinds = parser.add_subparsers(
        dest="kind", metavar="counts|events|inspect", required=True
    )
    _add_counts(kinds)
    _add_events(kinds)
    _add_inspect(kinds)
    for kind in kinds.choices.values():
        kind.former = FORMER
        kind.set_defaults(parser=kind)


def _add_counts(kinds: Any) -> None:
    """Add the subcommand `counts`."""
    counts = kinds.add_parser("counts", help="Release a table with a row per place.")
    add = partial(_add, counts)
    add(
        "file",
        "COUNTS.CSV",
        "Read this CSV file, which has a row per place with its id and its counts; - reads"
        " standard input.",
        example="counts.csv",
    )
    add(
        "--value",
        "NAME",
        "Release the counts in these columns, one map for each column.",
        example="day night",
        nargs="+",
        action="extend",
        required=True,
    )
    l2_sensitivity = add(
        "--l2-sensitivity",
        "X",
        "State the L2 sensitivity of each column, in its unit: the largest Euclidean distance by"
        " which one user can move it. No program can check it. Default: that of --l1-sensitivity,"
        " which is never smaller.",
        example="5",
        required=True,
    )
    l1_sensitivity = add(
        "--l1-sensitivity",
        "X",
        "State the L1 sensitivity of each column, in its unit: the largest sum of changes that"
        " one user can make in it. Laplace noise and --areas need it. Default: not known.",
        example="5",
    )
    l1_sensitivity.replaces = l2_sensitivity
    add(
        "--place",
        "NAME",
        "Take the ids of places from this column of the counts, and publish them. Default: the"
        " column place.",
        example="district",
    )
    add("--period", "TEXT", PERIOD, example="2026-01")
    counts.set_defaults(run=_release)
    _add_common_options(counts)


def _add_events(kinds: Any) -> None:
    """Add the subcommand `events`."""
    events = kinds.add_parser(
        "events", help="Count a file with a row per event, then release."
    )
    _add_columns_of_events(events, user_required=True)
    add = partial(_add, events)
    add(
        "--bandwidth",
        "METRES",
        "Spread each event over nearby places by a Gaussian kernel of this standard deviation, in"
        " metres. Default 0: the nearest place gets the whole event.",
        example="100",
    )
    add = partial(_add, events.add_mutually_exclusive_group(required=True))
    add(
        "--events-per-user",
        "K",
        "Bound what a user adds to a column, the contribution bound: with Laplace noise to K"
        " events wherever they are (L1 norm K), with Gaussian noise to the L2 norm of K events in"
        " K places, which is the root of K. Larger counts are scaled down.",
        example="3",
    )
    add(
        "--user-l2-norm",
        "X",
        "Bound what a user adds to a column by this L2 norm, the clipping norm; larger counts are"
        " scaled down. It equals --events-per-user K where X is the root of K.",
        example="5",
    )
    events.set_defaults(run=_release)
    _add_common_options(events)


def _add_inspect(kinds: Any) -> None:
    """Add the subcommand `inspect`."""
    inspect = kinds.add_parser(
        "inspect",
        help="Count the lines of events that a release would use; for your eyes only.",
        description="Count the lines of a private file that `release events` would use, and say why it"
        " would leave out\nothers. Nothing is written. The numbers are as private as the file: publish"
        " none of them.",
    )
    _add_columns_of_events(inspect, user_required=False)
    _add_places(inspect.add_argument_group("places, which must be public"))
    inspect.set_defaults(run=_inspect)


def _add_columns_of_events(
    parser: argparse.ArgumentParser, *, user_required: bool
) -> None:
    """Add the file of events, and the options that say which of its columns have what."""
    add = partial(_add, parser)
    add(
        "file",
        "EVENTS.CSV",
        "Read this CSV file, which has a row per event with its user and its place; - reads"
        " standard input.",
        example="trips.csv",
    )
    add(
        "--user",
        "NAME",
        "Take the id of each event's user from this column: all events of one id are protected"
        " together.",
        example="cab_id",
        required=user_required,
    )
    add(
        "--by",
        "NAME",
        "Count one map for each value that is listed after a column of the events. Default: one"
        " map of all events.",
        example="hour 0 8 12",
        nargs="+",
        action="append",
        default=[],
    )
    add(
        "--place",
        "NAME",
        "Take the place of each event from this column of ids, instead of coordinates. Default:"
        " coordinates are used.",
        example="station",
    )
    add("--period", "TEXT", PERIOD, example="2026-01")
    add(
        "--lon",
        "NAME",
        "Take longitudes, or x with --crs, from this column of the events. Default: the column"
        " lon, longitude, lng or stop_lon.",
        example="pickup_lon",
    )
    add(
        "--lat",
        "NAME",
        "Take latitudes, or y with --crs, from this column of the events. Default: the column"
        " lat, latitude or stop_lat.",
        example="pickup_lat",
    )
    add(
        "--max-distance",
        "METRES",
        f"Drop events that are farther than this from every place, in metres. Default: {REACH_M:g}.",
        example="200",
    )
    add(
        "--crs",
        "CODE",
        "Read the coordinates of events in this coordinate reference system. Default: WGS84"
        " degrees (EPSG:4326).",
        example="EPSG:25832",
    )
    add(
        "--date",
        "NAME",
        "Take the date or time of each event from this column: only events in --period count."
        " Default: all events count.",
        example="pickup_datetime",
    )
    add(
        "--date-format",
        "FORMAT",
        "Read the dates in this format of strptime. Default: ISO 8601, as 2026-01-31.",
        example="%d.%m.%Y",
    )
    add(
        "--timezone",
        "ZONE",
        "Count times that have a zone in the local time of this zone. Default: their dates"
        " count as they are written.",
        example="Europe/Oslo",
    )


def add_ledger(commands: Any) -> None:
    """Add the command `ledger` to the commands of a parser."""
    parser = commands.add_parser(
        "ledger",
        help="Say what several releases have spent.",
        description="Say what the releases in a ledger have spent, and what still fits.",
    )
    _add(
        parser,
        "file",
        "LEDGER.JSON",
        "Read this ledger, a file that --new-ledger started.",
        example="trips.json",
    )
    parser.set_defaults(parser=parser, run=_print_ledger)


def add_series(commands: Any) -> None:
    """Add the command `series` to the commands of a parser."""
    parser = commands.add_parser(
        "series",
        help="Denoise releases of several periods together.",
        description="Denoise releases of the same places and of several periods together, from their"
        " published\nfiles. Writes one table, its .json file, and a page with a map of each period."
        " This costs no privacy.",
        epilog="example:\n  gaussmech series month-*.json --graph districts.gpkg --output year.csv",
    )
    _add(
        parser,
        "releases",
        "RELEASE.JSON",
        "Read the JSON files of releases, each beside its table.",
        nargs="+",
        action="store",
    )
    _add_places(parser)
    _add(parser, "--output", "FILE.CSV", "Write this table.", required=True)
    parser.set_defaults(parser=parser, run=_denoise_series)


def _denoise_series(args: argparse.Namespace) -> str:
    """Denoise releases together, and return what the command prints."""
    from gaussmech.releases.public.places import PublicFiles
    from gaussmech.releases.series import write_series

    public = _take(PublicFiles, args)
    return _text(write_series(args.releases, public, Path(args.output)))


def _add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that both subcommands have."""
    _add_places(parser.add_argument_group("places, which must be public"))
    _add_neighbours(parser.add_argument_group("neighbours"))
    _add_areas(parser.add_argument_group("areas, whose sums get their own noise"))
    _add_budget(parser.add_argument_group("budget and noise"))
    _add_ledger(parser.add_argument_group("ledger"))
    _add_output(parser.add_argument_group("output"))


def _add_neighbours(group: Any) -> None:
    """Add the options that link places."""
    add = partial(_add, group)
    add(
        "--link",
        "K",
        "Make each place a neighbour of its K nearest places (spatial weights), or of those in a"
        " Delaunay triangulation. With --graph, link only parts that are not connected. Default:"
        " no links are added.",
        example="delaunay",
    )


def _add_areas(group: Any) -> None:
    """Add the options of sums over areas."""
    add = partial(_add, group)
    add(
        "--areas",
        "COLUMN|auto",
        "Release the sums over areas, too, with noise of their own: each column of the public"
        " places is a partition, and auto makes areas of the graph in a size that suits the"
        " noise. Default: no areas.",
        example="auto",
        nargs="+",
        action="extend",
        default=[],
    )
    add(
        "--area-share",
        "X",
        f"Give the sums of areas this share of the budget, between 0 and 1. Default: {AREA_SHARE:g}.",
        example="0.15",
    )
    add(
        "--expect-events",
        "N",
        "Fit the number of areas and their share to about so many events in all, an order of magnitude"
        " that is known without the data. Default: areas and share for many events.",
        example="10000",
    )


def _add_budget(group: Any) -> None:
    """Add the options of the budget and the noise."""
    add = partial(_add, group)
    add(
        "--epsilon",
        "X",
        "Spend this epsilon, the privacy budget of all columns together. Default: an equal share"
        " of the ledger's total.",
        example="0.5",
    )
    add(
        "--delta",
        "X",
        "Spend this delta, far below 1 / (number of users). Laplace noise needs none. Default: 0"
        " with --epsilon, so the noise is Laplace noise; else that of the ledger's total.",
        example="1e-6",
    )
    add(
        "--noise",
        "auto|laplace|gaussian",
        "Draw noise of this distribution. Default auto: Laplace noise where its standard"
        " deviation is more than 20 %% smaller, otherwise Gaussian noise; only public facts"
        " decide.",
        example="gaussian",
        default="auto",
    )
    add(
        "--planned-releases",
        "N",
        "Plan this number of releases about the same people: auto compares the noise of all of"
        " them, and without --epsilon each gets an equal share of the ledger's total. Default: 1.",
        example="12",
    )
    add(
        "--budget-per-column",
        "",
        "Give each column the whole budget, and state what all columns cost together. Default:"
        " columns share the budget.",
    )
    add(
        "--privacy-unit",
        "NAME",
        "Name whose data are protected, in a word, for the texts of the release. Default: user.",
        example="cab",
        default="user",
    )
    add(
        "--round",
        "X",
        "Round the released values to this power of ten after the noise, which costs no privacy."
        " Default: up to a thousandth of the standard deviation.",
        example="1",
    )


def _add_ledger(group: Any) -> None:
    """Add the options of the ledger."""
    add = partial(_add, group.add_mutually_exclusive_group())
    add(
        "--ledger",
        "JSON",
        "Add this release to a ledger, the privacy accountant of all releases about the same people.",
        example="trips.json",
    )
    add(
        "--new-ledger",
        "JSON",
        "Start a ledger in this new file, with this release as its first.",
        example="trips.json",
    )
    add(
        "--no-ledger",
        "",
        "Release without a ledger, because there is no other release about these people, or"
        " because it is counted elsewhere.",
    )
    add = partial(_add, group)
    add(
        "--again",
        "",
        "Charge the ledger for another release of days that it has already, such as one of late"
        " data.",
    )
    add(
        "--total-epsilon",
        "X",
        "Refuse every release that would pass this total epsilon of the ledger, a privacy filter."
        " Default: no total.",
        example="2",
    )
    add(
        "--total-delta",
        "X",
        "State the delta of the ledger's total. Default: 0, for Laplace noise alone.",
        example="1e-6",
    )
    add(
        "--ledger-kind",
        "gaussian|pure|mixed",
        "Take releases of one kind of noise into a ledger with a total: gaussian, pure (Laplace,"
        " pure epsilon-DP) or mixed (both). Default: the kind of the first release; both without"
        " a total.",
        example="mixed",
        choices=("gaussian", "pure", "mixed"),
    )


def _add_output(group: Any) -> None:
    """Add the options of what is written."""
    add = partial(_add, group)
    add(
        "--output",
        "FILE",
        "Write the release to this new file, .csv, .parquet, .gpkg or .geojson, with a .json and"
        " an .html file beside it.",
        example="private.csv",
        type=Path,
        required=True,
    )
    add(
        "--per",
        "COLUMN",
        "Divide the values by this public column of the places, such as population, and publish"
        " the rates as well. Default: no rates.",
        example="population",
    )
    add(
        "--yes",
        "",
        "Release although there are doubts, for example about how the public files were read.",
    )
    add(
        "--about",
        "YAML",
        "Take facts that only the publisher knows from this YAML file; gaussmech release"
        " --template prints an empty one. Default: such facts are missing.",
        example="about.yaml",
    )
    add(
        "--registry",
        "",
        "Write a record of this release for the registry of deployments, too.",
    )
    add(
        "--dry-run",
        "",
        "Say what the release would do, without reading a private value, and write nothing.",
    )


def _add_places(group: Any) -> None:
    """Add the options that say which places there are."""
    add = partial(_add, group)
    add(
        "--places",
        "FILE",
        "Read the public list of places from this file: a .csv file with ids and perhaps lon and"
        " lat, or a GIS file. Default: the places of --graph or --cells, or of the counts.",
        example="stations.csv",
    )
    add(
        "--graph",
        "FILE",
        "Read places and their neighbours from this public file: a GIS file of streets, districts"
        " or points, a .csv file of edges, .graphml or .txt. Districts that touch, also at a"
        " corner, are neighbours (queen contiguity).",
        example="districts.gpkg",
    )
    add(
        "--id",
        "NAME",
        "Take the ids of the public places from this column or property. Default: usual names,"
        " such as place, id or GEOID.",
        example="GEOID",
    )
    add(
        "--name",
        "COLUMN",
        "Take the names of the public places, which are shown beside their ids, from this column."
        " Default: usual names, such as name or AREANAME.",
        example="district_name",
    )
    add(
        "--alias",
        "FILE",
        "Read other names of places from this public CSV file with the columns text and place."
        " Default: places have no other names.",
        example="aliases.csv",
    )
    add(
        "--layer",
        "NAME",
        "Read this layer of a public file that has several. Default: the only layer.",
        example="districts",
    )
    add(
        "--cells",
        "SIZE",
        "Take the cells of a grid as places: squares of this size in metres or kilometres, or H3"
        " hexagons of a resolution.",
        example="200m",
    )
    add(
        "--within",
        "FILE",
        "Cover this region with the cells of --cells: a public GIS file, or west, south, east and"
        " north in degrees.",
        example="city.gpkg",
        nargs="+",
        default=[],
    )


def _add(
    group: Any, name: str, metavar: str, help: str, example: str = "", **options: Any
) -> Any:
    """Add an argument to a parser or a group of it, and return it; one without a metavar is a flag.

    The help is a sentence that starts with a verb and ends with the default, and the example a value:
    docs/reference/release-options.md shows both.
    """
    kind = (
        {"action": _Once, "metavar": metavar} if metavar else {"action": "store_true"}
    )
    argument = group.add_argument(name, help=help, **kind | options)
    argument.example = example
    return argument


class _Once(argparse.Action):
    """Store the value of an option, and refuse the option a second time.

    The option that it `replaces`, if there is one, is not required then.
    """

    replaces: argparse.Action | None = None

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store a value; an option that is repeated ends with status 2."""
        stated = vars(namespace).setdefault("stated", {})
        if option_string in stated:
            parser.error(f"{option_string} is given twice; give it once")
        if option_string:
            stated[option_string] = values
            try:
                values = _value(option_string, values)
            except ValueError as error:
                parser.error(str(error))
        if self.replaces is not None:
            self.replaces.required = False
        setattr(namespace, self.dest, values)


def _release(args: argparse.Namespace) -> str:
    """Make a release or a dry run, and return what to print."""
    # These imports are late, because the parser must be quick.
    from gaussmech.releases.publish import drafts_left, dry_run, prepare, publish, read

    with _stopped_by_signals():
        request = _request(args)
        for name in drafts_left(request):
            print(
                f"{args.parser.prog}: {name} is a draft of a run that was killed or is"
                " still running; do not publish it",
                file=sys.stderr,
            )
        if args.dry_run:
            return _dry_run_text(args, dry_run(request))
        published, names = publish(prepare(request, *read(request)))
    # The exit status does not depend on whether the names can be printed.
    args.released = ", ".join(names)
    return _published_text(published, args.released)


@contextlib.contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let the signals of STOPS end the body as an exception, so that it cleans up."""

    def stop(number: int, _: object) -> None:
        # 128 and the number of the signal is the status that a shell expects.
        raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.signal(number, stop) for number in STOPS}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _inspect(args: argparse.Namespace) -> str:
    """Return how many lines of a file of events a release would use."""
    from gaussmech.releases.private.inspection import inspection_lines
    from gaussmech.releases.private.sources import EventsFile
    from gaussmech.releases.public.places import PublicFiles
    from gaussmech.releases.public.understanding import understand

    file = _take(EventsFile, args)
    public = _take(PublicFiles, args)
    public.refuse_private(file.file)
    places, graph = public.read(file.place)
    lines = {}
    if places is not None:
        understood = understand(places, graph, linked=False, by_place=file.is_by_place)
        doubts = enumerate(understood.doubts, 1)
        lines = understood.lines | {f"doubt {k}": doubt for k, doubt in doubts}
    return _text(lines | inspection_lines(file, places))


def _request(args: argparse.Namespace) -> Request:
    """Return what the options of a release ask for."""
    from gaussmech.releases.plan import Terms
    from gaussmech.releases.private.sources import CountsFile, EventsFile
    from gaussmech.releases.public.places import PublicFiles
    from gaussmech.releases.request import Request

    if args.kind == "counts":
        source = _take(CountsFile, args)
        terms = _take(Terms, args)
    else:
        source = _take(EventsFile, args)
        l2_norm, l1_norm = source.norms
        terms = _take(Terms, args, l2_sensitivity=l2_norm, l1_sensitivity=l1_norm)
    request: Request = _take(
        Request,
        args,
        source=source,
        terms=terms,
        public=_take(PublicFiles, args),
        ledger=_ledger(args),
    )
    return request


def _take(kind: Any, args: argparse.Namespace, **parts: Any) -> Any:
    """Return an object of a class whose fields are options, and perhaps further parts."""
    values = vars(args) | parts
    names = [field.name for field in fields(kind) if field.name in values]
    return kind(**{name: values[name] for name in names})


def _ledger(args: argparse.Namespace) -> LedgerFile | None:
    """Return the LedgerFile that the options name, or None."""
    from gaussmech.releases.ledger import LedgerFile, LedgerState, read_total

    path = args.new_ledger or args.ledger
    total = read_total(args.total_epsilon, args.total_delta)
    if path is None:
        if total or args.ledger_kind:
            raise ValueError(
                "--new-ledger or --ledger is missing; a total and a kind are of a ledger"
            )
        if not (args.no_ledger or args.dry_run):
            raise ValueError(
                "--ledger or --new-ledger is missing, or --no-ledger: releases about the same people"
                " add up, and only a ledger counts them"
            )
        return None
    planned = args.planned_releases if total else None
    terms = LedgerState(args.privacy_unit, total, args.ledger_kind, planned)
    return LedgerFile(path, terms, new=args.new_ledger is not None)


def _value(option: str, text: Any) -> Any:
    """Return the value of an option: a number in its range, or the text as it stands."""
    from gaussmech import _checks
    from gaussmech._csv import real, whole
    from gaussmech.privacy.cost import DELTA_OR_NONE
    from gaussmech.releases.ledger import TOTAL
    from gaussmech.releases.noise import DISTRIBUTIONS
    from gaussmech.releases.noise.base import EPSILON, SENSITIVITY
    from gaussmech.releases.noise.grid import power_of_ten
    from gaussmech.releases.periods import read_period
    from gaussmech.releases.plan import AREA_SHARES
    from gaussmech.releases.private.dates import read_date_format, read_timezone

    ranges: dict[str, _checks.Interval] = {
        "--epsilon": EPSILON,
        "--delta": DELTA_OR_NONE,
        "--total-epsilon": TOTAL["epsilon"],
        "--total-delta": TOTAL["delta"],
        "--area-share": AREA_SHARES,
        "--l2-sensitivity": SENSITIVITY,
        "--l1-sensitivity": SENSITIVITY,
        # The square of this norm is a sensitivity, too.
        "--user-l2-norm": {"low": 1e-25, "high": 1e25},
        # In metres, 1e8 is more than the circumference of the earth.
        "--bandwidth": {"low": 0, "high": 1e8},
        "--max-distance": {"low": 0, "high": 1e8, "open_low": True},
    }
    if option == "--noise":
        return _checks.one_of(option, text, ["auto", *DISTRIBUTIONS])
    if option in ranges:
        return real(option, text, **ranges[option])
    if option in ("--planned-releases", "--events-per-user"):
        return whole(option, text, 10**6)
    if option == "--expect-events":
        return whole(option, text, 10**15)
    readers: dict[str, Callable[[str, str], Any]] = {
        "--period": read_period,
        "--timezone": read_timezone,
        "--date-format": read_date_format,
        "--round": power_of_ten,
    }
    if option in readers:
        return readers[option](option, text)
    if option == "--link" and text != "delaunay":
        # No list of places has more than a billion.
        return whole(f"{option}, if not 'delaunay',", text, 10**9)
    return text


def _published_text(published: PublishedRelease, names: str) -> str:
    """Return what a release prints: its facts, and the names of its files."""
    from gaussmech.releases.outputs.files import estimate

    facts = published.facts
    released = facts["released"]
    lines = {
        "released": f"{released['rows']:,} places, {names}",
        "as they are": f"{released['published_as_they_are']}: published without noise",
    }
    lines |= _lines_of_release(published)
    if account := facts["ledger"]:
        lines["ledger"] = account["statement"]
    for fit in facts["denoised"] or ():
        lines[fit["column"]] = estimate(fit)
    if published.failure:
        lines["not denoised"] = (
            f"{published.failure}; the release is whole, and may be denoised later"
        )
    if published.graph is None and published.places.lon:
        lines["to denoise"] = (
            "link the places by --link delaunay, or give their --graph"
        )
    return _text(lines)


def _dry_run_text(args: argparse.Namespace, ready: PreparedRelease) -> str:
    """Return what a dry run prints: what a release would do, and what the ledger would hold."""
    plan = ready.plan
    source = ready.request.source
    lines = {
        "dry run": f"nothing is written, and no value of {Path(source.file).name} is read",
        "would release": f"{plan.rows:,} places: {', '.join(source.names)}",
        "places match": source.describe_place_ids(ready.places),
    }
    lines |= _lines_of_release(ready)
    lines["expected error"] = f"RMSE {plan.noise.sigma:.4g} per value before denoising"
    if state := ready.ledger:
        lines |= {f"{label} then": text for label, text in state.lines().items()}
        if state.total:
            repeats = state.repeats(plan.cost)
            lines["of the same kind"] = (
                f"{repeats} more" if repeats < 1000 else "1,000 more at least"
            )
    if args.kind == "events":
        lines["next"] = f"{_inspect_command(args)}  (exact counts, for your eyes only)"
    return _text(lines)


def _inspect_command(args: argparse.Namespace) -> str:
    """Return the command that counts the events that a release would use."""
    words = ["gaussmech", "release", "inspect", args.file]
    for name, texts in args.stated.items():
        if name in INSPECTED:
            words += [name, *(texts if isinstance(texts, list) else [texts])]
    for column in args.by:
        words += ["--by", *column]
    return shlex.join(words)


def _lines_of_release(ready: PreparedRelease) -> dict[str, str]:
    """Return what is known of a release before it happens, by label."""
    from gaussmech.privacy.attack_risk import attack_lines
    from gaussmech.releases.outputs.files import (
        neighbours,
        norm_of_sensitivity,
        statement,
    )

    plan = ready.plan
    noise = plan.noise
    source = ready.request.source
    unit = ready.request.privacy_unit
    doubts = {
        f"doubt {number}": f"{doubt}: passed by --yes"
        for number, doubt in enumerate(ready.understood.doubts, 1)
    }
    period = {}
    if source.period is not None:
        period["period"] = f"{source.period}: {source.reason_of_period}"
    lines = (
        ready.understood.lines
        | doubts
        | period
        | {
            "guarantee": f"{statement(plan)}, all columns together",
            "neighbours": neighbours(unit),
            "noise": plan.choice,
            "sensitivity": f"{plan.sensitivity:g} in {norm_of_sensitivity(plan)}:"
            f" {ready.request.source.reason(plan, unit)}",
            "errors": "95 % of the released values are within"
            f" {noise.within(0.95):.4g} of the true values",
        }
    )
    if plan.delta > LARGE_DELTA:
        lines["warning"] = (
            f"delta is {plan.delta:g}: publishing everything about one {unit} in"
            f" {1 / plan.delta:.3g} would be allowed, too; take one far below 1 in the number of"
            f" {unit}s"
        )
    lines |= attack_lines(plan.best_attack, unit=unit)
    if ready.areas:
        growth = 100 * (plan.area_cost - 1)
        lines |= ready.request.words_on_areas(plan.rows)
        lines["areas cost"] = f"the noise of a place is {growth:.3g} % larger for them"
    for level, sigma in zip(ready.areas, plan.sum_sigmas, strict=True):
        mean_size = plan.rows / len(level.ids)
        without = noise.sigma / plan.area_cost * math.sqrt(mean_size)
        lines[f"by {level.name}"] = (
            f"{len(level.ids):,} areas; standard error of a typical sum {sigma:.4g}"
            f" (without areas {without:.4g})"
        )
    return lines


def _print_ledger(args: argparse.Namespace) -> str:
    """Return what the releases in a ledger have spent, and what still fits."""
    from gaussmech.releases.ledger import entry_line, read_ledger

    state = read_ledger(Path(args.file), "file")
    lines = state.lines() | {"protects": f"each {state.privacy_unit}"}
    for number, entry in enumerate(state.entries, 1):
        lines[f"release {number}"] = entry_line(entry)
    return _text(lines)


def _text(lines: dict[str, str]) -> str:
    """Return lines with their labels, as all commands print them."""
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())
