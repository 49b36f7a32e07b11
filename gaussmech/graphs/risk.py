"""Stein's unbiased estimate of the risk of a fit, and averages of fits weighted by it.

For y ~ N(f, sigma^2 I) and an estimate x(y) with Jacobian J, Stein (1981) shows that

    E ||x - f||^2 = E [ ||y - x||^2 + (2 tr J - n) sigma^2 ],

so the error of an estimate can be estimated from y: at no privacy cost, and without the
truth. tr J, the divergence, is known in closed form for some estimators and probed for the others
(`Probe`). `stein_variance` and `risk_interval` say how far the estimate may be off.

Where several estimates compete, `risk_average` takes their mean with weights exp(-risk / T). With
fixed linear estimators and a temperature T of at least 8 sigma^2, this loses at most T log K of
squared error against the best of K (Leung & Barron, 2006; Dalalyan & Salmon, 2012). Taking the one
of least estimated risk may lose more, and makes that estimate too optimistic.
"""

import math
from collections.abc import Callable
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, softmax

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.graphs.noise_laws import CONFIDENCE, LaplaceLaw, Law

# The temperature T of the weights is in units of sigma^2. The theorems ask for 8 or more; 16 is
# steadier on graphs of a few hundred vertices, where it was chosen (docs/denoising.md, "Where it
# holds").
TEMPERATURE = 16.0
# An estimate whose risk is this much above the least has less than 0.01 of the best one's weight:
# exp(-74 / 16) = 0.0098.
NEGLIGIBLE = 74.0
# `LaplaceProbe` moves this share of the places at once. One at a time, each would cost two refits;
# all together, they would move what a fit learns from the whole map.
SHARE = 0.1
# The linear part of a jump is measured over this part of it.
PART = 0.04


class Side(Enum):
    """Where a probe moves the data: by a small step, by a jump or by a part of it, up or down.

    A refit at a step makes all choices anew. At a jump, and at a part of it, it repeats the choices
    that were made from the whole map.
    """

    STEP_UP = "step", 1
    STEP_DOWN = "step", -1
    JUMP_UP = "jump", 1
    JUMP_DOWN = "jump", -1
    PART_UP = "part of the jump", 1
    PART_DOWN = "part of the jump", -1

    def __init__(self, move: str, sign: int) -> None:
        self.move = move
        self.sign = sign

    @property
    def is_step(self) -> bool:
        """Whether this is a small step."""
        return self.move == "step"


def stein_risk(y: Array, x: Array, sigma: float, df: float) -> float:
    """Return an unbiased estimate of E ||x - f||^2 for a fit x (n,) of y (n,) ~ N(f, sigma^2 I).

    `df` is the divergence of the fit, the sum of d x_i / d y_i; of a trend filter it is the number
    of pieces. The estimate may be negative; its standard error is about sigma^2 sqrt(2 n).

    Examples
    --------
    >>> stein_risk(np.array([1.0, -1.0]), np.array([1.0, -1.0]), sigma=2.0, df=2)
    8.0
    """
    return float(np.sum((y - x) ** 2) + (2 * df - len(y)) * sigma**2)


def risk_average(y: Array, estimates: ArrayLike, df: ArrayLike) -> tuple[Array, Array]:
    """Return the mean (n,) of K estimates of f from y ~ N(f, I), and their weights (K,).

    The weights are exp(-risk / TEMPERATURE), scaled to sum to 1.

    Parameters
    ----------
    y : (n,) array of float
        The data, whose noise has unit variance.
    estimates : (K, n) array of float
        The estimates.
    df : (K,) array of float
        Their divergences, from which the risks are estimated.

    Examples
    --------
    >>> x, weights = risk_average(np.ones(2), [[1.0, 1.0], [1.0, 1.0]], [2.0, 2.0])
    >>> weights.tolist()
    [0.5, 0.5]
    """
    risk = [stein_risk(y, x, 1.0, d) for x, d in zip(estimates, df, strict=True)]
    weights = softmax(-np.array(risk) / TEMPERATURE)
    return weights @ np.asarray(estimates), weights


def weight_divergence(estimates: Array, weights: Array) -> Array:
    """Return what the weights of `risk_average` add to its divergence at each vertex, (n,).

    The derivative of ||y - x_k||^2 is about 2 (y - x_k), and exactly that if the estimate x_k is
    constant. So for weights w_k that are proportional to exp(-risk_k / T), whose mean is x,

        sum_k x_ki d w_k / d y_i = 2 / T sum_k w_k (x_ki - x_i)^2        summed over i

    (Leung & Barron, 2006).

    Parameters
    ----------
    estimates : (K, n) array of float
        The estimates.
    weights : (K,) array of float
        Their weights.

    Examples
    --------
    >>> weight_divergence(np.array([[0.0, 4.0], [0.0, 0.0]]), np.array([0.5, 0.5])).tolist()
    [0.0, 0.5]
    """
    spread = weights @ (estimates - weights @ estimates) ** 2
    return np.asarray(2 / TEMPERATURE * spread)


