"""Claims of the lecture notes on composition."""

from itertools import product

import numpy as np
from scipy.special import ndtr

from gaussmech.paper.claims.finding import (
    ROUNDING,
    Finding,
    NotCheckable,
    claim,
    ranges,
    span,
)
from gaussmech.privacy.calibration import (
    classical_gaussian_sigma,
    gaussian_delta,
    gaussian_epsilon,
)
from gaussmech.privacy.composition import (
    advanced_composition,
    exact_composition_epsilon,
)
from gaussmech.privacy.profiles import GaussianProfile


@claim("Lecture-c")
def theorem_4(results):
    """The exact delta of the classical sigma is at most delta; the theorem names no range."""
    epsilon = np.geomspace(0.01, 100, 41)[:, None]
    delta = 10.0 ** -np.arange(1, 11)
    ratio = gaussian_delta(classical_gaussian_sigma(epsilon, delta), epsilon) / delta
    satisfied = ratio <= 1 + ROUNDING
    return Finding(
        satisfied,
        at_10=gaussian_delta(classical_gaussian_sigma(10.0, 1e-6), 10.0),
        where=ranges(epsilon.ravel(), satisfied.all(axis=1)),
        most=ratio.max(),
    )


@claim("Lecture-d")
def density(results):
    """The density integrates to 1, whether the root covers sigma, as in the text, or ends before.

    The text is a transcript of a page whose roots it stretches: sqrt(2) sigma in the tail bound of
    the same page is sqrt(2 sigma) one line later. So a verdict needs both readings to agree.
    """
    masses = np.array([density_masses(sigma) for sigma in (0.25, 1.0, 4.0)])
    satisfied = np.abs(masses - 1) < 1e-6
    as_read, as_meant = satisfied.all(axis=0)
    if as_read != as_meant:
        raise NotCheckable(
            "the transcript stretches roots; with sigma under the root the density integrates to"
            f" {span(masses[:, 0])}, with sigma beside it to {span(masses[:, 1])}"
        )
    return Finding(satisfied, masses=masses)


def density_masses(sigma):
    """Return the integrals of the density with sigma under the root, and with it beside."""
    x, step = np.linspace(-12 * sigma, 12 * sigma, 20_001, retstep=True)
    integral = step * np.sum(np.exp(-((x / sigma) ** 2) / 2)) / np.sqrt(2 * np.pi)
    return integral / np.sqrt(sigma), integral / sigma


@claim("Lecture-e")
def tail_bound(results):
    """The probability is at most the bound, for any sigma and t."""
    sigma = np.array([0.1, 0.5, 1.0, 10.0])[:, None]
    ratio = np.geomspace(0.01, 10, 61)
    return Finding(
        2 * ndtr(-ratio) <= printed_tail(sigma, ratio),
        bound=printed_tail(0.1, 1.0),
        exact=2 * ndtr(-1.0),
    )


def printed_tail(sigma, ratio):
    """Return the printed bound of P[|Z| > t] at t = ratio sigma."""
    return np.sqrt(2 / np.pi) * sigma * np.exp(-(ratio**2) / 2)


@claim("Lecture-f")
def variance_of_the_product(results):
    """The variance of sum v_i Z_i is sigma^2 sum v_i^2; the printed sides are equal, and it."""
    sigma = 1.7
    v = np.array([0.3, -1.2, 2.0])
    exact = v @ (sigma**2 * np.eye(v.size)) @ v
    square = v @ v
    return Finding(
        np.isclose(printed_variances(square), exact),
        corrected=np.isclose([corrected_variance(square, sigma)], exact),
        exact=exact,
        square=square,
        sigma=sigma,
        left=4 * square,
    )


def corrected_variance(square, sigma):
    """Return the variance sigma^2 ||v||^2."""
    return sigma**2 * square


def printed_variances(square):
    """Return the two sides of the printed equation for ||v||^2."""
    return 4 * square, square


def printed_noise(epsilon, delta, sensitivity):
    """Return the sigma' of the printed formula, without its constant."""
    return np.log(1 / delta) * sensitivity**2 / epsilon**2


