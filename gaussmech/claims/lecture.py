"""Claims of the lecture notes on composition, and of the note on accuracy."""

import numpy as np
from scipy.special import erfinv, ndtr

from gaussmech.calibration import classical_gaussian_sigma, gaussian_delta
from gaussmech.claims.estimation import largest_score
from gaussmech.claims.finding import MARGIN, NotCheckable, claim, found, number, ranges, span

ROUNDING = 1e-9


@claim("Lecture-c")
def theorem_4(results):
    """The exact delta of the classical sigma is at most delta; the theorem names no range."""
    epsilon, delta = np.geomspace(0.01, 100, 41)[:, None], 10.0 ** -np.arange(1, 11)
    ratio = gaussian_delta(classical_gaussian_sigma(epsilon, delta), epsilon) / delta
    at = gaussian_delta(classical_gaussian_sigma(10.0, 1e-6), 10.0)
    good = ratio <= 1 + ROUNDING
    return found(
        good.ravel(),
        f"At (10, 1e-6) the noise described is only (10, {at:.3e})-DP: the condition epsilon < 1"
        " is missing.",
        f"for every delta of 0.1 to 1e-10 at epsilon {ranges(epsilon.ravel(), good.all(axis=1))};"
        f" up to {number(ratio.max())} times delta up to epsilon 100",
    )


@claim("Lecture-d")
def density(results):
    """The density integrates to 1."""
    mass = {sigma: printed_density_mass(sigma) for sigma in (0.25, 1.0, 4.0)}
    return found(
        [abs(value - 1) < 1e-6 for value in mass.values()],
        "It integrates to "
        + ", ".join(f"{number(v)} at sigma {s:g}" for s, v in mass.items())
        + ": to sqrt(sigma).",
    )


def printed_density_mass(sigma):
    """Return the integral of the density as printed, with sigma under the root."""
    x, step = np.linspace(-12 * sigma, 12 * sigma, 20_001, retstep=True)
    return step * np.sum(np.exp(-((x / sigma) ** 2) / 2)) / np.sqrt(2 * np.pi * sigma)


@claim("Lecture-e")
def tail_bound(results):
    """The probability is at most the bound, for any sigma and t."""
    sigma, ratio = np.array([0.1, 0.5, 1.0, 10.0])[:, None], np.geomspace(0.01, 10, 61)
    bound = np.sqrt(2 / np.pi) * sigma * np.exp(-(ratio**2) / 2)
    good = 2 * ndtr(-ratio) <= bound
    at = np.sqrt(2 / np.pi) * 0.1 * np.exp(-0.5)
    return found(
        good.ravel(),
        f"At sigma = t = 0.1 the bound is {number(at)}, the probability {number(2 * ndtr(-1.0))}: a"
        " factor 1 / t is missing.",
    )


@claim("Lecture-f")
def variance_of_the_product(results):
    """The variance of sum v_i Z_i is sigma^2 sum v_i^2; the printed sides are equal, and it."""
    sigma, v = 1.7, np.array([0.3, -1.2, 2.0])
    square = float(v @ v)
    exact = sigma**2 * square
    return found(
        [np.isclose(side, exact) for side in printed_variances(square)],
        f"For ||v||^2 = {number(square)} and sigma = {sigma} the variance is {number(exact)}; the"
        f" printed sides are {number(4 * square)} and {number(square)}, which differ.",
    )


def printed_variances(square):
    """Return the two sides of the printed equation for ||v||^2."""
    return 4 * square, square


def printed_noise(epsilon, delta, sensitivity):
    """Return the sigma' of the printed formula, without its constant."""
    return np.log(1 / delta) * sensitivity**2 / epsilon**2


