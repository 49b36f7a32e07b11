"""Claims about the estimators of section 4: Bayes, James-Stein, soft thresholding."""

from itertools import product

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr, ndtri

from gaussmech.paper.claims.finding import (
    Finding,
    NotCheckable,
    claim,
    ranges,
    signs,
)
from gaussmech.paper.claims.results import DELTA, SAMPLE_SIZE
from gaussmech.paper.experiments.closed_forms import (
    james_stein_risk,
    soft_threshold_risk,
)
from gaussmech.paper.experiments.summaries import MARGIN
from gaussmech.privacy.calibration import analytic_gaussian_sigma

# The James-Stein loss has a finite variance from this dimension on.
FINITE_VARIANCE = 5
# The constant of Theorem 12.
THRESHOLD_CONSTANT = 2.22
# "Up to a constant", or "of the order", is within this factor.
CONSTANT = 10.0


def _prior(results, estimator):
    """Return d, w2 (w^2), mse and its error of an estimator's simulations, at sigma = 1."""
    rows = results.rows("claims_prior", estimator=estimator)
    rows = rows[rows["dimension"] >= FINITE_VARIANCE].reset_index(drop=True)
    if rows.empty:
        raise NotCheckable(
            f"claims_prior.csv has no dimension from {FINITE_VARIANCE} on"
        )
    return rows.rename(
        columns={"dimension": "d", "prior_variance": "w2", "mse_se": "error"}
    )


def largest_score(cells):
    """Return the bound for the largest |score| of several cells.

    The largest exceeds it at most as rarely as the score of a single cell exceeds MARGIN
    (Bonferroni).
    """
    return -ndtri(ndtr(-MARGIN) / cells)


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
    score = _scores(runs, bayes_risk)
    return Finding(
        score <= largest_score(len(runs)),
        most=score.max(),
        d=runs["d"],
        w2=runs["w2"],
    )


def _scores(runs, formula):
    """Return by how many standard errors simulations are off a formula of d and w^2."""
    off = runs["mse"] - formula(runs["d"], runs["w2"])
    return off.abs() / runs["error"].clip(1e-300)


# The values of f under each prior, and their probabilities.
PRIORS: dict[str, tuple[list[float], list[float]]] = {
    "two points": ([-1.5, 1.5], [0.5, 0.5]),
    "sparse": ([0.0, 4.0], [0.95, 0.05]),
}


def _joint(y, values, weights):
    """Return the probabilities of (y, f) for a prior on values, at sigma = 1 and equal steps of y."""
    distance = y[:, None] - values
    density = np.exp(-(distance**2) / 2) / np.sqrt(2 * np.pi)
    return density * weights * (y[1] - y[0])


def posterior_mean(joint, values):
    """Return E[f | y] by y, from joint probabilities (y, f); 0 where there is none."""
    return joint @ values / np.maximum(joint.sum(axis=1), 1e-300)


@claim("BW-4g")
def theorem_10(results):
    """Adding t h(y) to the posterior mean increases the Bayes risk: two priors, four h."""
    y = np.linspace(-14, 16, 3001)
    losses = []
    for values, weights in PRIORS.values():
        joint = _joint(y, values, weights)
        best = posterior_mean(joint, values)
        least = _risk(joint, best, values)
        for change, size in product(
            (y, np.sign(y), np.cos(y), np.ones_like(y)), (-0.1, 0.1)
        ):
            losses.append(_risk(joint, best + size * change, values) - least)
    return Finding(np.array(losses) > 0, least=min(losses), priors=", ".join(PRIORS))


def _risk(joint, estimate, values):
    """Return the mean squared error of an estimate by y, from joint probabilities (y, f)."""
    return (joint * (estimate[:, None] - values) ** 2).sum()


def spikes_bayes_risk(share, height):
    """Return the Bayes risk, at sigma = 1, of +-height with probability `share`, else 0."""
    y = np.linspace(-height - 10, height + 10, 1001)
    values = np.array([-height, 0.0, height])
    joint = _joint(y, values, [share / 2, 1 - share, share / 2])
    return _risk(joint, posterior_mean(joint, values), values)


