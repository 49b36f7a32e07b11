"""Figures of sweeps far beyond the paper's: curves that differ, ticks and legends one can read."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

from gaussmech.experiments.calibration import calibration
from gaussmech.experiments.truncated_laplacian import bounds_table
from gaussmech.figures import fig4, geng_bounds
from gaussmech.figures.curves import SHADES, shades
from gaussmech.figures.maps import TALLEST, draw_maps
from gaussmech.figures.panels import gain_curves
from gaussmech.figures.style import even_decades, inner_legend, plt, rendered
from gaussmech.pipeline.tables import COLUMNS


@pytest.mark.parametrize("count", [1, 4, 5, 12])
def test_no_two_curves_have_one_colour(count):
    colors = [to_rgb(color) for color in shades(count)]
    assert len(set(colors)) == len(colors) == count
    luminance = [np.dot(color, (0.2126, 0.7152, 0.0722)) for color in colors]
    assert luminance == sorted(luminance)


def test_few_curves_have_the_colours_of_the_paper():
    assert shades(3) == SHADES[:3]


def test_a_curve_a_value_however_many():
    deltas = [1e-100, 1e-30, 1e-12, 1e-6, 0.01, 0.5]
    axes = plt.figure().subplots()
    gain_curves(
        axes, calibration([(e, d) for e in (0.01, 1.0) for d in deltas], 1.0), "epsilon", "delta"
    )
    assert len({line.get_color() for line in axes.lines}) == len(deltas)


@pytest.mark.parametrize(
    "low, high, stride", [(1e-30, 0.9, 5), (1e-50, 1.0, 10), (1e-100, 0.9, 20), (1e-300, 1.0, 50)]
)
def test_a_long_axis_has_ticks_at_round_powers(low, high, stride):
    axes = plt.figure(figsize=(3, 3)).subplots()
    axes.plot([low, high], [1, 2])
    axes.set_xscale("log")
    even_decades(axes.xaxis)
    shown = [tick for tick in axes.get_xticks() if low <= tick <= high]
    powers = np.log10(shown)
    assert np.diff(powers) == pytest.approx(stride, rel=1e-9, abs=0)
    assert powers / stride == pytest.approx(np.round(powers / stride), rel=1e-9, abs=1e-9)
    assert 3 <= len(shown) <= 8


def test_an_axis_of_the_papers_length_is_left_alone():
    axes = plt.figure().subplots()
    axes.plot([1e-10, 0.1], [1e-3, 1])
    axes.set(xscale="log", yscale="log")
    locators = axes.xaxis.get_major_locator(), axes.yaxis.get_major_locator()
    rendered(axes.figure)
    assert (axes.xaxis.get_major_locator(), axes.yaxis.get_major_locator()) == locators


def test_a_saved_figure_has_even_decades():
    axes = plt.figure().subplots()
    axes.plot([1, 2], [1e-100, 1])
    axes.set_yscale("log")
    rendered(axes.figure)
    assert np.log10(axes.get_yticks()) % 20 == pytest.approx(0, abs=1e-6)


def test_a_legend_of_many_is_smaller():
    few, many = plt.figure().subplots(1, 2)
    for count, axes in ((6, few), (7, many)):
        for k in range(count):
            axes.plot([0, 1], [k, k], label=str(k))
        inner_legend(axes)
    sizes = [axes.get_legend().get_texts()[0].get_fontsize() for axes in (few, many)]
    assert sizes[1] < sizes[0] == pytest.approx(plt.rcParams["legend.fontsize"], rel=0, abs=0)


def test_the_curves_of_figure_4_d_are_named_at_their_ends():
    rows = [
        (epsilon, 1e-4, 500, d, method, 100, level * d / epsilon, 0.1 * level, 1.0)
        for epsilon in (0.01, 0.1, 1.0)
        for d in (10, 1000, 10**6)
        for method, level in (("aGM-JS", 1.0), ("aGM-TH", 1e-3))
    ]
    panel = fig4.draw(pd.DataFrame(rows, columns=COLUMNS["histogram"])).axes[3]
    named = [text.get_text() for text in panel.texts]
    assert sorted(named) == sorted(f"{m}, {e}" for m in ("JS", "TH") for e in ("0.01", "0.1", "1"))
    assert panel.get_legend() is None


def test_no_gap_is_drawn_that_a_double_cannot_hold():
    table = bounds_table([0.1], [0.01], least_delta=1e-30, points=20, sensitivity=1.0)
    lines = geng_bounds.draw(table).axes[2].lines
    (edge,) = (line for line in lines if line.get_label() == "stated limit ε → 0")
    delta, gap = np.array(edge.get_data())
    shown = np.isfinite(gap)
    assert not shown[delta < 1e-15].any() and shown[delta > 1e-13].all()
    assert gap[shown] == pytest.approx(2 * delta[shown], rel=0.01, abs=0)


@pytest.mark.parametrize("tall, height", [(2.13, TALLEST), (1.0, 3.15), (0.25, 1.8375)])
def test_maps_leave_no_room_above_a_wide_city(tall, height):
    junctions = pd.DataFrame({"lon": [0.0, 0.02, 0.01], "lat": [0.0, 0.0, 0.02 * tall]})
    roads = pd.DataFrame({"u": [0, 1], "v": [1, 2]})
    names = ["truth", "aGM", "aGM-wavelet", "aGM-trend-oracle"]
    draw = pd.DataFrame({"hour": 0, "epsilon": 0.5} | dict.fromkeys(names, [1.0, 2.0, 3.0]))
    row = (0, "aGM", 0.5, 1e-6, 5.0, 40.0, 20, 40.0, 0.1, False, "files")
    figure = draw_maps(
        0,
        pd.DataFrame([row], columns=COLUMNS["heatmap"]),
        draw,
        junctions,
        roads,
        {"source": "files", "label": "x", "hours": {"0": {"utility_simulation": False}}},
    )
    assert figure.get_size_inches()[1] == pytest.approx(height, rel=1e-6, abs=0)


def test_a_legend_has_the_order_of_its_curves():
    axes = plt.figure().subplots()
    axes.plot([], [], "--", label="a dash")
    for height, name in ((1, "low"), (100, "high"), (10, "middle")):
        axes.plot([0, 1], [height, 2 * height], label=name)
    inner_legend(axes)
    found = [text.get_text() for text in axes.get_legend().get_texts()]
    assert found == ["high", "middle", "low", "a dash"]
