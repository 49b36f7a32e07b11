"""Claims about the estimators of section 4: Bayes, James-Stein, soft thresholding."""

from functools import cache
from itertools import product

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from gaussmech.calibration import analytic_gaussian_sigma
from gaussmech.claims.finding import (
    MARGIN,
    NotCheckable,
    claim,
    found,
    number,
    ranges,
    signs,
    span,
)
from gaussmech.claims.results import DELTA, SAMPLE_SIZE
from gaussmech.experiments.closed_forms import (
    james_stein_risk,
    soft_threshold_risk,
)

# In lower dimensions the James-Stein loss has no variance, and no standard error.
FINITE_VARIANCE = 5
# The constant of Theorem 12.
THRESHOLD_CONSTANT = 2.22


def _prior(results, estimator):
    """Return dimensions, w^2, mean squared errors and their errors of an estimator's runs."""
    rows = results.rows("claims_prior", estimator=estimator)
    rows = rows[rows["dimension"] >= FINITE_VARIANCE]
    if rows.empty:
        raise NotCheckable(f"claims_prior.csv has no dimension from {FINITE_VARIANCE} on")
    columns = "dimension", "prior_variance", "mse", "mse_se"
    return [rows[name].to_numpy(float) for name in columns]


def largest_score(cells, standard_errors=MARGIN):
    """Return the |score| that the largest of so many exceeds as rarely as one that of a cell."""
    grid = np.linspace(0, 40, 40_001)
    return float(grid[np.argmax(2 * cells * ndtr(-grid) <= 2 * ndtr(-standard_errors))])


@claim("BW-4a")
def bayes_risk(results, *, standard_errors=MARGIN):
    """Simulated E||y_Bayes - f||^2 is d w^2 sigma^2 / (w^2 + sigma^2), at sigma = 1."""
    d, w2, mse, error = _prior(results, "Bayes")
    score = np.abs(mse - d * w2 / (w2 + 1)) / np.maximum(error, 1e-300)
    return found(
        score <= largest_score(len(score), standard_errors),
        f"In {len(score)} simulations the Bayes risk is the formula's, to {number(score.max())}"
        " standard errors at most.",
        f"d {span(d)}, w^2 / sigma^2 {span(w2)}",
    )


PRIORS = {  # name: values and probabilities
    "two points": (np.array([-1.5, 1.5]), np.array([0.5, 0.5])),
    "sparse": (np.array([0.0, 4.0]), np.array([0.95, 0.05])),
    "exponential": (np.arange(200) / 10, np.exp(-np.arange(200) / 10)),
}


@claim("BW-4g")
def theorem_10(results):
    """Adding t h(y) to the posterior mean increases the Bayes risk: three priors, four h."""
    y, step = np.linspace(-14, 36, 5001, retstep=True)
    loss = []
    for values, weights in PRIORS.values():
        joint = weights / weights.sum() * np.exp(-((y[:, None] - values) ** 2) / 2)
        joint *= step / np.sqrt(2 * np.pi)
        best = posterior_mean(joint, values)
        for h in (y, np.sign(y), np.cos(y), np.ones_like(y)):
            for t in (-0.1, 0.1):
                risks = [(joint * (g[:, None] - values) ** 2).sum() for g in (best, best + t * h)]
                loss.append(risks[1] - risks[0])
    return found(
        np.array(loss) > 0,
        f"Each of {len(loss)} changes of the posterior mean costs risk, {number(min(loss))} sigma^2"
        " at least.",
        f"priors: {', '.join(PRIORS)}",
    )


def posterior_mean(joint, values):
    """Return E[f | y] by y, from joint probabilities (y, f); 0 where there is none."""
    return joint @ values / np.maximum(joint.sum(axis=1), 1e-300)


def spikes_bayes_risk(share, height):
    """Return the Bayes risk, at sigma = 1, of +-height with probability `share`, else 0."""
    y, step = np.linspace(-height - 10, height + 10, 1001, retstep=True)
    values = np.array([-height, 0.0, height])
    joint = np.exp(-((y[:, None] - values) ** 2) / 2) * [share / 2, 1 - share, share / 2]
    joint *= step / np.sqrt(2 * np.pi)
    return (joint * (posterior_mean(joint, values)[:, None] - values) ** 2).sum()


def printed_rate(p, radius, d):
    """Return (7) without its constant, at sigma = 1."""
    return radius**p * (1 + np.log(d / radius**p)) ** (1 - p / 2)


