"""The notes of docs/errata.md: their form, their numbers, and some corrections by other ways.

That a printed statement fails is the verdict on its claim (test_page.py). Cases in the other files put
the correction in its place, and it holds.
"""

import math
import re
from functools import partial

import numpy as np
import pytest
from scipy.stats import chi2, norm, truncexpon

from gaussmech.paper.claims import CLAIMS, calibration, estimation, theorems
from gaussmech.paper.experiments.closed_forms import soft_threshold_risk
from gaussmech.privacy.calibration import (
    algorithm_1,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)
from gaussmech.privacy.composition import advanced_composition
from tests.exact import composed_delta, gaussian_delta
from tests.processes import text_of

TEXT = text_of("docs/errata.md")
WORDS = " ".join(TEXT.split())


def claims_in(text):
    return set(re.findall(r"\b(?:BW|Geng|GDP|Lecture|Accuracy)-[\w.]*\w", text))


def test_the_page_has_a_note_for_each_corrected_claim_and_quotes_it():
    errata, remarks = TEXT.split("\n## Remarks\n")
    notes = re.findall(r"^### (\d+)\. (.*)\n([^#]*)", errata, re.M)
    assert [int(number) for number, _, _ in notes] == [*range(1, len(notes) + 1)]
    noted = set()
    for _, heading, note in notes:
        noted |= claims_in(heading)
        if heading != "Smaller misprints":
            assert claims_in(heading), heading
            assert "**Printed**" in note and "**Correct**" in note, heading
    # No erratum are a sentence of B.1, of which a part holds, and counts that need the paper's files.
    corrected = {claim.id for claim in CLAIMS.values() if claim.correction}
    assert corrected - noted == {"BW-B.1d", "BW-5.2c", "BW-5.3e"}
    quoted = {name for name in noted if CLAIMS[name].words in WORDS}
    unquoted = {"BW-2.3a", "BW-5.3h", "BW-B.2a", "GDP-T1f", "Lecture-b"}
    assert noted - quoted == unquoted
    assert not claims_in(errata) & claims_in(remarks)
    assert claims_in(remarks) < set(CLAIMS)
    headings = {number: heading for number, heading, _ in notes}
    referred = {headings[number] for number in re.findall(r"\bnote (\d+)", TEXT)}
    assert referred == {
        "Algorithm 1: accuracy (BW-3b)",
        "Theorem 11: the mean squared error (BW-4b)",
    }


def delta_of(sigma, epsilon):
    """Theorem 8 in 60 digits."""
    return float(gaussian_delta(epsilon, 1 / sigma))


def algorithm_1_off(epsilon, delta):
    return abs(delta_of(algorithm_1(epsilon, delta), epsilon) - delta)


def worst_at_delta_0(solve, epsilon=10.0):
    """Return by how much a solver misses delta around delta_0, in 60 digits."""
    deltas = float(theorems.delta_at_root(epsilon)) * (1 + theorems.OFFSETS)
    return max(abs(delta_of(solve(epsilon, x), epsilon) - x) for x in deltas)


def last_private_epsilon(delta):
    """Return the last of the epsilons 0.01, 0.02 ... at which the classical sigma is private."""
    epsilon = np.arange(1, 1000)[:, None] / 100
    is_private = (theorems.gain(epsilon, delta) > 1).all(axis=1)
    return epsilon[is_private].max()


def dimensions_of_the_printed_factor():
    kept = []
    for d in range(3, 60):
        sigma = analytic_gaussian_sigma(0.01, 1e-4, math.sqrt(d) / 500)
        if times_the_bayes_risk(d, (1 + 1 / 6000) / sigma**2) <= d**2 / (d - 2) ** 2:
            kept.append(d)
    assert kept == [*range(kept[0], kept[-1] + 1)]
    return kept[0], kept[-1]


def times_the_bayes_risk(d, w2):
    return estimation.james_stein_mse(d, w2) / estimation.bayes_risk(d, w2)


def thresholding_of_a_flat_histogram():
    sigma = analytic_gaussian_sigma(1.0, 1e-4, math.sqrt(2))
    return soft_threshold_risk(50 / sigma, estimation.universal_threshold(10))


def truncated_laplacian_over_gaussian(power, epsilon, delta):
    """Return the ratio of E|Z|^power, with the moments of SciPy."""
    end = math.log1p(math.expm1(epsilon) / (2 * delta))
    sigma = analytic_gaussian_sigma(epsilon, delta)
    moment = truncexpon(end, scale=1 / epsilon).moment(power)
    return moment / norm(scale=sigma).expect(lambda z: abs(z) ** power)


