"""What a result looks like: its line, its table in a notebook, and its picture."""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from gaussmech import Graph, denoise
from gaussmech.graphs.colors import RAMP
from gaussmech.graphs.denoised import Denoised
from gaussmech.graphs.pictures import COLORS
from tests.graphs import networks

ROW, COLUMN = np.divmod(np.arange(900), 30)
LATTICE = networks.grid(30, lon=10 + COLUMN / 800, lat=50 + ROW / 1200)
NAMES = [f"<{v}>" for v in range(900)]
GRAPH = LATTICE.with_names(NAMES)
TRUTH = np.repeat([20.0, 160.0], 450)
Y = pd.Series(networks.noisy(TRUTH, 40.0, 3), index=NAMES)


@pytest.fixture(scope="module")
def fit():
    return denoise(Y, 40.0, GRAPH, rng=1)


RMSE = "RMSE 12 (95 % interval 11.2 to 12.8), before denoising 40"
PARTS = {
    "estimate": np.array([1.0, 2.0]),
    "mse": 144.0,
    "mse_se": 10.0,
    "method": "auto",
    "parameters": {"weights": {"trend-sure": 0.31, "field": 0.567, "constant": 0.04}},
    "nonnegative": True,
    "seed": 1,
    "intervals": np.array([[0.0, 3.0], [1.0, 4.0]]),
    "sigma": 40.0,
    "places": None,
}


@pytest.mark.parametrize(
    "changes, line",
    [
        (
            {},
            f"2 places, {RMSE}, auto (field 0.57, trend-sure 0.31)",
        ),
        ({"method": "th"}, f"2 places, {RMSE}, th"),
        (
            {"mse": -3.0, "method": "js", "parameters": {}},
            "2 places, RMSE below 4.43 (95 %), before denoising 40, js",
        ),
        (
            {"maps": (Denoised(**PARTS),) * 3},
            f"2 places, 3 maps, {RMSE}, auto (field 0.57, trend-sure 0.31)",
        ),
    ],
)
def test_a_result_is_one_line(changes, line):
    assert repr(replace(Denoised(**PARTS), **changes)) == f"Denoised: {line}"


def test_a_notebook_shows_the_line_and_the_table(fit, monkeypatch):
    page = fit._repr_html_()
    assert page.startswith(f"<p>{repr(fit)}</p>") and len(repr(fit)) < 300
    assert (
        page.endswith(fit.to_frame()._repr_html_()) and "<th>&lt;899&gt;</th>" in page
    )
    monkeypatch.setattr("gaussmech._extras.find_spec", lambda name: None)
    assert fit._repr_html_() is None


def test_a_map_is_drawn_with_its_places_and_streets(fit):
    axes = fit.plot(GRAPH, label="trips")
    streets, dots = axes.collections
    np.testing.assert_array_equal(dots.get_array(), fit.estimate)
    np.testing.assert_array_equal(
        streets.get_array(), fit.estimate.to_numpy()[GRAPH.edges].mean(axis=1)
    )
    assert len(streets.get_paths()) == GRAPH.m and streets.cmap is COLORS is dots.cmap
    assert streets.norm is dots.norm and dots.norm.gamma == 0.5 and dots.norm.vmin == 0
    assert dots.norm.vmax == np.quantile(fit.estimate, 0.995)
    offsets = dots.get_offsets()
    # East is right, and north is up.
    assert np.corrcoef(offsets[:, 0], GRAPH.lon)[0, 1] > 0.999
    assert np.corrcoef(offsets[:, 1], GRAPH.lat)[0, 1] > 0.999
    assert axes.figure.axes[-1].get_ylabel() == "trips"
    plt.close(axes.figure)


def test_several_maps_share_the_scale(fit):
    both = pd.DataFrame({"day": Y, "night": Y / 4 - 20})
    fit = denoise(both, [40.0, 10.0], GRAPH, method="js", nonnegative=False, rng=1)
    panels = fit.plot(GRAPH)
    assert [axes.get_title() for axes in panels] == ["day", "night"]
    norms = {id(axes.collections[1].norm) for axes in panels}
    assert len(norms) == 1
    scale = panels[0].collections[1].norm
    # There are negative values: the scale is even.
    assert scale.gamma == 1 and scale.vmin == np.quantile(fit.estimate, 1 - 0.995) < 0
    figure, mine = plt.subplots(1, 2)
    assert list(fit.plot(GRAPH, ax=mine)) == list(mine)
    plt.close("all")


@pytest.mark.parametrize(
    "graph, message",
    [
        (Graph(3, [[0, 1]]), "graph has 3 places; the map has 900"),
        (Graph(900, LATTICE.edges), "graph has no lon and lat; plot needs them"),
        (None, "graph is None; it must be a Graph"),
    ],
)
def test_a_graph_of_other_places_or_without_coordinates_is_refused(graph, message, fit):
    with pytest.raises(ValueError, match=message):
        fit.plot(graph)


def test_axes_that_are_too_few_are_refused():
    both = denoise(np.column_stack([Y, Y]), 40.0, GRAPH, method="js", rng=1)
    with pytest.raises(ValueError, match="ax has 1 axes; it must have 2, one per map"):
        both.plot(GRAPH, ax=plt.figure().subplots())
    plt.close("all")


def test_pages_have_the_colours_of_pictures():
    shades = [to_hex(COLORS(k / (len(RAMP) - 1))) for k in range(len(RAMP))]
    assert shades == list(RAMP)


def test_districts_are_drawn_in_the_colours_of_their_places():
    geopandas = pytest.importorskip("geopandas")
    from shapely.geometry import box

    squares = [box(k, 0, k + 1, 1) for k in range(3)]
    shapes = geopandas.GeoDataFrame({"code": ["a", "b", "c"]}, geometry=squares)
    graph = Graph(3, [[0, 1], [1, 2]], names=["a", "b", "c"])
    fit = denoise([0.0, 40.0, 90.0], 1.0, graph, method="js", rng=1)
    axes = fit.plot(graph, shapes=shapes.iloc[[2, 0, 1]])
    (polygons,) = axes.collections
    corners = [path.vertices[:, 0].min() for path in polygons.get_paths()]
    assert corners == [0.0, 1.0, 2.0]
    # The lightest colour is that of the least value.
    light = polygons.get_facecolor()[:, :3].sum(axis=1)
    assert light[0] > light[1] > light[2]
    with pytest.raises(ValueError, match="shapes has neither an index nor a column"):
        fit.plot(graph, shapes=shapes.iloc[:2])