@cache
def risk_bounds():
    """Return bounds of the minimax risk over (7), below and above, ball by ball.

    Below: the Bayes risk of k spikes in expectation that fill the ball, the most over k (its limit
    is the minimax risk). Above: the worst risk of the best soft threshold on k equal spikes.
    """
    bounds = []
    for p, d in product((0.5, 1.0, 1.5), (1e3, 1e5, 1e7)):
        for log_radius in np.linspace(np.log(np.log(d)) / 2, np.log(d / 4) / p, 4):
            k = np.geomspace(1, d, 25)
            height = np.exp(log_radius) * k ** (-1 / p)
            below = max(d * spikes_bayes_risk(n / d, h) for n, h in zip(k, height, strict=True))
            above = min(
                np.max(k * soft_threshold_risk(height, t) + (d - k) * soft_threshold_risk(0, t))
                for t in np.linspace(0, np.sqrt(2 * np.log(d)), 30)
            )
            rate = printed_rate(p, np.exp(log_radius), d)
            bounds.append((below / rate, above / rate))
    return np.array(bounds)


@claim("BW-4h")
def equation_7(results, *, factor=10.0):
    """Bounds of the risk are within `factor` of (7), in balls of the printed range."""
    bounds = risk_bounds()
    return found(
        (bounds[:, 0] >= 1 / factor) & (bounds[:, 1] <= factor),
        f"The risk is {span(bounds)} times (7) in {len(bounds)} balls.",
    )


def printed_risk_of_balls(p, radius, d):
    """Return the printed rate for p >= 2, at sigma = 1."""
    return radius**2 / (1 + radius**2 / d)


@claim("BW-4l")
def balls_of_p_from_2_on(results, *, factor=10.0):
    """The printed rate is at least 1 / `factor` of a lower bound of the risk.

    The ball contains the cube of half side a = B d^(-1/p), whose risk is d times that of one
    coordinate in [-a, a], which is at least the Bayes risk of two points within.
    """
    points = np.linspace(0.05, 1, 20)
    risk = np.array([two_point_risk(t) for t in points])
    good, worst = [], (0.0, "")
    for p in (2.0, 3.0, 4.0, np.inf):
        for d in (10, 100, 10_000):
            for side in (0.1, 1.0, 10.0):
                radius = side if np.isinf(p) else side * d ** (1 / p)
                below = d * risk[points <= side].max()
                ratio = below / printed_risk_of_balls(p, radius, d)
                good.append(ratio <= factor)
                worst = max(worst, (ratio, f"p = {p:g}, d = {d}, a = {side:g} sigma"))
    return found(
        good,
        f"At {worst[1]} the risk is at least {number(worst[0])} times the printed rate.",
        f"p = 2: {share_of(good[:9])}; p > 2: {share_of(good[9:])} cells within the factor; a is"
        " the half side of a cube in the ball",
    )


def share_of(good):
    """Return `n of m` for booleans."""
    return f"{sum(good)} of {len(good)}"


@claim("BW-4i")
def maximum_likelihood_plug_in(results):
    """The likelihood of q = ||y||^2 is largest at w^2 + sigma^2 = q / (d - 2)."""
    dimensions, q = np.array([3, 5, 10, 30, 100, 1000]), 37.0
    best = [
        minimize_scalar(
            lambda s, d=d: negative_log_likelihood(s, q, d),
            bounds=(q / d / 9, 9 * q),
            method="bounded",
            options={"xatol": 1e-9},
        ).x
        for d in dimensions
    ]
    over = q / np.array(best)
    return found(
        np.abs(over - (dimensions - 2)) < 1e-3,
        f"At d = 10 the most likely w^2 + sigma^2 is ||y||^2 / {number(over[2])}: the factor is"
        f" 1 - {number(over[2])} sigma^2 / ||y||^2, not 1 - 8 sigma^2 / ||y||^2.",
        f"||y||^2 over the estimate: {', '.join(number(x) for x in over)} at d ="
        f" {', '.join(map(str, dimensions))}",
    )


def negative_log_likelihood(s, q, d):
    """Return - log p(q | s), up to a constant: q / s is chi-square with d degrees of freedom."""
    return d / 2 * np.log(s) + q / (2 * s)


@claim("BW-4k")
def k_for_d(results):
    """The derivative that the proof prints is 0 there for k = d, and for k as in section 4."""
    d, q = 10, 37.0
    slopes = [printed_slope(q / (k - 2), q, d) for k in (d, 2.5)]
    return found(
        np.abs(slopes) < 1e-9,
        "The printed derivative vanishes there for k = d alone; section 4 has k for a power law.",
        f"derivative at d = 10: {slopes[0]:.1e} for k = 10, {number(slopes[1])} for k = 2.5",
    )


