"""Data with labels are matched to the graph by name, and results have the names of the data."""

import subprocess
import sys

import geopandas as gpd
import networkx as nx
import numpy as np
import pandas as pd
import pytest
from shapely import box

from gaussmech import (
    Graph,
    TreeWavelets,
    denoise,
    link_places,
    read_graph,
    spanning_tree,
    trend_filter,
)
from gaussmech.graphs.labels import align, align_totals
from tests.graphs import networks

LATTICE = networks.grid(8)
TEXTS = [f"{v:03}" for v in range(64)]
Y = networks.noisy(np.repeat([20.0, 60.0], 32), 10.0, 3)
PAIR = np.column_stack([Y, Y[::-1]])
SHUFFLED = np.random.default_rng(4).permutation(64)


def named(names):
    return Graph(64, LATTICE.edges, lon=LATTICE.lon, lat=LATTICE.lat, names=names)


def table(labels, values=Y):
    """Return a Series or DataFrame with these labels, in another order."""
    make = pd.Series if values.ndim == 1 else pd.DataFrame
    return make(values, index=labels).iloc[SHUFFLED]


@pytest.fixture(scope="module")
def expected():
    """The results of the arrays: the oracle, to the last bit."""
    return {values.ndim: denoise(values, 10.0, LATTICE, rng=1) for values in (Y, PAIR)}


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        pytest.param(TEXTS, TEXTS, id="texts"),
        pytest.param(TEXTS, list(range(64)), id="texts of whole numbers, and numbers"),
        pytest.param(TEXTS, [float(v) for v in range(64)], id="texts, and floats"),
        pytest.param(range(64), [str(v) for v in range(64)], id="numbers, and texts"),
        pytest.param(None, list(range(64)), id="no names"),
        pytest.param(
            [divmod(v, 8) for v in range(64)],
            pd.MultiIndex.from_product([range(8), range(8)]),
            id="pairs, as NetworkX's grids have",
        ),
    ],
)
@pytest.mark.parametrize("values", [Y, PAIR], ids=["Series", "DataFrame"])
def test_a_shuffled_table_gives_the_result_of_the_array(
    names, labels, values, expected
):
    data = table(labels, values)
    fit = denoise(data, 10.0, named(names), rng=1)
    array_fit = expected[values.ndim]
    for form in ("x", "low", "high"):
        result = getattr(fit, form)
        assert type(result) is type(data)
        assert result.index.equals(pd.Index(labels))
        np.testing.assert_array_equal(result, getattr(array_fit, form))
    np.testing.assert_array_equal(fit.intervals, array_fit.intervals)


@pytest.mark.parametrize("data", [Y, table(TEXTS).to_dict()], ids=["array", "dict"])
def test_arrays_and_dicts_give_arrays_in_the_order_of_the_vertices(data, expected):
    fit = denoise(data, 10.0, named(TEXTS), rng=1)
    assert type(fit.x) is np.ndarray
    np.testing.assert_array_equal(fit.x, expected[1].x)
    assert list(fit.to_frame().index) == TEXTS
    assert list(expected[1].to_frame().index) == list(range(64))


GRAPH = named(TEXTS)
SERIES = table(TEXTS)


@pytest.mark.parametrize(
    ("data", "graph", "message"),
    [
        (
            SERIES.rename({"001": "Harlem", "002": "Inwood"}),
            GRAPH,
            r"^y has 2 labels that the graph lacks: '(Harlem|Inwood)', '\w+'; its labels are"
            r" '000', '001', '002', \.\.\.$",
        ),
        (
            table(TEXTS, PAIR).drop(TEXTS[:5]),
            GRAPH,
            r"^y lacks 5 of the 64 places of the graph: '000', '001', '002', \.\.\.;.* before the"
            r" noise, take counts\.reindex\(graph\.names, fill_value=0\)$",
        ),
        (table(range(64)).drop(0), GRAPH, r"take counts\.rename\(index=str\)\.reindex"),
        (
            pd.concat([SERIES, SERIES[:1]]),
            GRAPH,
            r"y has several values for 1 place: '\d+'; each must have one",
        ),
        (
            SERIES.add_prefix("p"),
            LATTICE,
            r"y has 64 labels that the graph lacks.*it has no names, so its labels are 0 to 63;"
            r" graph\.with_names\(ids\) names its places, in their order$",
        ),
        (
            table(TEXTS, PAIR).set_axis(["day", "day"], axis=1),
            GRAPH,
            "y has several columns 'day'; columns must have different names",
        ),
        (SERIES.astype(str), GRAPH, "y is .* must be a real number"),
    ],
)
def test_what_does_not_match_is_refused_by_name(data, graph, message):
    with pytest.raises(ValueError, match=message):
        denoise(data, 10.0, graph)


