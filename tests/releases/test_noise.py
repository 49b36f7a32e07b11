"""The noise of releases: many columns, budgets that no noise keeps, and OpenDP's samples."""

import math
from itertools import count

import numpy as np
import pytest
from scipy import stats

from gaussmech.privacy.calibration import gaussian_epsilon
from gaussmech.releases.noise import DISTRIBUTIONS
from gaussmech.releases.noise.gaussian import GaussianNoise
from gaussmech.releases.release import release
from tests.releases.conftest import plan_release
from tests.releases.staircase import WEIGHTS


# Beyond 100 columns no grid is fine enough: concentrated privacy says what holds.
@pytest.mark.parametrize(("columns", "most"), [(45, 1 + 1e-5), (450, 1.1)])
def test_a_chosen_grid_bears_all_columns_together(columns, most):
    budget = {"epsilon": 2.0, "delta": 1e-6, "l2_sensitivity": 5.0}
    plan = plan_release(4000, columns, **budget, budget_per_column=True)
    continuous = gaussian_epsilon(plan.noise.sigma, 1e-6, 5.0 * math.sqrt(columns))
    assert 1 <= plan.epsilon / continuous < most


@pytest.mark.parametrize(
    ("distribution", "change", "message"),
    [
        (
            "gaussian",
            {"epsilon": 200, "delta": 1e-9},
            "epsilon is 200; at delta 1e-09 Gaussian noise on 10 values",
        ),
        ("laplace", {"epsilon": 0}, "epsilon is 0.0"),
        ("laplace", {"l1_sensitivity": None}, "Laplace noise needs it"),
        # Noise beyond doubles.
        ("laplace", {"epsilon": 3.39e-286}, "epsilon is"),
        ("gaussian", {"epsilon": 0, "delta": 5e-324}, "epsilon is"),
        ("auto", {"epsilon": 5e-324, "delta": 5e-324}, "epsilon is"),
        # Each distribution says what it lacks.
        (
            "auto",
            {"l1_sensitivity": None, "delta": 0},
            "Laplace .* or delta is missing",
        ),
    ],
)
def test_noise_that_cannot_be_is_refused(distribution, change, message):
    good = {"epsilon": 0.5, "delta": 1e-6, "l2_sensitivity": 5.0, "l1_sensitivity": 5.0}
    with pytest.raises(ValueError, match=message):
        plan_release(10, **good | change, noise=distribution)


# A false alarm of a test of samples is once in a billion runs: there is no seed.
ONCE_IN_A_BILLION = 1e-9


def test_samples_follow_the_exact_distribution(distribution):
    """Chi-square of OpenDP's samples of each integer, those beyond 15 together."""
    sample = np.array(DISTRIBUTIONS[distribution].sample(6, 20_000))
    steps = np.arange(-1000, 1001)
    weight = WEIGHTS[distribution](steps, 6)
    expected = np.bincount(np.clip(steps, -15, 15) + 15, weight)
    counts = np.bincount(np.clip(sample, -15, 15) + 15, minlength=31)
    expected *= counts.sum() / expected.sum()
    assert stats.chisquare(counts, expected).pvalue > ONCE_IN_A_BILLION


def test_samples_on_a_fine_grid_are_normal_with_even_last_bits():
    sample = np.array(GaussianNoise.sample(2**40, 20_000))
    assert stats.kstest(sample / 2**40, "norm").pvalue > ONCE_IN_A_BILLION
    counts = np.bincount(sample % 32, minlength=32)
    assert stats.chisquare(counts).pvalue > ONCE_IN_A_BILLION
    # No sample is drawn twice.
    assert not np.array_equal(sample[:10], GaussianNoise.sample(2**40, 10))


@pytest.mark.parametrize("name", ["laplace", "gaussian"])
def test_all_noise_is_that_of_the_exact_sampler(name, monkeypatch):
    """OpenDP's sampler gives marks here: each is in the release, once, and nothing else is."""
    import opendp.prelude as dp

    marks = count(1)
    scales = []

    def make(domain, metric, scale):
        scales.append(scale)
        return lambda zeros: [zero + next(marks) for zero in zeros]

    monkeypatch.setattr(dp.m, DISTRIBUTIONS[name].sampler, make)
    caps = {"l2_sensitivity": 1.0, "l1_sensitivity": 1.0}
    private = release(
        np.zeros((30, 2)), epsilon=1, delta=1e-6, **caps, noise=name, areas=[0] * 30
    )
    drawn = [*private.steps, *private.area_steps[0]]
    assert sorted(drawn) == [*range(1, 63)]
    assert scales == [level.scale for level in private.noise.levels]
