"""Claims about the theorems of sections 2 and 3, checked with the library on grids."""

from itertools import product

import numpy as np
from scipy.special import ndtr

from gaussmech.calibration import algorithm_1, analytic_gaussian_sigma, gaussian_delta
from gaussmech.claims.finding import Finding, claim, number, ranges, share, verdict

# Allowed for rounding in comparisons of probabilities.
ROUNDING = 1e-12
ALGORITHM_EPSILONS = [0.01, 0.1, 1.0]
ALGORITHM_DELTAS = 10.0 ** -np.arange(2.0, 15.0)
# "Arbitrary accuracy" is read as delta met to a relative 1e-9 (the stop is at 1e-12).
ACCURACY = 1e-9


@claim("BW-2.2a", "2.2", "the privacy loss exceeds 0 with probability at least 1/2")
def loss_is_positive_half_the_time(results):
    """P[L > 0] = Phi(D / (2 sigma)), by Lemma 3, is at least 1/2."""
    ratio = np.geomspace(1e-6, 1e3, 91)
    probability = ndtr(ratio / 2)
    return Finding(
        verdict(probability >= 0.5, universal=True),
        f"least P[L > 0] {number(probability.min())}, at D / sigma ="
        f" {number(ratio[probability.argmin()])}",
        "D / sigma from 1e-6 to 1000; the share tends to 1/2 as D / sigma falls to 0",
        share=share(probability >= 0.5),
    )


@claim("BW-2.1b", "2.1", "Theorem 2: sigma = Delta / (2 delta) is (0, delta)-DP")
def theorem_2(results):
    """The total variation, 2 Phi(Delta / (2 sigma)) - 1, is at most delta."""
    delta = np.append(np.geomspace(1e-12, 1, 49), 0.5)
    relative = gaussian_delta(1 / (2 * delta), 0.0) / delta
    return Finding(
        verdict(relative <= 1 + ROUNDING, universal=True),
        f"TV / delta between {number(relative.min())} and {number(relative.max())}: sigma could be"
        f" {number(relative.max())} times as large where delta is small",
        "delta from 1e-12 to 1",
        share=share(relative <= 1 + ROUNDING),
    )


def printed_delta_bound(epsilon):
    """Return the bound on delta of Theorem 4, as printed."""
    return 0.5 - np.exp(-3 * epsilon) / np.sqrt(4 * np.pi * epsilon)


def corrected_delta_bound(epsilon):
    """Return the bound on delta that the proof of Theorem 4 gives (docs/errata.md)."""
    return 0.5 - 1 / np.sqrt(4 * np.pi * epsilon)


@claim(
    "BW-2.3b",
    "2.3",
    "Theorem 4: sigma >= Delta / sqrt(2 epsilon) for delta below the printed bound",
)
def theorem_4(results):
    """The least sigma is >= Delta / sqrt(2 epsilon) wherever the printed condition holds."""
    epsilon = np.concatenate([np.geomspace(0.14, 100, 58), [1.0]])
    fraction = np.linspace(0.01, 0.99, 50)
    delta = fraction * printed_delta_bound(epsilon)[:, None]
    ratio = analytic_gaussian_sigma(epsilon[:, None], delta) * np.sqrt(2 * epsilon[:, None])
    good = ratio >= 1 - ROUNDING
    whole = good.all(axis=1)
    at = np.argmin(ratio[-1])
    # It holds up to delta_0, the delta of sigma = Delta / sqrt(2 epsilon).
    delta_0 = gaussian_delta(np.sqrt(0.5), 1.0)
    return Finding(
        verdict(good, universal=True),
        f"at epsilon 1, delta {number(delta[-1, at])} < {number(printed_delta_bound(1.0))}, sigma ="
        f" {number(ratio[-1, at])} Delta / sqrt(2 epsilon) is enough",
        f"for every delta of the condition at epsilon {ranges(epsilon, whole)}; elsewhere up to"
        f" delta_0 = 1/2 - e^epsilon Phi(-sqrt(2 epsilon)), {number(delta_0)} at epsilon 1;"
        " the proof gives 1/2 - 1/sqrt(4 pi epsilon)",
        share=share(good),
    )


@claim("BW-2.3c", "2.3", "the bound on delta tends to 1/2")
def bound_tends_to_half(results):
    """The printed bound and the corrected one increase to 1/2."""
    epsilon = 10.0 ** np.arange(0, 7)
    gaps = {f.__name__: 0.5 - f(epsilon) for f in (printed_delta_bound, corrected_delta_bound)}
    good = [
        bool((gap > -ROUNDING).all() and (np.diff(gap) <= 0).all() and gap[-1] < 1e-3)
        for gap in gaps.values()
    ]
    printed, corrected = gaps.values()
    return Finding(
        verdict(good),
        f"1/2 less the bound at epsilon 1, 100, 1e6: printed {number(printed[0])},"
        f" {number(printed[2])}, {number(printed[6])}; corrected {number(corrected[0])},"
        f" {number(corrected[2])}, {number(corrected[6])}",
        "epsilon from 1 to 1e6; true of the printed bound and of the corrected one",
    )


