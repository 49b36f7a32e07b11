"""The grid of the configuration's `sweep`: one table and one figure per experiment."""

for experiment in (name for name in REPEATED if swept_keys(config, name)):
    grid = cells(config, experiment)
    parts = [errors(experiment, cell) for _, cell in grid]
    section = REPEATED[experiment].section

    rule:
        name:
            f"tabulate_sweep_{experiment}"
        input:
            errors=[path for part in parts for path in part],
            code=code("tabulate_sweep.py"),
        output:
            f"<results>/data/sweep_{experiment}.csv",
        log:
            f"<logs>/tabulate_sweep_{experiment}.log",
        benchmark:
            f"<benchmarks>/tabulate_sweep_{experiment}.tsv"
        localrule: True
        conda:
            ENVIRONMENT
        params:
            cells=[values for values, _ in grid],
            files=[len(part) for part in parts],
            repetitions=[cell[section]["repetitions"] for _, cell in grid],
        script:
            "../../scripts/tabulate_sweep.py"

    getattr(rules, f"tabulate_sweep_{experiment}").rule.docstring = "Mean errors of every cell."


rule sweep:
    """The tables and the figures of the configuration's `sweep` alone."""
    input:
        expand("<results>/data/{table}.csv", table=SWEPT),
        [path for table in SWEPT for path in drawn(table)],
