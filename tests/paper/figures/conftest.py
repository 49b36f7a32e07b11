"""Tables of every figure, made once; figures are drawn in the house style."""

from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from gaussmech.paper.experiments import gdp
from gaussmech.paper.experiments.l2_mechanism import l2_mechanism
from gaussmech.paper.figures.style import house_style
from gaussmech.paper.pipeline.config import grids_as_lists, overlaid, read_config
from gaussmech.paper.registry import EXPERIMENTS
from tests.paper.figures.small_tables import GDP, city, density, ratios
from tests.paper.figures.test_sweep import swept

ROOT = Path(__file__).parents[3]
REFERENCE = ROOT / "tests/reference/tables"


class Tables(dict):
    """Tables by name; one that is not there is made with the settings of the quick run."""

    def __missing__(self, name):
        row = EXPERIMENTS[name]
        config = overlaid(
            *(read_config(ROOT / f"config/{x}.yaml") for x in ("config", "quick"))
        )
        make = getattr(import_module(f"gaussmech.paper.experiments.{row.module}"), name)
        seed = {"seed": config["seed"]} if row.seeded else {}
        return self.setdefault(
            name, make(**seed, **grids_as_lists(config[row.section]))
        )


@pytest.fixture(autouse=True)
def in_house_style():
    with house_style():
        yield


@pytest.fixture(scope="session")
def every_table():
    """The reference tables, and small ones of the others."""
    reference = {path.stem: pd.read_csv(path) for path in REFERENCE.glob("*.csv")}
    small = {
        "gdp_composition": gdp.composition_curves(),
        "geng_density": density(),
        "l2_mechanism": l2_mechanism(
            epsilons=[0.1, 1], deltas=[1e-6], dimensions=[1, 9, 99]
        ),
        "table": swept("heatmap", delta=[0.1, 0.2]),
    }
    more = ratios([1e-6, 0.49]) | city((0, 8, 12, 16, 20))
    return Tables(dict(gdp.tables(**GDP)) | reference | small | more)
