"""The command `gaussmech release`: a table and a budget in, a private file out.

The order of `run` matters: public files are read before private ones, everything that may be
refused is refused before the noise is drawn, the entry in the ledger comes before the noise, and
files are written at the end.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

DESCRIPTION = """\
Release counts per place under (epsilon, delta)-differential privacy: rounded to a fine grid, with
OpenDP's exact discrete Gaussian noise. Writes the table, a .json file that states the guarantee,
and a page with the map if the places have coordinates."""
EPILOG = """\
examples:
  gaussmech release counts.csv --value count --graph streets.csv --epsilon 0.5 --delta 1e-6 \\
      --sensitivity 5 --output private.csv
  gaussmech release --events trips.csv --user cab_id --per-user 5 --places junctions.csv \\
      --epsilon 0.5 --delta 1e-6 --ledger trips.json --total-epsilon 2 --total-delta 1e-6 \\
      --output private.csv

The list of places must be public. First read "Before you publish" in docs/release.md."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add = parser.add_argument
    add("counts", nargs="?", metavar="COUNTS.CSV", help="a row per place: its id and counts")
    add("--value", nargs="+", metavar="NAME", help="columns of counts to release")
    add("--events", metavar="CSV", help="file with a row per event, instead of COUNTS.CSV")
    add("--user", metavar="NAME", help="user ids of the events")
    add("--per-user", metavar="X", help="scale a user's contribution down to this L2 norm")
    add("--by", nargs="+", metavar="NAME", help="column of the events, then its values to count")
    add("--place", metavar="NAME", help="ids of places, published (default for counts: place)")
    add("--lon", metavar="NAME", help="longitudes of the events (default: lon or longitude)")
    add("--lat", metavar="NAME", help="latitudes of the events (default: lat or latitude)")
    add("--reach", metavar="METRES", help="drop events farther away (default: 150)")
    add("--bandwidth", metavar="METRES", help="of a kernel; default 0: nearest place")
    add("--places", metavar="CSV", help="the public list of places: ids; lon, lat")
    add("--graph", metavar="FILE", help="streets: .csv of edges, .graphml, .geojson or .txt")
    add("--link", metavar="K", help="no streets: link places to K nearest, or by 'delaunay'")
    add("--epsilon", metavar="X", help="epsilon of all columns together")
    add("--delta", metavar="X", help="delta of that budget")
    add("--each", action="store_true", help="the budget is for each column; the total is stated")
    add("--sensitivity", metavar="X", help="L2 sensitivity of each column of the counts")
    add("--unit", default="user", help="name of whose data are protected (default: %(default)s)")
    add("--grid", metavar="X", help="a power of ten: unit of the noise (default: chosen)")
    add("--round", metavar="X", help="a power of ten: round to it after the noise (costs nothing)")
    add("--ledger", metavar="JSON", help="file that adds up the releases of the same data")
    add("--total-epsilon", metavar="X", help="refuse releases that pass this total of the ledger")
    add("--total-delta", metavar="X", help="delta of that total")
    add("--output", metavar="FILE", help="a new .csv or .parquet file")


def run(args: argparse.Namespace) -> str:
    """Write the files of a release, and return what to print.

    A ValueError says what is wrong with the options or files, an ImportError what to install.
    """
    _check_options(args)
    budget: dict[str, Any] = {name: _number(args, name) for name in ("epsilon", "delta", "grid")}
    budget["sensitivity"] = _number(args, "per_user" if args.events else "sensitivity")
    # These imports are late, because the parser alone must be quick.
    from gaussmech._extras import need
    from gaussmech.releases import files
    from gaussmech.releases.noise import power_of_ten
    from gaussmech.releases.page import page_text
    from gaussmech.releases.plan import plan_release

    table, beside, page = outputs = _outputs(args)
    ledger = _ledger(args, outputs)
    need("release", "opendp")
    if table.suffix == ".parquet":
        need("parquet", "pyarrow")
    places, graph = _public(args)
    names, places, steps_on = _private(args, places)
    spots, denoised = files.coordinates(places), [f"{name}_denoised" for name in names]
    place_name = args.place or "place"
    header = [place_name, *names, *(() if graph is None else denoised), *spots]
    if twice := [name for name in header if header.count(name) > 1]:
        raise ValueError(f"{twice[0]!r} would be two columns of the output; rename one of them")
    plan = plan_release(len(places.ids), len(names), **budget, each=args.each)
    unit = None if args.round is None else power_of_ten("--round", args.round)
    if unit and unit < (grid := plan.noise.grid):
        raise ValueError(f"--round is {args.round}; it must not be finer than the grid, {grid}")
    steps = steps_on(plan)
    # The entry in the ledger comes first: values that anyone may have seen are never without one.
    account = ledger.add(plan, table) if ledger else None
    release = plan.release(steps)
    reason = (
        f"enforced: the counts of each {args.unit} in a column are scaled down to this norm"
        if args.events
        else f"stated by who released it, not checked: no {args.unit} changes a column by more"
    )
    listed = Path(args.places or args.graph or args.counts).name
    published = f"{', '.join([place_name, *spots])} of {listed}"
    unit = unit or files.last_digit(release)
    study = files.Study(
        release, places, names, place_name, args.unit, reason, published, unit, graph, account
    )
    about = files.facts(study, table.name)
    contents = {table: files.table_bytes(study, table.suffix), beside: files.json_bytes(about)}
    if spots:
        contents[page] = page_text(study, about).encode()
    try:
        files.write_all(contents)
    except OSError as error:
        if ledger:
            ledger.take_back()
        why = f"{error.strerror}; nothing was written"
        raise ValueError(f"--output: cannot write beside {str(table)!r}: {why}") from None
    return _summary(about, [path.name for path in contents], args.unit)


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


