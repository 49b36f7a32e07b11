"""Empirical-Bayes thresholding against quadrature, and projection on the simplex."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, optimize, stats

import gaussmech as gm
from gaussmech.vectors import shrinkage
from gaussmech.vectors.shrinkage import SLABS

each_slab = pytest.mark.parametrize("slab", [0.1, 0.5, 2.0])


def fit_spike_and_slab(x, slab=0.5):
    """Return the weight, the rate of the slab and the log-likelihood for one vector."""
    weight, rate, log_likelihood = shrinkage.fit_spike_and_slab(abs(x[None]), slab)
    return float(weight[0]), float(rate[0]), float(log_likelihood[0])


def slab_integral(x, slab, low=-np.inf):
    """Return the slab's share of the density of x, from `low` upwards, by quadrature over f."""

    def density(f):
        prior = 0.5 * slab * math.exp(-slab * abs(f))
        likelihood = math.exp(-0.5 * (x - f) ** 2) / math.sqrt(2 * math.pi)
        return prior * likelihood

    # The density is smooth between these, and next to nothing outside.
    ends = {-60, -8, 0, low, x - 12, x, x + 12, 60 + abs(x)}
    corners = sorted({max(low, end) for end in ends})
    total = 0.0
    for start, end in pairwise(corners):
        total += integrate.quad(density, start, end, epsabs=0, epsrel=1e-12)[0]
    return total


def median_by_quadrature(x, weight, slab):
    """Return the posterior median of f, for x > 0."""
    spike = (1 - weight) * stats.norm.pdf(x)
    whole = spike + weight * slab_integral(x, slab)

    def excess(median):
        return weight * slab_integral(x, slab, median) / whole - 0.5

    if excess(0.0) <= 0:
        return 0.0
    return optimize.brentq(excess, 0, x + 1, xtol=1e-12)


def sparse(d, strong, seed=1):
    """Return d values of noise, of which the first `strong` are moved by 4."""
    x = np.random.default_rng(seed).standard_normal(d)
    x[:strong] += 4
    return x


@each_slab
def test_the_weight_maximises_the_likelihood(slab):
    x = sparse(60, 8)
    odds = np.array([slab_integral(value, slab) for value in x]) / stats.norm.pdf(x)

    def loss(weight):
        return -np.log((1 - weight) + weight * odds).sum()

    options = {"xatol": 1e-9}
    best = optimize.minimize_scalar(
        loss, bounds=(0, 1), method="bounded", options=options
    )
    weight, rate, log_likelihood = fit_spike_and_slab(x, slab)
    assert rate == slab
    # The likelihood is flat at its maximum, which is found to half of its digits.
    assert weight == pytest.approx(best.x, abs=1e-6)
    assert log_likelihood == pytest.approx(-loss(weight), rel=1e-9)


@each_slab
def test_the_estimate_is_the_posterior_median(slab):
    x = np.concatenate([sparse(30, 3), [-7.5, 25.0, 3.1]])
    weight, _, _ = fit_spike_and_slab(x, slab)
    sizes = [median_by_quadrature(abs(value), weight, slab) for value in x]
    medians = np.sign(x) * sizes
    estimate = gm.empirical_bayes_threshold(3.0 * x, 3.0, slab=slab)
    assert estimate == pytest.approx(3.0 * medians, abs=1e-8)
    # Some medians are not 0, and with a wide slab some are.
    assert np.count_nonzero(medians) >= 5
    assert slab == 2 or 0 in medians


@pytest.mark.parametrize("d", [2, 100, 10**6])
def test_the_least_weight_has_the_universal_threshold(d):
    weight, slab, gain = fit_spike_and_slab(np.zeros(d))
    assert gain < 0
    threshold = np.sqrt(2 * np.log(d))
    spike = (1 - weight) * stats.norm.pdf(threshold)
    positive = weight * slab_integral(threshold, slab, 0.0)
    # By symmetry, the mass below 0 is that above 0 at the opposite value.
    negative = weight * slab_integral(-threshold, slab, 0.0)
    # Of the posterior at the threshold, half is above 0.
    half = 0.5 * (spike + positive + negative)
    assert positive == pytest.approx(half, rel=1e-9)


