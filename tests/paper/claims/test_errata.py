"""Each note of docs/errata.md: the printed statement fails, the corrected one holds.

A correction is tested on numbers other than those of the claim that suggested it, and where it can
be by a second way of computing: 60 digits, quadrature, simulation or enumeration.
"""

import math
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar
from scipy.special import erfinv
from scipy.stats import chi2, ncx2, norm, truncexpon

from gaussmech.geo.assignment import Kernel
from gaussmech.paper.claims import CLAIMS, estimation, theorems
from gaussmech.paper.experiments.closed_forms import soft_threshold_risk
from gaussmech.paper.experiments.mean_estimation import sensitivities
from gaussmech.privacy.calibration import (
    algorithm_1,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)
from gaussmech.privacy.composition import basic_composition
from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from tests.exact import composed_delta, gaussian_delta
from tests.paper.claims.builders import judgement_of

PAPERS = Path(__file__).parents[4] / "shared/papers"
TEXT = (Path(__file__).parents[3] / "docs/errata.md").read_text(encoding="utf-8")


def delta_of(sigma, epsilon, sensitivity=1.0):
    """Theorem 8, not by the library."""
    return float(gaussian_delta(epsilon, sensitivity / sigma))


NAMED = re.findall(r"\b(?:BW|Geng|GDP|Lecture|Accuracy)-[\w.]*\w", TEXT)


def test_the_notes_name_claims_that_there_are():
    assert len(NAMED) > 30
    assert set(NAMED) <= set(CLAIMS)


def test_every_corrected_claim_of_the_paper_has_a_note():
    corrected = {claim.id for claim in CLAIMS.values() if claim.correction}
    # One sentence of B.1, of which a part holds, and counts that need the paper's own road file.
    without_note = {"BW-B.1d", "BW-5.2c", "BW-5.3e"}
    assert corrected - set(NAMED) == without_note


def test_the_heading_of_a_note_names_the_claims_whose_command_shows_it():
    (command,) = re.findall(
        r"^    python -m gaussmech\.paper\.claims (\S+)$", TEXT, re.M
    )
    assert command in NAMED
    headings = re.findall(r"^### \d+\. (.*)$", TEXT, re.M)
    without_claim = [head for head in headings if not re.search(r"\(.*-.*\)$", head)]
    assert without_claim == ["Smaller misprints"]


REFUTED = [
    *["BW-2.3b", "BW-2.3e", "BW-3g", "BW-4b", "BW-4d", "BW-4f", "BW-4i", "BW-4j"],
    *["BW-4l", "BW-4m", "BW-5.3d", "Lecture-c", "Lecture-e", "Lecture-f", "Lecture-g"],
    *["Geng-k", "Lecture-j", "Lecture-k", "Lecture-l", "Lecture-m"],
]


@pytest.mark.parametrize("claim", REFUTED)
def test_the_note_quotes_the_words_that_find_the_sentence(claim):
    assert CLAIMS[claim].words in " ".join(TEXT.split())


