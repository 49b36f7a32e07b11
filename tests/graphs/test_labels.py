"""Data with labels are matched to the graph by name, and results have the names of the data."""

import subprocess
import sys

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from gaussmech import (
    Graph,
    TreeWavelets,
    denoise,
    link_places,
    release,
    spanning_tree,
    trend_filter,
)
from gaussmech.graphs.labels import place_names
from tests.graphs import networks

LATTICE = networks.grid(8)
TEXTS = [f"{v:03}" for v in range(64)]
Y = networks.noisy(np.repeat([20.0, 60.0], 32), 10.0, 3)
PAIR = np.column_stack([Y, Y[::-1]])
SHUFFLED = np.random.default_rng(4).permutation(64)
AREAS = np.repeat([7, 3], 32)


def named(names):
    return Graph(64, LATTICE.edges, names=names)


GRAPH = named(TEXTS)


def table(values, labels=TEXTS):
    """Return a Series or DataFrame with these labels, in another order."""
    make = pd.Series if values.ndim == 1 else pd.DataFrame
    return make(values, index=labels).iloc[SHUFFLED]


def fitted(data, graph=LATTICE, **options):
    return denoise(data, 10.0, graph, rng=1, method="trend-sure", **options)


SERIES = table(Y)
FRAME = table(PAIR)
# The results of the arrays are the oracle, to the last bit.
EXPECTED = fitted(Y)
OF_PAIR = fitted(PAIR)
PAIRS = pd.MultiIndex.from_product([range(8), range(8)])
DAYS = pd.date_range("2026-01-01", periods=64)


@pytest.mark.parametrize(
    "names, labels",
    [
        (TEXTS, TEXTS),
        (TEXTS, list(range(64))),
        (TEXTS, np.arange(64.0)),
        (range(64), [str(v) for v in range(64)]),
        (None, list(range(64))),
        # As NetworkX's grids have them.
        ([*np.ndindex(8, 8)], PAIRS),
        ([*map(str, DAYS.date)], DAYS),
    ],
)
@pytest.mark.parametrize("values, expected", [(Y, EXPECTED), (PAIR, OF_PAIR)])
def test_a_shuffled_table_gives_the_result_of_the_array(
    names, labels, values, expected
):
    data = table(values, labels)
    fit = fitted(data, named(names))
    for form in ("estimate", "x", "low", "high"):
        result = getattr(fit, form)
        assert type(result) is type(data)
        assert result.index.equals(pd.Index(labels))
        np.testing.assert_array_equal(result, getattr(expected, form))
    np.testing.assert_array_equal(fit.intervals, expected.intervals)


@pytest.mark.parametrize("data", [Y, SERIES.to_dict()], ids=["array", "dict"])
def test_arrays_and_dicts_give_arrays_in_the_order_of_the_vertices(data):
    fit = fitted(data, GRAPH)
    assert type(fit.estimate) is np.ndarray
    np.testing.assert_array_equal(fit.estimate, EXPECTED.x)
    assert fit.to_frame().index.tolist() == TEXTS


@pytest.mark.parametrize(
    "data, graph, message",
    [
        (
            SERIES.rename({"001": "Harlem", "002": "Inwood"}),
            GRAPH,
            r"^y has 2 labels that the graph lacks: '(Harlem|Inwood)', '\w+'; its labels are"
            r" '000', '001', '002' and 61 more$",
        ),
        (
            FRAME.drop(TEXTS[:5]),
            GRAPH,
            r"^y lacks 5 of the 64 places of the graph: '000', '001', '002' and 2 more;.* before the"
            r" noise, take counts\.reindex\(graph\.names, fill_value=0\)$",
        ),
        (
            table(Y, range(64)).drop(0),
            GRAPH,
            r"take counts\.rename\(index=str\)\.reindex",
        ),
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
            FRAME.set_axis(["day", "day"], axis=1),
            GRAPH,
            "y has several columns 'day'; columns must have different names",
        ),
        (SERIES.astype(str), GRAPH, "y is .* must be a real number"),
        (
            table(Y, PAIRS),
            GRAPH,
            r"take the level of the index .* by \.droplevel\(0\)$",
        ),
    ],
)
def test_what_does_not_match_is_refused_by_name(data, graph, message):
    with pytest.raises(ValueError, match=message):
        denoise(data, 10.0, graph)


