"""Privacy profiles: the least delta that a mechanism has at each epsilon.

A profile is an object with `delta(epsilon)` and `log_delta(epsilon)`, both for scalars or
arrays; any function that takes an array of epsilons can be made one (`CallableProfile`). What
it returns is checked each time: a profile lies in [0, 1] and does not increase.

Sources: Balle & Wang (2018), Theorem 8; Liu et al. (2022), "A bridge to Gaussian differential
privacy"; Balle, Barthe & Gaboardi (2020), for the Laplace mechanism and subsampling.
"""

import numpy as np

from gaussmech import checks
from gaussmech.calibration import gaussian_delta
from gaussmech.composition import exact_composition_delta, exact_composition_log_delta

# Relative rounding that a profile may show before it counts as increasing.
ROUNDING = 1e-11
# Below it `gaussian_delta` is an upper bound only.
TINY = 1e-300

_REFINE_POINTS = 4097
_REFINE_DELTA = 1e-9
_REFINE_REACH = 1024.0
_GOLDEN = 0.6180339887498949
_GOLDEN_STEPS = 45


class Profile:
    """What all profiles share.

    A subclass gives `_delta`, and `_log_delta` where delta underflows, for flat arrays.
    `has_tail` says whether log_delta is to be trusted where delta underflows.
    """

    has_tail = True

    def delta(self, epsilon):
        """The least delta at `epsilon`, a float or array >= 0, finite.

        Raises
        ------
        ValueError
            Naming epsilon, or the point where the profile is outside [0, 1] or increases.
        """
        return self._evaluate(self._delta, epsilon, 0.0, 1.0)

    def log_delta(self, epsilon):
        """log of `delta`, also where that underflows; -inf where it is 0."""
        return self._evaluate(self._log_delta, epsilon, -np.inf, 0.0)

    def refined(self):
        """The profile with all that Theorem 2.1 implies from it: nowhere larger.

        1 - delta_refined(epsilon) = (1 + e^epsilon) max over s >= epsilon of
        (1 - delta(s)) / (1 + e^s).

        The maximum is sought among the peaks of its right side on a grid of 4,097 points up to
        where delta is at most 1e-9 (at most to epsilon = 1,024), each polished by golden
        section. Every s gives a valid guarantee: a peak between grid points that is missed
        costs tightness, never safety.

        Examples
        --------
        >>> naive = ICEAProfile(1000, 100)
        >>> naive.delta(0.0), round(naive.refined().delta(0.0), 3)
        (1.0, 0.278)
        """
        return _RefinedProfile(self)

    def _evaluate(self, function, epsilon, low, high):
        epsilon = checks.real_array("epsilon", epsilon, low=0, open_high=True)
        flat = epsilon.reshape(-1)
        return checks.like_input(_checked(flat, function(flat), low, high).reshape(epsilon.shape))

    def _delta(self, epsilon):
        raise NotImplementedError

    def _log_delta(self, epsilon):
        with np.errstate(divide="ignore"):
            return np.log(self._delta(epsilon))


class CallableProfile(Profile):
    """A profile from a function of an array of epsilons.

    Parameters
    ----------
    delta : callable
        Takes an array of epsilons, returns an array of deltas of the same shape.
    log_delta : callable, optional
        Likewise for log delta. Without it a delta of 0 counts as exactly 0: give it where
        delta underflows.

    Examples
    --------
    >>> CallableProfile(lambda epsilon: np.exp(-1 - epsilon)).delta(0.0)
    0.36787944117144233
    """

    def __init__(self, delta, log_delta=None):
        for name, function in (("delta", delta), ("log_delta", log_delta)):
            if not (callable(function) or (function is None and name == "log_delta")):
                raise ValueError(f"{name} is {function!r}; it must be a function of epsilon")
        self._function, self._log_function = delta, log_delta
        self.has_tail = log_delta is not None

    def _delta(self, epsilon):
        return _called(self._function, epsilon)

    def _log_delta(self, epsilon):
        if self._log_function is None:
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.log(_checked(epsilon, self._delta(epsilon), 0.0, 1.0))
        return _called(self._log_function, epsilon)


