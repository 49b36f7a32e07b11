"""Truncated Laplacian noise against the optimal Gaussian, and the bounds of the least noise.

`tables` yields the tables whose names start with geng_. The bounds are those of the poster of Geng et
al.; its A is the end of the noise, and Delta the sensitivity.
"""

from itertools import product

import numpy as np
import pandas as pd
from scipy.special import ndtr

from gaussmech.paper.experiments.stacking import tabulated
from gaussmech.privacy import mechanisms
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.truncated_laplacian import (
    delta_of_truncation,
    noise_bounds,
    truncation_ratio,
)

# A density has so many points on either side of 0.
DENSITY_POINTS = 201


@tabulated
def noise_density(epsilon, deltas, sensitivity):
    """Return the density of each mechanism's noise, at every delta, and P[Z > z] (`above`)."""
    for delta in sorted(deltas):
        truncated = mechanisms.TruncatedLaplaceMechanism(epsilon, delta, sensitivity)
        end = truncated.bound
        # The grid also has the corners of the density, and the first float beyond its support.
        corners = [end - sensitivity, end, np.nextafter(end, np.inf)]
        grid = np.linspace(0, 1.25 * end, DENSITY_POINTS)
        right = np.unique([*grid, *corners])
        z = np.concatenate([-right[:0:-1], right])
        distributions = {
            "Lap": laplace_distribution(z, sensitivity / epsilon, np.inf),
            "aGM": _normal_distribution(
                z, analytic_gaussian_sigma(epsilon, delta, sensitivity)
            ),
            "TLap": laplace_distribution(z, truncated.scale, end),
        }
        for mechanism, (density, above) in distributions.items():
            yield {
                "epsilon": epsilon,
                "delta": delta,
                "sensitivity": sensitivity,
                "mechanism": mechanism,
                "z": z,
                "density": density,
                "above": above,
            }


def laplace_distribution(z, scale, end):
    """Return density and P[Z > z] of the Laplace distribution cut off at +-end."""
    size = np.minimum(np.abs(z), end) / scale
    # The density e^(-|z|/scale) has this integral from -end to end, over the scale.
    mass = 2 * -np.expm1(-end / scale)
    inside = np.exp(-size) / (scale * mass)
    density = np.where(np.abs(z) <= end, inside, 0.0)
    # P[Z > |z|] is e^-size - e^(-end/scale) over the mass, in a form that does not cancel.
    beyond_size = np.exp(-size) * np.abs(np.expm1(size - end / scale)) / mass
    above = np.where(z < 0, 1 - beyond_size, beyond_size)
    return density, above


def _normal_distribution(z, sigma):
    """Return density and P[Z > z] of the normal distribution."""
    density = np.exp(-0.5 * (z / sigma) ** 2) / (sigma * np.sqrt(2 * np.pi))
    return density, ndtr(-z / sigma)


def bounds_table(epsilons, diagonal_epsilons, *, least_delta, points, sensitivity):
    """Return bounds of the least noise at integers n = A / sensitivity.

    The poster states the limits of the ratio of both bounds, its tightness, as epsilon or delta goes
    to 0; they are columns of their own.

    Parameters
    ----------
    epsilons : list of float
        Each has rows of the regime `epsilon`: about evenly spaced in log n, from n = 2 to where delta
        falls to `least_delta`.
    diagonal_epsilons : list of float
        Each has a row of the regime `diagonal`: the n for which delta is closest to epsilon.
    least_delta : float
        Where the rows of the regime `epsilon` end.
    points : int
        The most rows of an epsilon.
    sensitivity : float
        The sensitivity.
    """
    cells = []
    for epsilon in sorted(epsilons):
        for n in _steps(epsilon, least_delta, points):
            cells.append(("epsilon", epsilon, n))
    for epsilon in sorted(diagonal_epsilons):
        n = round(truncation_ratio(epsilon, epsilon))
        cells.append(("diagonal", epsilon, max(2, n)))
    table = pd.DataFrame(cells, columns=["regime", "epsilon", "n"])
    epsilon, n = table[["epsilon", "n"]].to_numpy().T
    delta = delta_of_truncation(epsilon, n)
    bounds = noise_bounds(epsilon, delta, sensitivity)
    return table.assign(
        delta=delta,
        sensitivity=sensitivity,
        **bounds._asdict(),
        amplitude_tightness=bounds.amplitude_lower / bounds.amplitude_upper,
        power_tightness=bounds.power_lower / bounds.power_upper,
        **tightness_limits(epsilon, delta),
    )


def tightness_limits(epsilon, delta):
    """Return the limits that the poster states of the tightness as epsilon or delta goes to 0."""
    growth = np.expm1(epsilon)
    return {
        "amplitude_tightness_at_epsilon_0": 1 - 2 * delta,
        "amplitude_tightness_at_delta_0": epsilon / growth,
        "power_tightness_at_epsilon_0": (1 - delta) * (1 - 2 * delta),
        "power_tightness_at_delta_0": epsilon**2 * (2 + growth) / (2 * growth**2),
    }


def _steps(epsilon, least_delta, points):
    """Return integers n >= 2, about evenly spaced in log n, with delta at least `least_delta`."""
    last = max(2, int(truncation_ratio(epsilon, least_delta)))
    return np.unique(np.geomspace(2, last, points).round().astype(int)).tolist()


def noise_ratios(pairs, sensitivity):
    """Return amplitude and power of truncated Laplacian and optimal Gaussian noise at each budget.

    The amplitude is E|Z|, the power E Z^2. Truncated Laplacian noise attains the upper bounds of the
    least noise. A pair (epsilon, delta) has one row, however often it occurs.
    """
    table = pd.DataFrame(sorted(set(pairs)), columns=["epsilon", "delta"])
    epsilon, delta = table.to_numpy().T
    bounds = noise_bounds(epsilon, delta, sensitivity)
    sigma = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    # E|Z| = sigma sqrt(2 / pi) for Z ~ N(0, sigma^2).
    amplitude = sigma * np.sqrt(2 / np.pi)
    power = sigma**2
    return table.assign(
        sensitivity=sensitivity,
        sigma=sigma,
        amplitude_TLap=bounds.amplitude_upper,
        amplitude_aGM=amplitude,
        amplitude_ratio=bounds.amplitude_upper / amplitude,
        power_TLap=bounds.power_upper,
        power_aGM=power,
        power_ratio=bounds.power_upper / power,
    )


def tables(
    *,
    sensitivity,
    density_epsilon,
    density_deltas,
    epsilons,
    curve_deltas,
    deltas,
    curve_epsilons,
    bound_epsilons,
    bound_least_delta,
    bound_points,
    diagonal_epsilons,
):
    """Yield the name and the content of each table."""
    yield "geng_density", noise_density(density_epsilon, density_deltas, sensitivity)
    by_epsilon = list(product(epsilons, curve_deltas))
    by_delta = list(product(curve_epsilons, deltas))
    yield "geng_ratio", noise_ratios(by_epsilon + by_delta, sensitivity)
    yield "geng_ratio_epsilon", noise_ratios(by_epsilon, sensitivity)
    yield "geng_ratio_delta", noise_ratios(by_delta, sensitivity)
    table = bounds_table(
        bound_epsilons,
        diagonal_epsilons,
        least_delta=bound_least_delta,
        points=bound_points,
        sensitivity=sensitivity,
    )
    yield "geng_bounds", table
