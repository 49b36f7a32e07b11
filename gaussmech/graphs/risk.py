"""Stein's unbiased estimate of the risk of a fit, and averages of fits weighted by it.

For y ~ N(f, sigma^2 I) and an estimate x(y) with Jacobian J, Stein (1981) shows that

    E ||x - f||^2 = E [ ||y - x||^2 + (2 tr J - n) sigma^2 ],

so the error of an estimate can be estimated from y: at no privacy cost, and without the
truth. tr J, the divergence, is known in closed form for some estimators, and `denoise` probes it
(`Probe`). `stein_variance` and `rmse_interval` say how far the estimate may be off.

Where several estimates compete, `risk_average` takes their mean with weights of least estimated risk,
plus a penalty on weights far from equal ones. Taking the one of least estimated risk may lose more,
and makes that estimate too optimistic.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import log_softmax, ndtri

from gaussmech._checks import Array
from gaussmech.graphs.noise_distributions import CONFIDENCE, Distribution

# The weights of a mean have this temperature T, in units of sigma^2, and this nu. On 14 maps of other
# cities and counties in three levels of noise, three draws each, temperatures of 4, 8, 16 and 32 give
# 1.004, 0.997, 0.994 and 0.994 of the error of weights that are proportional to exp(-risk / 16), and
# at worst 1.15, 1.07, 1.02 and 1.06 times it. With nu = 0 and T = 16 it is 0.992 of that, but on maps
# of DPBench with 10,000 events, sums over rectangles have 1.08 times the error that they have with
# those weights, and 1.05 times with nu = 1/2.
TEMPERATURE = 16.0
NU = 0.5
# The weights are found at temperatures that fall by factors of up to COOLING, with so many steps at
# each. They are then exact to 1e-6.
COOLING = 8.0
STEPS = 6
# The step of a probe. With 0.1, the energy h^2 n of the step made the estimated error of
# James-Stein 4 % too small; far below 0.03, the jumps of a stack's weights make the slope noisy.
# The linear part of a jump is measured over this share of the jump.
STEP = 0.03
# A probe makes this share of the places jump at once. If places jumped one at a time, each would
# cost two refits; if all jumped together, they would change what a fit learns from the whole map.
JUMP_SHARE = 0.1


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


def risk_average(
    y: Array,
    estimates: Sequence[Array] | Array,
    df: Sequence[float] | Array,
) -> tuple[Array, Array]:
    """Return the mean (n,) of K estimates of f from y ~ N(f, I), and their weights (K,).

    The weights a are >= 0, sum to 1 and minimise the criterion of Q-aggregation (Dai, Rigollet, Xia &
    Zhang, 2014),

        (1 - nu) ||y - sum_k a_k x_k||^2 + nu sum_k a_k ||y - x_k||^2
            + 2 sum_k a_k df_k + T sum_k a_k log a_k,

    T being TEMPERATURE and nu NU. With nu = 0 the first three terms are the estimated risk of the mean,
    with nu = 1 the mean of the estimated risks; the latter leads to the weights exp(-risk_k / T). The
    penalty is between -T log K and 0, and a mean of squares is never below the square of the mean. So
    for estimates x_k that do not depend on y, the expected squared error exceeds that of the best one
    by at most T log K + 2 (K - 1) / (1 - nu): the last term is twice what the weights add to the
    divergence (`weight_divergence`).

    The minimum is found by Newton's method on the logarithms of the weights, at temperatures that fall
    to T from one at which the weights are about equal.

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
    estimates = np.asarray(estimates)
    residuals = y - estimates
    # A product of matrices would wake the threads of NumPy's linear algebra.
    gram = 2 * np.einsum("ki,li->kl", residuals, residuals)
    logs = np.full(len(gram), -np.log(len(gram)))
    own = NU / 2 * np.diag(gram) + 2 * np.asarray(df)
    gram *= 1 - NU
    hottest = max(np.trace(gram) / TEMPERATURE, 1.0)
    levels = 1 + int(np.ceil(np.log(hottest) / np.log(COOLING)))
    temperatures = TEMPERATURE * np.geomspace(hottest, 1.0, levels)
    for temperature in np.repeat(temperatures, STEPS):
        weights = np.exp(logs)
        slopes = gram @ weights + own + temperature * logs
        # Only differences from the mean count, because the weights sum to 1.
        curvature = gram * weights - weights @ (gram * weights)
        # Where estimates miss y by far, the temperature alone would be lost in rounding.
        ridge = temperature + 1e-12 * np.trace(curvature)
        curvature += ridge * np.eye(len(logs))
        step = np.linalg.solve(curvature, weights @ slopes - slopes)
        logs = log_softmax(logs + np.clip(step, -3, 3))
    weights = np.exp(logs)
    return np.einsum("k,ki->i", weights, estimates), weights


