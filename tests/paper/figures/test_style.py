"""Labels, legends, ticks and shades of whatever is drawn, and its rendering."""

import io
import re
import zlib
from itertools import product

import matplotlib
import numpy as np
import pytest
from fontTools.ttLib import TTFont
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.image import imread

from gaussmech.paper.experiments.calibration import calibration
from gaussmech.paper.figures import l2_mechanism
from gaussmech.paper.figures.curves import SHADES, name_curves, shades
from gaussmech.paper.figures.panels import gain_curves
from gaussmech.paper.figures.style import (
    RESOLUTION,
    even_decades,
    house_style,
    rendered,
)
from tests.paper.figures.small_tables import every_table, inputs
from tests.paper.pipeline.full_disk import room_for


@pytest.fixture
def axes():
    return Figure(figsize=(3, 3)).subplots()


@pytest.mark.parametrize("count", [1, 3, 4, 5, 12])
def test_no_two_curves_have_one_colour_however_many(axes, count):
    deltas = np.geomspace(1e-100, 0.5, count)
    gain_curves(
        axes, calibration(product((0.01, 1.0), deltas), 1.0), "epsilon", "delta"
    )
    assert len({line.get_color() for line in axes.lines}) == count
    colors = [to_rgb(color) for color in shades(count)]
    assert len(set(colors)) == len(colors) == count
    luminance = [np.dot(color, (0.2126, 0.7152, 0.0722)) for color in colors]
    assert luminance == sorted(luminance)
    assert count > len(SHADES) or shades(count) == SHADES[:count]


@pytest.mark.parametrize(
    "low, high, stride",
    [(1e-30, 0.9, 5), (1e-50, 1.0, 10), (1e-100, 0.9, 20), (1e-300, 1.0, 50)],
)
def test_a_long_axis_has_ticks_at_round_powers(axes, low, high, stride):
    axes.plot([low, high], [1, 2])
    axes.set_xscale("log")
    even_decades(axes.xaxis)
    ticks = [tick for tick in axes.get_xticks() if low <= tick <= high]
    powers = np.log10(ticks)
    assert np.diff(powers) == pytest.approx(stride, rel=1e-9, abs=0)
    assert powers / stride == pytest.approx(
        np.round(powers / stride), rel=1e-9, abs=1e-9
    )
    assert 3 <= len(ticks) <= 8


def test_a_rendered_axis_has_even_decades_and_plain_powers(axes):
    axes.loglog([1e-12, 1e3], [1e-100, 1])
    locator = axes.xaxis.get_major_locator()
    rendered(axes.figure)
    assert np.log10(axes.get_yticks()) % 20 == pytest.approx(0, abs=1e-6)
    # One of the paper's length is left alone.
    assert axes.xaxis.get_major_locator() is locator
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert axes.get_xticks()[labels.index("10⁻¹²")] == pytest.approx(1e-12)


def test_names_of_curves_do_not_overlap_and_keep_their_order(axes):
    axes.set(ylim=(0.01, 10), yscale="log")
    ends = {
        "a": (1, 1.0, "k"),
        "b": (1, 1.001, "k"),
        "c": (1, 0.999, "k"),
        "d": (1, 50.0, "k"),
    }
    name_curves(axes, ends, gap=0.1)
    height = {text.get_text(): text.xy[1] for text in axes.texts}
    assert sorted(height, key=height.get) == ["c", "a", "b", "d"]
    assert np.diff(sorted(height.values())).min() > 0.099
    assert 0.6 < height["a"] < 0.73 and height["d"] > 0.95


def test_a_figure_has_the_same_bytes_again_and_is_rendered_without_writing_a_file():
    tables = inputs("l2_mechanism", every_table())
    # A full disk is then reported by whoever writes the bytes; Matplotlib's PDF writer hides it.
    with room_for(5_000):
        first, second = (rendered(l2_mechanism.draw(**tables)) for _ in range(2))
    assert first == second and min(map(len, first)) > 5_000


def test_a_rendered_figure_is_what_matplotlib_draws():
    def small():
        figure = Figure(figsize=(4, 2))
        axes = figure.subplots(1, 2, sharey=True)
        for panel, top in zip(axes, (3, 8), strict=True):
            panel.loglog([1e-6, 1], [1, 10**top])
            panel.xaxis.set_major_formatter("{x:g}")
            panel.yaxis.set_major_formatter("{x:g}")
            panel.label_outer()
            panel.set_title("Both")
        return figure

    _, png = rendered(small())
    expected = io.BytesIO()
    small().savefig(expected, format="png", dpi=RESOLUTION)
    expected.seek(0)
    assert (imread(io.BytesIO(png)) == imread(expected)[..., :3]).all()


def test_fonts_in_a_pdf_have_no_tables_for_typesetting(axes):
    with house_style():
        pdf, _ = rendered(axes.figure)
    streams = re.findall(rb"/Length1 .*?stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    fonts = [TTFont(io.BytesIO(zlib.decompress(stream))) for stream in streams]
    assert fonts
    for font in fonts:
        assert {"glyf", "hmtx", "head"} <= set(font.keys())
        assert not {"GDEF", "GPOS", "GSUB"} & set(font.keys())


def test_the_style_is_neither_left_behind_nor_changed_by_a_users_own_settings():
    before = dict(matplotlib.rcParams)
    with house_style():
        usual = dict(matplotlib.rcParams)
    assert dict(matplotlib.rcParams) == before and usual["font.size"] == 8
    with matplotlib.rc_context({"axes.labelpad": 17.0}), house_style():
        assert dict(matplotlib.rcParams) == usual
