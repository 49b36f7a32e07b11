"""What holds of every figure: labels, series that differ, a short caption whose numbers are right."""

import pkgutil
from dataclasses import dataclass
from importlib import import_module

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.ticker import FuncFormatter

import gaussmech.paper.figures
from gaussmech.paper import registry
from gaussmech.paper.experiments.summaries import interval
from gaussmech.paper.figures.captions import LONGEST
from gaussmech.paper.figures.style import house_style
from tests.paper.figures.caption_numbers import unexplained
from tests.paper.figures.small_tables import inputs
from tests.paper.figures.test_looks import LEAST_CONTRAST, contrast_with_white

FIGURES = [
    module.name
    for module in pkgutil.iter_modules(gaussmech.paper.figures.__path__)
    if hasattr(import_module(f"gaussmech.paper.figures.{module.name}"), "draw")
]


@dataclass
class Drawn:
    """A figure: its name, its tables, what is drawn of them, and its caption."""

    name: str
    tables: dict
    figure: object
    caption: str


@pytest.fixture(scope="module", params=FIGURES)
def drawn(request, every_table):
    module = import_module(f"gaussmech.paper.figures.{request.param}")
    tables = inputs(module, every_table)
    with house_style():
        figure = module.draw(**tables)
    return Drawn(request.param, tables, figure, module.caption(**tables))


def test_there_are_as_many_figures_as_the_workflow_makes():
    assert set(registry.FIGURES) | {"sweep"} == set(FIGURES)


def labelled(axis, side):
    ticks = axis.get_tick_params()
    # An axis of names, such as those of methods, is labelled by them.
    has_names = isinstance(axis.get_major_formatter(), FuncFormatter)
    needs_label = (
        not has_names and ticks.get(f"label{side}", True) and len(axis.get_ticklocs())
    )
    return bool(axis.label.get_text() and axis.label.get_visible()) or not needs_label


def check_labels(figure):
    for panel in figure.axes:
        if panel.axison and panel.get_label() != "<colorbar>":
            title = panel.get_title(loc="left")
            assert labelled(panel.xaxis, "bottom") and labelled(panel.yaxis, "left"), (
                title
            )


def test_outer_axes_are_labelled_and_series_differ(drawn):
    check_labels(drawn.figure)
    looks = {}
    for line in (line for panel in drawn.figure.axes for line in panel.lines):
        label = line.get_label()
        if (
            label
            and not label.startswith("_")
            and line.get_marker() not in ("None", "", None)
        ):
            look = line.get_color(), line.get_marker(), line.get_markerfacecolor()
            looks.setdefault(look, set()).add(label)
    assert [names for names in looks.values() if len(names) > 1] == []


def test_every_line_that_is_drawn_can_be_seen_on_white(drawn):
    colors = set()
    for panel in drawn.figure.axes:
        # The grid and the line at which nothing changes are not data.
        colors |= {to_hex(line.get_color()) for line in panel.lines}
        colors |= {to_hex(text.get_color()) for text in panel.texts}
    pale = {color for color in colors if contrast_with_white(color) < LEAST_CONTRAST}
    assert pale == set()


def test_every_number_of_a_caption_is_that_of_the_tables(drawn):
    if drawn.name != "sweep":
        assert unexplained(drawn.name, drawn.caption, drawn.tables) == []


def test_captions_lead_with_one_sentence_and_are_short(drawn):
    title, takeaway, rest = drawn.caption.splitlines()
    assert len(f"{takeaway} {rest}".split()) <= LONGEST
    assert takeaway.endswith(".") and takeaway.count(". ") <= 1
    assert not title.endswith(".") and "  " not in drawn.caption
    assert ".csv" in rest or "sweep's table" in rest


def test_few_draws_get_wide_intervals_above_0():
    rows = pd.DataFrame({"repetitions": [2, 200], "y": [1.0, 1.0], "se": [0.2, 0.2]})
    low, high = interval(rows, "y", "se")
    assert (
        (low > 0).all()
        and high[0] > 10
        and high[1] == pytest.approx(np.exp(0.4), rel=0.03)
    )
