"""What can be asked for by name: a figure, all figures, tables, verdicts, sweep, report."""


def sources(tables):
    """Tables, and what they are computed from: errors and the city.

    Every target lists them. Snakemake makes a file that a failed job left missing only for a target or
    for a job that runs; an old figure of a target that did not list them would pass as new.
    """
    paths = {f"{RESULTS}/data/{table}" for table in tables}
    for name in (Path(table).stem for table in tables):
        experiment = SWEPT.get(name, name)
        if experiment not in REPEATED:
            continue
        places = [""]
        if name in SWEPT:
            places = [folder(values) for values, _ in cells(config, experiment)]
        for cell in places:
            paths.update(errors(experiment, cell))
            if REPEATED[experiment].is_heatmap:
                paths.update(city(cell).values())
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


def no_sweep(wildcards):
    """End in one line that says what is missing."""
    experiment = wildcards.get("experiment", "histogram")
    example = f"sweep: {{{REPEATED[experiment].section}.repetitions: [10, 20]}}"
    of = f" of {experiment}" if "experiment" in wildcards.keys() else ""
    raise WorkflowError(f"the configuration has no `sweep`{of}; add one, such as {example}")


rule no_sweep:
    """What only a `sweep` of the configuration makes, asked for without one."""
    input:
        no_sweep,
    output:
        "sweep_{experiment}",
    wildcard_constraints:
        experiment="|".join(name for name in REPEATED if name not in SWEPT.values()) or "none",


rule sweep:
    """Only the tables and the figures of the configuration's `sweep`."""
    input:
        [] if SWEPT else no_sweep,
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
