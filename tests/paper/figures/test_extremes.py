"""Settings at the ends of their ranges: figures are drawn, and no caption has nan or inf.

Sections, tables and figures are those of the registry, but for maps, and the ranges those of the
schema.
"""

import re
from functools import cache
from importlib import import_module

import numpy as np
import pytest

from gaussmech.paper.experiments import gdp
from gaussmech.paper.figures.style import rendered
from gaussmech.paper.pipeline.config_reader import (
    misfits,
    overlaid,
    violations,
)
from gaussmech.paper.registry import EXPERIMENTS, FIGURES
from tests.paper.making import SCHEMA, Run, quick_config
from tools.document_config import resolve

pytestmark = pytest.mark.full

IMPOSSIBLE = re.compile(r"\b(nan|inf|None)\b")
MANY = 8  # for whole numbers: repetitions, draws, dimensions
# What changes no table.
LEFT_OUT = {"methods", "blocks"}


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


OF_MAPS = {"heatmap", "denoising", "denoising_worth", "seed"}
SECTIONS = sorted({row.section for row in EXPERIMENTS.values()} - OF_MAPS)


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
        yield Run(config)


def at_the_end(base, section, end):
    """The run whose settings of a section are at the lower end (0) or the upper end (1)."""
    pairs = {key: ends(node) for key, node in settings_of(section).items()}
    changes = {key: pair[end] for key, pair in pairs.items() if pair}
    config = overlaid(base.config, {section: changes})
    if any("James-Stein" in line for line in violations(config, SCHEMA)):
        config[section]["dimensions"] = [3]  # its least
    assert [*violations(config, SCHEMA), *misfits(config)] == []
    return Run(config)


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("section", SECTIONS)
def test_figures_with_all_settings_at_an_end(section, end, base, monkeypatch):
    # The layout is that of print; fewer pixels are drawn.
    monkeypatch.setattr("gaussmech.paper.figures.style.RESOLUTION", 60)
    run = at_the_end(base, section, end)

    for name, figure in FIGURES.items():
        sections = {
            x: EXPERIMENTS[x].section for x in figure.tables.split() if x in EXPERIMENTS
        }
        if section in sections.values():
            inputs = {}
            for table, its_section in sections.items():
                inputs[table] = (run if its_section == section else base).table(table)
            module = import_module(f"gaussmech.paper.figures.{name}")
            caption = module.caption(**inputs)
            assert not IMPOSSIBLE.search(caption), caption
            assert rendered(module.draw(**inputs))
