"""Claims about the noise of the classical and the analytic mechanism: section 5.1, abstract."""

import numpy as np

from gaussmech.calibration import analytic_gaussian_sigma, classical_gaussian_sigma
from gaussmech.claims.finding import (
    HOLDS,
    REFUTED,
    SEVERAL_ORDERS,
    Finding,
    NotCheckable,
    claim,
    number,
    ranges,
    share,
    verdict,
)
from gaussmech.experiments.summaries import variance_gain

BY_EPSILON = "calibration_epsilon.csv"
BY_DELTA = "calibration_delta.csv"
THIRD, PRINTED_FACTOR = 1.5, 1.4


def gain(epsilon, delta):
    """Return the variance ratio cGM / aGM."""
    sigma = classical_gaussian_sigma(epsilon, delta), analytic_gaussian_sigma(epsilon, delta)
    return np.square(sigma[0] / sigma[1])


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


@claim("BW-2.1a", "abstract, 2.1", "classical variance far from tight as epsilon -> 0")
def unbounded_gain(results):
    """The gain increases towards epsilon = 0, eventually as epsilon^-2."""
    gains = _gains(results, "calibration_epsilon")
    rises = (np.diff(gains.to_numpy(), axis=0) < 0).all(axis=0)
    # For epsilon << delta the analytic sigma is that of epsilon = 0: the gain is unbounded.
    deltas = gains.columns.to_numpy()
    growth = gain(1e-4 * deltas, deltas) / gain(1e-3 * deltas, deltas)
    good = rises & (growth > 50)
    least = gains.index.min()
    return Finding(
        verdict(good),
        f"gain at epsilon {number(least)}: "
        + ", ".join(f"{number(gains.loc[least, d])} (delta {d:g})" for d in deltas)
        + f"; it grows by {number(growth.min())} or more per decade where epsilon << delta",
        f"delta {ranges(deltas, good)}; sigma of the analytic mechanism stays below"
        " Delta / (2 delta)",
        evidence=BY_EPSILON,
    )


@claim("BW-2.3a", "abstract, 2.3", "the classical form cannot be extended to large epsilon")
def no_extension_to_large_epsilon(results):
    """Beyond some epsilon the classical sigma is smaller than privacy needs."""
    deltas = np.array([1e-2, 1e-4, 1e-6, 1e-8])
    epsilon = np.geomspace(1, 1e4, 2001)
    fails = gain(epsilon[:, None], deltas) < 1
    first = np.where(fails.any(axis=0), epsilon[fails.argmax(axis=0)], np.inf)
    return Finding(
        verdict(fails.any(axis=0)),
        "gain falls below 1 at epsilon "
        + ", ".join(f"{number(e)} (delta {d:g})" for e, d in zip(first, deltas, strict=True)),
        "beyond these the classical sigma is not (epsilon, delta)-DP",
    )


@claim("BW-0a", "abstract", "removes at least a third of the variance")
def a_third_of_the_variance(results):
    """The gain is at least 1.5 for epsilon in (0, 1]."""
    gains = _gains(results, "calibration_epsilon")
    good = gains >= THIRD
    least = gains.stack()
    at = least.idxmin()
    spans = "; ".join(
        f"delta {d:g}: epsilon {ranges(gains.index.to_numpy(), good[d].to_numpy())}" for d in gains
    )
    return Finding(
        verdict(good.to_numpy(), universal=True),
        f"least gain {number(least.min())} at epsilon {number(at[0])}, delta {at[1]:g}: the noise"
        f" loses {1 - 1 / least.min():.1%} of its variance, not a third",
        spans,
        evidence=BY_EPSILON,
        share=share(good.to_numpy()),
    )


@claim("BW-5.1a", "5.1", "better by several orders of magnitude as epsilon -> 0")
def several_orders_of_magnitude(results):
    """The ratio of standard deviations reaches 100 within the plotted range."""
    ratio = np.sqrt(_gains(results, "calibration_epsilon"))
    reached = (ratio >= SEVERAL_ORDERS).any().to_numpy()
    least = ratio.index.min()
    spans = "; ".join(
        f"delta {d:g}: epsilon"
        f" {ranges(ratio.index.to_numpy(), (ratio[d] >= SEVERAL_ORDERS).to_numpy())}"
        for d in ratio
    )
    return Finding(
        verdict(reached),
        f"sigma ratio at epsilon {number(least)}: "
        + ", ".join(f"{number(ratio.loc[least, d])} (delta {d:g})" for d in ratio),
        f"ratio of {SEVERAL_ORDERS:g} or more at {spans}; the ratio grows without bound below"
        " epsilon ~ delta",
        evidence=BY_EPSILON,
    )


@claim("BW-5.1b", "5.1", "a factor of 1.4 or more even for epsilon close to 1")
def factor_of_1_4_at_one(results):
    """The gain is at least 1.4 at epsilon = 1."""
    gains = _gains_at_one(results)
    good = (gains >= PRINTED_FACTOR).to_numpy()
    return Finding(
        verdict(good),
        f"gain at epsilon 1 from {number(gains.min())} (delta {gains.idxmin():g}) to"
        f" {number(gains.max())} (delta {gains.idxmax():g})",
        f"delta {ranges(gains.index.to_numpy(), good)}",
        evidence=BY_DELTA,
    )


@claim("BW-5.1c", "5.1", "higher improvements for larger delta")
def higher_gain_for_larger_delta(results):
    """The gain at epsilon = 1 increases with delta."""
    gains = _gains_at_one(results)
    if len(gains) < 2:
        raise NotCheckable("calibration_delta.csv has a single delta at epsilon 1")
    steps = np.diff(gains.to_numpy())
    return Finding(
        verdict(steps > 0),
        f"least step between neighbouring deltas {number(steps.min())}",
        f"delta {number(gains.index.min())} to {number(gains.index.max())}, {len(gains)} values",
        evidence=BY_DELTA,
    )


@claim("BW-5.1d", "abstract, 5.1", "a third of the variance, and a factor of 1.4: the same range")
def both_figures_together(results):
    """At epsilon = 1 "a third" (1.5) and "1.4" are reached for the same deltas."""
    gains = _gains_at_one(results)
    third, printed = (gains >= THIRD).to_numpy(), (gains >= PRINTED_FACTOR).to_numpy()
    apart = third != printed
    deltas = gains.index.to_numpy()
    return Finding(
        REFUTED if apart.any() else HOLDS,
        f"at epsilon 1 the gain is at least 1.5 for delta {ranges(deltas, third)} and at least"
        f" 1.4 for delta {ranges(deltas, printed)}",
        f"1.4 alone: delta {ranges(deltas, apart)}; a factor of 1.4 removes"
        f" {1 - 1 / PRINTED_FACTOR:.1%} of the variance, a third is a factor of 1.5",
        evidence=BY_DELTA,
    )