def test_names_that_differ_only_by_their_type_are_told_apart():
    graph = Graph(3, [[0, 1]], names=[1, "1", 2.5])
    aligned, _ = align("y", {2.5: 7.0, "1": 8.0, 1: 9.0}, graph)
    assert aligned.tolist() == [9, 8, 7]
    with pytest.raises(ValueError, match="1 label that the graph lacks: '2.5'"):
        align("y", {1: 7.0, "1": 8.0, "2.5": 9.0}, graph)


AREAS = np.repeat([7, 3], 32)


def test_areas_and_their_sums_are_matched(expected):
    sums = pd.Series([1300.0, 2500.0], index=[3, 7])
    totals = [(table(TEXTS, AREAS), sums[::-1], 30.0)]
    fit = denoise(SERIES, 10.0, GRAPH, rng=1, totals=totals)
    plain = denoise(Y, 10.0, LATTICE, rng=1, totals=[(AREAS, sums.to_numpy(), 30.0)])
    np.testing.assert_array_equal(fit.x, plain.x)
    with pytest.raises(ValueError, match=r"totals\[0\]\[1\] lacks 1 of the 2 areas"):
        align_totals([(AREAS, sums[:1], 1.0)], LATTICE)


@pytest.mark.parametrize(
    ("names", "places", "positions"),
    [
        (TEXTS, ["004", "001"], [1, 4]),
        (TEXTS, "004", [4]),
        (range(10, 74), [14, 11], [1, 4]),
        (TEXTS, [4, 1], [1, 4]),
        (None, [4, 1], [1, 4]),
        ([f"p{v}" for v in range(64)], [4, 1], [1, 4]),
        (TEXTS, np.arange(64) < 3, [0, 1, 2]),
        (TEXTS, table(TEXTS, np.arange(64) < 3), [0, 1, 2]),
        (TEXTS, TEXTS[::-1], range(64)),
        (TEXTS, pd.Series(["004", "001"]), [1, 4]),
    ],
)
def test_sums_are_over_named_places(names, places, positions):
    graph = named(names)
    fit = denoise(Y, 10.0, graph, method="js", rng=1)
    expected = denoise(Y, 10.0, LATTICE, method="js", rng=1).total(
        np.isin(np.arange(64), positions)
    )
    assert fit.total(places) == expected


TREE = TreeWavelets(GRAPH, spanning_tree(GRAPH, rng=1))


@pytest.mark.parametrize(
    "estimate",
    [
        pytest.param(lambda y: trend_filter(y, GRAPH, 5.0).x, id="trend filter"),
        pytest.param(lambda y: TREE.denoise(y, 10.0), id="wavelets"),
    ],
)
def test_other_estimators_match_labels_too(estimate):
    result = estimate(SERIES)
    assert result.index.tolist() == TEXTS
    np.testing.assert_array_equal(result, estimate(Y))
    coefficients = TREE.forward(table(TEXTS, PAIR))
    np.testing.assert_array_equal(coefficients, TREE.forward(PAIR))


def test_sums_over_labels_with_labels_are_matched(expected):
    both = denoise(table(TEXTS, PAIR), 10.0, GRAPH, rng=1)
    sums = both.total(table(TEXTS, AREAS))
    assert sums.estimate.shape == (2, 2)
    for k, fit in enumerate(expected[2].maps):
        np.testing.assert_array_equal(np.array(sums)[..., k], fit.total(AREAS))


