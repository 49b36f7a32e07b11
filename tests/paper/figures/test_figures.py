"""Figures of the paper from small tables: every panel is drawn, or says why it is empty."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection

from gaussmech.paper.claims.heatmap import PRINTED, RAW
from gaussmech.paper.experiments.calibration import calibration
from gaussmech.paper.figures import captions, fig1, fig2, fig3, fig4, fig5, fig6
from gaussmech.paper.figures.curves import STEP
from gaussmech.paper.figures.looks import LOOKS
from gaussmech.paper.figures.maps import TALLEST
from gaussmech.paper.figures.panels import available_epsilons
from tests.paper.figures.small_tables import errors, heatmap, maps, provenance, texts

GRID = calibration([(e, d) for e in (1e-4, 0.01, 1.0) for d in (1e-6, 0.01)], 2.0)


def test_the_config_epsilons_are_shown_where_the_papers_are_missing():
    assert available_epsilons(errors([0.01, 0.3, 0.7]), [1.0, 0.01]) == [0.3, 0.01]
    figure = fig1.draw(GRID, errors([0.3]))
    assert "ε = 0.3" in texts(figure) and "no further epsilon" in texts(figure)
    assert "at epsilon 0.3" in fig3.caption(GRID, errors([0.3]))
    caption = fig3.caption(GRID, errors([0.01, 0.1, 1.0]))
    assert "at epsilon 0.1." in caption and "at epsilon 0.01" not in caption


def test_figure_1_reads_sigma_in_units_of_the_sensitivity():
    sigma = GRID[
        (GRID["epsilon"] == 1) & (GRID["delta"] == 0.01) & (GRID["mechanism"] == "aGM")
    ]
    lines = fig1.draw(GRID, errors([0.01, 0.1])).axes[0].lines
    assert sigma["sigma"].iloc[0] / 2 in np.concatenate(
        [line.get_ydata() for line in lines]
    )


@pytest.mark.parametrize(
    "dimensions", [(100,), (10, 100, 1000), (10, 30, 90, 270, 810)]
)
def test_markers_stand_at_the_dimensions_of_the_table(dimensions):
    table = errors([0.01, 0.1, 1.0], dimensions)
    drawn = {
        "Figure 1": (fig1.draw(GRID, table).axes[2], fig1.caption(GRID, table), 0.01),
        "Figure 3": (fig3.draw(GRID, table).axes[1], fig3.caption(GRID, table), 1.0),
        "Figure 4": (fig4.draw(table).axes[0], fig4.caption(table), 1.0),
    }
    for name, (panel, caption, epsilon) in drawn.items():
        rows = table[table["epsilon"] == epsilon]
        points = {}
        for line in panel.lines:
            x, y = line.get_data()
            points[line.get_label()] = sorted(zip(x, y, strict=True))
            assert line.get_linestyle() != "None" or "outside" in line.get_label()
        for method, part in rows.groupby("method"):
            pairs = sorted(zip(part["dimension"], part["error_mean"], strict=True))
            assert points[LOOKS[method].label] == pairs, (name, method)
        # Bars begin and end at the same dimensions as the markers.
        for bars in panel.collections:
            if isinstance(bars, LineCollection):
                assert {x for path in bars.get_segments() for x, _ in path} <= {
                    *dimensions
                }
        assert ("side by side" in caption) == (len(dimensions) <= 4)


def test_points_side_by_side_are_apart_on_the_page_and_stand_at_their_place_in_the_mean():
    figure = fig1.draw(GRID, errors([0.01, 0.1], (10, 100, 1000)))
    figure.draw_without_rendering()
    panel = figure.axes[2]
    marked = {look.label for look in LOOKS.values() if look.marker}
    for place, dimension in enumerate((10, 100, 1000)):
        pixels = []
        for line in panel.lines:
            if line.get_label() in marked:
                pixels.append(
                    line.get_transform().transform(line.get_xydata())[place, 0]
                )
        middle = panel.transData.transform([(dimension, 1.0)])[0, 0]
        assert np.mean(pixels) == pytest.approx(middle, abs=1e-6)
        steps = np.diff(sorted(pixels)) / figure.dpi * 72
        np.testing.assert_allclose(steps, STEP)


def test_cgm_beyond_its_theorem_is_marked():
    figure = fig3.draw(GRID, errors([1.0, 0.1]))
    marked = [
        line
        for line in figure.axes[1].lines
        if "outside its theorem" in line.get_label()
    ]
    assert len(marked) == 1 and marked[0].get_markerfacecolor() == "white"
    assert not any("outside" in line.get_label() for line in figure.axes[2].lines)


@pytest.mark.parametrize("what", [{"dimensions": (3,)}, {"methods": ("zero",)}])
def test_figure_4_without_denoisers_in_high_dimension_says_so(what):
    table = errors([1.0], **what)
    assert "no denoised method" in texts(fig4.draw(table))
    assert fig4.caption(table).startswith("Figure 4:")


def test_the_curves_of_figure_4_d_are_named_at_their_ends():
    table = errors((0.01, 0.1, 1.0), (10, 1000, 10**6), ("aGM-JS", "aGM-TH"))
    table["error_mean"] *= table["method"].map({"aGM-JS": 1.0, "aGM-TH": 1e-3})
    panel = fig4.draw(table).axes[3]
    labels = [text.get_text() for text in panel.texts]
    assert sorted(labels) == sorted(
        f"{m}, {e}" for m in ("JS", "TH") for e in ("0.01", "0.1", "1")
    )
    assert panel.get_legend() is None


def with_errors(**about):
    return maps(**about) | {"heatmap": heatmap([0, 8])}


def test_maps_carry_their_rmse_and_source_and_a_synthetic_city_cannot_be_missed():
    # Student's factor for 20 draws is 2.093, and the standard error 0.1.
    assert "RMSE 20.00 ± 0.21\npaper" in texts(fig2.draw(**with_errors()))
    assert "my city. (0.5, 1e-06)-DP" in fig2.caption(**with_errors())
    tables = with_errors(source="stand-in")
    assert "SYNTHETIC CITY" in texts(
        fig2.draw(**tables)
    ) and "SYNTHETIC" in fig2.caption(**tables)


def test_of_few_draws_no_interval_is_shown():
    tables = with_errors()
    tables["heatmap"]["repetitions"] = 4
    figure_text = texts(fig2.draw(**tables))
    assert "RMSE 20.00, 4 draws" in figure_text and "±" not in figure_text


@pytest.mark.parametrize(("hour", "is_simulation"), [(0, True), (8, False)])
def test_a_weighted_hour_is_a_simulation_and_an_unweighted_one_is_not(
    hour, is_simulation
):
    tables = with_errors(weighted=[hour])
    words = "each trip counted six times"
    assert (words in texts(fig2.draw(**tables))) == is_simulation
    assert (words in fig2.caption(**tables).splitlines()[0]) == is_simulation
    assert ("a utility simulation" in fig2.caption(**tables)) == is_simulation


def test_pooled_days_and_the_source_stand_above_the_map_and_in_its_caption():
    tables = with_errors(weighted=[0])
    facts = tables["provenance"]["hours"]["0"]
    facts |= {"days": "January to June 2016", "sample": "a 5 % sample"}
    words = (
        "January to June 2016, 0:00 to 1:00, a 5 % sample, each trip counted six times"
    )
    assert f"my city\n{words}\nε" in texts(fig2.draw(**tables))
    title, _, rest = fig2.caption(**tables).splitlines()
    assert title.endswith(words) and "my city: January to June 2016" in rest
    counts = [captions.times(count) for count in (1, 2, 3.0, 6.0, 0.5, 11)]
    assert counts == [
        "once",
        "twice",
        "three times",
        "six times",
        "0.5 times",
        "11 times",
    ]


@pytest.mark.parametrize("tall, height", [(2.13, TALLEST), (1.0, 3.15), (0.25, 1.8375)])
def test_maps_leave_no_room_above_a_wide_city(tall, height):
    tables = with_errors(methods=["aGM", "aGM-wavelet", "aGM-trend-oracle"])
    tables["junctions"] = pd.DataFrame(
        {"lon": [0.0, 0.02, 0.01], "lat": [0.0, 0.0, 0.02 * tall]}
    )
    size = fig2.draw(**tables).get_size_inches()
    assert size[1] == pytest.approx(height, rel=1e-6, abs=0)


def test_figure_6_with_hours_missing_says_so():
    figure = fig6.draw(heatmap([8]), provenance([8]))
    assert texts(figure).count("is not in this run") == 6


def test_a_caption_of_maps_names_only_methods_that_are_drawn():
    # The best method of the run has no map.
    rmse = {
        "aGM": 40.0,
        "aGM-wavelet": 13.0,
        "aGM-trend-oracle": 9.0,
        "aGM-trend-sure": 5.0,
    }
    tables = maps(methods=tuple(rmse)) | {
        "heatmap": heatmap([0, 8], epsilons=(0.5,), rmse=rmse)
    }
    _, takeaway, _ = fig2.caption(**tables).splitlines()
    assert (
        "80.0 raw, 26.0 by aGM-wavelet, and 18.0 by trend filtering whose lambda uses the truth"
        in takeaway
    )
    assert "SURE" not in takeaway


def test_a_denoiser_that_finds_no_signal_makes_no_headline():
    rmse = {"aGM": 1000.0, "aGM-wavelet": 10.0, "zero": 12.0, "mean": 10.0}
    table = heatmap([8], epsilons=(0.01,), rmse=rmse)
    headline = "No denoiser beats the zero release and a constant map in this run."
    assert fig6.gains(table) == headline
    # Twice as good at the larger epsilon.
    better = heatmap([8], epsilons=(1.0,), rmse=rmse | {"aGM-wavelet": 5.0})
    takeaway = fig6.gains(pd.concat([table, better]))
    assert "by 40,000 at epsilon 1 (aGM-wavelet)" in takeaway
    assert takeaway.endswith("below epsilon 1 a constant map does as well.")
    assert "0.01" not in takeaway


def test_an_interval_needs_five_draws():
    tables = with_errors()
    for draws, has_interval in ((4, False), (5, True)):
        tables["heatmap"]["repetitions"] = draws
        words = texts(fig2.draw(**tables))
        assert ("± 0." in words) == has_interval
        assert (f"95 % interval of the mean of {draws} draws" in words) == has_interval


def test_coinciding_curves_are_drawn_wide_below_narrow():
    lines = {
        line.get_label(): line
        for line in fig1.draw(GRID, errors([0.01, 0.1])).axes[2].lines
    }
    wide = lines["aGM-JS"]
    narrow = lines["aGM"]
    assert wide.get_linewidth() >= 2 * narrow.get_linewidth()
    assert wide.get_zorder() < narrow.get_zorder()


def test_a_method_worse_than_nothing_is_not_called_the_least():
    table = errors([1.0, 0.1])
    table.loc[table["method"] == "zero", "error_mean"] = 0.25
    for caption in (fig3.caption(GRID, table), fig4.caption(table)):
        assert "no better than the zero release, at epsilon 1" in caption


def test_the_numbers_above_the_maps_are_those_that_the_claims_have():
    for figure, hour in ((fig2, 0), (fig5, 12)):
        wavelets, trend = PRINTED[hour]
        expected = {"aGM": RAW, "aGM-wavelet": wavelets, "aGM-trend-oracle": trend}
        assert expected == figure.PRINTED
