"""Privacy profiles: the smallest delta of a mechanism at each epsilon.

Use a profile where one (epsilon, delta) says too little: for subsampling (`SubsampledProfile`), for
Gaussian differential privacy (`gdp.gdp_transform`), or to compare mechanisms at every epsilon. A
profile is an object with the methods `delta(epsilon)` and `log_delta(epsilon)`, both for numbers or
arrays; `CallableProfile` makes one of a function of an array of epsilons. Each result is checked: a
profile lies in [0, 1] and does not increase.

Functions take floats or arrays, which broadcast, and return a float where all arguments are
numbers. Arguments out of range raise ValueError, which names the argument, its value and the range.

Sources: Balle & Wang (2018), Theorem 8; Liu et al. (2022), "A bridge to Gaussian differential
privacy"; Balle, Barthe & Gaboardi (2020), for the Laplace mechanism and subsampling.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array, Interval
from gaussmech.privacy import composition
from gaussmech.privacy._gaussian_solver import U
from gaussmech.privacy.calibration import gaussian_delta

# A profile may increase by this share of itself before it is refused: by ten times the excess that
# `gaussian_delta` allows, which is also that of `exact_composition_delta` for k up to 1,000.
ROUNDING = 1e-11
# Below this delta `gaussian_delta` is an upper bound only.
TINY = 1e-300
# From this epsilon / mu - mu / 2 on, `mills_difference` has its digits. Phi(-30) is 5e-198.
_FAR = 30

# The range of each argument, by its name.
_RANGES: dict[str, Interval] = {
    "epsilon": _checks.NON_NEGATIVE,
    "epsilon0": _checks.NON_NEGATIVE,
    "mu": _checks.NON_NEGATIVE,
    "delta": _checks.CLOSED_UNIT,
    "delta0": _checks.CLOSED_UNIT,
    "gamma": _checks.CLOSED_UNIT,
    "a": _checks.POSITIVE,
    "b": _checks.POSITIVE,
    "sigma": _checks.POSITIVE,
    "n": _checks.POSITIVE,
    "m": _checks.POSITIVE,
    "epsilon_h": _checks.POSITIVE,
}

# The grid on which the best guarantees are sought: 4,096 cells, denser near 0, up to where delta is
# at most 1e-9, so refining can change it by no more, or epsilon is 1,024. What it misses costs
# tightness and never safety.
_REFINE_POINTS = 4097
_REFINE_DELTA = 1e-9
_REFINE_REACH = 1024.0


class Profile:
    """The smallest delta at each epsilon: what all profiles share.

    A subclass defines `_delta` or `_log_delta` of flat arrays, or both where one loses digits.

    Attributes
    ----------
    has_tail : bool
        Whether `log_delta` holds where delta underflows.
    error_near_one : float
        A bound of the absolute error of a delta near 1.

    See Also
    --------
    CallableProfile : A profile from a function.
    GaussianProfile : The profile of Gaussian noise.

    Examples
    --------
    >>> isinstance(LaplaceProfile(1.0), Profile)
    True
    """

    has_tail = True
    # This covers the exponential of a logarithm that is a sum of a few terms below 1 in size.
    error_near_one = 16 * U

    @overload
    def delta(self, epsilon: float) -> float: ...
    @overload
    def delta(self, epsilon: ArrayLike) -> Array: ...
    def delta(self, epsilon: ArrayLike) -> float | Array:
        """Return the smallest delta at `epsilon`.

        Parameters
        ----------
        epsilon : float or array in [0, inf)
            Privacy budget, in nats of privacy loss.

        Returns
        -------
        float or array
            Delta in [0, 1], of the shape of `epsilon`.

        Raises
        ------
        ValueError
            If epsilon is outside its range, or if the profile leaves [0, 1] or increases; the
            message names the point.

        See Also
        --------
        log_delta : The logarithm, where delta underflows.
        refined : A tighter profile.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.LaplaceProfile(1.0).delta([0.0, 1.0]).round(6).tolist()
        [0.393469, 0.0]
        """
        return self._evaluate(self._delta, epsilon, 0.0, 1.0)

    @overload
    def log_delta(self, epsilon: float) -> float: ...
    @overload
    def log_delta(self, epsilon: ArrayLike) -> Array: ...
    def log_delta(self, epsilon: ArrayLike) -> float | Array:
        """Return the logarithm of the smallest delta at `epsilon`, also where delta underflows.

        Parameters
        ----------
        epsilon : float or array in [0, inf)
            Privacy budget, in nats of privacy loss.

        Returns
        -------
        float or array
            Natural logarithm, at most 0, of the shape of `epsilon`. It is -inf where delta is 0.

        Raises
        ------
        ValueError
            If epsilon is outside its range, or if the profile leaves [0, 1] or increases; the
            message names the point.

        See Also
        --------
        delta : Its exponential.

        Examples
        --------
        >>> import gaussmech as gm
        >>> round(gm.GaussianProfile(2.0).log_delta(100.0), 6)
        -1208.550637
        """
        return self._evaluate(self._log_delta, epsilon, -np.inf, 0.0)

    def refined(self) -> Profile:
        """Return the profile tightened by all that it implies; it is nowhere larger.

        Returns
        -------
        Profile
            1 - delta_refined(epsilon) is (1 + e^epsilon) times the largest (1 - delta(s)) / (1 +
            e^s) over s >= epsilon.

        See Also
        --------
        ApproximateDPProfile : What one (epsilon, delta) implies.

        Notes
        -----
        The maximum is sought among the peaks on a grid of 4,097 points, up to where delta is at
        most 1e-9 or epsilon is 1,024, each polished by golden section. Every s gives a valid
        guarantee: a peak missed between grid points costs tightness, never safety.

        References
        ----------
        .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
           Differential Privacy", NeurIPS 2022, Theorem 2.1.

        Examples
        --------
        >>> import gaussmech as gm
        >>> from gaussmech.privacy.profiles import ICEAProfile
        >>> naive = ICEAProfile(1000, 100)
        >>> naive.delta(0.0), round(naive.refined().delta(0.0), 3)
        (1.0, 0.278)
        """
        return _RefinedProfile(self)

    def _evaluate(
        self, function: Callable[[Array], Array], epsilon: Any, low: float, high: float
    ) -> Any:
        """Return the checked values of the function at epsilon, of its shape."""
        epsilon = _checks.real_array("epsilon", epsilon, **_checks.NON_NEGATIVE)
        flat = epsilon.reshape(-1)
        values = _check(flat, function(flat), low, high)
        return _checks.like_input(values.reshape(epsilon.shape))

    def _delta(self, epsilon: Array) -> Array:
        return np.exp(self._log_delta(epsilon))

    def _log_delta(self, epsilon: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.log(self._delta(epsilon))


class CallableProfile(Profile):
    """Profile given by a function of an array of epsilons.

    Parameters
    ----------
    delta : callable
        Takes an array of epsilons and returns an array of their deltas.
    log_delta : callable or None, default None
        Takes an array of epsilons and returns an array of the logarithms of their deltas. It is
        needed where delta underflows, since a delta of 0 counts as exact.

    Raises
    ------
    ValueError
        If an argument cannot be called. The methods raise it if a function returns anything but one
        real number per epsilon, leaves [0, 1] or increases.

    See Also
    --------
    gdp_transform : It takes a plain callable, too.
    head_measurement : It takes a plain callable, too.

    Examples
    --------
    >>> CallableProfile(lambda epsilon: np.exp(-1 - epsilon)).delta(0.0)
    0.36787944117144233
    """

    def __init__(
        self,
        delta: Callable[[Array], ArrayLike],
        log_delta: Callable[[Array], ArrayLike] | None = None,
    ) -> None:
        self._function = _checks.function("delta", delta)
        self._log_function = log_delta
        self.has_tail = log_delta is not None
        if self.has_tail:
            _checks.function("log_delta", log_delta)

    def _delta(self, epsilon: Array) -> Array:
        return _call(self._function, epsilon)

    def _log_delta(self, epsilon: Array) -> Array:
        if self._log_function is None:
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.log(_check(epsilon, self._delta(epsilon), 0.0, 1.0))
        return _call(self._log_function, epsilon)


class GaussianProfile(Profile):
    """Profile of mu-GDP: of the Gaussian mechanism with mu = sensitivity / sigma.

    Parameters
    ----------
    mu : float in [0, inf)
        Sensitivity over standard deviation.

    Raises
    ------
    ValueError
        If mu is outside its range or not a single number.

    See Also
    --------
    gaussian_delta : The same from sigma and sensitivity.
    gdp_transform : The mu for which the profile of another mechanism touches this one.

    Notes
    -----
    Its delta is that of `gaussian_delta`, never below the exact value. Below 1e-300 delta and its
    logarithm come from the asymptotic series of Mills' ratio, to rounding.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 3.1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.GaussianProfile(1.0).delta(1.0), 6)
    0.126937
    """

    def __init__(self, mu: float) -> None:
        self.mu = _scalar("mu", mu)

    def _delta(self, epsilon: Array) -> Array:
        return self._delta_and_log_delta(epsilon)[0]

    def _log_delta(self, epsilon: Array) -> Array:
        return self._delta_and_log_delta(epsilon)[1]

    def _delta_and_log_delta(self, epsilon: Array) -> tuple[Array, Array]:
        delta = gaussian_delta(1.0, epsilon, self.mu)
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            # Where delta is tiny, it is an upper bound only, and the series takes its place.
            is_far = (delta <= TINY) & (epsilon / self.mu - self.mu / 2 > _FAR)
            log_delta = np.log(delta)
        log_delta[is_far] = log_tail(epsilon[is_far], self.mu)
        delta[is_far] = np.exp(log_delta[is_far])
        return delta, log_delta


class LaplaceProfile(Profile):
    """Profile of the Laplace mechanism of scale sensitivity / epsilon0.

    Its delta is [1 - e^((epsilon - epsilon0)/2)]^+.

    Parameters
    ----------
    epsilon0 : float in [0, inf)
        Privacy budget at which delta becomes 0.

    Raises
    ------
    ValueError
        If epsilon0 is outside its range or not a single number.

    See Also
    --------
    laplace_mu : The least mu for which it is mu-GDP.
    PureDPProfile : The profile of all epsilon0-DP mechanisms.

    References
    ----------
    .. [1] B. Balle, G. Barthe and M. Gaboardi, "Privacy Profiles and Amplification by Subsampling",
       Journal of Privacy and Confidentiality 10, 2020, Theorem 3.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.LaplaceProfile(1.0).delta(0.0), 6)
    0.393469
    """

    def __init__(self, epsilon0: float) -> None:
        self.epsilon0 = _scalar("epsilon0", epsilon0)

    def _delta(self, epsilon: Array) -> Array:
        gap = np.minimum(epsilon - self.epsilon0, 0.0)
        # Adding 0.0 turns -0.0 into 0.0.
        return -np.expm1(gap / 2) + 0.0


class ApproximateDPProfile(Profile):
    """Profile that (epsilon0, delta0)-DP implies, and no more.

    Its delta is delta0 + (1 - delta0) (e^epsilon0 - e^epsilon)^+ / (1 + e^epsilon0).

    Parameters
    ----------
    epsilon0 : float in [0, inf)
        Privacy budget of the guarantee.
    delta0 : float in [0, 1]
        Its delta.

    Raises
    ------
    ValueError
        If a parameter is outside its range or not a single number.

    See Also
    --------
    implied_epsilon : The inverse.
    PureDPProfile : The profile with delta0 = 0.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 2.1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.ApproximateDPProfile(1.0, 0.1).delta(0.0), 6)
    0.515905
    """

    def __init__(self, epsilon0: float, delta0: float) -> None:
        self.epsilon0 = _scalar("epsilon0", epsilon0)
        self.delta0 = _scalar("delta0", delta0)

    def _delta(self, epsilon: Array) -> Array:
        return _implied_delta(self.epsilon0, self.delta0, epsilon)


class PureDPProfile(ApproximateDPProfile):
    """Profile that epsilon0-DP implies, and no more: that of randomised response.

    Its delta is (e^epsilon0 - e^epsilon)^+ / (1 + e^epsilon0).

    Parameters
    ----------
    epsilon0 : float in [0, inf)
        Privacy budget of the guarantee.

    Raises
    ------
    ValueError
        If epsilon0 is outside its range or not a single number.

    See Also
    --------
    pure_dp_mu : The least mu for which it is mu-GDP.
    ComposedProfile : The profile of several such releases.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 5.1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> gm.PureDPProfile(1.0).delta([0.0, 1.0]).round(6).tolist()
    [0.462117, 0.0]
    """

    def __init__(self, epsilon0: float) -> None:
        super().__init__(epsilon0, 0.0)


class SquareRootLogProfile(Profile):
    """Profile that a rule of the form sigma = a sqrt(log(b / delta)) / epsilon implies.

    Its delta is min(1, b e^(-(sigma epsilon / a)^2)), before `refined`. Liu et al. call it "SGD",
    after private stochastic gradient descent, whose noise follows such a rule. With a = sqrt(2) and
    b = 1.25 it is the rule of the classical Gaussian mechanism at sensitivity 1.

    Parameters
    ----------
    a : float in (0, inf)
        Factor of the rule.
    b : float in (0, inf)
        Numerator in its logarithm.
    sigma : float in (0, inf)
        Noise multiplier.

    Raises
    ------
    ValueError
        If a parameter is outside its range or not a single number.

    See Also
    --------
    GaussianProfile : The exact profile of Gaussian noise.
    tail_limit : Its limit, a / (sqrt(2) sigma).

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, section 3.

    Examples
    --------
    >>> SquareRootLogProfile(2**0.5, 1.25, 1.0).delta([0.0, 4.0]).round(6).tolist()
    [1.0, 0.000419]
    """

    def __init__(self, a: float, b: float, sigma: float) -> None:
        self.a = _scalar("a", a)
        self.b = _scalar("b", b)
        self.sigma = _scalar("sigma", sigma)
        # The terms of the logarithm are as large as that of b.
        self.error_near_one *= 1 + abs(float(np.log(self.b)))

    def _log_delta(self, epsilon: Array) -> Array:
        exponent = (self.sigma * epsilon / self.a) ** 2
        return np.minimum(np.log(self.b) - exponent, 0.0)


class ICEAProfile(Profile):
    """Profile of the invisibility cloak encoder algorithm: min(1, (n / epsilon) e^(-m/10)).

    It is the guarantee before `refined`: m > 10 log(n / (epsilon delta)).

    Parameters
    ----------
    n : float in (0, inf)
        Number of users.
    m : float in (0, inf)
        Number of messages of each user.

    Raises
    ------
    ValueError
        If a parameter is outside its range or not a single number.

    See Also
    --------
    RectifiedProfile : After clipping and rectifying it is GDP.
    tail_limit : It shows that the mechanism is not GDP by itself.

    References
    ----------
    .. [1] Y. Ishai, E. Kushilevitz, R. Ostrovsky and A. Sahai, "Cryptography from Anonymity", FOCS
       2006.
    .. [2] B. Ghazi, R. Pagh and A. Velingker, "Scalable and Differentially Private Distributed
       Aggregation in the Shuffled Model", 2019.

    Examples
    --------
    >>> ICEAProfile(1000, 100).delta([0.0, 1.0]).round(6).tolist()
    [1.0, 0.0454]
    """

    def __init__(self, n: float, m: float) -> None:
        self.n = _scalar("n", n)
        self.m = _scalar("m", m)
        # The terms of the logarithm are as large as these two.
        self.error_near_one *= 1 + abs(float(np.log(self.n))) + self.m / 10

    def _log_delta(self, epsilon: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.minimum(np.log(self.n) - np.log(epsilon) - self.m / 10, 0.0)


class ComposedProfile(Profile):
    """Exact profile of k epsilon0-DP releases together.

    Parameters
    ----------
    epsilon0 : float in [0, 700]
        Privacy budget of one release, in nats of privacy loss.
    k : int in [1, 1,000,000]
        Number of releases.

    Raises
    ------
    ValueError
        If a parameter is outside its range, or if k is not whole.

    See Also
    --------
    exact_composition_delta : The same as a function; both are never below the exact value.

    References
    ----------
    .. [1] P. Kairouz, S. Oh and P. Viswanath, "The Composition Theorem for Differential Privacy",
       ICML 2015, Theorem 3.3.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.ComposedProfile(0.2, 50).delta(2.0), 5)
    0.11048
    """

    def __init__(self, epsilon0: float, k: int) -> None:
        self.error_near_one = composition.exact_composition_error(epsilon0, k)
        self.epsilon0 = float(epsilon0)
        self.k = int(k)

    def _delta(self, epsilon: Array) -> Array:
        return composition.exact_composition_delta(epsilon, self.epsilon0, self.k)

    def _log_delta(self, epsilon: Array) -> Array:
        return composition.exact_composition_log_delta(epsilon, self.epsilon0, self.k)


class SubsampledProfile(Profile):
    """Profile of a mechanism that runs on a Poisson subsample of the records.

    At log(1 + gamma (e^epsilon - 1)) its delta is gamma delta(epsilon). Neighbouring data sets
    differ by one record that is added or removed.

    Parameters
    ----------
    profile : Profile or callable
        Profile of the mechanism; a callable takes an array of epsilons and returns their deltas.
    gamma : float in [0, 1]
        Probability with which a record is taken.

    Raises
    ------
    ValueError
        If gamma is outside its range, or if profile is neither a profile nor callable.

    See Also
    --------
    LaplaceProfile : The profile of a mechanism that may be subsampled.

    References
    ----------
    .. [1] B. Balle, G. Barthe and M. Gaboardi, "Privacy Profiles and Amplification by Subsampling",
       Journal of Privacy and Confidentiality 10, 2020, Theorem 8.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.SubsampledProfile(gm.LaplaceProfile(1.0), 0.5).delta(0.0), 6)
    0.196735
    """

    def __init__(self, profile: ProfileLike, gamma: float) -> None:
        self.profile = as_profile(profile)
        self.has_tail = self.profile.has_tail
        self.error_near_one = self.profile.error_near_one
        self.gamma = _scalar("gamma", gamma)

    def _delta(self, epsilon: Array) -> Array:
        if self.gamma == 0:
            return np.zeros(len(epsilon))
        own_epsilon = self._own_epsilon(epsilon)
        return self.gamma * self.profile.delta(own_epsilon)

    def _log_delta(self, epsilon: Array) -> Array:
        if self.gamma == 0:
            return np.full(len(epsilon), -np.inf)
        own_epsilon = self._own_epsilon(epsilon)
        return np.log(self.gamma) + self.profile.log_delta(own_epsilon)

    def _own_epsilon(self, epsilon: Array) -> Array:
        """Return the mechanism's own epsilon: log(1 + (e^epsilon - 1) / gamma)."""
        with np.errstate(divide="ignore"):
            # The logarithm of (e^epsilon - 1) / gamma, which cannot overflow.
            log_excess = epsilon + np.log(-np.expm1(-epsilon)) - np.log(self.gamma)
        return np.logaddexp(0.0, log_excess)


