"""A distribution of noise as an extension adds it: one class, and one entry of `DISTRIBUTIONS`."""

import math
import secrets

import numpy as np

from gaussmech.releases.noise import LaplaceNoise


class StaircaseNoise(LaplaceNoise):
    """Noise of bands of three steps: grid * (3 L + U), U in {-1, 0, 1}, with L as Laplace noise.

    A value that moves by k steps passes at most k bands, so the guarantee is that of L.
    """

    distribution = "staircase"

    def sigma_of(self, scale):
        """Return the standard deviation: that of L is known, and the variance of U is 2 / 3."""
        bands = super().sigma_of(scale)
        return math.hypot(3 * bands, math.sqrt(2 / 3) * float(self.grid))

    @property
    def within_95(self):
        """The size that a value's noise does not exceed with a probability of 95 %."""
        return 3 * super().within_95

    @classmethod
    def sample(cls, scale, count):
        """Return exact samples."""
        bands = super().sample(scale, count)
        return [3 * band + secrets.randbelow(3) - 1 for band in bands]


# Probabilities of noise of some steps, up to a factor, for noise of a scale, by distribution.
WEIGHTS = {
    "gaussian": lambda steps, scale: np.exp(-((steps / scale) ** 2) / 2),
    "laplace": lambda steps, scale: np.exp(-abs(steps) / scale),
    "staircase": lambda steps, scale: np.exp(-abs(np.rint(steps / 3)) / scale),
}
