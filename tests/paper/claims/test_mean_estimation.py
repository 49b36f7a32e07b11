"""Claims about mean estimation, the abstract and the conclusion."""

from gaussmech.paper.claims import mean_estimation
from gaussmech.paper.claims.finding import HOLDS, IN_PART, REFUTED
from tests.paper.claims.builders import (
    DENOISED,
    error,
    histogram_errors,
    judgement_of,
    mean_estimation_errors,
)
from tests.paper.claims.cases import case, verdicts

# Without denoising the error is 100.
ABOVE_RAW = error(DENOISED, equals=101.0)

test_verdict = verdicts(
    mean_estimation.mean_estimation,
    case(
        "BW-0b",
        "denoising increases the error of mean estimation",
        IN_PART,
        mean_estimation=mean_estimation_errors(ABOVE_RAW),
    ),
    case(
        "BW-6a",
        "denoising increases the error of mean estimation alone",
        IN_PART,
        mean_estimation=mean_estimation_errors(ABOVE_RAW),
    ),
    case(
        "BW-5.2a",
        "thresholding has a larger error than the raw release at d = 100",
        IN_PART,
        mean_estimation=mean_estimation_errors(
            error("aGM-TH", dimension=100, equals=101.0)
        ),
    ),
    case(
        "BW-5.2b",
        "denoising divides the error by 5 at most",
        REFUTED,
        mean_estimation=mean_estimation_errors(error(DENOISED, equals=20.0)),
    ),
    case(
        "BW-5.2c",
        "thresholding has less error than James-Stein at epsilon 0.01",
        IN_PART,
        mean_estimation=mean_estimation_errors(
            error("aGM-JS", epsilon=0.01, equals=9.0)
        ),
    ),
    case(
        "BW-5.2c",
        "thresholding has less error only at d = 100, which is not high",
        HOLDS,
        mean_estimation=mean_estimation_errors(
            error("aGM-JS", dimension=100, equals=9.0)
        ),
    ),
    case(
        "BW-5.2d",
        "the experiment scales its noise to sensitivities of 1",
        IN_PART,
        sensitivities=lambda n, d: (1.0, 1.0),
    ),
)


def test_a_remark_names_a_zero_release_that_is_as_good_and_the_verdict_stays():
    zero = error("zero", equals=4.0)
    judgement = judgement_of(
        "BW-0b",
        mean_estimation=mean_estimation_errors(zero),
        histogram=histogram_errors(zero),
    )
    assert judgement.verdict == HOLDS
    assert "Releasing 0 does as well" in judgement.remark
