"""The l2 mechanism: noise of random length and uniform direction, for few dimensions.

Density proportional to exp(-|z| / scale) in R^d, |z| the Euclidean norm (Joseph, Kulesza & Yu,
ICML 2025). `l2_kernel` has its exact privacy profile.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import brentq
from scipy.special import erf, erfc

from gaussmech import checks, l2_kernel
from gaussmech.calibration import analytic_gaussian_sigma


def l2_scale(epsilon, delta, sensitivity=1.0, *, dimension):
    """Return the least scale that makes the l2 mechanism (epsilon, delta)-DP.

    Parameters
    ----------
    epsilon : float or array >= 0
    delta : float or array in [0, 1]
    sensitivity : float or array >= 0, finite
        Global L2 sensitivity, in the units of the released vector.
    dimension : int or array of ints >= 1
        Number of coordinates of the released vector.

    Returns
    -------
    float or array
        In the units of `sensitivity`; a float where all arguments are scalars, else of their
        broadcast shape. At most sensitivity / epsilon, its value where delta is 0; inf where
        both are 0; 0 where delta is 1, epsilon is inf or sensitivity is 0: no noise is needed.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Notes
    -----
    Never below the exact value. For epsilon in [1e-3, 20], delta 0 or in [1e-15, 0.1] and
    dimensions up to 1e6 it is above it by at most 1e-11 of it.

    Examples
    --------
    >>> round(l2_scale(1.0, 1e-6, dimension=10), 4)
    0.9164
    >>> l2_scale(1.0, 1e-6, dimension=[1, 10, 100]).round(4).tolist()
    [1.0, 0.9164, 0.4052]
    """
    epsilon, delta, sensitivity, dimension = checks.broadcast(
        epsilon=checks.real_array("epsilon", epsilon, low=0),
        delta=checks.real_array("delta", delta, low=0, high=1),
        sensitivity=checks.real_array("sensitivity", sensitivity, low=0, open_high=True),
        dimension=_dimensions(dimension),
    )
    with np.errstate(divide="ignore"):
        mu = 1 / np.asarray(analytic_gaussian_sigma(epsilon, delta))
    return _fill(l2_kernel.fill_scale, epsilon, delta, sensitivity, dimension, mu)


def l2_delta(scale, epsilon, sensitivity=1.0, *, dimension):
    """Return the least delta for which the l2 mechanism of this scale is (epsilon, delta)-DP.

    Parameters
    ----------
    scale, epsilon : float or array >= 0
    sensitivity : float or array >= 0, finite
    dimension : int or array of ints >= 1

    Returns
    -------
    float or array in [0, 1]
        0 where scale >= sensitivity / epsilon. Never below the exact value.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> round(l2_delta(0.5, 1.0, dimension=10), 6)
    0.019213
    """
    arguments = checks.broadcast(
        scale=checks.real_array("scale", scale, low=0),
        epsilon=checks.real_array("epsilon", epsilon, low=0),
        sensitivity=checks.real_array("sensitivity", sensitivity, low=0, open_high=True),
        dimension=_dimensions(dimension),
    )
    return _fill(l2_kernel.fill_delta, *arguments)


@dataclass(frozen=True)
class L2Mechanism:
    """(epsilon, delta)-DP for a vector, by noise of density proportional to exp(-|z| / scale).

    The best of the library's mechanisms in few dimensions, at delta 0 the only one for L2
    sensitivity, and in many dimensions the analytic Gaussian mechanism again: at epsilon 1 and
    delta 1e-6 its mean squared error is 0.17 of that at d = 2, 0.52 at 10, 0.93 at 100 and 0.993
    at 1000. Unlike the others its noise depends between coordinates.

    Parameters
    ----------
    epsilon : float >= 0
    delta : float in [0, 1)
        Not 0 where epsilon is.
    sensitivity : float >= 0
        Global L2 sensitivity.
    dimension : int >= 1
        Number of coordinates of the released vector; required.

    Attributes
    ----------
    scale : float
        The least that is private: `l2_scale`.
    amplitude, power : float
        E|Z| and E Z^2 of one coordinate.

    Examples
    --------
    >>> mechanism = L2Mechanism(1.0, 1e-6, dimension=10)
    >>> round(mechanism.scale, 4), round(mechanism.power, 2)
    (0.9164, 9.24)
    >>> mechanism.release([0.0] * 10, 1).shape
    (10,)
    """

    epsilon: float
    delta: float
    sensitivity: float = 1.0
    dimension: int = None  # required; after an argument that is not
    scale: float = field(init=False, repr=False)
    amplitude: float = field(init=False, repr=False)
    power: float = field(init=False, repr=False)

    def __post_init__(self):
        d = checks.whole_number("dimension", self.dimension, low=1)
        epsilon = checks.real_scalar("epsilon", self.epsilon, low=0, open_high=True)
        no_delta = {"open_low": True} if epsilon == 0 else {}
        delta = checks.real_scalar("delta", self.delta, low=0, high=1, open_high=True, **no_delta)
        sensitivity = checks.real_scalar("sensitivity", self.sensitivity, low=0, open_high=True)
        scale = l2_scale(epsilon, delta, sensitivity, dimension=d)
        for name, value in {
            "epsilon": epsilon,
            "delta": delta,
            "sensitivity": sensitivity,
            "dimension": d,
            "scale": scale,
            "amplitude": scale * d / (math.sqrt(math.pi) * _gamma_ratio(d)),
            "power": scale * scale * (d + 1),
        }.items():
            object.__setattr__(self, name, value)

    def release(self, x, rng=None):
        """Return x plus noise, one draw per vector along the last axis.

        Parameters
        ----------
        x : (..., dimension) array
        rng : int or numpy.random.Generator, optional

        Returns
        -------
        (..., dimension) array
        """
        big = np.finfo(float).max
        x = checks.real_array("x", x, low=-big, high=big)
        if x.ndim == 0 or x.shape[-1] != self.dimension:
            raise ValueError(f"x has shape {x.shape}; its last axis must be {self.dimension} long")
        rng = np.random.default_rng(rng)
        # A Gaussian of random variance: E exp(-G |t|^2) = (1 + |t|^2)^(-(d + 1) / 2) for this G
        # is the characteristic function of exp(-|z|).
        variance = 2 * rng.standard_gamma((self.dimension + 1) / 2, size=(*x.shape[:-1], 1))
        return x + self.scale * np.sqrt(variance) * rng.standard_normal(x.shape)

    def accuracy(self, alpha):
        """Return the a with P[|Z| > a] = alpha of one coordinate, for alpha in (0, 1)."""
        alpha = checks.real_scalar("alpha", alpha, low=0, high=1, open_low=True, open_high=True)
        # Z is normal with variance 2 G; the trapezoidal rule in log G, whose integrand is smooth.
        k = (self.dimension + 1) / 2
        c = (45 - math.log(alpha)) / k
        t = np.linspace(-c - math.sqrt(2 * c), math.log1p(c + math.sqrt(c * (c + 2))), 500)
        weights = np.exp(k * (t - np.expm1(t)))
        weights /= weights.sum()
        root = 2 * np.sqrt(k * np.exp(t))
        # The smaller of the two shares keeps its digits.
        share, wanted = (erfc, alpha) if alpha <= 0.5 else (erf, 1 - alpha)

        def excess(a):
            return math.log(weights @ share(a / root) / wanted)

        low, high = 0.5 * math.sqrt(k), 2 * math.sqrt(k)
        while weights @ erfc(low / root) < alpha:
            low /= 2
        while weights @ erfc(high / root) > alpha:
            high *= 2
        return self.scale * brentq(excess, low, high, xtol=1e-300, rtol=1e-14)


def _gamma_ratio(d):
    """Gamma((d + 1) / 2) / Gamma(d / 2); by its series where the logarithms would lose digits."""
    x = d / 2
    if d < 200:
        return math.exp(math.lgamma(x + 0.5) - math.lgamma(x))
    y = 1 / x
    return math.sqrt(x) * (1 - y / 8 * (1 - y / 16 * (1 + y * (5 / 8 - y * 21 / 256))))


def _dimensions(value):
    array = checks.real_array("dimension", value, low=1, open_high=True)
    if (array % 1 != 0).any():
        raise ValueError(f"dimension is {value!r}; it must be a whole number >= 1")
    return array


def _fill(kernel, *arguments):
    """The kernel at each place of the broadcast arguments."""
    out = np.empty(arguments[0].size)
    kernel(*(argument.reshape(-1).copy() for argument in arguments), out)
    return checks.like_input(out.reshape(arguments[0].shape))
