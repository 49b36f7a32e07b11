"""A release keeps the labels of its table, and is denoised with all that it knows of its noise."""

import numpy as np
import pandas as pd
import pytest

import gaussmech as gm
from tests.graphs import networks

NAMES = [f"p{v}" for v in range(16)]
GRAPH = networks.grid(4).with_names(NAMES)
ORDER = np.random.default_rng(2).permutation(16)
COUNTS = pd.DataFrame({"day": range(16), "night": 3}, index=NAMES).iloc[ORDER]
BLOCKS = pd.DataFrame({"half": np.arange(16) // 8, "quarter": list("abcd") * 4}, NAMES)
BUDGET = {"epsilon": 1.0, "delta": 1e-6, "l2_sensitivity": 1.0, "l1_sensitivity": 1.0}
PUBLIC = BUDGET | {"places": COUNTS.index}


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize("places", [GRAPH, NAMES, pd.Index(NAMES), tuple(NAMES)])
def test_a_place_without_a_row_gets_0_before_the_noise(places):
    events = pd.DataFrame({"town": ["p3", "P3", "p15"], "hour": 1})
    visits = events["town"].value_counts()
    with pytest.raises(ValueError, match=r"values.iloc\[.\] is of the same place as"):
        gm.release(visits, **BUDGET, places=places)
    visits = events[events.town != "P3"].groupby("town").size()
    private = gm.release(visits, **BUDGET, places=places)
    frame = private.to_frame()
    assert list(frame.index) == NAMES and frame[0].round().tolist() == [
        float(name in visits) for name in NAMES
    ]
    assert list(private.denoise(GRAPH, method="js").estimate.index) == NAMES
    once = gm.release(visits, **BUDGET, places=iter(NAMES))
    assert once.to_frame().equals(frame)


SHOWN = {"town": ["secret", "p1"], "n": [1, 2]}
REFUSED = [
    (pd.Series([1, 2], ["secret", "p1"]), None, "places=graph, .* places=values.index"),
    (pd.DataFrame(SHOWN).set_index("town"), None, "after a group-by lacks the places"),
    (pd.DataFrame(SHOWN).groupby("n").size(), None, "values has an index, which is published"),
    (pd.Series([1, 2], ["p1", "secret"]), GRAPH, r"values.iloc\[1\] is of a place .* the 16 "),
    (pd.Series([1, 2], ["p1", "p2"]), ["p1", "p1"], "places, row 2: the id is the same as in row 1"),
    (pd.Series([1, 2], ["p1", "p2"]), ["p1", None], "places, row 2: the id is missing"),
    (pd.Series([1, 2], ["p1", "p2"]), "p1", "places is 'p1'; it must be a Graph, a list"),
    (pd.DataFrame({"p1": [1], "p2": [2]}, ["day"]), NAMES, "as columns; take values.T"),
    (COUNTS, pd.Series(NAMES), r"places is a Series of shape \(16,\); it must be a Graph"),
    # A filter, or a count of numbered places, leaves some of their numbers.
    (pd.Series([1, 2], [3, 7]), None, "places=graph, .* places=values.index"),
    ([1, 2], NAMES, "places needs a Series or DataFrame as values"),
    (pd.DataFrame({"tract": [101, 102], "Zip Code": [7, 8], "n": [1, 2]}), None, "set_index..tract"),
    (pd.DataFrame(SHOWN), None, r"values\[0, 0\] is not .* the index: values.set_index"),
    (pd.DataFrame(SHOWN).groupby(["n", "town"]).n.sum(), NAMES, "of 2 levels, .*groupby.level='n'"),
    (pd.Series(pd.to_timedelta([1, 2])), None, "values holds durations; it must be numbers"),
    # Columns of places are no values, whether or not places are given.
    (pd.DataFrame({"GEOID": [1001, 1003], "n": [1, 2]}), GRAPH, "column 'GEOID', .*set_index..GEOID"),
    (
        pd.DataFrame({"Unnamed: 0": [0, 1], "Code": [7, 8], "lon": 1.0, "lat": 2.0, "n": [1, 2]}),
        None,
        r"set_index..Code..\.drop\(columns=\['Unnamed: 0', 'lon', 'lat'\]\)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("values", "places", "message"), REFUSED)
def test_labels_are_a_public_list_or_refused(values, places, message):
    with pytest.raises(ValueError, match=message) as refusal:
        gm.release(values, **BUDGET, places=places)
    assert "secret" not in str(refusal.value)


def test_rows_without_names_are_those_of_an_array():
    counts = pd.DataFrame({"day": [3, 4], "covid": [5, 6]})
    assert gm.release(counts, **BUDGET).to_frame().shape == (2, 2)


@pytest.mark.parametrize(
    ("values", "columns"),
    [
        (COUNTS, ["day", "night"]),
        (COUNTS["day"], ["day"]),
        (COUNTS["day"].rename(None), [0]),
    ],
)
def test_a_table_goes_out_with_its_labels(values, columns):
    private = gm.release(values, **BUDGET, places=values.index)
    expected = pd.DataFrame(private.values, index=COUNTS.index, columns=columns)
    pd.testing.assert_frame_equal(private.to_frame(), expected)


@pytest.mark.parametrize(
    ("values", "areas", "distribution"),
    [
        (COUNTS, BLOCKS, "gaussian"),
        (COUNTS[["day"]], BLOCKS["half"], "laplace"),
        (COUNTS["day"], None, "gaussian"),
    ],
)
def test_it_is_denoised_as_its_parts_are(values, areas, distribution):
    """The oracle: the aligned arrays and all that the release says of its noise, map by map."""
    private = gm.release(
        values, **BUDGET, noise=distribution, areas=areas, places=values.index
    )
    options = {"method": "js", "nonnegative": True}
    fit = private.denoise(GRAPH, rng=1, **options)
    assert type(fit.estimate) is type(values) and fit.estimate.index.tolist() == NAMES
    back = np.argsort(ORDER)
    options |= {"noise": distribution, "grid": float(private.grid)}
    for k, one in enumerate(fit.maps or (fit,)):
        totals = [(codes[back], sums, sd) for codes, sums, sd in private.totals(k)]
        y = private.values[back, k]
        expected = gm.denoise(
            y, private.sigma, GRAPH, **options, rng=one.seed, totals=totals
        )
        np.testing.assert_array_equal(one.x, expected.x)
        np.testing.assert_array_equal(one.intervals, expected.intervals)
        assert one.total(NAMES[:8]) == expected.total(NAMES[:8])


def test_areas_are_matched_to_the_rows_and_keep_their_names():
    private = gm.release(COUNTS, **PUBLIC, areas=BLOCKS)
    for level, name in zip(private.areas, BLOCKS, strict=True):
        labels = np.array(level.ids)[level.codes]
        assert level.name == name and labels.tolist() == [*BLOCKS[name].iloc[ORDER]]
    with pytest.raises(ValueError, match="areas holds object; .* none is missing"):
        gm.release(COUNTS, **PUBLIC, areas=BLOCKS.replace("a", np.nan))
    with pytest.raises(ValueError, match="is missing for a place; each place needs"):
        gm.release(COUNTS, **PUBLIC, areas=BLOCKS.replace("a", ""))
    with pytest.raises(
        ValueError, match="areas lacks 1 of the 16 rows of values: 'p0'"
    ):
        gm.release(COUNTS, **PUBLIC, areas=BLOCKS.drop("p0"))


def test_an_array_is_in_the_order_of_the_vertices():
    private = gm.release(COUNTS["day"].to_numpy(), **BUDGET)
    assert private.to_frame().index.tolist() == [*range(16)]
    fit = private.denoise(GRAPH, method="js", rng=1)
    assert type(fit.estimate) is np.ndarray
    assert fit.to_frame().index.tolist() == NAMES


def test_rows_that_the_graph_lacks_are_named():
    counts = COUNTS.rename({"p0": "Harlem"})
    private = gm.release(counts, **BUDGET, places=counts.index)
    with pytest.raises(ValueError, match="1 label that the graph lacks: 'Harlem'"):
        private.denoise(GRAPH)


def test_it_is_one_line_without_anything_private():
    private = gm.release(COUNTS, **PUBLIC, noise="gaussian")
    assert repr(private) == (
        "Release: 16 places, 2 columns, (1, 1e-06)-differentially private, standard deviation"
        f" {private.sigma:.4g}"
    )
    page = private._repr_html_()
    assert page == f"<p>{repr(private)}</p>{private.to_frame()._repr_html_()}"
