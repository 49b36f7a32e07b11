"""The commands `gaussmech release counts` and `gaussmech release events`.

The order of `_publish` matters: public files are read before private ones, everything that may be
refused is refused before the noise is drawn, the entry in the ledger comes before the noise, and
files are written at the end.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DESCRIPTION = """\
Release counts per place under (epsilon, delta)-differential privacy: rounded to a fine grid, with
OpenDP's exact discrete Laplace or Gaussian noise. Writes the table, a .json file that states the
guarantee, and a page with the map if the places have coordinates."""
EPILOG = """\
examples:
  gaussmech release counts counts.csv --value count --graph streets.csv --sensitivity 5 \\
      --epsilon 0.5 --delta 1e-6 --output private.csv
  gaussmech release events trips.csv --user cab_id --per-user 5 --places junctions.csv \\
      --epsilon 0.5 --delta 1e-6 --ledger trips.json --total-epsilon 2 --total-delta 1e-6 \\
      --output private.csv

The list of places must be public. First read "Before you publish" in docs/release.md."""

NOISE_HELP = "default auto: what needs less, by the caps, the budget and the planned releases alone"


@dataclass(frozen=True)
class _Private:
    """What a private file holds, ready for a release.

    Attributes
    ----------
    names : list of str
        The names of the columns to release.
    places : Places
        The places, one per row.
    reason : str
        Why the sensitivity holds.
    steps : function
        Takes a Plan, and returns the true values row by row in multiples of its grid.
    """

    names: list[str]
    places: Any
    reason: str
    steps: Callable[[Any], list[int]]


def add_kinds(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands `counts` and `events` to the parser of the command `release`."""
    kinds = parser.add_subparsers(dest="kind", metavar="counts|events", required=True)
    counts = kinds.add_parser("counts", help="release a table with a row per place")
    add = counts.add_argument
    add("file", metavar="COUNTS.CSV", help="a row per place: its id and counts; - is stdin")
    add("--value", nargs="+", metavar="NAME", required=True, help="columns of counts to release")
    add("--sensitivity", metavar="X", required=True, help="L2 sensitivity of each column")
    add("--l1-sensitivity", metavar="X", help="L1 sensitivity of each column, for Laplace noise")
    add("--place", metavar="NAME", help="ids of places, published (default: place)")
    counts.set_defaults(parser=counts, run=_publish, read=_read_counts, norms=_norms_of_counts)
    _add_common_options(counts)

    events = kinds.add_parser("events", help="count a file with a row per event, then release")
    add = events.add_argument
    add("file", metavar="EVENTS.CSV", help="a row per event: its user and place; - is stdin")
    add("--user", metavar="NAME", required=True, help="user ids of the events")
    caps = events.add_mutually_exclusive_group(required=True)
    caps.add_argument(
        "--events-per-user",
        metavar="K",
        help="scale a user's counts down to the norm of K events, each in another place",
    )
    caps.add_argument("--per-user", metavar="X", help="the same by L2 norm: K is X squared")
    add("--by", nargs="+", metavar="NAME", help="column of the events, then its values to count")
    add("--place", metavar="NAME", help="ids of the events' places, instead of coordinates")
    add("--lon", metavar="NAME", help="longitudes of the events (default: lon or longitude)")
    add("--lat", metavar="NAME", help="latitudes of the events (default: lat or latitude)")
    add("--reach", metavar="METRES", help="drop events farther away (default: 150)")
    add("--bandwidth", metavar="METRES", help="of a kernel; default 0: nearest place")
    events.set_defaults(parser=events, run=_publish, read=_read_events, norms=_norms_of_events)
    _add_common_options(events)


