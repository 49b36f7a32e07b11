"""Claims about histogram release."""

from gaussmech.paper.claims.finding import HOLDS, IN_PART, REFUTED
from gaussmech.paper.claims.histogram import least_sparse_dimension
from tests.paper.claims.builders import DENOISED, error, histogram_errors
from tests.paper.claims.cases import assert_verdict, case, each

CASES = [
    case(
        "BW-B.1a",
        when="one of two dimensions is 10, where most bins are full",
        verdict=IN_PART,
        histogram=histogram_errors(dimensions=(10, 1000)),
    ),
    case(
        "BW-B.1a",
        when="no dimension exceeds 5",
        verdict=REFUTED,
        histogram=histogram_errors(dimensions=(3, 4, 5)),
    ),
    case(
        "BW-B.1b",
        when="the classical Gaussian has less error than Laplace at epsilon 0.01",
        verdict=IN_PART,
        histogram=histogram_errors(error("cGM", epsilon=0.01, equals=9.0)),
    ),
    case(
        "BW-B.1b",
        when="the classical Gaussian has less error than Laplace everywhere",
        verdict=REFUTED,
        histogram=histogram_errors(error("cGM", equals=0.5)),
    ),
    case(
        "BW-B.1c",
        when="the analytic Gaussian has less error at epsilon 1 and d = 100",
        verdict=IN_PART,
        histogram=histogram_errors(
            error("aGM", epsilon=1.0, dimension=100, equals=0.5)
        ),
    ),
    case(
        "BW-B.1c",
        when="the analytic Gaussian has less error at epsilon 1 in every dimension",
        verdict=REFUTED,
        histogram=histogram_errors(error("aGM", epsilon=1.0, equals=0.5)),
    ),
    case(
        "BW-B.1d",
        when="thresholding has less error than Laplace at epsilon 1",
        verdict=IN_PART,
        histogram=histogram_errors(error("aGM-TH", epsilon=1.0, equals=0.5)),
    ),
    case(
        "BW-B.1d",
        when="thresholding and James-Stein have less error than Laplace at epsilon 1",
        verdict=REFUTED,
        histogram=histogram_errors(error(DENOISED, epsilon=1.0, equals=0.5)),
    ),
    case(
        "BW-B.1f",
        when="Laplace has less error at epsilon 0.01 and d = 100",
        verdict=IN_PART,
        histogram=histogram_errors(
            error("aGM", epsilon=0.01, dimension=100, equals=201.0)
        ),
    ),
    case(
        "BW-B.1f",
        when="Laplace has less error at every epsilon",
        verdict=REFUTED,
        histogram=histogram_errors(error("aGM", equals=201.0)),
    ),
    case(
        "BW-B.1f",
        when="the analytic Gaussian has less error at epsilon 1 already",
        verdict=IN_PART,
        histogram=histogram_errors(error("aGM", epsilon=1.0, equals=0.5)),
    ),
    case(
        "BW-B.1g",
        when="thresholding has a larger error than the raw release at d = 100",
        verdict=IN_PART,
        histogram=histogram_errors(error("aGM-TH", dimension=100, equals=101.0)),
    ),
    case(
        "BW-B.1g",
        when="both denoised methods have larger errors than the raw release",
        verdict=REFUTED,
        histogram=histogram_errors(error(DENOISED, equals=101.0)),
    ),
    case(
        "BW-B.1h",
        when="James-Stein has less error than thresholding at d = 100",
        verdict=IN_PART,
        histogram=histogram_errors(error("aGM-TH", dimension=100, equals=5.5)),
    ),
    case(
        "BW-B.1h",
        when="James-Stein has less error than thresholding in every dimension",
        verdict=REFUTED,
        histogram=histogram_errors(error("aGM-TH", equals=5.5)),
    ),
    case(
        "BW-B.1h",
        when="James-Stein has less error only at d = 10, where nothing is sparse",
        verdict=HOLDS,
        histogram=histogram_errors(
            error("aGM-TH", dimension=10, equals=9.0), dimensions=(10, 100)
        ),
    ),
]


@each(CASES)
def test_verdict(case, monkeypatch):
    assert_verdict(case, monkeypatch)


def test_the_share_of_full_bins_decides_what_is_sparse():
    assert least_sparse_dimension(0.1) == 65
