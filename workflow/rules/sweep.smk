"""The grid of the configuration's `sweep`: one table and one figure per experiment."""

# The cells of each table: their values, and the files of their errors.
CELLS = {
    table: [(values, errors(experiment, cell)) for values, cell in cells(config, experiment)]
    for table, experiment in SWEPT.items()
}


rule tabulate_sweep:
    """Mean errors of every cell."""
    input:
        errors=lambda wildcards: [path for _, paths in CELLS[wildcards.table] for path in paths],
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/{table,sweep_[a-z_]+}.csv",
    log:
        "<logs>/tabulate_errors/{table}.log",
    benchmark:
        "<benchmarks>/tabulate_errors/{table}.tsv"
    localrule: True
    conda:
        ENVIRONMENT
    params:
        cells=lambda wildcards: [(values, len(paths)) for values, paths in CELLS[wildcards.table]],
    script:
        "../../scripts/tabulate_errors.py"


rule sweep:
    """The tables and the figures of the configuration's `sweep` alone."""
    input:
        expand("<results>/data/{table}.csv", table=SWEPT),
        [path for table in SWEPT for path in drawn(table)],
