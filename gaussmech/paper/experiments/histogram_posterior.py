"""Denoising of a histogram whose total is public, by posterior medians of its counts."""

from functools import lru_cache

import numpy as np
from scipy.special import betaln, gammaln

# Concentrations of the symmetric Dirichlet prior, from one bin to equal bins.
CONCENTRATIONS, SPARSEST, FLATTEST_PER_BIN = 16, 0.1, 100.0
MOST_ITEMS = 1_000_000
ATOMS_PER_SCALE = 8
FARTHEST_TILT = 1e7
ROUNDING = 1e-12
# Noisy shares less than this part of the noise apart are taken together: most of a large d hold
# noise alone, and are alike.
GROUPS_PER_SCALE = 32


def posterior_median(y, *, log_density, sample_size, scale, reach):
    """Return the median of each bin's share, given noisy shares y of `sample_size` items.

    The prior is a symmetric Dirichlet law, whose concentrations y weighs by their likelihood. That
    the shares add up to 1 enters to first order: the posteriors of the bins are tilted by
    e^(t * share), with the t that makes their means add up to 1. `log_density` is the log of the
    density of a bin's noise, but for a constant, `scale` its size, `reach` how far it may reach.
    """
    from scipy.optimize import brentq  # slower to import than the rest

    n, d = int(sample_size), len(y)
    if n > MOST_ITEMS:
        raise ValueError(f"sample_size is {n}; aGM-auto takes at most {MOST_ITEMS} items")
    step = max(1, int(n * scale / ATOMS_PER_SCALE))
    share, log_weight, prior = _prior(n, d, step)
    cell = np.floor(y * (GROUPS_PER_SCALE / scale))
    _, group, size = np.unique(cell, return_inverse=True, return_counts=True)
    y = np.bincount(group, y) / size
    # The atoms within reach of each y; 0 is among those of all bins that noise may hide.
    width = min(len(share), 2 * int(np.ceil(reach * n / step)) + 1)
    first = np.round(y * n / step).astype(int) - width // 2
    first = np.clip(first, 0, len(share) - width)
    blocks, evidence = [], log_weight
    for start in np.unique(first):
        rows, atoms = np.flatnonzero(first == start), slice(start, start + width)
        exponent = log_density(y[rows, None] - share[atoms])
        likelihood = np.exp(exponent - exponent.max(axis=1, keepdims=True))
        evidence = evidence + size[rows] @ np.log(likelihood @ prior[:, atoms].T)
        blocks.append((rows, atoms, likelihood))
    weight = np.exp(evidence - np.max(evidence))
    mixed = (weight / weight.sum()) @ prior

    def tilted(atoms, t):
        u = share[atoms]
        return mixed[atoms] * np.exp(t * (u - (u[-1] if t > 0 else u[0])))

    def excess(t):
        total = 0.0
        for rows, atoms, likelihood in blocks:
            p = tilted(atoms, t)
            mean, mass = (likelihood @ np.stack([p * share[atoms], p], axis=1)).T
            total += size[rows] @ (mean / mass)
        return total - 1

    t, low, high = 0.0, -1.0 / scale, 1.0 / scale
    # With hardly any noise the means add up as they are, and a tilt would underflow.
    if abs(excess(0.0)) > ROUNDING:
        while excess(low) > 0 and low > -FARTHEST_TILT:
            low *= 2
        while excess(high) < 0 and high < FARTHEST_TILT:
            high *= 2
        if excess(low) < 0 < excess(high):
            t = brentq(excess, low, high, xtol=1e-3)
    median = np.empty(len(y))
    for rows, atoms, likelihood in blocks:
        below = np.cumsum(likelihood * tilted(atoms, t), axis=1)
        median[rows] = share[atoms][np.sum(below < 0.5 * below[:, -1:], axis=1)]
    return median[group]


@lru_cache(maxsize=64)
def _prior(n, d, step):
    """Shares of the atoms, log prior weights of the concentrations, and their probabilities.

    An atom is the count 0, or `step` counts taken together.
    """
    edges = np.concatenate([[0], np.arange(1, n + 1, step)])
    ends = np.append(edges[1:], n + 1)
    count = np.arange(n + 1)
    concentrations = np.geomspace(SPARSEST, FLATTEST_PER_BIN * d, CONCENTRATIONS)
    choose = gammaln(n + 1) - gammaln(count + 1) - gammaln(n - count + 1)
    rows = []
    for total in concentrations:
        # The Dirichlet-multinomial law of one of d >= 2 bins.
        a, b = total / d, max(total * (d - 1) / d, 1e-9)
        counts = np.exp(choose + betaln(count + a, n - count + b) - betaln(a, b))
        rows.append(np.add.reduceat(counts, edges) + 1e-300)
    return (edges + ends - 1) / 2 / n, -np.log(concentrations), np.array(rows)
