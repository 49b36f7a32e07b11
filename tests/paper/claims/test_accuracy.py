"""Claims of the note on accuracy."""

from gaussmech.paper.claims import accuracy
from gaussmech.paper.claims.finding import REFUTED
from tests.paper.claims.builders import accuracies, multiplied, tight_constants
from tests.paper.claims.cases import case, verdicts

test_verdict = verdicts(
    accuracy,
    case(
        "Accuracy-a",
        "the accuracies are a hundredth above the printed formula",
        REFUTED,
        accuracy=multiplied(accuracies(), "accuracy", 1.01),
    ),
    case(
        "Accuracy-a",
        "the share of noise beyond the accuracy is twice alpha",
        REFUTED,
        accuracy=multiplied(accuracies(), "beyond", 2.0),
    ),
    case(
        "Accuracy-b",
        "the noise with the tight constant spends a tenth more than delta",
        REFUTED,
        accuracy_constant=multiplied(tight_constants(), "spent", 11.0),
    ),
)
