"""Posterior medians of the counts of a private histogram whose total is public.

Use `histogram_posterior_median` after a release, for histograms of which some bins are empty.

The counts f of d bins, which add up to a public number n of items, have a symmetric
Dirichlet-multinomial prior. Its concentration is unknown: a grid of them, from "one bin holds all"
to "all bins are equal", is weighed by the likelihood of the noisy counts (empirical Bayes). Given
the concentration, the posterior of a bin is its prior law times the density of the noise; the bins
depend on each other only through the total. That enters to first order: the posterior of every bin
is tilted by e^(t f_i), with the one t at which the posterior means add up to n.

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
from scipy.special import betaln, gammaln

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
    """A law of noise of scale 1: the log of its density up to a constant, and its reach.

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

    Use it for histograms of which some bins hold few items or none, such as sparse ones. It needs
    no tuning: how sparse the histogram is follows from the noisy counts.

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
        Law of the noise.

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
    >>> noisy = [61.2, 1.9, -3.1, 0.4, 36.0, -1.5]
    >>> histogram_posterior_median(noisy, 2.0, 100).round().tolist()
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
    law = NOISES[noise]
    # An atom of the prior has this many counts.
    step = max(1, int(items * scale / ATOMS_PER_SCALE))
    prior = _prior(items, len(y), step)
    interval = np.floor(y * (GROUPS_PER_SCALE / scale))
    _, group, size = np.unique(interval, return_inverse=True, return_counts=True)
    mean_of_group = np.bincount(group, y) / size
    parts = _parts(
        mean_of_group,
        size,
        share=prior.share,
        law=law,
        scale=scale,
        atoms_per_share=items / step,
    )
    mixture = _mixture(prior, parts)
    tilt = _tilt(mixture, prior.share, parts, 1.0 / scale)
    median_of_group = np.empty(len(mean_of_group))
    for part in parts:
        posterior = part.likelihood * _tilted(mixture, prior.share, part.atoms, tilt)
        mass = np.cumsum(posterior, axis=1)
        half = 0.5 * mass[:, -1:]
        median_index = np.sum(mass < half, axis=1)
        median_of_group[part.rows] = prior.share[part.atoms][median_index]
    return median_of_group[group]


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


class _Part(NamedTuple):
    """Groups of bins whose noisy shares are within reach of the same atoms.

    Attributes
    ----------
    rows : (r,) array of int
        The indices of the groups.
    size : (r,) array of int
        How many bins each group has.
    atoms : slice
        The atoms within reach, a of them.
    likelihood : (r, a) array
        The density of the noise for each group and atom, up to a factor of the row.
    """

    rows: NDArray[np.int64]
    size: NDArray[np.int64]
    atoms: slice
    likelihood: Array


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
        # A bin of a Dirichlet-multinomial law has the beta-binomial law of these parameters.
        a = total / bins
        b = max(total * (bins - 1) / bins, 1e-9)
        law = np.exp(choose + betaln(count + a, items - count + b) - betaln(a, b))
        probabilities.append(np.add.reduceat(law, starts) + LEAST_PROBABILITY)
    share = (starts + ends - 1) / 2 / items
    return _Prior(
        share=share,
        log_weight=-np.log(concentrations),
        probability=np.array(probabilities),
    )


def _parts(
    y: Array,
    size: NDArray[np.int64],
    *,
    share: Array,
    law: Noise,
    scale: float,
    atoms_per_share: float,
) -> list[_Part]:
    """Return the groups of bins, sorted into parts by the atoms within reach.

    `y` has the mean noisy share of each group and `size` its number of bins; `share` has the shares
    of the atoms, of which there are `atoms_per_share` per unit.
    """
    width = 2 * int(np.ceil(law.reach * scale * atoms_per_share)) + 1
    width = min(len(share), width)
    # The window of a group is around its value. Windows that would begin below the atom 0 or end
    # beyond the last one are moved inwards.
    first_atom = np.round(y * atoms_per_share).astype(int) - width // 2
    first_atom = np.clip(first_atom, 0, len(share) - width)
    parts = []
    for start in np.unique(first_atom):
        rows = np.flatnonzero(first_atom == start)
        atoms = slice(start, start + width)
        exponent = law.log_density((y[rows, None] - share[atoms]) / scale)
        likelihood = np.exp(exponent - exponent.max(axis=1, keepdims=True))
        parts.append(_Part(rows, size[rows], atoms, likelihood))
    return parts


def _mixture(prior: _Prior, parts: list[_Part]) -> Array:
    """Return the prior of a bin (m,), its concentrations weighed by the likelihood of all bins."""
    evidence = prior.log_weight
    for part in parts:
        likelihood = part.likelihood @ prior.probability[:, part.atoms].T
        evidence = evidence + part.size @ np.log(likelihood)
    weight = np.exp(evidence - np.max(evidence))
    mixture: Array = (weight / weight.sum()) @ prior.probability
    return mixture


def _tilted(mixture: Array, share: Array, atoms: slice, tilt: float) -> Array:
    """Return the prior of the atoms times e^(tilt * share), up to a factor.

    The factor makes the exponents at most 0, so nothing overflows.
    """
    share_of_atom = share[atoms]
    origin = share_of_atom[-1] if tilt > 0 else share_of_atom[0]
    tilted: Array = mixture[atoms] * np.exp(tilt * (share_of_atom - origin))
    return tilted


def _tilt(mixture: Array, share: Array, parts: list[_Part], start: float) -> float:
    """Return the tilt at which the posterior means of all bins add up to 1.

    The sum of the means rises with the tilt. The search begins with the bracket +-`start`.
    """
    # The import of SciPy's optimizers takes longer than that of everything else here.
    from scipy.optimize import brentq

    def excess(tilt: float) -> float:
        total = 0.0
        for part in parts:
            p = _tilted(mixture, share, part.atoms, tilt)
            # One product of matrices has both sums over the atoms.
            columns = np.stack([p * share[part.atoms], p], axis=1)
            weighted_share, mass = (part.likelihood @ columns).T
            total += part.size @ (weighted_share / mass)
        return total - 1

    # With hardly any noise the means add up as they are, and a tilt would underflow.
    if abs(excess(0.0)) <= ROUNDING:
        return 0.0
    low = -start
    high = start
    while excess(low) > 0 and low > -FARTHEST_TILT:
        low *= 2
    while excess(high) < 0 and high < FARTHEST_TILT:
        high *= 2
    if not excess(low) < 0 < excess(high):
        return 0.0
    tilt: float = brentq(excess, low, high, xtol=1e-3)
    return tilt
