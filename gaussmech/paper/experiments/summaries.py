"""Statistics of repeated experiments, and the quantities that figures show of a table."""

import numpy as np

# A simulated difference this many standard errors from 0 is decided.
MARGIN = 3.0


def half_width(rows, se):
    """Return half the width of the 95 % intervals of means, by Student's t."""
    # This import is slow, and half of the figures have no interval.
    from scipy.special import stdtrit

    draws = rows.get("repetitions", np.inf)
    # Without a number of draws the quantile is the normal one, which 1e9 degrees have. A single draw
    # has no standard error, so its degree does not matter.
    degrees = np.maximum(np.minimum(draws, 1e9) - 1, 1)
    return stdtrit(degrees, 0.975) * rows[se]


def interval(rows, y, se):
    """Return the ends of 95 % intervals of means on a log scale: above 0.

    The relative half width becomes a factor, e^(half width / mean), of at most e^50.
    """
    relative = half_width(rows, se) / rows[y].clip(lower=1e-300)
    factor = np.exp(np.minimum(relative, 50))
    return rows[y] / factor, rows[y] * factor


def variance_gain(table):
    """Return the variance ratios cGM / aGM of a calibration table: epsilon, delta, gain."""
    sigma = table.pivot(index=["epsilon", "delta"], columns="mechanism", values="sigma")
    gain = np.square(sigma["cGM"] / sigma["aGM"])
    return gain.rename("gain").reset_index()


def standard_errors_off(table):
    """Return how far the shares of an accuracy table are from alpha, in standard errors."""
    # The error of the least alphas underflows.
    return (table["beyond"] - table["alpha"]) / table["beyond_se"].clip(lower=1e-300)


def mean_squared_error(table):
    """Return the mean squared error of each row of a heat-map table, and its standard error."""
    # The mean of squares is the squared mean plus the variance with the divisor `repetitions`, which
    # is (repetitions - 1) squared standard errors.
    mean = table["rmse_mean"]
    error = table["rmse_se"]
    mse = mean**2 + (table["repetitions"] - 1) * error.fillna(0) ** 2
    # The error of a square r^2 is 2 r times that of r.
    return mse, 2 * mean * error
