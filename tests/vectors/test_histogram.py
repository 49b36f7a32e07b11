"""Posterior medians of a histogram: an enumeration, other atoms, the prior, and their arguments."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from scipy import optimize, stats

import gaussmech as gm
from gaussmech.vectors import histogram
from gaussmech.vectors.histogram import NOISES, Noise, _prior, posterior_median_shares


def medians_by_enumeration(y, log_density, items):
    """Return the posterior medians with every count an atom, by loops and root finding for t."""
    prior = _prior(items, len(y), 1)
    shares = prior.share
    likelihood = np.exp([log_density(value - shares) for value in y])
    mixture = 0.0
    for row, log_weight in zip(prior.probability, prior.log_weight, strict=True):
        mixture = mixture + np.prod(likelihood @ row) * np.exp(log_weight) * row

    def posterior(t):
        p = likelihood * mixture * np.exp(t * shares)
        return p / p.sum(axis=1, keepdims=True)

    # At t the posterior means add up to 1.
    t = optimize.brentq(lambda t: (posterior(t) @ shares).sum() - 1, -300, 300)
    return [shares[np.searchsorted(np.cumsum(p), 0.5)] for p in posterior(t)]


LOG_DENSITIES = {"laplace": stats.laplace.logpdf, "gaussian": stats.norm.logpdf}


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("scale", [0.02, 0.1])
@pytest.mark.parametrize(
    "counts",
    [[20, 15, 5, 0, 0, 0], [7, 7, 7, 7, 6, 6]],
    ids=["uneven counts", "even counts"],
)
def test_the_medians_are_those_of_an_enumeration(noise, scale, counts, monkeypatch):
    # Every count is an atom of its own, however large the noise.
    monkeypatch.setattr(histogram, "ATOMS_PER_SCALE", 1000)
    items = 40
    z = np.random.default_rng(2).laplace(scale=scale, size=6)
    y = np.array(counts) / items + z
    log_density = partial(LOG_DENSITIES[noise], scale=scale)
    expected = medians_by_enumeration(y, log_density, items)
    medians = posterior_median_shares(y, scale, items, noise)
    assert medians == pytest.approx(expected, abs=1e-12)


def noisy_histogram(items, bins, sigma):
    """Return noisy shares of items that fall into few of the bins."""
    rng = np.random.default_rng(3)
    probabilities = rng.dirichlet(np.full(bins, 1 / bins))
    f = rng.multinomial(items, probabilities) / items
    return f + sigma * rng.standard_normal(bins)


SIGMA = 0.05
NOISY_SHARES = noisy_histogram(2000, 60, SIGMA)


def medians_of_noisy_shares():
    return posterior_median_shares(NOISY_SHARES, SIGMA, 2000, "gaussian")


def test_atoms_out_of_reach_change_nothing(monkeypatch):
    medians = medians_of_noisy_shares()
    far_reaching = Noise(NOISES["gaussian"].log_density, 50.0)
    monkeypatch.setitem(NOISES, "gaussian", far_reaching)
    assert medians == pytest.approx(medians_of_noisy_shares(), abs=1e-12)


def test_counts_that_are_taken_together_change_little(monkeypatch):
    coarse = medians_of_noisy_shares()
    monkeypatch.setattr(histogram, "ATOMS_PER_SCALE", 1000)
    fine = medians_of_noisy_shares()
    # Little beside what the estimate itself changes.
    assert abs(coarse - fine).sum() < 0.2 * abs(NOISY_SHARES - fine).sum()


each_prior = pytest.mark.parametrize(
    "items, bins, step", list(product([1, 7, 500], [2, 30], [1, 4, 10**6]))
)


@each_prior
def test_the_prior_is_a_distribution_whose_mean_share_is_that_of_one_bin(
    items, bins, step
):
    prior = _prior(items, bins, step)
    assert prior.probability.sum(axis=1) == pytest.approx(1, rel=1e-9)
    # No atom stands for more items than there are.
    assert prior.share[0] == 0 and prior.share[-1] <= 1
    means = prior.probability @ prior.share
    # But for the rounding of counts to their atoms.
    rounding = 0.5 * min(step, items) / items
    assert means == pytest.approx(1 / bins, abs=rounding + 1e-9)


@pytest.mark.parametrize("noise", NOISES)
def test_counts_have_the_medians_of_their_shares(noise):
    y = 500 * noisy_histogram(500, 30, 0.01)
    shares = posterior_median_shares(y / 500, 5.0 / 500, 500, noise)
    medians = gm.histogram_posterior_median(y, 5.0, 500, noise=noise)
    assert medians == pytest.approx(500 * shares)


def test_each_of_several_histograms_is_estimated_alone():
    little_noise = noisy_histogram(500, 30, 0.01)
    much_noise = noisy_histogram(500, 30, 0.1)
    y = 500 * np.array([little_noise, much_noise])
    estimates = gm.histogram_posterior_median(y, 5.0, 500)
    assert estimates.shape == y.shape
    alone = gm.histogram_posterior_median(y[1], 5.0, 500)
    assert (estimates[1] == alone).all()


def test_the_only_bin_holds_all_items():
    assert gm.histogram_posterior_median([-3.0], 2.0, 40).tolist() == [40.0]