def printed_rate(p, radius, d):
    """Return (7) without its constant, at sigma = 1."""
    volume = radius**p
    return volume * (1 + np.log(d / volume)) ** (1 - p / 2)


def spikes_threshold_risk(k, height, d, threshold):
    """Return the risk of soft thresholding at k spikes of a height among d entries."""
    spikes = k * soft_threshold_risk(height, threshold)
    return spikes + (d - k) * soft_threshold_risk(0, threshold)


@claim("BW-4h")
def equation_7(results):
    """Bounds of the risk are within a factor of 10 of (7), in balls of the printed range.

    Vectors of k equal spikes that fill the ball bound the risk: below by the Bayes risk of the worst
    k, above by what soft thresholding at sqrt(2 log(d / B^p)) has at the worst k.
    """
    bounds = []
    for p, d in product((0.5, 1.0, 1.5), (1e3, 1e5, 1e7)):
        # Footnote 4: sqrt(log d) <= B / sigma <= c_p d^(1/p), with c_p = 4^(-1/p).
        for radius in np.geomspace(np.sqrt(np.log(d)), (d / 4) ** (1 / p), 4):
            k = np.geomspace(1, d, 25)
            height = radius * k ** (-1 / p)
            below = d * max(map(spikes_bayes_risk, k / d, height))
            threshold = universal_threshold(d / radius**p)
            above = spikes_threshold_risk(k, height, d, threshold).max()
            bounds.append(np.array([below, above]) / printed_rate(p, radius, d))
    below, above = np.transpose(bounds)
    satisfied = (below >= 1 / CONSTANT) & (above <= CONSTANT)
    return Finding(satisfied, below=below, above=above)


def printed_risk_of_balls(p, radius, d):
    """Return the printed rate for p >= 2, at sigma = 1."""
    return radius**2 / (1 + radius**2 / d)


@claim("BW-4l")
def balls_of_p_from_2_on(results):
    """The printed rate is at least a tenth of the risk of the largest cube in the ball.

    That is d times the risk of a coordinate in [-a, a], a = B d^(-1/p): two points within bound it.
    """
    ratios = []
    points = np.linspace(0.05, 1, 20)
    risks = np.array([spikes_bayes_risk(1.0, t) for t in points])
    cases = [*product((2.0, 4.0, np.inf), (10, 100, 10_000), (0.1, 1.0, 10.0))]
    for p, d, side in cases:
        below = d * risks[points <= side].max()
        ratios.append(below / printed_risk_of_balls(p, side * d ** (1 / p), d))
    p, d, side = cases[np.argmax(ratios)]
    at_most = np.array(ratios) <= CONSTANT
    return Finding(
        at_most,
        worst=f"p = {p:g}, d = {d}, a = {side:g} sigma",
        most=max(ratios),
        square=at_most[:9].sum(),
    )


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
    return Finding(
        np.abs(over - (dimensions - 2)) < 1e-3,
        at_10=over[2],
        over=over,
        dimensions=", ".join(map(str, dimensions)),
    )


def negative_log_likelihood(s, q, d):
    """Return - log p(q | s) up to a constant, for q / s of the chi-square distribution."""
    return d / 2 * np.log(s) + q / (2 * s)


def printed_james_stein_mse(d, w2):
    """Return the MSE of Theorem 11 as printed, at sigma = 1."""
    return d * (1 - (d - 2) ** 2 / d**2 / (w2 + 1))


def james_stein_mse(d, w2):
    """Return the MSE of the James-Stein estimator under f ~ N(0, w^2 I), at sigma = 1."""
    # It is d - (d-2)^2 E[1/||y||^2] by Stein's identity, and ||y||^2 is (w^2 + 1) chi^2_d.
    return d * (1 - (d - 2) / d / (w2 + 1))


