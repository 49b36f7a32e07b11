"""Privacy profiles: the smallest delta of a mechanism at each epsilon.

A profile has the methods `delta(epsilon)` and `log_delta(epsilon)`; `CallableProfile` makes one of
a function. Each result is checked: a profile lies in [0, 1] and does not increase.

Sources: Liu et al. (2022), "A bridge to Gaussian differential privacy"; Balle, Barthe & Gaboardi
(2020), for the Laplace mechanism and subsampling.
"""

from collections.abc import Callable
from typing import Any, overload

import numpy as np

from gaussmech import _checks
from gaussmech._checks import Array, Interval, Many
from gaussmech.privacy import composition
from gaussmech.privacy._gaussian_kernel import U
from gaussmech.privacy.calibration import gaussian_delta

ROUNDING = 1e-11  # by which, relatively, a profile may increase
TINY = 1e-300  # below it `gaussian_delta` is an upper bound only

_RANGES: dict[str, Interval] = {
    **dict.fromkeys(("epsilon", "epsilon0", "mu"), _checks.NON_NEGATIVE),
    **dict.fromkeys(("delta", "delta0", "gamma"), _checks.CLOSED_UNIT),
    **dict.fromkeys(("a", "b", "sigma", "n", "m", "epsilon_h"), _checks.POSITIVE),
}

_REFINE_POINTS, _REFINE_DELTA, _REFINE_REACH = 4097, 1e-9, 1024.0
_GOLDEN, _GOLDEN_STEPS = 0.6180339887498949, 45