def weight_divergence(estimates: Array, weights: Array) -> Array:
    """Return what the weights of `risk_average` add to its divergence at each vertex, (n,).

    For estimates x_k that are constant, the derivative of the criterion by a_k and y_i is -2 x_ki,
    except for terms that are the same for all k. So at the minimum, with the estimates' differences s_k
    from the mean and S_kl = s_k' s_l,

        (T I + 2 (1 - nu) diag(a) S) d a / d y_i = 2 diag(a) s_i,

    and sum_k s_ki d a_k / d y_i is what the weights add at vertex i. Over all vertices that is at most
    (K - 1) / (1 - nu). For others it is an approximation (Leung & Barron, 2006, have that of nu = 1).

    Parameters
    ----------
    estimates : (K, n) array of float
        The estimates.
    weights : (K,) array of float
        Their weights.

    Examples
    --------
    >>> estimates = np.array([[0.0, 4.0], [0.0, 0.0]])
    >>> weight_divergence(estimates, np.array([0.5, 0.5])).round(3).tolist()
    [0.0, 0.4]
    """
    spread = estimates - np.einsum("k,ki->i", weights, estimates)
    weighted = weights[:, None] * spread
    curvature = 2 * (1 - NU) * np.einsum("ki,li->kl", weighted, spread)
    curvature += TEMPERATURE * np.eye(len(weights))
    slopes = 2 * np.linalg.solve(curvature, weighted)
    return np.asarray(np.sum(spread * slopes, axis=0))


def stein_variance(
    y: Array, x: Array, spread: float, *, excess: float = 0.0, df: float = 0.0
) -> float:
    """Return the estimated variance of `stein_risk` about the loss ||x - f||^2, for unit noise.

    The unbiased estimate of Bellec & Zhang (2021) is

        4 ||y - x||^2 + 4 tr(J^2) - 2 n,

    J being the fit's Jacobian. `spread` is tr(J^2) or, if J is nearly symmetric, ||J||_F^2. An
    estimator that shrinks has at most n, and a probed value above n is cut to that.

    Noise N of another distribution adds its excess kurtosis, `excess`. For a linear fit, the risk
    less the loss is N' (I - J - J') N, except for terms of lower order; so the kurtosis adds

        excess sum (1 - 2 J_ii)^2 = excess (n - 4 df + 4 sum J_ii^2)

    to the variance. Here `df`, the divergence, is tr J, and `spread` stands for the sum of J_ii^2,
    which is at most ||J||_F^2 and at least df^2 / n.

    Examples
    --------
    >>> stein_variance(np.zeros(8), np.zeros(8), spread=8)
    16.0
    """
    n = len(y)
    spread = min(spread, n)
    gaussian = 4 * (float(np.sum((y - x) ** 2)) + spread) - 2 * n
    # The estimate has noise of its own and may be negative. It is therefore at least a tenth of 2
    # n, which is the variance of ||y - f||^2.
    gaussian = max(gaussian, 0.2 * n)
    slopes = n - 4 * df + 4 * max(spread, df**2 / n)
    return gaussian + excess * slopes


def rmse_interval(mse: float, mse_se: float) -> tuple[float, float]:
    """Return a 95 % confidence interval of a root mean squared error from `mse`, its square.

    `mse` is treated as normal, with standard deviation `mse_se`, around a true value that is >= 0.
    For the upper end, an estimate below 0 (where noise hides the error) counts as 0, so that the
    interval is never empty and then has a level above 95 %.

    Examples
    --------
    >>> low, high = rmse_interval(100.0, 1.0)
    >>> round(low**2, 3), round(high**2, 3)
    (98.04, 101.96)
    >>> low, high = rmse_interval(-1.0, 1.0)
    >>> low, round(high**2, 3)
    (0.0, 1.96)
    """
    reach = float(ndtri((1 + CONFIDENCE) / 2))
    low = math.sqrt(max(mse - reach * mse_se, 0.0))
    # The sum of the squares may overflow.
    high = math.hypot(math.sqrt(max(mse, 0.0)), math.sqrt(reach) * math.sqrt(mse_se))
    return low, high