@claim("BW-4b")
def theorem_11(results):
    """The simulated MSE of James-Stein is that of the printed formula, in every cell."""
    runs = _prior(results, "JS")
    printed = _scores(runs, printed_james_stein_mse)
    worst = runs.loc[printed.idxmax()]
    return Finding(
        printed <= largest_score(len(runs)),
        worst=worst,
        formula=printed_james_stein_mse(worst["d"], worst["w2"]),
        right=_scores(runs, james_stein_mse).max(),
        d=runs["d"],
        w2=runs["w2"],
    )


# The standard deviation of a Gaussian prior in units of sigma: nearly flat.
FLAT_PRIOR = 1000.0


@claim("BW-4m")
def no_uniform_improvement(results):
    """Nothing has a smaller risk than the release at every f: at each (d, ||f||) James-Stein's."""
    norms = np.append(np.geomspace(0.1, 1e3, 33), 0.0)
    d = np.array([3, 4, 5, 10, 100, 1000])[:, None]
    ratios = james_stein_risk(d, norms**2) / d
    in_three = ratios[0]
    return Finding(
        ratios >= 1,
        at_zero=in_three[-1],
        at_ten=in_three[16],
        norm=norms[16],
        prior=FLAT_PRIOR,
        bayes=FLAT_PRIOR**2 / (FLAT_PRIOR**2 + 1),
    )


@claim("BW-4n")
def exponential_improvement(results):
    """The printed risk for p = 1, B = sigma grows exponentially slower than d, and is the risk."""
    d = 10.0 ** np.array([1, 2, 3, 6, 9, 30, 100, 300])
    printed = printed_rate(1.0, 1.0, d)
    # Releasing 0 has the risk ||f||^2, which is at most B^2 = sigma^2 on the ball.
    return Finding(
        np.stack([printed <= 1 + np.log(d), printed <= CONSTANT]),
        most=printed[-1],
        d=d[-1],
        at_9=printed[4],
    )


@claim("BW-4p")
def linear_in_the_sparsity(results):
    """The worst risk of soft thresholding at s nonzero entries is of the order s (1 + log d)."""
    heights = np.append(0.0, np.geomspace(0.1, 100, 61))[:, None, None]
    d = np.array([100, 10_000, 1_000_000])
    s = np.geomspace(1, d, 13).round()
    worst = spikes_threshold_risk(s, heights, d, universal_threshold(d)).max(axis=0)
    ratio = worst / (s * (1 + np.log(d)))
    return Finding(ratio <= CONSTANT, ratio=ratio, d=d)


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
    items = 10.0 ** np.arange(-6, 7)
    rows = []
    for d, k, s in product((100, 10_000), (1.5, 2.0, 3.0), (1, 10, 100)):
        rates = [printed_histogram_rate(s, n, k) for n in items]
        risks = [power_law_risk(d, n, k, s) for n in items]
        rows.append(np.divide(risks, rates) / (1 + np.log(d)))
    ratios = np.array(rows)
    return Finding(
        ratios <= CONSTANT,
        above=ratios[:, items >= 1].max(),
        most=ratios.max(),
        items=items[np.argmax(ratios.max(axis=0))],
        where=ranges(items, (ratios <= CONSTANT).all(axis=0)),
    )


@claim("BW-4q")
def power_laws_that_are_not_sparse(results):
    """On a power law over all bins thresholding has less squared error than the release.

    The histogram has the 500 items of B.1, and the noise is that of (epsilon, 1e-4)-DP.
    """
    rows = []
    dimensions = (100, 1000, 10_000)
    for epsilon, k in product((0.01, 0.1, 1.0), (1.5, 2.0, 3.0)):
        items = SAMPLE_SIZE / analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(2))
        rows.append([power_law_risk(d, items, k, d) / d for d in dimensions])
    return Finding(np.array(rows) < 1, ratio=rows, most=np.max(rows, axis=0))


