"""The tables that figures are drawn from in tests: the reference ones, and small ones of the others."""

import inspect
from functools import cache
from importlib import import_module
from itertools import product

import numpy as np
import pandas as pd

from gaussmech.paper.experiments import gdp
from gaussmech.paper.experiments.l2_mechanism import l2_mechanism
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.truncated_laplacian import noise_density, noise_ratios
from gaussmech.paper.figures.method_styles import LOOKS
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.paper.registry import EXPERIMENTS, FIGURES
from tests.paper.making import tables_of
from tools.compare_reference import TABLES

GDP = {"laplace_epsilon0": 1.0, "sgd_a": 2**0.5, "sgd_b": 1.25, "sgd_sigma": 2.0}
GDP |= {"icea_users": 1000, "icea_messages": 100, "mus": [1.0, 2.0]}
GDP |= {"epsilon_max": 12.0, "points": 31, "head_epsilon": 12.0, "tolerance": 0.1}
GDP |= {"staircase_epsilon": 3.0, "staircase_steps": 5, "rectify_epsilon": 10.0}
GDP |= {"laplace_epsilon0s": [0.5, 1.0, 2.0], "subsampling_gammas": [0.2, 1.0]}
HOURS = (0, 8, 12, 16, 20)


class Tables(dict):
    """Tables by name; one that is not there is made with the settings of the quick run."""

    def __missing__(self, name):
        return tables_of(EXPERIMENTS[name].module or name)[name]


@cache
def every_table():
    """The reference tables, and small ones of those that are too large to commit."""
    reference = {path.stem: pd.read_csv(path) for path in TABLES.glob("*.csv")}
    budgets = list(product((0.1, 1.6, 10.0), (1e-6, 0.49)))
    small = {
        "gdp_composition": gdp.composition_curves(),
        "geng_density": noise_density(1.0, (0.1, 1e-6), 2.0),
        "l2_mechanism": l2_mechanism(
            epsilons=[0.1, 1], deltas=[1e-6], dimensions=[1, 9, 99]
        ),
        "geng_ratio_epsilon": noise_ratios(budgets, 1.0),
        "geng_ratio_delta": noise_ratios([(1.6, d) for d in (1e-3, 0.1)], 1.0),
        "table": swept("heatmap", delta=[0.1, 0.2]),
    }
    return Tables(dict(gdp.tables(**GDP)) | reference | small | city(HOURS))


def inputs(figure, tables):
    """Of `tables`, those that a figure is drawn from."""
    module = import_module(f"gaussmech.paper.figures.{figure}")
    names = list(inspect.signature(module.draw).parameters)
    if names == ["tables"]:
        names = FIGURES[figure].tables.split()
    return {
        name: tables[name] for name in names if name in tables or name in EXPERIMENTS
    }


@cache
def cases():
    """Return what snapshots are taken of, by name: a figure, and the tables that it is drawn from.

    Each figure stands there once as it is, and again where few values or other data change it.
    """
    tables = every_table()
    found = {name: (name, inputs(name, tables)) for name in (*FIGURES, "sweep")}

    def add(case, figure, **changes):
        found[f"{figure}, {case}"] = (figure, found[figure][1] | changes)

    def change(name, **columns):
        return {name: tables[name].assign(**columns)}

    def keep(name, rows):
        return {name: tables[name].query(rows)}

    means = "mean_estimation"
    maps = tables["heatmap"]
    add("two dimensions", "fig1", **keep(means, "dimension in (10, 1000)"))
    add("one epsilon", "fig1", **keep(means, "epsilon == 0.1"))
    add("sensitivity 2", "fig1", **change("calibration_epsilon", sensitivity=2.0))
    add("sensitivity 2", "accuracy", **change("accuracy", sensitivity=2.0))
    draws = tables["heatmap_draw"].query("hour in (0, 12)")
    add(
        "hours 8 and 17",
        "fig2",
        heatmap_draw=draws.replace({"hour": {0: 8, 12: 17}}),
        heatmap=maps.replace({"hour": {0: 17}}),
        provenance=provenance((8, 17)),
    )
    add("one dimension", "fig4", **keep("histogram", "dimension == 10"))
    add("baselines alone", "fig4", **keep("histogram", "method == 'zero'"))
    raw = keep("histogram_extended", "method in ('Lap', 'aGM')")
    add("raw releases", "fig4_extended", **raw)
    made_up = tables["provenance"] | {"source": "stand-in"}
    five = maps.assign(repetitions=5)
    for figure in ("fig2", "fig6"):
        add("five draws", figure, heatmap=five)
    five = five.query("hour == 8 and epsilon == 0.5")
    add("one hour and epsilon", "fig6", heatmap=five)
    worth = change("denoising_worth", repetitions=5)
    add("five draws", "fig2_extended", **worth)
    add("a made-up city", "fig2", provenance=made_up)
    add("few methods", "fig2", **keep("heatmap", "method in ('aGM', 'mean')"))
    add("another epsilon", "fig2", **keep("heatmap", "epsilon == 5"))
    is_constant = maps["method"].isin(["zero", "mean"])
    worst = maps["rmse_mean"].where(is_constant, 1e3)
    add("nothing found", "fig6", heatmap=maps.assign(rmse_mean=worst))
    extended = tables["heatmap_extended"].assign(repetitions=5)
    other = extended.assign(epsilon=1.0, rmse_mean=extended["rmse_mean"] ** 0.5)
    both = pd.concat([extended, other])
    add("five draws", "fig6_extended", heatmap_extended=both)
    few = noise_ratios([(0.1, 1e-6), (1.6, 1e-6)], 1.0)
    add("one delta", "geng_ratio", geng_ratio_epsilon=few)
    cells = tables["gdp_composition_table"]
    right = cells.assign(printed=cells["epsilon"], agrees=True)
    add("all cells right", "gdp_composition", gdp_composition_table=right)
    three = {"delta": [0.1], "bandwidth_m": [100, 200], "sensitivity": [1.0, 2.0]}
    add("three keys", "sweep", table=swept("heatmap", **three))
    two = swept(means, delta=[0.5, 0.01], sample_size=[100, 500])
    add("two keys", "sweep", table=two)
    add("many values", "sweep", table=swept(means, sample_size=range(1, 41)))
    large = swept(
        means, sample_size=range(1, 12), delta=[0.01 * k for k in range(1, 10)]
    )
    add("two keys of many values", "sweep", table=large)
    named = two.assign(name="cell " + two[f"{means}.sample_size"].astype(str))
    named = named[named[f"{means}.delta"] == 0.5]
    add("named cells", "sweep", table=named[["name", *two.columns]])
    return found


