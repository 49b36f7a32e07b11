"""The figures of Liu et al. from small tables."""

import numpy as np
import pytest

from gaussmech.experiments import gdp
from gaussmech.figures import (
    gdp_composition,
    gdp_laplace,
    gdp_profiles,
    gdp_subsampling,
    gdp_transform,
)
from gaussmech.figures.looks import EXAMPLES, RULES
from tests.figures.test_figures import texts

SETTINGS = {
    "laplace_epsilon0": 1.0,
    "sgd_a": 2**0.5,
    "sgd_b": 1.25,
    "sgd_sigma": 2.0,
    "icea_users": 1000,
    "icea_messages": 100,
    "mus": [1.0, 2.0],
    "epsilon_max": 12.0,
    "points": 31,
    "head_epsilon": 12.0,
    "tolerance": 0.1,
    "staircase_epsilon": 3.0,
    "staircase_steps": 5,
    "rectify_epsilon": 10.0,
    "laplace_epsilon0s": [0.5, 1.0, 2.0],
    "subsampling_gammas": [0.2, 1.0],
}


@pytest.fixture(scope="module")
def tables():
    return {
        **dict(gdp.tables(**SETTINGS)),
        "gdp_composition": gdp.composition_curves(),
        "gdp_composition_table": gdp.composition_table(),
    }


def some(tables, *names):
    return {name: tables[name] for name in names}


def test_profiles_naive_and_refined_and_their_parameters(tables):
    inputs = some(tables, "gdp_profiles")
    figure = gdp_profiles.draw(**inputs)
    for words in ("SGD, naive", "SGD, refined", "Laplace mechanism", "1-GDP", "2-GDP"):
        assert words in texts(figure)
    caption = gdp_profiles.caption(**inputs)
    assert "SGD from 1 to 0.55" in caption and "our choice" in caption


def test_a_profile_that_ends_leaves_the_panel_at_its_foot(tables):
    figure = gdp_profiles.draw(**some(tables, "gdp_profiles"))
    laplace = [
        line for line in figure.axes[1].lines if line.get_label() == EXAMPLES["Laplace"].label
    ]
    assert laplace[0].get_ydata().min() < figure.axes[1].get_ylim()[0]


def test_the_transform_says_who_is_gdp_and_what_is_a_guess(tables):
    inputs = some(tables, "gdp_transform", "gdp_staircase", "gdp_head")
    figure = gdp_transform.draw(**inputs)
    assert "limit of SGD: 0.5" in texts(figure) and "5 cells" in texts(figure)
    caption = gdp_transform.caption(**inputs)
    assert "; not GDP: ICEA." in caption and "SGD (" in caption and "our reading" in caption


def test_composition_marks_what_was_printed_and_what_cannot_be(tables):
    inputs = some(tables, "gdp_composition", "gdp_composition_table")
    figure = gdp_composition.draw(**inputs)
    assert "impossible" in texts(figure) and "printed" in texts(figure)
    caption = gdp_composition.caption(**inputs)
    assert "24 of the 28 cells of Table 1" in caption
    assert "(printed 5.28, exact 5.5641)" in caption


def test_composition_without_wrong_cells_says_nothing_of_them(tables):
    inputs = some(tables, "gdp_composition", "gdp_composition_table")
    cells = inputs["gdp_composition_table"]
    cells = cells.assign(printed=cells["epsilon"], agrees=True)
    inputs["gdp_composition_table"] = cells
    assert "differ" not in gdp_composition.caption(**inputs)
    assert gdp_composition.draw(**inputs)


def test_laplace_names_both_guarantees(tables):
    inputs = some(tables, "gdp_laplace", "gdp_laplace_mu")
    figure = gdp_laplace.draw(**inputs)
    assert "Theorem 5.1" in texts(figure) and "ε₀ = 0.5" in texts(figure)
    assert len(figure.axes[0].lines) == 6
    assert "0.5618 against 0.6239 at epsilon0 = 0.5" in gdp_laplace.caption(**inputs)


def test_subsampling_gives_its_bounds(tables):
    inputs = some(tables, "gdp_subsampling", "gdp_subsampling_mu")
    figure = gdp_subsampling.draw(**inputs)
    assert "γ = 0.2" in texts(figure) and "in proportion" in texts(figure)
    upper = inputs["gdp_subsampling_mu"].set_index("gamma")["upper"]
    ratio = gdp_subsampling.over_proportion(inputs["gdp_subsampling_mu"])
    assert ratio[0.2] == pytest.approx(upper[0.2] / (0.2 * upper[1.0]))
    assert f"to {ratio.max():.3f} times" in gdp_subsampling.caption(**inputs)


def test_every_example_and_rule_has_a_look(tables):
    named = set(tables["gdp_transform"]["mechanism"])
    assert named == set(EXAMPLES)
    assert set(tables["gdp_composition"]["row"]) == set(RULES)


def test_one_point_tables_are_drawn(tables):
    """The smallest config that the schema lets through."""
    small = SETTINGS | {"points": 10, "mus": [1.0], "laplace_epsilon0s": [1.0]}
    small |= {"subsampling_gammas": [1.0], "staircase_steps": 2}
    tables = dict(gdp.tables(**small))
    assert gdp_profiles.draw(**some(tables, "gdp_profiles"))
    assert gdp_laplace.draw(**some(tables, "gdp_laplace", "gdp_laplace_mu"))
    assert gdp_subsampling.draw(**some(tables, "gdp_subsampling", "gdp_subsampling_mu"))
    assert gdp_transform.draw(**some(tables, "gdp_transform", "gdp_staircase", "gdp_head"))
    assert np.isfinite(tables["gdp_head"]["upper"]).all()
