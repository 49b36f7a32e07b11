"""Claims of the lecture notes on composition, and of the note on accuracy."""

import numpy as np
from scipy.special import erfinv, ndtr

from gaussmech.paper.claims.estimation import largest_score
from gaussmech.paper.claims.finding import (
    MARGIN,
    ROUNDING,
    NotCheckable,
    claim,
    found,
    number,
    ranges,
)
from gaussmech.privacy.calibration import classical_gaussian_sigma, gaussian_delta


@claim("Lecture-c")
def theorem_4(results):
    """The exact delta of the classical sigma is at most delta; the theorem names no range."""
    epsilon, delta = np.geomspace(0.01, 100, 41)[:, None], 10.0 ** -np.arange(1, 11)
    ratio = gaussian_delta(classical_gaussian_sigma(epsilon, delta), epsilon) / delta
    good = ratio <= 1 + ROUNDING
    at_10 = gaussian_delta(classical_gaussian_sigma(10.0, 1e-6), 10.0)
    where = ranges(epsilon.ravel(), good.all(axis=1))
    return found(good, at_10=at_10, where=where, most=ratio.max())


@claim("Lecture-d")
def density(results):
    """The density integrates to 1."""
    mass = [(printed_density_mass(sigma), sigma) for sigma in (0.25, 1.0, 4.0)]
    each = ", ".join(f"{number(value)} at sigma {sigma:g}" for value, sigma in mass)
    return found([abs(value - 1) < 1e-6 for value, _ in mass], each=each)


def printed_density_mass(sigma):
    """Return the integral of the density as printed, with sigma under the root."""
    x, step = np.linspace(-12 * sigma, 12 * sigma, 20_001, retstep=True)
    return step * np.sum(np.exp(-((x / sigma) ** 2) / 2)) / np.sqrt(2 * np.pi * sigma)


@claim("Lecture-e")
def tail_bound(results):
    """The probability is at most the bound, for any sigma and t."""
    sigma, ratio = np.array([0.1, 0.5, 1.0, 10.0])[:, None], np.geomspace(0.01, 10, 61)
    good = 2 * ndtr(-ratio) <= printed_tail(sigma, ratio)
    return found(good, bound=printed_tail(0.1, 1.0), exact=2 * ndtr(-1.0))


def printed_tail(sigma, ratio):
    """Return the printed bound of P[|Z| > t] at t = ratio sigma."""
    return np.sqrt(2 / np.pi) * sigma * np.exp(-(ratio**2) / 2)


@claim("Lecture-f")
def variance_of_the_product(results):
    """The variance of sum v_i Z_i is sigma^2 sum v_i^2; the printed sides are equal, and it."""
    sigma, v = 1.7, np.array([0.3, -1.2, 2.0])
    square = float(v @ v)
    exact, numbers = sigma**2 * square, {"square": square, "sigma": sigma, "left": 4 * square}
    return found(np.isclose(printed_variances(square), exact), exact=exact, **numbers)


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
    budget = epsilon, delta, sensitivity
    needed, printed = classical_gaussian_sigma(*budget), printed_noise(*budget)
    sigma, variance = printed / needed, np.sqrt(printed) / needed
    good = [np.ptp(sigma) <= ROUNDING * sigma.max()]
    return found(good, sigma=sigma, variance=variance, epsilon=epsilon, delta=delta)


@claim("Lecture-a")
def advanced_composition_is_valid(results):
    """The epsilon of the theorem is at least the exact epsilon of the releases."""
    rows = results.rows("composition_lecture", method="advanced")
    if (rows := rows[rows["exact_epsilon"] > 0]).empty:
        raise NotCheckable("delta alone covers these releases: their exact epsilon is 0")
    good = rows["epsilon"] >= rows["exact_epsilon"] * (1 - ROUNDING)
    return found(good, ratio=rows["epsilon"] / rows["exact_epsilon"], k=rows["k"])


@claim("Lecture-b")
def advanced_beats_basic(results):
    """The epsilon of k releases is below that of basic composition, for every k > 1."""
    rows = results.rows("composition_lecture", question="epsilon")
    epsilon = rows.pivot(index="k", columns="method", values="epsilon")
    if not {"basic", "advanced"} <= set(epsilon):
        raise NotCheckable("composition_lecture.csv lacks basic or advanced composition")
    if (epsilon := epsilon[(epsilon.index > 1) & (epsilon["advanced"] > 0)]).empty:
        raise NotCheckable("releases of this step budget have epsilon 0, however they compose")
    k, good = epsilon.index, (epsilon["advanced"] < epsilon["basic"]).to_numpy()
    factor = (epsilon["basic"] / epsilon["advanced"]).iloc[[0, -1]].to_numpy()
    passes = str(k[good][0]) if good.any() else "no value of the table"
    return found(good, factor=factor, k=k[[0, -1]], passes=passes, where=ranges(k, good))


@claim("Accuracy-a")
def accuracy_formula(results, *, standard_errors=MARGIN):
    """The share of classical Gaussian noise beyond the printed accuracy is alpha."""
    rows = results.rows("accuracy", mechanism="cGM")
    unit = 2 * rows["sensitivity"] / rows["epsilon"]
    printed = unit * np.sqrt(np.log(1.25 / rows["delta"])) * erfinv(1 - rows["alpha"])
    formula = np.isclose(rows["accuracy"], printed, rtol=1e-9, atol=0)
    score = np.abs(rows["beyond"] - rows["alpha"]) / rows["beyond_se"]
    good = formula & (score <= largest_score(len(rows), standard_errors))
    of_rows = {"formula": formula.sum(), "epsilons": rows["epsilon"], "alphas": rows["alpha"]}
    return found(good, most=score.max(), **of_rows)


@claim("Accuracy-b")
def tight_constant(results):
    """With sqrt(2 e^(8/9) / pi) for 1.25 the noise is still (epsilon, delta)-DP."""
    rows = results.rows("accuracy_constant", mechanism="cGM-tight")
    spent, constant = rows["spent"] / rows["delta"], np.sqrt(2 * np.exp(8 / 9) / np.pi)
    grid = {"epsilons": rows["epsilon"], "deltas": rows["delta"]}
    return found(spent <= 1 + ROUNDING, spent=spent, constant=constant, **grid)
