"""Writes tests/golden_sigma.csv: sigma to 30 digits, by bisection on the exact profile.

The library only says where to look; that the bracket holds the root is checked."""

import csv
from pathlib import Path

import mpmath as mp

from gaussmech import analytic_gaussian_sigma

EPSILONS = ["0", "1e-10", "1e-4", "0.01", "0.1", "0.5", "1", "2", "5", "10", "100", "1e4", "1e6"]
DELTAS = ["1e-300", "1e-100", "1e-15", "1e-8", "1e-6", "1e-4", "0.01", "0.1", "0.5", "0.9", "0.999"]


def exact_delta(epsilon, mu):
    # For small mu the two terms agree in as many digits as mu has zeros.
    with mp.workdps(60 + max(0, int(-mp.log10(mu)))):
        root = mp.sqrt(2)
        a, b = mu / 2 - epsilon / mu, mu / 2 + epsilon / mu
        return (mp.erfc(-a / root) - mp.exp(epsilon) * mp.erfc(b / root)) / 2


def exact_sigma(epsilon, delta):
    """The doubles nearest to the texts are the exact inputs."""
    near = mp.mpf(1 / analytic_gaussian_sigma(float(epsilon), float(delta)))
    epsilon, delta = mp.mpf(float(epsilon)), mp.mpf(float(delta))
    low, high = near * mp.mpf("0.999"), near * mp.mpf("1.001")
    assert exact_delta(epsilon, low) < delta < exact_delta(epsilon, high)
    while high / low - 1 > mp.mpf("1e-33"):
        middle = (low + high) / 2
        low, high = (middle, high) if exact_delta(epsilon, middle) < delta else (low, middle)
    return 1 / low


if __name__ == "__main__":
    with mp.workdps(60), open(Path(__file__).parents[1] / "tests/golden_sigma.csv", "w") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["epsilon", "delta", "sigma"])
        for epsilon in EPSILONS:
            for delta in DELTAS:
                rows.writerow([epsilon, delta, mp.nstr(exact_sigma(epsilon, delta), 30)])
