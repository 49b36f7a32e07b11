"""Exact delta of discrete Gaussian noise against one neighbour, by summing its law."""

import math

import numpy as np


def exact_delta(epsilon, scale, shift):
    """Return the exact delta of noise of `scale` steps, to 1e-15.

    Neighbours differ by `shift` steps, whole numbers: all but the last equal, and it not 0.
    """
    *others, last = (abs(int(v)) for v in np.atleast_1d(np.asarray(shift)))
    assert len(set(others)) <= 1 and last
    equal = others[0] if others else 0
    reach = math.ceil(14 * scale)
    law = np.exp(-0.5 * (np.arange(-reach, reach + 1) / scale) ** 2)
    law /= math.fsum(law.tolist())
    total = law if equal and others else np.ones(1)
    if equal and len(others) > 1:
        # The law of a sum of these coordinates, on a circle so long that its tails do not meet.
        half = math.ceil(reach * math.sqrt(len(others)))
        circle = np.zeros(2 * half + 1)
        circle[half - reach : half + reach + 1] = law
        power = np.fft.rfft(np.fft.ifftshift(circle)) ** len(others)
        total = np.maximum(np.fft.fftshift(np.fft.irfft(power, len(circle))), 0)
    middle = (len(total) - 1) // 2
    w = np.arange(-middle, middle + 1) * equal
    # The loss exceeds epsilon where last * n + w > bar; the tail of the law from there, twice.
    square = last**2 + len(others) * equal**2
    bar = scale**2 * epsilon - square / 2
    first = np.floor((bar - w) / last).astype(np.int64) + 1
    tails = np.concatenate((np.cumsum(law[::-1])[::-1], [0.0]))

    def tail(n):
        return tails[np.clip(n + reach, 0, 2 * reach + 1)]

    factor = np.exp(epsilon - (2 * w + square - last**2) / (2 * scale**2))
    excess = tail(first) - np.where(first + last > reach, 0.0, factor) * tail(
        first + last
    )
    return float(np.sum(total * np.maximum(excess, 0.0)))


def shifts(noise):
    """Differences of neighbours of the largest norm on the grid, along and off the axes."""
    d = noise.dimension
    most = noise.sensitivity / float(noise.grid)
    yield [math.floor(most)]
    if d > 1:
        for angle in (0.2, 0.6, math.pi / 4):
            u = math.floor(most * math.cos(angle))
            v = math.floor(most * math.sin(angle))
            yield from ([u, v],) if v else ()
    equal = math.floor(most / math.sqrt(d))
    if d > 2 and equal:
        yield [equal] * d


def exact_mixed_delta(epsilon, scales, moves, pure):
    """Return the exact delta of discrete Gaussian noise and randomized responses together.

    Gaussian release i has noise of `scales[i]` steps and neighbours that differ by `moves[i]`
    steps; `pure` has the epsilon of each randomized response. All outcomes are enumerated: those of
    the Gaussian releases on their lattice, those of the responses by their signs.
    """
    chances = np.ones(1)
    losses = np.zeros(1)
    for scale, move in zip(scales, moves, strict=True):
        k = np.arange(-math.ceil(14 * scale), math.ceil(14 * scale) + 1)
        law = np.exp(-0.5 * (k / scale) ** 2)
        law /= math.fsum(law.tolist())
        loss = (2 * k * move + move**2) / (2 * scale**2)
        chances = np.outer(chances, law).ravel()
        losses = np.add.outer(losses, loss).ravel()
    order = np.argsort(losses)
    chances = chances[order]
    losses = losses[order]
    # The probability of a loss from each one on, of both neighbours; the smallest are added first.
    above = np.append(np.cumsum(chances[::-1])[::-1], 0.0)
    other = np.append(np.cumsum((chances * np.exp(-losses))[::-1])[::-1], 0.0)
    signs = np.zeros(1)
    weights = np.ones(1)
    for one in pure:
        likely = 1 / (1 + math.exp(-one))
        signs = np.concatenate((signs + one, signs - one))
        weights = np.concatenate((weights * likely, weights * (1 - likely)))
    remainder = epsilon - signs
    first = np.searchsorted(losses, remainder, side="right")
    return float(
        weights @ np.maximum(above[first] - np.exp(remainder) * other[first], 0.0)
    )


def random_ledger(rng):
    """Return random releases: scales and moves of Gaussian ones, epsilons of pure ones, a delta.

    A third of the ledgers has so many different epsilons that their sums are merged.
    """
    # The lattice of two Gaussian releases is enumerated: the second is on a coarse grid.
    sizes = [[2, 5, 20, 60], [2, 5]][: rng.integers(3)]
    scales = [float(rng.choice(size)) * rng.uniform(1, 3) for size in sizes]
    moves = [max(1, round(scale * 10 ** rng.uniform(-1, 0.4))) for scale in scales]
    many = rng.random() < 1 / 3
    count = (
        int(rng.integers(13, 16)) if many else int(rng.integers(0 if scales else 1, 7))
    )
    pure = (10 ** rng.uniform(-2, 0.3 if many else 0.7, count)).tolist()
    if pure and not many and rng.random() < 0.5:
        pure += pure[:2]
    return scales, moves, pure, float(10 ** rng.uniform(-9, -1))
