"""Claims of Liu et al."""

import math
import re

import numpy as np
import pytest
from scipy.stats import norm

from gaussmech.paper.claims import gdp as claims_of_gdp
from gaussmech.paper.claims.finding import (
    HOLDS,
    IN_PART,
    MISPRINT,
    REFUTED,
)
from gaussmech.privacy import gdp, profiles
from gaussmech.privacy.profiles import ApproximateDPProfile
from tests.exact import composed_delta
from tests.paper.claims.builders import judgement_of, table_1
from tests.paper.claims.cases import case, times, verdicts


def falling_transform(profile, epsilon):
    """Return a transform that is smaller for the larger profile."""
    return -gdp.head_measurement(profile, 1.0).lower + 0 * epsilon


def with_more_delta(mu):
    """Return the profile of mu-GDP with a hundredth more delta."""
    return profiles.as_profile(
        lambda epsilon: np.minimum(1, 1.01 * GAUSSIAN(mu).delta(epsilon))
    )


GAUSSIAN = profiles.GaussianProfile
test_verdict = verdicts(
    gdp,
    case(
        "GDP-3b",
        "every tail has an infinite limit",
        IN_PART,
        tail_limit=lambda profile: np.inf,
    ),
    case(
        "GDP-3c",
        "the limit of the tail of SGD is 0.6 in place of 0.71",
        REFUTED,
        tail_limit=lambda profile: 0.6,
    ),
    case(
        "GDP-4c",
        "mu increases three times as fast with epsilon",
        REFUTED,
        gdp_transform=times(gdp.gdp_transform, 3.0),
    ),
    *[
        case(
            claim,
            "the transform is a tenth too small",
            REFUTED,
            gdp_transform=times(gdp.gdp_transform, 0.9),
        )
        for claim in ("GDP-4d", "GDP-4j", "GDP-4l")
    ],
    case(
        "GDP-4h",
        "the larger profile has the smaller transform",
        REFUTED,
        gdp_transform=falling_transform,
    ),
    case(
        "GDP-5a",
        "the library's mu is a hundredth larger than the printed formula",
        REFUTED,
        pure_dp_mu=times(gdp.pure_dp_mu, 1.01),
    ),
    case(
        "GDP-5b",
        "the Laplace mechanism has the mu of Theorem 5.1",
        REFUTED,
        laplace_mu=gdp.pure_dp_mu,
    ),
    case(
        "GDP-5e",
        "the measured mu is a tenth too small",
        IN_PART,
        head_supremum=times(gdp.head_supremum, 0.9),
    ),
    case(
        "GDP-3e",
        "the tail of the profile is a hundredth too high",
        REFUTED,
        tail_values=times(gdp.tail_values, 1.01),
    ),
    case(
        "GDP-4k",
        "the transform is a tenth too large",
        REFUTED,
        gdp_transform=times(gdp.gdp_transform, 1.1),
    ),
)
test_verdict_for_other_profiles = verdicts(
    profiles,
    case(
        "GDP-2a",
        "the profile of (epsilon, delta)-DP leaves out delta",
        REFUTED,
        ApproximateDPProfile=lambda epsilon, delta: ApproximateDPProfile(epsilon, 0.0),
    ),
    case(
        "GDP-4f",
        "nothing is clipped",
        REFUTED,
        RectifiedProfile=lambda profile, head: profile,
    ),
    case(
        "GDP-4g",
        "subsampling leaves the profile as it is",
        REFUTED,
        SubsampledProfile=lambda profile, rate: profile,
    ),
    case(
        "GDP-3d",
        "the printed profile has a hundredth more delta",
        REFUTED,
        GaussianProfile=with_more_delta,
    ),
    case(
        "GDP-4m",
        "epsilon-DP says nothing",
        REFUTED,
        PureDPProfile=lambda epsilon: profiles.GaussianProfile(9.0),
    ),
)
test_verdict_of_other_checks = verdicts(
    claims_of_gdp,
    case("GDP-4i", "every cell needs a search", REFUTED, _records=len),
    case(
        "GDP-3f",
        "the Laplace mechanism has epsilon0 = 3",
        REFUTED,
        EXAMPLES={"Laplace": profiles.LaplaceProfile(3.0)},
    ),
    case(
        "GDP-3f",
        "the Laplace mechanism has epsilon0 = 0.5, below the profile of 1-GDP",
        REFUTED,
        EXAMPLES={"Laplace": profiles.LaplaceProfile(0.5)},
    ),
    case(
        "GDP-3g",
        "ICEA is 0.5-GDP",
        REFUTED,
        EXAMPLES={"ICEA": profiles.GaussianProfile(0.5)},
    ),
    case(
        "GDP-5f",
        "the bound by RDP is that at its best order",
        REFUTED,
        rdp_composition=lambda epsilon, deltas, k: np.array(
            [claims_of_gdp.renyi_epsilon(epsilon, delta, k) for delta in deltas]
        ),
    ),
)


