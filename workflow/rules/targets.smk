"""What can be asked for by name: a figure, all figures, tables, verdicts, sweep, report."""

from gaussmech._hints import did_you_mean


def sources(tables):
    """Tables, and what they are computed from: errors and the city.

    Every target lists them. Snakemake makes a file that a failed job left missing only for a target or
    for a job that runs; an old figure of a target that did not list them would pass as new.
    """
    paths = {f"{RESULTS}/data/{table}" for table in tables}
    for name in (Path(table).stem for table in tables):
        for values, files in cells_of(name):
            paths.update(files)
            if REPEATED[SWEPT.get(name, name)].is_heatmap:
                paths.update(city(folder(values)).values())
    return sorted(paths)


def drawn(figure):
    """The three files of a figure."""
    return [f"{RESULTS}/figures/{figure}.{kind}" for kind in ("pdf", "png", "txt")]


for figure, row in MADE.items():

    rule:
        name:
            figure
        input:
            drawn(figure),
            sources(row.files),


rule figures:
    """Every figure of this configuration."""
    input:
        [path for figure in MADE for path in drawn(figure)],
        sources({file for row in MADE.values() for file in row.files}),


rule tables:
    """Every table of this configuration."""
    input:
        sources(TABLES),


rule claims:
    """Only the verdicts."""
    input:
        rules.tabulate_claims.output,
        sources([f"{name}.csv" for name, row in EXPERIMENTS.items() if row.read_by_claims]),


rule sweep:
    """Only the tables and the figures of the configuration's `sweep`."""
    input:
        sources([f"{table}.csv" for table in SWEPT]),
        [path for table in SWEPT for path in drawn(table)],


rule worth:
    """What denoising is worth on this run's city: a text with city, dates and commit."""
    input:
        "<results>/worth.txt",
        sources(["denoising_worth.csv"]),
        **city(),


rule report:
    """What `make report` needs besides Snakemake's own report."""
    input:
        rules.figures.input,
        rules.tables.input,
        rules.claims.input,
        sources([f"{table}.csv" for table in PAGE_TABLES]),
        "<results>/fig2.html",
        "<results>/report.html",


def why_missing(target):
    """Return in one line why this run makes no such rule or file, or None if it does."""
    name = Path(target).stem
    if (name == "sweep" and not SWEPT) or (name.startswith("sweep_") and name not in SWEPT):
        row = REPEATED.get(name.removeprefix("sweep_"), REPEATED["histogram"])
        example = f"sweep: {{{row.section}.repetitions: [10, 20]}}"
        return f"{target}: the configuration has no such `sweep`; add one, such as {example}"
    try:
        getattr(rules, target)
    except WorkflowError:
        files = {path for figure in MADE for path in drawn(figure)}
        files.update(sources([*TABLES, *(f"{table}.csv" for table in PAGE_TABLES)]))
        pages = "claims.md fig2.html report.html worth.txt"
        files.update(f"{RESULTS}/{page}" for page in pages.split())
        if os.path.relpath(target) not in files:
            names = "figures tables claims sweep worth report".split()
            hint = did_you_mean(target, [*MADE, *names, *sorted(files)])
            return f"no rule of this run, whose folder is {RESULTS}, makes {target}{hint}"


def unknown_targets():
    """Yield in one line each why this run makes nothing of what the command names."""
    # A job, and a program that plans by itself, name no targets.
    if IS_JOB or "snakemake" not in sys.argv[0]:
        return
    # Undocumented: the parser of the command. Snakemake's own message has neither a reason nor a
    # likely name.
    from snakemake.cli import get_argument_parser

    named, _ = get_argument_parser().parse_known_args(sys.argv[1:])
    for names in (named.targets, named.until, named.omit_from, named.forcerun):
        yield from filter(None, map(why_missing, names or []))
