"""Each experiment, called with the settings of the quick run, makes its reference table."""

import io
import multiprocessing
from functools import cache
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from gaussmech.paper.city.city import load_city
from gaussmech.paper.experiments import histogram, mean_estimation
from gaussmech.paper.experiments.claims_contributions import claims_contributions
from gaussmech.paper.experiments.claims_differences import PAIRS, claims_differences
from gaussmech.paper.experiments.denoising_worth import denoising_worth
from gaussmech.paper.experiments.error_tables import table_of
from gaussmech.paper.experiments.heatmap import heatmap, trend_by_lambda
from gaussmech.paper.pipeline.config import grids_as_lists, overlaid, read_config
from gaussmech.paper.registry import EXPERIMENTS, MODULES
from tools.compare_reference import TABLES, differences, read_table

ROOT = Path(__file__).parents[3]
CONFIG = overlaid(
    *(read_config(ROOT / f"config/{name}.yaml") for name in ("config", "quick"))
)
SEED = {"seed": CONFIG["seed"]}
HEATMAP = CONFIG["heatmap"]
BUDGET = SEED | {key: HEATMAP[key] for key in ("delta", "sensitivity")}


def of_module(module):
    """Yield the names and the tables of a module of experiments."""
    names = MODULES[module]
    row = EXPERIMENTS[names[0]]
    settings = {} if row.section == "seed" else grids_as_lists(CONFIG[row.section])
    settings |= SEED if row.seeded else {}
    made_by = import_module(f"gaussmech.paper.experiments.{module}")
    if len(names) == 1:
        yield names[0], getattr(made_by, names[0])(**settings)
    else:
        yield from made_by.tables(**settings)


def vector_errors(name):
    """Return the errors of an experiment on vectors, in every repetition."""
    section = dict(CONFIG[EXPERIMENTS[name].section])
    epsilons = section.pop("epsilons")
    del section["blocks"]
    module = mean_estimation if name == "mean_estimation" else histogram
    experiment = getattr(module, name.removesuffix("_extended"))
    parts = [experiment(**SEED, **section, epsilon=float(x)) for x in sorted(epsilons)]
    return pd.concat(map(pd.DataFrame, parts))


def of_vectors(name):
    yield name, table_of(name, vector_errors(name))


def of_differences(name):
    errors = {task: vector_errors(task) for task in PAIRS}
    tables = {task: table_of(task, errors[task]) for task in PAIRS}
    yield name, claims_differences(tables, errors, **SEED)


@cache
def city():
    """The streets, the maps by hour and the source of the made-up city."""
    made = load_city(
        {key: value for key, value in HEATMAP.items() if key != "hours"},
        hours=sorted(HEATMAP["hours"]),
        download_folder="data",
        **SEED,
    )
    return made.graph, made.maps, made.provenance["source"]


def of_maps(name):
    graph, maps, source = city()
    own = CONFIG[EXPERIMENTS[name].section]
    parts = []
    for epsilon in sorted(own["epsilons"]):
        rows = heatmap(
            graph,
            maps,
            source=source,
            epsilon=float(epsilon),
            repetitions=own["repetitions"],
            methods=own["methods"],
            **BUDGET,
        )
        parts.append(pd.DataFrame(rows))
    yield name, table_of(name, pd.concat(parts))


def of_lambda(name):
    graph, maps, source = city()
    yield (
        name,
        trend_by_lambda(
            graph,
            {hour: maps[hour] for hour in (0, 12)},
            source=source,
            epsilon=HEATMAP["map_epsilon"],
            repetitions=HEATMAP["repetitions"],
            **BUDGET,
        ),
    )


def of_worth(name):
    graph, maps, source = city()
    own = CONFIG["denoising_worth"]
    yield (
        name,
        denoising_worth(
            graph,
            {hour: maps[hour] for hour in (0, 12, 16)},
            source=source,
            map_epsilon=HEATMAP["map_epsilon"],
            epsilons=own["epsilons"],
            repetitions=own["repetitions"],
            **BUDGET,
        ),
    )


def of_contributions(name):
    settings = {key: HEATMAP[key] for key in ("bandwidth_m", "max_trips")}
    yield name, claims_contributions(city()[0], **settings)


# What makes the tables of a job; those that need more than 2 s of CPU time run in `make test-all`.
MAKERS = dict.fromkeys(MODULES, of_module)
MAKERS |= dict.fromkeys(
    ("mean_estimation", "histogram", "histogram_extended"), of_vectors
)
MAKERS |= dict.fromkeys(("heatmap", "heatmap_extended"), of_maps)
MAKERS |= {"trend_by_lambda": of_lambda, "denoising_worth": of_worth}
MAKERS |= {"claims_contributions": of_contributions}
MAKERS |= {"claims_differences": of_differences}
LONG = {"heatmap", "heatmap_extended", "denoising_worth", "trend_by_lambda"}
LONG |= {"claims_contributions", "claims_differences", "claims_prior", "gdp"}


def compare(name):
    """Return by table in which cells it differs from the reference."""
    found = {}
    for table, made in MAKERS[name](name):
        path = TABLES / f"{table}.csv"
        if path.exists():
            # Through the text of a file, as the workflow does.
            text = made.to_csv(index=False)
            found[table] = differences(read_table(path), pd.read_csv(io.StringIO(text)))
    return found


@pytest.mark.parametrize(
    "name",
    [pytest.param(x, marks=pytest.mark.full) if x in LONG else x for x in MAKERS],
)
def test_an_experiment_makes_its_reference_table(name):
    # Its own process: no table depends on what ran before.
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply(compare, (name,))
    assert found == {table: [] for table in found}


def test_every_reference_table_is_made():
    names = {path.stem for path in TABLES.glob("*.csv")} - {"claims"}
    made = set(MAKERS) | {name for module in MODULES.values() for name in module}
    assert names <= made