def printed_slope(s, q, d):
    """Return the derivative of the log-likelihood that the proof of Theorem 11 prints."""
    return -(d / 2 - 1) / s + q / (2 * s * s)


def printed_james_stein_mse(d, w2):
    """Return the MSE of Theorem 11 as printed, at sigma = 1."""
    return d * (1 - (d - 2) ** 2 / d**2 / (w2 + 1))


def james_stein_mse(d, w2):
    """Return the MSE of the James-Stein estimator under f ~ N(0, w^2 I), at sigma = 1.

    d - (d-2)^2 E[1/||y||^2] by Stein's identity, and ||y||^2 is (w^2 + 1) chi^2_d, whose
    inverse has the mean 1/((d-2)(w^2 + 1)).
    """
    return d * (1 - (d - 2) / d / (w2 + 1))


@claim("BW-4b")
def theorem_11(results, *, standard_errors=MARGIN):
    """The simulated MSE of James-Stein is that of the printed formula.

    A formula is refuted by one cell; cells that agree within their error prove nothing.
    """
    d, w2, mse, error = _prior(results, "JS")
    limit = largest_score(len(d), standard_errors)
    score = np.abs(mse - printed_james_stein_mse(d, w2)) / error
    right = np.abs(mse - james_stein_mse(d, w2)) / error
    at = int(np.argmax(score))
    return found(
        score <= limit,
        f"At d = {d[at]:g} and w^2 = {w2[at]:g} sigma^2 it is {number(mse[at])} +-"
        f" {number(error[at])} sigma^2, the formula"
        f" {number(printed_james_stein_mse(d[at], w2[at]))}.",
        f"with (d-2)/d in place of (d-2)^2/d^2 it is off by {number(right.max())} standard errors"
        f" at most; d {span(d)}, w^2 / sigma^2 {span(w2)}",
    )


@claim("BW-4c")
def always_improves(results, *, standard_errors=MARGIN):
    """The exact risk at fixed f is smaller, and so is the error in every cell of section 5.2."""
    exact = [
        1 - james_stein_risk(d, norm2) / d
        for d in (3, 4, 5, 10, 100, 1000, 10_000)
        for norm2 in (0.0, 0.1, 1.0, 10.0, 100.0, 1e4, 1e6)
    ]
    cells = results.compare("mean_estimation", ("aGM-JS", "aGM"), standard_errors=standard_errors)
    # The theorem is exact: cells can refute it, undecided cells cannot.
    good = [gain > 0 for gain in exact] + [sign > 0 for sign in cells.sign if sign]
    worse = cells.cells[cells.cells["sign"] < 0]
    counter = "; ".join(
        f"worse by {number(-row.difference)} at epsilon {row.epsilon:g}, d = {row.dimension}"
        for row in worse.head(3).itertuples()
    )
    return found(
        good,
        f"It removes {span(exact)} of the risk, exactly; of {len(cells.sign)} cells of mean"
        f" estimation {(cells.sign > 0).sum()} are better and {len(worse)} worse.",
        f"d 3 to 10,000, ||f|| / sigma 0 to 1000; {counter or cells.where()}",
    )


def _setting_5_2(epsilon, d):
    """Return w^2 / sigma^2 in section 5.2: coordinates of f are nearly N(0, 1 + 1/(12 n))."""
    sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(d) / SAMPLE_SIZE)
    return (1 + 1 / (12 * SAMPLE_SIZE)) / sigma**2


@claim("BW-4d")
def within_factor_of_bayes(results, *, standard_errors=MARGIN):
    """The simulated MSE of James-Stein over the Bayes risk is at most d^2 / (d-2)^2."""
    d, w2, mse, error = (column[_prior(results, "JS")[1] > 0] for column in _prior(results, "JS"))
    bayes, bound = d * w2 / (w2 + 1), d**2 / (d - 2) ** 2
    decided = signs(bound * bayes - mse, error, standard_errors)
    worst = int(np.argmax(mse / bayes / bound))
    setting = []
    for epsilon in results.epsilons("mean_estimation"):
        dims = np.array(results.errors("mean_estimation")[0].loc[epsilon].index, float)
        ratio = _setting_5_2(epsilon, dims)
        within = james_stein_mse(dims, ratio) * (ratio + 1) <= dims**3 / (dims - 2) ** 2 * ratio
        setting.append(f"epsilon {epsilon:g}: d {ranges(dims, within)}")
    return found(
        decided,
        f"At d = {d[worst]:g} and w^2 = {w2[worst]:g} sigma^2 the risk is"
        f" {number(mse[worst] / bayes[worst])} times the Bayes risk, the printed factor"
        f" {number(bound[worst])}.",
        f"{(decided < 0).sum()} cells above, {(decided == 0).sum()} open; within in the setting of"
        f" section 5.2 at {'; '.join(setting)}",
    )