@claim("Lecture-g")
def variance_as_sigma(results):
    """As privacy needs, this standard deviation is proportional to the sensitivity."""
    epsilon = 0.5
    delta = 1e-5
    sensitivity = np.array([0.1, 1.0, 10.0])
    needed = classical_gaussian_sigma(epsilon, delta, sensitivity)
    printed = printed_noise(epsilon, delta, sensitivity)
    as_sigma = printed / needed
    as_variance = np.sqrt(printed) / needed
    return Finding(
        [_is_constant(as_sigma)],
        corrected=[_is_constant(as_variance)],
        sigma=as_sigma,
        variance=as_variance,
    )


def _is_constant(values):
    """Return whether positive numbers are equal, up to rounding."""
    return np.ptp(values) <= ROUNDING * np.max(values)


@claim("Lecture-a")
def advanced_composition_is_valid(results):
    """The epsilon of the theorem is at least the exact one of the worst mechanisms there are.

    For epsilon-DP steps that is the composition of randomised responses (Kairouz et al.). Steps
    that are (epsilon, delta)-DP spend k delta more at most, which the theorem adds.
    """
    ratios = []
    sizes = (0.01, 0.1, 0.5, 1.0, 2.0)
    releases = (1, 2, 10, 100, 1000)
    for epsilon, k, delta_prime in product(sizes, releases, (1e-9, 1e-6, 1e-3)):
        promised, _ = advanced_composition(epsilon, 0.0, delta_prime=delta_prime, k=k)
        exact = exact_composition_epsilon(delta_prime, epsilon, k)
        ratios.append(promised / exact)
    return Finding(
        np.array(ratios) >= 1 - ROUNDING,
        ratio=ratios,
        k=releases,
        sizes=sizes,
    )


@claim("Lecture-h")
def never_pure(results):
    """Whatever sigma and epsilon are, the exact delta is above 0: by its logarithm."""
    epsilon = np.geomspace(1e-3, 1e3, 25)
    log_deltas = np.array(
        [GaussianProfile(mu).log_delta(epsilon) for mu in np.geomspace(1e-3, 10, 9)]
    )
    return Finding(
        np.isfinite(log_deltas), most=log_deltas.max(), least=log_deltas.min()
    )


@claim("Lecture-i")
def step_that_suffices(results):
    """k mechanisms with the printed epsilon compose to at most epsilon, by Theorem 5."""
    k = np.array([1, 2, 10, 100, 10_000])
    ratios = []
    for epsilon, delta in product((0.01, 0.1, 1.0), (1e-9, 1e-3, np.exp(-0.5))):
        step = printed_step(epsilon, delta, k)
        composed, _ = advanced_composition(step, 0.0, delta_prime=delta, k=k)
        ratios.append(composed / epsilon)
    return Finding(np.array(ratios) <= 1 + ROUNDING, ratio=ratios, k=k)


def printed_step(epsilon, delta_prime, k):
    """Return the epsilon that each of k mechanisms just needs, as printed."""
    return epsilon / (2 * np.sqrt(2 * k * np.log(1 / delta_prime)))


@claim("Lecture-b")
def advanced_beats_basic(results):
    """The epsilon of k releases is below that of basic composition, for every k > 1."""
    rows = results.rows("composition_lecture", question="epsilon")
    epsilon = rows.pivot(index="k", columns="method", values="epsilon")
    epsilon = epsilon[(epsilon.index > 1) & (epsilon["advanced"] > 0)]
    if epsilon.empty:
        raise NotCheckable("releases of this step budget have epsilon 0")
    factor = (epsilon["basic"] / epsilon["advanced"]).to_numpy()
    return Finding(
        factor > 1,
        factor=factor[[0, -1]],
        k=epsilon.index[[0, -1]],
        where=ranges(epsilon.index, factor > 1),
    )


