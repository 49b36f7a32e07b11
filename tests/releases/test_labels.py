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


@pytest.mark.parametrize(
    ("values", "columns"),
    [
        (COUNTS, ["day", "night"]),
        (COUNTS["day"], ["day"]),
        (COUNTS["day"].rename(None), [0]),
    ],
)
def test_a_table_goes_out_with_its_labels(values, columns):
    private = gm.release(values, **BUDGET)
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
    private = gm.release(values, **BUDGET, noise=distribution, areas=areas)
    options = {"method": "js", "nonnegative": True, "keep_total": True}
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
    private = gm.release(COUNTS, **BUDGET, areas=BLOCKS)
    for level, name in zip(private.areas, BLOCKS, strict=True):
        labels = np.array(level.ids)[level.codes]
        assert level.name == name and labels.tolist() == [*BLOCKS[name].iloc[ORDER]]
    with pytest.raises(ValueError, match="areas holds object; labels must be"):
        gm.release(COUNTS, **BUDGET, areas=BLOCKS.replace("a", np.nan))
    with pytest.raises(
        ValueError, match="areas lacks 1 of the 16 rows of values: 'p0'"
    ):
        gm.release(COUNTS, **BUDGET, areas=BLOCKS.drop("p0"))


def test_an_array_is_in_the_order_of_the_vertices():
    private = gm.release(COUNTS["day"].to_numpy(), **BUDGET)
    assert private.to_frame().index.tolist() == [*range(16)]
    fit = private.denoise(GRAPH, method="js", rng=1)
    assert type(fit.estimate) is np.ndarray
    assert fit.to_frame().index.tolist() == NAMES


def test_rows_that_the_graph_lacks_are_named():
    private = gm.release(COUNTS.rename({"p0": "Harlem"}), **BUDGET)
    with pytest.raises(ValueError, match="1 label that the graph lacks: 'Harlem'"):
        private.denoise(GRAPH)


def test_it_is_one_line_without_anything_private():
    private = gm.release(COUNTS, **BUDGET, noise="gaussian")
    assert repr(private) == (
        "Release: 16 places, 2 columns, (1, 1e-06)-differentially private, standard deviation"
        f" {private.sigma:.4g}"
    )
    page = private._repr_html_()
    assert page == f"<p>{repr(private)}</p>{private.to_frame()._repr_html_()}"


def test_noise_alone_is_no_release():
    with pytest.raises(ValueError, match=r"epsilon is 0, .*\(0, 700\], such as 1e-9"):
        gm.release([3, 1], epsilon=0, delta=1e-6, l2_sensitivity=1)
    assert gm.release([3, 1], epsilon=1e-9, delta=1e-6, l2_sensitivity=1).sigma > 1e5