# The rows of Table 1 whose values are not guarantees.
ROW_OF_CLAIM = {
    "GDP-T1a": "Basic",
    "GDP-T1b": "Advanced",
    "GDP-T1c": "RDP",
    "GDP-T1d": "GDP",
    "GDP-T1e": "GDP (Lap)",
    "GDP-T1g": "GDP summary",
}


@pytest.mark.parametrize("claim", ROW_OF_CLAIM)
@pytest.mark.parametrize("second, expected", [(2.996, HOLDS), (2.98, REFUTED)])
def test_a_row_of_table_1_holds_where_its_values_round_to_the_printed_ones(
    claim, second, expected
):
    row = ROW_OF_CLAIM[claim]
    cells = table_1((row, 2.0, 2.004), (row, 3.0, second))
    assert judgement_of(claim, gdp_composition_table=cells).verdict == expected


@pytest.mark.parametrize(
    "computed, expected",
    [(2.0, HOLDS), (1.96, HOLDS), (1.94, MISPRINT), (2.1, MISPRINT)],
)
def test_an_optimal_epsilon_is_at_or_just_above_the_computed_one(computed, expected):
    cells = table_1(("Optimal", 2.0, computed))
    assert judgement_of("GDP-T1f", gdp_composition_table=cells).verdict == expected


def test_a_guarantee_below_the_exact_epsilon_has_it_beside_it():
    cells = table_1(
        ("Optimal", 5.28, 5.5641),
        ("Optimal", 2.12, 2.1147),
    )
    judgement = judgement_of("GDP-T1f", gdp_composition_table=cells)
    assert judgement.verdict == MISPRINT
    assert judgement.correction == "5.28 cannot be right: exact 5.564"


def test_the_laplace_profile_is_between_the_curves_for_the_epsilons_that_are_named():
    sentence = judgement_of("GDP-3f").sentence
    least, most = map(float, re.search(r"from (\S+) to (\S+)\.$", sentence).groups())
    # mu of the Laplace mechanism is G at 0, where delta is the total variation 1 - e^(-epsilon0/2).
    mu = [2 * norm.ppf(1 - math.exp(-epsilon0 / 2) / 2) for epsilon0 in (least, most)]
    assert 1 < mu[0] < 1.002
    assert 1.99 < mu[1] < 2


@pytest.mark.parametrize("delta, printed", [(0.1, 2.807), (1e-4, 6.017)])
def test_renyi_dp_at_its_best_order_is_a_guarantee_above_the_exact_epsilon(
    delta, printed
):
    epsilon = claims_of_gdp.renyi_epsilon(0.2, delta, 50)
    assert epsilon == pytest.approx(printed, abs=1e-3)
    assert float(composed_delta(epsilon, 0.2, 50)) < delta


def test_the_corollary_by_rdp_ends_at_the_delta_that_is_named():
    # Mironov's Corollary 1 needs ln(1 / delta) >= k epsilon^2.
    assert "up to 0.135." in judgement_of("GDP-5f").sentence
    assert math.log(1 / 0.135) > 50 * 0.2**2 > math.log(1 / 0.136)
