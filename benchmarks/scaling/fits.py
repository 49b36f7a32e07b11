"""How a cost grows with a size: its exponent, and its fixed and its proportional part."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class PowerLaw:
    """log cost = exponent log size + constant, by least squares, from `low` to `high`."""

    exponent: float
    exponent_se: float
    low: float
    high: float
    factor: float  # cost at size 1


@dataclass(frozen=True)
class Line:
    """cost = fixed + each * size, by least squares of the relative errors."""

    fixed: float
    fixed_se: float
    each: float
    each_se: float
    worst: float  # largest relative error

    def __call__(self, size):
        return self.fixed + self.each * np.asarray(size, dtype=float)


def power_law(sizes, costs, *, span):
    """The power law through the costs of the largest sizes, those within a factor `span`.

    The standard error of the exponent is that of ordinary least squares: it tells of scatter,
    not of a curve.

    Examples
    --------
    >>> fit = power_law([1, 10, 100, 1000], [9, 20, 400, 8000], span=100)
    >>> round(fit.exponent, 3), fit.low
    (1.301, 10.0)
    """
    sizes, costs = _ascending(sizes, costs)
    # Sizes are whole numbers: one that is a rounding too small counts.
    chosen = sizes >= 0.99 * sizes[-1] / span
    x, y = np.log(sizes[chosen]), np.log(costs[chosen])
    (exponent, constant), errors, _ = _least_squares(np.column_stack([x, np.ones_like(x)]), y)
    low, high = sizes[chosen][[0, -1]].tolist()
    return PowerLaw(exponent, errors[0], low, high, float(np.exp(constant)))


def line(sizes, costs):
    """The fixed and the proportional part of the costs of all sizes.

    Examples
    --------
    >>> fit = line([1, 10, 100, 1000], [3, 12, 102, 1002])
    >>> round(fit.fixed, 9), round(fit.each, 9)
    (2.0, 1.0)
    """
    sizes, costs = _ascending(sizes, costs)
    design = np.column_stack([np.ones_like(sizes), sizes]) / costs[:, None]
    found, errors, residuals = _least_squares(design, np.ones_like(costs))
    return Line(found[0], errors[0], found[1], errors[1], float(np.abs(residuals).max()))


def _ascending(sizes, costs):
    sizes, costs = np.asarray(sizes, dtype=float), np.asarray(costs, dtype=float)
    order = np.argsort(sizes)
    return sizes[order], costs[order]


def _least_squares(design, y):
    """Coefficients, their standard errors, residuals."""
    points, unknowns = design.shape
    if points <= unknowns:
        raise ValueError(f"a fit of {unknowns} numbers needs more than {points} sizes")
    found, *_ = np.linalg.lstsq(design, y, rcond=None)
    residuals = y - design @ found
    variance = np.sum(residuals**2) / (points - unknowns)
    covariance = variance * np.linalg.inv(design.T @ design)
    return found.tolist(), np.sqrt(np.diag(covariance)).tolist(), residuals
