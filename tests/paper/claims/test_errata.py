"""Each note of docs/errata.md: the printed statement fails, the corrected one holds.

A correction is tested on numbers other than those of the claim that suggested it, and where it can
be by a second way of computing: 60 digits, quadrature, simulation or enumeration.
"""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar
from scipy.special import erfinv
from scipy.stats import chi2, ncx2, norm, truncexpon

from gaussmech.geo.assignment import spread
from gaussmech.paper.claims import CLAIMS, estimation, theorems
from gaussmech.paper.experiments.closed_forms import soft_threshold_risk
from gaussmech.paper.experiments.mean_estimation import sensitivities
from gaussmech.privacy.calibration import (
    algorithm_1,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)
from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from tests.exact import composed_delta, gaussian_delta
from tests.paper.claims.builders import judgement_of

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


REFUTED = (
    "BW-2.3b",
    "BW-2.3e",
    "BW-3g",
    "BW-4b",
    "BW-4d",
    "BW-4f",
    "BW-4i",
    "BW-4j",
    "BW-4l",
)
REFUTED += (
    "BW-4m",
    "BW-5.3d",
    "Lecture-c",
    "Lecture-e",
    "Lecture-f",
    "Lecture-g",
    "Geng-k",
)


@pytest.mark.parametrize("claim", REFUTED)
def test_the_note_quotes_the_words_that_find_the_sentence(claim):
    assert CLAIMS[claim].words in " ".join(TEXT.split())