def _add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that both subcommands have."""
    add = parser.add_argument_group("places, which must be public").add_argument
    add("--places", metavar="CSV", help="the public list of places: ids; lon, lat")
    links = parser.add_mutually_exclusive_group()
    links.add_argument(
        "--graph", metavar="FILE", help="streets: .csv of edges, .graphml, .geojson or .txt"
    )
    links.add_argument(
        "--link", metavar="K", help="no streets: link places to K nearest, or by 'delaunay'"
    )
    add = parser.add_argument_group("budget and noise").add_argument
    add("--epsilon", metavar="X", required=True, help="epsilon of all columns together")
    add("--delta", metavar="X", required=True, help="delta of that budget")
    add("--noise", choices=("auto", "laplace", "gaussian"), default="auto", help=NOISE_HELP)
    add("--planned-releases", metavar="N", default="1", help="of the same people, for --noise auto")
    add("--each", action="store_true", help="the budget is for each column; the total is stated")
    add("--unit", default="user", help="name of whose data are protected (default: %(default)s)")
    add("--grid", metavar="X", help="a power of ten: unit of the noise (default: chosen)")
    add("--round", metavar="X", help="a power of ten: round to it after the noise (costs nothing)")
    add = parser.add_argument_group("ledger").add_argument
    add("--ledger", metavar="JSON", help="file that adds up the releases of the same data")
    add("--total-epsilon", metavar="X", help="refuse releases that pass this total of the ledger")
    add("--total-delta", metavar="X", help="delta of that total")
    parser.add_argument("--output", metavar="FILE", required=True, help="a new .csv or .parquet")


def _publish(args: argparse.Namespace) -> str:
    """Write the files of a release, and return what to print.

    A ValueError says what is wrong with the options or files, an ImportError what to install.
    """
    _check_total(args)
    epsilon, delta = _number(args, "epsilon"), _number(args, "delta")
    sensitivity, l1_sensitivity = args.norms(args)
    planned_releases = _whole_number("--planned-releases", args.planned_releases)
    # These imports are late, because the parser alone must be quick.
    from gaussmech._extras import need
    from gaussmech._files import write_new_files
    from gaussmech.releases import files
    from gaussmech.releases.page import page_text
    from gaussmech.releases.plan import plan_release

    table, beside, page = outputs = _outputs(args)
    ledger = _ledger(args, outputs)
    need("release", "opendp")
    if table.suffix == ".parquet":
        need("parquet", "pyarrow")
    places, graph = _public(args)
    private: _Private = args.read(args, places)
    place_name = args.place or "place"
    _check_header(place_name, private, graph)
    plan = plan_release(
        len(private.places.ids),
        len(private.names),
        epsilon=epsilon,
        delta=delta,
        sensitivity=sensitivity,
        l1_sensitivity=l1_sensitivity,
        noise=args.noise,
        planned_releases=planned_releases,
        grid=_number(args, "grid"),
        each=args.each,
    )
    unit = _rounding(args, plan)
    steps = private.steps(plan)
    # The entry in the ledger comes first: values that anyone may have seen are never without one.
    account = ledger.add(plan, table) if ledger else None
    release = plan.release(steps)
    listed = Path(args.places or args.graph or args.file).name
    coordinates = files.coordinates(private.places)
    study = files.Study(
        release=release,
        places=private.places,
        names=private.names,
        place_name=place_name,
        unit=args.unit,
        reason=private.reason,
        published=f"{', '.join([place_name, *coordinates])} of {listed}",
        round_to=unit or files.last_digit(release),
        graph=graph,
        ledger=account,
    )
    about = files.facts(study, table.name)
    contents = {table: files.table_bytes(study, table.suffix), beside: files.json_bytes(about)}
    if coordinates:
        contents[page] = page_text(study, about).encode()
    try:
        write_new_files(contents)
    except OSError as error:
        if ledger:
            ledger.take_back()
        why = f"{error.strerror}; nothing was written"
        raise ValueError(f"--output: cannot write beside {str(table)!r}: {why}") from None
    return _summary(about, [path.name for path in contents], args.unit)


def _check_header(place_name: str, private: _Private, graph: Any) -> None:
    """Raise a ValueError if two columns of the output would have the same name."""
    from gaussmech.releases.files import coordinates, denoised_names

    names = [] if graph is None else private.names
    denoised = [column for name in names for column in denoised_names(name)]
    header = [place_name, *private.names, *denoised, *coordinates(private.places)]
    for name in header:
        if header.count(name) > 1:
            raise ValueError(f"{name!r} would be two columns of the output; rename one of them")


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
    """Return the public list of places, and their graph, if they are given."""
    from gaussmech.geo.graph_files import graph_of_places, link_places
    from gaussmech.geo.places import read_places

    places = read_places(args.places) if args.places else None
    if args.graph:
        return graph_of_places(args.graph, places)[::-1]
    if args.link is None:
        return places, None
    if places is None or places.lon is None or places.lat is None:
        raise ValueError("--link needs --places with columns lon and lat")
    if args.link != "delaunay" and not (args.link.isdecimal() and args.link.isascii()):
        raise ValueError(f"--link is {args.link!r}; allowed are whole numbers > 0 and 'delaunay'")
    k = None if args.link == "delaunay" else min(int(args.link[:9]), len(places.ids))
    try:
        return places, link_places(places.lon, places.lat, neighbours=k)
    except ValueError as error:
        raise ValueError(f"--link: {error}") from None


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
    from gaussmech.releases.inputs import read_counts
    from gaussmech.releases.plan import round_to_grid

    if len(set(args.value)) < len(args.value):
        raise ValueError("--value names a column twice")
    places, counts = read_counts(args.file, args.place, args.value, places)
    return _Private(
        names=args.value,
        places=places,
        reason=f"stated by who released it, not checked: no {args.unit} changes a column by more",
        steps=lambda plan: round_to_grid(counts, plan.noise.grid),
    )


def _read_events(args: argparse.Namespace, places: Any) -> _Private:
    """Read the file of events, whose sums over users are bounded when the plan is known."""
    from gaussmech._csv import read_csv
    from gaussmech.geo.places import LAT, LON
    from gaussmech.releases import inputs
    from gaussmech.releases.plan import bounded_sums

    for name in ("lon", "lat", "reach", "bandwidth"):
        if args.place is not None and getattr(args, name) is not None:
            raise ValueError(f"{_option(name)} does not go with --place")
    if places is None:
        raise ValueError(
            "events need the public list of places: give --places or --graph; places found in"
            " the events would tell who was there"
        )
    by, *groups = args.by or [None, "count"]
    if not groups or len(set(groups)) < len(groups):
        raise ValueError("--by needs the name of a column, then its values, each once")
    reach_m, bandwidth_m = _number(args, "reach", "150"), _number(args, "bandwidth", "0")
    columns = {args.user, args.place, args.lon, args.lat, by, *LON, *LAT}
    table = read_csv(args.file, "EVENTS", only=columns)
    users = inputs.user_codes(table.column(args.user))
    group_of = users * 0 if by is None else inputs.positions(table.column(by), groups)
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
    events = inputs.Events(users, group_of, spots)

    def steps(plan: Any) -> list[int]:
        sums = [
            bounded_sums(
                events.parts(j),
                plan.sensitivity,
                plan.noise.grid,
                len(places.ids),
                norm=plan.noise.norm,
            )
            for j in range(len(groups))
        ]
        return [step for row in zip(*sums, strict=True) for step in row]

    return _Private(
        names=[group if by is None else f"{by}_{group}" for group in groups],
        places=places,
        reason=f"enforced: the counts of each {args.unit} in a column are scaled down to this norm",
        steps=steps,
    )


def _summary(about: dict[str, Any], names: list[str], unit: str) -> str:
    """Return what the command prints: facts of the release, and the names of its files."""
    from gaussmech.privacy.attack_risk import attack_lines
    from gaussmech.releases.files import estimate

    guarantee, noise, sensitivity = about["guarantee"], about["noise"], about["sensitivity"]
    lines = {
        "released": f"{about['released']['rows']:,} places, {', '.join(names)}",
        "as they are": f"{about['released']['published_as_they_are']}: published without noise",
        "guarantee": f"{guarantee['statement']}, all columns together",
        "neighbours": guarantee["all_columns_together"]["neighbours"],
        "noise": noise["choice"],
        "sensitivity": f"{sensitivity['value']:g} in {sensitivity['norm']}",
        "errors": f"95 % of values are within {noise['within_95_percent']:g}",
    }
    lines |= attack_lines(about["best_attack"], unit=unit)
    if account := about["ledger"]:
        spent, total = account["all_together"], account["total"]
        limit = f"; the total is ({total['epsilon']:g}, {total['delta']:g})" if total else ""
        together = f"together ({spent['epsilon']:g}, {spent['delta']:g})-DP"
        lines["ledger"] = f"{account['releases']} so far, {together}{limit}"
    lines |= {fit["column"]: estimate(fit) for fit in about["denoised"] or ()}
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


def _check_total(args: argparse.Namespace) -> None:
    """Raise a ValueError if a total is stated in part, or without a ledger."""
    if args.total_epsilon is None and args.total_delta is None:
        return
    needed = ("ledger", "total_epsilon", "total_delta")
    missing = [_option(name) for name in needed if getattr(args, name) is None]
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

    ranges: dict[str, _checks.Interval] = {
        "epsilon": EPSILON,
        **dict.fromkeys(("delta", "total_delta"), _checks.OPEN_UNIT),
        **dict.fromkeys(("sensitivity", "l1_sensitivity"), SENSITIVITY),
        # Its square is a sensitivity, too.
        "per_user": {"low": 1e-25, "high": 1e25},
        "bandwidth": {"low": 0, "high": 1e8},
        "reach": {"low": 0, "high": 1e8, "open_low": True},
    }
    text = default if getattr(args, name) is None else getattr(args, name)
    interval = ranges.get(name, _checks.POSITIVE)
    return None if text is None else real(_option(name), text, **interval)


def _whole_number(option: str, text: str) -> int:
    """Return the whole number from 1 to 1,000,000 that an option has."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= 10**6):
        raise ValueError(f"{option} is {text!r}; allowed are whole numbers from 1 to 1000000")
    return int(text)


def _ledger(args: argparse.Namespace, outputs: tuple[Path, ...]) -> Any:
    """Return the Ledger that the options name, or None."""
    if args.ledger is None:
        return None
    from gaussmech.releases.ledger import Ledger

    if Path(args.ledger).resolve() in [path.resolve() for path in outputs]:
        raise ValueError(f"--ledger is {args.ledger!r}, a file of the release itself")
    total = {name: _number(args, f"total_{name}") for name in ("epsilon", "delta")}
    return Ledger(args.ledger, args.unit, total if args.total_epsilon is not None else None)


def _outputs(args: argparse.Namespace) -> tuple[Path, Path, Path]:
    """Return the paths of the table, the JSON file and the page, none of which may exist."""
    table = Path(args.output)
    if table.suffix not in (".csv", ".parquet"):
        raise ValueError(f"--output is {args.output!r}; it must be a .csv or .parquet file")
    if not table.parent.is_dir():
        raise ValueError(f"--output: there is no folder {str(table.parent)!r}")
    found = table, table.with_suffix(".json"), table.with_suffix(".html")
    for path in found:
        if path.exists():
            raise ValueError(f"--output: {str(path)!r} exists; a release is not overwritten")
    return found
