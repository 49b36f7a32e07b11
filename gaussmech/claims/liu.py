"""Claims of Liu et al. (2022) on Gaussian differential privacy.

The available text has lost its formulas; `gaussmech.gdp` and `gaussmech.profiles` say how they are
read.
"""

import numpy as np
from scipy.special import ndtri

from gaussmech.calibration import gaussian_epsilon
from gaussmech.claims.finding import claim, found, number, span
from gaussmech.composition import exact_composition_delta, exact_composition_epsilon
from gaussmech.experiments.gdp import central_limit_mu
from gaussmech.gdp import (
    gdp_transform,
    head_measurement,
    head_supremum,
    laplace_mu,
    pure_dp_mu,
    staircases,
    tail_limit,
)
from gaussmech.profiles import (
    ApproximateDPProfile,
    ComposedProfile,
    GaussianProfile,
    ICEAProfile,
    LaplaceProfile,
    PureDPProfile,
    RectifiedProfile,
    SquareRootLogProfile,
    SubsampledProfile,
)

ROUNDING, GRID = 1e-9, 0.04
ROWS = ("Basic", "Advanced", "RDP", "GDP", "GDP (Lap)", "Optimal", "GDP summary")
# The three examples of the paper, by parameters of ours: it prints none.
EXAMPLES = {
    "Laplace": LaplaceProfile(1.0),
    "SGD": SquareRootLogProfile(1.0, 1.25, 1.0).refined(),
    "ICEA": ICEAProfile(1000, 100).refined(),
}
EPSILON = np.linspace(0, 12, 241)


@claim("GDP-2a")
def theorem_2_1(results):
    """The worst mechanism has four outcomes; its profile, over all 16 events, is the bound."""
    off = []
    for epsilon, delta in ((0.1, 0.0), (1.0, 0.01), (3.0, 0.3)):
        share = (1 - delta) / (1 + np.exp(epsilon))
        p = np.array([delta, share * np.exp(epsilon), share, 0.0])
        events = (np.arange(16)[:, None] >> np.arange(4)) & 1
        for other in (0.0, 0.05, 0.5, 2.0, 5.0):
            worst = (events @ (p - np.exp(other) * p[::-1])).max()
            off.append(worst - ApproximateDPProfile(epsilon, delta).delta(other))
    return found(
        np.abs(off) <= ROUNDING,
        f"The worst of 16 events of a mechanism with four outcomes attains the bound to"
        f" {np.abs(off).max():.0e}.",
    )


@claim("GDP-3b")
def theorem_3_2(results):
    """With delta(0) < 1 the transform is bounded just where the limit of the tail is finite."""
    limits = {name: tail_limit(profile) for name, profile in EXAMPLES.items()}
    far = {name: gdp_transform(p, [1e2, 1e4, 1e6]) for name, p in EXAMPLES.items()}
    good = [
        np.isfinite(limits[name]) == (mu[2] <= 2 * mu[0] + 1) and EXAMPLES[name].delta(0.0) < 1
        for name, mu in far.items()
    ]
    return found(
        good,
        "The transform stays bounded for Laplace and SGD and grows without end for ICEA, as their"
        " tails say.",
        "; ".join(
            f"{n}: limit {number(limits[n])}, G(1e6) = {number(far[n][2])}" for n in EXAMPLES
        ),
    )


@claim("GDP-3c")
def theorem_3_3(results):
    """The limit of a sum of Gaussian and pure profiles, and every mu of the head against it."""
    sgd, limit = EXAMPLES["SGD"], tail_limit(EXAMPLES["SGD"])
    epsilon = np.array([1e4, 1e5, 1e6])
    below = GaussianProfile(0.99 * limit).log_delta(epsilon) < sgd.log_delta(epsilon)
    above = GaussianProfile(1.01 * limit).log_delta(epsilon) > sgd.log_delta(epsilon)
    exact = np.sqrt(0.5)  # a / (sqrt(2) sigma)
    return found(
        [*below[-1:], *above[-1:], abs(limit - exact) < 1e-4],
        f"The limit of SGD is {number(limit)}; far out its profile lies above that of 0.99 times"
        " this mu, and below that of 1.01 times.",
        f"epsilon up to 1e6; exact limit {number(exact)}",
    )


