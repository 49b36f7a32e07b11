"""Simulations of Theorem 11's model, by which claims on shrinkage are judged: claims_prior."""

from itertools import product

import numpy as np
import pandas as pd

from gaussmech.paper.experiments.columns import PRIOR
from gaussmech.paper.experiments.randomness import generator
from gaussmech.vectors.shrinkage import james_stein

# Theorem 11's model is simulated at these variances w^2 of the prior, in units of sigma^2.
PRIOR_VARIANCES = [0.0, 0.01, 0.1, 0.5, 1.0, 10.0, 100.0]
PRIOR_DIMENSIONS = [3, 5, 10, 30, 100, 300, 1000]
# A cell of it takes this many random numbers, and no more than MOST_PRIOR_REPETITIONS repetitions.
PRIOR_NUMBERS = 500_000
MOST_PRIOR_REPETITIONS = 100_000


def claims_prior(*, seed):
    """Return squared errors under Theorem 11's model, f ~ N(0, w^2 I), at sigma = 1."""
    rows = []
    for dimension, variance in product(PRIOR_DIMENSIONS, PRIOR_VARIANCES):
        repetitions = min(PRIOR_NUMBERS // dimension, MOST_PRIOR_REPETITIONS)
        rng = generator(seed, "claims", "prior", dimension, variance)
        f = np.sqrt(variance) * rng.standard_normal((repetitions, dimension))
        y = f + rng.standard_normal((repetitions, dimension))
        estimates = {
            "raw": y,
            # The Bayes estimator knows w^2.
            "Bayes": variance / (variance + 1) * y,
            "JS": james_stein(y, 1.0),
            "JS+": james_stein(y, 1.0, positive_part=True),
        }
        for name, estimate in estimates.items():
            loss = np.square(estimate - f).sum(axis=1)
            error = np.std(loss, ddof=1) / np.sqrt(repetitions)
            rows.append((dimension, variance, name, repetitions, np.mean(loss), error))
    return pd.DataFrame(rows, columns=PRIOR.split())
