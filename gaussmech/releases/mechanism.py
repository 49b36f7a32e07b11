"""Release a table of numbers: rounded to a grid, with exact discrete Gaussian noise."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import checks
from gaussmech.checks import Array
from gaussmech.contributions import clip_factors, contributions, norms
from gaussmech.extras import need
from gaussmech.releases.discrete_gaussian import GridNoise, calibrate_noise, sample_noise


@dataclass(frozen=True)
class Plan:
    """How a table of n rows and k columns is to be released; made without looking at its values.

    Attributes
    ----------
    noise : GridNoise
    rows, columns : int
    epsilon, delta : float
        The guarantee of all columns together.
    column_epsilon : float
        That of one column alone, at the same delta.
    sensitivity : float
        Of one column, before rounding.
    """

    noise: GridNoise
    rows: int
    columns: int
    epsilon: float
    delta: float
    column_epsilon: float
    sensitivity: float

    def release(self, steps: list[int]) -> "Release":
        """Return these multiples of the grid, row by row, with noise."""
        noise = sample_noise(self.noise.scale, len(steps))
        noisy = [step + extra for step, extra in zip(steps, noise, strict=True)]
        return Release(**{**vars(self), "steps": noisy})


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
        up = max(self.grid.adjusted(), 0)
        down = max(-self.grid.adjusted(), 0)
        # A quotient of whole numbers is rounded once.
        flat = [step * 10**up / 10**down for step in self.steps]
        return np.array(flat).reshape(self.rows, self.columns)

    def texts(self) -> list[list[str]]:
        """Return the released values row by row, with all digits of the grid and no more."""
        places = self.grid.adjusted()
        flat = [_decimal(step, places) for step in self.steps]
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
    """Return the plan of a release; arguments as for `release`.

    Examples
    --------
    >>> plan = plan_release(3874, 5, epsilon=0.5, delta=1e-6, sensitivity=5.0, each=True)
    >>> round(plan.column_epsilon, 6), round(plan.epsilon, 2)
    (0.5, 1.19)
    """
    epsilon, delta = float(epsilon), float(delta)
    if each:
        noise = calibrate_noise(epsilon, delta, sensitivity, dimension=rows, grid=grid)
        together = noise.epsilon(delta, repeats=columns) if columns > 1 else epsilon
        return Plan(noise, rows, columns, together, delta, epsilon, float(sensitivity))
    checks.real_scalar("sensitivity", sensitivity, **checks.POSITIVE)
    joint = sensitivity * math.sqrt(columns) * (1 + 2.0**-50)
    noise = calibrate_noise(epsilon, delta, joint, dimension=rows * columns, grid=grid)
    alone = epsilon
    if columns > 1:
        one = noise.sensitivity / math.sqrt(columns) * (1 + 2.0**-50)
        alone = GridNoise(noise.scale, noise.grid, rows, one).epsilon(delta)
    return Plan(noise, rows, columns, epsilon, delta, alone, float(sensitivity))


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

    The values are rounded to a grid, and OpenDP adds discrete Gaussian noise. Rounding and
    discreteness are accounted for: the budget is never exceeded (`calibrate_noise` has the proof),
    and sigma is above `analytic_gaussian_sigma` by less than 1e-6 (relative). Needs the extra
    `release`.

    Parameters
    ----------
    values : (n,) or (n, k) array
        The places (rows) and columns must be public: only the values are protected.
    epsilon : float in [0, 700]
    delta : float in (0, 1)
    sensitivity : float > 0
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

    Raises
    ------
    ImportError
        If OpenDP is not installed.
    ValueError
        Naming the argument and what is allowed; never a value of `values`.

    See Also
    --------
    AnalyticGaussianMechanism : for simulations: seeded, in floating point.
    denoise : makes the released values more accurate.

    Examples
    --------
    >>> private = release([3, 14, 0], epsilon=0.5, delta=1e-6, sensitivity=5)
    >>> round(private.sigma, 4), private.values.shape
    (40.2881, (3, 1))
    """
    need("release", "opendp")
    table = _table(values)
    if not isinstance(each, bool | np.bool_):
        raise ValueError(f"each is {each!r}; allowed are True and False")
    plan = plan_release(
        *table.shape,
        epsilon=epsilon,
        delta=delta,
        sensitivity=sensitivity,
        grid=grid,
        each=bool(each),
    )
    return plan.release(round_to_grid(table.ravel().tolist(), plan.noise.grid))


def _table(values: ArrayLike) -> Any:
    """Return the values as an (n, k) array. What is wrong with one is said without showing it."""
    table = checks.plain_array("values", values)
    if table.dtype.kind not in "buif" or table.ndim not in (1, 2) or not table.size:
        raise ValueError(
            f"values is an array of {table.dtype} of shape {table.shape}; it must be numbers of"
            " shape (n,) or (n, k)"
        )
    if not np.isfinite(table).all():
        place = np.argwhere(~np.isfinite(table))[0].tolist()
        raise ValueError(f"values{place} is not finite; values must be finite numbers")
    return table.reshape(len(table), -1)


def round_to_grid(values: Iterable[float], grid: Decimal) -> list[int]:
    """Return the nearest multiple of the grid to each value, exactly, as a whole number.

    Examples
    --------
    >>> round_to_grid([3, 0.125, -0.125], Decimal("0.01"))
    [300, 13, -12]
    """
    p, q = Fraction(grid).as_integer_ratio()
    ratios = (value.as_integer_ratio() for value in values)
    return [(2 * n * q + m * p) // (2 * m * p) for n, m in ratios]


def bounded_sums(rows: Any, user: Any, bound: float, grid: Decimal) -> list[int]:
    """Return the sum of rows in multiples of the grid, each user's part bounded in L2 norm.

    Parameters
    ----------
    rows : csr_array (k, n)
        What each event adds.
    user : (k,) array of int >= 0
        Codes of the users.
    bound : float > 0
        Users whose rows sum to a larger norm are scaled down to it. The parts are rounded to the
        grid before they are added up as whole numbers: the sensitivity of the sum is at most
        `bound` plus the rounding that `calibrate_noise` accounts for.
    grid : Decimal

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> rows = csr_array([[3.0, 4.0], [30.0, 40.0]])
    >>> bounded_sums(rows, np.array([0, 1]), 5.0, Decimal("0.1"))
    [60, 80]
    """
    parts = contributions(rows, user)
    norm = norms(parts)
    factor = np.repeat(clip_factors(norm, bound), np.diff(parts.indptr))
    inverse = float(1 / Fraction(grid))
    if parts.shape[0] * bound * inverse > 2**62:
        raise ValueError(f"grid is {grid}, too fine for so many users; choose a coarser one")
    scaled = parts.data * factor * inverse
    sums = np.zeros(parts.shape[1], np.int64)
    np.add.at(sums, parts.indices, np.rint(scaled).astype(np.int64))
    found: list[int] = sums.tolist()
    return found


def _decimal(step: int, places: int) -> str:
    """Return step * 10^places in digits."""
    if places >= 0:
        return str(step * 10**places)
    digits = str(abs(step)).rjust(1 - places, "0")
    return f"{'-' if step < 0 else ''}{digits[:places]}.{digits[places:]}"