@pytest.mark.parametrize("far", [0, 20, 37.3, 38.2, 60, 1e5])
def test_the_slab_is_fitted_together_with_the_weight(far):
    x = sparse(400, 130)
    if far:
        x[:200] = far * np.random.default_rng(4).standard_exponential(200)
    narrowest, widest = SLABS
    rates = np.geomspace(narrowest, widest, 60)
    best = max(fit_spike_and_slab(x, rate)[2] for rate in rates)
    weight, rate, maximum = fit_spike_and_slab(x, None)
    # A grid of 60 rates may be better by this much, in log-likelihood.
    assert maximum >= best - 1e-4
    # At the rate that was found, the weight is the one that is fitted alone.
    assert fit_spike_and_slab(x, rate) == (weight, rate, maximum)


FAR_OUT = np.array([0.1, -0.4, 30.0, -1e3, 1e200, 0.2])


def test_values_far_out_move_by_the_slab_alone():
    for slab in (None, 0.5):
        estimate = gm.empirical_bayes_threshold(FAR_OUT, 1.0, slab=slab)
        assert np.isfinite(estimate).all()
    assert estimate[2:5] == pytest.approx([29.5, -999.5, 1e200], rel=1e-12)


def test_the_log_likelihood_has_no_step_where_the_odds_overflow():
    x = sparse(40, 3)
    _, _, before = fit_spike_and_slab(np.append(x, 30.4999))
    _, _, after = fit_spike_and_slab(np.append(x, 30.5001))
    # The log odds are x^2 / 2 less x / 2, whose slope is 30 here.
    assert after - before == pytest.approx(30 * 2e-4, rel=1e-3)


def test_each_vector_has_a_weight_of_its_own():
    vectors = np.stack([sparse(200, 2), sparse(200, 60, seed=2)])
    estimates = gm.empirical_bayes_threshold(vectors, 1.0)
    alone = [gm.empirical_bayes_threshold(row, 1.0) for row in vectors]
    assert (estimates == alone).all()
    as_one = gm.empirical_bayes_threshold(vectors.ravel(), 1.0)
    assert (estimates.ravel() != as_one).any()


@pytest.mark.parametrize("shape", [(), (1,), (0,), (3, 0), (2, 1)])
def test_an_estimate_has_the_shape_of_the_vector(shape):
    assert gm.empirical_bayes_threshold(np.full(shape, 5.0), 1.0).shape == shape


@pytest.mark.parametrize("d", [1, 2, 5, 300])
@pytest.mark.parametrize("total", [0.3, 1.0, 40.0])
def test_the_projection_is_a_shift_cut_at_zero(d, total):
    y = 3 * np.random.default_rng(d).standard_normal(d)

    def excess(shift):
        return np.maximum(y - shift, 0).sum() - total

    shift = optimize.brentq(excess, y.min() - total - 1, y.max(), xtol=1e-15)
    projection = gm.project_to_simplex(y, total)
    assert projection == pytest.approx(np.maximum(y - shift, 0), abs=1e-12)
    assert projection.sum() == pytest.approx(total, rel=1e-13)


# Vectors, their total, and their projections.
PROJECTED = [
    # Points of the simplex stay, and a shift of them is taken back.
    ([0.2, 0.5, 0.3], 1.0, [0.2, 0.5, 0.3]),
    ([7.2, 7.5, 7.3], 1.0, [0.2, 0.5, 0.3]),
    ([[0.0, 0.0, 1.0], [7.2, 7.5, 7.3]], 1.0, [[0, 0, 1], [0.2, 0.5, 0.3]]),
    ([3.0, -1.0], 0.0, [0, 0]),
    ([1e300, -1e300], 1.0, [1, 0]),
]


@pytest.mark.parametrize("y, total, expected", PROJECTED)
def test_vectors_are_projected(y, total, expected):
    projection = gm.project_to_simplex(y, total)
    assert projection == pytest.approx(np.array(expected), abs=1e-14)
