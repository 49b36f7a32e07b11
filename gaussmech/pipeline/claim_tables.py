"""The result tables that claims read; claims themselves are imported only to read them."""

from pathlib import Path

from gaussmech.pipeline.files import read_provenance
from gaussmech.pipeline.tables import read_table
from gaussmech.registry import EXPERIMENTS

TABLES = [name for name, row in EXPERIMENTS.items() if row.judged]


def read_results(paths, provenance):
    """Results of the files that are there: `paths` by table name, and of the provenance."""
    from gaussmech.claims.results import Results

    tables = {
        name: read_table(path, name, may_be_empty=name == "claims_differences")
        for name, path in paths.items()
        if Path(path).is_file()
    }
    found = Path(provenance).is_file()
    return Results(tables, read_provenance(provenance) if found else None)
