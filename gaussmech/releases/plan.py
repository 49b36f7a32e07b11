"""Release a table of numbers: rounded to a grid, with exact discrete Gaussian noise."""

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

    `epsilon` and `delta` are the guarantee of all columns together, `column_epsilon` that of one
    alone, at the same delta; `sensitivity` is a column's, before rounding.
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
        """Mu and tau of all columns: what they add to other releases (see `joint_epsilon`)."""
        return self.noise.cost(repeats=self.rows * self.columns // self.noise.dimension)

    def release(self, steps: list[int]) -> "Release":
        """Return these multiples of the grid, row by row, with noise."""
        noise = sample_noise(self.noise.scale, len(steps))
        return Release(**vars(self), steps=[a + b for a, b in zip(steps, noise, strict=True)])


@dataclass(frozen=True)
class Release(Plan):
    """A private release. It holds nothing of the true values but what was released."""

    steps: list[int] = field(repr=False)

    @property
    def grid(self) -> Decimal:
        """The released values are its multiples."""
        return self.noise.grid

    @property
    def sigma(self) -> float:
        """Standard deviation of the noise, for denoising and error bars."""
        return self.noise.sigma

    @property
    def values(self) -> Array:
        """The released values, (rows, columns)."""
        up, down = max(self.grid.adjusted(), 0), max(-self.grid.adjusted(), 0)
        # A quotient of whole numbers is rounded once.
        flat = [step * 10**up / 10**down for step in self.steps]
        return np.array(flat).reshape(self.rows, self.columns)

    def texts(self, unit: Decimal | None = None) -> list[list[str]]:
        """Return the released values row by row, as multiples of a power of ten (None: grid)."""
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
    """Return the plan of a release; arguments as for `release`."""
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
    """Release numbers for publication: noise is exact, from system randomness, without a seed.

    The values are rounded to a grid, each exactly (whole numbers of any size, `Fraction` and
    `Decimal` too), and OpenDP adds discrete Gaussian noise. Both are accounted for: the budget is
    never exceeded (`calibrate_noise` has the proof), and sigma is above `analytic_gaussian_sigma`
    by less than 1e-6 (relative). Needs the extra `release`. No error shows a value; noise for
    simulations, seeded and in floating point, has `AnalyticGaussianMechanism`.

    Parameters
    ----------
    values : (n,) or (n, k) array
        At most 1e100 in size. The places (rows) and columns must be public.
    epsilon : float in [0, 700]
    delta : float in (0, 1)
    sensitivity : float in [1e-50, 1e50]
        Global L2 sensitivity of each column: how far a neighbouring data set can move it.
    grid : float, optional
        A power of ten; the released values are its multiples. None: chosen for the budget.
    each : bool
        False: (epsilon, delta) is for all columns together. True: each column has this budget, and
        all together have the `epsilon` of the result, by exact composition.

    Returns
    -------
    Release
        `values` (n, k), `sigma`, `grid`, `epsilon`, `column_epsilon`, `delta`, `texts()`.

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
    """Return the values as an (n, k) array of exact numbers; an error shows none of them."""
    kind = _checks.plain_array("values", values).dtype.kind
    # pandas turns columns of whole and other numbers into one type, unless that is object.
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
    """Return a number exactly, or None if it is none, not finite, or too large."""
    if isinstance(cell, bool) or not isinstance(cell, Real | Decimal):
        return None
    # Far below every grid; as a fraction it might fill the memory, like one far above.
    if isinstance(cell, Decimal) and cell.is_finite() and abs(cell.adjusted()) > 400:
        return Fraction(0) if cell.adjusted() < 0 else None
    try:
        number: Any = int(cell) if isinstance(cell, Integral) else cell
        exact = Fraction(*number.as_integer_ratio())
    except (AttributeError, ValueError, OverflowError):
        return None
    return exact if abs(exact) <= LARGEST else None


def round_to_grid(values: Iterable[Any], grid: Decimal) -> list[int]:
    """Return the nearest multiple of the grid to each value, exactly, as a whole number."""
    p, q = Fraction(grid).as_integer_ratio()
    ratios = (value.as_integer_ratio() for value in values)
    return [(2 * n * q + m * p) // (2 * m * p) for n, m in ratios]


def rounded_up(epsilon: float) -> float:
    """Round up to six digits: what is stated is never below what holds."""
    if epsilon == float(f"{epsilon:.6g}"):
        return epsilon
    unit = Decimal(1).scaleb(math.floor(math.log10(epsilon)) - 5)
    return float((Decimal(epsilon) / unit).to_integral_value("ROUND_CEILING") * unit)


def bounded_sums(parts: Iterable[Any], bound: float, grid: Decimal, size: int) -> list[int]:
    """Return the sum of what users add, in multiples of the grid, each bounded in L2 norm.

    `parts` are csr_arrays (users, size). Users of a larger norm are scaled down to `bound`, and all
    parts rounded to the grid before they are added up as whole numbers: the sensitivity of the sum
    is at most `bound` plus the rounding that `calibrate_noise` accounts for.
    """
    inverse = float(1 / Fraction(grid))
    if bound * inverse >= 2**62:
        raise ValueError(f"grid is {grid}, too fine for a norm of {bound:g}; choose a coarser one")
    # Two halves of 31 bits, so that no number of users overflows.
    high, low = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for part in parts:
        squares = np.append(part.data**2, 0.0)
        # NumPy adds pairwise: no number of places makes a norm too small by more than ROUNDING.
        norm = np.sqrt(np.add.reduceat(squares, part.indptr[:-1]) * (np.diff(part.indptr) > 0))
        factor = np.repeat(clip_factors(norm, bound), np.diff(part.indptr))
        steps = np.rint(part.data * factor * inverse).astype(np.int64)
        np.add.at(high, part.indices, steps >> 31)
        np.add.at(low, part.indices, steps & (2**31 - 1))
    return [(h << 31) + rest for h, rest in zip(high.tolist(), low.tolist(), strict=True)]


def digits(step: int, unit: Decimal) -> str:
    """Return step times a power of ten."""
    places = unit.adjusted()
    if places >= 0:
        return str(step * 10**places)
    digits = str(abs(step)).rjust(1 - places, "0")
    return f"{'-' if step < 0 else ''}{digits[:places]}.{digits[places:]}"
