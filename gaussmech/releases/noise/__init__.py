"""The distributions of noise that a release may have.

Each is a class with everything that a release needs: the calibration for a table, the standard
deviation, the cost, the best attack, the sampler, and the words for files. `DISTRIBUTIONS` has each
class by its name in options and in files. To add a distribution, write a subclass of `Noise` and
add it to `DISTRIBUTIONS`: the choice of the noise, the command, the ledger and the files follow. To
denoise its releases, `graphs.noise_distributions` needs an entry of the same name.
"""

from gaussmech._checks import one_of
from gaussmech.releases.noise.base import Noise
from gaussmech.releases.noise.gaussian import GaussianNoise
from gaussmech.releases.noise.laplace import LaplaceNoise

DISTRIBUTIONS: dict[str, type[Noise]] = {
    noise.distribution: noise for noise in (LaplaceNoise, GaussianNoise)
}


def distributions_of(kind: str | None) -> dict[str, type[Noise]]:
    """Return the distributions that a ledger of a kind accepts, by name; without a kind, all."""
    return {
        name: noise
        for name, noise in DISTRIBUTIONS.items()
        if kind in (noise.kind, "mixed", None)
    }


def read_distribution(option: str, text: str) -> str:
    """Return the name of a distribution, or "auto"; a ValueError names any other text."""
    return one_of(option, text, ["auto", *DISTRIBUTIONS])
