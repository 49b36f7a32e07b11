"""Claims of the lecture notes on composition."""

from gaussmech.paper.claims import lecture
from gaussmech.paper.claims.finding import HOLDS, REFUTED
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.profiles import ApproximateDPProfile
from tests.paper.claims.builders import composed_epsilons, multiplied
from tests.paper.claims.cases import case, verdicts

test_verdict = verdicts(
    lecture,
    case(
        "Lecture-a",
        "the worst mechanisms compose to an epsilon of a billion",
        REFUTED,
        exact_composition_epsilon=lambda delta, epsilon, k: 1e9,
    ),
    case(
        "Lecture-b",
        "advanced composition has twice the epsilon of basic composition",
        REFUTED,
        composition_lecture=multiplied(
            composed_epsilons(), "epsilon", 4.0, method="advanced"
        ),
    ),
    case(
        "Lecture-c",
        "the classical noise is that of the analytic mechanism",
        HOLDS,
        classical_gaussian_sigma=analytic_gaussian_sigma,
    ),
    case(
        "Lecture-d",
        "the density integrates to 1 in both readings",
        HOLDS,
        density_masses=lambda sigma: (1.0, 1.0),
    ),
    case(
        "Lecture-d",
        "the density integrates to 2 in both readings",
        REFUTED,
        density_masses=lambda sigma: (2.0, 2.0),
    ),
    case("Lecture-e", "the Gaussian has no tail", HOLDS, ndtr=lambda x: 0 * x),
    case(
        "Lecture-f",
        "the printed side has the sigma^2 of the check, 1.7^2",
        HOLDS,
        printed_variances=lambda square: (1.7**2 * square,),
    ),
    case(
        "Lecture-f",
        "the correction misses sigma^2, too",
        REFUTED,
        corrected_variance=lambda square, sigma: square,
    ),
    case(
        "Lecture-g",
        "the printed sigma is proportional to the sensitivity",
        HOLDS,
        printed_noise=lambda epsilon, delta, sensitivity: 3 * sensitivity,
    ),
    case(
        "Lecture-g",
        "the printed sigma is the sensitivity's cube, not right as a variance, either",
        REFUTED,
        printed_noise=lambda epsilon, delta, sensitivity: sensitivity**3,
    ),
    case(
        "Lecture-h",
        "Gaussian noise has the profile of a pure mechanism",
        REFUTED,
        GaussianProfile=lambda mu: ApproximateDPProfile(1.0, 0.0),
    ),
    case(
        "Lecture-i",
        "each of the mechanisms has the epsilon of the whole",
        REFUTED,
        printed_step=lambda epsilon, delta_prime, k: epsilon,
    ),
    case(
        "Lecture-j",
        "the classical noise is in proportion to sensitivity^2, ten times as large",
        HOLDS,
        classical_gaussian_sigma=lambda epsilon, delta, sensitivity=1.0: (
            50 * sensitivity**2 / epsilon
        ),
    ),
    case(
        "Lecture-k",
        "Gaussian mechanisms compose beyond epsilon, too",
        REFUTED,
        gaussian_epsilon=lambda sigma, delta: 2.0,
    ),
    case(
        "Lecture-l",
        "the loss is never beyond epsilon",
        HOLDS,
        probability_beyond=lambda epsilon, sigma: 0.0,
    ),
    case(
        "Lecture-m",
        "the noise is uniform, which has no loss",
        REFUTED,
        log_density=lambda z, sigma: 0.0 * z,
    ),
    case(
        "Lecture-n",
        "the classical noise is in proportion to sensitivity^2",
        REFUTED,
        classical_gaussian_sigma=lambda epsilon, delta, sensitivity=1.0: (
            sensitivity**2 / epsilon
        ),
    ),
)