class RectifiedProfile(Profile):
    """Profile of a clipped number with Laplace noise: delta is 0 from `epsilon_h` on.

    It is the smaller of the mechanism's own profile, which post-processing keeps, and that of the
    Laplace noise added to a bounded number.

    Parameters
    ----------
    profile : Profile or callable
        Profile of the mechanism; a callable takes an array of epsilons and returns their deltas.
    epsilon_h : float in (0, inf)
        End of the measured head, and privacy budget of the Laplace noise.

    Raises
    ------
    ValueError
        If epsilon_h is outside its range, or if profile is neither a profile nor callable.

    See Also
    --------
    LaplaceProfile : The profile of the noise.

    Notes
    -----
    The number is clipped to [low, high], and the noise has scale (high - low) / epsilon_h. So the
    result is epsilon_h-DP, and delta is 0 from epsilon_h on; below it, post-processing keeps the
    profile. This is our reading of the theorem, whose formulas are garbled in the available text.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 4.4.

    Examples
    --------
    >>> RectifiedProfile(ICEAProfile(1000, 100), 10.0).delta([5.0, 10.0]).round(6).tolist()
    [0.00908, 0.0]
    """

    def __init__(self, profile: ProfileLike, epsilon_h: float) -> None:
        self.profile = as_profile(profile)
        self.has_tail = self.profile.has_tail
        self.error_near_one = self.profile.error_near_one
        self.epsilon_h = _scalar("epsilon_h", epsilon_h)
        self._noise = LaplaceProfile(self.epsilon_h)

    def _delta(self, epsilon: Array) -> Array:
        return np.minimum(self.profile.delta(epsilon), self._noise.delta(epsilon))

    def _log_delta(self, epsilon: Array) -> Array:
        return np.minimum(
            self.profile.log_delta(epsilon), self._noise.log_delta(epsilon)
        )