class GaussianProfile(Profile):
    """mu-GDP: the Gaussian mechanism with mu = sensitivity / sigma (Theorem 3.1).

    Parameters
    ----------
    mu : float >= 0

    Examples
    --------
    >>> round(GaussianProfile(1.0).delta(1.0), 6)
    0.126937
    """

    def __init__(self, mu):
        self.mu = checks.real_scalar("mu", mu, low=0, open_high=True)

    def _delta(self, epsilon):
        delta = gaussian_delta(1 / self.mu if self.mu else np.inf, epsilon)
        far = self._far(epsilon, delta)
        delta[far] = np.exp(log_gaussian_tail(epsilon[far], self.mu))
        return delta

    def _log_delta(self, epsilon):
        delta = gaussian_delta(1 / self.mu if self.mu else np.inf, epsilon)
        far = self._far(epsilon, delta)
        with np.errstate(divide="ignore"):
            log_delta = np.log(delta)
        log_delta[far] = log_gaussian_tail(epsilon[far], self.mu)
        return log_delta

    def _far(self, epsilon, delta):
        if self.mu == 0:
            return np.zeros(len(epsilon), dtype=bool)
        with np.errstate(over="ignore"):
            return (delta <= TINY) & (epsilon / self.mu - self.mu / 2 > 30)


class LaplaceProfile(Profile):
    """The Laplace mechanism of scale sensitivity / epsilon0: [1 - e^((epsilon - epsilon0)/2)]^+.

    Balle, Barthe & Gaboardi (2020), Theorem 3.

    Parameters
    ----------
    epsilon0 : float >= 0

    Examples
    --------
    >>> round(LaplaceProfile(1.0).delta(0.0), 6)
    0.393469
    """

    def __init__(self, epsilon0):
        self.epsilon0 = _budget(epsilon0)

    def _delta(self, epsilon):
        return -np.expm1(np.minimum(epsilon - self.epsilon0, 0.0) / 2) + 0.0


