"""The exact sigma of the Gaussian mechanism to 50 digits, by mpmath."""

from mpmath import mp, mpf

from gaussmech import analytic_gaussian_sigma
from tests.exact import gaussian_delta

_MARGIN = mpf("1e-50")


def exact_sigma(epsilon, delta):
    """The sigma at which the privacy profile at sensitivity 1 equals `delta`, as an mpf.

    The library only says where to look; that the root lies within the margin is checked.
    """
    with mp.workdps(120):
        near = -mp.log(mpf(analytic_gaussian_sigma(epsilon, delta)))
        target = mp.log(mpf(delta) / (1 - mpf(delta)))

        def excess(log_mu):
            value = gaussian_delta(epsilon, mp.exp(log_mu))
            return mp.log(value / (1 - value)) - target

        mu = mp.exp(mp.findroot(excess, (near, near + mpf("1e-12")), tol=_MARGIN, verify=False))
        low, high = (gaussian_delta(epsilon, mu * (1 + sign * _MARGIN)) for sign in (-1, 1))
        if not low < delta < high:
            raise ArithmeticError(f"no certified sigma at epsilon = {epsilon}, delta = {delta}")
        return 1 / mu


def exact_delta(sigma, epsilon):
    """The privacy profile of noise `sigma` at sensitivity 1, as an mpf."""
    # Noise far too small for epsilon: delta is 1 to a thousand digits, too many for erfc.
    if mpf(sigma) * (1000 + mp.sqrt(2 * mpf(epsilon))) < mpf("1e-3"):
        return mpf(1)
    return gaussian_delta(epsilon, 1 / mpf(sigma))
