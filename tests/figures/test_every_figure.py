"""What holds of every figure: its axes are labelled, its series differ, its caption is short."""

import inspect
import pkgutil
from importlib import import_module
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib.ticker import FuncFormatter

import gaussmech.figures
from gaussmech import registry
from gaussmech.experiments import gdp
from gaussmech.experiments.composition_lecture import gaussian_density
from gaussmech.experiments.l2_mechanism import l2_mechanism
from gaussmech.experiments.summaries import interval
from gaussmech.figures.captions import LONGEST
from gaussmech.figures.looks import METHODS
from gaussmech.figures.style import COLUMN_WIDTH, column_width, plt
from tests.figures.test_companion_figures import density, ratios
from tests.figures.test_gdp_figures import SETTINGS
from tests.figures.test_sweep import swept

REFERENCE = Path(__file__).parents[1] / "reference/tables"
MAPS = ["junctions", "roads", "provenance"]
HOURS = (0, 8, 12, 16, 20)
FIGURES = [
    module.name
    for module in pkgutil.iter_modules(gaussmech.figures.__path__)
    if hasattr(import_module(f"gaussmech.figures.{module.name}"), "draw")
]


def city():
    """A small long city, turned as Manhattan is, and releases of its maps."""
    rng = np.random.default_rng(3)
    along, across = np.meshgrid(np.linspace(0, 0.1, 26), np.linspace(0, 0.015, 6), indexing="ij")
    lon = -74 + 0.87 * across.ravel() + 0.48 * along.ravel()
    lat = 40.7 + 0.87 * along.ravel() - 0.48 * across.ravel()
    steps = np.arange(156).reshape(26, 6)
    u = np.concatenate([steps[:-1].ravel(), steps[:, :-1].ravel()])
    v = np.concatenate([steps[1:].ravel(), steps[:, 1:].ravel()])
    names = [name for name in METHODS if name not in ("TLap", "cGM-tight")]
    draws = pd.concat(
        pd.DataFrame(
            {"hour": hour, "junction": range(156), "epsilon": 0.5, "truth": rng.gamma(1, 9, 156)}
            | {name: rng.normal(9, 9, 156) for name in names}
        )
        for hour in HOURS
    )
    weights = {"utility_simulation": True, "weights": [6.0], "ends_used": 100}
    held = {"neighbours": "add or remove a cab", "epsilon": 1.05, "delta": 1e-6}
    condition = "only if no cab makes more than 5 trips in the hour; nothing enforces it"
    return {
        "junctions": pd.DataFrame({"junction": range(156), "lon": lon, "lat": lat}),
        "roads": pd.DataFrame({"u": u, "v": v, "sections": 1, "length_m": 80.0}),
        "heatmap_draw": draws,
        "heatmap_draw_extended": draws,
        "provenance": {
            "source": "files",
            "label": "Manhattan",
            "files": [{"hours": [0], "date": "2015-01-10"}],
            "hours": {str(h): weights | {"utility_simulation": h > 0} for h in HOURS},
            "contribution": {"guarantees": [held | {"condition": condition}]},
        },
    }


@pytest.fixture(scope="module")
def tables():
    found = {path.stem: pd.read_csv(path) for path in REFERENCE.glob("*.csv")}
    return (
        dict(gdp.tables(**SETTINGS))
        | {name: found[name] for name in found if name != "geng_ratio"}
        | {"gdp_composition": gdp.composition_curves(), "geng_density": density()}
        | {"gaussian_density": gaussian_density()}
        | {"l2_mechanism": l2_mechanism(epsilons=[0.1, 1], deltas=[1e-6], dimensions=[1, 9, 99])}
        | ratios([1e-6, 0.49])
        | city()
        | {"table": swept("heatmap", delta=[0.1, 0.2])}
    )


def inputs(module, tables):
    names = list(inspect.signature(module.draw).parameters)
    if names == ["tables"]:
        end = "_extended" if module.__name__.endswith("_extended") else ""
        names = [f"heatmap{end}", f"heatmap_draw{end}", *MAPS]
    return {name: tables[name] for name in names}


@pytest.fixture(params=FIGURES)
def made(request, tables):
    module = import_module(f"gaussmech.figures.{request.param}")
    yield module, inputs(module, tables)
    plt.close("all")


def labelled(panel, side):
    axis = panel.xaxis if side == "bottom" else panel.yaxis
    ticks = axis.get_tick_params()
    # An axis of names, such as those of methods, is labelled by them.
    named = isinstance(axis.get_major_formatter(), FuncFormatter)
    shown = not named and ticks.get(f"label{side}", True) and len(axis.get_ticklocs())
    return bool(axis.label.get_text() and axis.label.get_visible()) or not shown


def test_there_are_as_many_figures_as_the_workflow_makes():
    assert set(registry.FIGURES) | {"sweep"} == set(FIGURES)


def check_labels(figure):
    for k, panel in enumerate(figure.axes):
        if panel.axison and panel.get_label() != "<colorbar>":
            for side in ("bottom", "left"):
                assert labelled(panel, side), f"panel {k} ({panel.get_title(loc='left')}), {side}"


def test_outer_axes_are_labelled_and_series_differ(made):
    module, given = made
    figure = module.draw(**given)
    check_labels(figure)
    looks = {}
    for panel in figure.axes:
        for line in panel.lines:
            label = line.get_label()
            if not label.startswith("_") and line.get_marker() not in ("None", "", None):
                face = line.get_markerfacecolor()
                looks.setdefault((line.get_color(), line.get_marker(), face), set()).add(label)
    assert [names for names in looks.values() if len(names) > 1] == []


def test_captions_lead_with_one_sentence_and_are_short(made):
    module, given = made
    caption = module.caption(**given)
    title, takeaway, rest = caption.splitlines()
    assert len(f"{takeaway} {rest}".split()) <= LONGEST
    assert takeaway.endswith(".") and takeaway.count(". ") <= 1
    assert not title.endswith(".") and "  " not in caption
    assert ".csv" in rest or "sweep's table" in rest


def test_one_column_has_text_of_7_points_within_its_width(made):
    module, given = made
    with column_width():
        figure = module.draw(**given)
        assert figure.get_size_inches()[0] == pytest.approx(COLUMN_WIDTH)
        figure.canvas.draw()
    check_labels(figure)
    shown = [text for text in figure.findobj(matplotlib.text.Text) if text.get_text().strip()]
    assert min(text.get_fontsize() for text in shown if text.get_visible()) >= 7
    boxes = [panel.yaxis.label.get_window_extent() for panel in figure.axes if panel.axison]
    for k, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:k] if other.width and box.width)
    fixed = [*figure.texts, *(text for one in figure.legends for text in one.get_texts())]
    for panel in figure.axes:
        fixed += [
            *panel.texts,
            panel.xaxis.label,
            panel.yaxis.label,
            panel._left_title,
            panel.title,
        ]
    for text in fixed:
        box = text.get_window_extent()
        if text.get_visible() and text.get_text().strip():
            inside = box.x0 > -2 and box.x1 < figure.bbox.width + 2
            assert inside, f"{text.get_text()}: {box.x0:.0f} to {box.x1:.0f}"


def test_few_draws_get_wide_intervals_above_0():
    rows = pd.DataFrame({"repetitions": [2, 200], "y": [1.0, 1.0], "se": [0.2, 0.2]})
    low, high = interval(rows, "y", "se")
    assert (low > 0).all() and high[0] > 10 and high[1] == pytest.approx(np.exp(0.4), rel=0.03)