class _RefinedProfile(Profile):
    """The profile that `Profile.refined` returns.

    The guarantee (s, delta(s)) implies a delta at every epsilon <= s, and that delta is least for
    the s >= epsilon with the largest `_height`. So the peaks of the height are found once; at an
    epsilon the best of the peaks beyond it, or epsilon itself, is taken.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.has_tail = profile.has_tail
        self.error_near_one = profile.error_near_one
        points, heights = self._peaks()
        # Of the peaks, only those count that no later one exceeds: the first at or beyond an
        # epsilon is then the best of all there. Beyond the last peak there is none.
        best_later = np.maximum.accumulate(heights[::-1])[::-1]
        is_best = heights >= best_later
        self._points = np.append(points[is_best], np.inf)
        self._heights = np.append(heights[is_best], -np.inf)

    def _peaks(self) -> tuple[Array, Array]:
        """Return the points with the best guarantees among their neighbours, and their heights."""
        # Its import takes longer than that of everything else here.
        from scipy.optimize.elementwise import find_minimum

        reach = 1.0
        while reach < _REFINE_REACH and self.profile.delta(reach) > _REFINE_DELTA:
            reach *= 2
        grid = reach * np.linspace(0, 1, _REFINE_POINTS) ** 2
        height = self._height(grid)
        inner = height[1:-1]
        is_peak = (inner >= height[:-2]) & (inner >= height[2:])
        peaks = 1 + np.flatnonzero(is_peak)
        bracket = (grid[peaks - 1], grid[peaks], grid[peaks + 1])
        with np.errstate(invalid="ignore", over="ignore"):
            search = find_minimum(lambda s: -self._height(s), bracket)
        order = np.argsort(search.x)
        return search.x[order], -search.f_x[order]

    def _height(self, s: Array) -> Array:
        """Return log((1 - delta(s)) / (1 + e^s)), which the best guarantee maximises.

        Where delta is 1, it is below that of all other guarantees of the grid, and finite.
        """
        with np.errstate(divide="ignore"):
            height = np.log1p(-self.profile.delta(s)) - np.logaddexp(0, s)
        return np.maximum(height, -1e4)

    def _best_guarantee(self, epsilon: Array) -> Array:
        """Return the s >= epsilon whose guarantee is best."""
        k = np.searchsorted(self._points, epsilon)
        is_better = self._heights[k] > self._height(epsilon)
        return np.where(is_better, self._points[k], epsilon)

    def _delta(self, epsilon: Array) -> Array:
        s = self._best_guarantee(epsilon)
        return _implied_delta(s, self.profile.delta(s), epsilon)

    def _log_delta(self, epsilon: Array) -> Array:
        s = self._best_guarantee(epsilon)
        with np.errstate(divide="ignore"):
            implied = np.log(_implied_delta(s, self.profile.delta(s), epsilon))
        return np.where(s > epsilon, implied, self.profile.log_delta(epsilon))


@overload
def implied_epsilon(delta: float, epsilon0: float, delta0: float = 0.0) -> float: ...
@overload
def implied_epsilon(
    delta: ArrayLike, epsilon0: ArrayLike, delta0: ArrayLike = 0.0
) -> Array: ...
def implied_epsilon(
    delta: ArrayLike, epsilon0: ArrayLike, delta0: ArrayLike = 0.0
) -> float | Array:
    """Return the smallest epsilon at which (epsilon0, delta0)-DP implies (epsilon, delta)-DP.

    Parameters
    ----------
    delta : float or array in [0, 1]
        Delta of the guarantee whose epsilon is returned.
    epsilon0 : float or array in [0, inf)
        Privacy budget of the guarantee, in nats of privacy loss.
    delta0 : float or array in [0, 1], default 0
        Its delta.

    Returns
    -------
    float or array
        Privacy budget in [0, epsilon0], of the broadcast shape of the arguments. It is inf where
        delta is below delta0.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    ApproximateDPProfile : The inverse, the smallest delta at each epsilon.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 2.1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.implied_epsilon(0.1, 10.0), 4)
    9.8946
    """
    delta, epsilon0, delta0 = _checks.arrays(
        _RANGES, delta=delta, epsilon0=epsilon0, delta0=delta0
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(delta0 < 1, (delta - delta0) / (1 - delta0), 1.0)
        # Where the share is so large that no epsilon is needed the logarithm is -inf.
        drop = np.log1p(-np.minimum(share * (1 + np.exp(-epsilon0)), 1.0))
    epsilon = np.maximum(epsilon0 + drop, 0.0)
    return _checks.like_input(np.where(delta < delta0, np.inf, epsilon))


ProfileLike = Profile | Callable[[Array], ArrayLike]


def as_profile(profile: ProfileLike) -> Profile:
    """Return a profile as it is, and a function as a `CallableProfile`; refuse anything else."""
    if isinstance(profile, Profile):
        return profile
    return CallableProfile(_checks.function("profile", profile))


def log_tail(epsilon: Any, mu: Any) -> Any:
    """Return log delta of mu-GDP where epsilon / mu - mu / 2 is at least 30, without underflow.

    With c = epsilon / mu and h = mu / 2 it is log phi(c - h) + log(M(c - h) - M(c + h)), phi being
    the normal density and M Mills' ratio.
    """
    with np.errstate(over="ignore", divide="ignore"):
        c = epsilon / mu
        h = mu / 2
        log_density = -0.5 * (c - h) ** 2 - 0.5 * np.log(2 * np.pi)
        return log_density + np.log(mills_difference(c, h))


def mills_difference(c: Any, h: Any) -> Any:
    """Return M(c - h) - M(c + h) for c - h >= 30, M being Mills' ratio.

    The asymptotic series M(t) = 1/t - 1/t^3 + 3/t^5 - 15/t^7 + ... is subtracted term by term, so
    nothing cancels: with r = 1 / (c - h) and s = 1 / (c + h), each difference r^n - s^n is
    r - s = 2 h r s times a sum of positive terms. The first omitted term is at most
    135,135 * 15 / t^14 of the first, t = c - h: 5e-15 at t = 30, and 3e-16 from t = 37 on, where
    delta is below 1e-300.
    """
    r = 1 / (c - h)
    s = 1 / (c + h)
    # `quotient` is (r^n - s^n) / (r - s) for n = 1, 3, 5, ..., and `power` is s^n.
    quotient: Any = np.ones(np.shape(r))
    power = s
    factor = 1.0
    total = 0.0
    for n in range(1, 15, 2):
        total = total + factor * quotient
        # Two steps lead from n to n + 2.
        for _ in range(2):
            quotient = r * quotient + power
            power = s * power
        factor *= -n
    return 2 * h * r * s * total


def _implied_delta(epsilon0: Any, delta0: Any, epsilon: Array) -> Array:
    """Return the delta at `epsilon` that (epsilon0, delta0)-DP implies (Theorem 2.1)."""
    gap = np.minimum(epsilon - epsilon0, 0.0)
    share = -np.expm1(gap) / (1 + np.exp(-epsilon0))
    return delta0 + (1 - delta0) * share


def _check(epsilon: Array, values: Array, low: float, high: float) -> Array:
    """Return `values`, which must lie in [low, high] and not increase with epsilon."""
    is_outside = ~((values >= low) & (values <= high))
    if is_outside.any():
        value = values[is_outside][0].item()
        point = epsilon[is_outside][0].item()
        raise ValueError(
            f"the profile is {value!r} at epsilon = {point!r};"
            f" allowed are numbers in [{low:g}, {high:g}]"
        )
    order = np.argsort(epsilon, kind="stable")
    ordered_epsilon = epsilon[order]
    ordered_values = values[order]
    # Logarithms may be -inf, whose difference is NaN.
    with np.errstate(invalid="ignore"):
        steps = ordered_values[1:] - ordered_values[:-1]
        is_rising = steps > ROUNDING * np.abs(ordered_values[1:])
    if is_rising.any():
        k = int(is_rising.argmax())
        value_before, value_after = ordered_values[k : k + 2].tolist()
        start, end = ordered_epsilon[k : k + 2].tolist()
        raise ValueError(
            f"the profile increases from {value_before!r} at epsilon = {start!r} to"
            f" {value_after!r} at epsilon = {end!r}; it must not increase"
        )
    return values


def _call(function: Callable[[Array], ArrayLike], epsilon: Array) -> Array:
    """Return what the function returns for the epsilons: one real number for each."""
    values = np.asarray(function(epsilon))
    if values.dtype.kind not in "uif" or values.shape != epsilon.shape:
        raise ValueError(
            f"the profile returned {values.dtype} of shape {values.shape} for epsilons of shape"
            f" {epsilon.shape}; it must return one number per epsilon"
        )
    return values.astype(float)


def _scalar(name: str, value: float) -> float:
    """Return the value, a single number in the range of its name."""
    return _checks.real_scalar(name, value, **_RANGES[name])
