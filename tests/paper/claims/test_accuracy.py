"""Claims of the note on accuracy."""

from gaussmech.paper.claims.finding import HOLDS, REFUTED
from tests.paper.claims.builders import accuracies, tight_constants
from tests.paper.claims.cases import assert_verdict, case, each

CASES = [
    case(
        "Accuracy-a",
        when="the accuracies are a hundredth above the printed formula",
        verdict=REFUTED,
        accuracy=accuracies(accuracy_times=1.01),
    ),
    case(
        "Accuracy-a",
        when="the share of noise beyond the accuracy is twice alpha",
        verdict=REFUTED,
        accuracy=accuracies(share_beyond_times=2.0),
    ),
    case(
        "Accuracy-b",
        when="the noise with the tight constant spends a tenth of delta",
        verdict=HOLDS,
        accuracy_constant=tight_constants(spent_share=0.1),
    ),
    case(
        "Accuracy-b",
        when="the noise with the tight constant spends a tenth more than delta",
        verdict=REFUTED,
        accuracy_constant=tight_constants(spent_share=1.1),
    ),
]


@each(CASES)
def test_verdict(case, monkeypatch):
    assert_verdict(case, monkeypatch)
