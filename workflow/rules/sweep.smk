"""The grid of the configuration's `sweep`: one table and one figure per experiment."""


def swept_errors(experiment):
    """Pairs of a cell's values and the files of its errors."""
    return [(values, errors(experiment, folder(values))) for values, _ in cells(config, experiment)]


for table, experiment in SWEPT.items():

    rule:
        name:
            f"tabulate_{table}"
        input:
            errors=[path for _, paths in swept_errors(experiment) for path in paths],
        output:
            f"<results>/data/{table}.csv",
        log:
            f"<logs>/tabulate_{table}.log",
        localrule: True
        params:
            *code("tabulate_sweep.py"),
            experiment=experiment,
            cells=[(values, len(paths)) for values, paths in swept_errors(experiment)],
        script:
            "../../scripts/tabulate_sweep.py"


def no_sweep(wildcards):
    """End in one line that says what is missing."""
    example = "sweep: {histogram.delta: [1.0e-3, 1.0e-6]}"
    raise WorkflowError(f"the configuration has no `sweep`; add one, such as {example}")


rule sweep:
    """Only the tables and the figures of the configuration's `sweep`."""
    input:
        [] if SWEPT else no_sweep,
        sources([f"{table}.csv" for table in SWEPT]),
        [path for table in SWEPT for path in drawn(table)],
