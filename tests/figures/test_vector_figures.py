"""The extended Figures 1, 3 and 4, and the l2 mechanism's, from small tables."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.experiments.l2_mechanism import l2_mechanism as noise_table
from gaussmech.figures import fig1_extended, fig4_extended, l2_mechanism
from gaussmech.figures.labels import name_curves
from gaussmech.figures.looks import METHODS
from gaussmech.figures.style import plt
from tests.figures.test_figures import errors, texts

HISTOGRAM = ("Lap", "aGM", "aGM-TH", "Lap-simplex", "aGM-EB", "aGM-auto", "zero")


def table(methods, epsilons=(0.01, 0.1, 1.0), dimensions=(1, 10, 1000)):
    found = errors(epsilons, dimensions, methods)
    level = {method: 0.1 * 1.5**k for k, method in enumerate(reversed(methods))}
    return found.assign(error_mean=found["method"].map(level))


def test_figure_4_extended_names_every_curve_that_ends_in_the_panel():
    shown = texts(fig4_extended.draw(table(HISTOGRAM)))
    for method in HISTOGRAM:
        assert shown.count(METHODS[method].label) >= 3
    assert "best of the others" in shown and "ε = 0.01" in shown


@pytest.mark.parametrize("methods", [("Lap", "aGM"), ("aGM-auto",)])
def test_figure_4_extended_without_auto_or_others_says_so(methods):
    assert "in this run" in texts(fig4_extended.draw(table(methods)))
    assert "aGM-auto has" not in fig4_extended.caption(table(methods))


def test_fewer_epsilons_leave_panels_that_say_so():
    small = table(HISTOGRAM, epsilons=(0.3,))
    assert texts(fig4_extended.draw(small)).count("no further epsilon") == 2
    assert texts(fig1_extended.draw(small)).count("no further epsilon") == 2


def test_figure_1_extended_is_relative_to_agm():
    methods = ("Lap", "L2", "aGM-TH", "aGM", "zero")
    found = table(methods)
    found.loc[found["method"] == "L2", "error_mean"] = (
        found.loc[found["method"] == "aGM", "error_mean"].to_numpy() / 4
    )
    ratio = fig1_extended.over_agm(found, 0.1).set_index("method")["ratio"]
    assert (ratio["L2"] == 0.25).all() and (ratio["aGM"] == 1).all()
    caption = fig1_extended.caption(found)
    assert "At d = 1 the error of the l2" in caption and "0.250 at epsilon 0.1," in caption
    assert METHODS["L2"].label in texts(fig1_extended.draw(found))


def test_figure_1_extended_without_agm_says_so():
    assert "no aGM in this run" in texts(fig1_extended.draw(table(("Lap", "zero"))))
    assert "No l2 mechanism beside aGM" in fig1_extended.caption(table(("Lap", "zero")))


@pytest.mark.parametrize("epsilons, deltas", [([0.1, 1, 10], [1e-10, 1e-6, 0.01]), ([1], [1e-6])])
def test_the_l2_figure_has_a_name_per_curve_and_its_numbers(epsilons, deltas):
    found = noise_table(epsilons=epsilons, deltas=deltas, dimensions=np.geomspace(1, 1e3, 13))
    shown = texts(l2_mechanism.draw(found))
    assert shown.count("ε = ") == len(epsilons) + 1 and shown.count("δ = ") == len(deltas) + 1
    assert "0.168 (d = 2)" in l2_mechanism.caption(found)


def test_names_of_curves_do_not_overlap_and_keep_their_order():
    _, axes = plt.subplots()
    axes.set(ylim=(0.01, 10), yscale="log")
    ends = {"a": (1, 1.0, "k"), "b": (1, 1.001, "k"), "c": (1, 0.999, "k"), "d": (1, 50.0, "k")}
    name_curves(axes, ends, gap=0.1)
    height = {text.get_text(): text.xyann[1] for text in axes.texts}
    assert sorted(height, key=height.get) == ["c", "a", "b", "d"]
    assert np.diff(sorted(height.values())).min() > 0.099
    assert 0.6 < height["a"] < 0.73 and height["d"] > 0.95


def test_a_run_of_one_dimension_is_drawn():
    found = table(HISTOGRAM, dimensions=(10,))
    fig4_extended.draw(found)
    fig1_extended.draw(pd.DataFrame(found))