def test_noise_is_matched_to_the_columns():
    fit = denoise(FRAME, {1: 10.0, 0: 20.0}, GRAPH, method="js")
    assert [one.sigma for one in fit.maps] == [20, 10]


def test_places_without_a_value_can_be_left_out_of_the_graph():
    known = TEXTS[8:]
    others = Graph.from_networkx(GRAPH.to_networkx().subgraph(known))
    assert others.m == GRAPH.m - 15
    assert {*fitted(SERIES[known], others).estimate.index} == {*known}
    with pytest.raises(ValueError, match=r"y\[5\] is nan"):
        fitted(np.where(np.arange(64) == 5, np.nan, Y))


def test_names_that_differ_only_by_their_type_are_told_apart():
    graph = Graph(3, [[0, 1]], names=[1, "1", 2.5])
    names = place_names(graph)
    assert names.align("y", {2.5: 7, "1": 8, 1: 9})[0].tolist() == [9, 8, 7]
    with pytest.raises(ValueError, match="1 label that the graph lacks: '2.5'"):
        names.align("y", {1: 7, "1": 8, "2.5": 9})


def test_areas_and_their_sums_are_matched():
    sums = pd.Series([1300.0, 2500.0], index=[3, 7])
    fit = fitted(SERIES, GRAPH, totals=[(table(AREAS), sums[::-1], 30.0)])
    plain = fitted(Y, totals=[(AREAS, sums.to_numpy(), 30.0)])
    np.testing.assert_array_equal(fit.estimate, plain.x)
    with pytest.raises(ValueError, match=r"totals\[0\]\[1\] lacks 1 of the 2 areas"):
        fitted(Y, totals=[(AREAS, sums[:1], 1.0)])


FIRST = np.arange(64) < 3


@pytest.mark.parametrize(
    "names, places, positions",
    [
        (TEXTS, ["004", "001"], [1, 4]),
        (TEXTS, pd.Series(["004", "001"]), [1, 4]),
        (TEXTS, "004", [4]),
        (TEXTS, TEXTS[::-1], range(64)),
        (TEXTS, table(FIRST), [0, 1, 2]),
        (TEXTS, FIRST, [0, 1, 2]),
        (range(10, 74), [14, 11], [1, 4]),
        *(
            (names, [4, 1], [1, 4])
            for names in (TEXTS, None, [f"p{v}" for v in range(64)])
        ),
    ],
)
def test_sums_are_over_named_places(names, places, positions):
    assert fitted(Y, named(names)).total(places) == EXPECTED.total(
        np.isin(np.arange(64), positions)
    )


TREE = TreeWavelets(GRAPH, spanning_tree(GRAPH, rng=1))


@pytest.mark.parametrize(
    "estimate",
    [lambda y: trend_filter(y, GRAPH, 5.0).x, lambda y: TREE.denoise(y, 10.0)],
)
def test_other_estimators_match_labels_too(estimate):
    result = estimate(SERIES)
    assert result.index.tolist() == TEXTS
    np.testing.assert_array_equal(result, estimate(Y))
    np.testing.assert_array_equal(TREE.forward(FRAME), TREE.forward(PAIR))


def test_sums_over_labels_with_labels_are_matched():
    sums = fitted(FRAME, GRAPH).total(table(AREAS))
    expected = [fit.total(AREAS) for fit in OF_PAIR.maps]
    np.testing.assert_array_equal(sums, np.stack(expected, axis=-1))


@pytest.mark.parametrize(
    "places, message",
    [
        (["004", "Harlem"], "places has 1 label that the graph lacks: 'Harlem'"),
        (["004", "004"], "places names a place more than once"),
        ([[1, 2], [3, 4]], r"places has 2 labels that the graph lacks: \[1, 2\]"),
        (3, "places is 3"),
    ],
)
def test_what_is_no_set_of_places_is_refused(places, message):
    with pytest.raises(ValueError, match=message):
        fitted(SERIES, GRAPH).total(places)