class ApproximateDPProfile(Profile):
    """All that (epsilon0, delta0)-DP implies (Theorem 2.1), and no more.

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

    def __init__(self, epsilon0, delta0):
        self.epsilon0 = _budget(epsilon0)
        self.delta0 = checks.real_scalar("delta0", delta0, low=0, high=1)

    def _delta(self, epsilon):
        return _implied(self.epsilon0, self.delta0, epsilon)


class PureDPProfile(ApproximateDPProfile):
    """All that epsilon0-DP implies: (e^epsilon0 - e^epsilon)^+ / (1 + e^epsilon0).

    Parameters
    ----------
    epsilon0 : float >= 0

    Examples
    --------
    >>> PureDPProfile(1.0).delta([0.0, 1.0]).round(6).tolist()
    [0.462117, 0.0]
    """

    def __init__(self, epsilon0):
        super().__init__(epsilon0, 0.0)


class SquareRootLogProfile(Profile):
    """ "SGD" of Liu et al.: noise sigma = a sqrt(log(b / delta)) / epsilon, inverted for delta.

    delta(epsilon) = min(1, b e^(-(sigma epsilon / a)^2)), before refinement. a = sqrt(2) and
    b = 1.25 are the classical Gaussian mechanism's at sensitivity 1.

    Parameters
    ----------
    a : float > 0
    b : float > 0
    sigma : float > 0

    Examples
    --------
    >>> SquareRootLogProfile(2**0.5, 1.25, 1.0).delta([0.0, 4.0]).round(6).tolist()
    [1.0, 0.000419]
    """

    def __init__(self, a, b, sigma):
        self.a, self.b, self.sigma = _positive("a", a), _positive("b", b), _positive("sigma", sigma)

    def _delta(self, epsilon):
        return np.exp(self._log_delta(epsilon))

    def _log_delta(self, epsilon):
        return np.minimum(np.log(self.b) - (self.sigma * epsilon / self.a) ** 2, 0.0)


class ICEAProfile(Profile):
    """The invisibility cloak encoder algorithm: min(1, (n / epsilon) e^(-m/10)).

    Ishai et al. (2006), with m > 10 log(n / (epsilon delta)) of Ghazi et al. (2019), before
    refinement.

    Parameters
    ----------
    n : float > 0
        Users.
    m : float > 0
        Messages.

    Examples
    --------
    >>> ICEAProfile(1000, 100).delta([0.0, 1.0]).round(6).tolist()
    [1.0, 0.0454]
    """

    def __init__(self, n, m):
        self.n, self.m = _positive("n", n), _positive("m", m)

    def _delta(self, epsilon):
        return np.exp(self._log_delta(epsilon))

    def _log_delta(self, epsilon):
        with np.errstate(divide="ignore"):
            return np.minimum(np.log(self.n) - np.log(epsilon) - self.m / 10, 0.0)


class ComposedProfile(Profile):
    """k releases, each epsilon0-DP, together: exact (Kairouz, Oh & Viswanath).

    Parameters
    ----------
    epsilon0 : float in [0, 700]
    k : int in [1, 1,000,000]

    Examples
    --------
    >>> round(ComposedProfile(0.2, 50).delta(2.0), 5)
    0.11048
    """

    def __init__(self, epsilon0, k):
        exact_composition_delta(0.0, epsilon0, k)
        self.epsilon0, self.k = float(epsilon0), int(k)

    def _delta(self, epsilon):
        return exact_composition_delta(epsilon, self.epsilon0, self.k)

    def _log_delta(self, epsilon):
        return exact_composition_log_delta(epsilon, self.epsilon0, self.k)


class SubsampledProfile(Profile):
    """A mechanism run on a Poisson subsample; neighbours add or remove a record.

    Balle, Barthe & Gaboardi (2020), Theorem 8: at log(1 + gamma (e^epsilon - 1)) the delta is
    gamma delta(epsilon).

    Parameters
    ----------
    profile : Profile or callable
    gamma : float in [0, 1]
        Probability with which a record is taken.

    Examples
    --------
    >>> round(SubsampledProfile(LaplaceProfile(1.0), 0.5).delta(0.0), 6)
    0.196735
    """

    def __init__(self, profile, gamma):
        self.profile = as_profile(profile)
        self.has_tail = self.profile.has_tail
        self.gamma = checks.real_scalar("gamma", gamma, low=0, high=1)

    def _delta(self, epsilon):
        if self.gamma == 0:
            return np.zeros(len(epsilon))
        return self.gamma * self.profile.delta(self._before(epsilon))

    def _log_delta(self, epsilon):
        if self.gamma == 0:
            return np.full(len(epsilon), -np.inf)
        return np.log(self.gamma) + self.profile.log_delta(self._before(epsilon))

    def _before(self, epsilon):
        """The mechanism's own epsilon: log(1 + (e^epsilon - 1) / gamma)."""
        small = np.minimum(epsilon, 1.0)
        large = np.maximum(epsilon, 1.0)
        shift = np.log1p(-(1 - self.gamma) * np.exp(-large)) - np.log(self.gamma)
        return np.where(epsilon < 1, np.log1p(np.expm1(small) / self.gamma), large + shift)


class RectifiedProfile(Profile):
    """A mechanism after `clip_and_rectify`: no delta is left from `epsilon_h` on.

    The smaller of its own profile, which post-processing keeps, and that of the Laplace noise
    added to a bounded number. Theorem 4.4 of Liu et al. is garbled in the text we have; this is
    our reading of it.

    Parameters
    ----------
    profile : Profile or callable
    epsilon_h : float > 0
        To where the head was measured.

    Examples
    --------
    >>> RectifiedProfile(ICEAProfile(1000, 100), 10.0).delta([5.0, 10.0]).round(6).tolist()
    [0.00908, 0.0]
    """

    def __init__(self, profile, epsilon_h):
        self.profile = as_profile(profile)
        self.has_tail = self.profile.has_tail
        self.epsilon_h = _positive("epsilon_h", epsilon_h)

    def _delta(self, epsilon):
        return np.minimum(
            self.profile.delta(epsilon), LaplaceProfile(self.epsilon_h)._delta(epsilon)
        )

    def _log_delta(self, epsilon):
        return np.minimum(
            self.profile.log_delta(epsilon), LaplaceProfile(self.epsilon_h)._log_delta(epsilon)
        )


