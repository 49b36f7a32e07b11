"""Claims about the estimators of section 4: Bayes, James-Stein, soft thresholding."""

from functools import cache
from itertools import product

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from gaussmech.paper.claims.finding import (
    MARGIN,
    Finding,
    NotCheckable,
    claim,
    number,
    ranges,
    signs,
)
from gaussmech.paper.claims.results import DELTA, SAMPLE_SIZE
from gaussmech.paper.experiments.closed_forms import (
    james_stein_risk,
    soft_threshold_risk,
)
from gaussmech.privacy.calibration import analytic_gaussian_sigma

# The James-Stein loss has a finite variance from this dimension on.
FINITE_VARIANCE = 5
# The constant of Theorem 12.
THRESHOLD_CONSTANT = 2.22
# "Up to a constant", or "of the order", is within this factor.
CONSTANT = 10.0
# Names of tables.
SIMULATIONS = "claims_prior"
MEANS = "mean_estimation"


def _prior(results, estimator):
    """Return d, w2 (w^2), mse and its error of an estimator's simulations, at sigma = 1."""
    rows = results.rows(SIMULATIONS, estimator=estimator)
    rows = rows[rows["dimension"] >= FINITE_VARIANCE].reset_index(drop=True)
    if rows.empty:
        raise NotCheckable(
            f"{SIMULATIONS}.csv has no dimension from {FINITE_VARIANCE} on"
        )
    return rows.rename(
        columns={"dimension": "d", "prior_variance": "w2", "mse_se": "error"}
    )


def largest_score(cells):
    """Return the bound for the largest |score| of several cells.

    The largest exceeds it at most as rarely as the score of a single cell exceeds MARGIN
    (Bonferroni).
    """
    grid = np.linspace(0, 40, 40_001)
    chance = 2 * ndtr(-MARGIN)
    return float(grid[np.argmax(2 * cells * ndtr(-grid) <= chance)])


def universal_threshold(d):
    """Return the threshold sqrt(2 log d) of Theorem 12, at sigma = 1."""
    return np.sqrt(2 * np.log(d))


def bayes_risk(d, w2):
    """Return the Bayes risk under f ~ N(0, w^2 I), at sigma = 1."""
    return d * w2 / (w2 + 1)


@claim("BW-4a")
def bayes_formula(results):
    """Simulated E||y_Bayes - f||^2 is d w^2 sigma^2 / (w^2 + sigma^2), at sigma = 1."""
    runs = _prior(results, "Bayes")
    off = (runs["mse"] - bayes_risk(runs["d"], runs["w2"])).abs()
    score = off / runs["error"].clip(1e-300)
    satisfied = score <= largest_score(len(runs))
    numbers = {
        "most": score.max(),
        "d": runs["d"],
        "w2": runs["w2"],
    }
    return Finding(satisfied, numbers, (SIMULATIONS,))


_GRID = np.arange(200) / 10
# The values of f under each prior, and their weights, which need not add up to 1.
PRIORS = {
    "two points": (
        np.array([-1.5, 1.5]),
        np.array([0.5, 0.5]),
    ),
    "sparse": (
        np.array([0.0, 4.0]),
        np.array([0.95, 0.05]),
    ),
    "exponential": (
        _GRID,
        np.exp(-_GRID),
    ),
}


def _joint(y, step, values, weights):
    """Return the probabilities of (y, f) for a prior on values, at sigma = 1."""
    distance = y[:, None] - values
    density = np.exp(-(distance**2) / 2) / np.sqrt(2 * np.pi)
    return density * weights * step


def posterior_mean(joint, values):
    """Return E[f | y] by y, from joint probabilities (y, f); 0 where there is none."""
    return joint @ values / np.maximum(joint.sum(axis=1), 1e-300)


@claim("BW-4g")
def theorem_10(results):
    """Adding t h(y) to the posterior mean increases the Bayes risk: three priors, four h."""
    y, step = np.linspace(-14, 36, 5001, retstep=True)
    changes = (
        y,
        np.sign(y),
        np.cos(y),
        np.ones_like(y),
    )
    losses = []
    for values, weights in PRIORS.values():
        joint = _joint(y, step, values, weights / weights.sum())
        best = posterior_mean(joint, values)
        least = _risk(joint, best, values)
        for change, size in product(changes, (-0.1, 0.1)):
            losses.append(_risk(joint, best + size * change, values) - least)
    numbers = {
        "least": min(losses),
        "priors": ", ".join(PRIORS),
    }
    return Finding(np.array(losses) > 0, numbers)


