"""The mean errors of each experiment, and of the cells of its sweep: a table each, from the files of blocks."""

from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.mixture import is_current, records
from gaussmech.paper.pipeline.tables import table_of_cells

INCOMPLETE = f"{RESULTS}/data/{{}}_incomplete.csv"


def cells_of(table):
    """Pairs of a cell's values and the files of its errors; none of a table without errors.

    An experiment of the run itself is one cell.
    """
    if table in REPEATED:
        return [({}, errors(table))]
    swept = cells(config, SWEPT[table]) if table in SWEPT else []
    return [(values, errors(SWEPT[table], folder(values))) for values, _ in swept]


for table, experiment in {**{name: name for name in REPEATED}, **SWEPT}.items():

    rule:
        name:
            f"tabulate_{table}"
        input:
            errors=[path for _, paths in cells_of(table) for path in paths],
        output:
            f"<results>/data/{table}.csv",
        log:
            f"<logs>/tabulate_{table}.log",
        localrule: True
        params:
            *code("tabulate_errors.py"),
            experiment=experiment,
            incomplete=INCOMPLETE.format(table),
            cells=[(values, len(paths)) for values, paths in cells_of(table)],
        script:
            "../../scripts/tabulate_errors.py"


def write_incomplete_tables():
    """Write the cells that are there of each sweep that lacks others; yield (table, its cells, all)."""
    by_path = records(RESULTS) if SWEPT else {}
    for table, experiment in SWEPT.items():
        there = []
        for values, paths in cells_of(table):
            of_cell = config_of(folder(values))
            if all(is_current(path, by_path, of_cell) for path in paths):
                there.append((values, paths))
        if 0 < len(there) < len(cells_of(table)):
            write_table(table_of_cells(experiment, there), INCOMPLETE.format(table))
            yield INCOMPLETE.format(table), len(there), len(cells_of(table))
