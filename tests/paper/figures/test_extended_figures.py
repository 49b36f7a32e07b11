"""The extended figures, and those about tuning and the l2 mechanism, from small tables."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.l2_mechanism import l2_mechanism as noise_table
from gaussmech.paper.figures import (
    fig2_extended,
    fig4_extended,
    fig5_extended,
    fig6,
    fig6_extended,
    l2_mechanism,
    sure_path,
)
from gaussmech.paper.figures.looks import LOOKS
from gaussmech.paper.pipeline.tables import COLUMNS
from tests.paper.figures.small_tables import (
    areas,
    errors,
    heatmap,
    maps,
    provenance,
    texts,
)

MAPS = {"aGM": 9.0, "aGM-trend-oracle": 8.0, "aGM-trend-sure": 7.0}
MAPS |= {"aGM-forest": 6.0, "aGM-auto": 5.0}
HISTOGRAM = (
    "Lap",
    "aGM",
    "aGM-TH",
    "Lap-simplex",
    "aGM-EB",
    "posterior-median",
    "zero",
)


@pytest.mark.parametrize(("module", "hour"), [(fig2_extended, 0), (fig5_extended, 12)])
def test_the_extended_maps_show_our_methods_with_their_errors(module, hour):
    tables = maps(hour, MAPS, "_extended") | {
        "denoising_worth": heatmap([hour], rmse=MAPS)
    }
    if module is fig2_extended:
        tables["areas_worth"] = areas([hour])
    figure_text = texts(module.draw(**tables))
    assert (
        "Auto (ours)" in figure_text
        and "RMSE 10.00" in figure_text
        and "oracle λ" in figure_text
    )
    caption = module.caption(**tables)
    assert "RMSE 18.0 raw, 10.0 by aGM-auto." in caption and "uses the truth" in caption
    tables["denoising_worth"] = heatmap([hour], epsilons=[2.0], rmse=MAPS)
    assert "Auto (ours)" in texts(module.draw(**tables))
    assert "No errors at this epsilon in this run." in module.caption(**tables)


def test_below_our_map_stands_what_areas_bring():
    tables = maps(0, MAPS, "_extended") | {"denoising_worth": heatmap([0], rmse=MAPS)}
    figure = fig2_extended.draw(**tables, areas_worth=areas([0, 12]))
    (ours,) = [panel for panel in figure.axes if "Auto" in panel.get_title()]
    columns = [text.get_text().split("\n") for text in ours.texts]
    # Student's quantile of 19 degrees is 2.09.
    assert list(zip(*columns, strict=True)) == [
        ("error ratio, 62 areas", "junction", "sum of 900"),
        ("one event per person", "0.90 ± 0.02", "0.40 ± 0.02"),
        ("5 trips per cab", "0.90 ± 0.02", "0.80 ± 0.02"),
    ]
    assert sum(bool(panel.texts) for panel in figure.axes) == 1
    few = fig2_extended.draw(**tables, areas_worth=areas([0], draws=2))
    assert "0.40" in texts(few) and "0.40 ±" not in texts(few)
    # A run without this hour measures areas at another one.
    other = fig2_extended.draw(**tables, areas_worth=areas([12]))
    assert "areas" not in texts(other)


def test_figure_6_extended_ranks_the_methods_of_this_run():
    table = heatmap([8, 12], rmse=MAPS)
    caption = fig6_extended.caption(table, provenance([8, 12]))
    # (5 / 8)² of the error of the paper's trend filtering, which uses the truth.
    assert (
        "With aGM-auto, the mean squared error over that of aGM-trend-oracle is 0.39 at"
        in caption
    )
    table.loc[table.method == "aGM-auto", "rmse_mean"] = 99.0
    caption = fig6_extended.caption(table, provenance([8, 12]))
    assert (
        "With aGM-forest, the mean squared error over that of aGM-trend-oracle is 0.56"
        in caption
    )
    # All hours together are denoised at one epsilon only, of which the caption says nothing.
    table = heatmap([8, 12], rmse=MAPS | {"aGM-auto-hours": 1.0})
    table = table[(table["method"] != "aGM-auto-hours") | (table["epsilon"] == 0.5)]
    assert "With aGM-auto, " in fig6_extended.caption(table, provenance([8, 12]))
    # A point per hour, and their mean.
    table = heatmap([8, 12], epsilons=[0.5], rmse=MAPS)
    table.loc[(table.method == "aGM-auto") & (table.hour == 12), "rmse_mean"] = 12.0
    (panel,) = fig6_extended.draw(table, provenance([8, 12])).axes
    ratios, _ = fig6.with_ratio(table, fig6_extended.YARDSTICKS)
    labels = [label.get_text() for label in panel.get_yticklabels()]
    for method, rows in ratios.groupby("method"):
        y = labels.index(LOOKS[method].label)
        (points,) = [line for line in panel.lines if list(line.get_ydata()) == [y, y]]
        assert sorted(points.get_xdata()) == pytest.approx(sorted(rows["ratio"]))
        (digits,) = [text.get_text() for text in panel.texts if text.xy[1] == y]
        assert digits == f"{rows['ratio'].mean():#.2g}"


@pytest.mark.parametrize("method", ["aGM-auto-hours", "mean"])
def test_one_method_is_its_own_yardstick(method):
    table = heatmap([8], rmse={method: 9.0})
    assert f"MSE / {method}" in texts(fig6_extended.draw(table, provenance([8])))
    assert "No denoiser other than the raw release" in fig6_extended.caption(
        table, provenance([8])
    )


def test_sure_along_lambda_says_where_both_are_least_and_how_far_apart():
    about = provenance([0, 12])
    table = sure_table(hours=(0, 12), gap=-7.0, se=2.0)
    assert "SURE" in texts(sure_path.draw(table, about))
    caption = sure_path.caption(table, about)
    assert "costs no more error" in caption
    assert "SURE is off by at most 3.5 standard errors" in caption
    caption = sure_path.caption(sure_table(hours=(0,), gap=0.0, se=0.0), about)
    assert "costs no more error" in caption and "as no draw varied" in caption
    assert "nan" not in caption and "0.0 %" not in caption


def sure_table(hours, gap, se):
    error = {ratio: 100 + 50 * abs(np.log(ratio)) for ratio in (0.5, 1.0, 2.0)}
    rows = [
        (hour, 0.5, ratio, name, value, se, 6)
        for hour, (ratio, e) in product(hours, error.items())
        for name, value in (("error", e), ("sure", e + gap), ("difference", gap))
    ]
    return pd.DataFrame(rows, columns=COLUMNS["sure_path"])


def table(methods, epsilons=(0.01, 0.1, 1.0), dimensions=(1, 10, 1000)):
    rows = errors(epsilons, dimensions, methods)
    level = {method: 0.1 * 1.5**k for k, method in enumerate(reversed(methods))}
    return rows.assign(error_mean=rows["method"].map(level))


def test_figure_4_extended_names_every_curve_or_says_which_are_not_in_this_run():
    figure_text = texts(fig4_extended.draw(table(HISTOGRAM)))
    for method in HISTOGRAM:
        assert figure_text.count(LOOKS[method].label) >= 3
    assert "best of the others" in figure_text and "ε = 0.01" in figure_text
    for few in (table(("Lap", "aGM")), table(("posterior-median",))):
        assert "in this run" in texts(fig4_extended.draw(few))
        assert "has" not in fig4_extended.caption(few)


def test_fewer_epsilons_or_dimensions_leave_panels_that_say_so():
    small = table(HISTOGRAM, epsilons=(0.3,), dimensions=(10,))
    assert texts(fig4_extended.draw(small)).count("no further epsilon") == 2


@pytest.mark.parametrize(
    "epsilons, deltas", [([0.1, 1, 10], [1e-10, 1e-6, 0.01]), ([1], [1e-6])]
)
def test_the_l2_figure_has_a_name_per_curve_and_its_numbers(epsilons, deltas):
    rows = noise_table(
        epsilons=epsilons, deltas=deltas, dimensions=np.geomspace(1, 1e3, 13)
    )
    figure_text = texts(l2_mechanism.draw(rows))
    assert (
        figure_text.count("ε = ") == len(epsilons) + 1
        and figure_text.count("δ = ") == len(deltas) + 1
    )
    assert "0.17 (d = 2)" in l2_mechanism.caption(rows)