def test_a_table_has_a_row_per_place_and_the_columns_of_each_map():
    data = FRAME.set_axis(["day", "night"], axis=1)
    frame = fitted(data, GRAPH).to_frame()
    columns = {
        f"{name}_{kind}": values[:, k]
        for k, name in enumerate(data)
        for kind, values in (
            ("denoised", OF_PAIR.x),
            ("low", OF_PAIR.low),
            ("high", OF_PAIR.high),
        )
    }
    pd.testing.assert_frame_equal(frame, pd.DataFrame(columns, index=TEXTS))


def test_pandas_is_not_imported_before_its_data_come():
    code = (
        "import sys, numpy as np, gaussmech as gm\n"
        "graph = gm.Graph(3, [[0, 1], [1, 2]], names=list('abc'))\n"
        "fit = gm.denoise({'c': 1.0, 'a': 2.0, 'b': 3.0}, 1.0, graph, method='js')\n"
        "print(fit, fit.low, fit.total('a'))\n"
        "sys.exit('pandas' in sys.modules or 'matplotlib' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


STREETS = nx.Graph([("b", "a"), ("a", (1, 2)), ("c", "a")])
LAT = pd.Series([0.0, 0.1, 0.0], index=["x", "y", "z"])


@pytest.mark.parametrize(
    "graph, names",
    [
        (Graph.from_networkx(Graph.from_networkx(STREETS).to_networkx()), (*STREETS,)),
        (Graph.from_adjacency([[0, 1], [1, 0]], names=["a", 7]), ("a", 7)),
        (Graph(2, [[0, 1]], names=np.array([3, 4])), (3, 4)),
        (link_places(LAT, [0.0, 0.0, 0.1]), ("x", "y", "z")),
    ],
)
def test_a_graph_keeps_the_names_of_its_places(graph, names):
    assert graph.names == names
    assert set(map(type, graph.names)) <= {str, int, tuple}


def test_a_table_of_weights_is_matched_by_its_labels():
    table = pd.DataFrame(
        [[0, 2, 0], [2, 0, 1], [0, 1, 0]], index=list("abc"), columns=list("abc")
    )
    graph = Graph.from_adjacency(table[list("cab")])
    assert graph.names == ("a", "b", "c")
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    with pytest.raises(ValueError, match="index and columns that differ"):
        Graph.from_adjacency(table.rename(columns={"a": "z"}))


def test_coordinates_are_matched_by_their_labels():
    lon = pd.Series([0.0, 1.0, 2.0], index=list("abc"))
    lat = pd.Series([2.0, 0.0, 1.4], index=list("cab"))
    graph = link_places(lon, lat, neighbours=1)
    assert graph.names == ("a", "b", "c") and graph.lat.tolist() == [0.0, 1.4, 2.0]
    with pytest.raises(ValueError, match="lat has 1 label that lon lacks: 'z'"):
        link_places(lon, lat.rename({"c": "z"}), neighbours=1)


def test_labels_that_numpy_would_drop_are_refused():
    xarray = pytest.importorskip("xarray")
    places = {"place": ["c", "b", "a"]}
    counts = xarray.DataArray([3.0, 2.0, 1.0], dims="place", coords=places)
    graph = Graph(3, [[0, 1], [1, 2]], names=[*"abc"])
    for function in (
        lambda y: denoise(y, 1, graph, rng=1).x,
        lambda y: release(y, epsilon=1, l2_sensitivity=1, l1_sensitivity=1),
    ):
        with pytest.raises(ValueError, match=r"labels place, .* pass \w+.to_pandas"):
            function(counts)
    by_label = denoise(counts.to_pandas(), 1, graph, rng=1).x
    assert by_label.equals(denoise(counts.to_pandas()[::-1], 1, graph, rng=1).x)
    without = counts.drop_vars("place")
    assert denoise(without, 1, graph, rng=1).x.shape == (3,)
