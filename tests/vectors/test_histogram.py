"""Posterior medians of a histogram: an enumeration, other atoms, the prior, and their arguments."""

from itertools import product

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.vectors import histogram
from gaussmech.vectors.histogram import NOISES, Noise, _prior, posterior_median_shares


def medians_by_enumeration(y, log_density, items):
    """The posterior medians with every count an atom, summed with loops and bisected for t."""
    prior = _prior(items, len(y), 1)
    likelihood = np.exp([[log_density(v - u) for u in prior.share] for v in y])
    laws = zip(prior.probability, prior.log_weight, strict=True)
    mixed = sum(
        np.prod([row @ p for row in likelihood]) * np.exp(w) * p for p, w in laws
    )

    def posterior(t):
        p = likelihood * mixed * np.exp(t * prior.share)
        return p / p.sum(axis=1, keepdims=True)

    low = -300.0
    high = 300.0
    for _ in range(100):
        middle = (low + high) / 2
        total = (posterior(middle) @ prior.share).sum()
        low, high = (middle, high) if total < 1 else (low, middle)
    return [prior.share[np.flatnonzero(np.cumsum(p) >= 0.5)[0]] for p in posterior(low)]


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("scale", [0.02, 0.1])
@pytest.mark.parametrize("counts", [[20, 15, 5, 0, 0, 0], [7, 7, 7, 7, 6, 6]])
def test_the_medians_are_those_of_an_enumeration(noise, scale, counts, monkeypatch):
    # Every count is an atom of its own, however large the noise.
    monkeypatch.setattr(histogram, "ATOMS_PER_SCALE", 1000)
    items = 40
    z = np.random.default_rng(2).laplace(scale=scale, size=6)
    y = np.array(counts) / items + z

    def log_density(x):
        return -abs(x) / scale if noise == "laplace" else -0.5 * (x / scale) ** 2

    expected = medians_by_enumeration(y, log_density, items)
    assert posterior_median_shares(y, scale, items, noise) == pytest.approx(
        expected, abs=1e-12
    )


def noisy_histogram(items, bins, sigma):
    rng = np.random.default_rng(3)
    f = rng.multinomial(items, rng.dirichlet(np.full(bins, 1 / bins))) / items
    return f + sigma * rng.standard_normal(bins)


def test_atoms_out_of_reach_change_nothing(monkeypatch):
    y = noisy_histogram(2000, 60, 0.05)
    near = posterior_median_shares(y, 0.05, 2000, "gaussian")
    monkeypatch.setitem(NOISES, "gaussian", Noise(NOISES["gaussian"].log_density, 50.0))
    assert near == pytest.approx(
        posterior_median_shares(y, 0.05, 2000, "gaussian"), abs=1e-12
    )


def test_counts_that_are_taken_together_change_little(monkeypatch):
    y = noisy_histogram(2000, 60, 0.05)
    coarse = posterior_median_shares(y, 0.05, 2000, "gaussian")
    monkeypatch.setattr(histogram, "ATOMS_PER_SCALE", 1000)
    fine = posterior_median_shares(y, 0.05, 2000, "gaussian")
    assert abs(coarse - fine).sum() < 0.2 * abs(y - fine).sum()


@pytest.mark.parametrize(
    "items, bins, step", [*product([1, 7, 500], [2, 30], [1, 4, 10**6])]
)
def test_the_prior_holds_all_counts(items, bins, step):
    prior = _prior(items, bins, step)
    assert prior.probability.sum(axis=1) == pytest.approx(1, rel=1e-9)
    # The mean share of a bin is 1 / bins, but for the rounding of counts to their atoms.
    rounding = 0.5 * min(step, items) / items + 1e-9
    assert prior.probability @ prior.share == pytest.approx(1 / bins, abs=rounding)


@pytest.mark.parametrize("noise", NOISES)
def test_counts_have_the_medians_of_their_shares(noise):
    y = 500 * noisy_histogram(500, 30, 0.01)
    shares = posterior_median_shares(y / 500, 5.0 / 500, 500, noise)
    assert gm.histogram_posterior_median(y, 5.0, 500, noise=noise) == pytest.approx(
        500 * shares
    )


def test_each_of_several_histograms_is_estimated_alone():
    y = 500 * np.array([noisy_histogram(500, 30, 0.01), noisy_histogram(500, 30, 0.1)])
    estimates = gm.histogram_posterior_median(y, 5.0, 500)
    assert estimates.shape == y.shape
    assert (estimates[1] == gm.histogram_posterior_median(y[1], 5.0, 500)).all()


def test_the_only_bin_holds_all_items():
    assert gm.histogram_posterior_median([-3.0], 2.0, 40).tolist() == [40.0]


def test_a_histogram_without_bins_and_too_many_items_are_refused():
    with pytest.raises(
        ValueError, match=r"y has shape \(0,\); its last axis must hold at least"
    ):
        gm.histogram_posterior_median([], 1.0, 10)
    with pytest.raises(ValueError, match="items is 1000001; it must be .*1000000"):
        gm.histogram_posterior_median([0.5, 0.5], 1.0, 1_000_001)
    with pytest.raises(
        ValueError, match="noise is 'uniform'; allowed are 'gaussian', 'laplace'"
    ):
        gm.histogram_posterior_median([0.5, 0.5], 1.0, 10, noise="uniform")
