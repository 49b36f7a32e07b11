"""Tables of accuracies: simulated, inverted, and with the tight constant."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.accuracy_note import (
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


def test_every_cell_is_simulated_and_near_alpha():
    table = accuracy(epsilons=[3.0, 0.1], **SETTINGS)
    assert table.columns.tolist() == COLUMNS["accuracy"]
    assert len(table) == 4 * 2 * 2
    assert table.alpha.tolist() == 8 * [0.05, 0.5]
    for row in table.itertuples():
        mechanism = MECHANISMS[row.mechanism](row.epsilon, 0.01, 2.0)
        assert row.accuracy == mechanism.accuracy(row.alpha)
        error = np.sqrt(row.alpha * (1 - row.alpha) / 40_000)
        assert row.beyond_se == pytest.approx(error, rel=1e-14, abs=0)
    assert (standard_errors_off(table).abs() < 4).all()
    many = accuracy(epsilons=[3.0], **(SETTINGS | {"draws": 2_000_000}))
    assert (standard_errors_off(many).abs() < 4).all()
    # A cell does not depend on the others.
    alone = accuracy(epsilons=[3.0], **SETTINGS)
    among = table[table.epsilon == 3.0].reset_index(drop=True)
    pd.testing.assert_frame_equal(alone, among, check_exact=True)
    other = accuracy(epsilons=[3.0], **(SETTINGS | {"seed": 2}))
    assert (other.beyond != alone.beyond).any()
    assert alone.groupby("mechanism").beyond.apply(tuple).nunique() == 4


def test_budgets_give_their_accuracies():
    table = accuracy_budget(
        accuracies=[30.0, 3.0], alpha=0.05, delta=0.01, sensitivity=2.0
    )
    assert table.columns.tolist() == COLUMNS["accuracy_budget"]
    assert table.mechanism.tolist() == [name for name in MECHANISMS for _ in range(2)]
    assert table.accuracy.tolist() == 4 * [3.0, 30.0]
    for row in table.itertuples():
        accuracy = MECHANISMS[row.mechanism](row.epsilon, 0.01, 2.0).accuracy(0.05)
        assert accuracy == pytest.approx(row.accuracy, rel=1e-12, abs=0)


def test_the_constant_saves_little_beside_the_analytic_mechanism():
    table = accuracy_constant(epsilons=[1.0, 0.1], deltas=[0.1, 1e-9], sensitivity=2.0)
    assert table.columns.tolist() == COLUMNS["accuracy_constant"]
    assert table.mechanism.tolist() == 4 * ["cGM"] + 4 * ["cGM-tight"] + 4 * ["aGM"]
    classical, tight, exact = (
        table[table.mechanism == m] for m in table.mechanism.unique()
    )
    pairs = classical.epsilon.to_numpy(), classical.delta.to_numpy(), 2.0
    assert (classical.relative_sigma == 1).all()
    assert classical.sigma.to_numpy() == pytest.approx(
        classical_gaussian_sigma(*pairs), rel=1e-15
    )
    # sqrt(log(1.2444 / delta) / log(1.25 / delta))
    log = np.log(1 / pairs[1])
    constants = np.sqrt((log + np.log(2 / np.pi) / 2 + 4 / 9) / (log + np.log(1.25)))
    calibrated = analytic_gaussian_sigma(*pairs) / classical_gaussian_sigma(*pairs)
    for rows, relative in ((tight, constants), (exact, calibrated)):
        assert rows.relative_sigma.to_numpy() == pytest.approx(
            relative, rel=1e-14, abs=0
        )
    spent = gaussian_delta(table.sigma, table.epsilon, 2.0)
    assert table.spent.to_numpy() == pytest.approx(spent, rel=1e-14, abs=0)
    assert exact.spent.to_numpy() == pytest.approx(exact.delta, rel=1e-10, abs=0)
