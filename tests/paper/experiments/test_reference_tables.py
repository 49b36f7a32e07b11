"""Each experiment, called with the settings of the quick run, makes its reference table."""

import io
import multiprocessing

import pandas as pd
import pytest

from gaussmech.paper.registry import EXPERIMENTS
from tests.paper.making import tables_of
from tools.compare_reference import TABLES, differences, read_table

NAMES = {path.stem for path in TABLES.glob("*.csv")} - {"claims"}
# These need more than 2 s of CPU time. tools/compare_reference.py compares those of the quick run.
LONG = {"heatmap", "heatmap_extended", "denoising_worth", "trend_by_lambda"}
LONG |= {"claims_contributions", "claims_differences"}
JOBS = sorted({EXPERIMENTS[name].module or name for name in NAMES - LONG})


def compare(job):
    """Return by table in which cells it differs from the reference."""
    found = {}
    for name, table in tables_of(job).items():
        if name in NAMES:
            # Through the text of a file, as the workflow does.
            made = pd.read_csv(io.StringIO(table.to_csv(index=False)))
            found[name] = differences(read_table(TABLES / f"{name}.csv"), made)
    return found


@pytest.mark.parametrize("job", JOBS)
def test_an_experiment_makes_its_reference_table(job):
    # Its own process: no table depends on what ran before.
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply(compare, (job,))
    assert found == {table: [] for table in found} != {}