class _RefinedProfile(Profile):
    """See `Profile.refined`."""

    def __init__(self, profile):
        self.profile, self.has_tail = profile, profile.has_tail
        reach = 1.0
        while reach < _REFINE_REACH and profile.delta(reach) > _REFINE_DELTA:
            reach *= 2
        grid = reach * np.linspace(0, 1, _REFINE_POINTS) ** 2
        height = self._height(grid)
        inner = height[1:-1]
        peaks = 1 + np.flatnonzero((inner >= height[:-2]) & (inner >= height[2:]))
        points, heights = self._polished(grid[peaks - 1], grid[peaks], grid[peaks + 1])
        order = np.argsort(points)
        # The best peak at or beyond each; none beyond the last.
        best = _best_from(heights[order])
        self._points = points[order]
        self._best_points = np.append(self._points[best], np.inf)
        self._best_heights = np.append(heights[order][best], -np.inf)

    def _height(self, s):
        with np.errstate(divide="ignore"):
            return np.log1p(-self.profile.delta(s)) - np.logaddexp(0, s)

    def _polished(self, low, best, high):
        """Peaks between `low` and `high` by golden section; the best point seen, and its height."""
        height = self._height(best)
        width = high - low
        left, right = high - _GOLDEN * width, low + _GOLDEN * width
        for _ in range(_GOLDEN_STEPS):
            h_left, h_right = self._height(left), self._height(right)
            for point, value in ((left, h_left), (right, h_right)):
                best, height = (
                    np.where(value > height, point, best),
                    np.maximum(value, height),
                )
            rising = h_left < h_right
            low, high = np.where(rising, left, low), np.where(rising, high, right)
            width = high - low
            left, right = high - _GOLDEN * width, low + _GOLDEN * width
        return best, height

    def _source(self, epsilon):
        """The s >= epsilon whose guarantee is the best at epsilon."""
        k = np.searchsorted(self._points, epsilon)
        return np.where(
            self._best_heights[k] > self._height(epsilon), self._best_points[k], epsilon
        )

    def _delta(self, epsilon):
        s = self._source(epsilon)
        return _implied(s, self.profile.delta(s), epsilon)

    def _log_delta(self, epsilon):
        s = self._source(epsilon)
        with np.errstate(divide="ignore"):
            implied = np.log(_implied(s, self.profile.delta(s), epsilon))
        return np.where(s > epsilon, implied, self.profile.log_delta(epsilon))


def poisson_subsampling(epsilon, delta, gamma):
    """(epsilon', delta') of an (epsilon, delta)-DP mechanism on a Poisson subsample.

    epsilon' = log(1 + gamma (e^epsilon - 1)), delta' = gamma delta, for neighbours that add or
    remove a record (Balle, Barthe & Gaboardi 2020, Theorem 8).

    Parameters
    ----------
    epsilon : float or array >= 0
    delta : float or array in [0, 1]
    gamma : float or array in [0, 1]
        Probability with which a record is taken.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> epsilon, delta = poisson_subsampling(1.0, 0.25, 0.01)
    >>> round(epsilon, 6), delta
    (0.017037, 0.0025)
    """
    epsilon = checks.real_array("epsilon", epsilon, low=0, open_high=True)
    delta = checks.real_array("delta", delta, low=0, high=1)
    gamma = checks.real_array("gamma", gamma, low=0, high=1)
    with np.errstate(divide="ignore"):
        large = np.logaddexp(np.log1p(-gamma), np.log(gamma) + epsilon)
    small = np.log1p(gamma * np.expm1(np.minimum(epsilon, 1.0)))
    return checks.like_input(np.where(epsilon < 1, small, large)), checks.like_input(gamma * delta)


