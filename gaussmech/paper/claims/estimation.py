"""Claims about the estimators of section 4: Bayes, James-Stein, soft thresholding."""

from functools import cache
from itertools import product

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from gaussmech.paper.claims.finding import MARGIN, NotCheckable, claim, found, number, ranges, signs
from gaussmech.paper.claims.results import CELL, DELTA, SAMPLE_SIZE
from gaussmech.paper.experiments.closed_forms import james_stein_risk, soft_threshold_risk
from gaussmech.privacy.calibration import analytic_gaussian_sigma

FINITE_VARIANCE = 5  # the least dimension in which the James-Stein loss has one
THRESHOLD_CONSTANT = 2.22  # of Theorem 12


def _prior(results, estimator):
    """Return d, w2 (w^2), mse and its error of an estimator's simulations, at sigma = 1."""
    rows = results.rows("claims_prior", estimator=estimator)
    if (rows := rows[rows["dimension"] >= FINITE_VARIANCE].reset_index(drop=True)).empty:
        raise NotCheckable(f"claims_prior.csv has no dimension from {FINITE_VARIANCE} on")
    return rows.rename(columns={"dimension": "d", "prior_variance": "w2", "mse_se": "error"})


def largest_score(cells, standard_errors=MARGIN):
    """Return the |score| that the largest of so many exceeds as rarely as one that of a cell."""
    grid = np.linspace(0, 40, 40_001)
    return float(grid[np.argmax(2 * cells * ndtr(-grid) <= 2 * ndtr(-standard_errors))])


def bayes_risk(d, w2):
    """Return the Bayes risk under f ~ N(0, w^2 I), at sigma = 1."""
    return d * w2 / (w2 + 1)


@claim("BW-4a")
def bayes_formula(results, *, standard_errors=MARGIN):
    """Simulated E||y_Bayes - f||^2 is d w^2 sigma^2 / (w^2 + sigma^2), at sigma = 1."""
    runs = _prior(results, "Bayes")
    score = (runs["mse"] - bayes_risk(runs["d"], runs["w2"])).abs() / runs["error"].clip(1e-300)
    good = score <= largest_score(len(runs), standard_errors)
    return found(good, most=score.max(), d=runs["d"], w2=runs["w2"])


PRIORS = {  # name: values and probabilities
    "two points": (np.array([-1.5, 1.5]), np.array([0.5, 0.5])),
    "sparse": (np.array([0.0, 4.0]), np.array([0.95, 0.05])),
    "exponential": (np.arange(200) / 10, np.exp(-np.arange(200) / 10)),
}


def _joint(y, step, values, weights):
    """Return the probabilities of (y, f) for a prior on values, at sigma = 1."""
    return np.exp(-((y[:, None] - values) ** 2) / 2) / np.sqrt(2 * np.pi) * weights * step


def posterior_mean(joint, values):
    """Return E[f | y] by y, from joint probabilities (y, f); 0 where there is none."""
    return joint @ values / np.maximum(joint.sum(axis=1), 1e-300)


@claim("BW-4g")
def theorem_10(results):
    """Adding t h(y) to the posterior mean increases the Bayes risk: three priors, four h."""
    y, step = np.linspace(-14, 36, 5001, retstep=True)
    loss = []
    for values, weights in PRIORS.values():
        joint = _joint(y, step, values, weights / weights.sum())
        best = posterior_mean(joint, values)
        for h, t in product((y, np.sign(y), np.cos(y), np.ones_like(y)), (-0.1, 0.1)):
            risks = [(joint * (g[:, None] - values) ** 2).sum() for g in (best, best + t * h)]
            loss.append(risks[1] - risks[0])
    return found(np.array(loss) > 0, least=min(loss), priors=", ".join(PRIORS))


def spikes_bayes_risk(share, height):
    """Return the Bayes risk, at sigma = 1, of +-height with probability `share`, else 0."""
    y, step = np.linspace(-height - 10, height + 10, 1001, retstep=True)
    values = np.array([-height, 0.0, height])
    joint = _joint(y, step, values, [share / 2, 1 - share, share / 2])
    return (joint * (posterior_mean(joint, values)[:, None] - values) ** 2).sum()


def printed_rate(p, radius, d):
    """Return (7) without its constant, at sigma = 1."""
    return radius**p * (1 + np.log(d / radius**p)) ** (1 - p / 2)


