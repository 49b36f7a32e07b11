"""The commands `gaussmech release counts|events|about` and `gaussmech ledger`.

`add_kinds` and `add_ledger` declare the options for `gaussmech.cli`; the functions that they set as
`run` carry a command out, and return what it prints. `_publish` makes a release. The order of its
steps matters: public files are read before private ones, everything that may be refused is refused
before the noise is drawn, the entry in the ledger comes before the noise, and files are written at
the end.

What differs between counts and events is in three functions of each, which their parsers set: `read`
reads the private file, `norms` returns the sensitivities, and `public` returns what a dry run may
know.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

DESCRIPTION = """\
Release counts per place under (epsilon, delta)-differential privacy: rounded to a fine grid, with
OpenDP's exact discrete Laplace or Gaussian noise. Writes the table, a .json file that states the
guarantee, a record for the registry of deployments, and a page with the map if the places have
coordinates."""
EPILOG = """\
examples:
  gaussmech release counts counts.csv --value count --graph streets.csv --sensitivity 5 \\
      --epsilon 0.5 --delta 1e-6 --output private.csv
  gaussmech release events trips.csv --user cab_id --per-user 5 --places junctions.csv \\
      --epsilon 0.5 --delta 1e-6 --new-ledger trips.json --total-epsilon 2 --total-delta 1e-6 \\
      --output private.csv

--dry-run says what a release would do, without reading a private value. The list of places must be
public. First read "Before you publish" in docs/release.md."""

NOISE_HELP = "default auto: laplace if it needs a fifth less, by public facts alone"
LEDGER_DESCRIPTION = (
    "Say what the releases in a ledger have spent, and what still fits."
)


@dataclass(frozen=True)
class _Private:
    """What a private file has, ready for a release.

    Attributes
    ----------
    names : list of str
        The names of the columns to release.
    places : Places
        The places, one per row.
    reason : str
        Why the sensitivity holds.
    domain : str
        Which data sets there might be, in words.
    steps : function
        Takes a Plan, and returns the true values row by row in multiples of its grid. The values
        wait for the plan, because it has the grid and the norm to which a user is bounded.
    """

    names: list[str]
    places: Any
    reason: str
    domain: str
    steps: Callable[[Any], list[int]]


def add_kinds(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands `counts` and `events` to the parser of the command `release`."""
    kinds = parser.add_subparsers(
        dest="kind", metavar="counts|events|about", required=True
    )
    counts = kinds.add_parser("counts", help="release a table with a row per place")
    add = counts.add_argument
    add(
        "file",
        metavar="COUNTS.CSV",
        help="a row per place: its id and counts; - is stdin",
    )
    add(
        "--value",
        nargs="+",
        metavar="NAME",
        required=True,
        help="columns of counts to release",
    )
    add(
        "--sensitivity",
        metavar="X",
        required=True,
        help="L2 sensitivity of each column",
    )
    add(
        "--l1-sensitivity",
        metavar="X",
        help="L1 sensitivity of each column, for Laplace noise",
    )
    add("--place", metavar="NAME", help="ids of places, published (default: place)")
    counts.set_defaults(
        parser=counts,
        run=_publish,
        read=_read_counts,
        norms=_norms_of_counts,
        public=_public_of_counts,
    )
    _add_common_options(counts)

    events = kinds.add_parser(
        "events", help="count a file with a row per event, then release"
    )
    add = events.add_argument
    add(
        "file",
        metavar="EVENTS.CSV",
        help="a row per event: its user and place; - is stdin",
    )
    add("--user", metavar="NAME", required=True, help="user ids of the events")
    caps = events.add_mutually_exclusive_group(required=True)
    caps.add_argument(
        "--events-per-user",
        metavar="K",
        help="scale a user's counts down to the norm of K events, each in another place",
    )
    caps.add_argument(
        "--per-user", metavar="X", help="the same by L2 norm: K is X squared"
    )
    add(
        "--by",
        nargs="+",
        metavar="NAME",
        help="column of the events, then its values to count",
    )
    add(
        "--place",
        metavar="NAME",
        help="ids of the events' places, instead of coordinates",
    )
    add(
        "--lon",
        metavar="NAME",
        help="longitudes of the events (default: lon or longitude)",
    )
    add(
        "--lat",
        metavar="NAME",
        help="latitudes of the events (default: lat or latitude)",
    )
    add("--reach", metavar="METRES", help="drop events farther away (default: 150)")
    add("--bandwidth", metavar="METRES", help="of a kernel; default 0: nearest place")
    events.set_defaults(
        parser=events,
        run=_publish,
        read=_read_events,
        norms=_norms_of_events,
        public=_public_of_events,
    )
    _add_common_options(events)

    about = kinds.add_parser("about", help="print a template for --about")
    about.set_defaults(parser=about, run=_print_template)


