"""What the best attack on discrete Laplace noise gains, from the distribution that is drawn.

`releases` uses it. Discrete Laplace noise of scale t has P(N = k) proportional to exp(-|k| / t) on
the whole numbers. All numbers are rounded up.
"""

import math
from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, Decimal
from typing import Any

import numpy as np
from scipy.fft import next_fast_len

from gaussmech._checks import Array
from gaussmech.privacy._normal import many_digits, round_up
from gaussmech.privacy.attack_risk import FALSE_POSITIVE_RATES, attack_risk
from gaussmech.privacy.meaning import gaussian_mu

# The privacy loss of several vectors is computed on this many points between 0 and its maximum.
POINTS = 2**16
# Above this many vectors the Gaussian bound by mu is used: the grid is too coarse for each of them.
MOST_VECTORS = 1000
# Optimal tests at the rates of a report have a threshold in this range, up to their last digits.
LARGEST_LOG_THRESHOLD = 5.0
# Fourier transforms and sums err by less.
GUARD = 1e-9


def laplace_attack_risk(
    levels: Iterable[tuple[int, int]], *, columns: int = 1
) -> dict[str, float]:
    """Return what `attack_risk` does, of discrete Laplace noise.

    `levels` has the sensitivity s and the scale t, in steps of the grid, of each vector that is
    released, and each of `columns` columns has such vectors. One vector, of which one place
    changes, has exactly this advantage and these true positive rates. A change that is spread over
    places has at most these. Those of several vectors are upper bounds, which exceed the exact
    values by about a share columns / POINTS.

    Notes
    -----
    Let f(y) = c e^(-|y| / t) in L1 norm, and a neighbour differ by v with |v| = s. Then
    |y| - |y - v| is one of j = -s, -s + 2, ..., s, so a test compares f(y - v) with e^(j / t) f(y).
    There is a whole vector m on the way to v with |m| = (s + j) / 2 and |v - m| = (s - j) / 2. By
    the triangle inequality both |y| - j and |y - v| are at most |y - m| + (s - j) / 2, so

        sum min(e^(j / t) f(y), f(y - v)) >= e^(-(s - j) / 2t),

    with equality if v has one coordinate. So that change dominates all others, and the best test
    rejects the largest N. It has P(N >= k) = r^k / (1 + r) for k >= 0, where r = e^(-1 / t). At a
    false positive rate alpha the test rejects N >= k for the least k >= 1 with P(N >= k) <= alpha,
    and N = k - 1 in part, where a shift by s raises the probability e^((2k - 2 - s) / t) times.
    From k = s on all N have the largest ratio, e^(s / t), and below 0 all have e^(-s / t).

    The advantage is 1 - e^(-s / 2t) for even s. For odd s, the two whole numbers next to the middle
    have the advantage tanh(1 / 2t), and it is 1 - e^(-s / 2t) / cosh(1 / 2t). The mu of the larger
    of both bounds the distribution: its profile is that of continuous Laplace noise at every second
    multiple of 1 / t, and between them its chord (Liu et al., 2022, section 5, for continuous
    noise; a test compares the profiles on grids of all sizes).

    The privacy losses of several vectors add up. Each is rounded up to a grid of losses, and their
    distributions are convolved, which makes no attack weaker.

    Examples
    --------
    >>> risk = laplace_attack_risk([(2, 8)])
    >>> round(risk["attack_advantage"], 6) == round(1 - math.exp(-1 / 8), 6)
    True
    >>> round(risk["tpr_at_fpr_0.01"], 6) == round(0.01 * math.exp(2 / 8), 6)
    True
    """
    levels = list(levels)
    mus = [gaussian_mu(0.0, _advantage(*level, odd=True)) for level in levels]
    if len(levels) == 1 and columns == 1:
        steps, scale = levels[0]
        risk = {
            "gaussian_mu": mus[0],
            "attack_advantage": _advantage(steps, scale, odd=steps % 2 == 1),
        }
        for name, rate in FALSE_POSITIVE_RATES.items():
            risk[name] = true_positive_rate(steps, scale, rate)
        return risk
    risk = attack_risk(math.hypot(*mus) * math.sqrt(columns) * (1 + 2.0**-50))
    if len(levels) * columns <= MOST_VECTORS:
        for name, bound in _joint_risk(levels, columns).items():
            risk[name] = min(risk[name], bound)
    return risk


