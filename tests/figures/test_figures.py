"""Figures from small tables: every panel is drawn, or says why it is empty."""

import io

import matplotlib
import numpy as np
import pandas as pd
import pytest

from gaussmech.experiments.calibration import calibration
from gaussmech.figures import captions, fig1, fig2, fig3, fig4, fig6
from gaussmech.figures.panels import shown_epsilons
from gaussmech.figures.style import number, plt, rendered
from gaussmech.pipeline.tables import COLUMNS
from tests.pipeline.full_disk import room_for


def errors(epsilons, dimensions=(10, 1000), methods=("Lap", "cGM", "aGM", "aGM-JS", "zero")):
    rows = [
        (e, 1e-4, 500, d, m, 100, 1.0 + k + d / e, 0.1, 1.0)
        for e in epsilons
        for d in dimensions
        for k, m in enumerate(methods)
    ]
    return pd.DataFrame(rows, columns=COLUMNS["histogram"])


def heatmap(hours, epsilons=(0.5, 2.0)):
    rows = [
        (h, m, e, 1e-6, 5.0, 40.0, 20, 10.0 / e, 0.1, m == "aGM-trend-oracle", "files")
        for h in hours
        for e in epsilons
        for m in ("cGM", "aGM", "aGM-wavelet", "aGM-trend-oracle", "mean")
    ]
    return pd.DataFrame(rows, columns=COLUMNS["heatmap"])


def provenance(hours, source="files", weighted=()):
    facts = {
        str(h): {
            "ends_used": 100,
            "utility_simulation": h in weighted,
            "weights": [6.0 if h in weighted else 1.0],
        }
        for h in hours
    }
    held = {"neighbours": "add or remove a cab", "epsilon": 0.5, "delta": 1e-6, "condition": "x"}
    return {
        "source": source,
        "label": "my city",
        "counts": {"junctions": 3, "road_sections": 2},
        "hours": facts,
        "contribution": {"rule": "clip", "guarantees": [held]},
    }


GRID = calibration([(e, d) for e in (1e-4, 0.01, 1.0) for d in (1e-6, 0.01)], 2.0)


def texts(figure):
    return " ".join(text.get_text() for text in figure.findobj(matplotlib.text.Text))


def test_figure_1_shows_the_config_epsilons_where_the_papers_are_missing():
    figure = fig1.draw(GRID, errors([0.3]))
    assert "ε = 0.3" in texts(figure) and "no further epsilon" in texts(figure)
    assert "at epsilon 0.3" in fig3.caption(GRID, errors([0.3]))


def test_figure_3_names_its_own_epsilons_only():
    caption = fig3.caption(GRID, errors([0.01, 0.1, 1.0]))
    assert "at epsilon 0.1." in caption and "at epsilon 0.01" not in caption


def test_figure_1_reads_sigma_in_units_of_the_sensitivity():
    sigma = GRID[(GRID["epsilon"] == 1) & (GRID["delta"] == 0.01) & (GRID["mechanism"] == "aGM")]
    figure = fig1.draw(GRID, errors([0.01, 0.1]))
    drawn = np.concatenate(
        [line.get_ydata() for line in figure.axes[0].lines if len(line.get_ydata())]
    )
    assert sigma["sigma"].iloc[0] / 2 in drawn


def test_cgm_beyond_its_theorem_is_marked():
    figure = fig3.draw(GRID, errors([1.0, 0.1]))
    marked = [line for line in figure.axes[1].lines if "outside its theorem" in line.get_label()]
    assert len(marked) == 1 and marked[0].get_markerfacecolor() == "white"
    assert not any("outside" in line.get_label() for line in figure.axes[2].lines)


@pytest.mark.parametrize(
    "table", [errors([1.0], dimensions=(3,)), errors([1.0], methods=("zero",))]
)
def test_figure_4_without_denoisers_in_high_dimension_says_so(table):
    assert "no denoised method" in texts(fig4.draw(table))
    assert fig4.caption(table).startswith("Figure 4:")


def map_tables(source="files", weighted=()):
    draw = pd.DataFrame(
        {"hour": 0, "junction": range(3), "epsilon": 0.5, "truth": [1.0, 2, 3], "aGM": [0.0, 5, 9]}
    )
    return {
        "heatmap": heatmap([0, 8]),
        "heatmap_draw": draw,
        "junctions": pd.DataFrame({"junction": range(3), "lon": [0, 1, 2], "lat": [0, 1, 0]}),
        "roads": pd.DataFrame({"u": [0, 1], "v": [1, 2], "sections": 1, "length_m": 9.0}),
        "provenance": provenance([0, 8], source, weighted),
    }