@pytest.mark.parametrize(
    ("places", "message"),
    [
        (["004", "Harlem"], "places has 1 label that the graph lacks: 'Harlem'"),
        (["004", "004"], "places names a place more than once"),
        ([[1, 2], [3, 4]], r"places has 2 labels that the graph lacks: \[1, 2\]"),
        (3, "places is 3"),
    ],
)
def test_what_is_no_set_of_places_is_refused(places, message):
    fit = denoise(Y, 10.0, GRAPH, method="js", rng=1)
    with pytest.raises(ValueError, match=message):
        fit.total(places)


def test_a_table_has_a_row_per_place_and_the_columns_of_each_map(expected):
    data = table(TEXTS, PAIR).rename(columns={0: "day", 1: "night"})
    frame = denoise(data, 10.0, GRAPH, rng=1).to_frame()
    fit = expected[2]
    columns = {
        "day_denoised": fit.x[:, 0],
        "day_low": fit.low[:, 0],
        "day_high": fit.high[:, 0],
        "night_denoised": fit.x[:, 1],
        "night_low": fit.low[:, 1],
        "night_high": fit.high[:, 1],
    }
    pd.testing.assert_frame_equal(frame, pd.DataFrame(columns, index=TEXTS))
    # A table joins it as it is, such as one of polygons.
    assert data.join(frame).notna().all(axis=None)


def test_pandas_is_not_imported_before_its_data_come():
    code = (
        "import sys, numpy as np, gaussmech as gm\n"
        "graph = gm.Graph(3, [[0, 1], [1, 2]], names=list('abc'))\n"
        "fit = gm.denoise({'c': 1.0, 'a': 2.0, 'b': 3.0}, 1.0, graph, method='js')\n"
        "print(fit, fit.low, fit._repr_html_(), fit.total('a'))\n"
        "sys.exit('pandas' in sys.modules or 'matplotlib' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


STREETS = nx.Graph([("b", "a"), ("a", (1, 2)), ("c", "a")])


@pytest.mark.parametrize(
    ("graph", "names"),
    [
        (
            Graph.from_networkx(Graph.from_networkx(STREETS).to_networkx()),
            ("b", "a", (1, 2), "c"),
        ),
        (Graph.from_adjacency([[0, 1], [1, 0]], names=["a", 7]), ("a", 7)),
        (Graph(2, [[0, 1]], names=np.array([3, 4])), (3, 4)),
        (Graph(2, [[0, 1]]), None),
        (
            link_places(
                pd.Series([0.0, 0.1, 0.0], index=["x", "y", "z"]), [0.0, 0.0, 0.1]
            ),
            ("x", "y", "z"),
        ),
    ],
)
def test_a_graph_keeps_the_names_of_its_places(graph, names):
    assert graph.names == names
    assert set(map(type, graph.names or ())) <= {str, int, tuple}


def test_a_file_names_the_places(tmp_path):
    path = tmp_path / "streets.csv"
    path.write_text("from,to\n08,07\n07,10\n")
    graph, ids = read_graph(path)
    assert graph.names == tuple(ids) == ("08", "07", "10")
    fit = denoise(pd.Series({7: 1.0, 8.0: 2.0, 10: 3.0}), 1.0, graph, method="js")
    assert fit.x.index.tolist() == [8, 7, 10]


SQUARES = {"c": box(0, 0, 1, 1), "a": box(1, 0, 2, 1), "b": box(2, 0, 3, 1)}


@pytest.mark.parametrize("drop", [True, False], ids=["index", "index and column"])
def test_districts_join_their_result(drop):
    districts = gpd.GeoDataFrame(
        {"name": SQUARES.keys()}, geometry=[*SQUARES.values()], crs=4326
    ).set_index("name", drop=drop)
    graph, _ = read_graph(districts)
    assert graph.names == ("c", "a", "b")
    fit = denoise(pd.Series({"a": 9.0, "b": 8.0, "c": 7.0}), 0.1, graph, method="js")
    joined = districts.join(fit.to_frame())
    np.testing.assert_allclose(joined["x"], [7, 9, 8], atol=0.5)
    assert (joined["low"] < joined["x"]).all() and (joined["x"] < joined["high"]).all()