def stein_variance(
    y: Array,
    x: Array,
    sigma: float,
    spread: float,
    *,
    excess: float = 0.0,
    df: float = 0.0,
) -> float:
    """Return the estimated variance of `stein_risk` about the loss ||x - f||^2.

    The unbiased estimate of Bellec & Zhang (2021) is

        4 sigma^2 ||y - x||^2 + 4 sigma^4 tr(J^2) - 2 n sigma^4,

    J being the fit's Jacobian. `spread` is tr(J^2) or, if J is nearly symmetric, ||J||_F^2. An
    estimator that shrinks has at most n, and a probed value above n is cut to that.

    Noise N of another law adds its excess kurtosis, `excess`. For a linear fit, the risk less the
    loss is N' (I - J - J') N, but for terms of lower order; so the kurtosis adds

        excess sigma^4 sum (1 - 2 J_ii)^2 = excess sigma^4 (n - 4 df + 4 sum J_ii^2)

    to the variance. Here `df`, the divergence, is tr J, and `spread` stands for the sum of J_ii^2,
    which is at most ||J||_F^2 and at least df^2 / n.

    Examples
    --------
    >>> stein_variance(np.zeros(8), np.zeros(8), sigma=1.0, spread=8)
    16.0
    """
    n = len(y)
    # This is the variance under Gaussian noise, over sigma^2. The estimate has noise of its own and
    # may be negative, so its least value is a tenth of 2 n sigma^4, the variance of ||y - f||^2.
    spread = min(spread, n)
    gaussian = 4 * (np.sum((y - x) ** 2) + sigma**2 * spread) - 2 * n * sigma**2
    gaussian = max(gaussian, 0.2 * n * sigma**2)
    # This is the sum of (1 - 2 J_ii)^2.
    squared_slopes = max(spread, df**2 / n)
    slopes = n - 4 * df + 4 * squared_slopes
    return float(sigma**2 * gaussian + sigma**4 * excess * slopes)


def risk_interval(mse: float, mse_se: float) -> tuple[float, float]:
    """Return a 95 % confidence interval of a root mean squared error from `mse`, its square.

    `mse` is taken as normal, with standard deviation `mse_se`, about a true value that is >= 0. An
    estimate below 0, where noise hides the error, counts as 0 for the upper end; so the interval is
    never empty, and covers more than 95 % there.

    Examples
    --------
    >>> low, high = risk_interval(100.0, 1.0)
    >>> round(low**2, 3), round(high**2, 3)
    (98.04, 101.96)
    >>> low, high = risk_interval(-1.0, 1.0)
    >>> low, round(high**2, 3)
    (0.0, 1.96)
    """
    mse = _checks.real_scalar("mse", mse, **_checks.FINITE)
    mse_se = _checks.real_scalar("mse_se", mse_se, **_checks.POSITIVE)
    reach = float(ndtri((1 + CONFIDENCE) / 2))
    low = math.sqrt(max(mse - reach * mse_se, 0.0))
    # The sum of the squares may overflow.
    high = math.hypot(math.sqrt(max(mse, 0.0)), math.sqrt(reach) * math.sqrt(mse_se))
    return low, high


