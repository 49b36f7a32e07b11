"""What a snapshot cannot say of a figure: it is labelled, legible, and has a short caption."""

import re
from pathlib import Path

import pytest
from matplotlib.colors import to_hex
from matplotlib.ticker import FuncFormatter

from gaussmech.paper import figures, registry
from gaussmech.paper.figures.captions import LONGEST
from tests.paper.figures.snapshot import drawing
from tests.paper.figures.test_method_styles import LEAST_CONTRAST, contrast_with_white

FIGURES = [*registry.FIGURES, "sweep"]


def test_a_module_that_draws_has_a_row_in_the_registry_and_the_reverse():
    folder = Path(figures.__file__).parent
    drawing = [
        path.stem
        for path in folder.glob("*.py")
        if re.search(r"^(def )?draw\b", path.read_text("utf-8"), re.M)
    ]
    assert sorted(drawing) == sorted(FIGURES)


def is_labelled(axis, side):
    """Return whether an axis has a label or needs none: its tick labels are hidden, or names."""
    ticks = axis.get_tick_params()
    has_names = isinstance(axis.get_major_formatter(), FuncFormatter)
    has_numbers = ticks.get(f"label{side}", True) and len(axis.get_ticklocs())
    is_told = axis.label.get_text() and axis.label.get_visible()
    return bool(is_told or has_names or not has_numbers)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_labelled_its_series_differ_and_can_be_seen(name):
    looks = {}
    colors = set()
    for panel in drawing(name)[0].axes:
        if panel.axison and panel.get_label() != "<colorbar>":
            assert is_labelled(panel.xaxis, "bottom")
            assert is_labelled(panel.yaxis, "left")
        # The grid is no line of a panel.
        colors |= {to_hex(line.get_color()) for line in panel.lines}
        colors |= {to_hex(text.get_color()) for text in panel.texts}
        for line in panel.lines:
            label = line.get_label()
            if not label.startswith("_") and line.get_marker() not in ("None", ""):
                look = line.get_color(), line.get_marker(), line.get_markerfacecolor()
                looks.setdefault(look, set()).add(label)
    assert [labels for labels in looks.values() if len(labels) > 1] == []
    assert [x for x in colors if contrast_with_white(x) < LEAST_CONTRAST] == []


@pytest.mark.parametrize("name", FIGURES)
def test_a_caption_leads_with_one_sentence_and_is_short(name):
    title, takeaway, rest = drawing(name)[1].splitlines()
    assert len(f"{takeaway} {rest}".split()) <= LONGEST
    assert takeaway.endswith(".") and takeaway.count(". ") <= 1
    assert not title.endswith(".") and "  " not in takeaway + rest
    assert ".csv" in rest or "sweep's table" in rest