def _advantage(steps: int, scale: int, *, odd: bool) -> float:
    """Return the advantage of the best attack on one vector, by the rule for odd or even steps."""
    with many_digits():
        overlap = (-Decimal(steps) / (2 * scale)).exp()
        if odd:
            half = Decimal(1) / (2 * scale)
            overlap *= 2 / (half.exp() + (-half).exp())
        return min(round_up(1 - overlap), 1.0)


def true_positive_rate(steps: int, scale: int, rate: float) -> float:
    """Return the true positive rate of the best test of a shift by whole steps, rounded up.

    Examples
    --------
    >>> round(true_positive_rate(3, 4, 0.1), 4)
    0.2117
    """
    with many_digits():
        alpha = Decimal(rate)
        ratio = (Decimal(-1) / scale).exp()
        # P(N >= k) is at most alpha from this k on.
        k = (-scale * (alpha * (1 + ratio)).ln()).to_integral_value(ROUND_CEILING)
        if k > steps:
            power = alpha * (Decimal(steps) / scale).exp()
        elif k >= 1:
            false_positives = (-k / scale).exp() / (1 + ratio)
            hits = 1 - ((k - 1 - steps) / scale).exp() / (1 + ratio)
            gain = ((2 * k - 2 - steps) / scale).exp()
            power = hits + (alpha - false_positives) * gain
        else:
            power = 1 - (Decimal(-steps) / scale).exp() * (1 - alpha)
        return min(round_up(power), 1.0)


def _joint_risk(levels: Sequence[tuple[int, int]], columns: int) -> dict[str, float]:
    """Return advantage and true positive rates of the vectors of all columns, rounded up."""
    step = columns * sum(steps / scale for steps, scale in levels) / POINTS
    if step == 0:
        return {}
    losses, masses = _joint_losses(levels, columns, step)
    # The largest losses come first, so sums go from the top.
    likely = losses >= -LARGEST_LOG_THRESHOLD
    losses = losses[likely][::-1]
    present = np.cumsum(masses[likely][::-1])
    absent = np.cumsum(masses[likely][::-1] * np.exp(-losses))
    middle = np.flatnonzero(losses >= 0)[-1]
    risk = {"attack_advantage": present[middle] - absent[middle]}
    threshold = losses <= LARGEST_LOG_THRESHOLD
    for name, rate in FALSE_POSITIVE_RATES.items():
        # Every threshold gives a bound: a test that rejects the losses above it, and a part of it.
        bounds = present + np.exp(np.minimum(losses, 700)) * (rate - absent)
        risk[name] = bounds[threshold].min()
    return {name: min(float(value) + GUARD, 1.0) for name, value in risk.items()}


def _joint_losses(
    levels: Sequence[tuple[int, int]], columns: int, step: float
) -> tuple[Any, Any]:
    """Return privacy losses of all vectors together, `step` apart, and the probability of each."""
    ends = [math.ceil(steps / scale / step) for steps, scale in levels]
    length = 2 * columns * sum(ends) + 1
    size = next_fast_len(length, real=True)
    transform = np.ones(size // 2 + 1, complex)
    for (steps, scale), end in zip(levels, ends, strict=True):
        distribution = _distribution_of_loss(
            steps, scale, step * np.arange(-end, end + 1.0)
        )
        transform *= np.fft.rfft(distribution, size) ** columns
    masses = np.maximum(np.fft.irfft(transform, size)[:length], 0)
    return step * (np.arange(length) - length // 2), masses


def _distribution_of_loss(steps: int, scale: int, points: Array) -> Array:
    """Return the distribution of a vector's privacy loss if the person is present, rounded up to
    points.

    The loss is (2 k - s) / t at 0 < N = k < s, and -s / t below and s / t above.
    """
    largest = np.floor((points * scale + steps) / 2)
    below = np.exp((np.minimum(largest, steps) - steps) / scale)
    below /= 1 + math.exp(-1 / scale)
    below[largest < 0] = 0.0
    below[-1] = 1.0
    return np.diff(below, prepend=0.0)
