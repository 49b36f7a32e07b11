"""Exact delta of discrete Gaussian noise against one neighbour, by summing its distribution."""

import math

import numpy as np
from scipy.signal import fftconvolve


def discrete_gaussian(scale):
    """Return the probabilities of discrete Gaussian noise from -reach to reach steps, and reach.

    Beyond 14 scales lies less than e^-97 of it.
    """
    reach = math.ceil(14 * scale)
    steps = np.arange(-reach, reach + 1)
    distribution = np.exp(-0.5 * (steps / scale) ** 2)
    return distribution / math.fsum(distribution.tolist()), reach


def exact_delta(epsilon, scale, shift):
    """Return the exact delta of noise of `scale` steps, where neighbours differ by `shift` steps.

    By all values of what the loss is a function of, the sum of noise times shift.
    """
    distribution, reach = discrete_gaussian(scale)
    unit = math.gcd(*shift)
    total = np.ones(1)
    for v in shift:
        times = abs(v) // unit
        stretched = np.zeros(2 * reach * times + 1)
        stretched[::times] = distribution
        total = fftconvolve(total, stretched)
    sums = unit * (np.arange(len(total)) - len(total) // 2)
    loss = (2 * sums + np.square(shift).sum()) / (2 * scale**2)
    return total @ np.maximum(-np.expm1(epsilon - loss), 0.0)


def shifts(noise):
    """Yield differences of neighbours of the largest norm on the grid, along and off the axes."""
    d = noise.dimension
    directions = [[1.0]]
    if d > 1:
        directions += [[math.cos(a), math.sin(a)] for a in (0.2, 0.6, math.pi / 4)]
    if d > 2:
        directions.append([d**-0.5] * d)
    most = noise.sensitivity / float(noise.grid)
    for direction in directions:
        shift = [math.floor(most * part) for part in direction]
        if all(shift):
            yield shift


def outcomes_of_gaussian_releases(scales, moves):
    """Return the probabilities and losses of all outcomes of discrete Gaussian releases.

    The outcomes are in the order of their losses.
    """
    probabilities = np.ones(1)
    losses = np.zeros(1)
    for scale, move in zip(scales, moves, strict=True):
        distribution, reach = discrete_gaussian(scale)
        steps = np.arange(-reach, reach + 1)
        loss = (2 * steps * move + move**2) / (2 * scale**2)
        probabilities = np.outer(probabilities, distribution).ravel()
        losses = np.add.outer(losses, loss).ravel()
    order = np.argsort(losses)
    return probabilities[order], losses[order]


def outcomes_of_responses(epsilons):
    """Return the probabilities and losses of all outcomes of randomized responses."""
    probabilities = np.ones(1)
    losses = np.zeros(1)
    for epsilon in epsilons:
        truth = 1 / (1 + math.exp(-epsilon))
        losses = np.concatenate([losses + epsilon, losses - epsilon])
        probabilities = np.concatenate(
            [probabilities * truth, probabilities * (1 - truth)]
        )
    return probabilities, losses


def sums_from_each_on(values):
    """Return the sums of the values from each one on; the last, smallest ones are added first."""
    return np.append(np.cumsum(values[::-1])[::-1], 0.0)


def exact_mixed_delta(epsilon, scales, moves, pure):
    """Return the exact delta of discrete Gaussian noise and randomized responses together.

    Gaussian release i has noise of `scales[i]` steps and neighbours that differ by `moves[i]`
    steps; `pure` has the epsilon of each randomized response. All outcomes are enumerated: those of
    the Gaussian releases on their lattice, those of the responses by their signs.
    """
    probabilities, losses = outcomes_of_gaussian_releases(scales, moves)
    # The probabilities of a loss from each one on, under both neighbours.
    above = sums_from_each_on(probabilities)
    other = sums_from_each_on(probabilities * np.exp(-losses))
    weights, response_losses = outcomes_of_responses(pure)
    remainder = epsilon - response_losses
    first = np.searchsorted(losses, remainder, side="right")
    excess = above[first] - np.exp(remainder) * other[first]
    return float(weights @ np.maximum(excess, 0.0))


def random_ledger(rng):
    """Return random releases: scales and moves of Gaussian ones, epsilons of pure ones, a delta.

    A third of the ledgers has so many different epsilons that their sums are merged.
    """
    # The lattice of two Gaussian releases is enumerated: the second is on a coarse grid.
    sizes = [[2, 5, 20, 60], [2, 5]][: rng.integers(3)]
    scales = [float(rng.choice(size)) * rng.uniform(1, 3) for size in sizes]
    moves = [max(1, round(scale * 10 ** rng.uniform(-1, 0.4))) for scale in scales]
    has_many = rng.random() < 1 / 3
    # There is at least one release in all.
    fewest = 0 if scales else 1
    count = rng.integers(13, 16) if has_many else rng.integers(fewest, 7)
    largest = 0.3 if has_many else 0.7
    pure = (10 ** rng.uniform(-2, largest, int(count))).tolist()
    if pure and not has_many and rng.random() < 0.5:
        pure += pure[:2]
    delta = float(10 ** rng.uniform(-9, -1))
    return scales, moves, pure, delta
