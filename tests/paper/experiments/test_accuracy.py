"""Tables of accuracies: simulated, and inverted."""

import numpy as np
import pandas as pd

from gaussmech.paper.experiments.accuracy import (
    accuracy,
    accuracy_budget,
)
from gaussmech.paper.experiments.summaries import standard_errors_off


def test_the_share_of_draws_is_alpha_and_a_cell_does_not_depend_on_the_others():
    settings = {"seed": 1, "delta": 0.01, "sensitivity": 2.0, "alphas": [0.5, 0.05]}
    alone = accuracy(epsilons=[3.0], draws=500_000, **settings)
    assert (standard_errors_off(alone).abs() < 4).all()
    table = accuracy(epsilons=[3.0, 0.1], draws=500_000, **settings)
    among = table[table.epsilon == 3.0].reset_index(drop=True)
    pd.testing.assert_frame_equal(alone, among, check_exact=True)


def test_where_uniform_noise_is_accurate_enough_no_epsilon_is_needed():
    # Its accuracy is (1 - 0.05) / (2 * 0.01) = 47.5; a Gaussian may need none before.
    settings = {"alpha": 0.05, "delta": 0.01, "sensitivity": 1.0}
    table = accuracy_budget(accuracies=np.array([47.0, 48.0]), **settings)
    epsilon = table.pivot(index="mechanism", columns="accuracy", values="epsilon")
    assert 0 < epsilon.loc["TLap", 47.0] < epsilon.loc["Lap", 47.0]
    assert epsilon.loc["TLap", 48.0] == 0 < epsilon.loc["cGM", 48.0]
