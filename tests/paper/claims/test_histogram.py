"""Claims about histogram release."""

from gaussmech.paper.claims import histogram
from gaussmech.paper.claims.finding import HOLDS, IN_PART
from tests.paper.claims.builders import error, histogram_errors
from tests.paper.claims.cases import case, verdicts

test_verdict = verdicts(
    histogram,
    case(
        "BW-B.1a",
        "one of two dimensions is 10, where most bins are full",
        IN_PART,
        histogram=histogram_errors(dimensions=(10, 1000)),
    ),
    case(
        "BW-B.1b",
        "the classical Gaussian has less error than Laplace at epsilon 0.01",
        IN_PART,
        histogram=histogram_errors(error("cGM", epsilon=0.01, equals=9.0)),
    ),
    case(
        "BW-B.1c",
        "the analytic Gaussian has less error at epsilon 1 and d = 100",
        IN_PART,
        histogram=histogram_errors(
            error("aGM", epsilon=1.0, dimension=100, equals=0.5)
        ),
    ),
    case(
        "BW-B.1d",
        "thresholding has less error than Laplace at epsilon 1",
        IN_PART,
        histogram=histogram_errors(error("aGM-TH", epsilon=1.0, equals=0.5)),
    ),
    case(
        "BW-B.1f",
        "Laplace has less error at epsilon 0.01 and d = 100",
        IN_PART,
        histogram=histogram_errors(
            error("aGM", epsilon=0.01, dimension=100, equals=201.0)
        ),
    ),
    case(
        "BW-B.1f",
        "the analytic Gaussian has less error at epsilon 1 already, the larger of two",
        IN_PART,
        histogram=histogram_errors(error("aGM", epsilon=1.0, equals=0.5)).query(
            "epsilon != 0.1"
        ),
    ),
    case(
        "BW-B.1g",
        "thresholding has a larger error than the raw release at d = 100",
        IN_PART,
        histogram=histogram_errors(error("aGM-TH", dimension=100, equals=101.0)),
    ),
    case(
        "BW-B.1h",
        "James-Stein has less error than thresholding at d = 100",
        IN_PART,
        histogram=histogram_errors(error("aGM-TH", dimension=100, equals=5.5)),
    ),
    case(
        "BW-B.1h",
        "James-Stein has less error only at d = 10, where nothing is sparse",
        HOLDS,
        histogram=histogram_errors(
            error("aGM-TH", dimension=10, equals=9.0), dimensions=(10, 100)
        ),
    ),
)


def test_the_share_of_full_bins_decides_what_is_sparse():
    assert histogram.least_sparse_dimension(0.1) == 65
