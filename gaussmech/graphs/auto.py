"""The method "auto": the mean of candidates for maps of different kinds, weighted by estimated risk.

The candidates are the forest, empirical Bayes, the kernel smoothers where places have coordinates, and
the field where hubs do not make it too costly. With several maps there is one more, which uses an
estimate of the others.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property, partial

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs import methods
from gaussmech.graphs._estimate import Data, Estimate, constrain, divergence
from gaussmech.graphs.field import TooDense
from gaussmech.graphs.risk import (
    NEGLIGIBLE,
    risk_average,
    stein_risk,
    weight_divergence,
)

# These candidates choose something from the data that their divergence in closed form leaves out.
CHOOSERS = "forest", "empirical-bayes"
# The estimated risk of a field counts as so many times sqrt(n) less, n being the number of vertices;
# the differences of such estimates have a noise that grows like that. So the field is taken where
# noise hides which candidate is best. Four times the noise of maps that vary more than it, this
# lowers the error to 0.988 in the mean (0.96 on meshes); in less noise it is 1.005.
FIELD_ADVANTAGE = 0.5


def auto(data: Data, others: Array | None = None) -> Estimate:
    """Return the mean of candidates for maps of different kinds, weighted by estimated risk.

    If the sign of the map is in doubt, this is done for both signs, and the result is the mean of
    both by the weight of the sign. `others` (n,) is the estimated sum of other maps.
    """
    share = data.signed_weight
    if share in (0, 1):
        return _average_candidates(data, others)
    signed = _average_candidates(data.of_sign(nonnegative=False), others)
    clipped = _average_candidates(data.of_sign(nonnegative=True), others)

    def mean_of_both(signed_values, clipped_values):
        return share * signed_values + (1 - share) * np.maximum(clipped_values, 0)

    def refit(side):
        return mean_of_both(signed.refit(side), clipped.refit(side))

    return Estimate(
        mean_of_both(signed.x, clipped.x),
        cache(refit),
        parameters=clipped.parameters,
        choice_df=share * signed.choice_df + (1 - share) * clipped.choice_df,
    )


class _Candidate:
    """An estimate that "auto" weights, clipped at 0 if the map is non-negative."""

    def __init__(self, name, estimate, data):
        self.name = name
        self.estimate = estimate
        self._data = data

    def x(self, side=None):
        """Return the clipped estimate at the data, or at the data that are moved to a side."""
        x = self.estimate.refit(side) if side else self.estimate.x
        return constrain(self._data.nonnegative, False, self._data.y, x)

    @cached_property
    def safe_df(self):
        """The divergence of the clipped estimate: the larger of closed form and probe for some."""
        clip = partial(constrain, self._data.nonnegative, False)
        df = divergence(self.estimate, self._data.probe, clip).df
        if self.name not in CHOOSERS:
            return df
        # The probe also measures the choice of the weights or of the prior, which the divergence in
        # closed form leaves out. The probe has an error, so the larger of the two values is safer.
        without_closed_form = replace(self.estimate, df=None)
        probed_df = divergence(without_closed_form, self._data.probe, clip).df
        return max(df, probed_df)

    @property
    def weighing_df(self):
        """The divergence by which the estimate is weighted, less than `safe_df` for a field."""
        is_field = self.name.startswith("field")
        return self.safe_df - is_field * FIELD_ADVANTAGE / 2 * np.sqrt(len(self.x()))

    def risk(self):
        """Return the estimated risk by which the estimate is weighted."""
        return stein_risk(self._data.y, self.x(), 1.0, self.weighing_df)

    def approximate_risk(self):
        """Return about the least value that the estimated risk can have, without a probe.

        The divergence in closed form leaves out the choice of weights or of a prior, so it is too
        small. Clipping removes the divergence of the clipped vertices. In the mean this part is
        their share of all vertices.
        """
        unclipped_share = np.mean(self.x() == self.estimate.x)
        df = self.estimate.df * unclipped_share
        return stein_risk(self._data.y, self.x(), 1.0, df)


def _average_candidates(data, others):
    """Return the mean of the candidates for a map of one sign, weighted by estimated risk.

    The candidates are clipped first if the map is non-negative, because their risk is that of the
    clipped estimates. Refits keep the weights: near a tie, weights made anew from the old
    divergences would jump from one candidate to the other. `weight_divergence` is what the weights
    add to the divergence.
    """
    estimates = _candidate_estimates(data, others)
    candidates = _competitive_candidates(estimates, data)
    xs = np.array([candidate.x() for candidate in candidates])
    df = [candidate.weighing_df for candidate in candidates]
    x, weights = risk_average(data.y, xs, df)

    def refit(side):
        return weights @ [candidate.x(side) for candidate in candidates]

    # A candidate that was left out has the weight 0.
    weight_by_name = dict.fromkeys(estimates, 0.0)
    for candidate, weight in zip(candidates, weights, strict=True):
        weight_by_name[candidate.name] = float(weight)
    parameters = {"weights": weight_by_name}
    if "field" in estimates:
        parameters |= estimates["field"].parameters
    return Estimate(
        x,
        cache(refit),
        parameters=parameters,
        choice_df=weight_divergence(xs, weights),
    )


def _candidate_estimates(data, others):
    """Return the Estimate of each candidate of "auto" by name.

    The field is missing if hubs make it too costly.
    """
    estimates = {
        "forest": data.once(methods.forest, of_any_sign=True),
        "empirical-bayes": methods.empirical_bayes(data),
    }
    if data.graph.lon is not None:
        estimates["kernel-sure"] = data.once(methods.kernel_sure, of_any_sign=True)
    with suppress(TooDense):
        if not _field_is_behind(data, estimates):
            estimates["field"] = data.once(methods.field)
    if others is None:
        return estimates
    if "field" in estimates and data.nonnegative:
        estimates["field beside the other maps"] = methods.field_with_map(data, others)
    else:
        estimates["forest beside the other maps"] = methods.forest_with_map(
            data, others
        )
    return estimates


def _field_is_behind(data, rivals):
    """Return whether the field of a large graph is clearly worse than a rival on its sampled tiles.

    There the estimated risks of two estimates x and x' of the same data differ by as much as their
    errors, give or take a standard deviation of 2 ||x - x'||, as the noise N enters the difference by
    2 N'(x - x'). The field is behind if its risk is two of them higher; of the divergence of a rival,
    the places of these tiles have their share.
    """
    field = methods.sampled_field(data)
    if field is None:
        return False
    sampled = np.isfinite(field.x)
    y = data.y[sampled]
    x = _Candidate("field", field, data).x()[sampled]
    _, _, slopes = data.probe.divergence(field.refit)
    risk = stein_risk(y, x, 1.0, slopes[sampled].sum())
    for name, estimate in rivals.items():
        rival = _Candidate(name, estimate, data)
        df = (rival.safe_df if estimate.df is None else estimate.df) * sampled.mean()
        x_of_rival = rival.x()[sampled]
        lead = risk - stein_risk(y, x_of_rival, 1.0, df)
        if lead > 4 * np.linalg.norm(x - x_of_rival):
            return True
    return False


def _competitive_candidates(estimates, data):
    """Return the candidates whose weight may not be negligible.

    To save time, forest and empirical Bayes are not probed if they are clearly worse even by their
    divergence in closed form.
    """
    candidates = [
        _Candidate(name, estimate, data) for name, estimate in estimates.items()
    ]
    risks = [each.risk() for each in candidates if each.name not in CHOOSERS]
    limit = min(risks, default=np.inf) + NEGLIGIBLE
    return [
        candidate
        for candidate in candidates
        if candidate.name not in CHOOSERS or candidate.approximate_risk() < limit
    ]