@claim("GDP-4c")
def theorem_4_2(results):
    """Differences of mu over epsilon at fixed delta lie in (0, sqrt(pi / 2)]."""
    slopes = []
    for delta in (1e-9, 1e-4, 0.1, 0.5, 0.9, 0.999):
        mu = gdp_transform(lambda e, d=delta: np.full_like(e, d), EPSILON)
        slopes.append(np.diff(mu) / np.diff(EPSILON))
    slopes, bound = np.concatenate(slopes), np.sqrt(np.pi / 2)
    return found(
        (slopes > 0) & (slopes <= bound * (1 + ROUNDING)),
        f"The slope is {span(slopes)}; the bound sqrt(pi / 2) is {number(bound)}.",
    )


@claim("GDP-4d")
def theorem_4_3(results):
    """On every cell G lies between them, and the head's bounds are that close."""
    good, gaps = [], []
    for profile in EXAMPLES.values():
        for steps in (10, 100):
            grid, lower, upper = staircases(profile, 8.0, steps)
            cell = grid[:-1, None] + np.linspace(0, 1, 9) * np.diff(grid)[:, None]
            g = gdp_transform(profile, cell)
            good += [
                (g >= lower[:, None] - ROUNDING).all(),
                (g <= upper[:, None] + ROUNDING).all(),
            ]
            gap = (upper.max() - g.max()) / (8.0 / steps)
            gaps.append(gap)
            good.append(gap <= np.sqrt(np.pi / 2))
    return found(
        np.array(good, bool),
        f"The upper staircase is {span(gaps)} steps above the largest G, at most sqrt(pi / 2) ="
        f" {number(np.sqrt(np.pi / 2))}.",
    )


def _records(values):
    """Return how many of the values exceed all before them."""
    return int((np.diff(np.maximum.accumulate(values), prepend=-np.inf) > 0).sum())


@claim("GDP-4f")
def theorem_4_4(results):
    """The noise makes a clipped number epsilon_h-DP; ICEA so treated keeps the head's mu."""
    good, words = [], []
    for head in (2.0, 5.0, 8.0):
        measured = head_measurement(EXAMPLES["ICEA"], head).upper
        rectified = RectifiedProfile(EXAMPLES["ICEA"], head)
        worst = gdp_transform(rectified, np.concatenate([EPSILON, [1e2, 1e4]])).max()
        # Densities of Laplace noise of scale 1 / head at the two ends of [0, 1].
        z = np.linspace(-3, 4, 701)
        loss = np.abs(head * (np.abs(z - 1) - np.abs(z))).max()
        good += [worst <= measured, loss <= head * (1 + ROUNDING)]
        words.append(f"{number(worst)} for {number(measured)} (epsilon_h = {head:g})")
    return found(
        good,
        f"Rectified, ICEA has mu = {words[-1].split(' ')[0]} for epsilon_h = 8, no more than its"
        " head; without, it is not GDP.",
        f"largest G after and bound of the head before: {'; '.join(words)}",
    )


@claim("GDP-4g")
def subsampling_reduces_mu(results):
    """mu falls with the rate: the closed form of the profile at every rate."""
    gammas = np.array([1.0, 0.5, 0.25, 0.1])
    mu = np.array(
        [head_measurement(SubsampledProfile(EXAMPLES["Laplace"], g), 1.0).lower for g in gammas]
    )
    return found(
        np.diff(mu) < 0,
        f"mu falls from {mu[0]:.3f} to {mu[1]:.3f}, {mu[2]:.3f} and {mu[3]:.3f} at rates 0.5, 0.25"
        " and 0.1.",
    )


