"""The lecture's composition table, and the simulated privacy loss."""

import numpy as np
import pytest
from scipy import stats

from gaussmech.paper.experiments.lecture import composition_lecture, privacy_loss
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta

STEP = {"epsilon": 0.2, "delta": 1e-7}
TOTAL = {"epsilon": 0.8, "delta": 1e-5}
FOLDS = [100, 1, 10]


@pytest.fixture(scope="module")
def table():
    return composition_lecture(folds=FOLDS, step=STEP, total=TOTAL, sensitivity=3.0)


def cell(table, question, method, k):
    (row,) = table.query(
        "question == @question and method == @method and k == @k"
    ).itertuples()
    return row


def test_every_question_method_and_k_has_a_row(table):
    assert table.columns.tolist() == COLUMNS["composition_lecture"]
    assert len(table) == 2 * 3 * 3
    assert table.groupby("question").k.apply(list).tolist() == 2 * [
        [1] * 3 + [10] * 3 + [100] * 3
    ]
    assert set(table.delta) == {1e-5} and set(table.sensitivity) == {3.0}


@pytest.mark.parametrize("k", FOLDS)
def test_the_exact_epsilon_spends_delta(table, k):
    # k releases with noise sigma are one with noise sigma / sqrt(k).
    for row in table[table.k == k].itertuples():
        spent = gaussian_delta(row.sigma / np.sqrt(k), row.exact_epsilon, 3.0)
        if row.exact_epsilon > 0:
            assert spent == pytest.approx(1e-5, rel=1e-9, abs=0)
        # No way to count finds less than there is.
        assert row.epsilon >= row.exact_epsilon * (1 - 1e-12)
    row = cell(table, "epsilon", "exact", k)
    assert row.epsilon == row.exact_epsilon
    assert row.sigma == analytic_gaussian_sigma(0.2, 1e-7, 3.0)
    row = cell(table, "sigma", "exact", k)
    assert row.exact_epsilon == pytest.approx(0.8, rel=1e-9, abs=0)


@pytest.mark.parametrize("k", FOLDS)
def test_composed_budgets_are_those_of_the_theorems(table, k):
    # The step's epsilon at this delta, from the profile; then the printed formulas.
    row = cell(table, "epsilon", "basic", k)
    assert gaussian_delta(row.sigma, row.epsilon / k, 3.0) == pytest.approx(
        1e-5 / k, rel=1e-8
    )
    row = cell(table, "epsilon", "advanced", k)
    steps = np.linspace(0, row.epsilon, 200_001)
    total = np.sqrt(2 * k * np.log(2e5)) * steps + k * steps * np.expm1(steps)
    step = np.interp(row.epsilon, total, steps)
    assert gaussian_delta(row.sigma, step, 3.0) == pytest.approx(
        1e-5 / (2 * k), rel=1e-2, abs=0
    )
    # The noise for a budget follows the rules of a step.
    basic = analytic_gaussian_sigma(0.8 / k, 1e-5 / k, 3.0)
    assert cell(table, "sigma", "basic", k).sigma == pytest.approx(
        basic, rel=1e-14, abs=0
    )
    step = 0.8 / (2 * np.sqrt(2 * k * np.log(1 / 5e-6)))
    row = cell(table, "sigma", "advanced", k)
    sigma = analytic_gaussian_sigma(step, 5e-6 / k, 3.0)
    assert row.sigma == pytest.approx(sigma, rel=1e-14, abs=0)
    # What the lecture derives: at most epsilon/2 + epsilon/(4 ln(1/delta')), for epsilon <= 1.
    assert 0.4 < row.epsilon <= 0.4 + 0.2 / np.log(1 / 5e-6)
    assert row.epsilon == pytest.approx(
        0.4 + k * step * np.expm1(step), rel=1e-14, abs=0
    )


LOSS = {"epsilon": 0.7, "delta": 0.02, "sensitivity": 3.0}
SETTINGS = LOSS | {"dimension": 4, "draws": 50_000, "bins": 40}
ETA = (3 / analytic_gaussian_sigma(**LOSS)) ** 2 / 2


@pytest.fixture(scope="module")
def loss():
    return privacy_loss(seed=1, **SETTINGS)


def test_the_privacy_loss_is_normal_by_lemma_3(loss):
    histogram, summary = loss
    assert histogram.columns.tolist() == COLUMNS["privacy_loss"]
    assert summary.columns.tolist() == COLUMNS["privacy_loss_summary"]
    assert histogram.eta.to_numpy() == pytest.approx(ETA, rel=1e-14, abs=0)
    law = stats.norm(ETA, np.sqrt(2 * ETA))
    width = histogram.right - histogram.left
    mass = law.cdf(histogram.right) - law.cdf(histogram.left)
    assert (histogram.normal * width).to_numpy() == pytest.approx(
        mass, rel=1e-9, abs=1e-16
    )
    # Pearson's test of the bins with enough draws.
    counts = 50_000 * histogram.density * width
    expected = 50_000 * mass
    full = expected > 20
    statistic = ((counts - expected)[full] ** 2 / expected[full]).sum()
    assert stats.chi2.sf(statistic, full.sum()) > 1e-3
    assert counts.to_numpy() == pytest.approx(np.round(counts), abs=1e-6)


def test_simulated_quantities_are_near_the_exact_ones_and_follow_the_seed(loss):
    _, summary = loss
    summary = summary.set_index("quantity")
    assert list(summary.index) == ["mean", "variance", "above epsilon", "delta"]
    assert (abs(summary.simulated - summary.exact) < 4 * summary.se).all()
    above = stats.norm(ETA, np.sqrt(2 * ETA)).sf(0.7)
    assert summary.exact.tolist() == pytest.approx(
        [ETA, 2 * ETA, above, 0.02], rel=1e-12, abs=0
    )
    assert (summary.se > 0).all() and (summary.se < 0.01).all()
    same_seed, other_seed = (privacy_loss(seed=seed, **SETTINGS) for seed in (1, 2))
    assert same_seed[0].equals(loss[0]) and same_seed[1].equals(loss[1])
    assert not other_seed[0].equals(loss[0])
