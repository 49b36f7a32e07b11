"""The extended figures and the two about tuning, from small tables."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.figures import (
    fig2_extended,
    fig5_extended,
    fig6,
    fig6_extended,
    looks,
    sure_path,
)
from gaussmech.pipeline.tables import COLUMNS
from tests.figures.test_figures import provenance, texts

METHODS = ("aGM", "aGM-trend-oracle", "aGM-trend-sure", "aGM-forest", "aGM-auto")


def extended(hours, epsilons=(0.5, 2.0)):
    rows = [
        (h, m, e, 1e-6, 5.0, 40.0, 2, (9.0 - k) / e, 0.1, m == "aGM-trend-oracle", "files")
        for h in hours
        for e in epsilons
        for k, m in enumerate(METHODS)
    ]
    return pd.DataFrame(rows, columns=COLUMNS["heatmap_extended"])


def city(hours):
    draw = pd.DataFrame(
        {"hour": hour, "junction": range(3), "epsilon": 0.5, "truth": [1.0, 2.0, 3.0]}
        | {method: [1.0, 2.0, 4.0] for method in METHODS}
        for hour in hours
    ).explode(["junction", "truth", *METHODS], ignore_index=True)
    draw[["truth", *METHODS]] = draw[["truth", *METHODS]].astype(float)
    return {
        "heatmap_draw_extended": draw,
        "junctions": pd.DataFrame(
            {"junction": range(3), "lon": [-74.0, -73.99, -73.98], "lat": [40.7, 40.71, 40.72]}
        ),
        "roads": pd.DataFrame({"u": [0, 1], "v": [1, 2], "sections": 1, "length_m": 100.0}),
        "provenance": provenance(hours),
    }


@pytest.mark.parametrize(("module", "hour"), [(fig2_extended, 0), (fig5_extended, 12)])
def test_the_extended_maps_show_our_methods_with_their_errors(module, hour):
    tables = city([hour]) | {"heatmap_extended": extended([hour])}
    shown = texts(module.draw(**tables))
    assert "Auto (ours)" in shown and "RMSE 10.00" in shown
    assert "oracle λ" in shown
    caption = module.caption(**tables)
    assert "RMSE 18.0 raw, 10.0 by aGM-auto." in caption and "uses the truth" in caption


def test_figure_6_extended_ranks_the_methods_of_this_run():
    table = extended([8, 12])
    assert "ε" in texts(fig6_extended.draw(table, provenance([8, 12])))
    caption = fig6_extended.caption(table, provenance([8, 12]))
    assert "raw map by 3.24 at epsilon 0.5 (aGM-auto)" in caption
    table.loc[table.method == "aGM-auto", "rmse_mean"] = 99.0
    caption = fig6_extended.caption(table, provenance([8, 12]))
    assert "raw map by 2.25 at epsilon 0.5 (aGM-forest)" in caption


def test_figure_6_extended_has_a_point_per_hour_and_their_mean():
    table = extended([8, 12], epsilons=[0.5])
    table.loc[(table.method == "aGM-auto") & (table.hour == 12), "rmse_mean"] = 12.0
    figure = fig6_extended.draw(table, provenance([8, 12]))
    ratios, _ = fig6.with_ratio(table, fig6_extended.YARDSTICKS)
    (panel,) = figure.axes
    labels = [label.get_text() for label in panel.get_yticklabels()]
    for method, rows in ratios.groupby("method"):
        y = labels.index(looks.METHODS[method].label)
        (points,) = [line for line in panel.lines if list(line.get_ydata()) == [y, y]]
        assert sorted(points.get_xdata()) == pytest.approx(sorted(rows["ratio"]))
        (digits,) = [text.get_text() for text in panel.texts if text.xy[1] == y]
        assert digits == f"{rows['ratio'].mean():.2f}"


def paths(gap):
    rows = []
    for hour in (0, 12):
        for ratio in (0.5, 1.0, 2.0):
            error = 100 + 50 * abs(np.log(ratio))
            for name, value in (("error", error), ("sure", error + gap), ("difference", gap)):
                rows.append((hour, 0.5, ratio, name, value, 2.0, 6))
    return pd.DataFrame(rows, columns=COLUMNS["sure_path"])


def test_sure_along_lambda_says_where_both_are_least_and_how_far_apart():
    assert "SURE" in texts(sure_path.draw(paths(1.0), provenance([0, 12])))
    caption = sure_path.caption(paths(-7.0), provenance([0, 12]))
    assert "costs no more error" in caption
    assert "differ by at most 3.5 standard errors" in caption


@pytest.mark.parametrize("method", ["aGM-auto-hours", "mean"])
def test_one_method_is_its_own_yardstick(method):
    table = extended([8])
    table = table[table["method"] == "aGM"].assign(method=method)
    assert f"MSE / {method}" in texts(fig6_extended.draw(table, provenance([8])))
    assert f"over that of {method};" in fig6_extended.caption(table, provenance([8]))


def test_maps_without_errors_at_their_epsilon_say_so():
    tables = city([0]) | {"heatmap_extended": extended([0], epsilons=[2.0])}
    assert "Auto (ours)" in texts(fig2_extended.draw(**tables))
    assert "No errors at this epsilon in this run." in fig2_extended.caption(**tables)
