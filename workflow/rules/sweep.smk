"""The grid of the configuration's `sweep`: one table and one figure per experiment."""

for table, experiment in SWEPT.items():

    rule:
        name:
            f"tabulate_{table}"
        input:
            errors=[path for _, paths in swept_errors(experiment) for path in paths],
            code=code("tabulate_sweep.py"),
        output:
            f"<results>/data/{table}.csv",
        log:
            f"<logs>/tabulate_{table}.log",
        benchmark:
            f"<benchmarks>/tabulate_{table}.tsv"
        localrule: True
        params:
            experiment=experiment,
            cells=[(values, len(paths)) for values, paths in swept_errors(experiment)],
        script:
            "../../scripts/tabulate_sweep.py"


rule sweep:
    """Only the tables and the figures of the configuration's `sweep`."""
    input:
        [] if SWEPT else no_sweep,
        expand("<results>/data/{table}.csv", table=SWEPT),
        [path for table in SWEPT for path in drawn(table)],