def test_notes_are_numbered_in_their_order():
    numbers = [int(n) for n in re.findall(r"^### (\d+)\.", TEXT, flags=re.M)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_remarks_are_on_statements_that_hold_and_are_no_notes():
    errata, remarks = TEXT.split("\n## Remarks\n")
    of_remarks = set(re.findall(r"\bBW-[\w.]*\w", remarks))
    assert of_remarks == {"BW-2.1a", "BW-4e", "BW-5.1a", "BW-5.1b", "BW-6b"}
    assert not of_remarks & set(re.findall(r"\bBW-[\w.]*\w", errata))
    assert "###" not in remarks


def test_a_note_says_what_is_printed_and_what_is_correct():
    errata = TEXT.split("\n## Remarks\n")[0]
    notes = re.split(r"^### ", errata, flags=re.M)[1:]
    for note in notes:
        if "Smaller misprints" not in note:
            heading = note.split("\n")[0]
            assert "**Printed**" in note, heading
            assert "**Correct**" in note, heading


def test_notes_refer_to_the_note_on_the_mean_squared_error_and_on_algorithm_1():
    references = set(re.findall(r"\bnote (\d+)", TEXT))
    headings = dict(re.findall(r"^### (\d+)\. (.*)$", TEXT, re.M))
    assert {headings[number] for number in references} == {
        "Algorithm 1: accuracy (BW-3b)",
        "Theorem 11: the mean squared error (BW-4b)",
    }


def test_theorem_4_less_noise_is_private_at_a_delta_that_is_printed():
    # 0.74 of Delta / sqrt(2 epsilon) is private enough at a delta the printed condition allows.
    printed_bound = theorems.printed_delta_bound(1.0)
    assert printed_bound == pytest.approx(0.48596, abs=1e-5)
    sigma = 0.745 * math.sqrt(0.5)
    assert delta_of(sigma, 1.0) < 0.48 < printed_bound


@pytest.mark.parametrize("epsilon", np.geomspace(1 / math.pi * 1.001, 100, 40))
def test_theorem_4_holds_below_the_corrected_delta(epsilon):
    least_sigma = 1 / math.sqrt(2 * epsilon)
    bound = theorems.corrected_delta_bound(epsilon)
    delta_0 = delta_of(least_sigma, epsilon)
    assert 0 < bound < delta_0
    for share in (1e-12, 1e-4, 0.3, 0.999):
        assert analytic_gaussian_sigma(epsilon, share * bound) >= least_sigma
    # It holds up to delta_0, and no further.
    formula = 0.5 - math.exp(epsilon + norm.logcdf(-math.sqrt(2 * epsilon)))
    assert formula == pytest.approx(delta_0, rel=1e-12)
    assert analytic_gaussian_sigma(epsilon, delta_0 * (1 - 1e-9)) >= least_sigma
    assert analytic_gaussian_sigma(epsilon, delta_0 * (1 + 1e-9)) < least_sigma


def test_theorem_4_says_nothing_below_an_epsilon_of_1_over_pi():
    assert theorems.corrected_delta_bound(0.99 / math.pi) < 0


def integral_by_pieces(function, cuts):
    """Return the integral of a function over the intervals between these points."""
    total = 0.0
    for low, high in pairwise(cuts):
        total += quad(function, low, high, limit=400)[0]
    return total


@cache
def james_stein_risk_by_quadrature(d, w2):
    """Return the Bayes risk of James-Stein's estimator by an integral over q = ||y||^2.

    Given q, f is N(s y, s I) with s = w2/(w2+1), so that the loss is (g-s)^2 q + d s.
    """
    s = w2 / (w2 + 1)
    law = chi2(d, scale=w2 + 1)

    def weighted_loss(q):
        factor = 1 - (d - 2) / q
        return ((factor - s) ** 2 * q + d * s) * law.pdf(q)

    cuts = [0, law.ppf(0.01), law.ppf(0.5), law.ppf(0.99), law.isf(1e-14)]
    return integral_by_pieces(weighted_loss, cuts)


each_d = pytest.mark.parametrize("d", [3, 5, 40])
each_w2 = pytest.mark.parametrize("w2", [0.0, 0.5, 20.0])


@each_d
@each_w2
def test_theorem_11_has_the_corrected_mean_squared_error(d, w2):
    risk = james_stein_risk_by_quadrature(d, w2)
    assert estimation.james_stein_mse(d, w2) == pytest.approx(risk, rel=1e-6, abs=0)


@each_d
@each_w2
def test_theorem_11_has_not_the_printed_mean_squared_error(d, w2):
    excess = estimation.printed_james_stein_mse(d, w2) - james_stein_risk_by_quadrature(
        d, w2
    )
    expected = 2 * (d - 2) / d / (w2 + 1)
    assert excess == pytest.approx(expected, rel=1e-4, abs=0)


@each_d
def test_theorem_11_at_zero_the_error_is_2(d):
    assert james_stein_risk_by_quadrature(d, 0.0) == pytest.approx(2, rel=1e-6)
    printed = estimation.printed_james_stein_mse(d, 0.0)
    assert printed == pytest.approx(4 * (d - 1) / d, rel=1e-12)


@each_d
@pytest.mark.parametrize("w2", [0.5, 20.0])
def test_theorem_11_the_error_over_the_bayes_risk_and_where_it_is_as_printed(d, w2):
    bayes = d * w2 / (w2 + 1)
    ratio = james_stein_risk_by_quadrature(d, w2) / bayes
    assert ratio == pytest.approx(1 + 2 / (d * w2), rel=1e-6, abs=0)
    is_as_printed = ratio <= d**2 / (d - 2) ** 2
    assert is_as_printed == (w2 >= (d - 2) ** 2 / (2 * d * (d - 1)))


def test_the_printed_factor_is_kept_in_section_5_2_from_3_to_19():
    dimensions = []
    for d in range(3, 60):
        sigma = analytic_gaussian_sigma(0.01, 1e-4, math.sqrt(d) / 500)
        w2 = (1 + 1 / 6000) / sigma**2
        if 1 + 2 / (d * w2) <= d**2 / (d - 2) ** 2:
            dimensions.append(d)
    assert dimensions == list(range(3, 20))


def test_the_limits_of_the_printed_factor_in_three_dimensions_are_those_of_the_note():
    limits = [(d - 2) ** 2 / (2 * d * (d - 1)) for d in (3, 5, 10)]
    assert limits == pytest.approx([1 / 12, 0.225, 0.356], abs=5e-4)


@pytest.mark.parametrize(("d", "q"), [(10, 37.0), (3, 0.4), (250, 1e4)])
def test_james_stein_is_not_the_maximum_likelihood_plug_in(d, q):
    best = minimize_scalar(
        lambda s: -chi2.logpdf(q, d, scale=s),
        bounds=(0.1 * q / d, 10 * q / d),
        method="bounded",
    )
    assert best.x == pytest.approx(q / d, rel=1e-4)
    assert best.x / (q / (d - 2)) == pytest.approx((d - 2) / d, rel=1e-4)


@pytest.mark.parametrize(("d", "s"), [(10, 3.0), (5, 0.2), (60, 40.0)])
def test_james_stein_is_the_unbiased_plug_in(d, s):
    # (d-2)/q is the unbiased estimate of 1/s.
    law = chi2(d, scale=s)
    cuts = [0, *law.ppf([0.01, 0.5, 0.99]), law.isf(1e-14)]
    mean = integral_by_pieces(lambda q: (d - 2) / q * law.pdf(q), cuts)
    assert mean == pytest.approx(1 / s, rel=1e-6)


def two_points_risk(t):
    """Return the Bayes risk of the prior on +-t at sigma = 1."""

    def weighted_loss(y):
        return (t * math.tanh(t * y) - t) ** 2 * norm.pdf(y - t)

    return quad(weighted_loss, -30, 30, epsabs=1e-14)[0]


def uniform_prior_risk(side):
    """Return a lower bound of the Bayes risk of the uniform prior on [-side, side], sigma = 1.

    The van Trees inequality for the prior proportional to cos^2, whose information is (pi / side)^2.
    """
    return 1 / (1 + (math.pi / side) ** 2)


TWO_POINTS = two_points_risk(1.0)


@pytest.mark.parametrize("d", [10, 1000, 3784])
def test_theorem_12_far_out_thresholding_costs_its_threshold(d):
    far = soft_threshold_risk(30.0, math.sqrt(2 * math.log(d)))
    assert far == pytest.approx(1 + 2 * math.log(d), rel=1e-9)


def test_theorem_12_has_the_constants_of_the_note():
    assert 1 + 2 * math.log(3784) == pytest.approx(17.5, abs=0.05)
    assert pytest.approx(2.2242, abs=1e-4) == 1 / TWO_POINTS
    assert 2.22 * (2 * math.log(100) + 1) == pytest.approx(22.67, abs=0.005)
    assert 4.44 * math.log(100) == pytest.approx(20.45, abs=0.005)


@pytest.mark.parametrize("d", [5, 100, 100_000])
def test_theorem_12_fails_on_small_balls(d):
    # The risk at 0 does not vanish with the ball; the zero estimator's, B^2 at most, does.
    at_zero = d * soft_threshold_risk(0.0, math.sqrt(2 * math.log(d)))
    assert at_zero > 4.44 * math.log(d) * 1e-3**2


@pytest.mark.parametrize("d", [10, 1000])
def test_the_minimax_rate_of_a_cube_is_not_the_printed_one(d):
    # Two points within [-1, 1] are a prior on each coordinate of the cube: sigma = B = 1, p = inf.
    least_risk = d * TWO_POINTS
    printed = 1 / (1 + 1 / d)
    assert least_risk > 0.4 * d * printed
    corrected = d / 2
    assert 0.8 < least_risk / corrected < 1


def test_both_minimax_rates_are_the_same_for_p_2():
    d = 50
    radius = 3.0
    corrected = d * radius**2 / (d ** (2 / 2) + radius**2)
    assert corrected == pytest.approx(radius**2 / (1 + radius**2 / d))


@pytest.mark.parametrize(
    ("p", "d", "side"),
    [
        (2.5, 50, 0.3),
        (6.0, 700, 1.5),
        (math.inf, 9, 4.0),
        (2.1, 100_000, 1e-3),
        (3.0, 12, 50.0),
    ],
)
def test_the_rate_for_p_above_2_is_that_of_the_cube_in_the_ball(p, d, side):
    radius = side if math.isinf(p) else side * d ** (1 / p)
    scale = 1.0 if math.isinf(p) else d ** (2 / p)
    corrected = d * radius**2 / (scale + radius**2)
    # Two points within [-a, a] bound the risk of a coordinate below, the best multiple of y above.
    below = d * max(two_points_risk(min(side, 1.0)), uniform_prior_risk(side))
    above = d * side**2 / (1 + side**2)
    assert above == pytest.approx(corrected)
    assert 0.4 < below / corrected <= 1 + 1e-8
    printed = radius**2 / (1 + radius**2 / d)
    assert printed < corrected


def test_the_k_of_the_proof_of_theorem_11_is_d():
    d = 14
    q = 9.0

    def slope(s):
        return -(d / 2 - 1) / s + q / (2 * s * s)

    assert slope(q / (d - 2)) == pytest.approx(0, abs=1e-12)
    assert abs(slope(q / (2.5 - 2))) > 0.01


each_large_d = pytest.mark.parametrize("d", [6, 90, 20_000])


@each_large_d
def test_thresholding_costs_up_to_its_bound(d):
    threshold = math.sqrt(2 * math.log(d))
    risks = soft_threshold_risk(np.linspace(0, 60, 400), threshold)
    assert risks.max() <= (1 + 2 * math.log(d)) * (1 + 1e-9)


@each_large_d
def test_thresholding_gains_where_entries_are_small(d):
    threshold = math.sqrt(2 * math.log(d))
    assert soft_threshold_risk(0.4, threshold) < 1
    assert soft_threshold_risk(9.0, threshold) > 1


def test_advanced_composition_beats_basic_from_some_number_on():
    better = []
    for k in (2, 10, 30, 100, 1000):
        deviation = math.sqrt(2 * k * math.log(1e6)) * 0.03
        advanced = deviation + k * 0.03 * math.expm1(0.03)
        better.append(advanced < k * 0.03)
    assert better == [False, False, True, True, True]


@pytest.mark.parametrize(("factor", "delta"), [(1.5, 1.26e-7), (1.4, 2.00e-9)])
def test_the_gain_has_a_factor_from_the_delta_of_the_note_on(factor, delta):
    def excess(log_delta):
        return theorems.gain(1.0, math.exp(log_delta)) - factor

    log_delta = brentq(excess, -25, -1)
    assert math.exp(log_delta) == pytest.approx(delta, rel=0.005, abs=0)


def test_a_third_of_the_variance_goes_at_every_epsilon_from_the_delta_of_the_note_on():
    epsilon = np.geomspace(1e-8, 1, 40)[:, None]
    near_1 = 1 - np.geomspace(1e-9, 0.5, 12)
    delta = np.append(np.geomspace(1.26e-7, 0.5, 30), near_1)
    assert theorems.gain(epsilon, delta).min() >= 1.5
    assert theorems.gain(1.0, np.geomspace(1e-300, 1.25e-7, 40)).max() < 1.5


def test_the_gain_at_small_deltas_is_that_of_the_note():
    assert theorems.gain(1.0, 1e-10) == pytest.approx(1.35, abs=0.005)
    assert 1 - 1 / theorems.gain(1.0, 1e-8) == pytest.approx(0.30, abs=0.005)
    assert round(1 - 1 / 1.4, 2) == 0.29


def ratio_of_sigmas(epsilon, delta):
    classical = classical_gaussian_sigma(epsilon, delta)
    return classical / analytic_gaussian_sigma(epsilon, delta)


def test_several_orders_of_magnitude_need_a_large_delta():
    assert ratio_of_sigmas(1e-6, 1e-8) == pytest.approx(3.5, abs=0.05)
    assert math.sqrt(theorems.gain(1.65e-9, 1e-8)) == pytest.approx(100, rel=0.01)


def test_at_a_large_delta_the_ratio_of_sigmas_is_their_limit():
    classical = math.sqrt(2 * math.log(125)) / 1e-6
    expected = classical * 2 * math.sqrt(2) * erfinv(0.01)
    assert ratio_of_sigmas(1e-6, 0.01) == pytest.approx(expected, rel=1e-3)


def algorithm_1_off(epsilon, delta):
    """Return by how much Algorithm 1 misses delta, with 60 digits."""
    return abs(delta_of(algorithm_1(epsilon, delta), epsilon) - delta)


# The rounding error of a number between 1 and 2, relative to it.
UNIT = 2.0**-53


def algorithm_1_error(epsilon, delta):
    """Return a bound of the error of delta of Algorithm 1 in doubles with the error function.

    Three errors add up. First, Phi = (1 + erf)/2 has the absolute error of numbers near 1, one
    unit, and e^epsilon multiplies that of the second Phi; 4 units cover the product and the
    difference besides. Second, the search returns the middle of an interval of 1e-12 in v* (or
    u*), and B depends on s = sqrt(v): its derivative, sqrt(epsilon) phi(sqrt(epsilon) s)
    (1 + s / sqrt(s^2 + 2)), is at most 2 sqrt(epsilon / (2 pi)). Third, alpha = sqrt(1 + v/2) -
    sqrt(v/2) cancels: its relative error is up to 4 units times v, and delta changes by less than
    half of a relative change of sigma.
    """
    delta = np.asarray(delta, float)
    alpha = analytic_gaussian_sigma(epsilon, delta) * np.sqrt(2 * np.asarray(epsilon))
    v = (1 / alpha - alpha) ** 2 / 2
    of_phi = 4 * UNIT * (1 + np.exp(np.minimum(epsilon, 700.0)))
    slope = 2 * np.sqrt(epsilon / (2 * np.pi))
    of_search = slope * (np.sqrt(v + theorems.STOP) - np.sqrt(v))
    of_alpha = 4 * UNIT * (1 + v)
    return np.minimum(of_phi + of_search + of_alpha, 1.0)


def random_budgets(count=150):
    """Return budgets of the range that README promises, as far as Algorithm 1 goes."""
    rng = np.random.default_rng(9)
    epsilons = 10 ** rng.uniform(-10, 2.8, count)
    small = 10 ** rng.uniform(-300, 0, count // 3)
    usual = 10 ** rng.uniform(-15, 0, count // 3)
    large = 1 - 10 ** rng.uniform(-12, -0.1, count - 2 * (count // 3))
    return list(zip(epsilons, np.concatenate([small, usual, large]), strict=True))


def test_algorithm_1_in_doubles_is_as_accurate_as_its_bound():
    for epsilon, delta in random_budgets():
        bound = algorithm_1_error(epsilon, delta)
        assert algorithm_1_off(epsilon, delta) <= bound, (epsilon, delta)


@pytest.mark.parametrize("epsilon", [1e-6, 0.03, 0.7, 3.0, 12.0])
@pytest.mark.parametrize("offset", [0.0, 1e-12, -1e-10, 1e-8, -1e-5])
def test_algorithm_1_is_as_accurate_as_its_bound_around_delta_0(epsilon, offset):
    delta = float(theorems.delta_at_root(epsilon)) * (1 + offset)
    assert algorithm_1_off(epsilon, delta) <= algorithm_1_error(epsilon, delta)


def test_the_bound_of_algorithm_1_is_no_larger_than_it_need_be():
    # Where one of its three terms rules, some budget reaches a twentieth of the bound.
    at_root = float(theorems.delta_at_root(2.0))
    deltas_by_epsilon = {
        25.0: [0.03, 0.2, 0.5, 0.7],
        2.0: [at_root * (1 - 1e-7), at_root, at_root * (1 + 1e-7)],
        1e-9: [0.1, 0.5, 0.7, 0.9],
    }
    for epsilon, deltas in deltas_by_epsilon.items():
        shares = []
        for delta in deltas:
            bound = algorithm_1_error(epsilon, delta)
            shares.append(algorithm_1_off(epsilon, delta) / bound)
        assert 0.05 < max(shares) <= 1, epsilon


@pytest.mark.parametrize(
    ("epsilon", "delta", "relative"), [(10.0, 1e-6, 2.1e-7), (50.0, 0.5, 0.079)]
)
def test_the_error_of_algorithm_1_grows_with_e_to_the_epsilon(epsilon, delta, relative):
    assert algorithm_1_off(epsilon, delta) / delta == pytest.approx(relative, rel=0.05)
    # Far more than the rounding error of delta itself.
    assert relative > 1000 * 1e-16 / delta


@pytest.mark.parametrize("epsilon", [0.02, 0.4, 4.0])
def test_the_stop_of_algorithm_1_costs_what_the_note_says_at_delta_0(epsilon):
    off = algorithm_1_off(epsilon, float(theorems.delta_at_root(epsilon)))
    assert off == pytest.approx(2.7e-7 * math.sqrt(epsilon), rel=0.1)


@pytest.mark.parametrize("epsilon", [1e-3, 0.4, 4.0])
def test_any_search_that_ends_within_1e_12_of_v_costs_what_the_note_says(epsilon):
    delta = float(theorems.delta_at_root(epsilon))
    # At delta_0 v* is 0, and u* as well: the branches have alpha on either side of 1.
    root = math.sqrt(1e-12 / 2)
    alpha = math.sqrt(1 + root**2) + root
    for at_end in (alpha, 1 / alpha):
        off = abs(delta_of(at_end / math.sqrt(2 * epsilon), epsilon) - delta)
        assert 3.9e-7 < off / math.sqrt(epsilon) < 4e-7


def test_the_claim_counts_the_budgets_that_algorithm_1_meets_to_1e_9():
    met = 0
    for epsilon in theorems.ALGORITHM_EPSILONS:
        for delta in theorems.ALGORITHM_DELTAS:
            met += algorithm_1_off(epsilon, float(delta)) <= 1e-9 * delta
    budgets = len(theorems.ALGORITHM_EPSILONS) * len(theorems.ALGORITHM_DELTAS)
    evidence = judgement_of("BW-3b").evidence
    assert f"in doubles {met} of {budgets} cells are met" in evidence


def test_alpha_cancels_where_v_is_large():
    alpha = math.sqrt(2e-8) * analytic_gaussian_sigma(1e-8, 0.9)
    assert (1 / alpha - alpha) ** 2 / 2 == pytest.approx(2.7e8, rel=0.01)
    # The note names the relative error with one digit.
    assert algorithm_1_off(1e-8, 0.9) / 0.9 == pytest.approx(7e-9, abs=5e-10)


def budgets_of_the_note_on_algorithm_1(count=150):
    """Return budgets of the range of the note, from end to end."""
    rng = np.random.default_rng(12)
    epsilons = np.append(10 ** rng.uniform(-6, 0, count), [1e-6, 1.0] * 3)
    small = 10 ** rng.uniform(-7, 0, count // 3)
    middle = rng.uniform(0, 1, count // 3)
    large = 1 - 10 ** rng.uniform(-12, -1, count - 2 * (count // 3))
    ends = [1e-7, 1e-7, 0.5, 0.5, 1 - 1e-12, 1 - 1e-12]
    deltas = np.concatenate([small, middle, large, ends])
    near = [1e-6, 1e-4, 0.01, 0.2, 1.0] * 2
    offsets = [1.0011] * 5 + [0.9989] * 5
    at_root = theorems.delta_at_root(np.array(near)) * offsets
    return zip(np.append(epsilons, near), np.append(deltas, at_root), strict=True)


def test_algorithm_1_meets_the_budgets_of_the_note_to_1e_9():
    checked = 0
    for epsilon, delta in budgets_of_the_note_on_algorithm_1():
        if abs(delta / float(theorems.delta_at_root(epsilon)) - 1) > 1e-3:
            checked += 1
            off = algorithm_1_off(epsilon, float(delta))
            assert off <= 1e-9 * delta, (epsilon, delta)
    assert checked > 150


@pytest.mark.parametrize("epsilon", [0.04, 0.3, 2.5, 8.0])
@pytest.mark.parametrize("offset", [0.0, 1e-7, -1e-8])
def test_equation_6_is_stable_around_its_change_of_sign(epsilon, offset):
    delta = float(theorems.delta_at_root(epsilon)) * (1 + offset)
    plain = delta_of(theorems.solve_equation_6(epsilon, delta), epsilon)
    assert abs(plain - delta) < 1e-11
    # With the published stop Algorithm 1 loses digits, and without it none.
    assert abs(plain - delta) < algorithm_1_off(epsilon, delta) / 100
    sigma = algorithm_1(epsilon, delta, tolerance=0.0)
    assert abs(delta_of(sigma, epsilon) - delta) < 1e-12


def test_both_forms_meet_delta_0_at_10_as_the_note_says():
    delta = float(theorems.delta_at_root(10.0))
    worst = {"plain": 0.0, "to the end": 0.0, "stopped": 0.0}
    for offset in (-1e-6, -1e-9, 0.0, 1e-9, 1e-6):
        target = delta * (1 + offset)
        sigmas = {
            "plain": theorems.solve_equation_6(10.0, target),
            "to the end": algorithm_1(10.0, target, tolerance=0.0),
            "stopped": algorithm_1(10.0, target),
        }
        for name, sigma in sigmas.items():
            worst[name] = max(worst[name], abs(delta_of(sigma, 10.0) - target))
    assert worst["plain"] == pytest.approx(7e-12, abs=0.5e-12)
    assert worst["to the end"] == pytest.approx(3e-13, abs=0.5e-13)
    assert worst["stopped"] == pytest.approx(9e-7, abs=0.5e-7)


def mean_of_inverse(law):
    """Return E[1/q] of a positive variable, by quadrature."""
    cuts = [1e-12, *law.ppf([1e-3, 0.1, 0.5, 0.99]), law.isf(1e-13)]
    return integral_by_pieces(lambda q: law.pdf(q) / q, cuts)


@pytest.mark.parametrize("d", [3, 7, 400])
def test_james_stein_improves_at_every_f(d):
    for norm2 in (0.0, 0.3, 5.0, 77.0, 3e3):
        # The squared norm of the release is noncentral chi-square.
        law = ncx2(d, norm2) if norm2 else chi2(d)
        risk = d - (d - 2) ** 2 * mean_of_inverse(law)
        assert risk < d
        assert estimation.james_stein_risk(d, norm2) == pytest.approx(risk, rel=1e-5)


@pytest.mark.parametrize("d", [1, 2, 30])
def test_in_the_worst_case_no_estimator_beats_the_release(d):
    """BW-4m: Bayes risks bound the worst risk of any estimator, and tend to that of the release."""
    shares = []
    for w in (1.0, 10.0, 1e3):
        rng = np.random.default_rng(8)
        f = w * rng.standard_normal((200_000 // d, d))
        y = f + rng.standard_normal(f.shape)
        posterior_mean = w**2 / (w**2 + 1) * y
        losses = np.square(posterior_mean - f).sum(axis=1)
        bayes = d * w**2 / (w**2 + 1)
        error = losses.std() / math.sqrt(len(losses))
        assert abs(losses.mean() - bayes) < 4 * error
        shares.append(bayes / d)
    assert shares == sorted(shares)
    assert f"{shares[-1]:.6f} of the raw risk" in judgement_of("BW-4m").remark


@pytest.mark.parametrize("epsilon", [1e-7, 0.003, 0.07, 0.45, 0.83, 0.9999])
def test_the_classical_noise_is_private_below_one(epsilon):
    """Lecture-c: the corrected condition, between the points of the claim's grid and below it."""
    for delta in (7e-14, 3e-11, 4e-8, 2e-5, 3e-3, 0.07, 0.33, 0.62):
        assert delta_of(classical_gaussian_sigma(epsilon, delta), epsilon) <= delta


def test_the_classical_noise_is_private_beyond_one_and_not_for_ever():
    for epsilon in (1.3, 2.2, 3.78):
        for delta in (1e-200, 3e-11, 2e-5, 0.07, 0.33, 0.62, 0.9, 0.97, 1 - 1e-9):
            assert delta_of(classical_gaussian_sigma(epsilon, delta), epsilon) <= delta
    assert delta_of(classical_gaussian_sigma(3.79, 0.896), 3.79) > 0.896


def test_the_classical_noise_is_private_up_to_the_epsilon_of_the_note_for_every_delta():
    epsilon = np.append(np.geomspace(1e-9, 1, 60), np.linspace(1, 3.78, 60))[:, None]
    ends = 10.0 ** -np.arange(300, 0, -3.0), 1 - 10.0 ** -np.arange(2.0, 13.0)
    delta = np.concatenate([*ends, np.linspace(0.01, 0.99, 197)])
    assert theorems.gain(epsilon, delta).min() > 1


@pytest.mark.parametrize("times", [1, 30, 1e3])
@pytest.mark.parametrize("delta", [1e-10, 1e-4, 0.3, 0.49])
def test_the_classical_rate_ends_somewhere_whatever_its_constant(times, delta):
    # Below sigma = 1 / sqrt(2 epsilon), which is needed up to delta_0, there is no privacy.
    epsilon = 1e6 * times**2
    sigma = times * classical_gaussian_sigma(epsilon, delta)
    assert sigma < 1 / math.sqrt(2 * epsilon)
    assert float(gaussian_delta(epsilon, 1 / sigma)) > delta


def test_small_balls_have_at_most_the_risk_of_releasing_zero():
    # p = 1, B = sigma: the worst f of the zero release is at distance 1.
    rng = np.random.default_rng(4)
    f = rng.dirichlet(np.full(50, 0.2), size=100)
    assert np.square(f).sum(axis=1).max() <= 1
    for d in (7, 400, 1e5):
        assert estimation.printed_rate(1.0, 1.0, d) > 1
        assert math.log(d) ** 0.5 > 1  # which B / sigma is not


@pytest.mark.parametrize(("d", "k"), [(50, 1.2), (3000, 2.5)])
def test_rates_of_histograms_need_the_variance_added(d, k):
    largest = []
    for items in (1e-8, 1e-3, 0.3, 4.0, 250.0):
        for s in (2, 40):
            risk = estimation.power_law_risk(d, items, k, s)
            rate = estimation.printed_histogram_rate(s, items, k)
            assert risk <= 3 * (1 + math.log(d)) * (1 + rate)
            largest.append(risk / rate)
    assert max(largest) > 3 * (1 + math.log(d))


def test_a_cab_moves_two_maps_and_one():
    """Enumerate five trips between two places: the largest L2 move of each release."""
    trips = 5
    moves = {"pick-ups": 0.0, "one map": 0.0, "two maps": 0.0}
    for starts in range(trips + 1):
        for ends in range(trips + 1):
            pick_ups = np.array([starts, trips - starts])
            drop_offs = np.array([ends, trips - ends])
            release = {
                "pick-ups": pick_ups,
                "one map": pick_ups + drop_offs,
                "two maps": np.concatenate([pick_ups, drop_offs]),
            }
            for name, move in release.items():
                moves[name] = max(moves[name], np.linalg.norm(move))
    assert moves["pick-ups"] == 5
    assert moves["one map"] == 10
    assert moves["two maps"] == pytest.approx(5 * math.sqrt(2))


def test_a_replaced_cab_moves_the_square_root_of_two_times_as_much():
    first = np.array([5.0, 0.0])
    second = np.array([0.0, 5.0])
    assert np.linalg.norm(first - second) == pytest.approx(5 * math.sqrt(2))


def test_a_kernel_lowers_the_move_of_a_cab():
    from gaussmech import Graph

    line = Graph(3, [[0, 1], [1, 2]], lon=[0.0, 1e-3, 2e-3], lat=[0.0, 0.0, 0.0])
    weights = Kernel(line, 100.0).rows(line.lon, line.lat).toarray()
    assert np.linalg.norm(10 * weights, axis=1).max() < 10


@pytest.mark.parametrize("d", [1, 2, 3])
def test_lemma_3_has_the_density_of_d_dimensions(d):
    sigma = 1.3
    # The mass of a ball by its surface: 2 pi^(d/2) / Gamma(d/2) r^(d-1).
    surface = 2 * math.pi ** (d / 2) / math.gamma(d / 2)

    def density_of_radius(r):
        return np.exp(-((r / sigma) ** 2) / 2) * r ** (d - 1)

    mass = surface * quad(density_of_radius, 0, 30)[0]
    assert mass / (2 * math.pi * sigma**2) ** (d / 2) == pytest.approx(1)


@pytest.mark.parametrize(
    ("dimension", "sample_size"), [(1, 2000), (4, 1000), (60, 40), (700, 5)]
)
def test_points_of_section_5_2_lie_within_one_half_of_their_centre(
    dimension, sample_size
):
    """With the printed radius of 1 a point would move the mean by twice the sensitivity."""
    rng = np.random.default_rng(dimension)
    centre = rng.standard_normal(dimension)
    points = centre + rng.uniform(-0.5, 0.5, (sample_size, dimension))
    distances = np.abs(points - centre).max(axis=1)
    assert 0.49 < distances.max() <= 0.5
    _, stated = sensitivities(sample_size, dimension)
    # Two points in opposite corners of the cube move the mean furthest.
    for radius, times in ((0.5, 1), (1.0, 2)):
        neighbour = points.copy()
        points[0] = centre + radius
        neighbour[0] = centre - radius
        move = np.linalg.norm(points.mean(axis=0) - neighbour.mean(axis=0))
        assert move == pytest.approx(times * stated)


def largest_ratios(delta):
    """Return the largest amplitude and power of truncated Laplacian noise over the Gaussian's."""
    amplitudes = []
    powers = []
    epsilons = np.concatenate([np.geomspace(0.003, 12, 60), np.linspace(1, 2, 25)])
    for epsilon in epsilons:
        amplitude, power = truncated_moments(epsilon, delta)
        sigma = analytic_gaussian_sigma(epsilon, delta)
        amplitudes.append(amplitude / (sigma * math.sqrt(2 / math.pi)))
        powers.append(power / sigma**2)
    return max(amplitudes), max(powers)


@pytest.mark.parametrize("delta", [1e-12, 3e-9, 2e-3, 0.2, 0.394])
def test_truncated_laplacian_noise_is_less_below_the_delta_of_the_note(delta):
    assert max(largest_ratios(delta)) < 1


def test_the_power_of_truncated_laplacian_noise_is_less_below_its_delta_of_the_note():
    _, power = largest_ratios(0.401)
    assert power < 1


def test_the_amplitude_is_more_just_above_the_delta_of_the_note():
    amplitude, _ = largest_ratios(0.395)
    assert amplitude > 1


@pytest.mark.parametrize("delta", [0.41, 0.48])
def test_truncated_laplacian_noise_is_more_above_the_delta_of_the_note(delta):
    assert min(largest_ratios(delta)) > 1


def truncated_moments(epsilon, delta):
    """Return E|Z| and E Z^2 of truncated Laplacian noise at Delta = 1."""
    end = math.log1p(math.expm1(epsilon) / (2 * delta))
    law = truncexpon(end, scale=1 / epsilon)
    return law.mean(), law.moment(2)


@pytest.mark.parametrize(
    ("delta", "epsilon"),
    [(0.1, 2.1147), (0.01, 3.6313), (0.001, 4.7311), (0.0001, 5.5641)],
)
def test_the_optimal_row_of_table_1_is_that_of_the_note(delta, epsilon):
    assert float(composed_delta(epsilon + 1e-4, 0.2, 50)) <= delta
    assert float(composed_delta(epsilon - 1e-4, 0.2, 50)) >= delta


def test_the_optimal_row_of_table_1_has_one_impossible_cell():
    assert float(composed_delta(5.28, 0.2, 50)) == pytest.approx(2.3e-4, rel=0.01)
    assert float(composed_delta(5.57, 0.2, 50)) <= 1e-4
    # One digit of 5.28: no other one makes a guarantee that is less loose.
    tenths = [5.08 + 0.1 * k for k in range(9)]
    hundredths = [5.20 + 0.01 * k for k in range(10)]
    guarantees = []
    for epsilon in (*tenths, *hundredths):
        if float(composed_delta(epsilon, 0.2, 50)) <= 1e-4:
            guarantees.append(epsilon)
    assert min(guarantees) == pytest.approx(5.58)


def test_the_classical_noise_is_not_private_at_10():
    assert delta_of(classical_gaussian_sigma(10.0, 1e-6), 10.0) > 1e-6
    assert delta_of(classical_gaussian_sigma(8.78, 1e-6), 8.78) < 1e-6
    assert theorems.gain(1e-3, 1e-6) == pytest.approx(4.7, abs=0.05)
    falls = theorems.gain(np.geomspace(1e-3, 8.78, 500), 1e-6)
    assert (np.diff(falls) < 0).all()
    assert 1 < falls[-1] < 1.001


def test_40_29_is_a_sigma():
    # data/README.md: the printed RMSE of the raw release in two different hours.
    assert delta_of(40.2881, 0.5, 5.0) == pytest.approx(1e-6, rel=1e-4)
    assert 40.29 / math.sqrt(2 * 3784) == pytest.approx(0.46, abs=0.005)


def test_law_of_the_privacy_loss():
    eta = 0.8
    x = 1.7
    exact = norm.cdf(x, eta, math.sqrt(2 * eta))
    assert norm.cdf((x - eta) / math.sqrt(2 * eta)) == pytest.approx(exact)
    assert abs(norm.cdf((x - eta) * math.sqrt(2 * eta)) - exact) > 0.05


@pytest.mark.parametrize("epsilon", [0.05, 1.0, 4.0])
@pytest.mark.parametrize("delta", [1e-9, 1e-3, 0.3])
def test_the_printed_constraint_is_too_strong(epsilon, delta):
    noise = TruncatedLaplaceMechanism(epsilon, delta, 1.0)
    # The event above 0, and above the sensitivity.
    positive = truncexpon(noise.bound / noise.scale, scale=noise.scale)
    probability = positive.sf(0) / 2
    shifted_probability = positive.sf(1) / 2
    assert probability > shifted_probability + delta
    excess = probability - math.exp(epsilon) * shifted_probability
    assert excess == pytest.approx(delta, abs=1e-12)
    # For a smaller shift d the worst event is the last interval of length d.
    for shift in (0.1, 0.5, 0.9):
        last = positive.sf(noise.bound - shift) / 2
        assert last <= delta


def test_the_printed_tail_bound_is_below_the_tail():
    sigma = 0.1
    t = 0.1
    density = math.exp(-((t / sigma) ** 2) / 2)
    printed = math.sqrt(2) * sigma / math.sqrt(math.pi) * density
    assert printed == pytest.approx(0.048, abs=5e-4)
    assert 2 * norm.sf(t / sigma) == pytest.approx(0.317, abs=5e-4)


@pytest.mark.parametrize("ratio", np.geomspace(0.01, 30, 40))
def test_the_corrected_tail_bound_holds(ratio):
    corrected = math.sqrt(2 / math.pi) / ratio * math.exp(-(ratio**2) / 2)
    assert 2 * norm.sf(ratio) <= corrected


def test_the_variance_of_a_projection_is_that_of_the_noise_times_the_square_norm():
    v = np.array([0.5, -2.0, 1.0])
    sigma = 3.0
    z = sigma * np.random.default_rng(1).standard_normal((400_000, 3))
    # The standard error of a variance of 400,000 values is 0.2 %.
    assert np.var(z @ v) == pytest.approx(sigma**2 * (v @ v), rel=0.01)


def test_the_classical_sigma_is_in_proportion_to_the_sensitivity():
    ten = classical_gaussian_sigma(0.5, 1e-5, 10.0)
    one = classical_gaussian_sigma(0.5, 1e-5, 1.0)
    assert ten / one == pytest.approx(10)


@pytest.mark.parametrize("epsilon", [0.02, 0.4, 0.99])
@pytest.mark.parametrize("delta", [1e-8, 1e-3, 0.2])
def test_with_its_factor_the_noise_of_the_proof_bounds_the_loss(epsilon, delta):
    """Lecture-l: by Lemma 3 the loss is N(eta, 2 eta)."""
    beyond = []
    for factor in (1.0, 1 / epsilon):
        sigma = factor * math.sqrt(2 * math.log(1.25 / delta))
        loss = norm(1 / (2 * sigma**2), 1 / sigma)
        beyond.append(loss.sf(epsilon) + loss.cdf(-epsilon))
    assert beyond[1] <= delta
    # Without it the noise is too small for epsilon < 1, but for large delta at epsilon near 1.
    assert beyond[0] > delta or epsilon == 0.99


def test_k_exponential_mechanisms_spend_up_to_twice_epsilon():
    """Lecture-k: enumerate k randomised responses, an exponential mechanism of two outputs."""
    k = 1000
    step = 1 / math.sqrt(k)
    # Scores 0 and 1 that a neighbour swaps, with the weights e^(epsilon u / 2).
    assert (
        float(composed_delta(1.98, step / 2, k))
        > 1e-5
        > float(composed_delta(2.0, step / 2, k))
    )


SLIPS = [
    r"\sqrt{\sum_{i=1}^d (f_i(x) - f_i(y))^2}",
    r"\mathbb{E}[Z] = a + b\mathbb{E}[Z] = a",
    r"Z' \sim N(0,1)",
    r"could have a dependency in $\sqrt{d}\varepsilon$ instead of ε",
]


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the documents are not at hand")
@pytest.mark.parametrize("words", SLIPS)
def test_the_lecture_notes_have_the_smaller_slips(words):
    text = (PAPERS / f"{CLAIMS['Lecture-a'].document}.txt").read_text("utf-8")
    assert text.count(words) == 1


def test_the_smaller_slips_are_slips():
    """Two neighbours that differ less than others; a + bZ; Z'v; d steps by basic composition."""
    values = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 4.0]])
    distances = np.linalg.norm(values[:, None] - values, axis=2)
    assert distances[0, 1] < distances.max() == 5
    z = 2.0 * np.random.default_rng(3).standard_normal((400_000, 2))
    shifted = 1 + 3 * z[:, 0]
    assert shifted.mean() == pytest.approx(1, abs=0.05)
    assert shifted.var() == pytest.approx(9 * z[:, 0].var())
    v = np.array([0.6, 0.8])
    assert (z @ v).var() == pytest.approx(4, rel=0.01)
    assert basic_composition(0.1, 0.0, k=25)[0] == pytest.approx(25 * 0.1)
