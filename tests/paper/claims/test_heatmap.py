"""Claims about the taxi heat maps."""

import math

import pytest

from gaussmech.paper.claims import heatmap
from gaussmech.paper.claims.finding import HOLDS, IN_PART, NOT_CHECKABLE, REFUTED
from gaussmech.paper.experiments.closed_forms import soft_threshold_risk
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from tests.paper.claims.builders import (
    PROVENANCE,
    contributions,
    error,
    judgement_of,
    map_errors,
    multiplied,
    true_maps,
)
from tests.paper.claims.cases import case, times, verdicts

# At epsilon 0.5 sigma is that of Figures 2 and 5, 40.29.
test_verdict = verdicts(
    heatmap,
    case(
        "BW-5.3b",
        "wavelets have less error than trend filtering at noon",
        IN_PART,
        heatmap=map_errors(error("aGM-wavelet", epsilon=0.5, hour=12, equals=8.0)),
    ),
    case(
        "BW-5.3c",
        "wavelets have a larger error than the raw release",
        IN_PART,
        heatmap=map_errors(error("aGM-wavelet", epsilon=0.5, equals=41.0)),
    ),
    case(
        "BW-5.3c",
        "the raw release has the least error",
        REFUTED,
        heatmap=map_errors(error("aGM", epsilon=0.5, equals=8.0)),
    ),
    case(
        "BW-5.3d",
        "one map of pick-ups and drop-offs moves by 7.1",
        IN_PART,
        claims_contributions=multiplied(
            contributions(), "norm", 1.42, release="one map"
        ),
    ),
    case(
        "BW-5.3d",
        "only pick-ups alone, which section 5.3 does not release, move by more",
        HOLDS,
        claims_contributions=multiplied(
            contributions(), "norm", 1.8, release="pick-ups"
        ),
    ),
    case(
        "BW-5.3e",
        "the road file has 3,874 junctions in place of 3,784",
        IN_PART,
        provenance=PROVENANCE | {"counts": {"junctions": 3874, "road_sections": 7070}},
    ),
    case(
        "BW-5.3e",
        "the streets are those of the synthetic city",
        NOT_CHECKABLE,
        provenance=PROVENANCE | {"source": "stand-in"},
    ),
    case(
        "BW-5.3f",
        "thresholded counts have less error than wavelets at midnight",
        IN_PART,
        heatmap=map_errors(error("aGM-wavelet", hour=0, equals=19.0)),
    ),
    case(
        "BW-5.3g",
        "the same place is busy at noon and at midnight",
        REFUTED,
        heatmap_truth=true_maps(busy_at_noon=(0,)),
    ),
    case(
        "BW-5.3h",
        "a cab of 5 trips moves one map of both ends by 10",
        IN_PART,
        claims_contributions=multiplied(
            contributions(), "norm", 2.0, release="one map"
        ),
    ),
    case(
        "BW-5.3i",
        "only midtown is busy at noon",
        IN_PART,
        heatmap_truth=true_maps(busy_at_noon=(1,)),
    ),
    case(
        "BW-B.2e",
        "wavelets have a larger error than a constant map",
        IN_PART,
        heatmap=map_errors(error("aGM-wavelet", equals=19.0)),
    ),
    case(
        "BW-B.2a",
        "the variance ratio is 1.5 at every epsilon",
        HOLDS,
        gain=lambda epsilon, delta: 1.5 + 0 * epsilon,
    ),
    case(
        "BW-B.2b",
        "James-Stein divides the MSE by 100 at epsilon 1, no small factor",
        IN_PART,
        heatmap=map_errors(error("aGM-JS", epsilon=1.0, equals=2.0)),
    ),
    case(
        "BW-B.2b",
        "no method decreases the error at epsilon 0.01",
        IN_PART,
        heatmap=map_errors(error(epsilon=0.01, equals=2000.0)),
    ),
    case(
        "BW-B.2c",
        "thresholding triples the RMSE at epsilon 10, which is more than a little",
        IN_PART,
        heatmap=map_errors(error("aGM-TH", epsilon=10.0, equals=9.0)),
    ),
    case(
        "BW-B.2d",
        "thresholding has a tenth more risk",
        REFUTED,
        soft_threshold_risk=times(soft_threshold_risk, 1.1),
    ),
)


@pytest.mark.parametrize(
    "lon, lat, street, is_west",
    [
        (-73.9857, 40.7484, 34, False),  # the Empire State Building, on Fifth Avenue
        (-73.9855, 40.7580, 45, False),  # Times Square
        (-73.9835, 40.7725, 64, True),  # Lincoln Center
        (-73.9632, 40.7794, 82, False),  # the Metropolitan Museum
        (-73.9815, 40.7840, 79, True),  # Broadway and 79th Street
        (-73.9626, 40.8075, 116, True),  # Columbia University
    ],
)
def test_the_streets_of_manhattan_have_their_numbers(lon, lat, street, is_west):
    number, west = heatmap.streets(lon, lat)
    assert number == pytest.approx(street, abs=2.5)
    assert west == is_west


def test_a_trip_is_private_by_the_epsilon_that_is_named():
    sentence = judgement_of("BW-5.3h").sentence
    sigma = analytic_gaussian_sigma(0.5, 1e-6, 5.0)
    # Two ends at one junction, and another trip's two ends in their place.
    epsilon = gaussian_epsilon(sigma, 1e-6, math.hypot(2, 2))
    assert (
        f"moves the maps by 2.83 in L2, which this noise makes ({epsilon:.2g}, "
        in sentence
    )


def test_print_is_so_many_standard_deviations_of_one_draw_away():
    """The maps of the builders have a standard error of 0.001 by 20 draws."""
    of_errors = judgement_of("BW-5.3c").evidence
    gaps = [12.28 - 12, 10.07 - 9, 10.22 - 12, 9.46 - 9]
    z = [f"{gap / (0.001 * math.sqrt(20)):.1f}" for gap in gaps]
    assert f"is {z[0]} and {z[1]} standard deviations of one draw" in of_errors
    assert f"at midnight, {z[2]} and {z[3]} at noon" in of_errors
    of_ratio = judgement_of("BW-5.3b").sentence
    z = [(printed - 12 / 9) / 0.05 for printed in (12.28 / 10.07, 10.22 / 9.46)]
    assert of_ratio.endswith(
        f": {z[0]:.1f} and {z[1]:.1f} standard deviations if each is of one draw."
    )
