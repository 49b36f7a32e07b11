"""What the noise of a map guarantees to a cab whose contribution is what it is."""

import numpy as np
import pytest

from gaussmech.paper.experiments.guarantees import guarantees
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta


def rows(norm, enforced=True, **hours):
    contribution = {"worst_case_norm": norm, "enforced": enforced, "max_trips": 7}
    return guarantees(contribution, epsilon=0.5, delta=1e-6, sensitivity=5.0, **hours)


# Replacing a cab is to remove and add one.
@pytest.mark.parametrize(
    "kind, neighbours, factor",
    [
        (0, "add or remove a cab", 1.0),
        (1, "replace a cab by another", np.sqrt(2)),
    ],
)
@pytest.mark.parametrize("norm, hours", [(5.0, 1), (10.0, 1), (5.0, 24)])
def test_the_epsilon_is_that_of_the_noise_and_hours_compose_exactly(
    norm, hours, kind, neighbours, factor
):
    row = rows(norm, hours=hours)[kind]
    assert row["neighbours"] == neighbours
    assert row["sensitivity"] == pytest.approx(factor * norm)
    assert row["sigma"] == analytic_gaussian_sigma(0.5, 1e-6, 5.0)
    for name, move in (("epsilon", 1), ("epsilon_all_hours", np.sqrt(hours))):
        delta = gaussian_delta(row["sigma"], row[name], move * factor * norm)
        assert delta == pytest.approx(row["delta"], rel=1e-9, abs=0)
    assert row["delta"] == 1e-6


def test_the_condition_says_what_is_not_enforced():
    (one_map, _) = rows(5.0)
    assert one_map["condition"] == "enforced"
    assert one_map["epsilon_all_hours"] == one_map["epsilon"]
    for row in rows(5.0, enforced=False):
        assert "no cab makes more than 7 trips" in row["condition"]
        assert "nothing enforces it" in row["condition"]
