"""Claims about the noise of the classical and the analytic mechanism: section 5.1, abstract."""

import numpy as np

from gaussmech.paper.claims.finding import Finding, NotCheckable, claim, number, ranges
from gaussmech.paper.claims.theorems import gain
from gaussmech.paper.experiments.summaries import variance_gain

THIRD = 1.5
PRINTED_FACTOR = 1.4
BY_EPSILON = "calibration_epsilon"
BY_DELTA = "calibration_delta"


def _gains(results, name):
    """Return the gains of a table, epsilon by delta, where the classical theorem applies."""
    table = variance_gain(results.table(name))
    table = table[(table["epsilon"] <= 1 + 1e-9) & (table["delta"] < 1)]
    if table.empty:
        raise NotCheckable(f"{name}.csv has no epsilon in (0, 1]")
    return table.pivot(index="epsilon", columns="delta", values="gain")


def _gains_at_one(results):
    """Return the gains at epsilon = 1, by delta."""
    gains = _gains(results, BY_DELTA)
    distance = np.abs(gains.index.to_numpy() - 1)
    if not np.isclose(distance, 0).any():
        raise NotCheckable("calibration_delta.csv has no epsilon 1")
    return gains.iloc[int(np.argmin(distance))].dropna()


def _by_delta(table, good):
    """Return the epsilons of each delta where `good`, in words."""
    parts = [f"delta {delta:g}: epsilon {ranges(table.index, good[delta])}" for delta in table]
    return "; ".join(parts)


def _each(row):
    """Return the values of a row with the delta of each, in words."""
    return ", ".join(f"{number(value)} (delta {delta:g})" for delta, value in row.items())


@claim("BW-2.1a")
def unbounded_gain(results):
    """The gain increases towards epsilon = 0, eventually as epsilon^-2."""
    gains = _gains(results, BY_EPSILON)
    rises = (np.diff(gains.to_numpy(), axis=0) < 0).all(axis=0)
    # Where epsilon is far below delta, sigma is that of epsilon = 0: the gain is unbounded.
    deltas = gains.columns.to_numpy()
    growth = gain(1e-4 * deltas, deltas) / gain(1e-3 * deltas, deltas)
    first = gains.iloc[0]
    numbers = {
        "gains": first,
        "epsilon": gains.index[0],
        "growth": growth.min(),
        "each": _each(first),
    }
    return Finding(rises & (growth > 50), numbers, (BY_EPSILON,))


@claim("BW-0a")
def a_third_of_the_variance(results):
    """The gain is at least 1.5 for epsilon in (0, 1]."""
    gains = _gains(results, BY_EPSILON)
    stacked = gains.stack()
    epsilon, delta = stacked.idxmin()
    least = stacked.min()
    good = gains >= THIRD
    numbers = {
        "least": least,
        "lost": 1 - 1 / least,
        "where": _by_delta(gains, good),
        "epsilon": epsilon,
        "delta": delta,
    }
    return Finding(good, numbers, (BY_EPSILON,))


@claim("BW-5.1a")
def several_orders_of_magnitude(results, *, factor=100.0):
    """The ratio of standard deviations reaches `factor` within the range of the figure."""
    ratio = np.sqrt(_gains(results, BY_EPSILON))
    good = ratio >= factor
    first = ratio.iloc[0]
    numbers = {
        "epsilon": ratio.index[0],
        "ratio": first,
        "each": _each(first),
        "where": _by_delta(ratio, good),
    }
    return Finding(good.any(), numbers, (BY_EPSILON,))


@claim("BW-5.1b")
def factor_of_1_4_at_one(results):
    """The gain is at least 1.4 at epsilon = 1."""
    gains = _gains_at_one(results)
    good = gains >= PRINTED_FACTOR
    numbers = {
        "least": gains.min(),
        "low": gains.idxmin(),
        "most": gains.max(),
        "high": gains.idxmax(),
        "where": ranges(gains.index, good),
        "third": ranges(gains.index, gains >= THIRD),
    }
    return Finding(good, numbers, (BY_DELTA,))


@claim("BW-5.1c")
def higher_gain_for_larger_delta(results):
    """The gain at epsilon = 1 increases with delta."""
    gains = _gains_at_one(results)
    if len(gains) < 2:
        raise NotCheckable("calibration_delta.csv has a single delta at epsilon 1")
    steps = np.diff(gains)
    words = f"falls at {(steps <= 0).sum()} of {len(steps)} steps of delta"
    if (steps > 0).all():
        words = f"rises at each of {len(steps)} steps of delta, by {number(steps.min())} or more"
    return Finding(steps > 0, {"words": words, "deltas": gains.index}, (BY_DELTA,))
