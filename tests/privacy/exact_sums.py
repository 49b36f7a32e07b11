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
