"""The one table of methods: names, looks, and what reads it."""

from gaussmech.paper.experiments.methods import HEATMAP, offered
from gaussmech.paper.pipeline.config_reader import with_lists
from tests.paper.making import SCHEMA
from tests.processes import output_of


def test_the_configuration_allows_what_is_offered():
    filled = with_lists(SCHEMA)
    maps = filled["properties"]["heatmap"]["properties"]["methods"]["items"]
    assert maps["anyOf"][0]["enum"] == offered(HEATMAP)


def test_the_table_is_light_to_import():
    code = (
        "import sys, gaussmech.paper.experiments.methods; print('numpy' in sys.modules)"
    )
    assert output_of(code) == "False\n"