def end_of_less_noise(power):
    """Return the delta, to three digits, up to which the noise is less at every epsilon."""
    for delta in np.arange(0.39, 0.41, 0.001):
        for epsilon in np.linspace(1, 2, 11):
            if truncated_laplacian_over_gaussian(power, epsilon, delta) > 1:
                return delta - 0.001
    return math.nan


def tex(number, digits=0):
    """Return a number in TeX, as a power of ten."""
    factor, power = f"{number:.{digits}e}".split("e")
    return rf"{factor} \cdot 10^{{{int(power)}}}"


NUMBERS = [
    (
        r"(printed bound: %.3f), $\sigma = %.2f \Delta/\sqrt{2}$ is enough",
        lambda: (
            theorems.printed_delta_bound(1.0),
            analytic_gaussian_sigma(1.0, 0.48) * math.sqrt(2),
        ),
    ),
    (
        r"private up to $\varepsilon = %.2f$ for every $\delta$, and up to %.2f for",
        lambda: (
            last_private_epsilon(np.linspace(0.01, 0.99, 99)),
            last_private_epsilon(1e-6),
        ),
    ),
    (
        r"multiplies the error: %.0f %% of $\delta$ at $(50, 0.5)$",
        lambda: algorithm_1_off(50.0, 0.5) / 0.5 * 100,
    ),
    (
        r"of its last interval, the bound is $%s\sqrt{\varepsilon}$",
        lambda: tex(algorithm_1_off(0.4, theorems.delta_at_root(0.4)) / 0.4**0.5),
    ),
    (
        r"it is larger by up to $%s\sqrt{\varepsilon}$",
        lambda: tex(math.sqrt(theorems.STOP) * norm.pdf(0)),
    ),
    (
        r"it is larger: $%s$ at $(10^{-8}, 0.9)$",
        lambda: tex(algorithm_1_off(1e-8, 0.9) / 0.9),
    ),
    (
        r"Algorithm 1 misses $\delta$ by up to $%s$ at",
        lambda: tex(worst_at_delta_0(algorithm_1)),
    ),
    (r"for $d$ from %d to %d.", dimensions_of_the_printed_factor),
    (
        r"$w^2 = 0.01 \sigma^2$ the ratio is %.0f, printed",
        lambda: times_the_bayes_risk(5, 0.01),
    ),
    (r"%.1f times the squared error for 500 items", thresholding_of_a_flat_histogram),
    (r"if $\delta \ge %s$", lambda: tex(calibration.least_delta(1.5), 2)),
    (
        r"$\delta \ge %s$ at $\varepsilon = 1$",
        lambda: tex(calibration.least_delta(1.4), 2),
    ),
    (r"falls from %.1f at", lambda: theorems.gain(1e-3, 1e-6)),
    (
        r"$\delta < %.3f$ (amplitude) or $%.3f$ (power)",
        lambda: (end_of_less_noise(1), end_of_less_noise(2)),
    ),
    (
        r"the amplitude is %.2f times and the power %.2f times the Gaussian's",
        lambda: (
            truncated_laplacian_over_gaussian(1, 1.6, 0.49),
            truncated_laplacian_over_gaussian(2, 1.6, 0.49),
        ),
    ),
    (
        r"5.28, which gives $\delta = %s$",
        lambda: tex(float(composed_delta(5.28, 0.2, 50)), 1),
    ),
    (
        r"it spends $%s$",
        lambda: tex(delta_of(classical_gaussian_sigma(10.0, 1e-6), 10.0), 1),
    ),
    (
        r"the ratio is %.1f at $\varepsilon = 10^{-6}$",
        lambda: math.sqrt(theorems.gain(1e-6, 1e-8)),
    ),
    (
        r"and 100 at $%s$",
        lambda: tex(calibration.largest_epsilon(100.0, 1e-8), 1),
    ),
    (r"gives %.4f where", lambda: 1 / estimation.spikes_bayes_risk(1.0, 1.0)),
]


@pytest.mark.parametrize("words, compute", NUMBERS)
def test_the_numbers_of_the_page_are_computed(words, compute):
    assert words % compute() in WORDS


