"""Figures of the companion papers from small tables: what is drawn, and what captions say."""

from importlib import import_module

import numpy as np
import pytest

from gaussmech.paper.experiments import gdp
from gaussmech.paper.experiments import lecture as lecture_tables
from gaussmech.paper.experiments.accuracy import (
    MECHANISMS,
    accuracy,
    accuracy_budget,
    accuracy_constant,
)
from gaussmech.paper.experiments.truncated_laplacian import bounds_table
from gaussmech.paper.figures import accuracy as accuracy_figure
from gaussmech.paper.figures import composition_lecture as lecture_figure
from gaussmech.paper.figures import (
    gdp_central_limit,
    gdp_composition,
    gdp_profiles,
    geng_bounds,
    geng_density,
    geng_ratio,
)
from gaussmech.paper.figures.looks import EXAMPLES, LOOKS
from gaussmech.privacy.calibration import gaussian_delta
from gaussmech.privacy.composition import exact_composition_delta
from tests.paper.figures.small_tables import density, inputs, legend, ratios, texts


def test_a_density_panel_a_delta_in_units_of_the_sensitivity():
    panel, other = geng_density.draw(density()).axes
    # Linear where delta is large.
    assert (panel.get_yscale(), other.get_yscale()) == ("linear", "log")
    assert len(geng_density.draw(density([0.2])).axes) == 1
    z, f = panel.lines[-1].get_data()
    assert panel.lines[-1].get_label() == "truncated Laplacian"
    assert max(z[f > 0]) == pytest.approx(np.log1p(np.expm1(1) / 0.2), rel=1e-12, abs=0)
    assert np.trapezoid(f, z) == pytest.approx(1, rel=1e-3, abs=0)
    # The shaded part: [A - Delta, A].
    vertices = panel.collections[0].get_paths()[0].vertices
    assert np.ptp(vertices[:, 0]) == pytest.approx(1, rel=1e-9, abs=0)


def test_bounds_are_in_units_of_the_sensitivity_and_the_lower_dashed_below_the_upper():
    grid = {"least_delta": 1e-6, "points": 6}
    one, two = (
        geng_bounds.draw(
            bounds_table([1.0, 0.1], [0.1, 1e-4], sensitivity=s, **grid)
        ).axes
        for s in (1.0, 2.0)
    )
    for first, second in zip(one, two, strict=True):
        for a, b in zip(first.lines, second.lines, strict=True):
            assert a.get_ydata() == pytest.approx(b.get_ydata(), rel=1e-12, abs=0)
    curves = [line for line in one[0].lines if len(line.get_xdata())]
    assert len(curves) == 4
    for lower, upper in zip(curves[::2], curves[1::2], strict=True):
        assert (lower.get_linestyle(), upper.get_linestyle()) == ("--", "-")
        assert (lower.get_ydata() < upper.get_ydata()).all()


def test_no_gap_is_drawn_that_a_double_cannot_hold():
    table = bounds_table([0.1], [0.01], least_delta=1e-30, points=20, sensitivity=1.0)
    lines = geng_bounds.draw(table).axes[2].lines
    (edge,) = (line for line in lines if line.get_label() == "stated limit ε → 0")
    delta, gap = np.array(edge.get_data())
    is_drawn = np.isfinite(gap)
    assert not is_drawn[delta < 1e-15].any() and is_drawn[delta > 1e-13].all()
    assert gap[is_drawn] == pytest.approx(2 * delta[is_drawn], rel=0.01, abs=0)


def test_ratios_have_curves_and_the_line_at_1():
    figure = geng_ratio.draw(**ratios([1e-6, 0.49]))
    assert [len(panel.lines) for panel in figure.axes] == [3, 2, 3, 2]
    lower = figure.axes[2:]
    assert all(list(panel.lines[-1].get_ydata()) == [1, 1] for panel in figure.axes)
    # Each panel below names its own curves: one colour does not mean a delta and an epsilon.
    labels = [
        [text.get_text() for text in panel.get_legend().get_texts()] for panel in lower
    ]
    assert labels == [["δ = 10⁻⁶", "δ = 0.49"], ["ε = 1.6"]]
    left_colors, right_colors = (
        {line.get_color() for line in panel.lines[:-1]} for panel in lower
    )
    assert not left_colors & right_colors
    table = ratios([0.49])["geng_ratio_epsilon"]
    for k, name in ((0, "amplitude"), (2, "power")):
        assert (
            list(figure.axes[k].lines[1].get_ydata()) == table[f"{name}_ratio"].tolist()
        )
    wide = geng_ratio.caption(**ratios([0.45, 0.49]))
    assert "more only at delta from 0.45 to 0.49." in wide
    assert "at 5 of 5 budgets." in geng_ratio.caption(**ratios([1e-6]))