def _risk(joint, estimate, values):
    """Return the mean squared error of an estimate by y, from joint probabilities (y, f)."""
    return (joint * (estimate[:, None] - values) ** 2).sum()


def spikes_bayes_risk(share, height):
    """Return the Bayes risk, at sigma = 1, of +-height with probability `share`, else 0."""
    y, step = np.linspace(-height - 10, height + 10, 1001, retstep=True)
    values = np.array([-height, 0.0, height])
    joint = _joint(y, step, values, [share / 2, 1 - share, share / 2])
    return _risk(joint, posterior_mean(joint, values), values)


def printed_rate(p, radius, d):
    """Return (7) without its constant, at sigma = 1."""
    volume = radius**p
    logarithm = 1 + np.log(d / volume)
    return volume * logarithm ** (1 - p / 2)


@cache
def risk_bounds():
    """Return bounds of the minimax risk over (7), a row per ball, from k spikes that fill the ball.

    The lower bound is the largest Bayes risk, the upper bound the worst risk of the best soft
    threshold.
    """
    bounds = []
    exponents = (0.5, 1.0, 1.5)
    dimensions = (1e3, 1e5, 1e7)
    for p, d in product(exponents, dimensions):
        for radius in nontrivial_radii(p, d):
            k = np.geomspace(1, d, 25)
            height = radius * k ** (-1 / p)
            below = largest_bayes_risk(k, height, d)
            thresholds = np.linspace(0, universal_threshold(d), 30)
            above = min(
                spikes_threshold_risk(k, height, d, t).max() for t in thresholds
            )
            rate = printed_rate(p, radius, d)
            bounds.append((below / rate, above / rate))
    return np.array(bounds)


def largest_bayes_risk(k, height, d):
    """Return the largest Bayes risk of k spikes of a height among d entries, over k."""
    risks = []
    for spikes, level in zip(k, height, strict=True):
        risks.append(d * spikes_bayes_risk(spikes / d, level))
    return max(risks)


def nontrivial_radii(p, d):
    """Return four radii B / sigma that footnote 4 calls non-trivial, with c_p = 4^(-1/p)."""
    least = np.log(np.log(d)) / 2
    most = np.log(d / 4) / p
    return np.exp(np.linspace(least, most, 4))


def spikes_threshold_risk(k, height, d, threshold):
    """Return the risk of soft thresholding at k spikes of a height among d entries."""
    spikes = k * soft_threshold_risk(height, threshold)
    return spikes + (d - k) * soft_threshold_risk(0, threshold)


@claim("BW-4h")
def equation_7(results):
    """Bounds of the risk are within a factor of 10 of (7), in balls of the printed range."""
    bounds = risk_bounds()
    below, above = bounds.T
    satisfied = (below >= 1 / CONSTANT) & (above <= CONSTANT)
    numbers = {
        "bounds": bounds,
    }
    return Finding(satisfied, numbers)


def printed_risk_of_balls(p, radius, d):
    """Return the printed rate for p >= 2, at sigma = 1."""
    return radius**2 / (1 + radius**2 / d)


@claim("BW-4l")
def balls_of_p_from_2_on(results):
    """The printed rate is at least a tenth of the risk of the largest cube in the ball.

    That is d times the risk of a coordinate in [-a, a], a = B d^(-1/p): two points within bound it.
    """
    points = np.linspace(0.05, 1, 20)
    risks = np.array([spikes_bayes_risk(1.0, t) for t in points])
    ratios = {}
    exponents = (2.0, 3.0, 4.0, np.inf)
    dimensions = (10, 100, 10_000)
    sides = (0.1, 1.0, 10.0)
    for p, d, side in product(exponents, dimensions, sides):
        radius = side if np.isinf(p) else side * d ** (1 / p)
        below = d * risks[points <= side].max()
        ratios[p, d, side] = below / printed_risk_of_balls(p, radius, d)
    p, d, side = max(ratios, key=ratios.get)
    satisfied = np.array(list(ratios.values())) <= CONSTANT
    is_square = np.array([key[0] == 2 for key in ratios])
    numbers = {
        "worst": f"p = {p:g}, d = {d}, a = {side:g} sigma",
        "most": max(ratios.values()),
        "square": _count(satisfied[is_square]),
        "above": _count(satisfied[~is_square]),
    }
    return Finding(satisfied, numbers)


def _count(satisfied):
    """Return in words how many cells satisfy the claim."""
    return f"{satisfied.sum()} of {satisfied.size}"