class Probe:
    """A random direction in which to differentiate estimates at y (n,), whose noise has sd sigma.

    An estimate that sees a function `combine` of y is differentiated by y all the same.

    The mean over random signs z of z' (x(y + h z) - x(y - h z)) / 2 h, with h = 0.03 sigma, is the
    divergence of x(.), smoothed over h (Ramani, Blu & Unser, 2008). One direction costs two refits,
    whatever the estimator; its error shrinks relative to n as n grows.

    Examples
    --------
    >>> probe = Probe(np.ones(4), 1.0, np.random.default_rng(1))
    >>> df, spread, _ = probe.divergence(lambda side: probe.y(side) / 2)
    >>> round(df, 9), round(spread, 9)
    (2.0, 1.0)
    """

    # The sides to which the data are moved.
    sides = Side.STEP_UP, Side.STEP_DOWN

    def __init__(
        self,
        y: Array,
        sigma: float,
        rng: np.random.Generator,
        combine: Callable[[Array], Array] = np.asarray,
    ) -> None:
        self._combine = combine
        # With a step of 0.1 sigma the energy of the step, h^2 n, made James-Stein's error 4 % too
        # small; far below 0.03 sigma the jumps of a forest's weights make the slope noisy.
        self._y = y
        self._step = 0.03 * sigma
        self.signs = rng.choice([-1.0, 1.0], size=len(y))

    def y(self, side: Side) -> Array:
        """Return y (n,) moved to a side by a step along the direction, and combined."""
        if not side.is_step:
            raise ValueError(f"side is {side}; this probe makes only steps")
        return self._combine(self._y + side.sign * self._step * self.signs)

    def divergence(
        self, estimate: Callable[[Side], Array]
    ) -> tuple[float, float, Array]:
        """Return estimates of tr J and ||J||_F^2, J being the Jacobian of an estimate.

        `estimate` is a function of the side: it returns the estimate (n,) for y moved to that side
        by a step. The variance of the first result is at most twice the second. The third result,
        (n,), has d x_i / d y_i as its mean: its sum is the first result.
        """
        difference = estimate(Side.STEP_UP) - estimate(Side.STEP_DOWN)
        local = self.signs * difference / (2 * self._step)
        return float(local.sum()), float(local @ local), local

    def bend(self, estimate: Callable[[Side], Array]) -> tuple[float, float]:
        """Return what Stein's formula adds to tr J, and the variance of this estimate of it.

        Under Gaussian noise it adds nothing.
        """
        return 0.0, 0.0


class LaplaceProbe(Probe):
    """A Probe for data y (n,) whose noise is Laplace, of unit variance.

    Stein's formula for Laplace noise N and the fresh jumps J of `LaplaceLaw` is

        E[N_i x_i(y)] = c E[x_i(y + J e_i) - x_i(y - J e_i)].

    For a linear x it is the mean of tr J, which `divergence` estimates as ever. `bend` adds what
    the curvature of x does: the jump's effect less that of its linear part. A random tenth of the
    places jump at once, to random sides, so what jumps elsewhere do to a place cancels in the
    mean. A choice that is made from the whole map, such as the weights of an average, would follow
    all these jumps together, where one alone hardly moves it: so the estimates of the sides of a
    jump must repeat such choices (`Estimate.refit`).

    Parameters
    ----------
    y : (n,) array of float
        The data.
    rng : numpy.random.Generator
        The source of the directions, the places and the jumps.
    law : LaplaceLaw
        The law of the noise.

    Examples
    --------
    A linear estimate has no bend:

    >>> probe = LaplaceProbe(np.ones(4), np.random.default_rng(1), LaplaceLaw(0.0))
    >>> bend, variance = probe.bend(lambda side: probe.y(side) / 2)
    >>> round(abs(bend), 9), round(variance, 9)
    (0.0, 0.0)
    """

    sides = tuple(Side)

    def __init__(
        self,
        y: Array,
        rng: np.random.Generator,
        law: LaplaceLaw,
        combine: Callable[[Array], Array] = np.asarray,
    ) -> None:
        super().__init__(y, 1.0, rng, combine)
        is_jumping = rng.random(len(y)) < SHARE
        self._sides = is_jumping * rng.choice([-1.0, 1.0], size=len(y))
        self._jump = self._sides * law.jumps(len(y), rng)
        self._factor = law.factor / SHARE

    def y(self, side: Side) -> Array:
        """Return y (n,) moved to a side by a step along the direction, or by the jumps."""
        if side.is_step:
            return super().y(side)
        part = PART if side in (Side.PART_UP, Side.PART_DOWN) else 1
        return self._combine(self._y + side.sign * part * self._jump)

    def bend(self, estimate: Callable[[Side], Array]) -> tuple[float, float]:
        """Return what Stein's formula adds to tr J, and the variance of this estimate of it."""
        effect = estimate(Side.JUMP_UP) - estimate(Side.JUMP_DOWN)
        part_effect = estimate(Side.PART_UP) - estimate(Side.PART_DOWN)
        linear_effect = part_effect / PART
        bend = self._factor * self._sides * (effect - linear_effect)
        return float(bend.sum()), float(bend @ bend)


def probe_of(
    law: Law,
    y: Array,
    rng: np.random.Generator,
    combine: Callable[[Array], Array] = np.asarray,
) -> Probe:
    """Return the probe for data y (n,) whose noise has this law and unit variance."""
    if law.jumps_matter:
        return LaplaceProbe(y, rng, law, combine)
    return Probe(y, 1.0, rng, combine)
