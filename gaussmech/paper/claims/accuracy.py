"""Claims of the note on accuracy."""

import numpy as np
from scipy.special import erfinv

from gaussmech.paper.claims.estimation import largest_score
from gaussmech.paper.claims.finding import ROUNDING, Finding, claim
from gaussmech.paper.experiments.accuracy import TIGHT_CONSTANT
from gaussmech.paper.experiments.summaries import standard_errors_off


@claim("Accuracy-a")
def accuracy_formula(results):
    """The share of classical Gaussian noise beyond the printed accuracy is alpha."""
    rows = results.rows("accuracy", mechanism="cGM")
    unit = 2 * rows["sensitivity"] / rows["epsilon"]
    root = np.sqrt(np.log(1.25 / rows["delta"]))
    printed = unit * root * erfinv(1 - rows["alpha"])
    is_formula = np.isclose(rows["accuracy"], printed, rtol=1e-9, atol=0)
    score = standard_errors_off(rows).abs()
    satisfied = is_formula & (score <= largest_score(len(rows)))
    return Finding(
        satisfied,
        most=score.max(),
        formula=is_formula.sum(),
        epsilons=rows["epsilon"],
        alphas=rows["alpha"],
    )


@claim("Accuracy-b")
def tight_constant(results):
    """With sqrt(2 e^(8/9) / pi) for 1.25 the noise is still (epsilon, delta)-DP."""
    rows = results.rows("accuracy_constant", mechanism="cGM-tight")
    spent = rows["spent"] / rows["delta"]
    return Finding(
        spent <= 1 + ROUNDING,
        spent=spent,
        constant=TIGHT_CONSTANT,
        epsilons=rows["epsilon"],
        deltas=rows["delta"],
    )
