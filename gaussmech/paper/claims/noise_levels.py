"""Claims about the noise of the classical and the analytic mechanism: section 5.1, abstract."""

import numpy as np

from gaussmech.paper.claims.finding import NotCheckable, claim, found, number, ranges
from gaussmech.paper.claims.theorems import gain
from gaussmech.paper.experiments.summaries import variance_gain

THIRD = 1.5
PRINTED_FACTOR = 1.4


def _gains(results, name):
    """Return the gains of a table, epsilon by delta, where the classical theorem applies."""
    table = variance_gain(results.table(name))
    if (table := table[(table["epsilon"] <= 1 + 1e-9) & (table["delta"] < 1)]).empty:
        raise NotCheckable(f"{name}.csv has no epsilon in (0, 1]")
    return table.pivot(index="epsilon", columns="delta", values="gain")


def _gains_at_one(results):
    gains = _gains(results, "calibration_delta")
    epsilon = gains.index.to_numpy()
    if not np.isclose(epsilon, 1).any():
        raise NotCheckable("calibration_delta.csv has no epsilon 1")
    return gains.iloc[int(np.argmin(np.abs(epsilon - 1)))].dropna()


def _by_delta(table, good):
    """Return the epsilons of each delta where `good`, in words."""
    return "; ".join(f"delta {d:g}: epsilon {ranges(table.index, good[d])}" for d in table)


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
    epsilon, first = gains.index[0], gains.iloc[0]
    good = rises & (growth > 50)
    return found(good, gains=first, epsilon=epsilon, growth=growth.min(), each=_each(first))


@claim("BW-0a")
def a_third_of_the_variance(results):
    """The gain is at least 1.5 for epsilon in (0, 1]."""
    gains = _gains(results, "calibration_epsilon")
    good, least = gains >= THIRD, gains.stack()
    cell = dict(zip(("epsilon", "delta"), least.idxmin(), strict=True))
    where, least = _by_delta(gains, good), least.min()
    return found(good, least=least, lost=1 - 1 / least, where=where, **cell)


@claim("BW-5.1a")
def several_orders_of_magnitude(results, *, factor=100.0):
    """The ratio of standard deviations reaches `factor` within the range of the figure."""
    ratio = np.sqrt(_gains(results, "calibration_epsilon"))
    good, epsilon, first = ratio >= factor, ratio.index[0], ratio.iloc[0]
    where = _by_delta(ratio, good)
    return found(good.any(), epsilon=epsilon, ratio=first, each=_each(first), where=where)


@claim("BW-5.1b")
def factor_of_1_4_at_one(results):
    """The gain is at least 1.4 at epsilon = 1."""
    gains = _gains_at_one(results)
    good = gains >= PRINTED_FACTOR
    ends = {"least": gains.min(), "low": gains.idxmin()}
    ends |= {"most": gains.max(), "high": gains.idxmax()}
    where, third = (ranges(gains.index, chosen) for chosen in (good, gains >= THIRD))
    return found(good, where=where, third=third, **ends)


@claim("BW-5.1c")
def higher_gain_for_larger_delta(results):
    """The gain at epsilon = 1 increases with delta."""
    gains = _gains_at_one(results)
    if len(gains) < 2:
        raise NotCheckable("calibration_delta.csv has a single delta at epsilon 1")
    steps = np.diff(gains)
    rises = f"rises at each of {len(steps)} steps of delta, by {number(steps.min())} or more"
    falls = f"falls at {(steps <= 0).sum()} of {len(steps)} steps of delta"
    return found(steps > 0, told=rises if (steps > 0).all() else falls, deltas=gains.index)