class Profile:
    """Subclasses define `_delta` or `_log_delta` of flat arrays, or both where one loses digits."""

    has_tail = True  # whether log_delta holds where delta underflows
    near_one = 16 * U  # a bound of the error of a delta near 1

    @overload
    def delta(self, epsilon: float) -> float: ...
    @overload
    def delta(self, epsilon: Many) -> Array: ...
    def delta(self, epsilon: Any) -> Any:
        """Return the smallest delta at `epsilon`, a float or array >= 0."""
        return self._evaluate(self._delta, epsilon, 0.0, 1.0)

    @overload
    def log_delta(self, epsilon: float) -> float: ...
    @overload
    def log_delta(self, epsilon: Many) -> Array: ...
    def log_delta(self, epsilon: Any) -> Any:
        """Return the log of `delta`, also where that underflows; -inf where it is 0."""
        return self._evaluate(self._log_delta, epsilon, -np.inf, 0.0)

    def refined(self) -> "Profile":
        """Return the profile with all that (epsilon, delta)-DP implies from it: nowhere larger.

        1 - (1 + e^epsilon) max over s >= epsilon of (1 - delta(s)) / (1 + e^s) (Liu et al., Theorem
        2.1), sought on a grid of 4,097 points; a missed peak costs tightness, never safety.

        Examples
        --------
        >>> naive = ICEAProfile(1000, 100)
        >>> naive.delta(0.0), round(naive.refined().delta(0.0), 3)
        (1.0, 0.278)
        """
        return _RefinedProfile(self)

    def _evaluate(
        self, function: Callable[[Array], Array], epsilon: Any, low: float, high: float
    ) -> Any:
        epsilon = _checks.real_array("epsilon", epsilon, **_checks.NON_NEGATIVE)
        flat = epsilon.reshape(-1)
        return _checks.like_input(_checked(flat, function(flat), low, high).reshape(epsilon.shape))

    def _delta(self, epsilon: Array) -> Array:
        return np.exp(self._log_delta(epsilon))

    def _log_delta(self, epsilon: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.log(self._delta(epsilon))


class CallableProfile(Profile):
    """Profile given by a function of an array of epsilons.

    Parameters
    ----------
    delta, log_delta : callable
        The second, optional, is needed where delta underflows: a delta of 0 counts as exact.

    Examples
    --------
    >>> CallableProfile(lambda epsilon: np.exp(-1 - epsilon)).delta(0.0)
    0.36787944117144233
    """

    def __init__(
        self, delta: Callable[[Array], Many], log_delta: Callable[[Array], Many] | None = None
    ) -> None:
        self._function, self._log_function = _checks.function("delta", delta), log_delta
        self.has_tail = log_delta is not None
        if self.has_tail:
            _checks.function("log_delta", log_delta)

    def _delta(self, epsilon: Array) -> Array:
        return _called(self._function, epsilon)

    def _log_delta(self, epsilon: Array) -> Array:
        if self._log_function is None:
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.log(_checked(epsilon, self._delta(epsilon), 0.0, 1.0))
        return _called(self._log_function, epsilon)


class GaussianProfile(Profile):
    """Profile of mu-GDP, mu = sensitivity / sigma of Gaussian noise (Liu et al., Theorem 3.1).

    Parameters
    ----------
    mu : float >= 0

    Examples
    --------
    >>> round(GaussianProfile(1.0).delta(1.0), 6)
    0.126937
    """

    def __init__(self, mu: float) -> None:
        (self.mu,) = _scalars(mu=mu)

    def _delta(self, epsilon: Array) -> Array:
        return self._both(epsilon)[0]

    def _log_delta(self, epsilon: Array) -> Array:
        return self._both(epsilon)[1]

    def _both(self, epsilon: Array) -> tuple[Array, Array]:
        delta = gaussian_delta(1.0, epsilon, self.mu)
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            # Where delta is an upper bound only.
            far = (delta <= TINY) & (epsilon / self.mu - self.mu / 2 > 30)
            log_delta = np.log(delta)
        log_delta[far] = log_tail(epsilon[far], self.mu)
        delta[far] = np.exp(log_delta[far])
        return delta, log_delta


class LaplaceProfile(Profile):
    """Profile of the Laplace mechanism of scale sensitivity / epsilon0.

    [1 - e^((epsilon - epsilon0)/2)]^+ (Balle, Barthe & Gaboardi 2020, Theorem 3).

    Parameters
    ----------
    epsilon0 : float >= 0

    Examples
    --------
    >>> round(LaplaceProfile(1.0).delta(0.0), 6)
    0.393469
    """

    def __init__(self, epsilon0: float) -> None:
        (self.epsilon0,) = _scalars(epsilon0=epsilon0)

    def _delta(self, epsilon: Array) -> Array:
        return -np.expm1(np.minimum(epsilon - self.epsilon0, 0.0) / 2) + 0.0


class ApproximateDPProfile(Profile):
    """Profile that (epsilon0, delta0)-DP implies, and no more (Liu et al., Theorem 2.1).

    delta0 + (1 - delta0) (e^epsilon0 - e^epsilon)^+ / (1 + e^epsilon0).

    Parameters
    ----------
    epsilon0 : float >= 0
    delta0 : float in [0, 1]

    Examples
    --------
    >>> round(ApproximateDPProfile(1.0, 0.1).delta(0.0), 6)
    0.515905
    """

    def __init__(self, epsilon0: float, delta0: float) -> None:
        self.epsilon0, self.delta0 = _scalars(epsilon0=epsilon0, delta0=delta0)

    def _delta(self, epsilon: Array) -> Array:
        return _implied(self.epsilon0, self.delta0, epsilon)


class PureDPProfile(ApproximateDPProfile):
    """Profile that epsilon0-DP implies, and no more: that of randomised response.

    (e^epsilon0 - e^epsilon)^+ / (1 + e^epsilon0).

    Parameters
    ----------
    epsilon0 : float >= 0

    Examples
    --------
    >>> PureDPProfile(1.0).delta([0.0, 1.0]).round(6).tolist()
    [0.462117, 0.0]
    """

    def __init__(self, epsilon0: float) -> None:
        super().__init__(epsilon0, 0.0)


class SquareRootLogProfile(Profile):
    """Profile of noise sigma = a sqrt(log(b / delta)) / epsilon, "SGD" of Liu et al.

    min(1, b e^(-(sigma epsilon / a)^2)), before refinement. a = sqrt(2) and b = 1.25 are the
    classical Gaussian mechanism's at sensitivity 1.

    Parameters
    ----------
    a, b, sigma : float > 0

    Examples
    --------
    >>> SquareRootLogProfile(2**0.5, 1.25, 1.0).delta([0.0, 4.0]).round(6).tolist()
    [1.0, 0.000419]
    """

    def __init__(self, a: float, b: float, sigma: float) -> None:
        self.a, self.b, self.sigma = _scalars(a=a, b=b, sigma=sigma)
        self.near_one *= 1 + abs(float(np.log(self.b)))

    def _log_delta(self, epsilon: Array) -> Array:
        return np.minimum(np.log(self.b) - (self.sigma * epsilon / self.a) ** 2, 0.0)


class ICEAProfile(Profile):
    """Profile of the invisibility cloak encoder algorithm: min(1, (n / epsilon) e^(-m/10)).

    Ishai et al. (2006), with m > 10 log(n / (epsilon delta)) of Ghazi et al. (2019); unrefined.

    Parameters
    ----------
    n, m : float > 0, users and messages

    Examples
    --------
    >>> ICEAProfile(1000, 100).delta([0.0, 1.0]).round(6).tolist()
    [1.0, 0.0454]
    """

    def __init__(self, n: float, m: float) -> None:
        self.n, self.m = _scalars(n=n, m=m)
        self.near_one *= 1 + abs(float(np.log(self.n))) + self.m / 10

    def _log_delta(self, epsilon: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.minimum(np.log(self.n) - np.log(epsilon) - self.m / 10, 0.0)


class ComposedProfile(Profile):
    """Exact profile of k epsilon0-DP releases together (Kairouz, Oh & Viswanath).

    Parameters
    ----------
    epsilon0 : float in [0, 700]
    k : int in [1, 1,000,000]

    Examples
    --------
    >>> round(ComposedProfile(0.2, 50).delta(2.0), 5)
    0.11048
    """

    def __init__(self, epsilon0: float, k: int) -> None:
        self.near_one = composition.exact_composition_error(epsilon0, k)
        self.epsilon0, self.k = float(epsilon0), int(k)

    def _delta(self, epsilon: Array) -> Array:
        return composition.exact_composition_delta(epsilon, self.epsilon0, self.k)

    def _log_delta(self, epsilon: Array) -> Array:
        return composition.exact_composition_log_delta(epsilon, self.epsilon0, self.k)


class SubsampledProfile(Profile):
    """Profile of a mechanism on a Poisson subsample; neighbours add or remove a record.

    gamma delta(epsilon) at log(1 + gamma (e^epsilon - 1)): see `poisson_subsampling`.

    Parameters
    ----------
    profile : Profile or callable
    gamma : float in [0, 1], the probability with which a record is taken

    Examples
    --------
    >>> round(SubsampledProfile(LaplaceProfile(1.0), 0.5).delta(0.0), 6)
    0.196735
    """

    def __init__(self, profile: "ProfileLike", gamma: float) -> None:
        self.profile = as_profile(profile)
        self.has_tail, self.near_one = self.profile.has_tail, self.profile.near_one
        (self.gamma,) = _scalars(gamma=gamma)

    def _delta(self, epsilon: Array) -> Array:
        if self.gamma == 0:
            return np.zeros(len(epsilon))
        return self.gamma * self.profile.delta(self._before(epsilon))

    def _log_delta(self, epsilon: Array) -> Array:
        if self.gamma == 0:
            return np.full(len(epsilon), -np.inf)
        return np.log(self.gamma) + self.profile.log_delta(self._before(epsilon))

    def _before(self, epsilon: Array) -> Array:
        """Return the mechanism's own epsilon: log(1 + (e^epsilon - 1) / gamma)."""
        excess, large = np.expm1(np.minimum(epsilon, 1.0)), np.maximum(epsilon, 1.0)
        shift = np.log1p(-(1 - self.gamma) * np.exp(-large)) - np.log(self.gamma)
        with np.errstate(over="ignore", divide="ignore"):
            log_ratio = np.log1p(excess / self.gamma)
            # Where the ratio overflows, the 1 is lost in it.
            below = np.where(log_ratio < np.inf, log_ratio, np.log(excess) - np.log(self.gamma))
        return np.where(epsilon < 1, below, large + shift)


class RectifiedProfile(Profile):
    """Profile of a mechanism after `clip_and_rectify`: delta is 0 from `epsilon_h` on.

    The smaller of its own profile and that of the Laplace noise (Liu et al., Theorem 4.4).

    Parameters
    ----------
    profile : Profile or callable
    epsilon_h : float > 0

    Examples
    --------
    >>> RectifiedProfile(ICEAProfile(1000, 100), 10.0).delta([5.0, 10.0]).round(6).tolist()
    [0.00908, 0.0]
    """

    def __init__(self, profile: "ProfileLike", epsilon_h: float) -> None:
        self.profile = as_profile(profile)
        self.has_tail, self.near_one = self.profile.has_tail, self.profile.near_one
        (self.epsilon_h,) = _scalars(epsilon_h=epsilon_h)
        self._noise = LaplaceProfile(self.epsilon_h)

    def _delta(self, epsilon: Array) -> Array:
        return np.minimum(self.profile.delta(epsilon), self._noise.delta(epsilon))

    def _log_delta(self, epsilon: Array) -> Array:
        return np.minimum(self.profile.log_delta(epsilon), self._noise.log_delta(epsilon))


class _RefinedProfile(Profile):
    """See `Profile.refined`."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.has_tail, self.near_one = profile, profile.has_tail, profile.near_one
        reach = 1.0
        while reach < _REFINE_REACH and profile.delta(reach) > _REFINE_DELTA:
            reach *= 2
        grid = reach * np.linspace(0, 1, _REFINE_POINTS) ** 2
        height = self._height(grid)
        inner = height[1:-1]
        peaks = 1 + np.flatnonzero((inner >= height[:-2]) & (inner >= height[2:]))
        points, heights = self._polished(grid[peaks - 1], grid[peaks], grid[peaks + 1])
        order = np.argsort(points)
        self._points, heights = points[order], heights[order]
        # The best peak at or beyond each; none beyond the last.
        backward = heights[::-1]
        new = backward >= np.maximum.accumulate(backward)
        best = len(new) - 1 - np.maximum.accumulate(np.where(new, np.arange(len(new)), 0))[::-1]
        self._best_points = np.append(self._points[best], np.inf)
        self._best_heights = np.append(heights[best], -np.inf)

    def _height(self, s: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.log1p(-self.profile.delta(s)) - np.logaddexp(0, s)

    def _polished(self, low: Array, best: Array, high: Array) -> tuple[Array, Array]:
        """Return the best points, and their heights, of golden sections from `low` to `high`."""
        height = self._height(best)
        for _ in range(_GOLDEN_STEPS):
            width = high - low
            left, right = high - _GOLDEN * width, low + _GOLDEN * width
            h_left, h_right = self._height(left), self._height(right)
            for point, value in ((left, h_left), (right, h_right)):
                best = np.where(value > height, point, best)
                height = np.maximum(value, height)
            rising = h_left < h_right
            low, high = np.where(rising, left, low), np.where(rising, high, right)
        return best, height

    def _source(self, epsilon: Array) -> Array:
        """Return the s >= epsilon whose guarantee is best."""
        k = np.searchsorted(self._points, epsilon)
        better = self._best_heights[k] > self._height(epsilon)
        return np.where(better, self._best_points[k], epsilon)

    def _delta(self, epsilon: Array) -> Array:
        s = self._source(epsilon)
        return _implied(s, self.profile.delta(s), epsilon)

    def _log_delta(self, epsilon: Array) -> Array:
        s = self._source(epsilon)
        with np.errstate(divide="ignore"):
            implied = np.log(_implied(s, self.profile.delta(s), epsilon))
        return np.where(s > epsilon, implied, self.profile.log_delta(epsilon))


@overload
def poisson_subsampling(epsilon: float, delta: float, gamma: float) -> tuple[float, float]: ...
@overload
def poisson_subsampling(epsilon: Many, delta: Many, gamma: Many) -> tuple[Array, Array]: ...
def poisson_subsampling(epsilon: Any, delta: Any, gamma: Any) -> Any:
    """Return the (epsilon', delta') of an (epsilon, delta)-DP mechanism on a Poisson subsample.

    epsilon' = log(1 + gamma (e^epsilon - 1)), delta' = gamma delta, for neighbours that add or
    remove a record (Balle, Barthe & Gaboardi 2020, Theorem 8).

    Parameters
    ----------
    epsilon, delta, gamma : float or array >= 0, the last two at most 1

    Examples
    --------
    >>> [round(value, 6) for value in poisson_subsampling(1.0, 0.25, 0.01)]
    [0.017037, 0.0025]
    """
    epsilon, delta, gamma = _checks.arrays(_RANGES, epsilon=epsilon, delta=delta, gamma=gamma)
    with np.errstate(divide="ignore"):
        large = np.logaddexp(np.log1p(-gamma), np.log(gamma) + epsilon)
    small = np.log1p(gamma * np.expm1(np.minimum(epsilon, 1.0)))
    return _checks.like_input(np.where(epsilon < 1, small, large)), _checks.like_input(
        gamma * delta
    )


@overload
def implied_epsilon(delta: float, epsilon0: float, delta0: float = 0.0) -> float: ...
@overload
def implied_epsilon(delta: Many, epsilon0: Many, delta0: Many = 0.0) -> Array: ...
def implied_epsilon(delta: Any, epsilon0: Any, delta0: Any = 0.0) -> Any:
    """Return the smallest epsilon at which (epsilon0, delta0)-DP implies (epsilon, delta)-DP.

    At most epsilon0; inf where delta is below delta0 (Liu et al., Theorem 2.1).

    Parameters
    ----------
    delta, delta0 : float or array in [0, 1]
    epsilon0 : float or array >= 0

    Examples
    --------
    >>> round(implied_epsilon(0.1, 10.0), 4)
    9.8946
    """
    delta, epsilon0, delta0 = _checks.arrays(_RANGES, delta=delta, epsilon0=epsilon0, delta0=delta0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(delta0 < 1, (delta - delta0) / (1 - delta0), 1.0)
        # Where the share is so large that no epsilon is needed the logarithm is -inf.
        drop = np.log1p(-np.minimum(share * (1 + np.exp(-epsilon0)), 1.0))
    epsilon = np.maximum(epsilon0 + drop, 0.0)
    return _checks.like_input(np.where(delta < delta0, np.inf, epsilon))


ProfileLike = Profile | Callable[[Array], Many]


def as_profile(profile: ProfileLike) -> Profile:
    """Return `profile`, made a `CallableProfile` if it is a function; else raise ValueError."""
    if isinstance(profile, Profile):
        return profile
    return CallableProfile(_checks.function("profile", profile))


def log_tail(epsilon: Any, mu: Any) -> Any:
    """Return log delta of mu-GDP where epsilon / mu - mu / 2 is at least 30, without underflow."""
    with np.errstate(over="ignore", divide="ignore"):
        c, h = epsilon / mu, mu / 2
        return -0.5 * (c - h) ** 2 - 0.5 * np.log(2 * np.pi) + np.log(mills_difference(c, h))


def mills_difference(c: Any, h: Any) -> Any:
    """Return M(c - h) - M(c + h), M being Mills' ratio, by its asymptotic series; c - h >= 30."""
    r, s = 1 / (c - h), 1 / (c + h)
    # (r^n - s^n) / (r - s) for n = 1, 3, 5, ...
    quotient: Any = np.ones(np.shape(r))
    power, factor, total = s, 1.0, 0.0
    for n in range(1, 15, 2):
        total = total + factor * quotient
        for _ in range(2):
            quotient, power = r * quotient + power, s * power
        factor *= -n
    return 2 * h * r * s * total


def _implied(epsilon0: Any, delta0: Any, epsilon: Array) -> Array:
    """Return the delta at `epsilon` that (epsilon0, delta0)-DP implies (Theorem 2.1)."""
    share = -np.expm1(np.minimum(epsilon - epsilon0, 0.0)) / (1 + np.exp(-epsilon0))
    return delta0 + (1 - delta0) * share


def _checked(epsilon: Array, values: Array, low: float, high: float) -> Array:
    """Return `values`, which must lie in [low, high] and not increase with epsilon."""
    bad = ~((values >= low) & (values <= high))
    if bad.any():
        raise ValueError(
            f"the profile is {values[bad][0].item()!r} at epsilon = {epsilon[bad][0].item()!r};"
            f" allowed are numbers in [{low:g}, {high:g}]"
        )
    x, y = epsilon, values
    if (x[1:] < x[:-1]).any():
        order = np.argsort(x, kind="stable")
        x, y = x[order], y[order]
    # Logarithms may be -inf, whose difference is NaN.
    with np.errstate(invalid="ignore"):
        rising = y[1:] - y[:-1] > ROUNDING * np.abs(y[1:])
    if rising.any():
        k = int(rising.argmax())
        raise ValueError(
            f"the profile increases from {y[k].item()!r} at epsilon = {x[k].item()!r} to"
            f" {y[k + 1].item()!r} at epsilon = {x[k + 1].item()!r}; it must not increase"
        )
    return values


def _called(function: Callable[[Array], Many], epsilon: Array) -> Array:
    values = np.asarray(function(epsilon))
    if values.dtype.kind not in "uif" or values.shape != epsilon.shape:
        raise ValueError(
            f"the profile returned {values.dtype} of shape {values.shape} for epsilons of shape"
            f" {epsilon.shape}; it must return one number per epsilon"
        )
    return values.astype(float)


def _scalars(**values: float) -> list[float]:
    return [_checks.real_scalar(name, value, **_RANGES[name]) for name, value in values.items()]
