"""The cells of the configuration's `sweep`: one table and one figure per experiment."""

from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.mixture import is_current, records
from gaussmech.paper.pipeline.tables import table_of_sweep


def swept_errors(experiment):
    """Pairs of a cell's values and the files of its errors."""
    return [(values, errors(experiment, folder(values))) for values, _ in cells(config, experiment)]


def write_incomplete_tables():
    """Write the cells that are there of each sweep that lacks others; yield (table, its cells, all)."""
    by_path = records(RESULTS) if SWEPT else {}
    for table, experiment in SWEPT.items():
        there = []
        for values, paths in swept_errors(experiment):
            of_cell = config_of(folder(values))
            if all(is_current(path, by_path, of_cell) for path in paths):
                there.append((values, paths))
        number = len(cells(config, experiment))
        if 0 < len(there) < number:
            write_table(table_of_sweep(experiment, there), INCOMPLETE.format(table))
            yield INCOMPLETE.format(table), len(there), number


INCOMPLETE = f"{RESULTS}/data/{{}}_incomplete.csv"
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
            incomplete=INCOMPLETE.format(table),
            cells=[(values, len(paths)) for values, paths in swept_errors(experiment)],
        script:
            "../../scripts/tabulate_sweep.py"
