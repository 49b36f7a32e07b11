"""Numbers of captions, computed once more from the tables in another way: a row a number."""

from importlib import import_module

import pytest

from tests.paper.figures.small_tables import cases, every_table


def rmse(tables, table, hour, method):
    rows = tables[table].query("hour == @hour and method == @method and epsilon == 0.5")
    return rows.rmse_mean.item()


def divisor(tables, table, method):
    return rmse(tables, table, 0, "aGM") / rmse(tables, table, 0, method)


def gain(table):
    sigma = table.groupby("mechanism").sigma.first()
    return (sigma.cGM / sigma.aGM) ** 2


def costs(t):
    table = t["composition_lecture"].query("question == 'epsilon'")
    return table.pivot(index="k", columns="method", values="epsilon")


def wins(t):
    tables = (t["geng_ratio_epsilon"], t["geng_ratio_delta"])
    return sum((table.amplitude_ratio < 1).sum() for table in tables)


def divisors(t):
    """Return by how much trend filtering divides the mean squared error of the raw release."""
    table = t["heatmap"].query("hour in (8, 12, 16, 20)")
    square = table.assign(mse=table.rmse_mean**2)
    mse = square.pivot_table(index="epsilon", columns="method", values="mse")
    return mse["aGM"] / mse["aGM-trend-sure"]


# The words around a number of a caption, and its own formula.
CASES = [
    (
        "fig3",
        "{:.2g} times (delta 0.1)",
        lambda t: gain(t["calibration_delta"].query("epsilon == 1 and delta == 0.1")),
    ),
    (
        "fig2, five draws",
        "the error by {:.1f}:",
        lambda t: divisor(t, "heatmap", "aGM-wavelet"),
    ),
    (
        "fig2_extended, five draws",
        "the error by {:.1f}:",
        lambda t: divisor(t, "denoising_worth", "aGM-auto"),
    ),
    ("fig6, five draws", "by {:.0f} at epsilon 0.5 and", lambda t: divisors(t)[0.5]),
    ("fig6, five draws", "and {:.1f} at epsilon 5 (", lambda t: divisors(t)[5.0]),
    (
        "accuracy",
        "farthest {:.1f} standard errors",
        lambda t: t["accuracy"].eval("(beyond - alpha) / beyond_se").abs().max(),
    ),
    (
        "composition_lecture",
        "from k = {} on",
        lambda t: costs(t).query("advanced < basic").index.min(),
    ),
    (
        "composition_lecture",
        "basic {:.0f} times",
        lambda t: costs(t).eval("basic / exact").iloc[-1],
    ),
    ("geng_ratio", "{} of 8 budgets", wins),
]


@pytest.mark.parametrize("figure, words, number", CASES)
def test_a_number_of_a_caption_is_that_of_the_tables(figure, words, number):
    name, tables = cases()[figure]
    module = import_module(f"gaussmech.paper.figures.{name}")
    caption = module.caption(**tables)
    assert words.format(number(every_table())) in caption
