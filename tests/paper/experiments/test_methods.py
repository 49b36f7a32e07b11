"""The one table of methods: names, looks, and what reads it."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from gaussmech.paper.experiments.methods import (
    HEATMAP,
    HISTOGRAM,
    MEAN,
    METHODS,
    VECTOR,
    offered,
)
from gaussmech.paper.experiments.peers import DENOISERS, PEERS
from gaussmech.paper.pipeline.config import ConfigError, check_config, with_lists

ROOT = Path(__file__).parents[3]
SCHEMA = yaml.safe_load(
    (ROOT / "workflow/schemas/config.schema.yaml").read_text("utf-8")
)
CONFIG = yaml.safe_load((ROOT / "config/config.yaml").read_text("utf-8"))


def test_what_an_experiment_offers_can_be_estimated():
    for experiment in (VECTOR, MEAN, HISTOGRAM, HEATMAP):
        assert all(METHODS[name].estimate for name in offered(experiment))
    assert [name for name in METHODS if METHODS[name].uses_truth] == [
        "aGM-trend-oracle"
    ]
    assert [name for name in METHODS if METHODS[name].baseline] == [
        "mean",
        "zero",
        "uniform",
    ]


def test_denoisers_are_called_as_in_the_library_and_its_peers():
    class Asked:
        def denoised(self, method):
            return method

    for name in (*PEERS, "kernel-sure", "forest", "auto"):
        assert METHODS[f"aGM-{name}"].estimate(Asked()) == name in DENOISERS


def test_the_configuration_allows_what_is_offered():
    filled = with_lists(SCHEMA)
    maps = filled["properties"]["heatmap"]["properties"]["methods"]["items"]
    assert maps["enum"] == offered(HEATMAP)
    CONFIG["denoising"]["methods"] = ["aGM-forest", "aGM-magic"]
    with pytest.raises(
        ConfigError, match=r"denoising\.methods\[1\] is .aGM-magic.: .*aGM-forest"
    ):
        check_config(CONFIG, SCHEMA)


def test_the_table_is_light_to_import():
    code = (
        "import sys, gaussmech.paper.experiments.methods; print('numpy' in sys.modules)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT
    )
    assert shown.stdout == "False\n"
