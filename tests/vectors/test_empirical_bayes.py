"""Empirical-Bayes thresholding against quadrature, and projection on the simplex."""

import math

import numpy as np
import pytest
from scipy import integrate, optimize, stats

import gaussmech as gm
from gaussmech.vectors import shrinkage
from gaussmech.vectors.shrinkage import SLABS


def fit_spike_and_slab(x, slab=0.5):
    return tuple(float(part[0]) for part in shrinkage.fit_spike_and_slab(x[None], slab))


def slab_integral(x, slab, low=-np.inf):
    """The slab's share of the density of x, from `low` upwards, by quadrature over f."""
    edges = sorted(
        {max(low, e) for e in (-60, -8, 0, low, x - 12, x, x + 12, 60 + abs(x))}
    )

    def density(u):
        return (
            0.5
            * slab
            * math.exp(-slab * abs(u) - 0.5 * (x - u) ** 2)
            / math.sqrt(2 * math.pi)
        )

    pieces = zip(edges, edges[1:], strict=False)
    return sum(
        integrate.quad(density, *ends, epsabs=0, epsrel=1e-12)[0] for ends in pieces
    )


def median_by_quadrature(x, weight, slab):
    """The posterior median of f, for x > 0."""
    whole = (1 - weight) * stats.norm.pdf(x) + weight * slab_integral(x, slab)

    def excess(m):
        return weight * slab_integral(x, slab, m) / whole - 0.5

    return optimize.brentq(excess, 0, x + 1, xtol=1e-12) if excess(0.0) > 0 else 0.0


def sparse(d, strong, seed=1):
    x = np.random.default_rng(seed).standard_normal(d)
    x[:strong] += 4
    return x


@pytest.mark.parametrize("slab", [0.1, 0.5, 2.0])
def test_the_fit_maximises_the_likelihood_and_the_estimate_is_the_posterior_median(
    slab,
):
    x = sparse(60, 8)
    spike = stats.norm.pdf(x)
    density = np.array([slab_integral(v, slab) for v in x])

    def log_likelihood(weight):
        return np.log((1 - weight) + weight * density / spike).sum()

    best = optimize.minimize_scalar(
        lambda w: -log_likelihood(w),
        bounds=(0, 1),
        method="bounded",
        options={"xatol": 1e-9},
    )
    weight, rate, maximum = fit_spike_and_slab(x, slab)
    assert rate == slab
    assert weight == pytest.approx(best.x, abs=1e-6)
    assert maximum == pytest.approx(log_likelihood(weight), rel=1e-9)
    # And the estimate is the posterior median.
    x = np.concatenate([sparse(30, 3), [-7.5, 25.0, 3.1]])
    weight, _, _ = fit_spike_and_slab(x, slab)
    expected = [np.sign(v) * median_by_quadrature(abs(v), weight, slab) for v in x]
    maximum = 3.0 * np.array(expected)
    assert gm.empirical_bayes_threshold(3.0 * x, 3.0, slab=slab) == pytest.approx(
        maximum, abs=1e-8
    )
    assert np.count_nonzero(expected) >= 5
    assert slab == 2 or 0 in expected


@pytest.mark.parametrize("d", [2, 100, 10**6])
def test_the_least_weight_has_the_universal_threshold(d):
    x = np.zeros(d)
    weight, slab, gain = fit_spike_and_slab(x)
    assert gain < 0
    threshold = np.sqrt(2 * np.log(d))
    spike = (1 - weight) * stats.norm.pdf(threshold)
    above, below = (slab_integral(s * threshold, slab, 0.0) for s in (1, -1))
    assert weight * above == pytest.approx(
        0.5 * (spike + weight * (above + below)), rel=1e-9
    )


@pytest.mark.parametrize("far", [0, 20, 37.3, 38.2, 60, 1e5])
def test_the_slab_is_fitted_together_with_the_weight(far):
    x = sparse(400, 130)
    if far:
        x[:200] = far * np.random.default_rng(4).standard_exponential(200)
    rates = np.geomspace(*SLABS, 60)
    best = max(fit_spike_and_slab(x, rate)[2] for rate in rates)
    weight, rate, maximum = fit_spike_and_slab(x, None)
    assert maximum >= best - 1e-4
    assert (weight, maximum) == fit_spike_and_slab(x, rate)[::2]


def test_values_far_out_move_by_the_slab_alone_and_overflow_nothing():
    y = np.array([0.1, -0.4, 30.0, -1e3, 1e200, 0.2])
    assert np.isfinite(gm.empirical_bayes_threshold(y, 1.0, slab=None)).all()
    estimate = gm.empirical_bayes_threshold(y, 1.0)
    assert np.isfinite(estimate).all()
    assert estimate[2:5] == pytest.approx([29.5, -999.5, 1e200], rel=1e-12)
    # No step in the log-likelihood where the odds overflow.
    before, after = (
        fit_spike_and_slab(np.append(sparse(40, 3), x))[2] for x in (30.4999, 30.5001)
    )
    assert after - before == pytest.approx(30 * 2e-4, rel=1e-3)


def test_each_vector_has_a_weight_of_its_own():
    y = np.stack([sparse(200, 2), sparse(200, 60, seed=2)])
    estimates = gm.empirical_bayes_threshold(y, 1.0)
    assert (estimates == [gm.empirical_bayes_threshold(row, 1.0) for row in y]).all()
    assert (
        estimates != gm.empirical_bayes_threshold(y.reshape(-1), 1.0).reshape(y.shape)
    ).any()
    for shape in ((), (1,), (0,), (3, 0), (2, 1)):
        assert gm.empirical_bayes_threshold(np.full(shape, 5.0), 1.0).shape == shape


@pytest.mark.parametrize("d", [1, 2, 5, 300])
@pytest.mark.parametrize("total", [0.3, 1.0, 40.0])
def test_the_projection_is_a_shift_cut_at_zero(d, total):
    y = np.random.default_rng(d).standard_normal(d) * 3
    projection = gm.project_to_simplex(y, total)
    shift = optimize.brentq(
        lambda c: np.maximum(y - c, 0).sum() - total,
        y.min() - total - 1,
        y.max(),
        xtol=1e-15,
    )
    assert projection == pytest.approx(np.maximum(y - shift, 0), abs=1e-12)
    assert projection.sum() == pytest.approx(total, rel=1e-13)


def test_points_of_the_simplex_stay_and_the_total_may_be_zero():
    y = np.array([[0.2, 0.5, 0.3], [0.0, 0.0, 1.0]])
    assert gm.project_to_simplex(y) == pytest.approx(y, abs=1e-15)
    assert gm.project_to_simplex(y + 7.0) == pytest.approx(y, abs=1e-14)
    assert gm.project_to_simplex([3.0, -1.0], 0.0).tolist() == [0, 0]
    assert gm.project_to_simplex([1e300, -1e300]).tolist() == [1, 0]