def test_both_forms_around_the_change_of_sign_miss_delta_by_what_the_note_says():
    """These are rounding errors: their order of magnitude is what another processor shares."""
    rows = re.findall(r"^\| (\d+) \| (\$.*\$) \|$", TEXT, re.M)
    assert [int(epsilon) for epsilon, _ in rows] == [*theorems.ROOT_EPSILONS]
    for epsilon, cells in rows:
        said = []
        for digit, power in re.findall(r"\$(?:(\d) .cdot )?10\^\{(-\d+)\}\$", cells):
            said.append(float(f"{digit or 1}e{power}"))
        measured = [
            worst_at_delta_0(partial(solve, phi=phi), float(epsilon))
            for phi in theorems.PHI.values()
            for solve in (theorems.solve_equation_6, theorems.oracle_search)
        ]
        ratios = np.log10(np.array(measured) / said)
        assert (np.abs(ratios) < 1).all(), (epsilon, measured)


@pytest.mark.parametrize("epsilon", [0.4, 1.0, 30.0])
def test_theorem_4_holds_up_to_delta_0_and_no_further(epsilon):
    delta_0 = 0.5 - math.exp(epsilon) * norm.cdf(-math.sqrt(2 * epsilon))
    assert theorems.corrected_delta_bound(epsilon) < delta_0
    below, above = analytic_gaussian_sigma(
        epsilon, delta_0 * np.array([1 - 1e-9, 1 + 1e-9])
    )
    assert below > 1 / math.sqrt(2 * epsilon) > above


@pytest.mark.parametrize("d", [3, 5, 40])
@pytest.mark.parametrize("w2", [0.0, 0.5, 20.0])
def test_theorem_11_has_the_corrected_mean_squared_error(d, w2):
    # Given q = ||y||^2, f is N(s y, s I): the loss of James-Stein is (1 - (d-2)/q - s)^2 q + d s.
    s = w2 / (w2 + 1)
    distribution = chi2(d, scale=w2 + 1)
    risk = distribution.expect(lambda q: (1 - (d - 2) / q - s) ** 2 * q + d * s)
    assert estimation.james_stein_mse(d, w2) == pytest.approx(risk, rel=1e-6)
    excess = estimation.printed_james_stein_mse(d, w2) - risk
    assert excess == pytest.approx(2 * (d - 2) / d / (w2 + 1), rel=1e-4)


@pytest.mark.parametrize("d", [10, 100, 10_000])
def test_thresholding_improves_up_to_the_number_of_entries_of_the_note(d):
    most = (d - 1) / (1 + 2 * math.log(d))
    heights = np.append(np.geomspace(0.01, 100, 81), 1e6)
    at = partial(estimation.spikes_threshold_risk, d=d)
    threshold = estimation.universal_threshold(d)
    assert at(math.floor(most), heights, threshold=threshold).max() < d
    # The bound is the largest number but one of which this is so.
    assert at(math.ceil(most) + 1, heights, threshold=threshold).max() > d


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 0.69])
@pytest.mark.parametrize("delta_prime", [1e-9, 0.1])
def test_advanced_composition_is_better_from_the_number_of_the_note_on(
    epsilon, delta_prime
):
    k = 2 * math.log(1 / delta_prime) / (2 - math.exp(epsilon)) ** 2
    steps = np.array([math.floor(k), math.floor(k) + 1])
    advanced, _ = advanced_composition(epsilon, 0, delta_prime=delta_prime, k=steps)
    assert list(advanced < steps * epsilon) == [False, True]
    never, _ = advanced_composition(math.log(2), 0, delta_prime=0.1, k=10**12)
    assert never > 10**12 * math.log(2)


@pytest.mark.parametrize("epsilon", [10.0, 20.0, 30.0, 36.0, 50.0])
def test_algorithm_1_misses_delta_by_at_most_what_the_note_says(epsilon):
    limit = 1e-16 * math.exp(epsilon) + 1e-10
    if epsilon > 30:
        limit = 1 / math.sqrt(4 * math.pi * epsilon)
    missed = max(algorithm_1_off(epsilon, x) for x in (1e-10, 1e-3, 0.1, 0.3, 0.5))
    assert limit / 50 < missed <= limit


def test_algorithm_1_meets_the_budgets_of_the_note_to_1e_9():
    rng = np.random.default_rng(12)
    epsilons = np.append(10 ** rng.uniform(-6, 0, 100), [1e-6, 1.0])
    deltas = np.append(10 ** rng.uniform(-7, 0, 100), [1e-7, 1 - 1e-12])
    near = np.array([1e-6, 1e-4, 0.01, 0.2, 1.0])
    for offset in (0.9989, 1.0011):
        epsilons = np.append(epsilons, near)
        deltas = np.append(deltas, offset * theorems.delta_at_root(near))
    for epsilon, delta in zip(epsilons, deltas, strict=True):
        assert algorithm_1_off(epsilon, delta) <= 1e-9 * delta, (epsilon, delta)
