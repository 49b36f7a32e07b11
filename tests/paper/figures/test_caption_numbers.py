"""Numbers of captions, computed once more from the tables in another way: a row a number."""

from importlib import import_module

import numpy as np
import pytest

from tests.paper.figures.small_tables import every_table, inputs


def two(value):
    """Two significant digits, in plain notation where it is short."""
    if value >= 9.95:
        return f"{round(value, 1 - int(np.floor(np.log10(value)))):,.0f}"
    return f"{value:#.2g}" if value >= 1e-3 else f"{value:.2g}"


def wide(table, index, columns, values):
    return table.pivot_table(index=index, columns=columns, values=values)


def gain(table, **cell):
    sigma = wide(table, ["epsilon", "delta"], "mechanism", "sigma").reset_index()
    for column, value in cell.items():
        sigma = sigma[np.isclose(sigma[column], value, atol=0)]
    (row,) = sigma.itertuples()
    return two((row.cGM / row.aGM) ** 2)


def least(table, epsilon):
    rows = table[
        (table.dimension == table.dimension.max()) & (table.epsilon == epsilon)
    ]
    return two(rows[rows.method != "zero"].error_mean.min())


def posterior_median_ratio(t):
    error = wide(
        t["histogram_extended"], ["epsilon", "dimension"], "method", "error_mean"
    )
    return error["posterior-median"] / error.drop(columns="posterior-median").min(
        axis=1
    )


def rmse(t, table, hour, method):
    rows = t[table].query("hour == @hour and method == @method and epsilon == 0.5")
    return rows.rmse_mean.item()


def saved(t, name):
    constant = t["accuracy_constant"].set_index("mechanism").relative_sigma
    return 100 * (1 - constant[name])


def lecture_costs(t):
    table = t["composition_lecture"].query("question == 'epsilon'")
    return table.pivot(index="k", columns="method", values="epsilon")


def geng_ratios(t):
    return np.concatenate(
        [t["geng_ratio_epsilon"].amplitude_ratio, t["geng_ratio_delta"].amplitude_ratio]
    )


def farthest_share(t):
    off = t["accuracy"].eval("(beyond - alpha) / beyond_se")
    return f"{off.abs().max():.1f}"


def excess_of_limit(t, k):
    ratio = t["gdp_central_limit"].query("k == @k").eval("exact / limit")
    return f"{100 * (ratio.max() - 1):.2g}"


def least_gap(t):
    rows = t["geng_bounds"].query("regime == 'diagonal'").sort_values("delta")
    return f"{1 - rows.amplitude_tightness.iloc[0]:.1g}"


# A number that has its own formula here, and the words around it in the caption.
CASES = [
    (
        "fig1",
        "by {} at epsilon 0.001",
        lambda t: gain(t["calibration_epsilon"], epsilon=1e-3, delta=1e-6),
    ),
    (
        "fig3",
        "{} times (delta 0.1)",
        lambda t: gain(t["calibration_delta"], epsilon=1, delta=0.1),
    ),
    ("fig3", "{} by aGM-JS at epsilon 0.1", lambda t: least(t["mean_estimation"], 0.1)),
    ("fig4_extended", "has {:.2f} to", lambda t: posterior_median_ratio(t).min()),
    ("fig2", "{:.1f} raw", lambda t: rmse(t, "heatmap", 0, "aGM")),
    (
        "fig5_extended",
        "{:.1f} by aGM-auto",
        lambda t: rmse(t, "denoising_worth", 12, "aGM-auto"),
    ),
    ("accuracy", "farthest {} standard errors", farthest_share),
    ("accuracy", "calibration {:.2g} to", lambda t: saved(t, "aGM").min()),
    (
        "composition_lecture",
        "from k = {} on",
        lambda t: lecture_costs(t).query("advanced < basic").index.min(),
    ),
    (
        "composition_lecture",
        "basic {} times",
        lambda t: two(lecture_costs(t).eval("basic / exact").iloc[-1]),
    ),
    (
        "gdp_composition",
        "{} of the 28 cells",
        lambda t: t["gdp_composition_table"].agrees.sum(),
    ),
    ("gdp_central_limit", "{} % for k = 5", lambda t: excess_of_limit(t, 5)),
    ("geng_ratio", "{} of 8 budgets", lambda t: (geng_ratios(t) < 1).sum()),
    ("geng_ratio", "aGM, {:.2f} to", lambda t: geng_ratios(t).min()),
    ("geng_bounds", "difference is {}.", least_gap),
]


@pytest.mark.parametrize(("figure", "words", "number"), CASES)
def test_a_number_of_a_caption_is_that_of_the_tables(figure, words, number):
    tables = every_table()
    module = import_module(f"gaussmech.paper.figures.{figure}")
    caption = module.caption(**inputs(figure, tables))
    assert words.format(number(tables)) in caption
