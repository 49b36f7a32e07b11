"""The laws of the noise: their moments, Stein's formula, and how low a mean may be by chance."""

import numpy as np
import pytest
from scipy.signal import fftconvolve

from gaussmech.graphs.noise_laws import GaussianLaw, LaplaceLaw, noise_law
from gaussmech.graphs.risk import LaplaceProbe

STEPS = (0.1, 0.5, 1.4, 5.0)


def masses(step):
    """Return the values and the probabilities of discrete Laplace noise of unit variance.

    The decay is found by bisection from the sum that is the variance.
    """
    k = np.arange(-int(60 / min(step, 1)) - 60, int(60 / min(step, 1)) + 61)

    def law(decay):
        p = np.exp(-decay * np.abs(k))
        return p / p.sum()

    low, high = 1e-4, 20.0
    for _ in range(200):
        decay = (low + high) / 2
        variance = step**2 * np.sum(k**2 * law(decay))
        low, high = (decay, high) if variance > 1 else (low, decay)
    return k, step * k, law(decay)


def soft(y):
    return np.sign(y) * np.maximum(np.abs(y) - 1.1, 0)


@pytest.mark.parametrize("step", STEPS)
def test_the_moments_of_discrete_noise(step):
    _, values, p = masses(step)
    assert LaplaceLaw(step).excess_kurtosis == pytest.approx(
        p @ values**4 - 3, rel=1e-6
    )


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("g", [soft, np.tanh, lambda y: np.maximum(y, 0)])
def test_steins_formula_of_discrete_noise(step, g):
    _, values, p = masses(step)
    law, f = LaplaceLaw(step), 0.7
    # The law of the jumps, from the decay of the probabilities.
    rho = p[p.argmax() + 1] / p.max()
    k = np.arange(1, int(60 / min(step, 1)) + 60)
    jump, chance = step * k, (1 - rho) * rho ** (k - 1.0)
    change = np.array([p @ (g(f + values + j) - g(f + values - j)) for j in jump])
    assert law.factor * chance @ change == pytest.approx(
        p @ (values * g(f + values)), rel=1e-6
    )
    sample = law.jumps(200_000, np.random.default_rng(1))
    np.testing.assert_allclose(sample / step, np.round(sample / step), atol=1e-9)
    assert sample.mean() == pytest.approx(chance @ jump, rel=0.01)
    assert np.mean(sample**2) == pytest.approx(chance @ jump**2, rel=0.03)


def test_steins_formula_of_continuous_noise():
    # Midpoint rules for the noise and for the jumps.
    law, f, root, width = LaplaceLaw(0.0), 0.7, np.sqrt(2), 0.01
    noise = np.arange(-25, 25, width) + width / 2
    p = width * np.exp(-root * np.abs(noise)) / root * 1.0
    p /= p.sum()
    jump = np.arange(0, 25, 0.05) + 0.025
    chance = np.exp(-root * jump)
    change = [p @ (soft(f + noise + j) - soft(f + noise - j)) for j in jump]
    expected = p @ (noise * soft(f + noise))
    assert law.factor * np.array(change) @ chance / chance.sum() == pytest.approx(
        expected, rel=1e-3
    )
    # The kernel form of the same formula, E[N g] = E[weight(N) g'].
    slope = np.abs(f + noise) > 1.1
    assert p @ (law.weight(noise) * slope) == pytest.approx(expected, rel=0.01)
    sample = law.jumps(100_000, np.random.default_rng(1))
    assert sample.mean() == pytest.approx(1 / root, rel=0.02)
    assert sample.var() == pytest.approx(1 / 2, rel=0.03)


@pytest.mark.parametrize("step", [0.0, *STEPS])
@pytest.mark.parametrize("size", [1, 2, 7, 60])
@pytest.mark.parametrize("level", [1e-3, 1e-7])
def test_a_mean_is_rarely_below_its_least_score(step, size, level):
    law = LaplaceLaw(step)
    (score,) = law.least_score(np.array([size]), level)
    _, values, p = masses(step or 0.05)
    total = np.array([1.0])
    for _ in range(size):
        total = fftconvolve(total, p)
    sums = (step or 0.05) * (np.arange(len(total)) - len(total) // 2)
    below = total[sums / np.sqrt(size) < score * (1 - 1e-9) - 1e-9].sum()
    # Never above the level, but not far below: a step of the grid may be the reason, else a third.
    assert below < level * 1.01
    at_least = 0.005 if step > 1 else 0.1
    assert below + 1e-12 > at_least * level
    assert GaussianLaw().least_score(np.array([size]), 0.025)[0] == pytest.approx(
        -1.96, abs=1e-3
    )


@pytest.mark.parametrize("step", [0.0, 0.5, 1.4])
def test_the_bend_of_a_probe_completes_steins_formula(step):
    # Soft thresholding of pure noise, whose E[N x(N)] is known.
    n, draws, law, rng = (
        2000,
        100,
        LaplaceLaw(step),
        np.random.default_rng([1, int(10 * step)]),
    )
    _, values, p = masses(step or 0.05)
    expected = n * p @ (values * soft(values))
    rows = []
    for _ in range(draws):
        noise = rng.choice(values, n, p=p) if step else rng.laplace(0, np.sqrt(0.5), n)
        probe = LaplaceProbe(noise, rng, law)
        df = probe.divergence(lambda side, probe=probe: soft(probe.y(side)))[0]
        rows.append([df, *probe.bend(lambda side, probe=probe: soft(probe.y(side)))])
    df, bend, variance = np.transpose(rows)
    error = np.std(df + bend) / np.sqrt(draws)
    assert abs(np.mean(df + bend) - expected) < 3.5 * error
    # Without the bend the gap would be seen. The stated variance is that of the bend.
    assert expected - df.mean() > 7 * error
    assert 0.6 < bend.var() / variance.mean() < 1.6


def test_names():
    assert noise_law("gaussian", 0.3) == GaussianLaw()
    assert noise_law("laplace", 0.3) == LaplaceLaw(0.3)
    half = LaplaceLaw(0.0).raw_half_width
    assert np.exp(-np.sqrt(2) * half) == pytest.approx(0.05)