def accuracies(epsilons=(0.1, 1.0, 5.0)):
    shared = {"delta": 1e-5, "sensitivity": 2.0}
    grid = {"epsilons": [0.1, 1.0], "deltas": [1e-6, 0.01]}
    return {
        "accuracy": accuracy(
            seed=1, epsilons=epsilons, alphas=[0.05, 0.5], draws=1000, **shared
        ),
        "accuracy_budget": accuracy_budget(
            accuracies=[1.0, 20.0, 400.0], alpha=0.05, **shared
        ),
        "accuracy_constant": accuracy_constant(sensitivity=2.0, **grid),
    }


def test_accuracies_are_in_units_of_the_sensitivity_and_hollow_outside_the_theorem():
    tables = accuracies()
    figure = accuracy_figure.draw(**tables)
    curves = [tuple(line.get_ydata()) for line in figure.axes[0].lines]
    for _, rows in tables["accuracy"].query("alpha == 0.05").groupby("mechanism"):
        assert tuple(rows["accuracy"] / 2) in curves
    table = tables["accuracy_budget"].pivot(
        index="accuracy", columns="mechanism", values="epsilon"
    )
    lines = [line for line in figure.axes[1].lines if len(line.get_xdata()) == 3]
    budgets = {line.get_color(): line.get_data() for line in lines}
    for name in table:
        x, y = budgets[LOOKS[name].color]
        assert x.tolist() == [0.5, 10.0, 200.0] and y == pytest.approx(
            table[name] / table["aGM"]
        )
    text = "cGM at ε ≥ 1, outside its theorem"
    assert legend(figure) == [*(LOOKS[name].label for name in MECHANISMS), text]
    tables = accuracies([0.1, 0.5])
    # Still some of the budgets of (b).
    assert text in legend(accuracy_figure.draw(**tables))
    tables["accuracy_budget"] = tables["accuracy_budget"].query("accuracy > 1")
    assert text not in legend(accuracy_figure.draw(**tables))


def test_what_is_wrong_shows_inside_the_panels_of_accuracies():
    tables = accuracies()
    tables["accuracy"].loc[0, "beyond"] += 12 * tables["accuracy"].loc[0, "beyond_se"]
    off = float(accuracy_figure.caption(**tables).split("the farthest ")[1].split()[0])
    # A budget that needs no epsilon leaves the log axis alone.
    budgets = tables["accuracy_budget"]
    budgets.loc[budgets["mechanism"] == accuracy_figure.REFERENCE, "epsilon"] *= [
        1,
        1,
        0,
    ]
    panels = accuracy_figure.draw(**tables).axes
    assert panels[2].get_xlim()[1] > off > 8
    assert max(len(line.get_xdata()) for line in panels[1].lines) == 2


def tables_of_lecture(folds=(1, 10, 1000)):
    settings = {
        "seed": 1,
        "sensitivity": 2.0,
        "epsilon": 1.0,
        "delta": 1e-5,
        "dimension": 2,
    }
    settings |= {
        "step_epsilon": 0.1,
        "step_delta": 1e-6,
        "loss_epsilon": 1.0,
        "loss_delta": 0.05,
    }
    tables = lecture_tables.tables(folds=folds, draws=2000, bins=20, **settings)
    return inputs(lecture_figure, dict(tables))


