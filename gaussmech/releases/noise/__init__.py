"""The laws of noise that a release may have.

Each law is a class with everything that a release asks of it: the calibration for a table, the
standard deviation, the cost, the best attack, the sampler, and the words that files say. The name
of a law stands in options and in files, and `LAWS` turns it into the class.
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

LAWS: dict[str, type[Noise]] = {law.law: law for law in (LaplaceNoise, GaussianNoise)}
# The law that a ledger of each kind takes; a mixed one takes any.
LAW_OF_KIND = {law.kind: law for law in LAWS.values()}

__all__ = [
    "EPSILON",
    "LAWS",
    "LAW_OF_KIND",
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
