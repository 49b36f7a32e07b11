"""Exact answers by mpmath, with 50 digits or more to spare: the ground truth of several tests."""

import mpmath as mp

DIGITS = 60


def gaussian_delta(epsilon, mu):
    """Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu), as Theorem 8 prints it.

    For small mu the two terms agree in as many digits as mu has zeros.
    """
    epsilon = mp.mpf(epsilon)
    mu = mp.mpf(mu)
    with mp.workdps(DIGITS + max(0, int(-mp.log10(mu)))):
        c = epsilon / mu
        h = mu / 2
        root = mp.sqrt(2)
        return (mp.erfc((c - h) / root) - mp.exp(epsilon) * mp.erfc((c + h) / root)) / 2


def composed_delta(epsilon, epsilon0, k):
    """The sum of Kairouz, Oh & Viswanath as it stands; 1 + k epsilon0 / 2 digits may cancel."""
    epsilon = mp.mpf(epsilon)
    epsilon0 = mp.mpf(epsilon0)
    total = mp.mpf(0)
    binomial = mp.mpf(1)
    for losses in range(k + 1):
        gap = mp.exp((k - losses) * epsilon0) - mp.exp(epsilon + losses * epsilon0)
        if gap <= 0:
            break
        total += binomial * gap
        binomial = binomial * (k - losses) / (losses + 1)
    return total / (1 + mp.exp(epsilon0)) ** k


def mixed_delta(epsilon, mu, losses):
    """The delta of a Gaussian mechanism and of randomized responses with these losses."""
    with mp.workdps(DIGITS):
        sums = [(mp.mpf(0), mp.mpf(1))]
        for loss in map(mp.mpf, losses):
            likely = 1 / (1 + mp.exp(-loss))
            larger = [(s + loss, p * likely) for s, p in sums]
            sums = larger + [(s - loss, p * (1 - likely)) for s, p in sums]
        if mu == 0:
            return sum(p * (1 - mp.exp(epsilon - s)) for s, p in sums if s > epsilon)
        return sum(p * gaussian_delta(epsilon - s, mu) for s, p in sums)
