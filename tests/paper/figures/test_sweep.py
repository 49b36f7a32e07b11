"""The figure of a sweep: every value or pair of values drawn, the least error told."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.city.sources import label_of
from gaussmech.paper.figures import sweep
from gaussmech.paper.figures.looks import LOOKS
from gaussmech.paper.pipeline.tables import COLUMNS
from tests.paper.figures.small_tables import legend, texts

VECTOR_METHODS = ("Lap", "aGM", "aGM-JS", "aGM-TH", "zero")
MAP_METHODS = ("aGM", "mean")


def swept(experiment, **values):
    """The table of a sweep; its error is the product of the swept values, times the axis."""
    keys = [f"{experiment}.{key}" for key in values]
    rows = []
    for cell in product(*values.values()):
        scale = float(np.prod(cell))
        if experiment == "heatmap":
            places = product(((0, 3.0), (12, 4.0)), MAP_METHODS, (0.5, 1.0, 2.0))
            rows += [
                (
                    *cell,
                    hour,
                    method,
                    epsilon,
                    1e-6,
                    5.0,
                    40.0,
                    20,
                    scale * r,
                    0.1 * r,
                    False,
                    "x",
                )
                for (hour, r), method, epsilon in places
            ]
        else:
            rows += [
                (
                    *cell,
                    epsilon,
                    1e-4,
                    500,
                    d,
                    method,
                    100,
                    scale * d * epsilon,
                    0.1,
                    1.0,
                )
                for epsilon, method, d in product(
                    (0.1, 1.0, 10.0), VECTOR_METHODS, (10, 100)
                )
            ]
    return pd.DataFrame(rows, columns=keys + COLUMNS[experiment])


def panels(figure):
    return [axes for axes in figure.axes if axes.axison]


def curve(axes, label):
    (line,) = [line for line in axes.lines if line.get_label() == label]
    return line.get_xdata(), line.get_ydata()


@pytest.mark.parametrize("source", ["stand-in", "samples", "files"])
def test_maps_say_what_they_are_of_above_the_panels_and_in_the_caption(source):
    table = swept("heatmap", delta=[1e-6, 0.1]).assign(source=source)
    title = sweep.draw(table).get_suptitle()
    assert ("SYNTHETIC CITY" in title) == (source == "stand-in")
    assert label_of(source) in title and label_of(source) in sweep.caption(table)
    assert not sweep.draw(swept("histogram", delta=[0.1])).get_suptitle()


def test_one_key_a_panel_per_method_a_curve_per_value():
    figure = sweep.draw(swept("mean_estimation", sample_size=[500, 100, 2500]))
    used = panels(figure)
    assert [axes.get_title() for axes in used] == [
        LOOKS[m].label for m in VECTOR_METHODS
    ]
    for axes in used:
        assert [line.get_label() for line in axes.lines] == ["100", "500", "2500"]
        # At the middle epsilon, 1.
        np.testing.assert_allclose(curve(axes, "500"), [[10, 100], [5e3, 5e4]])
    assert figure.legends[0].get_title().get_text() == "mean_estimation.sample_size"
    assert used[-1].get_xlabel() == "dimension d" and used[0].get_ylabel() == "error"


def test_two_keys_a_panel_per_pair():
    figure = sweep.draw(
        swept("histogram", delta=[1e-6, 0.01], sample_size=[100, 500, 900])
    )
    used = panels(figure)
    assert len(used) == 2 * 3
    assert (
        "delta 10⁻⁶" in used[0].get_title() and "sample_size 100" in used[0].get_title()
    )
    _, errors = curve(used[5], "aGM")
    np.testing.assert_allclose(errors, 0.01 * 900 * np.array([10, 100]))
    assert all(LOOKS[method].label in texts(figure) for method in VECTOR_METHODS)


def test_maps_have_epsilon_across_and_the_root_mean_square_over_hours():
    table = swept(
        "heatmap", delta=[0.1], bandwidth_m=[100, 200], sensitivity=[1.0, 2.0]
    )
    figure = sweep.draw(table)
    used = panels(figure)
    assert (
        len(used) == 1 * 4
        and used[0].get_xlabel() == "ε"
        and used[0].get_ylabel() == "RMSE"
    )
    rms = (3.0**2 + 4.0**2) ** 0.5 / 2**0.5
    across, up = curve(used[3], "aGM")
    np.testing.assert_array_equal(across, [0.5, 1, 2])
    np.testing.assert_allclose(up, [0.1 * 200 * 2 * rms] * 3)
    # Of root mean squares by the delta method, the errors of the hours being independent.
    reduced = sweep._reduced(table, sweep._keys(table), "epsilon", "rmse")
    scale = 0.1 * 100 * 1.0
    expected = np.hypot(3.0 * scale * 0.3, 4.0 * scale * 0.4) / (2 * rms * scale)
    assert reduced["rmse_se"].iloc[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.full
def test_of_many_values_some_are_drawn_with_both_ends():
    many = {"sensitivity": [float(k) for k in range(1, 101)]}
    two = {"delta": [0.1, 0.2]}
    for grid in (many, many | two, two | many):
        table = swept("heatmap", **grid)
        figure = sweep.draw(table)
        figure_text = texts(figure)
        assert "100" in figure_text and len(panels(figure)) <= 2 * sweep.MOST
        assert max(len(axes.lines) for axes in panels(figure)) <= sweep.MOST
        assert f"{sweep.MOST} are drawn" in sweep.caption(table)
        assert figure.get_size_inches()[1] < 20


def test_a_caption_names_the_cells_of_the_least_and_the_largest_error():
    table = swept("mean_estimation", delta=[0.5, 0.01], sample_size=[100, 500])
    lines = sweep.caption(table).splitlines()
    assert "mean_estimation.delta and mean_estimation.sample_size: 4 cells" in lines[0]
    assert "at epsilon 1." in lines[2] and "are drawn" not in lines[2]
    best = LOOKS[VECTOR_METHODS[0]].label
    ends = f"100 ({best}, delta 0.01, sample_size 100) and 25,000 ({best}, delta 0.5, sample_size"
    assert (
        lines[1].startswith("At dimension 100 the smallest error") and ends in lines[1]
    )
    assert len(lines) == 3
    maps = sweep.caption(swept("heatmap", delta=[0.1]))
    assert (
        "Root mean square over the hours" in maps
        and "At epsilon 0.5 the smallest" in maps
    )


def test_values_that_are_words_have_a_curve_each():
    table = swept("heatmap", delta=[1e-6, 0.1]).rename(
        columns={"heatmap.delta": "heatmap.source"}
    )
    table["heatmap.source"] = table["heatmap.source"].map(
        {1e-6: "files", 0.1: "stand-in"}
    )
    assert legend(sweep.draw(table)) == ["files", "stand-in"]
    assert "source files" in sweep.caption(table)
