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