@claim("BW-4i")
def maximum_likelihood_plug_in(results):
    """The likelihood of q = ||y||^2 is largest at w^2 + sigma^2 = q / (d - 2)."""
    dimensions = np.array([3, 5, 10, 30, 100, 1000])
    q = 37.0
    over = []
    for d in dimensions:
        search = minimize_scalar(
            negative_log_likelihood,
            method="bounded",
            bounds=(q / d / 9, 9 * q),
            args=(q, d),
            options={"xatol": 1e-9},
        )
        over.append(q / search.x)
    satisfied = np.abs(over - (dimensions - 2)) < 1e-3
    numbers = {
        "at_10": over[2],
        "over": over,
        "dimensions": ", ".join(map(str, dimensions)),
    }
    return Finding(satisfied, numbers)


def negative_log_likelihood(s, q, d):
    """Return - log p(q | s) up to a constant, for q / s with the chi-square law of d degrees."""
    return d / 2 * np.log(s) + q / (2 * s)


def printed_james_stein_mse(d, w2):
    """Return the MSE of Theorem 11 as printed, at sigma = 1."""
    shrinkage = (d - 2) ** 2 / d**2
    return d * (1 - shrinkage / (w2 + 1))


def james_stein_mse(d, w2):
    """Return the MSE of the James-Stein estimator under f ~ N(0, w^2 I), at sigma = 1."""
    # It is d - (d-2)^2 E[1/||y||^2] by Stein's identity, and ||y||^2 is (w^2 + 1) chi^2_d.
    return d * (1 - (d - 2) / d / (w2 + 1))


@claim("BW-4b")
def theorem_11(results):
    """The simulated MSE of James-Stein is that of the printed formula, in every cell."""
    runs = _prior(results, "JS")
    printed_mse = printed_james_stein_mse(runs["d"], runs["w2"])
    corrected_mse = james_stein_mse(runs["d"], runs["w2"])
    printed = (runs["mse"] - printed_mse).abs() / runs["error"]
    corrected = (runs["mse"] - corrected_mse).abs() / runs["error"]
    worst = printed.idxmax()
    numbers = {
        "worst": runs.loc[worst],
        "formula": printed_mse[worst],
        "right": corrected.max(),
        "d": runs["d"],
        "w2": runs["w2"],
    }
    satisfied = printed <= largest_score(len(runs))
    return Finding(satisfied, numbers, (SIMULATIONS,))


# The standard deviation of a Gaussian prior in units of sigma: nearly flat.
FLAT_PRIOR = 1000.0


@claim("BW-4m")
def no_uniform_improvement(results):
    """Nothing has a smaller risk than the release at every f: at each (d, ||f||) James-Stein's."""
    squared_norms = np.append(0.0, np.geomspace(0.01, 1e6, 33))
    ratios = {}
    dimensions = (3, 4, 5, 10, 100, 1000)
    for d, norm2 in product(dimensions, squared_norms):
        ratios[d, norm2] = james_stein_risk(d, norm2) / d
    values = np.array(list(ratios.values()))
    numbers = {
        "at_zero": ratios[3, 0.0],
        "at_ten": ratios[3, squared_norms[17]],
        "norm": np.sqrt(squared_norms[17]),
        "at_top": 1 - ratios[3, squared_norms[-1]],
        "top": np.sqrt(squared_norms[-1]),
        "prior": FLAT_PRIOR,
        "bayes": FLAT_PRIOR**2 / (FLAT_PRIOR**2 + 1),
    }
    return Finding(values >= 1, numbers)


@claim("BW-4n")
def exponential_improvement(results):
    """The printed risk for p = 1, B = sigma grows exponentially slower than d, and is the risk."""
    d = 10.0 ** np.array([1, 2, 3, 6, 9, 30, 100, 300])
    printed = printed_rate(1.0, 1.0, d)
    is_logarithmic = printed <= 1 + np.log(d)
    # Releasing 0 has the risk ||f||^2, which is at most B^2 = sigma^2 on the ball.
    is_the_risk = printed <= CONSTANT
    numbers = {
        "most": printed[-1],
        "d": d[-1],
        "at_9": printed[4],
        "least": np.sqrt(np.log(3)),
    }
    return Finding(np.stack([is_logarithmic, is_the_risk]), numbers)


SPARSE_DIMENSIONS = (100, 10_000, 1_000_000)


@claim("BW-4p")
def linear_in_the_sparsity(results):
    """The worst risk of soft thresholding at s nonzero entries is of the order s (1 + log d)."""
    ratios = []
    heights = np.append(0.0, np.geomspace(0.1, 100, 61))
    for d in SPARSE_DIMENSIONS:
        for s in np.unique(np.geomspace(1, d, 13).round()):
            worst = spikes_threshold_risk(s, heights, d, universal_threshold(d)).max()
            ratios.append(worst / (s * (1 + np.log(d))))
    numbers = {
        "ratio": ratios,
        "d": SPARSE_DIMENSIONS,
    }
    return Finding(np.array(ratios) <= CONSTANT, numbers)


