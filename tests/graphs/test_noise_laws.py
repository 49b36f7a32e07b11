"""The laws of the noise: their moments, Stein's formula, and how low a mean may be by chance."""

from functools import cache

import numpy as np
import pytest
from scipy.signal import fftconvolve

from gaussmech.graphs.noise_laws import GaussianLaw, LaplaceLaw, noise_law
from gaussmech.graphs.risk import LaplaceProbe

STEPS = (0.1, 0.5, 1.4, 5.0)
SQRT2 = np.sqrt(2)
# A fine grid imitates the continuous law.
FINE_STEP = 0.05
# Where Stein's formula is checked: the true value of a place.
TRUTH = 0.7


def reach_of(step):
    """Return how many steps hold all but e^-60 of the noise: some 60 decays, or 60 steps."""
    return int(60 / min(step, 1)) + 60


@cache
def discrete_laplace(step):
    """Return the values and the probabilities of discrete Laplace noise of unit variance.

    The decay is found by bisection from the sum that is the variance.
    """
    k = np.arange(-reach_of(step), reach_of(step) + 1)

    def probabilities(decay):
        p = np.exp(-decay * np.abs(k))
        return p / p.sum()

    low = 1e-4
    high = 20.0
    for _ in range(200):
        decay = (low + high) / 2
        variance = step**2 * np.sum(k**2 * probabilities(decay))
        if variance > 1:
            low = decay
        else:
            high = decay
    return step * k, probabilities(decay)


def discrete_jumps(step):
    """Return the sizes and the probabilities of the jumps in Stein's formula, both (k,).

    They are geometric, with the ratio of successive probabilities of the noise.
    """
    _, p = discrete_laplace(step)
    ratio = p[p.argmax() + 1] / p.max()
    k = np.arange(1, reach_of(step))
    return step * k, (1 - ratio) * ratio ** (k - 1.0)


def soft(y):
    """Return y soft-thresholded at 1.1."""
    return np.sign(y) * np.maximum(np.abs(y) - 1.1, 0)


def positive_part(y):
    return np.maximum(y, 0)


@pytest.mark.parametrize("step", STEPS)
def test_the_kurtosis_of_discrete_noise_is_that_of_its_law(step):
    values, p = discrete_laplace(step)
    fourth_moment = p @ values**4
    assert LaplaceLaw(step).excess_kurtosis == pytest.approx(
        fourth_moment - 3, rel=1e-6
    )


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    "g", [soft, np.tanh, positive_part], ids=["soft threshold", "tanh", "positive part"]
)
def test_steins_formula_holds_for_discrete_noise(step, g):
    values, p = discrete_laplace(step)
    jumps, chances = discrete_jumps(step)
    y = TRUTH + values
    effects = [p @ (g(y + jump) - g(y - jump)) for jump in jumps]
    covariance = p @ (values * g(y))
    assert LaplaceLaw(step).factor * (chances @ effects) == pytest.approx(
        covariance, rel=1e-6
    )


@pytest.mark.parametrize("step", STEPS)
def test_sampled_jumps_of_discrete_noise_have_the_law_of_steins_formula(step):
    jumps, chances = discrete_jumps(step)
    sample = LaplaceLaw(step).jumps(200_000, np.random.default_rng(1))
    in_steps = sample / step
    np.testing.assert_allclose(in_steps, np.round(in_steps), atol=1e-9)
    # Standard errors: 0.2 % and 0.5 % at most.
    assert sample.mean() == pytest.approx(chances @ jumps, rel=0.01)
    assert np.mean(sample**2) == pytest.approx(chances @ jumps**2, rel=0.03)


@pytest.fixture(scope="module")
def continuous_laplace():
    """The values and probabilities of Laplace noise of unit variance, by a midpoint rule."""
    width = 0.01
    values = np.arange(-25, 25, width) + width / 2
    p = np.exp(-SQRT2 * np.abs(values))
    return values, p / p.sum()


def test_steins_formula_holds_for_continuous_noise(continuous_laplace):
    values, p = continuous_laplace
    y = TRUTH + values
    jumps = np.arange(0, 25, 0.05) + 0.025
    chances = np.exp(-SQRT2 * jumps)
    effects = [p @ (soft(y + jump) - soft(y - jump)) for jump in jumps]
    mean_effect = chances @ effects / chances.sum()
    covariance = p @ (values * soft(y))
    # The midpoint rule of the jumps, 0.05 wide, has an error of less than 1e-3.
    assert LaplaceLaw(0.0).factor * mean_effect == pytest.approx(covariance, rel=1e-3)


