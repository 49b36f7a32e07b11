"""What mean estimation and histogram release share: the methods, and the error table."""

import numpy as np
import pandas as pd

from gaussmech.experiments.randomness import generator
from gaussmech.experiments.summaries import summary
from gaussmech.mechanisms import (
    AnalyticGaussianMechanism,
    ClassicalGaussianMechanism,
    LaplaceMechanism,
)
from gaussmech.shrinkage import james_stein, soft_threshold

# In the legend's order. `zero` releases nothing at all: the yardstick for a denoiser.
METHODS = {
    "Lap": lambda r: r.laplace,
    "cGM": lambda r: r.classical,
    "aGM": lambda r: r.analytic,
    "aGM-JS": lambda r: james_stein(r.analytic, r.sigma),
    "aGM-JS+": lambda r: james_stein(r.analytic, r.sigma, positive_part=True),
    "aGM-TH": lambda r: soft_threshold(r.analytic, r.sigma),
    "zero": lambda r: np.zeros_like(r.analytic),
}


class Releases:
    """The private releases of one vector f (d,), all methods on the same data.

    The two Gaussian mechanisms scale one standard normal draw: each has its own law, and
    they differ by calibration alone.
    """

    def __init__(self, f, *, epsilon, delta, sensitivity_1, sensitivity_2, rng):
        self.laplace = LaplaceMechanism(epsilon, sensitivity_1).release(f, rng)
        noise = rng.standard_normal(f.shape)
        classical = ClassicalGaussianMechanism(epsilon, delta, sensitivity_2)
        analytic = AnalyticGaussianMechanism(epsilon, delta, sensitivity_2)
        self.sigma = analytic.sigma
        self.classical = f + classical.sigma * noise
        self.analytic = f + analytic.sigma * noise


def error_table(
    task,
    sample,
    sensitivities,
    norm,
    *,
    seed,
    epsilon,
    delta,
    sample_size,
    dimensions,
    repetitions,
    methods,
):
    """Mean error of each method at each dimension, over data sets sampled anew.

    `sample(sample_size, dimension, rng)` returns f(x) of one data set (d,);
    `sensitivities(sample_size, dimension)` its global L1 and L2 sensitivity; `norm` is the
    order of the error's norm. Every repetition has a random stream of its own.

    Columns: epsilon, delta, sample_size, dimension, method, repetitions, error_mean,
    error_se (standard error of the mean), error_std; errors in units of f.
    """
    rows = []
    for dimension in sorted(dimensions):
        sensitivity_1, sensitivity_2 = sensitivities(sample_size, dimension)
        errors = np.empty((repetitions, len(methods)))
        for repetition in range(repetitions):
            key = task, float(epsilon), float(delta), sample_size, dimension, repetition
            rng = generator(seed, *key)
            f = sample(sample_size, dimension, rng)
            releases = Releases(
                f,
                epsilon=epsilon,
                delta=delta,
                sensitivity_1=sensitivity_1,
                sensitivity_2=sensitivity_2,
                rng=rng,
            )
            for k, method in enumerate(methods):
                errors[repetition, k] = np.linalg.norm(METHODS[method](releases) - f, norm)
        for k, method in enumerate(methods):
            rows.append(
                {
                    "epsilon": float(epsilon),
                    "delta": float(delta),
                    "sample_size": sample_size,
                    "dimension": dimension,
                    "method": method,
                    **summary("error", errors[:, k]),
                }
            )
    return pd.DataFrame(rows)
