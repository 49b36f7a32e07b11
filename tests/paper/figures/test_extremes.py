"""Every setting at the ends of its range: figures are drawn, and no caption has nan or inf.

Sections, tables and figures are those of the registry, the ranges those of the schema.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments import gdp, histogram, mean_estimation
from gaussmech.paper.experiments.denoising_worth import denoising_worth
from gaussmech.paper.experiments.error_tables import table_of
from gaussmech.paper.experiments.heatmap import heatmap, heatmap_draw
from gaussmech.paper.figures.style import rendered
from gaussmech.paper.pipeline.config import (
    grids_as_lists,
    misfits,
    overlaid,
    read_config,
    violations,
)
from gaussmech.paper.registry import EXPERIMENTS, FIGURES, MODULES
from tests.paper.figures.small_tables import city

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[3]
SCHEMA = yaml.safe_load(
    (ROOT / "workflow/schemas/config.schema.yaml").read_text("utf-8")
)
IMPOSSIBLE = re.compile(r"\b(nan|inf|None)\b")
SECTIONS = dict.fromkeys(
    row.section for row in EXPERIMENTS.values() if row.section != "seed"
)
MANY = 8  # for whole numbers: repetitions, draws, dimensions
HOURS = [0, 12]
# What changes no table, or only how the city is read.
LEFT_OUT = {
    "methods",
    "hours",
    "blocks",
    "bandwidth_m",
    "reach_m",
    "max_trips",
}


def resolved(node):
    return SCHEMA["$defs"][node["$ref"].split("/")[-1]] if "$ref" in node else node


def ends(node):
    """The least and the largest number that a schema allows, or none."""
    node = resolved(node)
    low = node.get("minimum", 1e-300)
    high = node.get("maximum", np.nextafter(node.get("exclusiveMaximum", 1), 0))
    if node.get("type") == "integer":
        return [low, max(low, min(high, MANY))]
    return [float(low), float(high)] if node.get("type") == "number" else []


def extremes(node):
    """Values of a setting: one at either end of its range, and for lists and grids both."""
    node = resolved(node)
    if node.get("type") == "array":
        each = ends(node["items"])
        return [[value] for value in each] + ([each] if each else [])
    if "points" in node.get("properties", {}):
        low, high = ends(node["properties"]["from"])
        pairs = (low, 1.01 * low), (0.99 * high, high), (low, high)
        return [{"from": a, "to": b, "points": 2} for a, b in pairs]
    return ends(node)


def few(value):
    """A setting of the configuration with few values."""
    if isinstance(value, dict):
        return value | {"points": 3}
    if isinstance(value, list) and value:
        return [value[k] for k in sorted({0, len(value) // 2, len(value) - 1})]
    return min(value, 100) if type(value) is int else value


@pytest.fixture(scope="module")
def base():
    """The configuration with few values; tables of no setting are made once."""
    config = overlaid(
        *(read_config(ROOT / f"config/{name}.yaml") for name in ("config", "quick"))
    )
    for section in SECTIONS:
        for key in set(config[section]) - LEFT_OUT:
            config[section][key] = few(config[section][key])
    config["gdp"] |= {"head_epsilon": 20.0, "tolerance": 0.1}
    with pytest.MonkeyPatch.context() as patch:
        for name in ("central_limit", "composition_table", "composition_curves"):
            patch.setattr(gdp, name, cache(getattr(gdp, name)))
        yield config


PLACE = city(HOURS)


@cache
def place():
    """The graph of a small city, and its maps."""
    junctions = PLACE["junctions"]
    edges = PLACE["roads"][["u", "v"]].to_numpy()
    graph = Graph(len(junctions), edges, lon=junctions.lon, lat=junctions.lat)
    truth = PLACE["heatmap_draw"].set_index(["hour", "junction"])["truth"]
    return graph, {hour: truth[hour].to_numpy() for hour in HOURS}


def of_vectors(name, row, config):
    settings = {
        key: value for key, value in config[row.section].items() if key != "blocks"
    }
    module = mean_estimation if name.startswith("mean") else histogram
    make = getattr(module, name.removesuffix("_extended"))
    epsilons = settings.pop("epsilons")
    parts = [
        pd.DataFrame(make(**settings, seed=1, epsilon=float(epsilon)))
        for epsilon in epsilons
    ]
    yield name, table_of(name, pd.concat(parts))


def of_maps(name, row, config):
    settings = config[row.section]
    budget = {"seed": 1}
    budget |= {key: config["heatmap"][key] for key in ("delta", "sensitivity")}
    more = budget | {
        "methods": settings["methods"],
        "repetitions": settings["repetitions"],
    }
    parts = [
        pd.DataFrame(heatmap(*place(), source="files", epsilon=e, **more))
        for e in settings["epsilons"]
    ]
    yield name, table_of(name, pd.concat(parts))
    budget["epsilon"] = config["heatmap"]["map_epsilon"]
    draw = heatmap_draw(*place(), methods=settings["methods"], **budget)
    yield name.replace("heatmap", "heatmap_draw"), draw


def of_worth(config):
    """Yield what denoising is worth; it follows its own section and that of the maps."""
    graph, maps = place()
    budget = {"source": "files", "seed": 1}
    for key in ("map_epsilon", "delta", "sensitivity"):
        budget[key] = config["heatmap"][key]
    own = config["denoising_worth"]
    table = denoising_worth(
        graph,
        maps,
        epsilons=own["epsilons"],
        repetitions=own["repetitions"],
        **budget,
    )
    yield "denoising_worth", table


def of_section(section, config):
    """Yield name and content of each table that follows a section of the configuration."""
    experiments = EXPERIMENTS.items()
    rows = {
        name: row
        for name, row in experiments
        if section in (row.section, row.is_heatmap * "heatmap")
    }
    for name, row in rows.items():
        if row.methods:
            yield from (of_maps if row.is_heatmap else of_vectors)(name, row, config)
    if section in ("denoising_worth", "heatmap"):
        yield from of_worth(config)
    for name in sorted({row.module for row in rows.values()} - {""}):
        module = import_module(f"gaussmech.paper.experiments.{name}")
        seed = {"seed": 1} if any(row.seeded for row in rows.values()) else {}
        settings = grids_as_lists(config[section]) | seed
        if hasattr(module, "tables"):
            yield from module.tables(**settings)
        else:
            (table,) = MODULES[name]
            yield table, getattr(module, table)(**settings)


def at_the_ends(section):
    """Each setting of a section, with the values at the ends of its range."""
    nodes = resolved(SCHEMA["properties"][section])["properties"]
    values = {key: extremes(node) for key, node in nodes.items() if key not in LEFT_OUT}
    return {key: each for key, each in values.items() if each}


def tables_at(section, settings, base):
    """Yield settings that the configuration may have, and the tables that follow the section."""
    for changes in settings:
        config = overlaid(base, {section: changes})
        if any("James-Stein" in line for line in violations(config, SCHEMA)):
            config[section]["dimensions"] = [3]  # its least
        if section == "heatmap":
            config["heatmap"]["map_epsilon"] = config["heatmap"]["epsilons"][0]
        if not violations(config, SCHEMA) and not any(misfits(config)):
            yield changes, dict(of_section(section, config))


def figures_of(pairs, base):
    """Yield module and tables of each figure that follows settings, whose caption is checked.

    `pairs` are settings and the tables that follow them, as of `tables_at`.
    """
    others = {name: PLACE[name] for name in ("junctions", "roads", "provenance")}
    figures = {name: figure.tables.split() for name, figure in FIGURES.items()}
    for changes, computed in pairs:
        for name in [name for name, of in figures.items() if {*of} & {*computed}]:
            for other in {
                EXPERIMENTS[of].section
                for of in {*figures[name]} - {*computed, *others}
            }:
                others |= dict(of_section(other, base))
            inputs = {table: (others | computed)[table] for table in figures[name]}
            module = import_module(f"gaussmech.paper.figures.{name}")
            caption = module.caption(**inputs)
            assert not IMPOSSIBLE.search(caption), f"{changes}: {caption}"
            yield module, inputs


@pytest.mark.parametrize("section", SECTIONS)
def test_figures_with_all_settings_at_an_end(section, base, monkeypatch):
    # The layout is that of print; fewer pixels are drawn.
    monkeypatch.setattr("gaussmech.paper.figures.style.RESOLUTION", 60)
    values = at_the_ends(section)
    settings = [{key: each[k] for key, each in values.items()} for k in (0, 1)]
    assert [
        rendered(module.draw(**inputs))
        for module, inputs in figures_of(tables_at(section, settings, base), base)
    ]
