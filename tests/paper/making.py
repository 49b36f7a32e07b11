"""The tables that a configuration asks for, made without Snakemake."""

from functools import cache
from importlib import import_module
from pathlib import Path

import pandas as pd

from gaussmech.paper.experiments import histogram, mean_estimation
from gaussmech.paper.experiments.denoising_worth import denoising_worth
from gaussmech.paper.experiments.error_tables import table_of
from gaussmech.paper.experiments.heatmap import heatmap, heatmap_draw
from gaussmech.paper.pipeline.config_reader import grids_as_lists, overlaid, read_config
from gaussmech.paper.registry import EXPERIMENTS, MODULES

ROOT = Path(__file__).parents[2]


def quick_config():
    """Return the configuration of the quick run."""
    files = (ROOT / f"config/{name}.yaml" for name in ("config", "quick"))
    return overlaid(*map(read_config, files))


class Run:
    """The tables of a configuration; `city` returns a graph, its maps by hour and their source."""

    def __init__(self, config, city):
        self.config = config
        self.city = city
        self.seed = {"seed": config["seed"]}
        maps = config["heatmap"]
        self.budget = self.seed | {key: maps[key] for key in ("delta", "sensitivity")}
        self.table = cache(self._table)

    def _table(self, name):
        """Return one table."""
        return self.tables(EXPERIMENTS[name].module or name)[name]

    def tables(self, job):
        """Return the tables of a job by name: of a module of experiments, or one that is named."""
        if job not in MODULES:
            make = getattr(self, job, self.errors_summed)
            return {job: make(job)}
        module = import_module(f"gaussmech.paper.experiments.{job}")
        names = MODULES[job]
        row = EXPERIMENTS[names[0]]
        settings = self.seed if row.seeded else {}
        if row.section != "seed":
            settings = settings | grids_as_lists(self.config[row.section])
        if hasattr(module, "tables"):
            return dict(module.tables(**settings))
        return {names[0]: getattr(module, names[0])(**settings)}

    def errors_summed(self, name):
        return table_of(name, self.errors(name))

    def errors(self, name):
        """Return the errors of an experiment in every repetition."""
        section = dict(self.config[EXPERIMENTS[name].section])
        if EXPERIMENTS[name].is_heatmap:
            graph, maps, source = self.city()
            keys = ("repetitions", "methods")
            settings = self.budget | {key: section[key] for key in keys}

            def of_epsilon(epsilon):
                return heatmap(graph, maps, source=source, epsilon=epsilon, **settings)
        else:
            module = mean_estimation if name == "mean_estimation" else histogram
            experiment = getattr(module, name.removesuffix("_extended"))
            unused = ("epsilons", "blocks")
            settings = {key: section[key] for key in section if key not in unused}

            def of_epsilon(epsilon):
                return experiment(epsilon=epsilon, **self.seed, **settings)

        epsilons = sorted(map(float, section["epsilons"]))
        return pd.concat([pd.DataFrame(of_epsilon(x)) for x in epsilons])

    def heatmap_draw(self, name):
        graph, maps, _ = self.city()
        section = "denoising" if name.endswith("extended") else "heatmap"
        methods = self.config[section]["methods"]
        epsilon = self.config["heatmap"]["map_epsilon"]
        return heatmap_draw(
            graph, maps, methods=methods, epsilon=epsilon, **self.budget
        )

    heatmap_draw_extended = heatmap_draw

    def denoising_worth(self, name):
        graph, maps, source = self.city()
        own = self.config["denoising_worth"]
        return denoising_worth(
            graph,
            {hour: maps[hour] for hour in (0, 12, 16) if hour in maps},
            source=source,
            map_epsilon=self.config["heatmap"]["map_epsilon"],
            epsilons=own["epsilons"],
            repetitions=own["repetitions"],
            **self.budget,
        )