@cache
def risk_bounds():
    """Return bounds of the minimax risk over (7), ball by ball, from k spikes that fill the ball.

    Below: the largest Bayes risk. Above: the worst risk of the best soft threshold.
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
    good = (bounds[:, 0] >= 1 / factor) & (bounds[:, 1] <= factor)
    return found(good, bounds=bounds)


def printed_risk_of_balls(p, radius, d):
    """Return the printed rate for p >= 2, at sigma = 1."""
    return radius**2 / (1 + radius**2 / d)


@claim("BW-4l")
def balls_of_p_from_2_on(results, *, factor=10.0):
    """The printed rate is at least 1 / `factor` of the risk of the largest cube in the ball.

    That is d times the risk of a coordinate in [-a, a], a = B d^(-1/p): two points within bound it.
    """
    points, ratios = np.linspace(0.05, 1, 20), {}
    risk = np.array([spikes_bayes_risk(1.0, t) for t in points])
    for p, d, side in product((2.0, 3.0, 4.0, np.inf), (10, 100, 10_000), (0.1, 1.0, 10.0)):
        radius = side if np.isinf(p) else side * d ** (1 / p)
        below = d * risk[points <= side].max()
        ratios[p, d, side] = below / printed_risk_of_balls(p, radius, d)
    p, d, side = max(ratios, key=ratios.get)
    good = np.array(list(ratios.values())) <= factor
    square, above = (f"{part.sum()} of {part.size}" for part in (good[:9], good[9:]))
    worst = f"p = {p:g}, d = {d}, a = {side:g} sigma"
    return found(good, worst=worst, most=max(ratios.values()), square=square, above=above)


@claim("BW-4i")
def maximum_likelihood_plug_in(results):
    """The likelihood of q = ||y||^2 is largest at w^2 + sigma^2 = q / (d - 2)."""
    dimensions, q = np.array([3, 5, 10, 30, 100, 1000]), 37.0
    over = []
    search = {"method": "bounded", "options": {"xatol": 1e-9}}
    for d in dimensions:
        search |= {"bounds": (q / d / 9, 9 * q), "args": (q, d)}
        over.append(q / minimize_scalar(negative_log_likelihood, **search).x)
    good = np.abs(over - (dimensions - 2)) < 1e-3
    return found(good, at_10=over[2], over=over, dimensions=", ".join(map(str, dimensions)))


def negative_log_likelihood(s, q, d):
    """Return - log p(q | s), up to a constant: q / s is chi-square."""
    return d / 2 * np.log(s) + q / (2 * s)


@claim("BW-4k")
def k_for_d(results):
    """The derivative that the proof prints is 0 there for k = d, and for k as in section 4."""
    d, q = 10, 37.0
    slopes = [printed_slope(q / (k - 2), q, d) for k in (d, 2.5)]
    return found(np.abs(slopes) < 1e-9, slopes=slopes)


def printed_slope(s, q, d):
    """Return the derivative of the log-likelihood that the proof of Theorem 11 prints."""
    return -(d / 2 - 1) / s + q / (2 * s * s)


def printed_james_stein_mse(d, w2):
    """Return the MSE of Theorem 11 as printed, at sigma = 1."""
    return d * (1 - (d - 2) ** 2 / d**2 / (w2 + 1))


def james_stein_mse(d, w2):
    """Return the MSE of the James-Stein estimator under f ~ N(0, w^2 I), at sigma = 1."""
    # d - (d-2)^2 E[1/||y||^2] by Stein's identity, and ||y||^2 is (w^2 + 1) chi^2_d.
    return d * (1 - (d - 2) / d / (w2 + 1))


@claim("BW-4b")
def theorem_11(results, *, standard_errors=MARGIN):
    """The simulated MSE of James-Stein is that of the printed formula, in every cell."""
    runs = _prior(results, "JS")
    printed, right = (
        (runs["mse"] - formula(runs["d"], runs["w2"])).abs() / runs["error"]
        for formula in (printed_james_stein_mse, james_stein_mse)
    )
    worst, good = runs.loc[printed.idxmax()], printed <= largest_score(len(runs), standard_errors)
    formula = printed_james_stein_mse(worst["d"], worst["w2"])
    return found(good, worst=worst, formula=formula, right=right.max(), d=runs["d"], w2=runs["w2"])


@claim("BW-4c")
def always_improves(results, *, standard_errors=MARGIN):
    """The exact risk at fixed f is smaller, and so is the error in every cell of section 5.2."""
    grid = product((3, 4, 5, 10, 100, 1000, 10_000), (0.0, 0.1, 1.0, 10.0, 100.0, 1e4, 1e6))
    exact = [1 - james_stein_risk(d, norm2) / d for d, norm2 in grid]
    cells = results.compare("mean_estimation", ("aGM-JS", "aGM"), standard_errors=standard_errors)
    # The theorem is exact: cells can refute it, undecided cells cannot.
    good = [gain > 0 for gain in exact] + [sign > 0 for sign in cells.sign if sign]
    worse = cells.cells[cells.sign < 0].head(3)[["difference", *CELL]].itertuples(index=False)
    counter = "; ".join(
        f"worse by {number(-by)} at epsilon {epsilon:g}, d = {d}" for by, epsilon, d in worse
    )
    return found(good, exact=exact, where=counter or cells.where(), **cells.counts())


@claim("BW-4d")
def within_factor_of_bayes(results, *, standard_errors=MARGIN):
    """The simulated MSE of James-Stein over the Bayes risk is at most d^2 / (d-2)^2."""
    runs = _prior(results, "JS").query("w2 > 0").reset_index(drop=True)
    d, bayes = runs["d"], bayes_risk(runs["d"], runs["w2"])
    runs = runs.assign(risk=runs["mse"] / bayes, bound=d**2 / (d - 2) ** 2)
    decided = signs(runs["bound"] * bayes - runs["mse"], runs["error"], standard_errors)
    worst = runs.loc[(runs["risk"] / runs["bound"]).idxmax()]
    setting = []
    for epsilon in results.epsilons("mean_estimation"):
        dims = np.array(results.errors("mean_estimation")[0].loc[epsilon].index, float)
        # w^2 / sigma^2: in section 5.2 coordinates of f are nearly N(0, 1 + 1/(12 n)).
        sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(dims) / SAMPLE_SIZE)
        ratio = (1 + 1 / (12 * SAMPLE_SIZE)) / sigma**2
        within = james_stein_mse(dims, ratio) * (ratio + 1) <= dims**3 / (dims - 2) ** 2 * ratio
        setting.append(f"epsilon {epsilon:g}: d {ranges(dims, within)}")
    above, open_ = ((decided == sign).sum() for sign in (-1, 0))
    return found(decided, worst=worst, above=above, open=open_, setting="; ".join(setting))


@claim("BW-4e")
def theorem_12(results):
    """The bound, certified on a grid: risk(t) <= (2 log d + 1)(1/d + 2.22 r(t)) of one coordinate.

    r(t) is the largest Bayes risk of two points within [-t, t]; sums over the coordinates of the
    box with corner |f|, which the ball contains, give the theorem. Both sides increase with t:
    risk at the right end of an interval and r at its left end decide for all of it.
    """
    t = np.concatenate([[0.0], np.geomspace(1e-7, 100, 4001)])
    points = t[(t > 0) & (t <= 2)]
    risks = np.maximum.accumulate([spikes_bayes_risk(1.0, x) for x in points])
    minimax = np.interp(t, points, risks, left=0.0)
    least = []
    for d in np.unique(np.geomspace(2, 1e9, 37).round()):
        risk, factor = soft_threshold_risk(t, np.sqrt(2 * np.log(d))), 2 * np.log(d) + 1
        bounds = np.stack([THRESHOLD_CONSTANT * minimax, np.minimum(t**2, 1)])
        least.append(np.min(factor * (1 / d + bounds[:, :-1]) / risk[1:], axis=1))
    slack, oracle = np.transpose(least)
    usual = 1 / spikes_bayes_risk(1.0, 1.0)
    return found(slack >= 1, slack=slack.min(), oracle=oracle.min(), usual=usual)


@claim("BW-4j")
def nearly_optimal_for_all_balls(results):
    """At f = 0 the risk is at most 4.44 log d times R(S), which is at most B^2 for p <= 2."""
    dimensions, radii = np.array([10, 100, 10_000]), np.array([1e-3, 1e-2, 0.1, 1.0])[:, None]
    at_zero = dimensions * soft_threshold_risk(0.0, np.sqrt(2 * np.log(dimensions)))
    ratio, factor = at_zero / radii**2, 4.44 * np.log(dimensions)
    theorem = THRESHOLD_CONSTANT * (2 * np.log(dimensions) + 1)
    return found(ratio <= factor, ratio=ratio[1, 1], factor=factor[1], theorem=theorem[1])


@claim("BW-4f")
def thresholding_improves(results):
    """The exact squared error of TH on a histogram of s equal bins is below that of the raw one."""
    ratio = {}
    for epsilon, n, d in product((0.01, 0.1, 1.0), (500, 5000), (10, 100, 1000)):
        sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(2) / n)
        for s in sorted({1, 3, d // 3, d}):
            full, empty = soft_threshold_risk(np.array([1 / s / sigma, 0]), np.sqrt(2 * np.log(d)))
            ratio[epsilon, n, d, s] = (s * full + (d - s) * empty) / d
    worst, good = max(ratio, key=ratio.get), np.array(list(ratio.values())) < 1
    return found(good, printed=ratio[1.0, 500, 10, 10], most=ratio[worst], worst=str(worst))