@claim("Lecture-j")
def exponential_mechanism_d_times(results):
    """A release has a loss of at most epsilon' at every output, as the exponential mechanism's has.

    In the correction the noise of d releases with epsilon' is that of one release of (f, ..., f).
    """
    epsilon = 0.5
    delta = 1e-5
    d = np.array([2, 10, 100])
    step = epsilon / np.sqrt(d)
    sigma = classical_gaussian_sigma(step, delta)
    together = classical_gaussian_sigma(epsilon, delta, np.sqrt(d))
    # At the output f(x) + 6 sigma, where the neighbour's f is 1 lower.
    loss = (6 * sigma + 0.5) / sigma**2 / step
    return Finding(loss <= 1, corrected=np.isclose(sigma, together), loss=loss, d=d)


@claim("Lecture-k")
def exponential_mechanism_with_the_root_of_k(results):
    """k mechanisms with epsilon / sqrt(k) are together (epsilon, delta)-DP.

    An exponential mechanism on two outputs, whose scores a neighbour swaps, is a randomised response
    with half of its epsilon.
    """
    delta = 1e-5
    releases = (10, 100, 1000)
    exponential = []
    gaussian = []
    for k in releases:
        step = 1 / np.sqrt(k)
        exponential.append(exact_composition_epsilon(delta, step / 2, k))
        sigma = classical_gaussian_sigma(step, delta)
        gaussian.append(gaussian_epsilon(sigma / np.sqrt(k), delta))
    return Finding(
        np.array(exponential) <= 1,
        corrected=np.array(gaussian) <= 1,
        exponential=exponential,
        gaussian=gaussian,
        k=releases,
    )


@claim("Lecture-l")
def noise_without_its_factor(results):
    """With this variance the loss is beyond epsilon with a probability of at most delta."""
    epsilons = (0.1, 0.5, 0.9)
    deltas = (1e-2, 1e-5)
    printed = []
    corrected = []
    for epsilon, delta, sensitivity in product(epsilons, deltas, (0.1, 1.0, 10.0)):
        root = np.sqrt(2 * np.log(1.25 / delta))
        # The noise in the unit of the sensitivity.
        printed.append(probability_beyond(epsilon, root / sensitivity) / delta)
        corrected.append(probability_beyond(epsilon, root / epsilon) / delta)
    return Finding(
        np.array(printed) <= 1,
        corrected=np.array(corrected) <= 1,
        printed=printed,
        right=corrected,
        epsilons=epsilons,
        deltas=deltas,
    )


def probability_beyond(epsilon, sigma):
    """Return the probability that the loss of Gaussian noise is above epsilon or below -epsilon."""
    eta = 1 / (2 * sigma**2)
    width = np.sqrt(2 * eta)
    return ndtr((eta - epsilon) / width) + ndtr((-eta - epsilon) / width)


def log_density(z, sigma):
    """Return the logarithm of the density of Gaussian noise, up to a constant."""
    return -np.square(z) / (2 * sigma**2)


@claim("Lecture-m")
def noise_of_the_neighbour(results):
    """(1) is the logarithm of the ratio of the densities of M(x) and M(y) at f(x) + Z: d = 1."""
    sigma = 1.3
    v = 0.7
    z = sigma * np.linspace(-3, 3, 100)
    # f(x) is v, and f(y) is 0.
    loss = log_density(z, sigma) - log_density(v + z, sigma)
    printed = (np.square(z - v) - np.square(z)) / (2 * sigma**2)
    right = (np.square(z + v) - np.square(z)) / (2 * sigma**2)
    return Finding(
        np.isclose(printed, loss),
        corrected=np.isclose(right, loss),
        off=np.abs(printed - loss).max(),
    )


@claim("Lecture-n")
def root_of_d_worse(results):
    """d epsilon' is sqrt(d) times the epsilon of (f, ..., f) with the same noise."""
    steps = np.array([0.01, 0.1, 0.5])[:, None]
    d = np.array([2, 10, 100, 1000])
    sigma = classical_gaussian_sigma(steps, 1e-5)
    # The epsilon of (f, ..., f), solved from the classical sigma of its sensitivity.
    together = classical_gaussian_sigma(1.0, 1e-5, np.sqrt(d)) / sigma
    off = np.abs(d * steps / together / np.sqrt(d) - 1)
    return Finding(off <= ROUNDING, off=off.max(), d=d)
