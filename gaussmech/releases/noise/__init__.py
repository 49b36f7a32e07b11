"""The distributions of noise that a release may have.

Each distribution is a class with everything that a release asks of it: the calibration for a table, the
standard deviation, the cost, the best attack, the sampler, and the words that files say. The name
of a distribution stands in options and in files, and `DISTRIBUTIONS` turns it into the class.
"""

from gaussmech.releases.noise.base import (
    EPSILON,
    SENSITIVITY,
    AreaLevel,
    Noise,
    TableBudget,
)
from gaussmech.releases.noise.gaussian import GaussianNoise, calibrate_noise
from gaussmech.releases.noise.laplace import (
    WORTH_A_DELTA,
    LaplaceNoise,
    calibrate_laplace_noise,
)

DISTRIBUTIONS: dict[str, type[Noise]] = {
    noise.distribution: noise for noise in (LaplaceNoise, GaussianNoise)
}
# The distribution that a ledger of each kind takes; a mixed one takes any.
DISTRIBUTION_OF_KIND = {noise.kind: noise for noise in DISTRIBUTIONS.values()}

__all__ = [
    "DISTRIBUTIONS",
    "DISTRIBUTION_OF_KIND",
    "EPSILON",
    "SENSITIVITY",
    "WORTH_A_DELTA",
    "AreaLevel",
    "GaussianNoise",
    "LaplaceNoise",
    "Noise",
    "TableBudget",
    "calibrate_laplace_noise",
    "calibrate_noise",
]
