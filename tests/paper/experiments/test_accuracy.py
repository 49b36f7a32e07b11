"""Tables of accuracies: simulated, inverted, and with the tight constant."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.accuracy import (
    accuracy,
    accuracy_budget,
    accuracy_constant,
)
from gaussmech.paper.experiments.summaries import standard_errors_off

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


def test_the_share_of_two_million_draws_is_nearer_to_alpha():
    many = accuracy(epsilons=[3.0], **(SETTINGS | {"draws": 2_000_000}))
    assert (standard_errors_off(many).abs() < 4).all()


def test_a_cell_does_not_depend_on_the_others(table):
    alone = accuracy(epsilons=[3.0], **SETTINGS)
    among = table[table.epsilon == 3.0].reset_index(drop=True)
    pd.testing.assert_frame_equal(alone, among, check_exact=True)


@pytest.fixture(scope="module")
def constants():
    return accuracy_constant(epsilons=[1.0, 0.1], deltas=[0.1, 1e-9], sensitivity=2.0)


def test_the_tight_constant_saves_little(constants):
    for row in constants[constants.mechanism == "cGM-tight"].itertuples():
        # sqrt(log(1.2444 / delta) / log(1.25 / delta))
        log = np.log(1 / row.delta)
        log_tight = log + np.log(2 / np.pi) / 2 + 4 / 9
        expected = np.sqrt(log_tight / (log + np.log(1.25)))
        assert row.relative_sigma == pytest.approx(expected, rel=1e-14, abs=0)


def test_where_uniform_noise_is_accurate_enough_no_epsilon_is_needed():
    # Its accuracy is (1 - 0.05) / (2 * 0.01) = 47.5; a Gaussian may need none before.
    settings = {"alpha": 0.05, "delta": 0.01, "sensitivity": 1.0}
    table = accuracy_budget(accuracies=np.array([47.0, 48.0]), **settings)
    epsilon = table.pivot(index="mechanism", columns="accuracy", values="epsilon")
    assert 0 < epsilon.loc["TLap", 47.0] < epsilon.loc["Lap", 47.0]
    assert epsilon.loc["TLap", 48.0] == 0 < epsilon.loc["cGM", 48.0]