@claim("BW-3a", "3", "Lemma 7 and Theorems 5, 8, 9")
def lemma_7_and_theorems_5_8_9(results):
    """Each holds in a computation of its own; the finding names what fails."""
    checks = {
        "Lemma 7": _monotone(),
        "Theorem 5": _largest_event_excess() <= ROUNDING,
        "Theorem 8": _profile_error() <= 1e-8,
        "Theorem 9": _algorithm_1_excess() <= ACCURACY,
    }
    failed = [name for name, good in checks.items() if not good]
    return Finding(
        verdict(list(checks.values()), universal=True),
        f"all events of random finite mechanisms against (3): {_largest_event_excess():.1e};"
        f" profile by quadrature against (6): {_profile_error():.1e}; Algorithm 1's delta over"
        f" the target: {_algorithm_1_excess():.1e}",
        f"fails: {', '.join(failed)}" if failed else "all four; Theorem 9 up to rounding",
        share=share(list(checks.values())),
    )


def _monotone():
    """Whether h is non-decreasing in eta, on a grid."""
    eta = np.geomspace(1e-4, 1e3, 200)
    epsilon = np.array([0.0, 0.01, 0.1, 1.0, 10.0])[:, None]
    h = gaussian_delta(1 / np.sqrt(2 * eta), epsilon)
    return bool((np.diff(h, axis=1) >= -ROUNDING).all())


def _largest_event_excess():
    """Return how far (3) is from the largest P[E] - e^epsilon P'[E] over all events E."""
    rng = np.random.default_rng(5)
    events = (np.arange(2**8)[:, None] >> np.arange(8)) & 1
    worst = 0.0
    for epsilon in (0.0, 0.3, 1.0):
        p, q = rng.dirichlet(np.ones(8), size=(2, 50))
        best = (events @ (p - np.exp(epsilon) * q).T).max(axis=0)
        loss = np.log(p / q)
        # Both probabilities are of the same event, as L of the swapped pair is -loss.
        ours = np.where(loss >= epsilon, p - np.exp(epsilon) * q, 0).sum(axis=1)
        worst = max(worst, np.abs(best - ours).max())
    return worst


def _profile_error():
    """Return the error of (6) against the integral of [p - e^epsilon p']^+, by quadrature."""
    z, step = np.linspace(-40, 40, 400_001, retstep=True)
    worst = 0.0
    for mu, epsilon in product((0.3, 1.0, 3.0), (0.0, 0.5, 2.0)):
        loss = mu * z + mu * mu / 2
        p = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
        integral = step * np.sum(p * -np.expm1(np.minimum(epsilon - loss, 0)))
        worst = max(worst, abs(integral - gaussian_delta(1 / mu, epsilon)))
    return worst


def _algorithm_1_excess():
    """Return the largest relative excess of the true delta of Algorithm 1's sigma."""
    return max(
        gaussian_delta(algorithm_1(epsilon, delta), epsilon) / delta - 1
        for epsilon, delta in product(ALGORITHM_EPSILONS, (1e-2, 1e-4, 1e-6))
    )


@claim("BW-3b", "3", "binary search with erf finds sigma to arbitrary accuracies")
def arbitrary_accuracy(results):
    """The true delta of the published Algorithm 1's sigma is the target, to a relative 1e-9."""
    errors = np.array(
        [
            [
                gaussian_delta(algorithm_1(epsilon, delta), epsilon) / delta - 1
                for epsilon in ALGORITHM_EPSILONS
            ]
            for delta in ALGORITHM_DELTAS
        ]
    )
    finer = [
        gaussian_delta(algorithm_1(epsilon, 1e-12, tolerance=1e-15), epsilon) / 1e-12 - 1
        for epsilon in ALGORITHM_EPSILONS
    ]
    good = np.abs(errors) <= ACCURACY
    row, column = np.unravel_index(np.argmax(errors), errors.shape)
    return Finding(
        verdict(good, universal=True),
        f"largest |true delta / target - 1|: {np.abs(errors[4]).max():.1e} at 1e-6,"
        f" {np.abs(errors[8]).max():.1e} at 1e-10, {np.abs(errors[12]).max():.1e} at 1e-14;"
        f" too little privacy by {errors.max():.1e} of delta at (epsilon, delta) ="
        f" ({ALGORITHM_EPSILONS[column]:g}, {ALGORITHM_DELTAS[row]:.0e}); a stop at 1e-15 leaves"
        f" {np.abs(finer).max():.1e} at 1e-12",
        f"to {ACCURACY:g} for delta {ranges(ALGORITHM_DELTAS, good.all(axis=1))}, epsilon"
        f" {', '.join(f'{e:g}' for e in ALGORITHM_EPSILONS)}; below, erf near 1 has no digits",
        share=share(good),
    )
