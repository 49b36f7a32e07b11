"""The one table of methods: names, looks, and what reads it."""

import pytest

from gaussmech.paper.experiments.methods import (
    HEATMAP,
    METHODS,
    offered,
)
from gaussmech.paper.experiments.raster_wavelets import DENOISERS
from gaussmech.paper.pipeline.config_reader import with_lists
from tests.paper.making import SCHEMA
from tests.processes import output_of


class NamesOfDenoisers:
    """A release whose denoised map is the name of the denoiser."""

    def denoised(self, method):
        return method


@pytest.mark.parametrize("name", ["raster-wavelet", "kernel-sure", "auto"])
def test_denoisers_are_called_as_in_the_library_and_its_peers(name):
    assert METHODS[f"aGM-{name}"].estimate(NamesOfDenoisers()) == name
    assert name in DENOISERS


def test_the_configuration_allows_what_is_offered():
    filled = with_lists(SCHEMA)
    maps = filled["properties"]["heatmap"]["properties"]["methods"]["items"]
    assert maps["anyOf"][0]["enum"] == offered(HEATMAP)


def test_the_table_is_light_to_import():
    code = (
        "import sys, gaussmech.paper.experiments.methods; print('numpy' in sys.modules)"
    )
    assert output_of(code) == "False\n"