def test_every_way_to_count_is_drawn_and_the_loss_has_all_its_mass():
    tables = tables_of_lecture()
    *composition_panels, loss = lecture_figure.draw(**tables).axes
    for panel, question, unit in zip(
        composition_panels, ("epsilon", "sigma"), (1, 2), strict=True
    ):
        for line, method in zip(
            panel.lines[:3], ("basic", "advanced", "exact"), strict=True
        ):
            rows = tables["composition_lecture"].query(f"question == '{question}'")
            rows = rows[rows["method"] == method]
            assert list(line.get_xdata()) == [1, 10, 1000]
            assert list(line.get_ydata()) == (rows[question] / unit).tolist()
    bars = [bar for bar in loss.patches if bar.get_facecolor()[2] > 0.5]
    tail = [bar for bar in loss.patches if bar not in bars]
    assert len(bars) == 20
    assert all(bar.get_x() + bar.get_width() / 2 > 1.0 for bar in tail) and tail
    assert sum(b.get_width() * b.get_height() for b in bars) == pytest.approx(
        1, rel=1e-2, abs=0
    )
    caption = lecture_figure.caption(**tables)
    assert "costs less than basic from k = 1000 on." in caption
    assert "standard errors from Lemma 3" in caption
    assert "never costs less than basic" in lecture_figure.caption(
        **tables_of_lecture((1, 2))
    )


def test_releases_whose_loss_delta_covers_have_an_exact_epsilon_of_0():
    table = lecture_tables.composition_lecture(
        folds=(1, 10_000),
        step={"epsilon": 1e-6, "delta": 1e-6},
        total={"epsilon": 1.0, "delta": 0.9},
        sensitivity=1.0,
    )
    loss = tables_of_lecture()
    caption = lecture_figure.caption(
        table, loss["privacy_loss"], loss["privacy_loss_summary"]
    )
    assert "delta alone covers the loss: their exact epsilon is 0." in caption


def test_the_limit_theorem_beside_what_is_measured_and_exact():
    limit = gdp.central_limit((5, 50))
    # Half of mu is the mean loss of k randomised responses in standard deviations.
    p = np.exp(0.2) / (1 + np.exp(0.2))
    mean = 0.2 * (2 * p - 1)
    square = 0.2**2
    for k, rows in limit.groupby("k"):
        mu = gdp.central_limit_mu(0.2, k)
        assert mu == pytest.approx(2 * np.sqrt(k) * mean / np.sqrt(square - mean**2))
        epsilon = rows["epsilon"].to_numpy()
        assert (rows["measured"] >= rows["exact"] * (1 - 1e-9)).all()
        assert np.allclose(rows["limit"], gaussian_delta(1 / mu, epsilon))
        assert np.allclose(
            rows["exact"], exact_composition_delta(epsilon, 0.2, int(k)), rtol=1e-12
        )
    curves = gdp_central_limit.draw(limit).axes[1].get_lines()
    assert max(curves[-1].get_ydata()) == pytest.approx(0.33, abs=0.005)
    never = limit.assign(exact=limit["limit"] / 2)
    assert "never for k = 5" in gdp_central_limit.caption(never)


SHOWN = [
    (
        "profiles",
        "descent), naive; descent), refined; Laplace mechanism; 1-GDP; 2-GDP",
        "our choice",
    ),
    ("transform", "limit of SGD: 0.5; cells", "ICEA is not GDP.; our reading"),
    ("composition", "impossible; printed", "(printed "),
    ("laplace", "Theorem 5.1; ε₀ = 0.5", "a smaller mu"),
    ("subsampling", "γ = 0.2; in proportion", "times gamma"),
]


@pytest.mark.parametrize("name, figure_words, caption_words", SHOWN)
def test_figures_of_liu_et_al_name_what_they_show(
    every_table, name, figure_words, caption_words
):
    module = import_module(f"gaussmech.paper.figures.gdp_{name}")
    tables = inputs(module, every_table)
    figure_text = texts(module.draw(**tables))
    caption = module.caption(**tables)
    assert [
        words for words in figure_words.split("; ") if words not in figure_text
    ] == []
    assert [words for words in caption_words.split("; ") if words not in caption] == []


def test_a_profile_that_ends_leaves_the_panel_at_its_foot(every_table):
    panel = gdp_profiles.draw(**inputs(gdp_profiles, every_table)).axes[1]
    (laplace,) = (
        line for line in panel.lines if line.get_label() == EXAMPLES["Laplace"].label
    )
    assert laplace.get_ydata().min() < panel.get_ylim()[0]


def test_composition_without_wrong_cells_says_nothing_of_them(every_table):
    tables = inputs(gdp_composition, every_table)
    cells = tables["gdp_composition_table"]
    tables["gdp_composition_table"] = cells.assign(
        printed=cells["epsilon"], agrees=True
    )
    assert "differ" not in gdp_composition.caption(**tables)
    assert gdp_composition.draw(**tables)