def two_point_risk(mean):
    """Return the Bayes risk of the prior on +-mean at sigma = 1, below the minimax risk."""
    y, step = np.linspace(-12, 14, 521, retstep=True)
    density = np.exp(-((y - mean) ** 2) / 2) / np.sqrt(2 * np.pi)
    return mean**2 * step * np.sum(density * (1 - np.tanh(mean * y)))


@claim("BW-4e")
def theorem_12(results):
    """The bound, certified on a grid.

    Coordinate by coordinate at sigma = 1: risk(t) <= (2 log d + 1)(1/d + 2.22 r(t)), with r(t) the
    largest Bayes risk of a prior on two points within [-t, t]. Sums over the coordinates of any f
    in S give the theorem, as R(S) is at least the minimax risk of the box with corner |f| that
    the ball contains, and that is a sum over the coordinates. Both sides increase with t, so that
    risk at the right end of an interval and r at its left end decide for all of it.
    """
    t = np.concatenate([[0.0], np.geomspace(1e-7, 100, 4001)])
    points = t[(t > 0) & (t <= 2)]
    risks = np.maximum.accumulate([two_point_risk(x) for x in points])
    minimax = np.interp(t, points, risks, left=0.0)
    slack, oracle = [], []
    for d in np.unique(np.geomspace(2, 1e9, 37).round()):
        risk, factor = soft_threshold_risk(t, np.sqrt(2 * np.log(d))), 2 * np.log(d) + 1
        bounds = (THRESHOLD_CONSTANT * minimax, np.minimum(t**2, 1))
        for least, bound in zip((slack, oracle), bounds, strict=True):
            least.append(np.min(factor * (1 / d + bound[:-1]) / risk[1:]))
    return found(
        np.array(slack) >= 1,
        f"The bound is {number(min(slack))} times the risk at least; by its usual proof the"
        f" constant would be {1 / two_point_risk(1.0):.4f}, not 2.22.",
        f"every l_p ball, d 2 to 1e9 on a grid, |f| / sigma up to 100; the oracle inequality has"
        f" {number(min(oracle))} for the same",
    )


@claim("BW-4j")
def nearly_optimal_for_all_balls(results):
    """At f = 0 the risk is at most 4.44 log d times R(S), which is at most B^2 for p <= 2."""
    dimensions, radii = np.array([10, 100, 10_000]), np.array([1e-3, 1e-2, 0.1, 1.0])[:, None]
    at_zero = dimensions * soft_threshold_risk(0.0, np.sqrt(2 * np.log(dimensions)))
    ratio, factor = at_zero / radii**2, 4.44 * np.log(dimensions)
    theorem = THRESHOLD_CONSTANT * (2 * np.log(dimensions) + 1)
    return found(
        (ratio <= factor).ravel(),
        f"At f = 0, d = 100 and B = 0.01 sigma the risk is {number(ratio[1, 1])} times B^2, the"
        f" most that R(S) can be; 4.44 log d is {number(factor[1])}.",
        f"p <= 2, B / sigma 0.001 to 1, d 10 to 10,000; even without its sigma^2 Theorem 12 gives"
        f" {number(theorem[1])} at d = 100",
    )


@claim("BW-4f")
def thresholding_improves(results):
    """The exact squared error of TH on a histogram of s equal bins is below that of the raw one."""
    ratio, cells = [], []
    for epsilon in (0.01, 0.1, 1.0):
        for n in (500, 5000):
            sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(2) / n)
            for d in (10, 100, 1000):
                for s in sorted({1, 3, d // 3, d}):
                    risks = soft_threshold_risk(
                        np.array([1 / s / sigma, 0]), np.sqrt(2 * np.log(d))
                    )
                    ratio.append((s * risks[0] + (d - s) * risks[1]) / d)
                    cells.append((epsilon, n, d, s))
    printed = ratio[cells.index((1.0, 500, 10, 10))]
    worst = cells[int(np.argmax(ratio))]
    return found(
        np.array(ratio) < 1,
        f"A uniform histogram of 500 items in 10 bins at epsilon 1 has {number(printed)} times the"
        " squared error.",
        "epsilon 0.01 to 1, delta 1e-4, n 500 and 5000, d 10 to 1000, s 1 to d; worst"
        f" {number(max(ratio))} at (epsilon, n, d, s) = {worst}",
    )
