"""Arithmetic on a grid: rounding, sums and digits of multiples of a power of ten, all exact.

All arithmetic on private values is in whole numbers and fractions: floating-point noise can be
attacked through its low bits (Mironov, 2012).
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

import numpy as np

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.geo.contributions import clip_factors


def power_of_ten(name: str, value: Any) -> Decimal:
    """Return a power of ten exactly; a ValueError names any other value."""
    with contextlib.suppress(InvalidOperation):
        step = Decimal(str(value)).normalize()
        sign, digits, _ = step.as_tuple()
        if sign == 0 and digits == (1,) and abs(step.adjusted()) <= 100:
            return step
    raise ValueError(
        f"{name} is {_checks.format_value(value)};"
        " it must be a power of ten from 1e-100 to 1e100, such as 0.001"
    )


def round_to_grid(values: Iterable[Any], grid: Decimal | int) -> list[int]:
    """Return the nearest multiple of the grid to each value, exactly, as a whole number.

    A value in the middle is rounded up.

    Examples
    --------
    >>> round_to_grid([3, 0.125, -0.125], Decimal("0.01"))
    [300, 13, -12]
    """
    p, q = Fraction(grid).as_integer_ratio()
    steps = []
    for value in values:
        # A value n / m is n q / (m p) steps of a grid p / q. The integer quotient is the floor of
        # this number plus 1/2.
        n, m = value.as_integer_ratio()
        steps.append((2 * n * q + m * p) // (2 * m * p))
    return steps


def half_up(value: Fraction) -> int:
    """Return the nearest whole number; the middle is rounded up."""
    return math.floor(value + Fraction(1, 2))


def bounded_sums(
    parts: Iterable[Any],
    bound: float,
    grid: Decimal,
    size: int,
    norm: int = 2,
    areas: Sequence[tuple[Any, float]] = (),
) -> list[int]:
    """Return the sum of what users add, in multiples of the grid, each bounded in a norm.

    Users of a larger norm are scaled down to the bound, and all parts are rounded to the grid
    before they are added up as whole numbers. So the sensitivity of the sum is at most `bound` plus
    the rounding that the calibration of the noise accounts for.

    Parameters
    ----------
    parts : iterable of csr_array (users, size)
        What each user adds; all of a user is in one row of one part.
    bound : float
        The largest norm of a row, > 0.
    grid : Decimal
        A power of ten.
    size : int
        The number of columns, which also holds if there are no parts.
    norm : {1, 2}
        Which norm is bounded: L1 for Laplace, L2 for Gaussian noise.
    areas : sequence of (csr_array (size, g), float)
        Matrices of zeros and ones that sum the columns of each of g areas, each with a weight w.
        The norm that is bounded is then that of the row and of its sums, these times w.

    Returns
    -------
    list of int
        The sums of the columns.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> bounded_sums([csr_array([[3.0, 4.0], [30.0, 40.0]])], 5.0, Decimal("0.1"), 2)
    [60, 80]
    >>> bounded_sums([csr_array([[3.0, 4.0], [30.0, 40.0]])], 7.0, Decimal("0.1"), 2, norm=1)
    [60, 80]
    """
    steps_per_unit = float(1 / Fraction(grid))
    if bound * steps_per_unit >= 2**62:
        raise ValueError(
            f"grid is {grid}, too fine for a norm of {bound:g}; choose a coarser one"
        )
    # The sums are Python's whole numbers, so no number of users overflows.
    total = np.zeros(size, object)
    for part in parts:
        norms = _norms_of_rows(part, norm)
        entries_of_row = np.diff(part.indptr)
        for sums_of_areas, weight in areas:
            # The entries of an area are added up one after the other, each addition with an error
            # of 2^-53; no norm may be too small.
            outward = weight * (1 + entries_of_row * 2.0**-52)
            norms_of_sums = outward * _norms_of_rows(part @ sums_of_areas, norm)
            norms = np.hypot(norms, norms_of_sums)
        factor = np.repeat(clip_factors(norms, bound), entries_of_row)
        steps = np.rint(part.data * factor * steps_per_unit).astype(np.int64)
        np.add.at(total, part.indices, steps.astype(object))
    return total.tolist()


def _norms_of_rows(part: Any, norm: int) -> Array:
    """Return the L1 or L2 norm of each row of a csr_array.

    NumPy adds pairwise, so whatever the number of places, a norm is never too small by more
    than `distributions.base.ROUNDING`.
    """
    powers = np.abs(part.data) if norm == 1 else part.data**2
    # Only rows with entries are summed, each over its own entries alone: its norm is the same, to
    # the last bit, with and without other rows.
    has_entries = np.diff(part.indptr) > 0
    sums = np.zeros(part.shape[0])
    sums[has_entries] = np.add.reduceat(powers, part.indptr[:-1][has_entries])
    return sums if norm == 1 else np.sqrt(sums)


def digits(step: int, unit: Decimal) -> str:
    """Return step times a power of ten, exactly, in decimal digits."""
    return f"{Decimal(f'{step}e{unit.adjusted()}'):f}"
