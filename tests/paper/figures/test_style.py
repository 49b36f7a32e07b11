"""Labels, legends, ticks and shades of whatever is drawn, and its rendering."""

import io
import re
from importlib import import_module
from itertools import product

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.image import imread

from gaussmech.paper.experiments.calibration import calibration
from gaussmech.paper.figures import l2_mechanism, style
from gaussmech.paper.figures.curves import SHADES, shades
from gaussmech.paper.figures.panels import gain_curves
from gaussmech.paper.figures.style import RESOLUTION, house_style, rendered
from gaussmech.paper.registry import FIGURES
from tests.paper.figures.small_tables import every_table, inputs
from tests.paper.pipeline.full_disk import room_for


@pytest.fixture
def axes():
    return Figure(figsize=(3, 3)).subplots()


@pytest.mark.parametrize("count", [3, 4, 5, 12])
def test_no_two_curves_have_one_colour_however_many(axes, count):
    budgets = product((0.01, 1.0), np.geomspace(1e-100, 0.5, count))
    gain_curves(axes, calibration(budgets, 1.0), "epsilon", "delta")
    assert len({line.get_color() for line in axes.lines}) == count
    luminance = [np.dot(to_rgb(x), (0.2126, 0.7152, 0.0722)) for x in shades(count)]
    assert luminance == sorted({*luminance}) and len(luminance) == count
    assert count > len(SHADES) or shades(count) == SHADES[:count]


@pytest.mark.parametrize(
    "low, high, stride",
    [(1e-30, 0.9, 5), (1e-50, 1.0, 10), (1e-100, 0.9, 20), (1e-250, 1.0, 50)],
)
def test_a_long_axis_has_ticks_at_round_powers_once_rendered(axes, low, high, stride):
    axes.loglog([1e-12, 1e3], [low, high])
    locator = axes.xaxis.get_major_locator()
    rendered(axes.figure)
    powers = np.log10([tick for tick in axes.get_yticks() if low <= tick <= high])
    assert np.diff(powers) == pytest.approx(stride)
    assert 3 <= len(powers) <= 8 and powers[0] % stride == pytest.approx(0, abs=1e-6)
    # One of the paper's length is left alone.
    assert axes.xaxis.get_major_locator() is locator
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert axes.get_xticks()[labels.index("10⁻¹²")] == pytest.approx(1e-12)


def test_a_figure_has_the_same_bytes_again_and_is_rendered_without_writing_a_file():
    tables = inputs("l2_mechanism", every_table())
    # A full disk is then reported by whoever writes the bytes; Matplotlib's PDF writer hides it.
    with room_for(5_000):
        first, second = (rendered(l2_mechanism.draw(**tables)) for _ in range(2))
    assert first == second and min(map(len, first)) > 5_000


def test_a_rendered_figure_is_what_matplotlib_draws(axes):
    axes.loglog([1e-6, 1], [1, 1e8])
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_title("Both")
    _, png = rendered(axes.figure)
    expected = io.BytesIO()
    axes.figure.savefig(expected, format="png", dpi=RESOLUTION)
    expected.seek(0)
    assert (imread(io.BytesIO(png)) == imread(expected)).all()


def test_the_style_is_neither_left_behind_nor_changed_by_a_users_own_settings():
    before = dict(matplotlib.rcParams)
    with house_style():
        usual = dict(matplotlib.rcParams)
    assert dict(matplotlib.rcParams) == before and usual["font.size"] == 8
    with matplotlib.rc_context({"axes.labelpad": 17.0}), house_style():
        assert dict(matplotlib.rcParams) == usual


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_has_all_its_signs_from_the_projects_fonts(name, caplog, monkeypatch):
    """Which DejaVu Sans a machine has would change the bytes of a PDF."""
    # The picture of pixels does not matter.
    monkeypatch.setattr(style, "RESOLUTION", 20)
    drawing = import_module(f"gaussmech.paper.figures.{name}")
    with house_style():
        pdf, _ = rendered(drawing.draw(**inputs(name, every_table())))
    fonts = {*re.findall(rb"FontName /[A-Z]+\+([\w-]+)", pdf)}
    assert b"FigureSans" in fonts <= {b"FigureSans", b"FigureSans-Bold"}
    assert "findfont" not in caplog.text