def power_law_risk(d, items, k, sparsity):
    """Return the risk of soft thresholding at a histogram that follows a power law, at sigma = 1.

    Its s largest entries are items i^-k over their sum, the others 0.
    """
    entries = np.arange(1, sparsity + 1) ** -k
    entries *= items / entries.sum()
    threshold = universal_threshold(d)
    nonzero = soft_threshold_risk(entries, threshold).sum()
    return nonzero + (d - sparsity) * soft_threshold_risk(0.0, threshold)


def printed_histogram_rate(sparsity, items, k):
    """Return min(s sigma^2, n^(1/k) sigma^(2 - 1/k)) after Theorem 12, at sigma = 1."""
    return min(sparsity, items ** (1 / k))


@claim("BW-4o")
def rates_of_histograms(results):
    """The risk at power laws is at most 10 logarithms, 1 + log d, times the printed rate."""
    ratios = {}
    dimensions = (100, 10_000)
    exponents = (1.5, 2.0, 3.0)
    sizes = 10.0 ** np.arange(-6, 7)
    for d, k, items in product(dimensions, exponents, sizes):
        for s in (1, 10, d):
            risk = power_law_risk(d, items, k, s)
            rate = printed_histogram_rate(s, items, k)
            ratios[d, k, items, s] = risk / rate / (1 + np.log(d))
    values = np.array(list(ratios.values()))
    satisfied = values <= CONSTANT
    items = np.array([key[2] for key in ratios])
    worst = max(ratios, key=ratios.get)
    levels = np.unique(items)
    all_good = [satisfied[items == level].all() for level in levels]
    numbers = {
        "above": values[items >= 1].max(),
        "most": ratios[worst],
        "items": worst[2],
        "where": ranges(levels, all_good),
    }
    return Finding(satisfied, numbers)


@claim("BW-4c")
def always_improves(results):
    """The exact risk at fixed f is smaller, and so is the error in every cell of section 5.2."""
    dimensions = (3, 4, 5, 10, 100, 1000, 10_000)
    squared_norms = (0.0, 0.1, 1.0, 10.0, 100.0, 1e4, 1e6)
    gains = []
    for d, norm2 in product(dimensions, squared_norms):
        gains.append(1 - james_stein_risk(d, norm2) / d)
    cells = results.compare(MEANS, ("aGM-JS", "aGM"))
    # The theorem is exact: cells can refute it, undecided cells cannot.
    satisfied = [gain > 0 for gain in gains]
    satisfied += [sign > 0 for sign in cells.sign if sign]
    parts = []
    for row in cells.cells[cells.sign < 0].head(3).itertuples():
        loss = number(-row.difference)
        parts.append(f"worse by {loss} at epsilon {row.epsilon:g}, d = {row.dimension}")
    numbers = {
        "exact": gains,
        "where": "; ".join(parts) or cells.where_better(),
    }
    return Finding(satisfied, numbers | cells.counts(), cells.tables)


@claim("BW-4d")
def within_factor_of_bayes(results):
    """The simulated MSE of James-Stein over the Bayes risk is at most d^2 / (d-2)^2."""
    runs = _prior(results, "JS").query("w2 > 0").reset_index(drop=True)
    d = runs["d"]
    bayes = bayes_risk(d, runs["w2"])
    bound = d**2 / (d - 2) ** 2
    risk = runs["mse"] / bayes
    exact = james_stein_mse(d, runs["w2"]) / bayes
    decisions = signs(bound * bayes - runs["mse"], runs["error"])
    worst = (exact / bound).idxmax()
    numbers = {
        "worst": runs.loc[worst],
        "exact": exact[worst],
        "risk": risk[worst],
        "error": (runs["error"] / bayes)[worst],
        "bound": bound[worst],
        "above": (decisions < 0).sum(),
        "open": (decisions == 0).sum(),
        "setting": "; ".join(_within_in_section_5_2(results)),
    }
    return Finding(decisions, numbers, (SIMULATIONS, MEANS))


