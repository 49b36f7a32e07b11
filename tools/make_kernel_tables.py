"""Write the tables of gaussmech/privacy/_gaussian_solver.py after a change of intervals or degree.

    python tools/make_kernel_tables.py

Both go to gaussmech/privacy.

mills_table.npy holds polynomials for Mills' ratio M(t) = (1 - Phi(t)) / phi(t) and for -M'(t). For
-1 <= t < 4 they are polynomials in t. From 4 on they are polynomials in y = 4 / (4 + t), where
0 < y <= 1/2, of M / y and of -M' / y^2, which have limits at y = 0. Each polynomial is in the distance
to the middle of its interval, and interpolates at Chebyshev points in 60 digits.

start_table.npy holds the exact mu over Vinterbo's bound on a grid of budgets, where `solve_mu`
starts. Single precision is enough for a start, and its rounding hides the last digits of this
machine's arithmetic: the file has the same bytes on every processor.
"""

from pathlib import Path

import mpmath as mp
import numpy as np

from gaussmech import analytic_gaussian_sigma
from gaussmech.privacy import _gaussian_solver as kernel

# The kernel's `_tabled` has these numbers in its code: change both.
DEGREE = 9
NEAR_START = -1
NEAR_WIDTH = 1 / 8
NEAR_INTERVALS = 40
FAR_WIDTH = 1 / 32
FAR_INTERVALS = 16
# The table of starts reaches from epsilon = 1e-4 to 129, and from delta = 0.32 to 4e-17.
START_EPSILONS = 198
START_ROOTS = 182
# The digits of the interpolation, and of a difference that cancels.
DIGITS = 60
DIGITS_OF_SLOPE = 100


def mills(t):
    """Return M(t)."""
    return mp.sqrt(mp.pi / 2) * mp.exp(t * t / 2) * mp.erfc(t / mp.sqrt(2))


def slope(t):
    """Return -M'(t) = 1 - t M(t), with enough digits for its cancellation."""
    with mp.workdps(DIGITS_OF_SLOPE):
        return 1 - t * mills(t)


def far_mills(y):
    """Return M / y at t = 4 / y - 4."""
    return mills(4 / y - 4) / y


def far_slope(y):
    """Return -M' / y^2 at t = 4 / y - 4."""
    return slope(4 / y - 4) / y**2


def interpolate(function, start, width, intervals):
    """Return the polynomials of a function on neighbouring intervals of one width.

    Parameters
    ----------
    function : callable
        It takes and returns a number of mpmath.
    start : float
        Where the first interval begins.
    width : float
        The width of each interval.
    intervals : int
        Their number.

    Returns
    -------
    list of list of float
        A list of DEGREE + 1 coefficients for each interval, that of the constant first. The variable
        is the distance to the middle of the interval.
    """
    count = DEGREE + 1
    nodes = []
    for k in range(count):
        chebyshev_point = mp.cos(mp.pi * (2 * k + 1) / (2 * count))
        nodes.append(chebyshev_point * width / 2)
    vandermonde = mp.matrix([[node**power for power in range(count)] for node in nodes])
    polynomials = []
    for k in range(intervals):
        middle = start + (k + mp.mpf(1) / 2) * width
        values = mp.matrix([function(middle + node) for node in nodes])
        coefficients = mp.lu_solve(vandermonde, values)
        polynomials.append([float(coefficient) for coefficient in coefficients])
    return polynomials


def mills_table():
    """Return the polynomials of M and of -M': (2, intervals, DEGREE + 1)."""
    rows = []
    for near, far in ((mills, far_mills), (slope, far_slope)):
        polynomials = interpolate(near, NEAR_START, NEAR_WIDTH, NEAR_INTERVALS)
        polynomials += interpolate(far, 0, FAR_WIDTH, FAR_INTERVALS)
        rows.append(polynomials)
    return np.array(rows)


def start_table():
    """Return the exact mu over Vinterbo's bound: (START_EPSILONS, START_ROOTS)."""
    places = np.arange(START_EPSILONS) / kernel.START_PER_LOG
    epsilon = np.exp(kernel.START_LOG_EPSILON + places)[:, None]
    root = kernel.START_ROOT + np.arange(START_ROOTS) / kernel.START_PER_ROOT
    # delta with -log(4 delta (1 - delta)) = root^2, in the form that does not cancel.
    x = np.exp(-(root**2))
    delta = x / (2 * (1 + np.sqrt(1 - x)))
    bound = np.sqrt(2) * epsilon / (np.sqrt(root**2 + epsilon) + root)
    exact = 1 / analytic_gaussian_sigma(epsilon, delta)
    return (exact / bound).astype(np.float32)


if __name__ == "__main__":
    package = Path(__file__).parents[1] / "gaussmech/privacy"
    with mp.workdps(DIGITS):
        np.save(package / "mills_table.npy", mills_table())
    np.save(package / "start_table.npy", start_table())
