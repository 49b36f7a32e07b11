"""The hyperparameters of highest evidence, and the field's estimate of a map (`field_fit`).

A prior has a family, which says how smooth the field is and whether lengths count, a range k and a
variance s2. `Search` climbs the evidence: first over a grid of (k, s2); where no step in the grid is
better, it takes conductances of 1 in place of those by length, or a smoother field, if these explain
the map better, and climbs on. Lengths mislead on some maps; meshes and waves are smoother than two
ranges.

The evidence is used because the noise of an estimated risk is as large as the risk itself. The
estimate is that of the hyperparameters of highest evidence. Nothing is tuned by hand or with the
truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs.field.posterior import (
    FIRST_TOLERANCE,
    TOLERANCE,
    GaussianPosterior,
    LogPosterior,
    Start,
)
from gaussmech.graphs.field.prior import ONE_RANGE, SMOOTH, TWO_RANGES
from gaussmech.graphs.field.tiled_prior import MOST_WORK, FieldPrior, PriorFamily
from gaussmech.graphs.intervals import mean_of_like

# This is the grid of k and of s2, both about evenly spaced on a log scale. The long range is about
# 1 / sqrt(k d) edges, where d is the mean degree; on a grid that is 180 to 1 edges. With s2 = 4.5,
# an interval of two standard deviations to either side of the mean log spans a factor of 5,000.
RANGES = (8e-6, 2.5e-5, 8e-5, 2.5e-4, 8e-4, 0.0025, 0.008, 0.025, 0.08, 0.25)
VARIANCES = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.7, 1.3, 2.4, 4.5)
# The variances of signed maps, divided by that of the map itself.
SIGNED_VARIANCES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
# A climb steps along the axes of the grid; that of a signed map, where k and s2 nearly compensate each
# other, also along this ridge.
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))
# The next smoother operator, and by about how many steps of RANGES its best range is higher.
SMOOTHER: Any = {TWO_RANGES: (ONE_RANGE, 2), ONE_RANGE: (SMOOTH, 1)}
# A fit to other data makes so many iterations after its first step. On maps of 3,844 vertices the
# divergence is then within 2 % of that of converged fits, and on maps of few hot spots within 4 %.
REFITTING = 2
# On a large graph, a fit to data that differ by less than this makes only the first step. What more
# iterations would add is measured on some tiles, by so many of them (`_late_slopes`). On maps of
# 100,000 vertices the divergence is then 0.97 to 1.00 times that of converged fits; without the late
# part it was 0.90 to 0.99 times.
NEAR = 0.1
LATE_ITERATIONS = 2


class Hyperparameters(NamedTuple):
    """A family of priors, and the indices of k and s2 in their grids."""

    family: PriorFamily
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
        If the search starts below this evidence, it ends there.
    start : Search, optional
        A search for the same map, whose prior may lack the last covariates of this one: this one
        starts at its end, or at the family and the range of its end if only one of them is signed.
        None starts at a constant map.

    Attributes
    ----------
    best : Hyperparameters
        Those of highest evidence.
    evidence : float
        The highest evidence.
    sample : dict
        The tiles by which the evidence is judged, by number, and how many tiles each stands for.
    fits : dict
        The posteriors of some tiles by their number.
    """

    fits: dict[int, Any]

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
        self.sample = prior.sample_of(z)
        self._signed = signed
        # The variances of a signed map are in units of the variance of the map itself. This is the
        # variance of the data less that of the noise, and at least one standard error of this
        # difference.
        self._unit = max(np.var(z) - 1, np.sqrt(2 / len(z))) if signed else 1.0
        # A search starts in the middle of the ranges, and at the variance of the map. If it starts
        # at the next higher range, climbs end at other optima, and with released areas sums of
        # large counts over rectangles have 1.2 times the error.
        variance = SIGNED_VARIANCES.index(1.0) if signed else _variance_of_moments(z)
        self.best = Hyperparameters(PriorFamily(), (len(RANGES) - 1) // 2, variance)
        fits = {}
        if start:
            self.best = start.best
            if start._signed == signed:
                fits = start.fits
            else:
                self.best = self.best._replace(variance_index=variance)
        self.evidence, self.fits = self._evidence_at(self.best, fits)
        if self.evidence > least:
            self._climb()

    def parameters(self, point: Hyperparameters) -> tuple[float, float]:
        """Return k and s2."""
        variances = SIGNED_VARIANCES if self._signed else VARIANCES
        k = RANGES[point.range_index]
        return k, variances[point.variance_index] * self._unit

    def _climb(self):
        """Move to better neighbours until no neighbour is better."""
        visited = {self.best}
        points = self._neighbours(self.best)
        while point := next(points, None):
            if point in visited:
                continue
            visited.add(point)
            evidence, fits = self._evidence_at(point, self.fits)
            if evidence > self.evidence + self._least_gain(point, fits):
                last = self.best
                self.best, self.evidence, self.fits = point, evidence, fits
                points = self._neighbours(last)

    def _least_gain(self, point, fits):
        """Return by how much the evidence must rise where it is judged by a sample of tiles.

        Factors of the smooth operator take twice as long, so it has to gain one standard error of its
        gain. On maps of 100,000 vertices where it gains less, the error of the field is 1.00 to 1.04
        times as large without it, and "auto" takes two thirds of the time.
        """
        becomes_smooth = point.family.multiples == SMOOTH != self.best.family.multiples
        if not becomes_smooth or len(self.sample) == 1:
            return 0.0
        gains = [fits[t].evidence - self.fits[t].evidence for t in self.sample]
        return np.std(gains) * np.linalg.norm(list(self.sample.values()))

    def _neighbours(self, last):
        """Yield the hyperparameters next to the best ones, which were reached from the `last` ones.

        First come those a step away in the grid, the direction that was good last before the others;
        then those that count lengths if these do not, or the reverse; then those of a smoother field.
        """
        family, i, j = self.best
        good = i - last.range_index, j - last.variance_index
        steps = STEPS if self._signed else STEPS[:4]
        first = first_range(family)
        for step in sorted(steps, key=lambda step: step != good):
            k, s2 = i + step[0], j + step[1]
            if first <= k < len(RANGES) and 0 <= s2 < len(VARIANCES):
                yield Hyperparameters(family, k, s2)
        if family.multiples == SMOOTH:
            return
        if self.prior.has_lengths and family.multiples == TWO_RANGES:
            yield self.best._replace(
                family=family._replace(by_length=not family.by_length)
            )
        multiples, shift = SMOOTHER[family.multiples]
        smoother = family._replace(multiples=multiples)
        if self.prior.work(smoother) <= MOST_WORK:
            # On a large graph the evidence has sharper peaks, and one step may miss them.
            is_large = len(self.prior.tiles) > 1
            for k in (i + shift, i + shift + is_large):
                k = max(k, first_range(smoother))
                yield Hyperparameters(smoother, min(k, len(RANGES) - 1), j)

    def _evidence_at(self, point, starts):
        """Return the evidence of hyperparameters, and the fits of some tiles by their index.

        The fits start from those in `starts`. On a large graph the evidence is that of a sample of
        tiles, scaled up.
        """
        # The first fit of another family is not near the fit that it starts from.
        is_step = starts and point.family == self.best.family
        tolerance = TOLERANCE if is_step else FIRST_TOLERANCE
        fits = {t: self._fit(t, point, starts.get(t), tolerance) for t in self.sample}
        evidence = sum(count * fits[t].evidence for t, count in self.sample.items())
        # For very clear data the evidence is lost in rounding.
        return evidence if np.isfinite(evidence) else -np.inf, fits

    def fit_of(self, t: int) -> GaussianPosterior | LogPosterior:
        """Return the posterior of tile t with the best hyperparameters."""
        fit = self.fits.get(t)
        if fit:
            return fit
        # On a large graph the search has fitted only a sample of tiles. With FIRST_TOLERANCE the others
        # would take about twice the iterations, and on blocks in little noise the error would be 0.99
        # times as large, on other maps 1.00 to 1.01 times.
        start = None if self._signed else self._start_of(t)
        return self._fit(t, self.best, start, TOLERANCE)

    def _start_of(self, t):
        """Return a start near the fit of tile t of a log field."""
        members = self.prior.tiles[t].members
        mean, variance, effect = self._start
        return Start(mean[members], variance[members], effect)

    @cached_property
    def _start(self) -> Start:
        """A start near the fits of all tiles of a log field.

        Mean and variance are those of the tiles that are fitted where the local means of the data are
        alike. From there, other fits take 0.5 (waves) to 0.95 times (hot spots) the iterations that
        they take from a constant, and end nearer to their limits: the error is 0.93 to 0.98 times as
        large.
        """
        local = self.prior.local_mean(self.z)
        fitted = np.concatenate([self.prior.tiles[t].members for t in self.fits])
        fits = [(fit.mean, fit.variance, fit.effect) for fit in self.fits.values()]
        means, variances, effects = zip(*fits, strict=True)
        mean, variance = (
            _carry_to_like(local[fitted], np.concatenate(values), local)
            for values in (means, variances)
        )
        return Start(mean, variance, np.mean(effects, axis=0))

    def _fit(self, t, point, start, tolerance):
        """Return the posterior of tile t, which starts at another one or at a constant."""
        problem = self.prior.problem(t, point.family, self.z, *self.parameters(point))
        if self._signed:
            return GaussianPosterior(problem)
        posterior = LogPosterior(problem, start)
        posterior.run(tolerance)
        return posterior


def field_fit(
    search: Search,
    others: Sequence[Array] = (),
) -> Array:
    """Return the field's estimates (1 + q, n) of a map and of other data nearby.

    They are in units of the noise, and positive unless the map is signed.

    Parameters
    ----------
    search : Search
        The search for the map.
    others : sequence of q arrays (n,), optional
        The other data. The hyperparameters stay, and each fit starts at that of the map. All are
        fitted tile by tile, so the precisions of a large graph need not be kept. The first are a
        step of the probe or other data that differ from the map.

    Examples
    --------
    >>> from gaussmech import Graph
    >>> prior = FieldPrior(Graph(4, [[0, 1], [1, 2], [2, 3]]))
    >>> z = np.array([50.0, 52.0, 48.0, 50.0])
    >>> bool(np.abs(field_fit(Search(z, prior))[0] - z).max() < 1)
    True
    """
    prior = search.prior
    data = [search.z, *others]
    is_large = len(prior.tiles) > 1
    near = [is_large and np.abs(z - search.z).max() < NEAR for z in data]
    xs = np.empty((len(data), len(search.z)))
    late = []
    for t, (members, inside) in enumerate(prior.tiles):
        fit = search.fit_of(t)
        for x, z, is_near in zip(xs, data, near, strict=True):
            refitting = 0 if is_near else REFITTING
            x[members[inside]] = fit.moved(z[members], refitting).estimate(inside)
        if is_large and others and t in search.sample:
            late.append(_late_slopes(fit, inside, [z[members] for z in data[:2]]))
        if is_large:
            prior.forget(t, search.best.family)
    if late:
        estimates, slopes = np.concatenate(late, axis=1)
        slope = _carry_to_like(estimates, slopes, xs[0])
        xs[near] += slope * (np.array(data)[near] - search.z)
    return xs


def _carry_to_like(xs, values, x):
    """Return means (n,) of values (k,), which belong to estimates xs (k,), at like estimates x (n,)."""
    order = np.argsort(xs)
    return np.interp(x, xs[order], mean_of_like(xs, values)[order])


def _late_slopes(fit, inside, data):
    """Return the estimates (k,) of the vertices inside a tile, and the late parts of their slopes (k,).

    The late part is what iterations after the first step add to the estimate's difference between
    the `data` of the fit and others, for a difference of 1 at the vertex itself. Differences have
    random signs, as in a probe (`risk.Probe`), so the effects of other vertices cancel on average.
    """
    early, late = (
        [fit.moved(z, refitting).estimate(inside) for z in data]
        for refitting in (0, LATE_ITERATIONS)
    )
    move = (data[1] - data[0])[inside]
    late_response = np.diff(np.subtract(late, early), axis=0)[0]
    return early[0], late_response * move / np.mean(move**2)


def first_range(family: PriorFamily) -> int:
    """Return the index of the least k of a family.

    The condition number of the smooth operator is about (1 + 2 / k)^3, which is 5e11 at k =
    0.00025. At k = 0.000008 it would be 2e16, and fits would have no correct digit.

    Examples
    --------
    >>> first_range(PriorFamily()), RANGES[first_range(PriorFamily(SMOOTH))]
    (0, 0.00025)
    """
    return 3 if family.multiples == SMOOTH else 0


def _variance_of_moments(z):
    """Return the index in VARIANCES of s2 by the method of moments.

    A log-Gaussian map of mean m has the variance m^2 (e^s2 - 1). That and m^2 count as at least the
    standard error of the variance of noise: below it, noise hides them.
    """
    least = np.sqrt(2 / len(z))
    square = max(np.mean(z), 0) ** 2
    s2 = np.log1p(max(np.var(z) - 1, least) / max(square, least))
    return int(np.argmin(np.abs(np.log(np.array(VARIANCES) / s2))))