MAPS = {"hour": (0, 12), "method": ("aGM", "mean"), "epsilon": (0.5, 1.0, 2.0)}
VECTORS = {"epsilon": (0.1, 1.0, 10.0), "dimension": (10, 100)}
VECTORS |= {"method": ("Lap", "aGM", "aGM-JS", "aGM-TH", "zero")}


def swept(experiment, **values):
    """The table of a sweep; its error is the product of the swept values, times the axis."""
    keys = [f"{experiment}.{key}" for key in values]
    axes = MAPS if experiment == "heatmap" else VECTORS
    cells = product(*values.values(), *axes.values())
    table = pd.DataFrame(cells, columns=[*keys, *axes])
    scale = table[keys].prod(axis=1)
    if experiment == "heatmap":
        rmse = 3.0 + table["hour"] / 12
        columns = {"delta": 1e-6, "rmse_mean": scale * rmse, "rmse_se": 0.1 * rmse}
        columns |= {"uses_truth": False, "repetitions": 20, "source": "x"}
    else:
        error = scale * table["dimension"] * table["epsilon"]
        columns = {"delta": 1e-4, "error_mean": error, "error_se": 0.1}
        columns |= {"repetitions": 100, "sample_size": 500}
    return table.assign(**columns).reindex(columns=[*keys, *COLUMNS[experiment]])


def city(hours):
    """A small long city, turned as Manhattan is, and releases of its maps."""
    along, across = np.meshgrid(
        np.linspace(0, 0.1, 26), np.linspace(0, 0.015, 6), indexing="ij"
    )
    lon = -74 + 0.87 * across.ravel() + 0.48 * along.ravel()
    lat = 40.7 + 0.87 * along.ravel() - 0.48 * across.ravel()
    steps = np.arange(156).reshape(26, 6)
    u = np.concatenate([steps[:-1].ravel(), steps[:, :-1].ravel()])
    v = np.concatenate([steps[1:].ravel(), steps[:, 1:].ravel()])
    parts = []
    for hour in hours:
        truth = generator(3, "truth", hour).gamma(1, 9, 156)
        part = {"hour": hour, "junction": range(156), "epsilon": 0.5, "truth": truth}
        part |= {name: generator(3, name, hour).normal(9, 9, 156) for name in LOOKS}
        parts.append(pd.DataFrame(part))
    draws = pd.concat(parts)
    return {
        "junctions": pd.DataFrame({"junction": range(156), "lon": lon, "lat": lat}),
        "roads": pd.DataFrame({"u": u, "v": v, "sections": 1, "length_m": 80.0}),
        "heatmap_draw": draws,
        "heatmap_draw_extended": draws,
        "provenance": provenance(hours),
    }


def provenance(hours):
    """What the maps are made from: all hours but the first are samples whose trips are weighted."""
    day = {"utility_simulation": False, "weights": [1.0], "days": "2014-09-24"}
    sample = {"utility_simulation": True, "weights": [6.0], "days": "2016"}
    guarantee = {
        "neighbours": "add or remove a cab",
        "condition": "only if no cab makes more than 5 trips in the hour; nothing enforces it",
        "epsilon": 0.5,
        "delta": 1e-6,
    }
    return {
        "source": "files",
        "counted": "trip ends",
        "label": "Manhattan",
        "contribution": {"guarantees": [guarantee]},
        "hours": dict.fromkeys(map(str, hours), sample) | {str(hours[0]): day},
    }
