"""The exact sigma of the Gaussian mechanism to 50 digits, by mpmath."""

from mpmath import mp, mpf

# 50 digits of sigma, and what the difference of the two tails cancels down to epsilon = 1e-10.
_DIGITS = 120
_KEPT = 50


def exact_sigma(epsilon, delta):
    """The sigma at which the privacy profile at sensitivity 1 equals `delta`, as an mpf."""
    with mp.workdps(_DIGITS):
        epsilon, delta = mpf(epsilon), mpf(delta)
        if epsilon == 0:
            return 1 / (2 * mp.sqrt(2) * _erfinv(delta))
        return 1 / _solve_mu(epsilon, delta)


def exact_delta(sigma, epsilon):
    """The privacy profile of noise `sigma` at sensitivity 1, as an mpf."""
    with mp.workdps(_DIGITS):
        # Noise far too small for epsilon: delta is 1 to a thousand digits, too many for erfc.
        if mpf(sigma) * (1000 + mp.sqrt(2 * mpf(epsilon))) < mpf("1e-3"):
            return mpf(1)
        return _tails(mpf(epsilon), 1 / mpf(sigma))[0]


def _erfinv(y):
    # mpmath's own erfinv keeps an absolute accuracy only, which is none at y = 1e-300.
    x = y * mp.sqrt(mp.pi) / 2 if y < mpf("1e-20") else mp.erfinv(y)
    for _ in range(4):
        x += (y - mp.erf(x)) * mp.sqrt(mp.pi) / 2 * mp.exp(x * x)
    return x


def _tails(epsilon, mu):
    """delta, 1 - delta and the density phi(a)."""
    a, b = mu / 2 - epsilon / mu, mu / 2 + epsilon / mu
    shared = mp.exp(epsilon) * mp.erfc(b / mp.sqrt(2)) / 2
    delta = mp.erfc(-a / mp.sqrt(2)) / 2 - shared
    rest = mp.erfc(a / mp.sqrt(2)) / 2 + shared
    return delta, rest, mp.npdf(a)


def _solve_mu(epsilon, delta):
    """Newton's steps for the log odds of delta against log mu, then a certificate by signs."""
    target = mp.log(delta / (1 - delta))
    mu = mp.sqrt(2 * epsilon)
    for _ in range(2000):
        value, rest, density = _tails(epsilon, mu)
        step = (target - mp.log(value / rest)) * value * rest / (density * mu)
        mu *= mp.exp(max(-1, min(1, step)))
        if abs(step) < mpf(10) ** -_KEPT:
            break
    margin = mpf(10) ** -(_KEPT + 5)
    below, above = (_tails(epsilon, mu * (1 + side))[0] for side in (-margin, margin))
    if not below < delta < above:
        raise ArithmeticError(f"no certified sigma at epsilon = {epsilon}, delta = {delta}")
    return mu
