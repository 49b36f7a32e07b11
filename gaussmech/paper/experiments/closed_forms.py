"""Mean squared errors in closed form, where draws would miss rare events; all at sigma = 1."""

import numpy as np
from scipy.special import gammaln, ndtr


def soft_threshold_risk(mean, threshold):
    """Return E[(soft(y) - mean)^2] for y ~ N(mean, 1)."""
    a, b = threshold - mean, threshold + mean
    phi_a, phi_b = (np.exp(-x * x / 2) / np.sqrt(2 * np.pi) for x in (a, b))
    inside = ndtr(a) - ndtr(-b)
    above = (1 + threshold**2) * (ndtr(-a) + ndtr(-b))
    return above + mean**2 * inside - b * phi_a - a * phi_b


def inverse_norm_mean(d, norm2):
    """Return E[1/||y||^2] for y ~ N(f, I_d) and ||f||^2 = norm2.

    It is E[1/(d - 2 + 2K)] with K ~ Poisson(norm2 / 2).
    """
    rate = norm2 / 2
    if rate > 1e8:  # the sum would be long, and its law is as good as its mean and variance
        middle = d - 2 + 2 * rate
        return float((1 + 4 * rate / middle**2) / middle)
    low = max(0, int(rate - 12 * np.sqrt(rate) - 20))
    k = np.arange(low, int(rate + 12 * np.sqrt(rate) + 60))
    log_weight = k * np.log(rate) - rate - gammaln(k + 1) if rate > 0 else np.where(k, -np.inf, 0)
    return float(np.sum(np.exp(log_weight) / (d - 2 + 2 * k)))


def james_stein_risk(d, norm2):
    """Return E||JS(y) - f||^2 for y ~ N(f, I_d) and ||f||^2 = norm2, without the positive part."""
    return d - (d - 2) ** 2 * inverse_norm_mean(d, norm2)
