"""Release a table of numbers: rounded to a grid, with exact discrete Gaussian noise.

A release has two steps. `plan_release` decides the noise from public facts alone: the size of the
table, the budget and the sensitivity. `Plan.release` adds the noise to the true values, which are
whole multiples of the grid by then. Between the two a ledger can be kept, and whatever may be
refused is refused before anything is drawn.

All arithmetic on private values is in whole numbers and fractions: floating-point noise can be
attacked through its low bits (Mironov, 2012).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech._csv import LARGEST
from gaussmech._extras import need
from gaussmech.geo.contributions import clip_factors
from gaussmech.releases.noise import (
    EPSILON,
    SENSITIVITY,
    GridNoise,
    calibrate_noise,
    sample_noise,
)


@dataclass(frozen=True)
class Plan:
    """How a table of n rows and k columns is to be released; made without looking at its values.

    Attributes
    ----------
    noise : GridNoise
        The noise of every value.
    rows, columns : int
        The size of the table.
    epsilon, delta : float
        The guarantee of all columns together.
    column_epsilon : float
        The epsilon of one column alone, at the same delta.
    sensitivity : float
        The L2 sensitivity of one column, before rounding.
    """

    noise: GridNoise
    rows: int
    columns: int
    epsilon: float
    delta: float
    column_epsilon: float
    sensitivity: float

    @property
    def cost(self) -> tuple[float, float]:
        """Mu and tau of all columns together, by which releases compose (see `joint_epsilon`)."""
        return self.noise.cost(repeats=self.rows * self.columns // self.noise.dimension)

    def release(self, steps: list[int]) -> Release:
        """Return the release of a table, given row by row in multiples of the grid."""
        noise = sample_noise(self.noise.scale, len(steps))
        return Release(**vars(self), steps=[a + b for a, b in zip(steps, noise, strict=True)])


@dataclass(frozen=True)
class Release(Plan):
    """A private release; `release` returns it.

    It holds nothing of the true values but what was released.

    Attributes
    ----------
    values : (n, k) array of float
        The released values, row by row.
    sigma : float
        The standard deviation of the noise of each value.
    grid : decimal.Decimal
        The power of ten of which the released values are multiples.
    epsilon, delta : float
        The guarantee of all columns together.
    column_epsilon : float
        The epsilon of one column alone, at the same delta.
    sensitivity : float
        The L2 sensitivity of one column, before rounding.
    rows, columns : int
        The size of the table.
    noise : GridNoise
        The noise, exactly.
    steps : list of int
        The released values in multiples of the grid, row by row.
    """

    steps: list[int] = field(repr=False)

    @property
    def grid(self) -> Decimal:
        """The power of ten of which the released values are multiples."""
        return self.noise.grid

    @property
    def sigma(self) -> float:
        """The standard deviation of the noise, for denoising and error bars."""
        return self.noise.sigma

    @property
    def values(self) -> Array:
        """The released values (rows, columns), each rounded once to a double."""
        up, down = max(self.grid.adjusted(), 0), max(-self.grid.adjusted(), 0)
        # The quotient of two whole numbers is rounded once, whatever their size.
        flat = [step * 10**up / 10**down for step in self.steps]
        return np.array(flat).reshape(self.rows, self.columns)

    def texts(self, unit: Decimal | None = None) -> list[list[str]]:
        """Return the released values row by row in decimal digits.

        They are rounded to `unit`, a power of ten that is not finer than the grid, which costs no
        privacy; None leaves them on the grid.
        """
        unit = unit or self.grid
        coarser = 10 ** (unit.adjusted() - self.grid.adjusted())
        flat = [digits((2 * n + coarser) // (2 * coarser), unit) for n in self.steps]
        return [flat[i : i + self.columns] for i in range(0, len(flat), self.columns)]


def plan_release(
    rows: int,
    columns: int = 1,
    *,
    epsilon: float,
    delta: float,
    sensitivity: float,
    grid: float | None = None,
    each: bool = False,
) -> Plan:
    """Return the plan of a release of so many rows and columns; the arguments are as for `release`.

    Examples
    --------
    >>> plan = plan_release(3874, 5, epsilon=0.5, delta=1e-6, sensitivity=5.0, each=True)
    >>> round(plan.column_epsilon, 6), round(plan.epsilon, 2)
    (0.5, 1.19)
    """
    epsilon = _checks.real_scalar("epsilon", epsilon, **EPSILON)
    delta = _checks.real_scalar("delta", delta, **_checks.OPEN_UNIT)
    sensitivity = _checks.real_scalar("sensitivity", sensitivity, **SENSITIVITY)
    together = alone = epsilon
    joint = sensitivity if each else sensitivity * math.sqrt(columns) * (1 + 2.0**-50)
    size = {"dimension": rows, "repeats": columns} if each else {"dimension": rows * columns}
    noise = calibrate_noise(epsilon, delta, joint, **size, grid=grid)
    if columns > 1 and each:
        together = noise.epsilon(delta, repeats=columns)
    elif columns > 1:
        one = noise.sensitivity / math.sqrt(columns) * (1 + 2.0**-50)
        alone = GridNoise(noise.scale, noise.grid, rows, one).epsilon(delta)
    return Plan(noise, rows, columns, together, delta, alone, sensitivity)


def release(
    values: ArrayLike,
    *,
    epsilon: float,
    delta: float,
    sensitivity: float,
    grid: float | None = None,
    each: bool = False,
) -> Release:
    """Release numbers for publication, with exact Gaussian noise on a grid.

    The noise is drawn by OpenDP from the randomness of the operating system, without a seed: a
    release cannot be replayed. Needs OpenDP, which the extra `release` installs.

    Parameters
    ----------
    values : (n,) or (n, k) array of numbers
        The private values, each at most 1e100 in size: whole numbers of any type, floats,
        `fractions.Fraction` or `decimal.Decimal`, which are all taken exactly. The rows (places)
        and columns must be public, because only the values are protected.
    epsilon : float
        Epsilon of the budget, in [0, 700].
    delta : float
        Delta of the budget, in (0, 1); it should be far below one over the number of people.
    sensitivity : float
        Global L2 sensitivity of each column, in the unit of `values` and in [1e-50, 1e50]: how far
        a neighbouring data set can move the column.
    grid : float, optional
        A power of ten in the unit of `values`, from 1e-100 to 1e100, of which the released values
        are multiples. None, the default, takes one so fine that it costs next to nothing.
    each : bool
        False: (epsilon, delta) is the budget of all columns together. True: each column has this
        budget, and all columns together have the `epsilon` of the result, by exact composition.

    Returns
    -------
    Release
        `values`, the released values (n, k); `sigma`, the standard deviation of their noise;
        `grid`; `epsilon` and `delta`, the guarantee of all columns together, and `column_epsilon`,
        that of one alone; and ``texts()``, the values in decimal digits.

    Raises
    ------
    ImportError
        If OpenDP is not installed.
    ValueError
        If an argument is out of range, or the grid is too coarse or too fine for the budget. The
        message names the argument and what is allowed, but never shows one of `values`.

    See Also
    --------
    AnalyticGaussianMechanism : For simulations: noise with a seed, in floating point.
    analytic_gaussian_sigma : The noise that a budget needs.
    denoise : Make the released values more accurate, at no privacy cost.

    Notes
    -----
    The values are rounded to the grid, each exactly, and discrete Gaussian noise [1]_ is added.
    What rounding adds to the sensitivity and what the discreteness of the noise takes from delta
    are accounted for: the budget is never exceeded; `calibrate_noise` has the proof. On a grid that
    is chosen here, sigma is above `analytic_gaussian_sigma` by less than 1e-6 of itself, as long as
    it is below 1e8 times the sensitivity.

    Noise in floating point can be attacked through its low bits [2]_, which is why nothing here
    computes with private values in floating point.

    References
    ----------
    .. [1] C. L. Canonne, G. Kamath and T. Steinke, "The discrete Gaussian for differential
       privacy", NeurIPS 2020.
    .. [2] I. Mironov, "On significance of the least significant bits for differential privacy",
       CCS 2012, 650-661.

    Examples
    --------
    >>> private = release([3, 14, 0], epsilon=0.5, delta=1e-6, sensitivity=5)
    >>> round(private.sigma, 4), private.values.shape
    (40.2881, (3, 1))
    """
    need("release", "opendp")
    table, each = _table(values), _checks.flag("each", each)
    budget: Any = {"epsilon": epsilon, "delta": delta, "sensitivity": sensitivity}
    plan = plan_release(*table.shape, **budget, grid=grid, each=each)
    return plan.release(round_to_grid(table.ravel(), plan.noise.grid))


def _table(values: ArrayLike) -> Any:
    """Return the values as an (n, k) array of fractions; an error shows none of them."""
    kind = _checks.plain_array("values", values).dtype.kind
    # pandas turns columns of whole and of other numbers into one type, unless that is object.
    plain = values.astype(object) if hasattr(values, "astype") else values
    table = np.array(plain, dtype=object)
    if kind not in "uifO" or table.ndim not in (1, 2) or not table.size:
        found = f"kind {kind!r} and shape {table.shape}"
        raise ValueError(f"values has {found}; it must be numbers of shape (n,) or (n, k)")
    for place, cell in np.ndenumerate(table):
        table[place] = _fraction(cell)
        if table[place] is None:
            raise ValueError(f"values{list(place)} is no finite number up to 1e100 in size")
    return table.reshape(len(table), -1)


def _fraction(cell: Any) -> Fraction | None:
    """Return a number exactly, or None if it is no number, not finite, or too large."""
    if isinstance(cell, bool) or not isinstance(cell, Real | Decimal):
        return None
    # A decimal with such an exponent is 0 on every grid, or too large. As a fraction it might fill
    # the memory.
    if isinstance(cell, Decimal) and cell.is_finite() and abs(cell.adjusted()) > 400:
        return Fraction(0) if cell.adjusted() < 0 else None
    try:
        number: Any = int(cell) if isinstance(cell, Integral) else cell
        exact = Fraction(*number.as_integer_ratio())
    except (AttributeError, ValueError, OverflowError):
        return None
    return exact if abs(exact) <= LARGEST else None


def round_to_grid(values: Iterable[Any], grid: Decimal) -> list[int]:
    """Return the nearest multiple of the grid to each value, exactly, as a whole number.

    A value in the middle is rounded up.

    Examples
    --------
    >>> round_to_grid([3, 0.125, -0.125], Decimal("0.01"))
    [300, 13, -12]
    """
    p, q = Fraction(grid).as_integer_ratio()
    ratios = (value.as_integer_ratio() for value in values)
    return [(2 * n * q + m * p) // (2 * m * p) for n, m in ratios]


def rounded_up(epsilon: float) -> float:
    """Return an epsilon > 0 rounded up to six digits: what is stated is never below what holds."""
    if epsilon == float(f"{epsilon:.6g}"):
        return epsilon
    unit = Decimal(1).scaleb(math.floor(math.log10(epsilon)) - 5)
    return float((Decimal(epsilon) / unit).to_integral_value("ROUND_CEILING") * unit)


def bounded_sums(parts: Iterable[Any], bound: float, grid: Decimal, size: int) -> list[int]:
    """Return the sum of what users add, in multiples of the grid, each bounded in L2 norm.

    Users of a larger norm are scaled down to the bound, and all parts are rounded to the grid
    before they are added up as whole numbers. So the sensitivity of the sum is at most `bound` plus
    the rounding that `calibrate_noise` accounts for.

    Parameters
    ----------
    parts : iterable of csr_array (users, size)
        What each user adds; all of a user is in one row of one part.
    bound : float
        The largest L2 norm of a row, > 0.
    grid : Decimal
        A power of ten.
    size : int
        The number of columns, which also holds if there are no parts.

    Returns
    -------
    list of int
        The sums of the columns.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> bounded_sums([csr_array([[3.0, 4.0], [30.0, 40.0]])], 5.0, Decimal("0.1"), 2)
    [60, 80]
    """
    inverse = float(1 / Fraction(grid))
    if bound * inverse >= 2**62:
        raise ValueError(f"grid is {grid}, too fine for a norm of {bound:g}; choose a coarser one")
    # Sums are held in two halves of 31 bits, so that no number of users overflows.
    high, low = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for part in parts:
        squares = np.append(part.data**2, 0.0)
        # NumPy adds pairwise, so that whatever the number of places, a norm is never too small by
        # more than ROUNDING.
        norm = np.sqrt(np.add.reduceat(squares, part.indptr[:-1]) * (np.diff(part.indptr) > 0))
        factor = np.repeat(clip_factors(norm, bound), np.diff(part.indptr))
        steps = np.rint(part.data * factor * inverse).astype(np.int64)
        np.add.at(high, part.indices, steps >> 31)
        np.add.at(low, part.indices, steps & (2**31 - 1))
    return [(h << 31) + rest for h, rest in zip(high.tolist(), low.tolist(), strict=True)]


def digits(step: int, unit: Decimal) -> str:
    """Return step times a power of ten, exactly, in decimal digits."""
    places = unit.adjusted()
    if places >= 0:
        return str(step * 10**places)
    digits = str(abs(step)).rjust(1 - places, "0")
    return f"{'-' if step < 0 else ''}{digits[:places]}.{digits[places:]}"
