"""The tables of the quick run, without those of maps, made without Snakemake."""

from importlib import import_module

import pandas as pd

from gaussmech.paper.experiments import histogram, mean_estimation
from gaussmech.paper.experiments.error_tables import table_of
from gaussmech.paper.pipeline.config_reader import grids_as_lists, overlaid, read_config
from gaussmech.paper.registry import EXPERIMENTS, MODULES
from tests.processes import ROOT

SCHEMA = read_config(ROOT / "workflow/schemas/config.schema.yaml")
CONFIG = read_config(ROOT / "config/config.yaml")
QUICK = overlaid(CONFIG, read_config(ROOT / "config/quick.yaml"))
SEED = {"seed": QUICK["seed"]}


def tables_of(job):
    """Return the tables of a job by name: of a module of experiments, or one that is named."""
    if job not in MODULES:
        return {job: table_of(job, errors_of(job))}
    module = import_module(f"gaussmech.paper.experiments.{job}")
    names = MODULES[job]
    row = EXPERIMENTS[names[0]]
    settings = SEED if row.seeded else {}
    if row.section != "seed":
        settings = settings | grids_as_lists(QUICK[row.section])
    if hasattr(module, "tables"):
        return dict(module.tables(**settings))
    return {names[0]: getattr(module, names[0])(**settings)}


def errors_of(name):
    """Return the errors of an experiment on vectors in every repetition."""
    section = dict(QUICK[EXPERIMENTS[name].section])
    module = mean_estimation if name == "mean_estimation" else histogram
    experiment = getattr(module, name.removesuffix("_extended"))
    epsilons = sorted(map(float, section.pop("epsilons")))
    del section["blocks"]
    parts = [experiment(epsilon=x, **SEED, **section) for x in epsilons]
    return pd.concat(map(pd.DataFrame, parts))
