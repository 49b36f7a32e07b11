"""`gaussmech release`: a table and a budget in, a private file out."""

import argparse
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
      --epsilon 0.5 --delta 1e-6 --output private.csv

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
    add("--place", metavar="NAME", help="ids of places (default for counts: the first column)")
    add("--lon", metavar="NAME", help="longitudes of the events (default: lon or longitude)")
    add("--lat", metavar="NAME", help="latitudes of the events (default: lat or latitude)")
    add("--reach", metavar="METRES", default="150", help="drop events farther away (default: 150)")
    add("--bandwidth", metavar="METRES", default="0", help="of a kernel; default 0: nearest place")
    add("--places", metavar="CSV", help="the public list of places: ids; lon, lat")
    add(
        "--graph",
        metavar="FILE",
        help="streets, for denoising: .csv of edges, .graphml, .geojson, .txt",
    )
    add("--epsilon", metavar="X", help="epsilon of all columns together")
    add("--delta", metavar="X", help="delta of that budget")
    add("--each", action="store_true", help="the budget is for each column; the total is stated")
    add("--sensitivity", metavar="X", help="L2 sensitivity of each column of the counts")
    add("--unit", default="user", help="name of whose data are protected (default: %(default)s)")
    add("--grid", metavar="X", help="a power of ten: unit of the last digit (default: chosen)")
    add("--output", metavar="FILE", help="a new .csv or .parquet file")


def run(args: argparse.Namespace) -> str:
    """Write the files of a release, and return what to print; a ValueError is the user's fault."""
    epsilon, delta = _number(args, "epsilon"), _number(args, "delta")
    grid = None if args.grid is None else _number(args, "grid")
    sensitivity = _sensitivity(args)
    table, beside, page = _outputs(args)
    # Late: the parser alone must be quick.
    from gaussmech.extras import need
    from gaussmech.releases import files, inputs
    from gaussmech.releases.mechanism import bounded_sums, plan_release, round_to_grid

    need("release", "opendp")
    if table.suffix == ".parquet":
        need("parquet", "pyarrow")
    places = inputs.read_places(args.places) if args.places else None
    graph = None
    if args.graph:
        graph, places = inputs.read_graph(args.graph, places)
    source = inputs.read_csv(args.events or args.counts, "--events" if args.events else "COUNTS")
    if args.events:
        if places is None:
            raise ValueError(
                "--events needs the public list of places: give --places or --graph; places found"
                " in the events would tell who was there"
            )
        by, *groups = args.by or [None, "count"]
        if not groups or len(set(groups)) < len(groups):
            raise ValueError("--by needs the name of a column, then its values, each once")
        parts = inputs.read_events(
            source,
            places,
            user=args.user,
            place=args.place,
            lon=args.lon,
            lat=args.lat,
            by=by,
            groups=groups,
            reach_m=_number(args, "reach"),
            bandwidth_m=_number(args, "bandwidth"),
        )
        names = groups if by is None else [f"{by}_{group}" for group in groups]
    else:
        names = args.value
        places, counts = inputs.read_counts(source, args.place, names, places)
    place_name = args.place or ("place" if args.events else source.header[0])
    header = files.header(place_name, places, names, graph is not None)
    if twice := [name for name in header if header.count(name) > 1]:
        raise ValueError(f"{twice[0]!r} would be two columns of the output; rename one of them")
    plan = plan_release(
        len(places.ids),
        len(names),
        epsilon=epsilon,
        delta=delta,
        sensitivity=sensitivity,
        grid=grid,
        each=args.each,
    )
    if args.events:
        columns = [bounded_sums(rows, user, sensitivity, plan.noise.grid) for rows, user in parts]
        steps = [step for row in zip(*columns, strict=True) for step in row]
    else:
        steps = round_to_grid(counts.ravel().tolist(), plan.noise.grid)
    release = plan.release(steps)
    fits = None
    if graph is not None:
        from gaussmech.graphs.denoising import LARGEST_RATIO, denoise

        if abs(release.values).max() > LARGEST_RATIO * release.sigma:
            raise ValueError(
                f"a value is above {LARGEST_RATIO:g} times sigma: leave out --graph, there is"
                " nothing to denoise"
            )
        fits = list(denoise(release.values.T, release.sigma, graph).maps)
    reason = (
        f"enforced: the counts of each {args.unit} in a column are scaled down to this norm"
        if args.events
        else f"stated by who released it, not checked: no {args.unit} changes a column by more"
    )
    study = files.Study(release, places, names, place_name, args.unit, reason, fits)
    about = files.facts(study, table.name)
    content = files.parquet_bytes if table.suffix == ".parquet" else files.csv_bytes
    contents = {table: content(study), beside: files.json_bytes(about)}
    if places.lon is not None:
        from gaussmech.releases.page import page_text

        contents[page] = page_text(study, about).encode()
    try:
        files.write_all(contents)
    except OSError as error:
        raise ValueError(
            f"--output: cannot write beside {str(table)!r}: {error.strerror}; nothing was written"
        ) from None
    return _summary(about, [path.name for path in contents])


def _summary(about: dict[str, Any], names: list[str]) -> str:
    guarantee, noise = about["guarantee"], about["noise"]
    lines = {
        "released": f"{about['released']['rows']:,} places, {', '.join(names)}",
        "guarantee": f"{guarantee['statement']}, all columns together",
        "neighbours": guarantee["all_columns_together"]["neighbours"],
        "noise": f"sigma {float(noise['sigma']):.6g}; 95 % of values are within"
        f" {noise['within_95_percent']:g}",
    }
    for fit in about["denoised"] or ():
        low, high = fit["interval_95_percent"]
        lines[fit["column"]] = f"estimated RMSE {fit['estimated_rmse']:g} ({low:g} to {high:g})"
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


# ------------------------------------------------------------------------------------- checks


def _number(args: argparse.Namespace, name: str) -> float:
    """Return the number an option was given, in its range."""
    # Late: it imports NumPy, of which the parser has no need.
    from gaussmech import checks

    text = getattr(args, name)
    option = f"--{name.replace('_', '-')}"
    if text is None:
        raise ValueError(f"{option} is missing")
    ranges = {
        "epsilon": checks.Interval(low=0, high=700),
        "delta": checks.OPEN_UNIT,
        "bandwidth": checks.NON_NEGATIVE,
    }
    try:
        return checks.real_scalar(option, float(text), **ranges.get(name, checks.POSITIVE))
    except ValueError as error:
        if str(error).startswith(option):
            raise
        raise ValueError(f"{option} is {text!r}; it must be a number") from None


def _sensitivity(args: argparse.Namespace) -> float:
    """Return the L2 sensitivity of a column, after checking which options go together."""
    if bool(args.events) == bool(args.counts):
        raise ValueError("give a file of counts or --events, and not both")
    events, counts = ("user", "per_user"), ("value", "sensitivity")
    needed, barred = (events, counts) if args.events else (counts, (*events, "by", "lon", "lat"))
    for name in needed:
        if getattr(args, name) is None:
            raise ValueError(f"--{name.replace('_', '-')} is missing")
    for name in barred:
        if getattr(args, name) is not None:
            with_ = "--events" if args.events else "counts"
            raise ValueError(f"--{name.replace('_', '-')} does not go with {with_}")
    if args.value and len(set(args.value)) < len(args.value):
        raise ValueError("--value names a column twice")
    return _number(args, needed[1])


def _outputs(args: argparse.Namespace) -> tuple[Path, Path, Path]:
    if args.output is None:
        raise ValueError("--output is missing")
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
