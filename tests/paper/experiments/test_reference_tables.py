"""Each experiment, called with the settings of the quick run, makes its reference table."""

import io
import multiprocessing
from functools import cache

import pandas as pd
import pytest

from gaussmech.paper.city.city import load_city
from gaussmech.paper.registry import EXPERIMENTS
from tests.paper.making import Run, quick_config
from tools.compare_reference import TABLES, differences, read_table

CONFIG = quick_config()


@cache
def city():
    """Return the streets, the maps by hour and the source of the made-up city."""
    settings = dict(CONFIG["heatmap"])
    hours = sorted(settings.pop("hours"))
    made = load_city(settings, hours=hours, download_folder="data", seed=CONFIG["seed"])
    return made.graph, made.maps, made.provenance["source"]


NAMES = {path.stem for path in TABLES.glob("*.csv")} - {"claims"}
JOBS = sorted({EXPERIMENTS[name].module or name for name in NAMES})
# These need more than 2 s of CPU time, and run in `make test-all`.
LONG = {"heatmap", "heatmap_extended", "denoising_worth", "trend_by_lambda"}
LONG |= {"claims_contributions", "claims_differences"}


def compare(job):
    """Return by table in which cells it differs from the reference."""
    found = {}
    for name, table in Run(CONFIG, city).tables(job).items():
        if name in NAMES:
            # Through the text of a file, as the workflow does.
            made = pd.read_csv(io.StringIO(table.to_csv(index=False)))
            found[name] = differences(read_table(TABLES / f"{name}.csv"), made)
    return found


@pytest.mark.parametrize(
    "job", [pytest.param(x, marks=pytest.mark.full) if x in LONG else x for x in JOBS]
)
def test_an_experiment_makes_its_reference_table(job):
    # Its own process: no table depends on what ran before.
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply(compare, (job,))
    assert found == {table: [] for table in found} != {}