def _private(
    args: argparse.Namespace, places: Any
) -> tuple[list[str], Any, Callable[[Any], list[int]]]:
    """Read the private file.

    Returns the names of the columns, the places, and a function from a plan to the true values on
    its grid, row by row.
    """
    from gaussmech.releases import inputs
    from gaussmech.releases.plan import bounded_sums, round_to_grid

    if not args.events:
        places, counts = inputs.read_counts(args.counts, args.place, args.value, places)
        return args.value, places, lambda plan: round_to_grid(counts, plan.noise.grid)
    if places is None:
        raise ValueError(
            "--events needs the public list of places: give --places or --graph; places found in"
            " the events would tell who was there"
        )
    by, *groups = args.by or [None, "count"]
    if not groups or len(set(groups)) < len(groups):
        raise ValueError("--by needs the name of a column, then its values, each once")
    distances = {f"{k}_m": _number(args, k, x) for k, x in (("reach", "150"), ("bandwidth", "0"))}
    named = {name: getattr(args, name) for name in ("user", "place", "lon", "lat")}
    events = inputs.read_events(args.events, places, **named, by=by, groups=groups, **distances)

    def steps_on(plan: Any) -> list[int]:
        bound, grid = plan.sensitivity, plan.noise.grid
        sums = [bounded_sums(group.parts(), bound, grid, len(places.ids)) for group in events]
        return [step for row in zip(*sums, strict=True) for step in row]

    return [group if by is None else f"{by}_{group}" for group in groups], places, steps_on


def _summary(about: dict[str, Any], names: list[str], unit: str) -> str:
    """Return what the command prints: facts of the release, and the names of its files."""
    from gaussmech.privacy.attack_risk import attack_lines
    from gaussmech.releases.files import estimate

    guarantee, noise = about["guarantee"], about["noise"]
    lines = {
        "released": f"{about['released']['rows']:,} places, {', '.join(names)}",
        "as they are": f"{about['released']['published_as_they_are']}: published without noise",
        "guarantee": f"{guarantee['statement']}, all columns together",
        "neighbours": guarantee["all_columns_together"]["neighbours"],
        "noise": f"sigma {float(noise['sigma']):.6g}; 95 % of values are within"
        f" {noise['within_95_percent']:g}",
    }
    lines |= attack_lines(about["best_attack"], unit=unit)
    if account := about["ledger"]:
        spent, total = account["all_together"], account["total"]
        limit = f"; the total is ({total['epsilon']:g}, {total['delta']:g})" if total else ""
        together = f"together ({spent['epsilon']:g}, {spent['delta']:g})-DP"
        lines["ledger"] = f"{account['releases']} so far, {together}{limit}"
    lines |= {fit["column"]: estimate(fit) for fit in about["denoised"] or ()}
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


def _check_options(args: argparse.Namespace) -> None:
    """Raise a ValueError if options are missing or do not go together."""
    if bool(args.events) == bool(args.counts):
        raise ValueError("give a file of counts or --events, and not both")
    needed = ["user", "per_user"] if args.events else ["value", "sensitivity"]
    if args.total_epsilon is not None or args.total_delta is not None:
        needed += ["ledger", "total_epsilon", "total_delta"]
    missing = [x for x in (*needed, "epsilon", "delta", "output") if getattr(args, x) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ValueError(f"{', '.join(map(_option, missing))} {verb} missing")
    located = ["lon", "lat", "reach", "bandwidth"]
    barred = {"--events": ["value", "sensitivity"], "--place": located, "--graph": ["link"]}
    barred["counts"] = ["user", "per_user", "by", *located]
    for kind, names in barred.items():
        for name in names:
            if getattr(args, kind.removeprefix("--")) and getattr(args, name) is not None:
                raise ValueError(f"{_option(name)} does not go with {kind}")
    if args.value and len(set(args.value)) < len(args.value):
        raise ValueError("--value names a column twice")


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
        **dict.fromkeys(("sensitivity", "per_user"), SENSITIVITY),
        "bandwidth": {"low": 0, "high": 1e8},
        "reach": {"low": 0, "high": 1e8, "open_low": True},
    }
    text = default if getattr(args, name) is None else getattr(args, name)
    interval = ranges.get(name, _checks.POSITIVE)
    return None if text is None else real(_option(name), text, **interval)


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