@claim("GDP-5a")
def theorem_5_1(results):
    """The largest G of the worst epsilon0-DP profile is the formula, and it is at epsilon = 0."""
    sizes = np.array([0.01, 0.2, 1.0, 3.0, 10.0])
    printed = -2 * ndtri(1 / (1 + np.exp(sizes)))
    g = np.array([gdp_transform(PureDPProfile(e), np.linspace(0, e, 101)[:-1]) for e in sizes])
    off = np.stack([g.max(axis=1) / printed - 1, pure_dp_mu(sizes) / printed - 1])
    return found(
        [*(np.abs(off) <= 1e-8).ravel(), *(np.diff(g, axis=1) < 0).all(axis=1)],
        f"The transform falls from its value at 0, which is the formula to"
        f" {np.abs(off).max():.0e}.",
    )


@claim("GDP-5b")
def laplace_is_better(results):
    """mu of the Laplace mechanism over that of any epsilon0-DP mechanism."""
    sizes = np.geomspace(0.01, 20, 60)
    ratio = laplace_mu(sizes) / pure_dp_mu(sizes)
    return found(ratio < 1, f"Its mu is {span(ratio)} times that of Theorem 5.1.")


@claim("GDP-5e")
def measuring_against_the_limit_theorem(results, *, share=0.1):
    """Measured epsilons are never below the exact ones and at most this share above."""
    delta = np.geomspace(1e-6, 0.1, 11)
    exact = exact_composition_epsilon(delta, 0.2, 50)
    mus = head_supremum(ComposedProfile(0.2, 50), 10.0), central_limit_mu(0.2, 50)
    over, limit = (gaussian_epsilon(1 / mu, delta) / exact - 1 for mu in mus)
    near = np.linspace(0, 3, 601)
    more = exact_composition_delta(near, 0.2, 50) / GaussianProfile(mus[1]).delta(near) - 1
    return found(
        [*(over >= -ROUNDING), *(over <= share)],
        f"Measuring gives mu = {mus[0]:.4f}, {span(100 * over)} % above the exact epsilon; the"
        f" limit theorem's {mus[1]:.4f} is no guarantee: delta is up to"
        f" {100 * more.max():.2g} % higher.",
        f"delta {span(delta)}; by the limit theorem epsilon is {span(100 * limit)} % above; its"
        f" delta is passed at epsilon {span(near[more > 0])}",
    )


def _table_1_row(claim_id, row):
    """Register a row of Table 1: printed to the digit, or rounded up to a grid of 0.04."""

    @claim(claim_id)
    def check(results):
        cells = results.rows("gdp_composition_table", row=row)
        printed, epsilon = cells["printed"], cells["epsilon"]
        same = np.abs(printed - epsilon) <= 0.005 + ROUNDING  # half of the last digit
        rounded = np.abs(printed - GRID * np.ceil(epsilon / GRID)) <= ROUNDING
        wrong = cells[~(same | rounded)]
        told = [f"{c.printed:g} should be {c.epsilon:.2f}" for c in wrong.itertuples()]
        if same.any():
            told.append(f"{same.sum()} of {len(cells)} cells agree to the printed digits")
        if (rounded & ~same).any():
            told.append(
                f"{(rounded & ~same).sum()} are the exact value rounded up to a grid of {GRID}"
            )
        sentence = "; ".join(told)
        return found(
            (same | rounded).to_numpy(),
            f"{sentence[0].upper()}{sentence[1:]}.",
            "printed for computed: "
            + ", ".join(
                f"{c.printed:g} for {c.epsilon:.4f} at delta {c.delta:g}"
                for c in cells.itertuples()
            ),
        )


for _letter, _row in zip("abcdefg", ROWS, strict=True):
    _table_1_row(f"GDP-T1{_letter}", _row)
