"""Mean squared errors in closed form, where draws would miss rare events; all at sigma = 1."""

import numpy as np
from scipy.special import hyp1f1, ndtr

# From here on SciPy loses the digits of the hypergeometric function.
FAR = 2e8


def soft_threshold_risk(mean, threshold):
    """Return E[(soft(y) - mean)^2] for y ~ N(mean, 1).

    For |y| at most the threshold the error is mean^2. Beyond it, it is (y - mean -+ threshold)^2,
    whose integrals by parts give (1 + threshold^2) times the probability and the two densities.
    """
    a = threshold - mean
    b = threshold + mean
    inside = ndtr(a) - ndtr(-b)
    outside = ndtr(-a) + ndtr(-b)
    risk = (1 + threshold**2) * outside + mean**2 * inside
    return risk - b * _density(a) - a * _density(b)


def _density(x):
    """Return the standard normal density."""
    return np.exp(-x * x / 2) / np.sqrt(2 * np.pi)


def inverse_norm_mean(d, norm2):
    """Return E[1/||y||^2] for y ~ N(f, I_d) and ||f||^2 = norm2.

    It is E[1/(d - 2 + 2K)] with K ~ Poisson(norm2 / 2), which is 1F1(1; d/2; -norm2/2) / (d - 2) by
    Kummer's transformation. Arrays are broadcast.
    """
    # Beyond FAR the distribution of K is as good as its mean and variance.
    middle = d - 2 + norm2
    far = (1 + 2 * norm2 / middle**2) / middle
    near = hyp1f1(1, d / 2, -norm2 / 2) / (d - 2)
    return np.where(norm2 > FAR, far, near)


def james_stein_risk(d, norm2):
    """Return E||JS(y) - f||^2 for y ~ N(f, I_d) and ||f||^2 = norm2, without the positive part."""
    return d - (d - 2) ** 2 * inverse_norm_mean(d, norm2)