def test_steins_kernel_of_continuous_noise_weights_the_derivative(continuous_laplace):
    """E[N g(N)] = E[weight(N) g'(N)]."""
    values, p = continuous_laplace
    y = TRUTH + values
    slope = np.abs(y) > 1.1
    weighted_slope = p @ (LaplaceLaw(0.0).weight(values) * slope)
    covariance = p @ (values * soft(y))
    # The slope is 0 or 1, and a midpoint rule 0.01 wide may miss where it jumps.
    assert weighted_slope == pytest.approx(covariance, rel=0.01)


def test_sampled_jumps_of_continuous_noise_are_exponential():
    sample = LaplaceLaw(0.0).jumps(100_000, np.random.default_rng(1))
    # Standard errors: 0.3 % and 0.9 %.
    assert sample.mean() == pytest.approx(1 / SQRT2, rel=0.02)
    assert sample.var() == pytest.approx(1 / 2, rel=0.03)


def law_of_sum(step, size):
    """Return the values and the probabilities of a sum of `size` variables of discrete noise."""
    _, p = discrete_laplace(step)
    total = np.array([1.0])
    for _ in range(size):
        total = fftconvolve(total, p)
    middle = len(total) // 2
    return step * (np.arange(len(total)) - middle), total


@pytest.mark.parametrize("step", [0.0, *STEPS])
@pytest.mark.parametrize("size", [1, 2, 7, 60])
@pytest.mark.parametrize("level", [1e-3, 1e-7])
def test_a_mean_is_rarely_below_its_least_score(step, size, level):
    (score,) = LaplaceLaw(step).least_score(np.array([size]), level)
    sums, p = law_of_sum(step or FINE_STEP, size)
    # A score that is a value of the grid is not below itself, whatever the rounding.
    below_score = score * (1 - 1e-9) - 1e-9
    probability = p[sums / np.sqrt(size) < below_score].sum()
    # 1 % for the fine grid that imitates the continuous law.
    assert probability < level * 1.01
    # It is a third of the level where it can be; on a coarse grid the next value may be likelier
    # by far, and a third of the level is between the two.
    least_share = 0.005 if step > 1 else 0.1
    # Probabilities by Fourier transform are exact to 1e-12.
    assert probability + 1e-12 > least_share * level


@pytest.mark.parametrize("size", [1, 2, 7, 60])
def test_the_least_score_of_gaussian_noise_is_its_quantile(size):
    (score,) = GaussianLaw().least_score(np.array([size]), 0.025)
    assert score == pytest.approx(-1.96, abs=1e-3)


def sample_noise(step, n, rng):
    """Return n values of Laplace noise of unit variance, continuous if the step is 0."""
    if step == 0:
        return rng.laplace(0, np.sqrt(0.5), n)
    values, p = discrete_laplace(step)
    return rng.choice(values, n, p=p)


@pytest.mark.parametrize("step", [0.0, 0.5, 1.4])
def test_the_bend_of_a_probe_completes_steins_formula(step):
    """Probes of soft-thresholded pure noise, 100 draws of 2,000 places."""
    n = 2000
    draws = 100
    law = LaplaceLaw(step)
    rng = np.random.default_rng([1, int(10 * step)])
    rows = []
    for _ in range(draws):
        probe = LaplaceProbe(sample_noise(step, n, rng), rng, law)

        def refit(side, probe=probe):
            return soft(probe.y(side))

        divergence, _, _ = probe.divergence(refit)
        rows.append([divergence, *probe.bend(refit)])
    df, bend, variance = np.transpose(rows)
    values, p = discrete_laplace(step or FINE_STEP)
    # E[N x(N)], which the degrees of freedom and the bend have to add up to.
    covariance = n * p @ (values * soft(values))
    standard_error = np.std(df + bend) / np.sqrt(draws)
    assert abs(np.mean(df + bend) - covariance) < 3.5 * standard_error
    # Without the bend the gap would be seen.
    assert covariance - df.mean() > 7 * standard_error
    # The variance of 100 draws has a standard error of 14 %.
    assert 0.6 < bend.var() / variance.mean() < 1.6


def test_a_law_is_made_from_its_name():
    assert noise_law("gaussian", 0.3) == GaussianLaw()
    assert noise_law("laplace", 0.3) == LaplaceLaw(0.3)


def test_the_half_width_of_laplace_noise_holds_95_percent():
    half_width = LaplaceLaw(0.0).raw_half_width
    assert np.exp(-SQRT2 * half_width) == pytest.approx(0.05)