def _within_in_section_5_2(results):
    """Return at which dimensions of section 5.2 the printed factor is not exceeded, in words."""
    parts = []
    means, _ = results.errors(MEANS)
    for epsilon in results.epsilons(MEANS):
        dims = means.loc[epsilon].index.to_numpy(float)
        # In section 5.2 coordinates of f are nearly N(0, 1 + 1/(12 n)).
        sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(dims) / SAMPLE_SIZE)
        ratio = (1 + 1 / (12 * SAMPLE_SIZE)) / sigma**2
        over_bayes = james_stein_mse(dims, ratio) / bayes_risk(dims, ratio)
        within = over_bayes <= dims**2 / (dims - 2) ** 2
        parts.append(f"epsilon {epsilon:g}: d {ranges(dims, within)}")
    return parts


@claim("BW-4e")
def theorem_12(results):
    """The bound, certified on a grid: risk(t) <= (2 log d + 1)(1/d + 2.22 r(t)) of one coordinate.

    r(t) is the largest Bayes risk of two points within [-t, t]; sums over the coordinates of the
    box with corner |f|, which the ball contains, give the theorem. Both sides increase with t:
    risk at the right end of an interval and r at its left end decide for all of it.
    """
    t = np.append(0.0, np.geomspace(1e-7, 100, 4001))
    points = t[(t > 0) & (t <= 2)]
    risks = np.maximum.accumulate([spikes_bayes_risk(1.0, x) for x in points])
    minimax = np.interp(t, points, risks, left=0.0)
    bounds = np.stack([THRESHOLD_CONSTANT * minimax, np.minimum(t**2, 1)])
    least = []
    for d in np.unique(np.geomspace(2, 1e9, 37).round()):
        risk = soft_threshold_risk(t, universal_threshold(d))
        factor = 2 * np.log(d) + 1
        slack = factor * (1 / d + bounds[:, :-1]) / risk[1:]
        least.append(slack.min(axis=1))
    slack, oracle = np.transpose(least)
    numbers = {
        "slack": slack.min(),
        "oracle": oracle.min(),
        "usual": 1 / spikes_bayes_risk(1.0, 1.0),
    }
    return Finding(slack >= 1, numbers)


@claim("BW-4j")
def nearly_optimal_for_all_balls(results):
    """The worst risk on a ball is at most 4.44 log d times R(S).

    On small balls, p <= 2, it is compared at f = 0 with the risk of releasing 0, B^2 at most. In
    the region of footnote 4 it is the worst over spikes that fill the ball, compared with their
    Bayes risk.
    """
    dimensions = np.array([10, 100, 10_000])
    radii = np.array([1e-3, 1e-2, 0.1, 1.0])[:, None]
    at_zero = dimensions * soft_threshold_risk(0.0, universal_threshold(dimensions))
    ratio = at_zero / radii**2
    factor = 4.44 * np.log(dimensions)
    inside = []
    exponents = (0.5, 1.0, 1.5)
    for p, d in product(exponents, (1e3, 1e5)):
        allowed = 4.44 * np.log(d)
        for radius in nontrivial_radii(p, d):
            optimality = spikes_optimality(p, radius, d)
            inside.append(optimality / allowed)
    theorem = THRESHOLD_CONSTANT * (2 * np.log(dimensions) + 1)
    numbers = {
        "ratio": ratio[1, 1],
        "factor": factor[1],
        "theorem": theorem[1],
        "inside": inside,
        "balls": len(inside),
    }
    at_small_balls = ratio <= factor
    in_the_region = np.array(inside) <= 1
    return Finding([*at_small_balls.ravel(), *in_the_region], numbers)


def spikes_optimality(p, radius, d):
    """Return soft thresholding's worst risk over the Bayes risk, at spikes that fill a ball."""
    k = np.geomspace(1, d, 25)
    height = radius * k ** (-1 / p)
    threshold = universal_threshold(d)
    worst = spikes_threshold_risk(k, height, d, threshold).max()
    return worst / largest_bayes_risk(k, height, d)


@claim("BW-4f")
def thresholding_improves(results):
    """The exact squared error of TH on a histogram of s equal bins is below that of the raw one."""
    ratios = {}
    epsilons = (0.01, 0.1, 1.0)
    sample_sizes = (500, 5000)
    dimensions = (10, 100, 1000)
    for epsilon, n, d in product(epsilons, sample_sizes, dimensions):
        sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(2) / n)
        for s in sorted({1, 3, d // 3, d}):
            risk = spikes_threshold_risk(s, 1 / s / sigma, d, universal_threshold(d))
            ratios[epsilon, n, d, s] = risk / d
    worst = max(ratios, key=ratios.get)
    numbers = {
        "printed": ratios[1.0, 500, 10, 10],
        "most": ratios[worst],
        "worst": str(worst),
    }
    return Finding(np.array(list(ratios.values())) < 1, numbers)
