"""The exact sigma of the Gaussian mechanism to 50 digits, by mpmath."""

from mpmath import mp, mpf

from gaussmech import analytic_gaussian_sigma

# 50 digits of sigma, and what the difference of the two tails cancels down to epsilon = 1e-10.
_DIGITS = 120
_MARGIN = mpf("1e-50")


def exact_sigma(epsilon, delta):
    """The sigma at which the privacy profile at sensitivity 1 equals `delta`, as an mpf.

    The library only says where to look; that the root lies within the margin is checked.
    """
    with mp.workdps(_DIGITS):
        near = -mp.log(mpf(analytic_gaussian_sigma(epsilon, delta)))
        target = mp.log(mpf(delta) / (1 - mpf(delta)))

        def excess(log_mu):
            value = _delta(epsilon, mp.exp(log_mu))
            return mp.log(value / (1 - value)) - target

        mu = mp.exp(mp.findroot(excess, (near, near + mpf("1e-12")), tol=_MARGIN, verify=False))
        if not _delta(epsilon, mu * (1 - _MARGIN)) < delta < _delta(epsilon, mu * (1 + _MARGIN)):
            raise ArithmeticError(f"no certified sigma at epsilon = {epsilon}, delta = {delta}")
        return 1 / mu


def exact_delta(sigma, epsilon):
    """The privacy profile of noise `sigma` at sensitivity 1, as an mpf."""
    with mp.workdps(_DIGITS):
        # Noise far too small for epsilon: delta is 1 to a thousand digits, too many for erfc.
        if mpf(sigma) * (1000 + mp.sqrt(2 * mpf(epsilon))) < mpf("1e-3"):
            return mpf(1)
        return _delta(epsilon, 1 / mpf(sigma))


def _delta(epsilon, mu):
    if epsilon == 0:  # the difference would cancel
        return mp.erf(mu / mp.sqrt(8))
    a, b = mu / 2 - epsilon / mu, mu / 2 + epsilon / mu
    return (mp.erfc(-a / mp.sqrt(2)) - mp.exp(epsilon) * mp.erfc(b / mp.sqrt(2))) / 2
