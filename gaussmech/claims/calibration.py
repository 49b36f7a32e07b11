"""Claims about the noise of the classical and the analytic mechanism: section 5.1, abstract."""

import numpy as np

from gaussmech.claims.finding import NotCheckable, claim, found, number, ranges, span
from gaussmech.claims.theorems import gain
from gaussmech.experiments.summaries import variance_gain

THIRD, PRINTED_FACTOR = 1.5, 1.4


def _gains(results, name, high=1.0):
    """Return the gains of a table, epsilon by delta, where the classical theorem applies."""
    table = variance_gain(results.table(name))
    table = table[(table["epsilon"] <= high * (1 + 1e-9)) & (table["delta"] < 1)]
    if table.empty:
        raise NotCheckable(f"{name}.csv has no epsilon in (0, {high:g}]")
    return table.pivot(index="epsilon", columns="delta", values="gain")


def _gains_at_one(results):
    gains = _gains(results, "calibration_delta")
    epsilon = gains.index.to_numpy()
    if not np.isclose(epsilon, 1).any():
        raise NotCheckable("calibration_delta.csv has no epsilon 1")
    return gains.iloc[int(np.argmin(np.abs(epsilon - 1)))].dropna()


def _by_delta(table, good):
    """Return the epsilons of each delta where `good`, in words."""
    epsilon = table.index.to_numpy()
    return "; ".join(f"delta {d:g}: epsilon {ranges(epsilon, good[d].to_numpy())}" for d in table)


def _each(row):
    return ", ".join(f"{number(value)} (delta {delta:g})" for delta, value in row.items())


@claim("BW-2.1a")
def unbounded_gain(results):
    """The gain increases towards epsilon = 0, eventually as epsilon^-2."""
    gains = _gains(results, "calibration_epsilon")
    rises = (np.diff(gains.to_numpy(), axis=0) < 0).all(axis=0)
    # For epsilon << delta the analytic sigma is that of epsilon = 0: the gain is unbounded.
    deltas = gains.columns.to_numpy()
    growth = gain(1e-4 * deltas, deltas) / gain(1e-3 * deltas, deltas)
    return found(
        rises & (growth > 50),
        f"The variance ratio is {span(gains.iloc[0])} at epsilon {number(gains.index[0])}, and"
        f" grows {number(growth.min())}-fold per decade of epsilon far below delta.",
        f"{_each(gains.iloc[0])}; sigma of the analytic mechanism stays below Delta / (2 delta)",
    )


@claim("BW-0a")
def a_third_of_the_variance(results):
    """The gain is at least 1.5 for epsilon in (0, 1]."""
    gains = _gains(results, "calibration_epsilon")
    good, least = gains >= THIRD, gains.stack()
    epsilon, delta = least.idxmin()
    return found(
        good.to_numpy(),
        f"At epsilon {number(epsilon)} and delta {delta:g} the noise loses"
        f" {1 - 1 / least.min():.1%} of its variance: a factor of {number(least.min())}.",
        _by_delta(gains, good),
    )


@claim("BW-5.1a")
def several_orders_of_magnitude(results, *, factor=100.0):
    """The ratio of standard deviations reaches `factor` within the range of the figure."""
    ratio = np.sqrt(_gains(results, "calibration_epsilon"))
    good = ratio >= factor
    return found(
        good.any().to_numpy(),
        f"At epsilon {number(ratio.index[0])} sigma is {span(ratio.iloc[0])} times smaller, most"
        f" at the largest delta; a factor of {number(factor)} needs epsilon near delta.",
        f"{_each(ratio.iloc[0])}; {number(factor)} or more at {_by_delta(ratio, good)}",
    )


@claim("BW-5.1b")
def factor_of_1_4_at_one(results):
    """The gain is at least 1.4 at epsilon = 1."""
    gains = _gains_at_one(results)
    good = (gains >= PRINTED_FACTOR).to_numpy()
    return found(
        good,
        f"At epsilon 1 the variance is {number(gains.min())} (delta {gains.idxmin():g}) to"
        f" {number(gains.max())} (delta {gains.idxmax():g}) times smaller.",
        f"1.4 or more at delta {ranges(gains.index, good)}; 1.5, the abstract's third, at delta"
        f" {ranges(gains.index, gains >= THIRD)}",
    )


@claim("BW-5.1c")
def higher_gain_for_larger_delta(results):
    """The gain at epsilon = 1 increases with delta."""
    gains = _gains_at_one(results)
    if len(gains) < 2:
        raise NotCheckable("calibration_delta.csv has a single delta at epsilon 1")
    steps = np.diff(gains.to_numpy())
    return found(
        steps > 0,
        f"The gain rises at each of {len(steps)} steps of delta, by {number(steps.min())} or more."
        if (steps > 0).all()
        else f"The gain falls at {(steps <= 0).sum()} of {len(steps)} steps of delta.",
        f"delta {span(gains.index)}",
    )