@claim("BW-4c")
def always_improves(results):
    """The exact risk at fixed f is smaller, and so is the error in every cell of section 5.2."""
    d = np.array([3, 4, 5, 10, 100, 1000, 10_000])[:, None]
    squared_norms = np.array([0.0, 0.1, 1.0, 10.0, 100.0, 1e4, 1e6])
    gains = 1 - james_stein_risk(d, squared_norms) / d
    cells = results.compare("mean_estimation", ("aGM-JS", "aGM"))
    # The theorem is exact: cells can refute it, undecided cells cannot.
    decided = cells.sign[cells.sign != 0]
    return Finding(
        [*(gains > 0).flat, *(decided > 0)],
        least=gains.min(),
        where=cells.better(),
        **cells.counts(),
    )


@claim("BW-4d")
def within_factor_of_bayes(results):
    """The simulated MSE of James-Stein over the Bayes risk is at most d^2 / (d-2)^2."""
    runs = _prior(results, "JS").query("w2 > 0").reset_index(drop=True)
    d = runs["d"]
    runs["bayes"] = bayes_risk(d, runs["w2"])
    runs["bound"] = d**2 / (d - 2) ** 2
    runs["exact"] = james_stein_mse(d, runs["w2"]) / runs["bayes"]
    decisions = signs(runs["bound"] * runs["bayes"] - runs["mse"], runs["error"])
    worst = runs.loc[(runs["exact"] / runs["bound"]).idxmax()]
    return Finding(
        decisions,
        worst=worst,
        risk=worst["mse"] / worst["bayes"],
        error=worst["error"] / worst["bayes"],
    )


@claim("BW-4e")
def theorem_12(results):
    """The bound, certified on a grid: risk(t) <= (2 log d + 1)(1/d + 2.22 r(t)) of one coordinate.

    r(t) is the largest Bayes risk of two points within [-t, t]; sums over the coordinates of the
    box with corner |f|, which the ball contains, give the theorem. Both sides increase with t:
    risk at the right end of an interval and r at its left end decide for all of it.
    """
    t = np.append(0.0, np.geomspace(1e-7, 100, 1001))
    points = t[(t > 0) & (t <= 2)]
    risks = np.maximum.accumulate([spikes_bayes_risk(1.0, x) for x in points])
    minimax = np.interp(t, points, risks, left=0.0)
    slack = []
    for d in np.unique(np.geomspace(2, 1e9, 37).round()):
        bound = (2 * np.log(d) + 1) * (1 / d + THRESHOLD_CONSTANT * minimax[:-1])
        slack.append(np.min(bound / soft_threshold_risk(t[1:], universal_threshold(d))))
    usual = 1 / spikes_bayes_risk(1.0, 1.0)
    return Finding(np.array(slack) >= 1, slack=min(slack), usual=usual)


@claim("BW-4j")
def nearly_optimal_for_all_balls(results):
    """The worst risk on a ball is at most 4.44 log d times R(S).

    For p <= 2 it is compared at f = 0 with the risk of releasing 0, which is B^2 at most.
    """
    d = np.array([10, 100, 10_000])
    radii = np.array([1e-3, 1e-2, 0.1, 1.0])[:, None]
    ratio = d * soft_threshold_risk(0.0, universal_threshold(d)) / radii**2
    factor = 4.44 * np.log(d)
    theorem = THRESHOLD_CONSTANT * (2 * np.log(d) + 1)
    return Finding(
        ratio <= factor, ratio=ratio[1, 1], factor=factor[1], theorem=theorem[1]
    )


@claim("BW-4f")
def thresholding_improves(results):
    """The exact squared error of TH on a histogram of s equal bins is below that of the raw one."""
    ratios = {}
    for epsilon, n, d in product((0.01, 0.1, 1.0), (500, 5000), (10, 100, 1000)):
        sigma = analytic_gaussian_sigma(epsilon, DELTA, np.sqrt(2) / n)
        s = np.unique([1, 3, d // 3, d])
        risk = spikes_threshold_risk(s, 1 / s / sigma, d, universal_threshold(d))
        ratios[epsilon, n, d] = risk / d
    values = np.concatenate(list(ratios.values()))
    return Finding(values < 1, printed=ratios[1.0, 500, 10][-1], most=values.max())