def add_ledger(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command `ledger`."""
    parser.add_argument(
        "file", metavar="LEDGER.JSON", help="a file that --new-ledger began"
    )
    parser.set_defaults(parser=parser, run=_print_ledger)


def _add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that both subcommands have."""
    add = parser.add_argument_group("places, which must be public").add_argument
    add("--places", metavar="CSV", help="the public list of places: ids; lon, lat")
    links = parser.add_mutually_exclusive_group()
    links.add_argument(
        "--graph",
        metavar="FILE",
        help="streets: .csv of edges, .graphml, .geojson or .txt",
    )
    links.add_argument(
        "--link",
        metavar="K",
        help="no streets: link places to K nearest, or by 'delaunay'",
    )
    add = parser.add_argument_group("budget and noise").add_argument
    add("--epsilon", metavar="X", required=True, help="epsilon of all columns together")
    add("--delta", metavar="X", required=True, help="delta of that budget")
    add(
        "--noise",
        choices=("auto", "laplace", "gaussian"),
        default="auto",
        help=NOISE_HELP,
    )
    add(
        "--planned-releases",
        metavar="N",
        default="1",
        help="of the same people, for --noise auto",
    )
    add(
        "--each",
        action="store_true",
        help="the budget is for each column; the total is stated",
    )
    add(
        "--unit",
        default="user",
        help="name of whose data are protected (default: %(default)s)",
    )
    add(
        "--grid",
        metavar="X",
        help="a power of ten: unit of the noise (default: chosen)",
    )
    add(
        "--round",
        metavar="X",
        help="a power of ten: round to it after the noise (costs nothing)",
    )
    ledgers = parser.add_argument_group("ledger")
    files = ledgers.add_mutually_exclusive_group()
    files.add_argument(
        "--ledger", metavar="JSON", help="adds up the releases of the same data"
    )
    files.add_argument(
        "--new-ledger", metavar="JSON", help="the same, and this release is its first"
    )
    add = ledgers.add_argument
    add(
        "--total-epsilon",
        metavar="X",
        help="refuse releases that pass this total of the ledger",
    )
    add("--total-delta", metavar="X", help="delta of that total")
    add = parser.add_argument_group("output").add_argument
    add("--output", metavar="FILE", required=True, help="a new .csv or .parquet")
    add(
        "--about",
        metavar="YAML",
        help="what only you know, for the registry (`release about`)",
    )
    add(
        "--dry-run",
        action="store_true",
        help="say what would happen; read no private value",
    )


def _publish(args: argparse.Namespace) -> str:
    """Write the files of a release, and return what to print.

    A ValueError says what is wrong with the options or files, an ImportError what to install.
    """
    _check_total(args)
    # These imports are late, because the parser alone must be quick.
    from gaussmech._extras import need
    from gaussmech._files import write_new_files
    from gaussmech.releases import deployment, files
    from gaussmech.releases.page import page_text
    from gaussmech.releases.plan import plan_release

    outputs = _outputs(args)
    table, facts_file, record, page = outputs
    ledger = _ledger(args, outputs)
    if not args.dry_run:
        need("release", "opendp")
    if table.suffix == ".parquet":
        need("parquet", "pyarrow")
    publisher = deployment.read_about(args.about)
    # A wrong number among the options is named before a file is read.
    arguments = _arguments_of_plan(args)
    places, graph = _public(args)
    if args.dry_run:
        return _dry_run(args, arguments, ledger, table, places, graph)
    private: _Private = args.read(args, places)
    graph = _linked(args, private.places, graph)
    _check_header(args.place or "place", private.names, private.places, graph)
    plan = plan_release(len(private.places.ids), len(private.names), **arguments)
    unit = _rounding(args, plan)
    steps = private.steps(plan)
    # The entry in the ledger is written before the noise is drawn. So there are never values that
    # anyone may have seen without an entry.
    account = ledger.add(plan, table) if ledger else None
    study = _study(args, private, graph, plan.release(steps), unit, account)
    about = files.facts(study, table.name)
    contents = {
        table: files.table_bytes(study, table.suffix),
        facts_file: files.json_bytes(about),
        record: files.json_bytes(deployment.record(study, publisher, about)),
    }
    if private.places.lon is not None:
        contents[page] = page_text(study, about).encode()
    try:
        write_new_files(contents)
    except OSError as error:
        if ledger:
            ledger.take_back()
        raise ValueError(
            f"--output: cannot write beside {str(table)!r}: {error.strerror}; nothing was written"
        ) from None
    return _summary(study, about, [path.name for path in contents])


def _study(
    args: argparse.Namespace,
    private: _Private,
    graph: Any,
    release: Any,
    unit: Any,
    account: Any,
) -> Any:
    """Return a release with its names, of which the files are made."""
    from gaussmech.releases import files

    place_name = args.place or "place"
    columns = ", ".join([place_name, *files.coordinates(private.places)])
    return files.Study(
        release=release,
        places=private.places,
        names=private.names,
        place_name=place_name,
        unit=args.unit,
        reason=private.reason,
        published=f"{columns} of {Path(args.places or args.graph or args.file).name}",
        round_to=unit or files.last_digit(release),
        graph=graph,
        ledger=account,
        domain=private.domain,
        planned_releases=int(args.planned_releases),
    )


def _arguments_of_plan(args: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of `plan_release` that options state."""
    epsilon = _number(args, "epsilon")
    delta = _number(args, "delta")
    sensitivity, l1_sensitivity = args.norms(args)
    return {
        "epsilon": epsilon,
        "delta": delta,
        "sensitivity": sensitivity,
        "l1_sensitivity": l1_sensitivity,
        "noise": args.noise,
        "planned_releases": _whole_number("--planned-releases", args.planned_releases),
        "grid": _number(args, "grid"),
        "each": args.each,
    }


def _dry_run(
    args: argparse.Namespace,
    arguments: dict[str, Any],
    ledger: Any,
    table: Path,
    places: Any,
    graph: Any,
) -> str:
    """Return what a release would do; of the private file at most its list of places is read."""
    from gaussmech.releases.plan import plan_release

    names, places = args.public(args, places)
    graph = _linked(args, places, graph)
    _check_header(args.place or "place", names, places, graph)
    plan = plan_release(len(places.ids), len(names), **arguments)
    _rounding(args, plan)
    lines = {
        "dry run": f"nothing is written, and no value of {Path(args.file).name} is read",
        "would release": f"{len(places.ids):,} places: {', '.join(names)}",
    } | _lines_of_plan(plan, args.unit)
    expected = f"root mean square {plan.noise.sigma:.4g} per value before denoising"
    lines["expected error"] = expected
    if ledger:
        state = ledger.with_release(plan, table)
        lines["ledger then"] = state.account()["statement"]
        lines["then still fits"] = state.room()
        if state.total:
            repeats = state.repeats(plan.cost)
            lines["of the same kind"] = (
                f"{repeats} more" if repeats < 1000 else "1,000 more at least"
            )
    return _text(lines)


def _print_template(args: argparse.Namespace) -> str:
    """Return the template of the file for --about."""
    from gaussmech.releases.deployment import TEMPLATE

    return TEMPLATE


def _print_ledger(args: argparse.Namespace) -> str:
    """Return what the releases in a ledger have spent, and what still fits."""
    from gaussmech.releases.ledger import read_ledger

    state = read_ledger(Path(args.file), "LEDGER.JSON")
    account = state.account()
    lines = {"ledger": account["statement"], "protects": f"each {state.unit}"}
    lines |= {"still fits": state.room()}
    for number, entry in enumerate(state.entries, 1):
        budget = f"({entry['epsilon']:g}, {entry['delta']:g})-DP"
        date = entry["begun"][:10]
        lines[f"release {number}"] = f"{date}  {budget}  {Path(entry['file']).name}"
    return _text(lines)


def _linked(args: argparse.Namespace, places: Any, graph: Any) -> Any:
    """Return the graph of --graph, or the places as --link links them."""
    if args.link is None:
        return graph
    from gaussmech.geo.graph_files import link_places

    if places.lon is None or places.lat is None:
        raise ValueError("--link needs places with columns lon and lat")
    if args.link != "delaunay" and not (args.link.isdecimal() and args.link.isascii()):
        raise ValueError(
            f"--link is {args.link!r}; allowed are whole numbers > 0 and 'delaunay'"
        )
    k = None if args.link == "delaunay" else min(int(args.link[:9]), len(places.ids))
    try:
        return link_places(places.lon, places.lat, neighbours=k)
    except ValueError as error:
        raise ValueError(f"--link: {error}") from None


def _check_header(place_name: str, names: list[str], places: Any, graph: Any) -> None:
    """Raise a ValueError if two columns of the output would have the same name."""
    from gaussmech.releases.files import coordinates, denoised_names

    denoised = []
    if graph is not None:
        denoised = [column for name in names for column in denoised_names(name)]
    header = [place_name, *names, *denoised, *coordinates(places)]
    for name in header:
        if header.count(name) > 1:
            raise ValueError(
                f"{name!r} would be two columns of the output; rename one of them"
            )


def _rounding(args: argparse.Namespace, plan: Any) -> Any:
    """Return the power of ten to which values are rounded after the noise, None if not stated."""
    from gaussmech.releases.noise import power_of_ten

    if args.round is None:
        return None
    unit = power_of_ten("--round", args.round)
    if unit < plan.noise.grid:
        raise ValueError(
            f"--round is {args.round}; it must not be finer than the grid, {plan.noise.grid}"
        )
    return unit


def _public(args: argparse.Namespace) -> tuple[Any, Any]:
    """Return the public list of places, and the graph of --graph, if they are given."""
    from gaussmech.geo.graph_files import graph_of_places
    from gaussmech.geo.places import read_places

    places = read_places(args.places) if args.places else None
    if not args.graph:
        return places, None
    graph, places = graph_of_places(args.graph, places)
    return places, graph


def _public_of_counts(args: argparse.Namespace, places: Any) -> tuple[list[str], Any]:
    """Return the columns and the places of a file of counts, of which no count is read."""
    from gaussmech.releases.inputs import read_places_of_counts

    _check_values(args)
    return args.value, places or read_places_of_counts(args.file, args.place)


def _public_of_events(args: argparse.Namespace, places: Any) -> tuple[list[str], Any]:
    """Return the columns and the places of a release of events, whose file is not opened."""
    return _names_of_events(args, places), places


def _check_values(args: argparse.Namespace) -> None:
    """Raise a ValueError if --value names a column twice."""
    if len(set(args.value)) < len(args.value):
        raise ValueError("--value names a column twice")


def _norms_of_counts(args: argparse.Namespace) -> tuple[float, float | None]:
    """Return the L2 sensitivity of counts, and the L1 sensitivity if it is stated."""
    sensitivity = _number(args, "sensitivity")
    l1_sensitivity = _number(args, "l1_sensitivity")
    if args.noise == "laplace" and l1_sensitivity is None:
        raise ValueError("--noise laplace needs --l1-sensitivity")
    if l1_sensitivity is not None and l1_sensitivity < sensitivity:
        raise ValueError(
            f"--l1-sensitivity is {l1_sensitivity:g}; it must be at least --sensitivity,"
            f" {sensitivity:g}, because an L1 norm is never below an L2 norm"
        )
    return sensitivity, l1_sensitivity


def _norms_of_events(args: argparse.Namespace) -> tuple[float, float]:
    """Return the caps of a user's counts in L2 and in L1 norm: those of K events in K places.

    One event has an L1 norm of 1, K events at most K. In L2 norm K events in K places have sqrt(K);
    more in one place have up to K, and are scaled down if the noise is Gaussian.
    """
    if args.per_user is not None:
        norm = _number(args, "per_user")
        # A part of one event has the same L1 and L2 norm.
        return norm, max(norm, norm**2)
    events = _whole_number("--events-per-user", args.events_per_user)
    return math.sqrt(events), float(events)


def _read_counts(args: argparse.Namespace, places: Any) -> _Private:
    """Read the file of counts; without a public list, the places are those of the file."""
    from gaussmech.releases.grid import round_to_grid
    from gaussmech.releases.inputs import read_counts

    _check_values(args)
    places, counts = read_counts(args.file, args.place, args.value, places)
    return _Private(
        names=args.value,
        places=places,
        reason=f"stated by who released it, not checked: no {args.unit} changes a column by more",
        domain=f"Tables with counts >= 0 for each of {len(places.ids):,} public places.",
        steps=lambda plan: round_to_grid(counts, plan.noise.grid),
    )


def _read_events(args: argparse.Namespace, places: Any) -> _Private:
    """Read the file of events, whose sums over users are bounded when the plan is known."""
    from gaussmech._csv import read_lines
    from gaussmech.geo.places import LAT, LON
    from gaussmech.releases import inputs
    from gaussmech.releases.grid import bounded_sums

    names = _names_of_events(args, places)
    by, groups = _groups_of_events(args)
    reach_m = _number(args, "reach", "150")
    bandwidth_m = _number(args, "bandwidth", "0")
    columns = {args.user, args.place, args.lon, args.lat, by, *LON, *LAT}
    table = read_lines(args.file, "EVENTS", only=columns)
    users = inputs.user_codes(table.column(args.user))
    # Without --by all events are in group 0.
    group_of_event = users * 0
    if by is not None:
        group_of_event = inputs.positions(table.column(by), groups)
    spots: inputs.AtPlaces | inputs.AroundPlaces
    if args.place is not None:
        spots = inputs.AtPlaces(table.column(args.place), places.ids)
    else:
        lon, lat = inputs.coordinate_columns(table, args.lon, args.lat)
        spots = inputs.AroundPlaces(
            table.column(lon),
            table.column(lat),
            places,
            reach_m=reach_m,
            bandwidth_m=bandwidth_m,
        )
    events = inputs.Events(users, group_of_event, spots)

    def steps(plan: Any) -> list[int]:
        columns_of_sums = []
        for group in range(len(groups)):
            sums = bounded_sums(
                events.parts(group),
                plan.sensitivity,
                plan.noise.grid,
                len(places.ids),
                norm=plan.noise.norm,
            )
            columns_of_sums.append(sums)
        rows = zip(*columns_of_sums, strict=True)
        return list(chain.from_iterable(rows))

    return _Private(
        names=names,
        places=places,
        domain=f"Tables with any number of events, each of a {args.unit} at one of"
        f" {len(places.ids):,} public places or nowhere.",
        reason=f"enforced: the counts of each {args.unit} in a column are scaled down to this norm",
        steps=steps,
    )


def _names_of_events(args: argparse.Namespace, places: Any) -> list[str]:
    """Return the columns of a release of events; a ValueError refuses options that do not fit."""
    for name in ("lon", "lat", "reach", "bandwidth"):
        if args.place is not None and getattr(args, name) is not None:
            raise ValueError(f"{_option(name)} does not go with --place")
    if places is None:
        raise ValueError(
            "events need the public list of places: give --places or --graph; places found in"
            " the events would tell who was there"
        )
    by, groups = _groups_of_events(args)
    if not groups or len(set(groups)) < len(groups):
        raise ValueError("--by needs the name of a column, then its values, each once")
    return groups if by is None else [f"{by}_{group}" for group in groups]


def _groups_of_events(args: argparse.Namespace) -> tuple[str | None, list[str]]:
    """Return the column of --by and its values; without --by, None and one group, "count"."""
    if args.by is None:
        return None, ["count"]
    column, *values = args.by
    return column, values


def _summary(study: Any, about: dict[str, Any], names: list[str]) -> str:
    """Return what the command prints: facts of the release, and the names of its files."""
    from gaussmech.releases.files import coordinates, estimate

    released = about["released"]
    lines = {
        "released": f"{released['rows']:,} places, {', '.join(names)}",
        "as they are": f"{released['published_as_they_are']}: published without noise",
    }
    lines |= _lines_of_plan(study.release, study.unit)
    if account := about["ledger"]:
        lines["ledger"] = account["statement"]
    for fit in about["denoised"] or ():
        lines[fit["column"]] = estimate(fit)
    if study.graph is None and coordinates(study.places):
        lines["to denoise"] = (
            "link the places by --link delaunay, or give their --graph"
        )
    return _text(lines)


def _lines_of_plan(plan: Any, unit: str) -> dict[str, str]:
    """Return what is known of a release before it happens, by label."""
    from gaussmech.privacy.attack_risk import attack_lines
    from gaussmech.releases.files import statement
    from gaussmech.releases.plan import best_attack

    lines = {
        "guarantee": f"{statement(plan)}, all columns together",
        "neighbours": f"add or remove all of one {unit}",
        "noise": plan.choice,
        "sensitivity": f"{plan.sensitivity:g} in L{plan.noise.norm}, of each column",
        "errors": f"95 % of values are within {plan.noise.within(0.95):.4g}",
    }
    return lines | attack_lines(best_attack(plan.cost), unit=unit)


def _text(lines: dict[str, str]) -> str:
    """Return lines with their labels, as all commands print them."""
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


def _check_total(args: argparse.Namespace) -> None:
    """Raise a ValueError if a total is stated in part, or without a ledger."""
    if args.total_epsilon is None and args.total_delta is None:
        return
    required = ("ledger", "total_epsilon", "total_delta")
    values = vars(args) | {"ledger": args.ledger or args.new_ledger}
    missing = [_option(name) for name in required if values[name] is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ValueError(f"{', '.join(missing)} {verb} missing")


def _option(name: str) -> str:
    """Return the option that sets an attribute of the arguments."""
    return f"--{name.replace('_', '-')}"


def _number(args: argparse.Namespace, name: str, default: str | None = None) -> Any:
    """Return the number that an option has, in its range; None if it has none and no default."""
    # These imports are late, because they load NumPy, of which the parser has no need.
    from gaussmech import _checks
    from gaussmech._csv import real
    from gaussmech.releases.noise import EPSILON, SENSITIVITY

    # The other numbers must be positive.
    ranges: dict[str, _checks.Interval] = {
        "epsilon": EPSILON,
        "delta": _checks.OPEN_UNIT,
        "total_delta": _checks.OPEN_UNIT,
        "sensitivity": SENSITIVITY,
        "l1_sensitivity": SENSITIVITY,
        # The square of this norm is a sensitivity, too.
        "per_user": {"low": 1e-25, "high": 1e25},
        # In metres, 1e8 is more than the circumference of the earth.
        "bandwidth": {"low": 0, "high": 1e8},
        "reach": {"low": 0, "high": 1e8, "open_low": True},
    }
    text = default if getattr(args, name) is None else getattr(args, name)
    if text is None:
        return None
    return real(_option(name), text, **ranges.get(name, _checks.POSITIVE))


def _whole_number(option: str, text: str) -> int:
    """Return the whole number from 1 to 1,000,000 that an option has."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= 10**6):
        raise ValueError(
            f"{option} is {text!r}; allowed are whole numbers from 1 to 1000000"
        )
    return int(text)


def _ledger(args: argparse.Namespace, outputs: tuple[Path, ...]) -> Any:
    """Return the Ledger that the options name, or None."""
    path = args.new_ledger or args.ledger
    if path is None:
        return None
    from gaussmech.releases.ledger import Ledger

    ledger = Ledger(path, args.unit, None, new=args.new_ledger is not None)
    if ledger.path in [output.resolve() for output in outputs]:
        raise ValueError(f"{ledger.option} is {path!r}, a file of the release itself")
    if args.total_epsilon is not None:
        ledger.total = {
            "epsilon": _number(args, "total_epsilon"),
            "delta": _number(args, "total_delta"),
        }
    return ledger


def _outputs(args: argparse.Namespace) -> tuple[Path, Path, Path, Path]:
    """Return the paths of the table, the JSON file, the record and the page; none may exist."""
    table = Path(args.output)
    if table.suffix not in (".csv", ".parquet"):
        raise ValueError(
            f"--output is {args.output!r}; it must be a .csv or .parquet file"
        )
    if not table.parent.is_dir():
        raise ValueError(f"--output: there is no folder {str(table.parent)!r}")
    facts_file = table.with_suffix(".json")
    record = table.with_suffix(".registry.json")
    page = table.with_suffix(".html")
    outputs = (table, facts_file, record, page)
    for path in outputs:
        if path.exists():
            raise ValueError(
                f"--output: {str(path)!r} exists; a release is not overwritten"
            )
    return outputs
