"""Every setting at the ends of its range: figures are drawn, and no caption has nan or inf.

Sections, tables and figures are those of the registry, the ranges those of the schema.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments import gdp
from gaussmech.paper.figures.style import rendered
from gaussmech.paper.pipeline.config_reader import (
    misfits,
    overlaid,
    read_config,
    violations,
)
from gaussmech.paper.registry import EXPERIMENTS, FIGURES
from tests.paper.figures.small_tables import city
from tests.paper.making import Run, quick_config
from tools.document_config import resolve

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[3]
SCHEMA = read_config(ROOT / "workflow/schemas/config.schema.yaml")
IMPOSSIBLE = re.compile(r"\b(nan|inf|None)\b")
MANY = 8  # for whole numbers: repetitions, draws, dimensions
HOURS = [0, 12]
PLACE = city(HOURS)
AS_IT_IS = ("junctions", "roads", "provenance")
# What changes no table, or only how the city is read.
LEFT_OUT = {
    "methods",
    "hours",
    "blocks",
    "bandwidth_m",
    "reach_m",
    "max_trips",
}


def ends(node):
    """The least and the largest value that a schema allows, or none."""
    node = resolve(node)
    if node.get("type") == "array":
        return [[value] for value in ends(node["items"])]
    if "points" in node.get("properties", {}):
        low, high = ends(node["properties"]["from"])
        pairs = (low, 1.01 * low), (0.99 * high, high)
        return [{"from": a, "to": b, "points": 2} for a, b in pairs]
    low = node.get("minimum", 1e-300)
    high = node.get("maximum", np.nextafter(node.get("exclusiveMaximum", 1), 0))
    if node.get("type") == "integer":
        return [low, max(low, min(high, MANY))]
    return [float(low), float(high)] if node.get("type") == "number" else []


def settings_of(section):
    """The settings of a section that change a table, by name: their parts of the schema."""
    nodes = resolve(SCHEMA["properties"][section])["properties"]
    return {key: node for key, node in nodes.items() if key not in LEFT_OUT}


SECTIONS = sorted({row.section for row in EXPERIMENTS.values()} - {"seed"})


@cache
def place():
    """The graph of a small city, its maps, and their source."""
    junctions = PLACE["junctions"]
    edges = PLACE["roads"][["u", "v"]].to_numpy()
    graph = Graph(len(junctions), edges, lon=junctions.lon, lat=junctions.lat)
    truth = PLACE["heatmap_draw"].set_index(["hour", "junction"])["truth"]
    return graph, {hour: truth[hour].to_numpy() for hour in HOURS}, "files"


@pytest.fixture(scope="module")
def base():
    """A run with few values; tables of no setting are made once."""
    config = quick_config()
    for section in SECTIONS:
        for key in settings_of(section):
            value = config[section][key]
            if isinstance(value, dict):
                config[section][key] = value | {"points": 3}
            elif isinstance(value, list) and value:
                chosen = sorted({0, len(value) // 2, len(value) - 1})
                config[section][key] = [value[k] for k in chosen]
            elif type(value) is int:
                config[section][key] = min(value, 100)
    config["gdp"] |= {"head_epsilon": 20.0, "tolerance": 0.1}
    with pytest.MonkeyPatch.context() as patch:
        for name in ("central_limit", "composition_table", "composition_curves"):
            patch.setattr(gdp, name, cache(getattr(gdp, name)))
        yield Run(config, place)


def at_the_end(base, section, end):
    """The run whose settings of a section are at the lower end (0) or the upper end (1)."""
    pairs = {key: ends(node) for key, node in settings_of(section).items()}
    changes = {key: pair[end] for key, pair in pairs.items() if pair}
    config = overlaid(base.config, {section: changes})
    if any("James-Stein" in line for line in violations(config, SCHEMA)):
        config[section]["dimensions"] = [3]  # its least
    if section == "heatmap":
        config["heatmap"]["map_epsilon"] = config["heatmap"]["epsilons"][0]
    assert [*violations(config, SCHEMA), *misfits(config)] == []
    return Run(config, place)


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("section", SECTIONS)
def test_figures_with_all_settings_at_an_end(section, end, base, monkeypatch):
    # The layout is that of print; fewer pixels are drawn.
    monkeypatch.setattr("gaussmech.paper.figures.style.RESOLUTION", 60)
    run = at_the_end(base, section, end)

    def table(name):
        if name in AS_IT_IS:
            return PLACE[name]
        row = EXPERIMENTS[name]
        is_of_maps = row.is_heatmap or row.section == "denoising_worth"
        follows = section in (row.section, is_of_maps * "heatmap")
        return (run if follows else base).table(name)

    for name, figure in FIGURES.items():
        names = figure.tables.split()
        if section in {EXPERIMENTS[x].section for x in names if x not in AS_IT_IS}:
            inputs = {x: table(x) for x in names}
            module = import_module(f"gaussmech.paper.figures.{name}")
            caption = module.caption(**inputs)
            assert not IMPOSSIBLE.search(caption), caption
            assert rendered(module.draw(**inputs))
