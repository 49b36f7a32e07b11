"""Tables of accuracies: simulated, inverted, and with the tight constant."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.accuracy import (
    MECHANISMS,
    accuracy,
    accuracy_budget,
    accuracy_constant,
)
from gaussmech.paper.experiments.summaries import standard_errors_off
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    gaussian_delta,
)

SETTINGS = {
    "seed": 1,
    "delta": 0.01,
    "sensitivity": 2.0,
    "alphas": [0.5, 0.05],
    "draws": 40_000,
}


@pytest.fixture(scope="module")
def table():
    return accuracy(epsilons=[3.0, 0.1], **SETTINGS)


def mechanism_of(row):
    return MECHANISMS[row.mechanism](row.epsilon, 0.01, 2.0)


def test_the_share_of_two_million_draws_is_nearer_to_alpha():
    many = accuracy(epsilons=[3.0], **(SETTINGS | {"draws": 2_000_000}))
    assert (standard_errors_off(many).abs() < 4).all()


def test_a_cell_does_not_depend_on_the_others(table):
    alone = accuracy(epsilons=[3.0], **SETTINGS)
    among = table[table.epsilon == 3.0].reset_index(drop=True)
    pd.testing.assert_frame_equal(alone, among, check_exact=True)


def test_budgets_give_their_accuracies():
    budgets = accuracy_budget(
        accuracies=[30.0, 3.0], alpha=0.05, delta=0.01, sensitivity=2.0
    )
    assert budgets.columns.tolist() == COLUMNS["accuracy_budget"]
    assert budgets.mechanism.tolist() == [name for name in MECHANISMS for _ in range(2)]
    assert budgets.accuracy.tolist() == 4 * [3.0, 30.0]
    for row in budgets.itertuples():
        value = mechanism_of(row).accuracy(0.05)
        assert value == pytest.approx(row.accuracy, rel=1e-12, abs=0)


@pytest.fixture(scope="module")
def constants():
    return accuracy_constant(epsilons=[1.0, 0.1], deltas=[0.1, 1e-9], sensitivity=2.0)


def test_the_classical_sigma_is_the_measure(constants):
    classical = constants[constants.mechanism == "cGM"]
    assert (classical.relative_sigma == 1).all()
    for row in classical.itertuples():
        sigma = classical_gaussian_sigma(row.epsilon, row.delta, 2.0)
        assert row.sigma == pytest.approx(sigma, rel=1e-15)


def test_the_tight_constant_saves_little(constants):
    for row in constants[constants.mechanism == "cGM-tight"].itertuples():
        # sqrt(log(1.2444 / delta) / log(1.25 / delta))
        log = np.log(1 / row.delta)
        log_tight = log + np.log(2 / np.pi) / 2 + 4 / 9
        expected = np.sqrt(log_tight / (log + np.log(1.25)))
        assert row.relative_sigma == pytest.approx(expected, rel=1e-14, abs=0)


def test_the_analytic_mechanism_saves_what_its_calibration_does(constants):
    for row in constants[constants.mechanism == "aGM"].itertuples():
        calibrated = analytic_gaussian_sigma(row.epsilon, row.delta, 2.0)
        expected = calibrated / classical_gaussian_sigma(row.epsilon, row.delta, 2.0)
        assert row.relative_sigma == pytest.approx(expected, rel=1e-14, abs=0)


def test_every_noise_spends_its_delta(constants):
    spent = gaussian_delta(constants.sigma, constants.epsilon, 2.0)
    assert constants.spent.to_numpy() == pytest.approx(spent, rel=1e-14, abs=0)


def test_the_analytic_mechanism_spends_all_of_delta(constants):
    exact = constants[constants.mechanism == "aGM"]
    assert exact.spent.to_numpy() == pytest.approx(exact.delta, rel=1e-10, abs=0)