def implied_epsilon(delta, epsilon0, delta0=0.0):
    """Least epsilon at which (epsilon0, delta0)-DP implies (epsilon, delta)-DP (Theorem 2.1).

    The inverse of `ApproximateDPProfile`.

    Parameters
    ----------
    delta : float or array in [0, 1]
    epsilon0 : float or array >= 0, finite
    delta0 : float or array in [0, 1]

    Returns
    -------
    float or array
        In [0, epsilon0]; inf where delta is below delta0.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> round(implied_epsilon(0.1, 10.0), 4)
    9.8946
    """
    delta = checks.real_array("delta", delta, low=0, high=1)
    epsilon0 = checks.real_array("epsilon0", epsilon0, low=0, open_high=True)
    delta0 = checks.real_array("delta0", delta0, low=0, high=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(delta0 < 1, (delta - delta0) / (1 - delta0), 1.0)
        # Where the share is so large that no epsilon is needed the logarithm has no value.
        drop = np.log1p(-np.minimum(share * (1 + np.exp(-epsilon0)), 1.0))
    epsilon = np.maximum(epsilon0 + drop, 0.0)
    return checks.like_input(np.where(delta < delta0, np.inf, epsilon))


def as_profile(profile):
    """`profile` itself, or a function as a `CallableProfile`; ValueError for anything else."""
    if isinstance(profile, Profile):
        return profile
    if callable(profile):
        return CallableProfile(profile)
    raise ValueError(f"profile is {profile!r}; it must be a profile or a function of epsilon")


def log_gaussian_tail(epsilon, mu):
    """log delta of mu-GDP where epsilon / mu - mu / 2 is at least 30, without underflow.

    log phi(p) + log(M(p) - M(q)), p = epsilon/mu - mu/2, q = epsilon/mu + mu/2, M being Mills'
    ratio.

    Examples
    --------
    >>> round(log_gaussian_tail(100.0, 2.0), 6)
    -1208.550637
    """
    with np.errstate(over="ignore", divide="ignore"):
        c, h = epsilon / mu, mu / 2
        log_density = -0.5 * (c - h) ** 2 - 0.5 * np.log(2 * np.pi)
        return checks.like_input(log_density + np.log(mills_difference(c, h)))


def mills_difference(c, h):
    """M(c - h) - M(c + h) for c - h >= 30, M being Mills' ratio.

    The asymptotic series of M term by term, so that nothing cancels; what is left out is below
    1e-15 of it.
    """
    r, s = 1 / (c - h), 1 / (c + h)
    # (r^n - s^n) / (r - s) for n = 1, 3, 5, ...
    quotient, power, factor, total = np.ones(np.shape(r)), s, 1.0, 0.0
    for n in range(1, 15, 2):
        total = total + factor * quotient
        for _ in range(2):
            quotient, power = r * quotient + power, s * power
        factor *= -n
    return 2 * h * r * s * total


def _implied(epsilon0, delta0, epsilon):
    """The delta at `epsilon` that (epsilon0, delta0)-DP implies (Theorem 2.1)."""
    share = -np.expm1(np.minimum(epsilon - epsilon0, 0.0)) / (1 + np.exp(-epsilon0))
    return delta0 + (1 - delta0) * share


def _best_from(heights):
    """At each place the index of the largest height from it on."""
    backward = heights[::-1]
    new = backward >= np.maximum.accumulate(backward)
    return len(heights) - 1 - np.maximum.accumulate(np.where(new, np.arange(len(new)), 0))[::-1]


def _checked(epsilon, values, low, high):
    """`values` if they lie in [low, high] and do not increase with epsilon, or a ValueError."""
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
    # -inf stands beside -inf in the logarithms.
    with np.errstate(invalid="ignore"):
        rising = y[1:] - y[:-1] > ROUNDING * np.abs(y[1:])
    if rising.any():
        k = int(rising.argmax())
        raise ValueError(
            f"the profile increases from {y[k].item()!r} at epsilon = {x[k].item()!r} to"
            f" {y[k + 1].item()!r} at epsilon = {x[k + 1].item()!r}; it must not increase"
        )
    return values


def _called(function, epsilon):
    values = np.asarray(function(epsilon))
    if values.dtype.kind not in "buif" or values.shape != epsilon.shape:
        raise ValueError(
            f"the profile returned {values.dtype} of shape {values.shape} for epsilons of shape"
            f" {epsilon.shape}; it must return one number an epsilon"
        )
    return values.astype(float)


def _budget(epsilon0):
    return checks.real_scalar("epsilon0", epsilon0, low=0, open_high=True)


def _positive(name, value):
    return checks.real_scalar(name, value, low=0, open_low=True, open_high=True)
