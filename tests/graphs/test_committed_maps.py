"""Small maps in numbers: a tuned constant moves them by less than tests of quality see."""

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.graphs.denoise import DENOISING_METHODS
from tests.committed import assert_as_committed
from tests.graphs import networks
from tests.graphs.networks import grid, hill, noisy, queen, with_hubs

ROW, COLUMN = np.divmod(np.arange(144), 12)
LENGTH = np.random.default_rng(0).uniform(50, 300, 264)
STREETS = grid(12, lon=COLUMN / 1000 - 74, lat=ROW / 1000 + 40.7, length_m=LENGTH)
QUARTERS = 2 * (ROW // 6) + COLUMN // 6
SPIKES = np.where(np.arange(144) % 13, 0.0, 8.0)
WAVES = 6 * np.sin(ROW / 3) * np.cos(COLUMN / 4)
HILL = noisy(hill(12), 20.0, 1)
SUMS = np.bincount(QUARTERS, HILL) + 7
# Each place has a course of its own in time.
MONTHS = np.outer(hill(12), [1, 2, 3])
MONTHS *= np.random.default_rng(1).uniform(0.5, 1.5, MONTHS.shape)
# y, sigma, the graph and further arguments of `denoise`.
CASES = {
    method: (HILL, 20.0, STREETS, {"method": method}) for method in DENOISING_METHODS
}
CASES |= {
    "laplace": (HILL, 20.0, STREETS, {"noise": "laplace"}),
    "grid": (HILL, 20.0, STREETS, {"noise": "laplace", "grid": 30.0, "method": "th"}),
    "spikes": (noisy(SPIKES, 1.0, 2), 1.0, STREETS, {}),
    "signed": (noisy(WAVES, 2.0, 3), 2.0, STREETS, {}),
    "doubt": (noisy(WAVES / 3, 2.0, 4), 2.0, queen(12), {}),
    "hubs": (noisy(SPIKES, 1.0, 5), 1.0, with_hubs(144, 70), {}),
    "totals": (HILL, 20.0, STREETS, {"totals": [(QUARTERS, SUMS, 10.0)]}),
    "order": (noisy(MONTHS, 5.0, 8), 5.0, STREETS, {"order": [1, 2, 3]}),
    "several": (noisy(np.outer(hill(12), [1, 2]), [20, 9], 6), [20, 9], STREETS, {}),
}


def numbers_in(values):
    """Yield the numbers of parameters, those of groups one by one."""
    for value in values:
        if isinstance(value, dict):
            yield from numbers_in(value.values())
        elif not isinstance(value, str):
            yield float(value)


def numbers_of(fit):
    """Return what a result says, some places for all."""
    parts = [fit.estimate[::5], fit.intervals[::7], [fit.mse, fit.mse_se]]
    parts += [*numbers_in([fit.signed_weight, fit.parameters])]
    return np.hstack([np.ravel(part) for part in parts])


@pytest.mark.parametrize("case", CASES)
def test_a_map_is_denoised_as_committed(case):
    y, sigma, graph, options = CASES[case]
    fit = gm.denoise(y, sigma, graph, rng=1, **options)
    numbers = numbers_of(fit)
    sums = [fit.total(places) for places in (QUARTERS, ROW, ROW > 0, [77])]
    numbers = np.hstack([numbers, *(np.ravel(part) for x in sums for part in x)])
    assert_as_committed(f"map_{case}", numbers, 1e-4)


def test_areas_and_plans_are_as_committed():
    counts = [1, 1e3, 3e4, 1e6]
    plans = [gm.plan_areas(grid(64), events=x, epsilon=0.1) for x in counts]
    areas = [gm.partition(networks.nearest(300, 4), k) for k in (5, 40)]
    areas += [gm.partition(grid(64), area_share=x) for x in (0.1, 0.5)]
    numbers = [part for x in plans for part in (x.labels[::99], [x.share])]
    assert_as_committed("areas", np.hstack([*numbers, *(x[::17] for x in areas)]), 1e-9)
