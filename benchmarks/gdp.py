"""GDP transform, head measurement, composition beside their peers: `python -m benchmarks.gdp`."""

import numpy as np
import pandas as pd

from benchmarks import peers
from benchmarks.measure import best
from benchmarks.report import digits, machine, parser, write
from gaussmech.privacy import composition
from gaussmech.privacy.calibration import gaussian_delta
from gaussmech.privacy.gdp import gdp_transform, head_measurement
from gaussmech.privacy.profiles import (
    ComposedProfile,
    GaussianProfile,
    ICEAProfile,
    LaplaceProfile,
    SquareRootLogProfile,
    SubsampledProfile,
)

PROFILES = {
    "Laplace": LaplaceProfile(1.0),
    "SGD, refined": SquareRootLogProfile(2**0.5, 1.25, 2.0).refined(),
    "ICEA, refined": ICEAProfile(1000, 100).refined(),
    "50-fold 0.2-DP": ComposedProfile(0.2, 50),
    "subsampled Gaussian": SubsampledProfile(GaussianProfile(4.0), 0.1),
    # Its transform is constant, so that no part of the grid can be left out.
    "Gaussian (worst case)": GaussianProfile(4.0),
}


def main(arguments=None):
    options = parser("gdp", __doc__)
    options.add_argument("--points", type=int, default=100_000, help="of a transform")
    options.add_argument("--head", type=float, default=100.0, help="end of the head")
    options.add_argument("--tolerance", type=float, default=1e-4, help="of its bounds")
    options = options.parse_args(arguments)
    heads = pd.DataFrame(head_rows(options.points, options.head, options.tolerance))
    sections = [
        f"Transform at {options.points:,} points, and sup G on [0, {options.head:g}] within"
        f" {options.tolerance:g}: vectorised (head), and by Algorithm 1 of Liu et al. (loop)",
        heads,
        "Exact composition of epsilon0-DP beside dp-accounting's privacy loss distribution",
        pd.DataFrame(composition_rows()),
        machine("dp-accounting"),
    ]
    write(options.output, "gdp", sections, tables={"": heads})


def head_rows(points, end, tolerance):
    """Yield a row per profile: milliseconds, the bounds of the head, and how far the loop differs."""
    epsilon = np.linspace(0, end, points)
    for name, profile in PROFILES.items():
        gdp_transform(profile, epsilon[:10])
        transform, _ = best(lambda p=profile: gdp_transform(p, epsilon))
        head, fast = best(
            lambda p=profile: head_measurement(p, end, tolerance=tolerance), 3
        )
        loop, slow = best(lambda p=profile, n=fast.steps: algorithm_1(p, end, n), 1)
        apart = np.abs(np.subtract([fast.lower, fast.upper], slow)).max()
        times = {"transform, ms": transform, "head, ms": head, "loop, ms": loop}
        row = {"profile": name}
        for column, seconds in times.items():
            row[column] = digits(1e3 * seconds)
        row["times"] = f"{loop / head:.0f}"
        row["bounds"] = f"{fast.lower:.6f}, {fast.upper:.6f}"
        row["loop's differ by"] = f"{apart:.0e}"
        yield row


def algorithm_1(profile, end, steps):
    """Return bounds of sup G on [0, end] by Algorithm 1 of Liu et al., cells in random order."""
    epsilon = end * (np.arange(steps + 1) / steps)
    delta = profile.delta(epsilon).tolist()
    bounds = [1e-9, 1e-9]
    for i in np.random.default_rng(1).permutation(steps + 1).tolist():
        # The last point is no lower end of a cell, so it has no next point.
        points = (i, i + 1) if i < steps else (i,)
        for k, at in enumerate(points):
            # The search runs only where the bound so far does not cover a cell: about log n times.
            if delta[i] > max(1e-300, gaussian_delta(1 / bounds[k], epsilon[at])):
                bounds[k] = _binary_search(epsilon[at], delta[i])
    return bounds


def _binary_search(epsilon, delta):
    """Return the mu with the Gaussian profile through (epsilon, delta), to 1e-12."""
    low = 0.0
    high = 1.0
    while gaussian_delta(1 / high, epsilon) < delta:
        low = high
        high = 2 * high
    while high - low > 1e-12 * high:
        middle = 0.5 * (low + high)
        if gaussian_delta(1 / middle, epsilon) < delta:
            low = middle
        else:
            high = middle
    return high


def composition_rows():
    """Yield a row per budget: the exact delta of a composition, and dp-accounting's."""
    for epsilon0, k in ((0.2, 50), (0.01, 10_000), (1.0, 1000)):
        epsilon = 2 * epsilon0 * np.sqrt(k) + k * epsilon0**2 / 2

        def exact(epsilon=epsilon, epsilon0=epsilon0, k=k):
            composition._exact_table.cache_clear()
            return composition.exact_composition_delta(epsilon, epsilon0, k)

        seconds, delta = best(exact, 3)
        row = {
            "epsilon0": f"{epsilon0:g}",
            "k": f"{k:,}",
            "epsilon": f"{epsilon:.4g}",
            "delta": f"{delta:.6g}",
            "ms": digits(1e3 * seconds),
        }
        try:
            distribution = peers.privacy_loss_distribution(epsilon0)
        except ImportError:
            yield row | {"dp-accounting, relative": "not installed"}
            continue
        seconds, composition_of_peer = best(
            lambda distribution=distribution, k=k: distribution.self_compose(k), 3
        )
        delta_of_peer = composition_of_peer.get_delta_for_epsilon(epsilon)
        row["dp-accounting, relative"] = f"{delta_of_peer / delta - 1:+.1e}"
        yield row | {"dp-accounting, ms": digits(1e3 * seconds)}


if __name__ == "__main__":
    main()
