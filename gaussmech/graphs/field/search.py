"""The hyperparameters of highest evidence, and the field's estimate of a map (`field_fit`).

A prior has a family, which says how smooth the field is and whether lengths count, a range k and a
variance s2. `Search` climbs the evidence over a grid of (k, s2) in one family after the other:

1. two ranges, with conductances by length, or with conductances of 1 if these explain the map better
   where the climb begins, clearly; where it ends, both are compared again: lengths mislead on some
   maps, and on smooth ones only where the climb begins;
2. the smooth field, if a field of one range explains the map as well as one of two: meshes and
   waves are smoother than that.

The evidence is used because the noise of an estimated risk is as large as the risk itself. The
estimate is that of the hyperparameters of highest evidence. Nothing is tuned by hand or with the
truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs.field.posterior import (
    FIRST_TOLERANCE,
    LONE_TOLERANCE,
    TOLERANCE,
    GaussianPosterior,
    LogPosterior,
)
from gaussmech.graphs.field.prior import ONE_RANGE, SMOOTH
from gaussmech.graphs.field.tile import MOST_WORK, Family, FieldPrior

# This is the grid of k and of s2, both about evenly spaced on a log scale. The long range is about
# 1 / sqrt(k) edges: from 180 to 0.6. With s2 = 4.5, two standard deviations to either side of the
# mean log are a factor of 5,000.
RANGES = (0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
VARIANCES = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.7, 1.3, 2.4, 4.5)
# The variances of signed maps, over that of the map itself. k and s2 nearly compensate each other
# there: the evidence has a ridge along both.
SIGNED_VARIANCES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
# The search begins at k = 0.003, in the middle of the street maps' ranges, and at these variances: at
# s2 = 1.3 if noise hides the moments of the map, and at the variance of a signed map.
START_RANGE = 4
START_VARIANCE = 8
SIGNED_START = 4
# A climb steps along the axes of the grid; that of a signed map also along its ridge.
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
RIDGE_STEPS = ((-1, 1), (1, -1))
# One range that is half-way to the second of two is so many steps of RANGES higher.
ONE_RANGE_STEPS = 2
# The smooth field begins at this index of RANGES, at k = 0.001: the condition number of its operator
# is (1 + 2 d / k)^3 with degrees of up to d, and with d = 4 that is 5e11 there. At k = 0.00003 it
# would be 2e16, and nothing would be left of the fits.
SMOOTH_FIRST_RANGE = 3
# The evidence of a larger number of tiles is scaled up from this many of them.
SAMPLED_TILES = 6
# Where a climb begins, conductances of 1 must lead by this much: six times the tolerance of an
# evidence. Where lengths mislead they led by 40 to 100; on smooth maps of Manhattan, whose lengths
# lead at the end, by 25 in some noise and by 50 in little.
CLEAR_LEAD = 6 * TOLERANCE


class Hyperparameters(NamedTuple):
    """A family of priors, and the indices of k and s2 in their grids."""

    family: Family
    range_index: int
    variance_index: int


class Search:
    """The climb of the evidence for one map, and the fits at its end.

    Parameters
    ----------
    z : (n,) array of float
        The data, with noise of unit variance.
    prior : FieldPrior
        The prior on the graph of the map.
    signed : bool
        Whether the map may be negative; then the map, not its log, is the field.
    least : float
        If the search begins below this evidence, it ends there.
    start : Search, optional
        A search for the same map, whose prior may lack the last covariates of this one: this one
        starts at its end. None starts at a constant map.

    Attributes
    ----------
    best : Hyperparameters
        Those of highest evidence.
    evidence : float
        The highest evidence.
    """

    def __init__(
        self,
        z: Array,
        prior: FieldPrior,
        *,
        signed: bool = False,
        least: float = -np.inf,
        start: Search | None = None,
    ) -> None:
        self.z = z
        self.prior = prior
        self._signed = signed
        # The variances of a signed map are in units of the variance of the map itself. This is the
        # variance of the data less that of the noise, and at least one standard error of this
        # difference.
        self._unit = max(np.nanvar(z) - 1, np.sqrt(2 / len(z))) if signed else 1.0
        first_variance = SIGNED_START if signed else _variance_of_moments(z)
        self.best = Hyperparameters(Family(), START_RANGE, first_variance)
        if start:
            self.best = start.best
        self.evidence, self.fits = self._evidence_at(
            self.best, start.fits if start else {}
        )
        if self.evidence > least:
            self._try_other_lengths(steps=(0,), lead=CLEAR_LEAD)
            self._climb()
            if self._try_other_lengths(steps=(0, 1)):
                self._climb()
            self._try_smooth_field()

    def parameters(self, point: Hyperparameters) -> tuple[float, float]:
        """Return k and s2."""
        variances = SIGNED_VARIANCES if self._signed else VARIANCES
        k = RANGES[point.range_index]
        return k, variances[point.variance_index] * self._unit

    @property
    def is_of_all_tiles(self) -> bool:
        """Whether the evidence is that of all tiles, not of a sample."""
        return len(self.fits) == len(self.prior.tiles)

    def _climb(self):
        """Move to better neighbours in the grid until no neighbour is better.

        The direction that was good last is tried first.
        """
        steps = list(STEPS + RIDGE_STEPS if self._signed else STEPS)
        visited = {self.best}
        climbing = True
        while climbing:
            climbing = False
            for step in list(steps):
                point = self._neighbour(step)
                if point is None or point in visited:
                    continue
                visited.add(point)
                if self._move_if_better(point):
                    steps.sort(key=lambda other, good=step: other != good)
                    climbing = True
                    break

    def _neighbour(self, step):
        """Return the hyperparameters one step away from the best ones, or None outside the grid."""
        range_index = self.best.range_index + step[0]
        variance_index = self.best.variance_index + step[1]
        is_smooth = self.best.family.multiples == SMOOTH
        first = SMOOTH_FIRST_RANGE if is_smooth else 0
        is_inside = first <= range_index < len(RANGES) and 0 <= variance_index < len(
            VARIANCES
        )
        if not is_inside:
            return None
        return Hyperparameters(self.best.family, range_index, variance_index)

    def _move_if_better(self, point, lead=0.0):
        """Move to other hyperparameters if their evidence leads by more, and return whether it does."""
        evidence, fits = self._evidence_at(point, self.fits)
        is_better = evidence > self.evidence + lead
        if is_better:
            self.best, self.evidence, self.fits = point, evidence, fits
        return is_better

    def _try_other_lengths(self, steps, lead=0.0):
        """Count lengths or no longer count them, if that leads by more; return whether it does.

        The range without lengths is so many `steps` shorter.
        """
        if not self.prior.has_lengths:
            return False
        family, start, variance = self.best
        other = family._replace(by_length=not family.by_length)
        sign = 1 if family.by_length else -1
        ranges = np.clip(start + sign * np.array(steps), 0, len(RANGES) - 1)
        moves = [
            self._move_if_better(Hyperparameters(other, int(k), variance), lead)
            for k in ranges
        ]
        return any(moves)

    def _try_smooth_field(self):
        """Climb with the smooth field, and go back if it ends lower.

        It is tried if a field of one range, whose factors are those of two ranges, explains the map at
        least as well as two ranges, or if the climb has ended at the smoothest range there is. On
        very smooth chains the second case lowers the error to 0.84 to 0.99.
        """
        two_ranges = self.best, self.evidence, self.fits
        at_the_edge = self.best.range_index == 0
        shifted = min(self.best.range_index + ONE_RANGE_STEPS, len(RANGES) - 1)
        one_range = self._of_multiples(ONE_RANGE, shifted)
        evidence, fits = self._evidence_at(one_range, self.fits)
        if evidence < self.evidence and not at_the_edge:
            return
        # The third factor shifts the best range by about one more step.
        smooth_range = min(shifted + 1, len(RANGES) - 1)
        smooth = self._of_multiples(SMOOTH, max(smooth_range, SMOOTH_FIRST_RANGE))
        if self.prior.work(smooth.family) > MOST_WORK:
            return
        self.best = smooth
        self.evidence, self.fits = self._evidence_at(smooth, fits)
        self._climb()
        if self.evidence <= two_ranges[1]:
            self.best, self.evidence, self.fits = two_ranges

    def _of_multiples(self, multiples, range_index):
        """Return the best hyperparameters with another operator and range."""
        family = self.best.family._replace(multiples=multiples)
        return self.best._replace(family=family, range_index=range_index)

    def _evidence_at(self, point, starts):
        """Return the evidence of hyperparameters, and the fits of some tiles by their index.

        The fits start from those in `starts`. On a large graph the evidence is that of a sample of
        tiles, scaled up.
        """
        count = len(self.prior.tiles)
        sample = every(count, SAMPLED_TILES)
        fits = {
            t: self._fit(
                t, point, starts.get(t), TOLERANCE if starts else FIRST_TOLERANCE
            )
            for t in sample
        }
        total = sum(fit.evidence for fit in fits.values())
        evidence = total * count / len(sample)
        # Rounding leaves nothing of the evidence of very clear data.
        return evidence if np.isfinite(evidence) else -np.inf, fits

    def fit_of(self, t: int) -> GaussianPosterior | LogPosterior:
        """Return the posterior of tile t with the best hyperparameters."""
        return self.fits.get(t) or self._fit(t, self.best, None, LONE_TOLERANCE)

    def _fit(self, t, point, start, tolerance):
        """Return the posterior of tile t, which starts at another one or at a constant."""
        problem = self.prior.problem(t, point.family, self.z, *self.parameters(point))
        if self._signed:
            return GaussianPosterior(problem)
        posterior = LogPosterior(problem, start)
        posterior.run(tolerance)
        return posterior


class FieldFit(NamedTuple):
    """The field's estimate of a map, in units of the noise.

    Attributes
    ----------
    x : (n,) array of float
        The estimate, positive unless the map is signed.
    others : (q, n) array of float
        The estimates for other data nearby.
    range, variance : float
        The parameters k and s2. Of a signed map, s2 is in units of the variance of the noise.
    family : Family
        The family of the prior.
    """

    x: Array
    others: Array
    range: float
    variance: float
    family: Family


def field_fit(
    search: Search, others: Sequence[Array] = (), *, sampled: bool = False
) -> FieldFit:
    """Return the field's estimate at the end of a search.

    Parameters
    ----------
    search : Search
        The search for the map.
    others : sequence of q arrays (n,), optional
        Other data nearby. The hyperparameters stay, and each fit starts at that of the map. All are
        fitted tile by tile, so the precisions of a large graph need not be kept.
    sampled : bool
        Whether only the tiles are fitted by which the search chose; elsewhere the results are NaN.

    Examples
    --------
    >>> from gaussmech import Graph
    >>> prior = FieldPrior(Graph(4, [[0, 1], [1, 2], [2, 3]]))
    >>> z = np.array([50.0, 52.0, 48.0, 50.0])
    >>> bool(np.abs(field_fit(Search(z, prior)).x - z).max() < 1)
    True
    """
    prior = search.prior
    family = search.best.family
    data = [search.z, *others]
    xs = np.full((len(data), len(search.z)), np.nan)
    for t in search.fits if sampled else range(len(prior.tiles)):
        members, inside = prior.tiles[t]
        fit = search.fit_of(t)
        for x, z in zip(xs, data, strict=True):
            x[members[inside]] = fit.moved(z[members]).estimate(inside)
        if len(prior.tiles) > 1:
            prior.forget(t, family)
    return FieldFit(xs[0], xs[1:], *search.parameters(search.best), family)


def every(count: int, most: int) -> range:
    """Return about `most` evenly spaced ones of `count` indices.

    Examples
    --------
    >>> list(every(7, 3))
    [0, 3, 6]
    """
    return range(0, count, -(-count // most))


def _variance_of_moments(z):
    """Return the index in VARIANCES of s2 by the method of moments.

    A log-Gaussian map of mean m has the variance m^2 (e^s2 - 1). If noise hides that, the index is
    START_VARIANCE.
    """
    mean = np.nanmean(z)
    excess = np.nanvar(z) - 1
    if mean <= 0 or np.sqrt(2 / len(z)) > mean * mean:
        return START_VARIANCE
    s2 = np.log1p(max(excess, 0) / mean**2)
    return int(np.argmin(np.abs(np.log(np.array(VARIANCES) / max(s2, 1e-9)))))
