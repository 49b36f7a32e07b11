"""SURE along lambda: what the columns mean."""

import numpy as np
import pytest

from gaussmech.paper.experiments.sure_path import LAMBDA_RATIOS, sure_path
from tests.graphs.networks import grid

GRID = grid(8)
MAPS = {12: np.repeat([0.0, 30.0], 32), 0: np.arange(64.0)}
SETTINGS = {"seed": 1, "epsilon": 0.5, "delta": 1e-6, "sensitivity": 0.5}


@pytest.fixture(scope="module")
def paths():
    return sure_path(GRID, MAPS, **SETTINGS, repetitions=80)


def values(table, hour, quantity, column="mean"):
    rows = table[(table.hour == hour) & (table.quantity == quantity)]
    return rows.sort_values("lambda_ratio")[column].to_numpy()


@pytest.mark.parametrize("hour", MAPS)
def test_the_path_of_an_hour_is_its_own_whatever_hours_stand_beside_it(paths, hour):
    alone = sure_path(GRID, {hour: MAPS[hour]}, **SETTINGS, repetitions=80)
    rows = paths[paths.hour == hour].reset_index(drop=True)
    assert rows.equals(alone)


@pytest.mark.parametrize("hour", MAPS)
def test_the_difference_is_that_of_sure_and_the_error(paths, hour):
    difference = values(paths, hour, "sure") - values(paths, hour, "error")
    np.testing.assert_allclose(difference, values(paths, hour, "difference"))


@pytest.mark.parametrize("hour", MAPS)
def test_sure_is_the_error_in_the_mean(paths, hour):
    difference = values(paths, hour, "difference")
    standard_error = values(paths, hour, "difference", "se")
    assert len(difference) == len(LAMBDA_RATIOS)
    assert (np.abs(difference) < 4 * standard_error).all()