def test_notes_are_numbered_in_their_order():
    numbers = [int(n) for n in re.findall(r"^### (\d+)\.", TEXT, flags=re.M)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_note_says_what_is_printed_and_what_is_correct():
    notes = re.split(r"^### ", TEXT, flags=re.M)[1:]
    for note in notes:
        if "Smaller misprints" not in note:
            assert "**Printed**" in note and "**Correct**" in note, note.split("\n")[0]


def test_notes_refer_to_the_note_on_the_mean_squared_error_and_on_algorithm_1():
    references = set(re.findall(r"\bnote (\d+)", TEXT))
    headings = dict(re.findall(r"^### (\d+)\. (.*)$", TEXT, re.M))
    assert {headings[number] for number in references} == {
        "Algorithm 1: accuracy (BW-3b)",
        "Theorem 11: the mean squared error (BW-4b)",
    }


def test_theorem_4():
    # 0.74 of Delta / sqrt(2 epsilon) is private enough at a delta the printed condition allows.
    sigma = 0.745 * math.sqrt(0.5)
    assert 0.48 < theorems.printed_delta_bound(1.0) == pytest.approx(0.48596, abs=1e-5)
    assert delta_of(sigma, 1.0) < 0.48
    for epsilon in np.geomspace(1 / math.pi * 1.001, 100, 40):
        delta_0 = delta_of(1 / math.sqrt(2 * epsilon), epsilon)
        bound = theorems.corrected_delta_bound(epsilon)
        assert 0 < bound < delta_0
        delta = 0.999 * bound
        assert analytic_gaussian_sigma(epsilon, delta) >= 1 / math.sqrt(2 * epsilon)
    assert theorems.corrected_delta_bound(0.99 / math.pi) < 0


@pytest.mark.parametrize("d", [3, 5, 40])
@pytest.mark.parametrize("w2", [0.0, 0.5, 20.0])
def test_theorem_11_mean_squared_error(d, w2):
    # Given q = ||y||^2, f is N(s y, s I) with s = w2/(w2+1), so that the loss is (g-s)^2 q + d s.
    s = w2 / (w2 + 1)
    law = chi2(d, scale=w2 + 1)

    def loss(q):
        return ((1 - (d - 2) / q - s) ** 2 * q + d * s) * law.pdf(q)

    top = law.isf(1e-14)
    cuts = [0, law.ppf(0.01), law.ppf(0.5), law.ppf(0.99), top]
    risk = sum(
        quad(loss, a, b, limit=400)[0] for a, b in zip(cuts, cuts[1:], strict=False)
    )
    assert estimation.james_stein_mse(d, w2) == pytest.approx(risk, rel=1e-6, abs=0)
    printed = estimation.printed_james_stein_mse(d, w2)
    assert printed - risk == pytest.approx(2 * (d - 2) / d / (w2 + 1), rel=1e-4, abs=0)
    if w2 == 0:
        assert risk == pytest.approx(2, rel=1e-6)
        assert printed == pytest.approx(4 * (d - 1) / d, rel=1e-12)
    else:
        bayes = d * w2 / (w2 + 1)
        assert risk / bayes == pytest.approx(1 + 2 / (d * w2), rel=1e-6, abs=0)
        within = risk / bayes <= d**2 / (d - 2) ** 2
        assert within == (w2 >= (d - 2) ** 2 / (2 * d * (d - 1)))


def test_the_printed_factor_is_kept_in_section_5_2_from_3_to_19():
    dimensions = []
    for d in range(3, 60):
        sigma = analytic_gaussian_sigma(0.01, 1e-4, math.sqrt(d) / 500)
        w2 = (1 + 1 / 6000) / sigma**2
        if 1 + 2 / (d * w2) <= d**2 / (d - 2) ** 2:
            dimensions.append(d)
    assert dimensions == list(range(3, 20))
    limits = [(d - 2) ** 2 / (2 * d * (d - 1)) for d in (3, 5, 10)]
    assert limits == pytest.approx([1 / 12, 0.225, 0.356], abs=5e-4)


def test_james_stein_is_not_the_maximum_likelihood_plug_in():
    d = 10
    q = 37.0
    likelihood = {"fun": lambda s: -chi2.logpdf(q, d, scale=s), "method": "bounded"}
    best = minimize_scalar(bounds=(0.1, 50), **likelihood)
    assert best.x == pytest.approx(q / d, rel=1e-4)
    assert abs(best.x - q / (d - 2)) > 0.5
    # (d-2)/q is the unbiased estimate of 1/s.
    mean = quad(lambda x: (d - 2) / x * chi2.pdf(x, d, scale=3.0), 0, 400)[0]
    assert mean == pytest.approx(1 / 3, rel=1e-6)


# The Bayes risk of the prior on +-1 at sigma = 1.
TWO_POINTS = quad(
    lambda y: (math.tanh(y) - 1) ** 2 * norm.pdf(y - 1), -30, 30, epsabs=1e-14
)[0]


def test_theorem_12_its_constant_small_balls_and_the_minimax_rate():
    for d in (10, 1000, 3784):
        far = soft_threshold_risk(30.0, math.sqrt(2 * math.log(d)))
        assert far == pytest.approx(1 + 2 * math.log(d), rel=1e-9) and far > 1
    assert far == pytest.approx(17.5, abs=0.05)
    assert pytest.approx(2.2242, abs=1e-4) == 1 / TWO_POINTS
    # The risk at 0 does not vanish with the ball; the zero estimator's, B^2 at most, does.
    d = 100
    at_zero = d * soft_threshold_risk(0.0, math.sqrt(2 * math.log(d)))
    assert at_zero > 4.44 * math.log(d) * 1e-3**2
    assert 2.22 * (2 * math.log(d) + 1) == pytest.approx(22.67, abs=0.005)
    assert 4.44 * math.log(d) == pytest.approx(20.45, abs=0.005)
    # The minimax rate of balls.
    # Two points within [-1, 1] are a prior on each coordinate of the cube: sigma = B = 1, p = inf.
    for d in (10, 1000):
        printed = 1 / (1 + 1 / d)
        corrected = d / 2
        assert (
            d * TWO_POINTS > 0.4 * d * printed and 0.8 < d * TWO_POINTS / corrected < 1
        )
    # For p = 2 both rates are the same.
    d = 50
    radius = 3.0
    corrected = d * radius**2 / (d ** (2 / 2) + radius**2)
    assert corrected == pytest.approx(radius**2 / (1 + radius**2 / d))


@pytest.mark.parametrize(
    ("p", "d", "side"), [(2.5, 50, 0.3), (6.0, 700, 1.5), (math.inf, 9, 4.0)]
)
def test_the_rate_for_p_above_2_is_that_of_the_cube_in_the_ball(p, d, side):
    radius = side if math.isinf(p) else side * d ** (1 / p)
    scale = 1.0 if math.isinf(p) else d ** (2 / p)
    corrected = d * radius**2 / (scale + radius**2)
    # Two points within [-a, a] bound the risk of a coordinate below, the best multiple of y above.
    t = min(side, 1.0)
    loss = lambda y: (t * math.tanh(t * y) - t) ** 2 * norm.pdf(y - t)  # noqa: E731
    below = d * quad(loss, -30, 30)[0]
    above = d * side**2 / (1 + side**2)
    assert above == pytest.approx(corrected)
    assert 0.4 < below / corrected <= 1
    printed = radius**2 / (1 + radius**2 / d)
    assert printed < corrected


def test_thresholding_is_nearly_optimal_where_balls_are_not_trivial():
    for p, d in ((0.8, 2000), (1.3, 30_000)):
        for radius in (1.1 * math.sqrt(math.log(d)), (d / 6) ** (1 / p)):
            assert estimation.spikes_optimality(p, radius, d) <= 4.44 * math.log(d)


def test_the_k_of_the_proof_of_theorem_11_is_d():
    d = 14
    q = 9.0
    slope = lambda s: -(d / 2 - 1) / s + q / (2 * s * s)  # noqa: E731
    assert slope(q / (d - 2)) == pytest.approx(0, abs=1e-12)
    assert abs(slope(q / (2.5 - 2))) > 0.01


def test_thresholding_costs_up_to_its_bound_and_gains_where_entries_are_small():
    for d in (6, 90, 20_000):
        threshold = math.sqrt(2 * math.log(d))
        risks = soft_threshold_risk(np.linspace(0, 60, 400), threshold)
        assert risks.max() <= (1 + 2 * math.log(d)) * (1 + 1e-9)
        assert (
            soft_threshold_risk(0.4, threshold)
            < 1
            < soft_threshold_risk(9.0, threshold)
        )


def test_advanced_composition_beats_basic_from_some_number_on():
    better = []
    for k in (2, 10, 30, 100, 1000):
        advanced = math.sqrt(2 * k * math.log(1e6)) * 0.03 + k * 0.03 * math.expm1(0.03)
        better.append(advanced < k * 0.03)
    assert better == [False, False, True, True, True]


def test_a_third_and_1_4_and_several_orders_of_magnitude():
    for factor, delta in ((1.5, 1.26e-7), (1.4, 2.00e-9)):
        log_delta = brentq(
            lambda x, f=factor: theorems.gain(1.0, math.exp(x)) - f, -25, -1
        )
        assert math.exp(log_delta) == pytest.approx(delta, rel=0.005, abs=0)
    assert theorems.gain(1.0, 1e-10) == pytest.approx(1.35, abs=0.005)
    assert 1 - 1 / theorems.gain(1.0, 1e-8) == pytest.approx(0.30, abs=0.005)
    assert round(1 - 1 / 1.4, 2) == 0.29
    ratio = classical_gaussian_sigma(1e-6, 1e-8) / analytic_gaussian_sigma(1e-6, 1e-8)
    assert ratio == pytest.approx(3.5, abs=0.05)
    assert math.sqrt(theorems.gain(1.65e-9, 1e-8)) == pytest.approx(100, rel=0.01)
    expected = math.sqrt(2 * math.log(125)) / 1e-6 * 2 * math.sqrt(2) * erfinv(0.01)
    ratio = classical_gaussian_sigma(1e-6, 0.01) / analytic_gaussian_sigma(1e-6, 0.01)
    assert ratio == pytest.approx(expected, rel=1e-3)


def algorithm_1_off(epsilon, delta):
    """Return by how much Algorithm 1 misses delta, with 60 digits."""
    return abs(delta_of(algorithm_1(epsilon, delta), epsilon) - delta)


def random_budgets(count=300):
    """Return budgets of the range that README promises, as far as Algorithm 1 goes."""
    rng = np.random.default_rng(9)
    epsilons = 10 ** rng.uniform(-10, 2.8, count)
    small = 10 ** rng.uniform(-300, 0, count // 3)
    usual = 10 ** rng.uniform(-15, 0, count // 3)
    large = 1 - 10 ** rng.uniform(-12, -0.1, count - 2 * (count // 3))
    return list(zip(epsilons, np.concatenate([small, usual, large]), strict=True))


def test_algorithm_1_in_doubles_is_as_accurate_as_its_bound():
    for epsilon, delta in random_budgets():
        bound = theorems.algorithm_1_error(epsilon, delta)
        assert algorithm_1_off(epsilon, delta) <= bound, (epsilon, delta)


@pytest.mark.parametrize("epsilon", [1e-6, 0.03, 0.7, 3.0, 12.0])
@pytest.mark.parametrize("offset", [0.0, 1e-12, -1e-10, 1e-8, -1e-5])
def test_algorithm_1_is_as_accurate_as_its_bound_around_delta_0(epsilon, offset):
    delta = float(theorems.delta_at_root(epsilon)) * (1 + offset)
    assert algorithm_1_off(epsilon, delta) <= theorems.algorithm_1_error(epsilon, delta)


def test_the_bound_of_algorithm_1_is_no_larger_than_it_need_be():
    # Where one of its three terms rules, some budget reaches a twentieth of the bound.
    around = [
        float(theorems.delta_at_root(2.0)) * (1 + offset)
        for offset in (-1e-7, 0.0, 1e-7)
    ]
    usual = [0.03, 0.2, 0.5, 0.7]
    for epsilon, deltas in ((25.0, usual), (2.0, around), (1e-9, [0.1, 0.5, 0.7, 0.9])):
        shares = [
            algorithm_1_off(epsilon, delta) / theorems.algorithm_1_error(epsilon, delta)
            for delta in deltas
        ]
        assert 0.05 < max(shares) <= 1, epsilon


@pytest.mark.parametrize(
    ("epsilon", "delta", "relative"), [(10.0, 1e-6, 2.1e-7), (50.0, 0.5, 0.079)]
)
def test_the_error_of_algorithm_1_grows_with_e_to_the_epsilon(epsilon, delta, relative):
    assert algorithm_1_off(epsilon, delta) / delta == pytest.approx(relative, rel=0.05)
    # What the note said before: 1e-16 / delta.
    assert relative > 1000 * 1e-16 / delta


@pytest.mark.parametrize("epsilon", [0.02, 0.4, 4.0])
def test_the_stop_of_algorithm_1_costs_what_the_note_says_at_delta_0(epsilon):
    off = algorithm_1_off(epsilon, float(theorems.delta_at_root(epsilon)))
    assert off == pytest.approx(2.7e-7 * math.sqrt(epsilon), rel=0.1)


def test_the_claim_counts_the_budgets_that_algorithm_1_meets_to_1e_9():
    met = 0
    for epsilon in theorems.ALGORITHM_EPSILONS:
        for delta in theorems.ALGORITHM_DELTAS:
            met += algorithm_1_off(epsilon, float(delta)) <= 1e-9 * delta
    budgets = len(theorems.ALGORITHM_EPSILONS) * len(theorems.ALGORITHM_DELTAS)
    assert (
        f"in doubles {met} of {budgets} cells are met" in judgement_of("BW-3b").evidence
    )


def test_alpha_cancels_where_v_is_large():
    alpha = math.sqrt(2e-8) * analytic_gaussian_sigma(1e-8, 0.9)
    assert (1 / alpha - alpha) ** 2 / 2 == pytest.approx(2.7e8, rel=0.01)
    assert 1e-9 < algorithm_1_off(1e-8, 0.9) < 1e-8


def test_algorithm_1_meets_usual_budgets_to_1e_9():
    for epsilon in (0.003, 0.05, 0.6, 0.97):
        for delta in (1.3e-7, 4e-5, 2e-3, 0.02, 0.4, 0.8):
            assert algorithm_1_off(epsilon, delta) <= 1e-9 * delta


@pytest.mark.parametrize("epsilon", [0.04, 0.3, 2.5, 8.0])
@pytest.mark.parametrize("offset", [0.0, 1e-7, -1e-8])
def test_equation_6_is_stable_around_its_change_of_sign(epsilon, offset):
    delta = float(theorems.delta_at_root(epsilon)) * (1 + offset)
    plain = delta_of(theorems.solve_equation_6(epsilon, delta), epsilon)
    assert abs(plain - delta) < 1e-11
    assert abs(plain - delta) < algorithm_1_off(epsilon, delta) / 100


def mean_of_inverse(law):
    """Return E[1/q] of a positive variable, by quadrature."""
    cuts = [1e-12, *law.ppf([1e-3, 0.1, 0.5, 0.99]), law.isf(1e-13)]
    total = 0.0
    for low, high in zip(cuts, cuts[1:], strict=False):
        total += quad(lambda q: law.pdf(q) / q, low, high, limit=200)[0]
    return total


@pytest.mark.parametrize("d", [3, 4, 7, 25, 400])
def test_james_stein_improves_at_every_f(d):
    for norm2 in (0.0, 0.3, 5.0, 77.0, 3e3):
        # The squared norm of the release is noncentral chi-square.
        law = ncx2(d, norm2) if norm2 else chi2(d)
        risk = d - (d - 2) ** 2 * mean_of_inverse(law)
        assert risk < d
        assert estimation.james_stein_risk(d, norm2) == pytest.approx(risk, rel=1e-5)


@pytest.mark.parametrize("epsilon", [0.003, 0.07, 0.45, 0.83, 0.9999])
def test_the_classical_noise_is_private_below_one(epsilon):
    """Lecture-c: the corrected condition, between the points of the claim's grid and below it."""
    for delta in (7e-14, 3e-11, 4e-8, 2e-5, 3e-3, 0.07, 0.33, 0.62):
        assert delta_of(classical_gaussian_sigma(epsilon, delta), epsilon) <= delta


def test_the_classical_noise_is_private_beyond_one_and_not_for_ever():
    for epsilon in (1.3, 2.2, 3.7):
        for delta in (3e-11, 2e-5, 0.07, 0.33, 0.62, 0.9, 0.97):
            assert delta_of(classical_gaussian_sigma(epsilon, delta), epsilon) <= delta
    assert delta_of(classical_gaussian_sigma(3.8, 0.9), 3.8) > 0.9


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


def test_moments_are_tighter_from_five_releases_on():
    for sigma in (3.0, 12.0, 70.0):
        for delta in (1e-7, 3e-5):
            for k in (6, 40):
                steps = theorems.epsilon_by_advanced_composition(sigma, delta, k)
                assert steps > theorems.epsilon_by_moments(sigma, delta, k)
    two = theorems.epsilon_by_advanced_composition(20.0, 1e-4, 2)
    assert two < theorems.epsilon_by_moments(20.0, 1e-4, 2)


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
    weights = spread(line, line.lon, line.lat, bandwidth_m=100.0).toarray()
    assert np.linalg.norm(10 * weights, axis=1).max() < 10


def test_lemma_3_has_the_density_of_d_dimensions():
    sigma = 1.3
    for d in (1, 2, 3):
        # The mass of a ball by its surface: 2 pi^(d/2) / Gamma(d/2) r^(d-1).
        surface = 2 * math.pi ** (d / 2) / math.gamma(d / 2)
        density = lambda r, d=d: np.exp(-((r / sigma) ** 2) / 2) * r ** (d - 1)  # noqa: E731
        mass = surface * quad(density, 0, 30)[0]
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
        points[0], neighbour[0] = centre + radius, centre - radius
        move = np.linalg.norm(points.mean(axis=0) - neighbour.mean(axis=0))
        assert move == pytest.approx(times * stated)


def test_truncated_laplace_noise_is_less_below_the_delta_of_the_note():
    ratios = {}
    for delta in (3e-9, 2e-3, 0.2, 0.39, 0.41, 0.48):
        epsilons = np.geomspace(0.02, 12, 70)
        moments = np.array([truncated_moments(epsilon, delta) for epsilon in epsilons])
        sigma = analytic_gaussian_sigma(epsilons, delta)
        amplitude = moments[:, 0] / (sigma * math.sqrt(2 / math.pi))
        power = moments[:, 1] / sigma**2
        ratios[delta] = amplitude.max(), power.max()
    assert max(max(ratios[delta]) for delta in (3e-9, 2e-3, 0.2, 0.39)) < 1
    assert min(min(ratios[delta]) for delta in (0.41, 0.48)) > 1


def truncated_moments(epsilon, delta):
    """Return E|Z| and E Z^2 of truncated Laplace noise at Delta = 1."""
    end = math.log1p(math.expm1(epsilon) / (2 * delta))
    law = truncexpon(end, scale=1 / epsilon)
    return law.mean(), law.moment(2)


def test_the_optimal_row_of_table_1_has_one_impossible_cell():
    exact = {0.1: 2.1147, 0.01: 3.6313, 0.001: 4.7311, 0.0001: 5.5641}
    for delta, epsilon in exact.items():
        assert float(composed_delta(epsilon + 1e-4, 0.2, 50)) <= delta
        assert float(composed_delta(epsilon - 1e-4, 0.2, 50)) >= delta
    assert float(composed_delta(5.28, 0.2, 50)) == pytest.approx(2.3e-4, rel=0.01)
    assert float(composed_delta(5.57, 0.2, 50)) <= 1e-4


def test_the_classical_noise_is_not_private_at_10():
    assert delta_of(classical_gaussian_sigma(10.0, 1e-6), 10.0) > 1e-6
    assert delta_of(classical_gaussian_sigma(8.78, 1e-6), 8.78) < 1e-6
    assert theorems.gain(1e-3, 1e-6) == pytest.approx(4.7, abs=0.05)


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


def test_the_printed_constraint_is_too_strong():
    epsilon = 1.0
    delta = 1e-3
    noise = TruncatedLaplaceMechanism(epsilon, delta, 1.0)
    # The event above 0, and above the sensitivity.
    probability, shifted_probability = (
        truncexpon(noise.bound / noise.scale, scale=noise.scale).sf([0, 1]) / 2
    )
    assert probability > shifted_probability + delta
    assert probability <= math.exp(epsilon) * shifted_probability + delta + 1e-9


def test_tail_bound_and_variances_of_the_lecture():
    sigma = t = 0.1
    printed = (
        math.sqrt(2) * sigma / math.sqrt(math.pi) * math.exp(-((t / sigma) ** 2) / 2)
    )
    assert printed == pytest.approx(0.048, abs=5e-4)
    assert 2 * norm.sf(t / sigma) == pytest.approx(0.317, abs=5e-4)
    for ratio in np.geomspace(0.01, 30, 40):
        corrected = math.sqrt(2 / math.pi) / ratio * math.exp(-(ratio**2) / 2)
        assert 2 * norm.sf(ratio) <= corrected
    v = np.array([0.5, -2.0, 1.0])
    sigma = 3.0
    z = sigma * np.random.default_rng(1).standard_normal((400_000, 3))
    assert np.var(z @ v) == pytest.approx(sigma**2 * (v @ v), rel=0.01)
    ratio = classical_gaussian_sigma(0.5, 1e-5, 10.0) / classical_gaussian_sigma(
        0.5, 1e-5, 1.0
    )
    assert ratio == pytest.approx(10)
