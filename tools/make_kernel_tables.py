"""Writes the tables of gaussmech/privacy/_gaussian_kernel.py after a change of intervals or degree.

mills_table.npy: Mills' ratio M(t) and -M'(t) as polynomials in the distance to the middle of an
interval: of t in -1 <= t < 4, and, divided by y and y^2, of y = 4 / (4 + t) in 0 < y <= 1/2. They
are interpolated at Chebyshev points in 60 digits.

start_table.npy: the exact mu over Vinterbo's bound on a grid of budgets, where `solve_mu` starts.
Single precision is enough for a start, and its rounding hides the last digits of this machine's
arithmetic: the file has the same bytes on every processor.
"""

from pathlib import Path

import mpmath as mp
import numpy as np

from gaussmech import analytic_gaussian_sigma
from gaussmech.privacy import _gaussian_kernel as kernel

DEGREE = 9
NEAR, NEAR_WIDTH = 40, 1 / 8
FAR, FAR_WIDTH = 16, 1 / 32


def mills(t):
    return mp.sqrt(mp.pi / 2) * mp.exp(t * t / 2) * mp.erfc(t / mp.sqrt(2))


def slope(t):
    """-M'(t) = 1 - t M(t), in digits enough for its cancellation."""
    with mp.workdps(100):
        return 1 - t * mills(t)


def interpolate(f, first, width, intervals):
    """Coefficients for each interval from `first` on, lowest first, rounded to doubles."""
    points, rows = DEGREE + 1, []
    nodes = [
        mp.cos(mp.pi * (2 * k + 1) / (2 * points)) * width / 2 for k in range(points)
    ]
    vandermonde = mp.matrix([[z**j for j in range(points)] for z in nodes])
    for k in range(intervals):
        middle = first + (k + mp.mpf(1) / 2) * width
        row = mp.lu_solve(vandermonde, mp.matrix([f(middle + z) for z in nodes]))
        rows.append([float(c) for c in row])
    return rows


def table():
    """(2, NEAR + FAR, DEGREE + 1) array: for M and for -M'."""
    near, far = (-1, NEAR_WIDTH, NEAR), (0, FAR_WIDTH, FAR)
    m = interpolate(mills, *near) + interpolate(lambda y: mills(4 / y - 4) / y, *far)
    s = interpolate(slope, *near) + interpolate(lambda y: slope(4 / y - 4) / y**2, *far)
    return np.array([m, s])


def start_table():
    """Return a (198, 182) array of the exact mu over Vinterbo's bound."""
    log_epsilon = kernel.START_LOG_EPSILON + np.arange(198) / kernel.START_PER_LOG
    epsilon = np.exp(log_epsilon)[:, None]
    root = kernel.START_ROOT + np.arange(182) / kernel.START_PER_ROOT
    # delta with -log(4 delta (1 - delta)) = root^2, in the form that does not cancel.
    x = np.exp(-(root**2))
    delta = x / (2 * (1 + np.sqrt(1 - x)))
    bound = np.sqrt(2) * epsilon / (np.sqrt(root**2 + epsilon) + root)
    return (1 / analytic_gaussian_sigma(epsilon, delta) / bound).astype(np.float32)


if __name__ == "__main__":
    package = Path(__file__).parents[1] / "gaussmech/privacy"
    with mp.workdps(60):
        np.save(package / "mills_table.npy", table())
    np.save(package / "start_table.npy", start_table())
    # Compiled code holds the tables as constants, and Numba compiles anew for a new source alone.
    for path in (package / "__pycache__").glob("_gaussian_kernel.*.nb?"):
        path.unlink()
