"""The grid of the configuration's `sweep`: one table and one figure per experiment."""

for table in SWEPT:
    grid = cells(config, table.removeprefix("sweep_"))
    parts = [(values, errors(table.removeprefix("sweep_"), cell)) for values, cell in grid]

    rule:
        name:
            f"tabulate_{table}"
        input:
            errors=[path for _, paths in parts for path in paths],
            code=code("tabulate_errors.py"),
        output:
            f"<results>/data/{table}.csv",
        log:
            f"<logs>/tabulate_errors/{table}.log",
        benchmark:
            f"<benchmarks>/tabulate_errors/{table}.tsv"
        localrule: True
        conda:
            ENVIRONMENT
        params:
            cells=[(values, len(paths)) for values, paths in parts],
        script:
            "../../scripts/tabulate_errors.py"

    getattr(rules, f"tabulate_{table}").rule.docstring = "Mean errors of every cell."


rule sweep:
    """The tables and the figures of the configuration's `sweep` alone."""
    input:
        expand("<results>/data/{table}.csv", table=SWEPT),
        [path for table in SWEPT for path in drawn(table)],
