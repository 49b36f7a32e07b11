"""Posterior medians of the counts of a private histogram whose total is public.

Use `histogram_posterior_median` after a release, for histograms of which some bins are empty.

The counts f of d bins, which add up to a public number n of items, have a symmetric
Dirichlet-multinomial prior. Its concentration is unknown: a grid of them, from "one bin holds all"
to "all bins are equal", is weighed by the likelihood of the noisy counts (empirical Bayes). Given
the concentration, the posterior of a bin is its prior distribution times the density of the noise;
the bins depend on each other only through the total. That enters to first order: the posterior of
every bin is tilted by e^(t f_i), with the one t at which the posterior means add up to n.

The median of a posterior, rather than its mean, has the least expected L1 error, and it is exactly
0 where a bin is more likely empty than not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaln, gammaln, softmax

from gaussmech import _checks
from gaussmech._checks import Array

# The grid of concentrations, geometric from 0.1 in all (nearly all items are in one bin) to 100 per
# bin (bins differ by a tenth of their mean). Neighbours differ by a factor of 1.8 (10 bins) to
# 2.9 (10,000 bins).
CONCENTRATIONS = 16
SPARSEST = 0.1
FLATTEST_PER_BIN = 100.0
# The prior is tabulated for all counts at once; more items would take more than 130 MB.
MOST_ITEMS = 1_000_000
# Neighbouring counts are merged into one atom of the prior, such that the scale of the noise spans
# this many atoms. The rounding of a median to an atom then has a standard deviation of
# 1 / (8 sqrt(12)) of the scale, which is 1/28.
ATOMS_PER_SCALE = 8
# Bins whose noisy counts are in the same interval, of this part of the scale, share one posterior.
# It saves time, because most bins of a large histogram hold only noise.
GROUPS_PER_SCALE = 32
# The search for the tilt ends here: beyond it, all mass is on the least or the largest atom.
FARTHEST_TILT = 1e7
# Posterior means that add up to 1 this closely are left as they are, because the sum of d shares is
# rounded by about d times 1e-16.
ROUNDING = 1e-12
# This is added to probabilities, so the logarithm of one that underflows is finite.
LEAST_PROBABILITY = 1e-300


@dataclass(frozen=True)
class Noise:
    """A distribution of noise of scale 1: the log of its density up to a constant, and its reach.

    Beyond `reach` the density is below 1e-17 of its largest value, which no sum of doubles sees.
    """

    log_density: Callable[[Array], Array]
    reach: float


NOISES = {
    # e^(-81 / 2) is 3e-18.
    "gaussian": Noise(lambda z: -0.5 * np.square(z), 9.0),
    # e^-40 is 4e-18.
    "laplace": Noise(lambda z: -np.abs(z), 40.0),
}


def histogram_posterior_median(
    y: ArrayLike, scale: float, items: int, *, noise: str = "gaussian"
) -> Array:
    """Return the posterior medians of the counts of a noisy histogram whose total is public.

    Use it for sparse histograms, in which some bins hold few items or none. It needs no tuning,
    because it estimates from the noisy counts how sparse the histogram is.

    Parameters
    ----------
    y : (..., d) array of finite numbers, d >= 1
        Noisy counts of d bins, along the last axis.
    scale : float in (0, inf)
        Scale of the noise in each bin, in items: the standard deviation of Gaussian noise, or the
        scale b of Laplace noise, whose standard deviation is sqrt(2) b.
    items : int in [1, 1000000]
        Public number of items, to which the true counts add up.
    noise : {"gaussian", "laplace"}, default "gaussian"
        Distribution of the noise.

    Returns
    -------
    (..., d) array
        Estimated counts in [0, items]. They need not add up to `items`, because medians do not.

    Raises
    ------
    ValueError
        If an argument is outside its range, or y has no bins.

    See Also
    --------
    project_to_simplex : The closest histogram, for histograms without empty bins.
    empirical_bayes_threshold : For sparse vectors of any sign, without a public total.

    Notes
    -----
    The prior of the counts is Dirichlet-multinomial, its concentration weighed by the likelihood of
    y under independent bins. The public total enters by one exponential tilt of all posteriors,
    which makes their means add up to `items`.

    References
    ----------
    .. [1] H. Robbins, "An Empirical Bayes Approach to Statistics", 3rd Berkeley Symposium, 1956.

    Examples
    --------
    >>> import gaussmech as gm
    >>> noisy = [61.2, 1.9, -3.1, 0.4, 36.0, -1.5]
    >>> gm.histogram_posterior_median(noisy, 2.0, 100).round().tolist()
    [62.0, 0.0, 0.0, 0.0, 37.0, 0.0]
    """
    y = _checks.real_array("y", y, **_checks.FINITE)
    scale = _checks.real_scalar("scale", scale, **_checks.POSITIVE)
    items = _checks.whole_number("items", items, low=1, high=MOST_ITEMS)
    _checks.one_of("noise", noise, tuple(NOISES))
    if y.ndim == 0 or y.shape[-1] == 0:
        raise ValueError(
            f"y has shape {y.shape}; its last axis must hold at least one bin"
        )
    rows = y.reshape(-1, y.shape[-1]) / items
    medians = [
        posterior_median_shares(row, scale / items, items, noise) for row in rows
    ]
    return items * np.reshape(medians, y.shape)


def posterior_median_shares(y: Array, scale: float, items: int, noise: str) -> Array:
    """Return the posterior medians (d,) of the shares of bins, given noisy shares y (d,).

    `scale` is that of the noise of a share, and `items` the number of items.
    """
    if len(y) == 1:
        return np.ones(1)
    # An atom of the prior has this many counts.
    step = max(1, int(items * scale / ATOMS_PER_SCALE))
    prior = _prior(items, len(y), step)
    interval = np.floor(y * (GROUPS_PER_SCALE / scale))
    _, group, size = np.unique(interval, return_inverse=True, return_counts=True)
    mean_of_group = np.bincount(group, y) / size
    atoms, log_density = _log_density(
        mean_of_group,
        prior.share,
        scale=scale,
        distribution=NOISES[noise],
        step=step / items,
    )
    evidence = _log_evidence(prior, atoms, np.exp(log_density), size)
    mixture = softmax(evidence) @ prior.probability
    share = prior.share[atoms]
    log_mass = log_density + np.log(mixture[atoms])

    def posterior(tilt: float) -> Array:
        return softmax(log_mass + tilt * share, axis=1)

    def excess(tilt: float) -> float:
        return float(size @ (posterior(tilt) * share).sum(axis=1)) - 1

    mass = np.cumsum(posterior(_tilt(excess, 1.0 / scale)), axis=1)
    median_index = np.sum(mass < 0.5 * mass[:, -1:], axis=1, keepdims=True)
    medians: Array = np.take_along_axis(share, median_index, axis=1)[group, 0]
    return medians


class _Prior(NamedTuple):
    """The prior of one bin, for each of c concentrations.

    An atom is the count 0, or several neighbouring counts, which are represented by their mean.

    Attributes
    ----------
    share : (m,) array
        The share of the items that each atom stands for, ascending.
    log_weight : (c,) array
        The logarithm of the weight of each concentration, up to a constant.
    probability : (c, m) array
        The probability of each atom at each concentration.
    """

    share: Array
    log_weight: Array
    probability: Array


@lru_cache(maxsize=64)
def _prior(items: int, bins: int, step: int) -> _Prior:
    """Return the prior of the share of one of `bins` >= 2 bins, in atoms of `step` counts.

    Concentrations have weights that are inversely proportional to them.
    """
    # An atom has the counts from its start to before its end. The first one is only 0.
    starts = np.concatenate([[0], np.arange(1, items + 1, step)])
    ends = np.append(starts[1:], items + 1)
    count = np.arange(items + 1)
    concentrations = np.geomspace(SPARSEST, FLATTEST_PER_BIN * bins, CONCENTRATIONS)
    choose = gammaln(items + 1) - gammaln(count + 1) - gammaln(items - count + 1)
    probabilities = []
    for total in concentrations:
        # A bin of a Dirichlet-multinomial distribution has the beta-binomial distribution of these
        # parameters.
        a = total / bins
        b = max(total * (bins - 1) / bins, 1e-9)
        distribution = np.exp(
            choose + betaln(count + a, items - count + b) - betaln(a, b)
        )
        probabilities.append(np.add.reduceat(distribution, starts) + LEAST_PROBABILITY)
    share = (starts + ends - 1) / 2 / items
    return _Prior(
        share=share,
        log_weight=-np.log(concentrations),
        probability=np.array(probabilities),
    )


def _log_evidence(
    prior: _Prior,
    atoms: NDArray[np.int64],
    likelihood: Array,
    size: NDArray[np.int64],
) -> Array:
    """Return the logarithm of the weight of each concentration, given the noisy shares.

    Row g of `atoms` and `likelihood` is that of size[g] bins.
    """
    evidence = prior.log_weight.copy()
    for i, probability in enumerate(prior.probability):
        marginal = np.einsum("ij,ij->i", likelihood, probability[atoms])
        evidence[i] += size @ np.log(marginal)
    return evidence


def _log_density(
    y: Array, share: Array, *, scale: float, distribution: Noise, step: float
) -> tuple[NDArray[np.int64], Array]:
    """Return the atoms within reach of each noisy share (g, a), and the log density of the noise.

    The density is up to a factor of the row; `step` is the difference of the shares of two atoms.
    """
    width = min(len(share), 2 * int(np.ceil(distribution.reach * scale / step)) + 1)
    # The window of a value is around it. Windows that would start below the atom 0 or end beyond
    # the last one are moved inwards.
    first_atom = np.round(y / step).astype(int) - width // 2
    first_atom = np.clip(first_atom, 0, len(share) - width)
    atoms = first_atom[:, None] + np.arange(width)
    log_density = distribution.log_density((y[:, None] - share[atoms]) / scale)
    return atoms, log_density - log_density.max(axis=1, keepdims=True)


def _tilt(excess: Callable[[float], float], start: float) -> float:
    """Return the tilt at which the posterior means of all bins exceed 1 by 0.

    The sum of the means rises with the tilt. The search starts with the bracket +-`start`.
    """
    # The import of SciPy's optimizers takes longer than that of everything else here.
    from scipy.optimize import brentq

    # With almost no noise the means add up as they are.
    if abs(excess(0.0)) <= ROUNDING:
        return 0.0
    end = start
    while not excess(-end) < 0 < excess(end):
        if end > FARTHEST_TILT:
            return 0.0
        end *= 2
    tilt: float = brentq(excess, -end, end, xtol=1e-3)
    return tilt