class Divergence(NamedTuple):
    """An estimate of the divergence in Stein's formula.

    Attributes
    ----------
    df : float
        The divergence; for Gaussian noise it is tr J, J being the Jacobian.
    spread : float
        An estimate of ||J||_F^2, the argument `spread` of `stein_variance`.
    variance : float
        The variance of `df` that the probe adds, or more.
    jump_error : float
        The standard error of what jumps add to `df`, or more; 0 for Gaussian noise.
    local : (n,) array of float
        Noisy values whose means are d x_i / d y_i.
    """

    df: float
    spread: float
    variance: float
    jump_error: float
    local: Array


class Probe:
    """Moved data, at which estimates of y (n,) are computed again to estimate their divergence.

    *Steps.* The mean over random signs z of z' (x(y + h z) - x(y - h z)) / 2 h, with h = STEP, is the
    divergence of x(.), smoothed over h (Ramani, Blu & Unser, 2008). One direction costs two refits,
    whatever the estimator; its error shrinks relative to n as n grows. If J is symmetric, the
    variance of z'Jz is 2 (||J||_F^2 - sum J_ii^2), and the last sum is at least (tr J)^2 / n.

    *Jumps.* Stein's formula for Laplace noise N and the fresh jumps J of `LaplaceDistribution` is

        E[N_i x_i(y)] = c E[x_i(y + J e_i) - x_i(y - J e_i)].

    For a linear x it is the mean of tr J. The curvature of x adds the jump's effect less that of
    its linear part. A random tenth of the places jump at once, to random sides, so that the effects
    of jumps elsewhere on a place cancel on average. A choice that is made from the whole map, such
    as the weights of an average, would follow all these jumps together, where one alone barely
    moves it: so the estimates at a jump must repeat such choices (`Estimate.refit`).

    Parameters
    ----------
    y : (n,) array of float
        The data, whose noise has unit variance.
    distribution : Distribution
        The distribution of the noise.
    rng : numpy.random.Generator
        The source of the direction, the places and the jumps.
    combine : function
        A function of y on which the estimates depend; they are differentiated with respect to y.

    Attributes
    ----------
    signs : (n,) array of float
        The direction z.
    moved : (s, n) array of float
        y moved by a step up and down and, if jumps matter to the distribution, by a jump up and
        down and by a part of it up and down; all combined.

    Examples
    --------
    A linear estimate has the same divergence under each distribution:

    >>> from gaussmech.graphs.noise_distributions import noise_distribution
    >>> for noise in "gaussian", "laplace":
    ...     probe = Probe(np.ones(4), noise_distribution(noise, 0.0), np.random.default_rng(1))
    ...     divergence = probe.divergence(probe.moved / 2)
    ...     print(f"{divergence.df:.9f} {divergence.spread:.9f} {abs(divergence.variance):.9f}")
    2.000000000 1.000000000 0.000000000
    2.000000000 1.000000000 0.000000000
    """

    def __init__(
        self,
        y: Array,
        distribution: Distribution,
        rng: np.random.Generator,
        combine: Callable[[Array], Array] = np.asarray,
    ) -> None:
        n = len(y)
        self.signs = rng.choice([-1.0, 1.0], size=n)
        moves = [STEP * self.signs]
        if distribution.jumps_matter:
            sides = (rng.random(n) < JUMP_SHARE) * rng.choice([-1.0, 1.0], size=n)
            self._factors = distribution.factor / JUMP_SHARE * sides
            jump = sides * distribution.jumps(n, rng)
            moves += [jump, STEP * jump]
        self.moved = np.array(
            [combine(y + side) for move in moves for side in (move, -move)]
        )

    def divergence(self, estimates: Array) -> Divergence:
        """Return the divergence of an estimate from its values (s, n) at the moved data."""
        up, down, *at_jumps = estimates
        local = self.signs * (up - down) / (2 * STEP)
        df = float(local.sum())
        spread = float(np.sum(local**2))
        variance = 2 * (spread - df**2 / len(local))
        jump_error = 0.0
        if at_jumps:
            up, down, part_up, part_down = at_jumps
            bend = self._factors * (up - down - (part_up - part_down) / STEP)
            df += float(bend.sum())
            jump_error = float(np.linalg.norm(bend))
        return Divergence(df, spread, variance + jump_error**2, jump_error, local)
