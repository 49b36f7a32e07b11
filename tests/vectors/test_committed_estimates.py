"""Estimates in numbers: grids and limits of a method move them by less than tests of quality see."""

import numpy as np

import gaussmech as gm
from gaussmech.vectors._nonparametric import posterior_rule
from tests.committed import assert_as_committed

RNG = np.random.default_rng(1)
NOISE = RNG.standard_normal((2, 60))
WIDE = np.where(np.arange(60) % 9, 0.0, np.geomspace(2, 500, 60)) + NOISE[0]
COUNTS = np.where(np.arange(60) % 7, 1.0, 90.0) + 9 * NOISE[1]


def test_shrunken_vectors_are_as_committed():
    estimates = [gm.empirical_bayes_threshold(WIDE, x) for x in (0.9, 5.0)]
    assert_as_committed("thresholds", np.hstack(estimates), 1e-6)


def test_medians_of_a_histogram_are_as_committed():
    # Many items, so that counts share atoms, and few of them.
    cases = [
        (noise, items) for noise in ("gaussian", "laplace") for items in (900, 90_000)
    ]
    medians = [
        gm.histogram_posterior_median(
            items / 900 * COUNTS, items / 100, items, noise=noise
        )
        for noise, items in cases
    ]
    assert_as_committed("histogram_medians", np.hstack(medians), 1e-6)


def test_posterior_means_are_as_committed():
    numbers = []
    for nonnegative in (True, False):
        rule = posterior_rule(
            WIDE, nonnegative, lambda noise: -(2**0.5) * np.abs(noise)
        )
        x = rule.mean(WIDE)
        numbers += [*x, rule.divergence(WIDE), rule.evidence]
    assert_as_committed("posterior_means", np.array(numbers), 1e-6)
