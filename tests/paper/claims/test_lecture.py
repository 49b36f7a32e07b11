"""Claims of the lecture notes on composition."""

from gaussmech.paper.claims import lecture
from gaussmech.paper.claims.finding import HOLDS, MISPRINT, REFUTED
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.profiles import ApproximateDPProfile
from tests.paper.claims.builders import composed_epsilons
from tests.paper.claims.cases import assert_verdict, case, each, in_module

CASES = [
    case(
        "Lecture-a",
        when="the worst mechanisms compose to an epsilon of a billion",
        verdict=REFUTED,
        library=in_module(
            lecture, exact_composition_epsilon=lambda delta, epsilon, k: 1e9
        ),
    ),
    case(
        "Lecture-b",
        when="advanced composition has half the epsilon of basic composition",
        verdict=HOLDS,
        composition_lecture=composed_epsilons(advanced_per_release=0.05),
    ),
    case(
        "Lecture-b",
        when="advanced composition has twice the epsilon of basic composition",
        verdict=REFUTED,
        composition_lecture=composed_epsilons(advanced_per_release=0.2),
    ),
    case(
        "Lecture-c",
        when="the classical noise is that of the analytic mechanism",
        verdict=HOLDS,
        library=in_module(lecture, classical_gaussian_sigma=analytic_gaussian_sigma),
    ),
    case(
        "Lecture-d",
        when="the density integrates to 1 in both readings",
        verdict=HOLDS,
        library=in_module(lecture, density_masses=lambda sigma: (1.0, 1.0)),
    ),
    case(
        "Lecture-d",
        when="the density integrates to 2 in both readings",
        verdict=REFUTED,
        library=in_module(lecture, density_masses=lambda sigma: (2.0, 2.0)),
    ),
    case(
        "Lecture-e",
        when="the Gaussian has no tail",
        verdict=HOLDS,
        library=in_module(lecture, ndtr=lambda x: 0 * x),
    ),
    case(
        "Lecture-f",
        when="the printed sides miss sigma^2",
        verdict=MISPRINT,
    ),
    case(
        "Lecture-f",
        when="the printed side has the sigma^2 of the check, 1.7^2",
        verdict=HOLDS,
        library=in_module(lecture, printed_variances=lambda square: (1.7**2 * square,)),
    ),
    case(
        "Lecture-f",
        when="the correction misses sigma^2, too",
        verdict=REFUTED,
        library=in_module(lecture, corrected_variance=lambda square, sigma: square),
    ),
    case(
        "Lecture-g",
        when="the printed sigma is proportional to the squared sensitivity",
        verdict=MISPRINT,
    ),
    case(
        "Lecture-g",
        when="the printed sigma is proportional to the sensitivity",
        verdict=HOLDS,
        library=in_module(
            lecture, printed_noise=lambda epsilon, delta, sensitivity: 3 * sensitivity
        ),
    ),
    case(
        "Lecture-g",
        when="the printed sigma is the sensitivity's cube, not right as a variance, either",
        verdict=REFUTED,
        library=in_module(
            lecture, printed_noise=lambda epsilon, delta, sensitivity: sensitivity**3
        ),
    ),
    case(
        "Lecture-h",
        when="Gaussian noise has the profile of a pure mechanism",
        verdict=REFUTED,
        library=in_module(
            lecture, GaussianProfile=lambda mu: ApproximateDPProfile(1.0, 0.0)
        ),
    ),
    case(
        "Lecture-i",
        when="each of the mechanisms has the epsilon of the whole",
        verdict=REFUTED,
        library=in_module(
            lecture, printed_step=lambda epsilon, delta_prime, k: epsilon
        ),
    ),
    case(
        "Lecture-j",
        when="Gaussian releases have a loss, and d of them are one of (f, ..., f)",
        verdict=MISPRINT,
    ),
    case(
        "Lecture-j",
        when="the classical noise is in proportion to sensitivity^2, ten times as large",
        verdict=HOLDS,
        library=in_module(
            lecture,
            classical_gaussian_sigma=lambda epsilon, delta, sensitivity=1.0: (
                50 * sensitivity**2 / epsilon
            ),
        ),
    ),
    case(
        "Lecture-k",
        when="worst mechanisms compose beyond epsilon, and Gaussian ones do not",
        verdict=MISPRINT,
    ),
    case(
        "Lecture-k",
        when="Gaussian mechanisms compose beyond epsilon, too",
        verdict=REFUTED,
        library=in_module(lecture, gaussian_epsilon=lambda sigma, delta: 2.0),
    ),
    case(
        "Lecture-l",
        when="the factor is missing",
        verdict=MISPRINT,
    ),
    case(
        "Lecture-l",
        when="the loss is never beyond epsilon",
        verdict=HOLDS,
        library=in_module(lecture, probability_beyond=lambda epsilon, sigma: 0.0),
    ),
    case(
        "Lecture-m",
        when="the sign is wrong",
        verdict=MISPRINT,
    ),
    case(
        "Lecture-m",
        when="the noise is uniform, which has no loss",
        verdict=REFUTED,
        library=in_module(lecture, log_density=lambda z, sigma: 0.0 * z),
    ),
    case(
        "Lecture-n",
        when="the classical noise is in proportion to sensitivity^2",
        verdict=REFUTED,
        library=in_module(
            lecture,
            classical_gaussian_sigma=lambda epsilon, delta, sensitivity=1.0: (
                sensitivity**2 / epsilon
            ),
        ),
    ),
]


@each(CASES)
def test_verdict(case, monkeypatch):
    assert_verdict(case, monkeypatch)