def test_maps_carry_their_rmse_and_source():
    figure = fig2.draw(**map_tables())
    assert "RMSE 20.00 ± 0.10" in texts(figure)
    assert "my city; (0.5, 1e-06)-DP" in fig2.caption(**map_tables())


def test_a_synthetic_city_cannot_be_missed():
    tables = map_tables(source="stand-in")
    assert "SYNTHETIC CITY" in texts(fig2.draw(**tables))
    assert "SYNTHETIC CITY" in fig2.caption(**tables)


def test_a_weighted_hour_is_a_simulation_and_an_unweighted_one_is_not():
    for hour, told in ((0, True), (8, False)):
        tables = map_tables(weighted=[hour])
        assert ("each trip counted six times" in texts(fig2.draw(**tables))) == told
        assert ("each trip counted six times" in fig2.caption(**tables).splitlines()[0]) == told
        assert ("a utility simulation" in fig2.caption(**tables)) == told


def test_pooled_days_and_the_source_stand_above_the_map_and_in_its_caption():
    tables = map_tables(weighted=[0])
    facts = tables["provenance"]["hours"]["0"]
    facts |= {"days": "January to June 2016", "sample": "a 5 % sample"}
    words = "January to June 2016, 0:00 to 1:00, a 5 % sample, each trip counted six times"
    assert f"my city\n{words}\nε" in texts(fig2.draw(**tables))
    title, _, rest = fig2.caption(**tables).splitlines()
    assert title.endswith(words) and "my city: January to June 2016" in rest


def test_how_often_in_words():
    found = [captions.times(count) for count in (1, 2, 3.0, 6.0, 0.5, 11)]
    assert found == ["once", "twice", "three times", "six times", "0.5 times", "11 times"]


def test_figure_6_with_hours_missing_says_so():
    figure = fig6.draw(heatmap([8]), provenance([8]))
    assert "hour 12 is not in this run" in texts(figure)


def test_shown_epsilons_fills_gaps():
    table = errors([0.01, 0.3, 0.7])
    assert shown_epsilons(table, [1.0, 0.01]) == [0.3, 0.01]
    assert shown_epsilons(errors([0.5]), [1.0, 0.1]) == [0.5]


@pytest.mark.parametrize(
    "value, text",
    [(0.5, "0.5"), (1e-6, "10⁻⁶"), (2.5e-8, "2.5 × 10⁻⁸"), (10.0, "10")],
)
def test_numbers_in_labels(value, text):
    assert number(value) == text


def test_a_figure_is_rendered_without_writing_a_file():
    # A full disk is then reported by whoever writes the bytes; Matplotlib's PDF writer hides it.
    with room_for(5_000):
        pdf, png = rendered(fig4.draw(errors([1.0])))
    assert min(len(pdf), len(png)) > 5_000


def test_a_figure_has_the_same_bytes_again():
    first, second = (rendered(fig2.draw(**map_tables())) for _ in range(2))
    assert first == second


def test_a_rendered_figure_is_what_matplotlib_draws():
    def small():
        figure, axes = plt.subplots(1, 2, sharey=True, figsize=(4, 2))
        for panel, top in zip(axes, (3, 8), strict=True):
            panel.loglog([1e-6, 1], [1, 10**top])
            panel.xaxis.set_major_formatter("{x:g}")
            panel.yaxis.set_major_formatter("{x:g}")
            panel.label_outer()
            panel.set_title("Both")
        return figure

    _, png = rendered(small())
    expected = io.BytesIO()
    small().savefig(expected, format="png")
    expected.seek(0)
    assert (plt.imread(io.BytesIO(png)) == plt.imread(expected)[..., :3]).all()


def test_powers_of_ten_on_an_axis_are_plain_text():
    axes = plt.figure().subplots()
    axes.loglog([1e-12, 1e3], [1, 2])
    rendered(axes.figure)
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert "10⁻¹²" in labels and axes.get_xticks()[labels.index("10⁻¹²")] == pytest.approx(1e-12)
    assert {"1", "2"} <= {label.get_text() for label in axes.get_yticklabels()}