@claim("Lecture-g")
def variance_as_sigma(results):
    """As privacy needs, this standard deviation is proportional to the sensitivity."""
    epsilon, delta, sensitivity = 0.5, 1e-5, np.array([0.1, 1.0, 10.0])
    needed = classical_gaussian_sigma(epsilon, delta, sensitivity)
    sigma = printed_noise(epsilon, delta, sensitivity) / needed
    variance = np.sqrt(printed_noise(epsilon, delta, sensitivity)) / needed
    return found(
        [np.ptp(sigma) <= ROUNDING * sigma.max()],
        f"As a sigma it is {span(sigma)} times the classical one for Delta f from 0.1 to 10, as a"
        f" variance {span(variance)} times throughout.",
        f"epsilon {epsilon}, delta {delta:g}",
    )


@claim("Lecture-a")
def advanced_composition_is_valid(results):
    """The epsilon of the theorem is at least the exact epsilon of the releases."""
    rows = results.rows("composition_lecture", method="advanced")
    good = rows["epsilon"] >= rows["exact_epsilon"] * (1 - ROUNDING)
    ratio = rows["epsilon"] / rows["exact_epsilon"].clip(lower=1e-300)
    return found(
        good.to_numpy(),
        f"It promises {span(ratio)} times the exact epsilon of Gaussian releases.",
        f"k = {span(rows['k'])}, {len(rows)} cells",
    )


@claim("Lecture-b")
def advanced_beats_basic(results):
    """The epsilon of k releases is below that of basic composition, for every k > 1."""
    rows = results.rows("composition_lecture", question="epsilon")
    epsilon = rows.pivot(index="k", columns="method", values="epsilon")
    if not {"basic", "advanced"} <= set(epsilon):
        raise NotCheckable("composition_lecture.csv lacks basic or advanced composition")
    epsilon = epsilon[(epsilon.index > 1) & (epsilon["advanced"] > 0)]
    if epsilon.empty:
        raise NotCheckable("releases of this step budget have epsilon 0, however they compose")
    good = (epsilon["advanced"] < epsilon["basic"]).to_numpy()
    factor = epsilon["basic"] / epsilon["advanced"]
    return found(
        good,
        f"Basic over advanced epsilon is {number(factor.iloc[0])} at k = {factor.index[0]} and"
        f" {number(factor.iloc[-1])} at k = {factor.index[-1]:,}; it passes 1 at k ="
        f" {epsilon.index[good][0] if good.any() else 'no value of the table'}.",
        f"better at k {ranges(epsilon.index, good)}",
    )


@claim("Accuracy-a")
def accuracy_formula(results, *, standard_errors=MARGIN):
    """The share of classical Gaussian noise beyond the printed accuracy is alpha."""
    rows = results.rows("accuracy", mechanism="cGM")
    printed = (
        2
        * rows["sensitivity"]
        / rows["epsilon"]
        * np.sqrt(np.log(1.25 / rows["delta"]))
        * erfinv(1 - rows["alpha"])
    )
    formula = np.isclose(rows["accuracy"], printed, rtol=1e-9, atol=0)
    score = np.abs(rows["beyond"] - rows["alpha"]) / rows["beyond_se"]
    return found(
        formula & (score <= largest_score(len(rows), standard_errors)).to_numpy(),
        f"The share of noise beyond it is alpha, to {number(score.max())} standard errors at most"
        f" in {len(rows)} cells.",
        f"the formula is the mechanism's accuracy in {int(formula.sum())} cells; epsilon"
        f" {span(rows['epsilon'])}, alpha {span(rows['alpha'])}",
    )


@claim("Accuracy-b")
def tight_constant(results):
    """With sqrt(2 e^(8/9) / pi) for 1.25 the noise is still (epsilon, delta)-DP."""
    rows = results.rows("accuracy_constant", mechanism="cGM-tight")
    spent = rows["spent"] / rows["delta"]
    return found(
        (spent <= 1 + ROUNDING).to_numpy(),
        f"With {np.sqrt(2 * np.exp(8 / 9) / np.pi):.4f} in place of 1.25 the noise spends"
        f" {span(spent)} of delta.",
        f"epsilon {span(rows['epsilon'])}, delta {span(rows['delta'])}",
    )
