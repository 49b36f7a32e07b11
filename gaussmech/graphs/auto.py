"""The method "auto": the mean of candidates for maps of different kinds, weighted by estimated risk.

The candidates are stacked trend filters, empirical Bayes, the kernel smoothers where places have
coordinates, and the field where hubs do not make it too costly. With several maps there is one more,
which uses an estimate of the sum of the others: for non-negative maps that have a field, it is an
effect on that; for others, a multiple of it is subtracted before trend filters are stacked. The sum
does not depend on the noise of the map itself, so the estimated risk of the map stays unbiased.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from gaussmech.graphs import methods
from gaussmech.graphs._estimate import Data, Estimate
from gaussmech.graphs.field import TooDense
from gaussmech.graphs.totals import Combined

# The estimated risk of a field counts as so many times sqrt(n) less, n being the number of vertices:
# differences of estimated risks have noise that grows like that. So the field is taken where noise
# hides which candidate is best. On maps whose standard deviation is a quarter of that of the noise, the
# error is 0.988 times that without this advantage on average (0.96 times on meshes), and 1.005 times in
# less noise.
FIELD_ADVANTAGE = 0.5
# Under Laplace noise the estimated risk of empirical Bayes is too low, because the jumps of the probe
# keep the prior, which in truth follows a large value. On even maps of n = 144, 1,024, 4,096, 16,384
# and 65,536 vertices it was too low by 13, 24, 31, 51 and 72 on average, about so many times n^(1/4).
PRIOR_FOLLOWS = 4.0


def auto(data: Data, others: Sequence[Data] = ()) -> Estimate:
    """Return the mean of candidates for maps of different kinds, weighted by estimated risk.

    If the sign of the map is in doubt, this is done for both signs, and the result is the mean of
    both by the weight of the sign. `others` are the data of other maps, whose noise is independent.
    """
    share = data.signed_weight
    if share in (0, 1):
        return _average_candidates(data, others)
    signed, clipped = (
        _average_candidates(data.with_signed_weight(weight), others)
        for weight in (1.0, 0.0)
    )
    rows = share * signed.rows + (1 - share) * clipped.rows
    return Estimate(rows[0], lambda: rows[1:], clipped.parameters)


def _average_candidates(data, others):
    """Return the mean of the candidates for a map of one sign, weighted by estimated risk.

    The candidates are clipped first if the map is non-negative, because their risk is that of the
    clipped estimates.
    """
    estimates = _candidate_estimates(data, others)
    candidates = {}
    for name, estimate in estimates.items():
        rows = np.maximum(estimate.rows, 0) if data.nonnegative else estimate.rows
        # Clipping removes the divergence of the clipped vertices, on average their share of all.
        least_df = estimate.df * np.mean(rows[0] == estimate.x)
        # The probe has an error, so the larger of the two values is safer.
        df = max(data.probe.divergence(rows[1:]).df, least_df)
        if name.startswith("field"):
            df -= FIELD_ADVANTAGE / 2 * np.sqrt(data.graph.n)
        if name == "empirical-bayes" and data.combined.distribution.jumps_matter:
            df += PRIOR_FOLLOWS / 2 * data.graph.n**0.25
        candidates[name] = rows, df
    mean = data.average(candidates)
    if "field" in estimates:
        mean.parameters.update(estimates["field"].parameters)
    return mean


def _candidate_estimates(data, others):
    """Return the Estimate of each candidate of "auto" by name.

    The field is missing if hubs make it too costly.
    """
    # Neither kernels nor trend filters depend on the sign.
    of_any_sign = data.with_signed_weight(1.0)
    estimates = {
        "empirical-bayes": methods.empirical_bayes(data),
        "trend-sure": of_any_sign.once(methods.trend_sure),
    }
    if data.graph.lon is not None:
        estimates["kernel-sure"] = of_any_sign.once(methods.kernel_sure)
    with suppress(TooDense):
        estimates["field"] = data.once(methods.field)
    total = _estimate_sum(data, others)
    if total is not None:
        name, method = "trend-sure", methods.trend_sure
        if "field" in estimates and data.nonnegative:
            name, method = "field", methods.field
        estimates[f"{name} beside the other maps"] = method(data, total)
    return estimates


def _estimate_sum(data, others):
    """Estimate the signal-to-noise weighted sum of other maps (n,); None if none has a signal.

    The weights have norm 1, so the noise of the sum has unit variance, too. The signal of a map is
    the root mean square of what noise leaves. Only the estimate is used, not its risk; so the sum is
    denoised as one of Gaussian noise, to which sums are near.
    """
    maps = [other.y for other in others]
    signals = [np.sqrt(max(np.mean(y**2) - 1, 0)) for y in maps]
    norm = np.linalg.norm(signals)
    if norm == 0:
        return None
    combined = Combined(signals @ np.array(maps) / norm, 1.0, ())
    total = Data(combined, 1.0, data.graph, data.rng, data.signed_weight)
    if data.nonnegative:
        with suppress(TooDense):
            return methods.field_map(total)
    return methods.trend_sure(total).x
