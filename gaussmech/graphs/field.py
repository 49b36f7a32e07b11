"""A log-Gaussian field on a graph: an estimator of non-negative maps in heavy noise.

**Model.** In units of the noise, the data z (n,) are

    z = e^g + N(0, I),    g ~ N(X beta, s2 Q^-1),    Q = S (k I + L)(100 k I + L) S.

L is the graph Laplacian of conductances that fall with the length of an edge, so the log maps
of neighbours are similar, the more so the shorter the street between them. The two factors give the
field a long and a short range; k sets the range and s2 the variance. The diagonal matrix S scales
every prior variance to s2, as badly connected junctions would have more. X holds a constant and the
local mean of the degree, which tells publicly how built-up a place is.

**Posterior** (`_PosteriorSearch`). It is approximated by the Gaussian N(m, V) that maximises the
evidence bound E (Opper & Archambeau, 2009), where V^-1 = Q / s2 + diag(lambda). With v = diag V,
a = e^(m + v / 2) = E e^g, and b = e^(2 m + 2 v) = E e^2g, the fit is a fixed point of

    lambda = 2 b - a^2,    Q (m - X beta) / s2 + b - z a = 0.

(At the exact optimum lambda is 2 b - z a, which may be negative; z is replaced by a.) Each
iteration sets lambda to the geometric mean of its last and its new value, takes a Newton step for m
and beta together, and computes v as the diagonal of the inverse by the sparse Cholesky factor
(`sparse_cholesky`).

**Estimate** (`_vertex_means`). At a vertex that could be a spike, the bound has two optima, and the
one that is found depends on where the fit started. The estimate is therefore the exact mean of e^g
at each vertex given z there and the Gaussian of the other vertices, by quadrature: a smooth
function of z, as Stein's formula for the risk needs.

**Parameters** (`_Model`). A climb over a grid of (k, s2) maximises the evidence; the estimate is
averaged over pairs near the best, with weights e^(E / 8), and over two graphs, because lengths
mislead on some maps: in the other graph all conductances are 1. Evidence is used because the noise
of an estimated risk is as large as the risk itself. Nothing is tuned by hand or with the truth.

**Smooth maps.** Meshes and waves are smoother than this prior. Where (k I + L)^2 explains the map as
well as Q, a third field has (k I + L)^3 in place of the two factors, and its own share by evidence.

**Signed maps** have z = b + g + N(0, I), whose posterior is Gaussian (`_Tile.fit_signed`);
parameters are weighted by their restricted likelihood.

**Cost.** A street network of 3,900 junctions takes 0.3 s; up to 8,000 vertices are one tile, beyond
that the time grows in proportion to n (`tiles`). docs/field-trials.md has the trials that led here,
with the error of each.
"""

from copy import copy
from dataclasses import dataclass
from enum import Enum
from functools import cache, reduce
from operator import matmul
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, eye_array
from scipy.sparse.linalg import cg
from scipy.special import softmax

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import laplacian_matrix
from gaussmech.graphs._compiling import helper, kernel
from gaussmech.graphs._sparse_cholesky import CholeskyPattern
from gaussmech.graphs._tiles import (
    MOST_OF_SMALLER,
    SMALLER_TILES,
    TILE,
    WHOLE_WORK,
    WORK_PER_VERTEX,
    check_density,
    submatrix,
    tiles,
)
from gaussmech.graphs.graph import Graph

# "The table" is that of docs/field-trials.md. It has the errors of each alternative that was tried,
# over those of an oracle.

# This is the grid of k and of s2, both about evenly spaced on a log scale. The long range is about
# 1 / sqrt(k) edges: from 180 to 0.6. With s2 = 4.5, two standard deviations to either side of the
# mean log are a factor of 5,000.
RANGES = (0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
VARIANCES = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.7, 1.3, 2.4, 4.5)
# The climb begins at these indices: at k = 0.003 and, if noise hides the moments of the map, at
# s2 = 1.3.
START_RANGE = 4
START_VARIANCE = 8
# The evidence of at most this many pairs is computed.
MAX_PAIRS = 16
# These are the variances of signed maps, over that of the map itself. k and s2 nearly compensate
# each other there: the evidence has a ridge along both, so the climb also steps along it, and takes
# longer.
SIGNED_VARIANCES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
SIGNED_START = 4
ALONG_RIDGE = [(-1, 1), (1, -1)]
SIGNED_MAX_PAIRS = 40
# The second k of the operator is this many times the first. In the table, 10, 100 and 1000 give
# 0.780, 0.773 and 0.787, one range 0.787.
RANGE_RATIO = 100.0
TWO_RANGES = (1.0, RANGE_RATIO)
# One range, and a smoother field of one range. Their k begins ONE_RANGE_STEPS higher in RANGES, which
# is half-way to the second k.
ONE_RANGE = (1.0, 1.0)
SMOOTHER = (1.0, 1.0, 1.0)
ONE_RANGE_STEPS = 2
# The smooth field begins at this index of RANGES, at k = 0.001: the condition number of its operator
# is (1 + 2 d / k)^3 with degrees of up to d, and with d = 4 that is 5e11 there. At k = 0.00003 it
# would be 2e16, and nothing would be left of the fits. Beginning at 0.0003, very smooth maps on chains
# have 0.96 times the error, at a condition number of 2e13.
SMOOTH_FIRST_RANGE = 3
# The evidence is divided by this before it weights pairs: it is only a bound, and an average over
# neighbouring pairs is steadier. In the table, 1 to 8 differ by less than 1 %.
TEMPERATURE = 8.0
# The estimate is averaged over at most six pairs, each with at least half the best weight, and over
# the best pair of each field. More pairs would double the time and help no more.
LEAST_WEIGHT = 0.5
MOST_AVERAGED = 6
# The fields of a `Kind` are mixed. Their evidence is divided by MIXTURE_TEMPERATURE.
# LENGTHS_LOG_PRIOR is added to the evidence of the field with conductances by length. A field with a
# smaller share than LEAST_SHARE is left out.
MIXTURE_TEMPERATURE = 2.0
LENGTHS_LOG_PRIOR = 2.0
LEAST_SHARE = 0.002
# Below the evidence of the other by this gap, a field's share is LEAST_SHARE.
NEGLIGIBLE_GAP = MIXTURE_TEMPERATURE * np.log(1 / LEAST_SHARE - 1)
# One standard deviation of the degree changes the log map by an effect with this prior standard
# deviation: a factor of 1.35.
EFFECT_SD = 0.3
# The share of the log of another map has this prior standard deviation.
SHARE_SD = 1.0
# Another map is cut off below at this part of its mean, so its log is finite.
LEAST_OF_MEAN = 0.01
# The local mean of the degree is (I + 20 L)^-1 times the degree: over some 5 streets around. In the
# table, 2, 20, 30 and 100 give 0.756, 0.747, 0.747 and 0.755.
SMOOTHING = 20.0
# A fit that starts from a constant takes the mean of the data for at least this.
LEAST_MEAN = 0.02
# On tiles without a fit to start from, a fit starts from the local mean of the data. It is cut off
# below at this, about its own noise, or at the mean of the tile if that is lower.
LEAST_LOCAL_MEAN = 0.1


@dataclass(frozen=True)
class Tolerance:
    """Where a fit ends: at an iteration after which little moves.

    It moves no mean and no variance by `move` or more, on the log scale, or the evidence by less than
    `evidence`: single vertices next to spikes may oscillate for ever.
    """

    move: float
    evidence: float


# This is enough to compare pairs; the fits that enter the average are refined. The first fit of a
# climb starts from a constant, and all others from its end or from their neighbours'. Where it ended
# as soon as no move was above 0.2, its evidence was up to 90 below that of its limit, and climbs went
# astray. On 480 maps of twelve kinds, errors and coverage are those of moves below 0.2 everywhere to
# 0.001 of themselves, in 0.75 of the time, and a map of spikes on 100,000 places takes 0.55 of it.
TOLERANCE = Tolerance(move=0.5, evidence=2.0)
FIRST_TOLERANCE = Tolerance(move=0.05, evidence=0.5)
# A fit makes at most this many iterations.
MAX_ITERATIONS = 40


class Kind(Enum):
    """The fields that are mixed: conductances by length, all of them 1, and a smoother field."""

    BY_LENGTH = "by length"
    UNIT = "unit"
    SMOOTH = "smooth"


class Refinement(NamedTuple):
    """How a fit is refined: so many iterations, then perhaps a jump to their limit and one more."""

    iterations: int
    jumps: bool


# So the fits of the pairs are refined that the estimate is averaged over.
SETTLING = Refinement(2, jumps=False)
# A fit to other data must converge, so its last iteration starts from an extrapolated limit
# (`_limit`).
REPEATING = Refinement(4, jumps=True)
# The derivative of a fit is computed by this many iterations of its linearised equations, which take
# a third of the time of two fits to data nearby. On maps of 3,844 vertices, smooth, rough, sparse,
# with spikes and with little noise, the divergence was within 0.5 % of its limit, as that of two fits
# was. On 400 vertices with 12 to 40 spikes, where fits do not quite converge, it differed from that of
# two fits by up to 2.4 of 44 to 111.
DERIVATIVE_STEPS = 2
# The estimate is differentiated by moving the data by at most this many standard deviations of the
# noise.
SMALL_CHANGE = 0.03
# A vertex whose lambda differs by more than this factor from that of its moments has not converged.
FAR = 2.0
# In a difference quotient, no logarithm of lambda moves by more than this.
QUOTIENT_STEP = 1e-4
# Each of these iterations makes at most this many Newton steps for the mean. A step that is not
# shorter than CONTRACTION times the last one ends them.
MEAN_STEPS = 2
CONTRACTION = 0.9
# The evidence of a larger number of tiles is scaled up from this many of them.
SAMPLED_TILES = 6
# The cost of the tiles of a graph is judged by about this many of them.
WEIGHED_TILES = 4
# A smooth field is left out if the factor of a tile takes more than this many multiplications, some
# 0.1 s. A mesh of 4,000 vertices takes 1e8.
SMOOTH_WORK = 2e8
# A preview (`preview`) is only made on graphs of at least this many times as many tiles: fitting its
# tiles takes less than an eighth of the field's time there.
PREVIEW_SHARE = 8
# The mean at a vertex is integrated with the nodes and weights of the Gauss-Legendre rule on [0,
# 1], 24 points for each of at most three pieces.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)
RULE = (NODES + 1) / 2, WEIGHTS / 2
# The integral goes 6 standard deviations to either side of prior and likelihood, beyond which 2e-9
# of the mass lies, and for |g| up to 60, where e^g is finite.
REACH = 6.0
HIGHEST = 60.0
# A piece that holds less than e^-36 = 2e-16 of the rest is left out.
NEGLIGIBLE = 36.0


@dataclass(frozen=True)
class FieldFit:
    """The field's estimate of a map.

    Attributes
    ----------
    x : (n,) array of float
        The estimate, positive unless the map is signed.
    range, variance : float
        The parameters k and s2 of highest evidence, perhaps those of the smooth field. Of a signed
        map, s2 is in units of the variance of the noise.
    unit_share, smooth_share : float
        The weights of the field whose conductances are all 1 and of the smooth one, in [0, 1].
    """

    x: np.ndarray
    range: float
    variance: float
    unit_share: float
    smooth_share: float
    _models: list
    _sigma: float
    _y: np.ndarray
    _shares: np.ndarray

    def refit(self, y: Array) -> Array:
        """Return the estimate (n,) for another y, starting from the end of this fit.

        The pairs of parameters and their weights stay.
        """
        z = y / self._sigma
        estimates = [
            model.mean(z, REPEATING, fixed_weights=True) for model in self._models
        ]
        return self._sigma * _mixture(estimates, self._models)[0]

    def derivative(self, change: Array, *, fixed_weights: bool = False) -> Array:
        """Return how the estimate (n,) moves with y in the direction `change` (n,).

        The result is in proportion to the direction. The pairs of parameters stay; their weights
        move, too, unless `fixed_weights` is True.
        """
        z = self._y / self._sigma
        size, change = _small(change)
        if size == 0:
            return np.zeros(len(change))
        motions = [model.derivative(z, change) for model in self._models]
        shares = self._shares
        moved = shares @ [motion.x_change for motion in motions]
        if fixed_weights:
            return size * moved
        moved += shares @ [motion.weight_change for motion in motions]
        scores = np.array([motion.evidence_change for motion in motions])
        share_changes = shares * (scores - shares @ scores) / MIXTURE_TEMPERATURE
        moved += share_changes @ [motion.x for motion in motions]
        return size * moved


def _small(change):
    """Return the size of a change (n,), and the small change of the data in its direction.

    The difference quotients are those of a small change.
    """
    size = np.abs(change).max() / SMALL_CHANGE
    return size, change / size if size else change


def climb(
    z: Array,
    prior: "FieldPrior",
    *,
    signed: bool = False,
    least: float = -np.inf,
    start: list["_Model"] | None = None,
) -> list["_Model"]:
    """Climb the evidence for a map z (n,) in noise of unit variance, with each conductances.

    The result is for `highest_evidence`, `preview` and `field_fit`; `signed` is as for `field_fit`.
    If the climb begins below the evidence `least`, it ends there. It begins at the end of the climb
    `start`, whose prior may lack the last effects of this one; None begins at a constant map.
    """
    first = start[0] if start else None
    by_length = _Model(Kind.BY_LENGTH, z, prior.tiles, signed, start=first)
    by_length.climb(z, least)
    models = [by_length]
    highest = by_length.score()
    if prior.unit_tiles and highest > least:
        # A field of the log map does not climb if it begins with a negligible share. Eight such
        # fields began with evidence lower by 12.4 or more; all ended lower by 4 or more. A field of
        # a signed map always climbs, because its climb takes less time and gains more.
        least_unit = -np.inf if signed else highest - NEGLIGIBLE_GAP
        by_unit = _Model(Kind.UNIT, z, prior.unit_tiles, signed, start=by_length)
        by_unit.climb(z, least_unit)
        models.append(by_unit)
    if highest > least:
        models += _climb_smooth(z, prior, signed, by_length)
    return models


def _climb_smooth(z, prior, signed, by_length):
    """Return a list with the climbed model of a smooth field, or an empty one.

    It is tried if a field of one range, whose factors are those of two ranges, explains the map at
    least as well as the model `by_length` of two, or if that has the smoothest range there is, and if
    its own factors are cheap. On very smooth chains the second case lowers the error to 0.84 to 0.99.
    """
    one_range = _Model(
        Kind.SMOOTH,
        z,
        prior.one_range_tiles,
        signed,
        start=by_length,
        shift=ONE_RANGE_STEPS,
    )
    # No evidence is above infinity, so only that of the first pair is computed.
    one_range.climb(z, np.inf)
    is_worse = one_range.score() < by_length.evidence[by_length.best_pair]
    # Where the climb has ended at the edge of the ranges, a smoother map might suit the data better.
    at_the_edge = by_length.best_pair[0] == 0
    if is_worse and not at_the_edge:
        return []
    if any(tile.work() > SMOOTH_WORK for tile in _weighed(prior.smooth_tiles)):
        return []
    smooth = _Model(Kind.SMOOTH, z, prior.smooth_tiles, signed, start=one_range)
    smooth.climb(z, -np.inf)
    return [smooth]


def highest_evidence(models: list["_Model"]) -> float:
    """Return the highest evidence that a climb has reached."""
    return max(model.score() for model in models)


def preview(
    models: list["_Model"], z: Array, change: Array, count: int
) -> tuple[list[Array], Array, Array] | None:
    """Return the estimate on some tiles of a graph that has many more of them, and its derivative.

    Parameters
    ----------
    models : list of _Model
        The end of a climb.
    z : (n,) array of float
        The data of the climb, whose noise has unit variance.
    change : (n,) array of float
        The direction of the derivative.
    count : int
        About how many tiles; they are evenly spaced in the order of the tiles.

    Returns
    -------
    cores : list of arrays of int
        The vertices of each tile whose estimate counts.
    x, x_change : (n,) arrays of float
        The estimate and its derivative, which are NaN elsewhere. None in place of all three if the
        graph has fewer than PREVIEW_SHARE times as many tiles.
    """
    best = max(models, key=_Model.score)
    if len(best.tiles) < PREVIEW_SHARE * count:
        return None
    stride = -(-len(best.tiles) // count)
    sample = range(0, len(best.tiles), stride)
    # The preview averages over the best pair only.
    pairs = {best.best_pair: best.evidence[best.best_pair]}
    x, _ = best.mean(z, SETTLING, save_states=True, sample=sample, pairs=pairs)
    x_change = best.derivative(z, change, sample=sample, pairs=pairs).x_change
    return [best.tiles[t].core for t in sample], x, x_change


def field_fit(
    y: Array,
    sigma: float,
    prior: "FieldPrior",
    *,
    signed: bool = False,
    models: list["_Model"] | None = None,
    direction: Array | None = None,
) -> FieldFit:
    """Fit the field to a noisy map.

    Parameters
    ----------
    y : (n,) array of float
        The map plus N(0, sigma^2 I).
    sigma : float
        Standard deviation of the noise, > 0.
    prior : FieldPrior
        The prior on the graph of the map.
    signed : bool
        Whether the map may be negative; then the map, not its log, is the field.
    models : list of _Model, optional
        What `climb` has returned for the same map and prior.
    direction : (n,) array of float, optional
        The direction of the only derivative that will be asked for. On a large graph it is computed
        at once, tile by tile, so that the precisions of all tiles need not be kept.

    Returns
    -------
    FieldFit
        The estimate, its parameters, and how to refit it.
    """
    z = y / sigma
    models = _select_models(models or climb(z, prior, signed=signed))
    if direction is not None and models[0].is_sampled:
        _, direction = _small(direction)
        for model in models:
            model.direction = direction
    estimates = [model.mean(z, SETTLING, save_states=True) for model in models]
    x, shares = _mixture(estimates, models)
    by_kind = {
        model.kind: float(share) for model, share in zip(models, shares, strict=True)
    }
    best = max(models, key=_Model.score)
    k, s2 = best.values(best.best_pair)
    return FieldFit(
        x=sigma * x,
        range=k,
        variance=s2,
        unit_share=by_kind.get(Kind.UNIT, 0.0),
        smooth_share=by_kind.get(Kind.SMOOTH, 0.0),
        _models=models,
        _sigma=sigma,
        _y=y,
        _shares=shares,
    )


def _select_models(models):
    """Return the models whose share is not negligible, and set the pairs that each averages over.

    The MOST_AVERAGED pairs of highest weight are selected from both models. The weight of a pair is
    its weight in the model times the share of the model. The best pair of each model is always
    selected.
    """
    shares = softmax([model.score() / MIXTURE_TEMPERATURE for model in models])
    # Evidence that is scaled up from some tiles is too rough for a mixture. Then only the best
    # model is selected.
    least_share = max(shares) if models[0].is_sampled else LEAST_SHARE
    selection = []
    weights = {}
    for model, share in zip(models, shares, strict=True):
        if share >= least_share:
            selection.append(model)
            highest = model.evidence[model.best_pair]
            for pair, evidence in model.evidence.items():
                log_weight = (evidence - highest) / TEMPERATURE
                weights[model, pair] = share * np.exp(log_weight)
    by_weight = sorted(weights, key=weights.get, reverse=True)
    for model, pair in by_weight[:MOST_AVERAGED]:
        if weights[model, pair] >= LEAST_WEIGHT * max(shares):
            model.averaged[pair] = model.evidence[pair]
    for model in selection:
        model.averaged[model.best_pair] = model.evidence[model.best_pair]
    return selection


def _mixture(estimates, models):
    """Return the mean (n,) of the models' estimates, and the share of each model.

    `estimates` has the pair (estimate, highest evidence) of each model, as `_Model.mean` returns
    it. The shares follow from the evidence and the log prior weight.
    """
    scores = [
        evidence + model.log_prior
        for (_, evidence), model in zip(estimates, models, strict=True)
    ]
    shares = softmax(np.array(scores) / MIXTURE_TEMPERATURE)
    return shares @ [x for x, _ in estimates], shares


class _Motion(NamedTuple):
    """The estimate x (n,) of a model, and how it moves with the data in some direction.

    `x_change` (n,) is its change while the weights of the pairs stay, `weight_change` (n,) what the
    weights add, and `evidence_change` the change of the highest evidence.
    """

    x: np.ndarray
    x_change: np.ndarray
    weight_change: np.ndarray
    evidence_change: float


class _Model:
    """The field of one kind, and the pairs of parameters that suit the data.

    A pair is (index in RANGES, index in the variances). On a large graph the evidence of a pair is
    that of some tiles, scaled up. A model is of use once it has climbed (`climb`).

    Parameters
    ----------
    kind : Kind
        Which of the fields that are mixed.
    z : (n,) array of float
        The data, with noise of unit variance.
    tiles_ : list of _Tile
        The tiles of the graph.
    signed : bool
        Whether the map may be negative.
    start : _Model, optional
        Another model of the same data: its best pair and fits are where this one starts.
    shift : int
        So many steps of RANGES are added to the range of that pair.
    """

    def __init__(self, kind, z, tiles_, signed, start=None, shift=0):
        self.kind = kind
        self._first_range = SMOOTH_FIRST_RANGE if kind is Kind.SMOOTH else 0
        # This is added to the evidence.
        self.log_prior = LENGTHS_LOG_PRIOR if kind is Kind.BY_LENGTH else 0.0
        self.tiles = tiles_
        self._signed = signed
        # The states of each tile by pair, and the state from which its first fit starts.
        self._states = [{} for _ in tiles_]
        self._starts = [None for _ in tiles_]
        self._local_mean = None
        # The estimates of each tile and how they move in this direction are kept in place of its
        # precisions.
        self.direction = None
        self._motions = [None for _ in tiles_]
        self.is_sampled = len(tiles_) > SAMPLED_TILES
        # The evidence of every pair that the climb has visited, and of those that `mean` averages.
        self.evidence = {}
        self.averaged = {}
        # The variances of a signed map are in units of the variance of the map itself. This is the
        # variance of the data less that of the noise, and at least one standard error of this
        # difference.
        self._unit = max(z.var() - 1, np.sqrt(2 / len(z))) if signed else 1.0
        self._variances = SIGNED_VARIANCES if signed else VARIANCES
        if start:
            range_index, variance_index = start.best_pair
            range_index = max(range_index + shift, self._first_range)
            self.best_pair = min(range_index, len(RANGES) - 1), variance_index
            self._starts = start._states_of(start.best_pair)
        else:
            first_variance = SIGNED_START if signed else _variance_of_moments(z)
            self.best_pair = START_RANGE, first_variance

    def climb(self, z, least):
        """Move the best pair to better neighbours until no neighbour is better.

        The direction that was good last is tried first. If the score of the first pair is not above
        `least`, there is no climb.
        """
        self._compute_evidence(z, self.best_pair, self._starts)
        if self.score() <= least:
            return
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        most_pairs = MAX_PAIRS
        if self._signed:
            steps += ALONG_RIDGE
            most_pairs = SIGNED_MAX_PAIRS
        climbing = True
        while climbing:
            climbing = False
            for step in list(steps):
                range_index = self.best_pair[0] + step[0]
                variance_index = self.best_pair[1] + step[1]
                pair = range_index, variance_index
                is_range = self._first_range <= range_index < len(RANGES)
                is_variance = 0 <= variance_index < len(VARIANCES)
                is_full = len(self.evidence) == most_pairs
                is_new = is_range and is_variance and pair not in self.evidence
                if is_full or not is_new:
                    continue
                self._compute_evidence(z, pair, self._states_of(self.best_pair))
                if self.evidence[pair] > self.evidence[self.best_pair]:
                    # The climb tries the same direction first when it goes on.
                    steps.sort(key=lambda other, good=step: other != good)
                    self.best_pair = pair
                    climbing = True
                    break

    def score(self):
        """Return the highest evidence plus the log prior weight."""
        return self.evidence[self.best_pair] + self.log_prior

    def values(self, pair):
        """Return k and s2 of a pair."""
        return RANGES[pair[0]], self._variances[pair[1]] * self._unit

    def _states_of(self, pair):
        """Return the state of each tile with a pair of parameters; None where there is none."""
        return [states.get(pair) for states in self._states]

    def _compute_evidence(self, z, pair, starts):
        """Compute the evidence of a pair, by fits that start from these states of the tiles."""
        stride = -(-len(self.tiles) // SAMPLED_TILES)
        sample = range(0, len(self.tiles), stride)
        for t in sample:
            self._states[t][pair] = self._fit(t, z, pair, starts[t])
        total = sum(self._states[t][pair].evidence for t in sample)
        self.evidence[pair] = total * len(self.tiles) / len(sample)

    def _fit(self, t, z, pair, warm, refinement=None, local_mean=None):
        """Return the _State of tile t with a pair of parameters, starting from the state `warm`."""
        tile = self.tiles[t]
        k, s2 = self.values(pair)
        if self._signed:
            return tile.fit_signed(z, k, s2)
        return tile.fit(z, k, s2, warm, local_mean=local_mean, refinement=refinement)

    def _first_fit(self, t, z, pair):
        """Return the _State of tile t with a pair of parameters, starting from the best pair.

        A tile on which the climb has fitted nothing starts from the local mean of the data, if the
        field has at least its range, and else from a constant: local means of spikes mislead.
        """
        warm = self._states[t].get(self.best_pair)
        local_mean = None
        k, _ = self.values(pair)
        if warm is None and not self._signed and k * SMOOTHING <= 1:
            if self._local_mean is None:
                # A hundredth of it is less than the noise that it has.
                self._local_mean = _local_mean(z, self.tiles[0].laplacian, 1e-2)
            local_mean = self._local_mean
        return self._fit(t, z, pair, warm, local_mean=local_mean)

    def mean(
        self,
        z,
        refinement,
        *,
        save_states=False,
        fixed_weights=False,
        sample=None,
        pairs=None,
    ):
        """Return the estimate for z, averaged over pairs of parameters, and the highest evidence.

        The weight of a pair is e^(E / 8) in each tile. E is the evidence of the whole graph before
        this call, plus the change of the evidence in this tile.

        Parameters
        ----------
        z : (n,) array of float
            The data, with noise of unit variance.
        refinement : Refinement
            How each fit is refined.
        save_states : bool
            Whether the next call starts from the end of this one.
        fixed_weights : bool
            Whether the change of the evidence is ignored, so the weights stay as they are.
        sample : sequence of int, optional
            Indices of tiles. The estimate is NaN on all other tiles; None takes all tiles.
        pairs : dict, optional
            The evidence of the pairs to average over; None takes `averaged`, the selected ones.
        """
        evidence = self.averaged if pairs is None else pairs
        x = np.full(len(z), np.nan)
        total_change = dict.fromkeys(evidence, 0.0)
        for t in range(len(self.tiles)) if sample is None else sample:
            tile = self.tiles[t]
            states, refits = self._refit_pairs(t, z, evidence, refinement)
            scores = []
            for pair in evidence:
                change = refits[pair].evidence - states[pair].evidence
                if fixed_weights:
                    change = 0.0
                total_change[pair] += change
                scores.append((evidence[pair] + change) / TEMPERATURE)
            estimates = [tile.estimate(z, refit) for refit in refits.values()]
            x[tile.core] = softmax(scores) @ estimates
            if save_states:
                states |= refits
                if self.direction is not None and pairs is None:
                    changes = self._changes(t, z, self.direction, evidence)
                    self._motions[t] = estimates, *changes
                    tile.forget_precisions()
        new_evidence = {pair: evidence[pair] + total_change[pair] for pair in evidence}
        if save_states and pairs is None:
            self.averaged = new_evidence
        return x, max(new_evidence.values())

    def derivative(self, z, change, *, sample=None, pairs=None):
        """Return how the estimate moves with the data z (n,) in the direction `change` (n,).

        `mean` must have saved the states of all tiles. The result is the _Motion of the estimate;
        `sample` and `pairs` are as for `mean`.
        """
        by_pair = self.averaged if pairs is None else pairs
        pairs = list(by_pair)
        evidence = np.array(list(by_pair.values()))
        weights = softmax(evidence / TEMPERATURE)
        x, x_change, weight_change = np.full((3, len(z)), np.nan)
        total_change = np.zeros(len(pairs))
        is_known = self.direction is not None and np.array_equal(change, self.direction)
        for t in range(len(self.tiles)) if sample is None else sample:
            tile = self.tiles[t]
            if is_known:
                estimates, changes, evidence_changes = self._motions[t]
            else:
                states = [self._states[t][pair] for pair in pairs]
                estimates = [tile.estimate(z, state) for state in states]
                changes, evidence_changes = self._changes(t, z, change, pairs)
            total_change += evidence_changes
            weight_changes = evidence_changes - weights @ evidence_changes
            weight_changes *= weights / TEMPERATURE
            x[tile.core] = weights @ estimates
            x_change[tile.core] = weights @ changes
            weight_change[tile.core] = weight_changes @ estimates
        best = float(total_change[evidence.argmax()])
        return _Motion(x, x_change, weight_change, best)

    def _changes(self, t, z, change, pairs):
        """Return how the estimate of tile t and its evidence move with each of the pairs."""
        tile = self.tiles[t]
        states = [self._states[t][pair] for pair in pairs]
        changes = [
            tile.derivative(z, change, *self.values(pair), state)
            for pair, state in zip(pairs, states, strict=True)
        ]
        evidence_changes = [tile.evidence_change(z, change, state) for state in states]
        return changes, np.array(evidence_changes)

    def _refit_pairs(self, t, z, pairs, refinement):
        """Return the saved states of tile t, and a refit to z for each of the pairs.

        A pair without a saved state gets one.
        """
        states = self._states[t]
        refits = {}
        for pair in pairs:
            if pair not in states:
                states[pair] = self._first_fit(t, z, pair)
            refits[pair] = self._fit(t, z, pair, states[pair], refinement)
        return states, refits


def _variance_of_moments(z):
    """Return the index in VARIANCES of s2 by the method of moments.

    A log-Gaussian map of mean m has the variance m^2 (e^s2 - 1). If noise hides that, the index is
    START_VARIANCE.
    """
    mean = z.mean()
    excess = z.var() - 1
    if mean <= 0 or np.sqrt(2 / len(z)) > mean * mean:
        return START_VARIANCE
    s2 = np.log1p(max(excess, 0) / mean**2)
    return int(np.argmin(np.abs(np.log(np.array(VARIANCES) / max(s2, 1e-9)))))


class FieldPrior:
    """The prior of the log map on one graph, made once and used for any number of maps.

    Attributes
    ----------
    tiles : list of _Tile
        The tiles of the graph, with conductances by length.
    unit_tiles : list of _Tile
        The same with all conductances 1; empty if the others are 1, too.
    one_range_tiles, smooth_tiles : list of _Tile
        The tiles with (k I + L)^2 and (k I + L)^3 in place of (k I + L)(100 k I + L).

    Raises
    ------
    TooDense
        A ValueError: the graph has hubs.
    """

    def __init__(self, graph: Graph) -> None:
        check_density(graph)
        conductance = _conductance(graph)
        operator = _Operator(graph, conductance)
        effects = _effects(graph, operator.laplacian)
        self.tiles = _affordable_tiles(graph, operator, effects)
        self.unit_tiles = []
        if (conductance != 1).any():
            unit_operator = _Operator(graph, np.ones(graph.m))
            self.unit_tiles = [tile.with_operator(unit_operator) for tile in self.tiles]
        one_range = operator.with_multiples(ONE_RANGE)
        self.one_range_tiles = [tile.with_operator(one_range) for tile in self.tiles]
        smooth = operator.with_multiples(SMOOTHER)
        self.smooth_tiles = [tile.with_operator(smooth) for tile in self.tiles]

    def with_map(self, x: Array) -> "FieldPrior":
        """Return the prior whose log map has an unknown multiple of the log of x (n,) as an effect.

        `x` is an estimate of another map, > 0 in the mean; it must not depend on the noise of this
        one.
        """
        level = np.log(np.maximum(x, LEAST_OF_MEAN * x.mean()))
        effect = level - level.mean()
        new = copy(self)
        new.tiles = [tile.with_effect(effect) for tile in self.tiles]
        new.unit_tiles = [tile.with_effect(effect) for tile in self.unit_tiles]
        new.one_range_tiles = [
            tile.with_effect(effect) for tile in self.one_range_tiles
        ]
        new.smooth_tiles = [tile.with_effect(effect) for tile in self.smooth_tiles]
        return new


def _affordable_tiles(graph, operator, effects):
    """Return the largest tiles of a graph whose factors are cheap, as _Tile objects."""

    def cut(**sizes):
        return [_Tile(operator, effects, *part) for part in tiles(graph, **sizes)]

    parts = cut()
    if len(parts) == 1:
        if parts[0].work() <= WHOLE_WORK:
            return parts
        parts = cut(whole=TILE)
    for size in SMALLER_TILES:
        if all(
            part.work() <= WORK_PER_VERTEX * len(part.core) for part in _weighed(parts)
        ):
            break
        parts = cut(whole=size, tile=size, most=MOST_OF_SMALLER)
    return parts


def _weighed(parts):
    """Return the tiles by which the cost of all of them is judged."""
    return parts[:: -(-len(parts) // WEIGHED_TILES)]


def _conductance(graph):
    """Return (median length / length)^2 within [0.04, 3] for each edge (m,); 1 without lengths.

    In the table of docs/field-trials.md exponents of 1, 1.5, 2 and 3 give 0.813, 0.793, 0.787 and
    0.793. The limits keep very short and very long edges from ruling their neighbourhood.
    """
    if graph.length_m is None or graph.m == 0:
        return np.ones(graph.m)
    with np.errstate(over="ignore"):
        return np.clip((np.median(graph.length_m) / graph.length_m) ** 2, 0.04, 3)


def _effects(graph, laplacian):
    """Return the columns of X (n, 1 or 2): 1 and, if it varies, the local mean of the degree.

    The local mean is standardised to mean 0 and standard deviation 1.
    """
    degree = graph.degree.astype(float)
    local = _local_mean(degree, laplacian, 1e-8)
    columns = [np.ones(graph.n)]
    spread = local.std()
    if spread > 1e-6 * max(degree.max(), 1):
        columns.append((local - local.mean()) / spread)
    return np.column_stack(columns)


def _local_mean(values, laplacian, tolerance):
    """Return (I + SMOOTHING L)^-1 times the values (n,), by conjugate gradients."""
    smoother = eye_array(len(values)) + SMOOTHING * laplacian
    local, _ = cg(smoother, values, x0=values, rtol=tolerance, maxiter=1000)
    return local


@dataclass(frozen=True)
class _State:
    """The end of a fit of one tile of k vertices with one pair of parameters.

    Attributes
    ----------
    mean : (k,) array of float
        The posterior mean m of g; of a signed map, that of the map.
    evidence : float
        The evidence bound, up to a constant; of a signed map, the log restricted likelihood.
    variance : (k,) array of float or None
        The posterior variances v; None for a signed map, like all that follows.
    effect : (c,) array of float or None
        The coefficients beta of the c columns of X.
    curvature : (k,) array of float or None
        lambda, the precision that the datum at each vertex adds.
    cavity : pair of (k,) arrays of float, or None
        Mean and variance of g at each vertex given the other vertices, without its own datum.
    """

    mean: np.ndarray
    evidence: float
    variance: np.ndarray | None = None
    effect: np.ndarray | None = None
    curvature: np.ndarray | None = None
    cavity: tuple[np.ndarray, np.ndarray] | None = None


class _Operator:
    """The Laplacian L of a graph with some conductances, and the product of factors c k I + L.

    `multiples` are the values of c. k is in units of the mean degree over 3.6, that of a street
    grid, so the grid of RANGES suits any graph.
    """

    def __init__(self, graph, conductance, multiples=TWO_RANGES):
        self.laplacian = laplacian_matrix(graph.n, graph.edges, conductance)
        self.multiples = multiples
        self._unit = (self.laplacian.diagonal().mean() or 1.0) / 3.6

    def with_multiples(self, multiples):
        """Return the operator with other factors."""
        new = copy(self)
        new.multiples = multiples
        return new

    def pattern(self, members):
        """Return the CholeskyPattern of the product among some vertices (k,)."""
        laplacian = submatrix(self.laplacian, members)
        step = (laplacian != 0).astype(float) + eye_array(len(members))
        return CholeskyPattern(reduce(matmul, [step] * len(self.multiples)))

    def product(self, k, members):
        """Return the product among some vertices (k,) as a sparse array.

        Edges that leave them count on the diagonal of the Laplacian.
        """
        laplacian = submatrix(self.laplacian, members)
        k_unit = k * self._unit
        factors = [
            multiple * k_unit * eye_array(len(members)) + laplacian
            for multiple in self.multiples
        ]
        return reduce(matmul, factors).tocsr()


class _Precision(NamedTuple):
    """The prior precision Q of a tile: a sparse matrix, its values in the pattern, its log det."""

    matrix: csr_array
    values: np.ndarray
    log_determinant: float


class _Tile:
    """The field on some vertices: the `core`, whose estimate counts, and a halo around it.

    Its matrices are made at first use: of a large graph, most tiles may never be used.

    Parameters
    ----------
    operator : _Operator
        The Laplacian of the whole graph.
    effects : (n, c) array of float
        The columns of X.
    members : (k,) array of int
        The vertices of the tile, ascending.
    core : (k,) array of bool
        Which of them are in the core.
    """

    def __init__(self, operator, effects, members, core):
        self._members = members
        self._inside = core
        self.core = members[core]
        self._effects = effects[members]
        # The prior of beta is flat for the level, and N(0, EFFECT_SD^2) for the effects.
        self._penalty = np.r_[0.0, np.full(effects.shape[1] - 1, EFFECT_SD**-2)]
        self._operator = operator
        self._precisions = {}
        # Copies of the tile share this function, and so its result.
        self._pattern = cache(lambda: operator.pattern(members))

    @property
    def laplacian(self):
        """The Laplacian of the whole graph."""
        return self._operator.laplacian

    def work(self):
        """Return about how many multiplications a factor takes."""
        return self._pattern().work

    def with_operator(self, operator):
        """Return the tile with another operator, whose conductances are not 0 either."""
        new = copy(self)
        new._operator = operator
        new._precisions = {}
        if len(operator.multiples) != len(self._operator.multiples):
            new._pattern = cache(lambda: operator.pattern(self._members))
        return new

    def with_effect(self, effect):
        """Return the tile with one more column of X, (n,) over the graph."""
        new = copy(self)
        new._effects = np.column_stack([self._effects, effect[self._members]])
        new._penalty = np.append(self._penalty, SHARE_SD**-2)
        return new

    def _precision(self, k):
        """Return the _Precision of the tile, which is computed once for each k."""
        if k not in self._precisions:
            raw = self._operator.product(k, self._members)
            pattern = self._pattern()
            values = pattern.values_of(raw)
            # Q is scaled to prior variances of 1; badly connected junctions would have more.
            factor = pattern.factor(values)
            scale = np.sqrt(factor.inverse_diagonal())
            values *= scale[pattern.rows] * scale[pattern.columns]
            raw.data *= np.repeat(scale, np.diff(raw.indptr))
            raw.data *= scale[raw.indices]
            log_determinant = factor.log_determinant + 2 * np.log(scale).sum()
            self._precisions[k] = _Precision(raw, values, log_determinant)
        return self._precisions[k]

    def forget_precisions(self):
        """Free the memory of the precisions, which would be computed anew."""
        self._precisions.clear()

    def estimate(self, z, state):
        """Return the estimate on the core, for the data z (n,) of the graph."""
        if state.cavity is None:
            return state.mean[self._inside]
        return self._core_means(z, state.cavity)

    def _core_means(self, z, cavity):
        """Return the estimate on the core for the data z (n,), by the cavity of each member."""
        cavity_mean, cavity_variance = cavity
        inside = self._inside
        return _vertex_means(
            z[self.core], cavity_mean[inside], cavity_variance[inside], *RULE
        )

    def fit_signed(self, z, k, s2):
        """Return the posterior of b + g for data z = b + g + N(0, I), with g ~ N(0, s2 Q^-1).

        The level b has a flat prior. With the covariance C = I + s2 Q^-1 of the data, whose inverse
        is I - (Q / s2 + I)^-1, b is the generalised least squares mean 1' C^-1 z / 1' C^-1 1, the
        posterior mean is z - C^-1 (z - b), and the log restricted likelihood is

            -1/2 [(z - b)' C^-1 (z - b) + log det C + log 1' C^-1 1]    up to a constant.
        """
        z = z[self._members]
        n = len(z)
        ones = np.ones(n)
        precision = self._precision(k)
        factor = self._pattern().factor(precision.values / s2, ones)
        columns = np.column_stack([ones, z])
        # The columns of `solutions` are C^-1 1 and C^-1 z.
        solutions = columns - factor.solve(columns)
        information = solutions[:, 0].sum()
        level = solutions[:, 1].sum() / information
        residual = z - level
        # This is C^-1 (z - b).
        weighted_residual = solutions @ np.array([-level, 1.0])
        volume = (
            factor.log_determinant
            - precision.log_determinant
            + n * np.log(s2)
            + np.log(information)
        )
        misfit = residual @ weighted_residual
        return _State(z - weighted_residual, -0.5 * float(misfit + volume))

    def fit(self, z, k, s2, warm, *, local_mean=None, refinement=None):
        """Return the Gaussian approximation of the posterior, for data with noise of unit variance.

        The module's docstring has the equations. There are two modes. Without `refinement`, the fit
        iterates to a tolerance, from a state `warm` of other parameters, from the local mean of the
        data or from a constant. With it, the fit iterates from the state `warm`, and takes over its
        lambda, too; each iteration makes up to MEAN_STEPS Newton steps, as from a local mean.

        Parameters
        ----------
        z : (n,) array of float
            The data on the whole graph.
        k, s2 : float
            The parameters of the prior.
        warm : _State or None
            Where to start; None starts from the local mean or the constant map.
        local_mean : (n,) array of float, optional
            The local mean of the data on the whole graph; None starts from the constant map.
        refinement : Refinement, optional
            The iterations; None iterates to the tolerance.
        """
        search = self._search(z, k, s2)
        from_constant = warm is None and local_mean is None
        from_local_mean = warm is None and not from_constant
        if from_constant:
            search.start_from_constant()
        elif from_local_mean:
            search.start_from_local_mean(local_mean[self._members])
        else:
            search.start_from(warm)
        if refinement is None:
            search.run_to_tolerance(
                from_constant=from_constant, repeat_steps=from_local_mean
            )
        else:
            search.curvature = warm.curvature
            search.refine(refinement)
        return search.state()

    def derivative(self, z, change, k, s2, state):
        """Return how the estimate on the core moves with the data in the direction `change` (n,).

        `state` is the end of a fit to the data z (n,) with the parameters k and s2.
        """
        if state.cavity is None:
            # The posterior mean is linear in the data.
            return self.fit_signed(change, k, s2).mean[self._inside]
        search = self._search(z, k, s2)
        search.start_from_end(state)
        cavities = search.cavities_at_sides(change[self._members])
        above, below = (
            self._core_means(z + side * change, cavity)
            for side, cavity in zip((1, -1), cavities, strict=True)
        )
        return (above - below) / 2

    def evidence_change(self, z, change, state):
        """Return how the evidence moves with the data z (n,) in the direction `change` (n,).

        The fit nearly maximises the evidence, so only its explicit dependence on the data counts.
        """
        mean = state.mean
        if state.cavity is not None:
            mean, _ = _moments(state.mean, state.variance)
        return float((mean - z[self._members]) @ change[self._members])

    def _search(self, z, k, s2):
        """Return a _PosteriorSearch for the data z (n,) of the graph."""
        return _PosteriorSearch(
            z=z[self._members],
            s2=s2,
            precision=self._precision(k),
            pattern=self._pattern(),
            effects=self._effects,
            penalty=self._penalty,
        )


class _PosteriorSearch:
    """The search for the posterior on one tile of n vertices, with one pair of parameters.

    It is the iteration of the module's docstring. The public attributes are those of `_State`:
    `mean` is m, `variance` v, `effect` beta and `curvature` lambda there. The private ones `_factor`,
    `_response` and `_schur` follow from the last `curvature`.

    Parameters
    ----------
    z : (n,) array of float
        The data on the tile, with noise of unit variance.
    s2 : float
        The variance of the prior.
    precision : _Precision
        The matrix Q.
    pattern : CholeskyPattern
        That of Q.
    effects : (n, c) array of float
        The columns of X.
    penalty : (c,) array of float
        The prior precision of each coefficient in beta; 0 for the first one, the level, whose prior
        is flat.
    """

    def __init__(self, z, s2, precision, pattern, effects, penalty):
        self._z = z
        self._s2 = s2
        self._precision = precision
        self._pattern = pattern
        self._effects = effects
        self._penalty = penalty
        self._coupling = precision.matrix @ effects / s2
        self.curvature = None

    def start_from_constant(self):
        """Start from the constant map whose mean is that of the data."""
        self.effect = np.zeros(self._effects.shape[1])
        self.effect[0] = np.log(max(self._z.mean(), LEAST_MEAN)) - self._s2 / 2
        self.mean = self._effects @ self.effect
        self.variance = np.full(len(self._z), 0.3 * self._s2)

    def start_from_local_mean(self, local_mean):
        """Start from the local mean (n,) of the data."""
        least = min(max(self._z.mean(), LEAST_MEAN), LEAST_LOCAL_MEAN)
        self.mean = np.log(np.maximum(local_mean, least))
        self.effect = np.zeros(self._effects.shape[1])
        self.effect[0] = self.mean.mean()
        self.variance = np.full(len(self._z), 0.3 * self._s2)

    def start_from(self, state):
        """Start from the end of another fit; its lambda belongs to its own parameters."""
        # Effects that the other fit does not have are 0.
        missing = self._effects.shape[1] - len(state.effect)
        self.effect = np.pad(state.effect, (0, missing))
        self.mean = state.mean
        self.variance = state.variance

    def start_from_end(self, state):
        """Start from the end of a fit with the same parameters: its lambda is taken over, too."""
        self.start_from(state)
        self._set_curvature(state.curvature)

    def run_to_tolerance(self, from_constant, repeat_steps):
        """Iterate until the fit moves by less than the tolerance.

        From the constant map, that is FIRST_TOLERANCE, and beta is fixed in the first two iterations,
        until the field has some shape. With `repeat_steps`, each iteration makes up to MEAN_STEPS
        Newton steps.
        """
        tolerance = FIRST_TOLERANCE if from_constant else TOLERANCE
        last_evidence = -np.inf
        for iteration in range(MAX_ITERATIONS):
            effects_move = not from_constant or iteration >= 2
            self._update_curvature()
            if repeat_steps:
                mean_change = self._step_mean_repeatedly()
            else:
                mean_change = self._step_mean(effects_move)
            variance_change = self._update_variance()
            evidence = self._evidence()
            ends = max(mean_change, variance_change) < tolerance.move
            ends = ends or abs(evidence - last_evidence) < tolerance.evidence
            if ends and effects_move:
                break
            last_evidence = evidence

    def refine(self, refinement):
        """Make the iterations of a Refinement.

        The jump leaves the factor of the last curvature in place, so an iteration follows it.
        """
        path = []
        for _ in range(refinement.iterations):
            self._iterate()
            path.append(self._position())
        if refinement.jumps:
            self._move_to(_limit(path))
            self._iterate()

    def _iterate(self):
        """Update the curvature, the mean and the variance."""
        self._update_curvature()
        self._step_mean_repeatedly()
        self._update_variance()

    def _update_curvature(self):
        """Set lambda to the geometric mean of its last and its new value, and factorise V^-1.

        The geometric mean damps the iteration, which would otherwise oscillate.
        """
        first, second = _moments(self.mean, self.variance)
        target = np.maximum(2 * second - first * first, 1e-12)
        if self.curvature is not None:
            target = np.sqrt(self.curvature * target)
        self._set_curvature(target)

    def _set_curvature(self, curvature):
        """Set lambda, and factorise V^-1."""
        self.curvature = curvature
        self._factor = self._pattern.factor(
            self._precision.values / self._s2, self.curvature
        )
        self._response = self._factor.solve(self._coupling)
        # The marginal precision of beta is X' P X - X' P V P X + penalty, with P = Q / s2. As V^-1 is
        # P + Lambda, that is X' Lambda V P X + penalty, in which nothing cancels: where the data
        # hold no event, Lambda is tiny beside P.
        weighted_effects = self.curvature[:, None] * self._effects
        self._schur = weighted_effects.T @ self._response + np.diag(self._penalty)

    def _newton_step(self, move_effects):
        """Return the Newton step of the mean (n,), and that of the effects (c,).

        The effects move together with the field; alone they would converge slowly.
        """
        first, second = _moments(self.mean, self.variance)
        residual = self.mean - self._effects @ self.effect
        gradient = (
            self._precision.matrix @ residual / self._s2 + second - self._z * first
        )
        if not move_effects:
            return -self._factor.solve(gradient), np.zeros(len(self.effect))
        return self._step_for(gradient, residual, self.effect)

    def _step_for(self, gradient, residual, effect):
        """Return the joint step of mean (n,) and effects (c,) for this gradient of the mean (n,).

        `residual` (n,) is the mean less the part of the effects (c,).
        """
        step = -self._factor.solve(gradient)
        pull = self._coupling.T @ (residual + step) - self._penalty * effect
        effect_step = np.linalg.solve(self._schur, pull)
        return step + self._response @ effect_step, effect_step

    def _step_mean(self, move_effects=True, largest=np.inf):
        """Make one Newton step, damped to 1 on the log scale, and return its undamped size.

        A step whose size is above `largest` is not made: its size is returned all the same.
        """
        step, effect_step = self._newton_step(move_effects)
        size = np.abs(step).max()
        if size > largest:
            return size
        damping = min(1.0, 1.0 / size) if size > 0 else 1.0
        self.mean = self.mean + damping * step
        self.effect = self.effect + damping * effect_step
        return size

    def _step_mean_repeatedly(self):
        """Make up to MEAN_STEPS Newton steps, each shorter than CONTRACTION times the last one.

        The loop stops before a step that does not shrink: two steps that cancel would look like
        convergence. The size of the first one is returned.
        """
        sizes = []
        largest = np.inf
        for _ in range(MEAN_STEPS):
            size = self._step_mean(largest=largest)
            sizes.append(size)
            if size > largest:
                break
            largest = CONTRACTION * size
        return sizes[0]

    def _update_variance(self):
        """Set the variances to the diagonal of V, and return their largest change."""
        last_variance = self.variance
        self.variance = self._factor.inverse_diagonal()
        return np.abs(self.variance - last_variance).max()

    def _position(self):
        """Return all that the iteration moves as one vector (3 n + c,); lambda as its log."""
        return np.concatenate(
            [self.mean, self.variance, np.log(self.curvature), self.effect]
        )

    def _move_to(self, position):
        """Set all that the iteration moves to a vector like that of `_position`."""
        n = len(self._z)
        self.mean, self.variance, log_curvature, self.effect = np.split(
            position, [n, 2 * n, 3 * n]
        )
        self.curvature = np.exp(log_curvature)

    def cavities_at_sides(self, change):
        """Return the cavities where the data move by the small `change` (n,), and by its opposite.

        The position moves along its derivative; the search ends at the second of the two.
        """
        motion = self._derivative(change)
        position = self._position()
        cavities = []
        for side in (1, -1):
            self._move_to(position + side * motion)
            cavities.append(self._cavity(self._force()))
        return cavities

    def _derivative(self, change):
        """Return how the position moves with the data in the direction `change` (n,).

        The equations of the fit are linearised here:

            Q (dm - X dbeta) / s2 + (2 b - z a) dm + (2 b - z a / 2) dv = a dz,
            dv = -(V * V) dlambda,    dlambda = (4 b - 2 a^2) dm + (4 b - a^2) dv,

        with * entry by entry, and solved by iterations: Newton steps for dm and dbeta with the
        factor of V^-1 as it is, then a step for dv. (V * V) dlambda is a difference quotient of
        diag V, which takes a factor and the diagonal of an inverse. Its largest part, that of the
        vertex itself, is treated implicitly: else the iterations diverge at isolated spikes.
        """
        first, second = _moments(self.mean, self.variance)
        fixed_point = np.maximum(2 * second - first * first, 1e-12)
        # These are the derivatives of log lambda by mean and by variance.
        by_mean = (4 * second - 2 * first * first) / fixed_point
        by_variance = (4 * second - first * first) / fixed_point
        mean_pull = 2 * second - self._z * first
        variance_pull = 2 * second - self._z * first / 2
        # The factor is that of the last lambda. Where a fit has not converged, as it oscillates next to
        # a spike, the moments do not agree with it, and the steps would diverge: there the pulls are
        # those of data that are equal to their mean.
        scale = self.curvature / fixed_point
        is_far = (scale < 1 / FAR) | (scale > FAR)
        mean_pull = np.where(is_far, self.curvature, mean_pull)
        variance_pull = np.where(is_far, 1.5 * self.curvature, variance_pull)
        # This is what log lambda of a vertex does to its own variance.
        own = self.variance**2 * self.curvature
        mean, variance = np.zeros((2, len(first)))
        effect = np.zeros(len(self.effect))
        path = [np.concatenate([mean, variance, effect])]
        for _ in range(DERIVATIVE_STEPS):
            data_pull = first * change - variance_pull * variance
            for _ in range(MEAN_STEPS):
                residual = mean - self._effects @ effect
                gradient = self._precision.matrix @ residual / self._s2 - data_pull
                gradient += mean_pull * mean
                step, effect_step = self._step_for(gradient, residual, effect)
                mean = mean + step
                effect = effect + effect_step
            log_curvature = by_mean * mean + by_variance * variance
            rest = self._variance_change(log_curvature) + own * log_curvature
            variance = (rest - own * by_mean * mean) / (1 + own * by_variance)
            path.append(np.concatenate([mean, variance, effect]))
        mean, variance, effect = np.split(_limit(path), [len(mean), 2 * len(mean)])
        # As in a fit, no mean moves by more than 1 on the log scale: a map of zeros has no level. The
        # whole motion is scaled down: a motion that is cut off vertex by vertex would not be smooth,
        # and its force huge. The variances at both sides must be positive.
        size = max(1.0, np.abs(mean).max(), np.abs(effect).max())
        mean, variance, effect = mean / size, variance / size, effect / size
        variance = np.clip(variance, -self.variance / 2, self.variance / 2)
        log_curvature = by_mean * mean + by_variance * variance
        return np.concatenate([mean, variance, log_curvature, effect])

    def _variance_change(self, log_curvature):
        """Return how diag V moves with log lambda in the direction `log_curvature` (n,)."""
        quotient_step = QUOTIENT_STEP / max(np.abs(log_curvature).max(), 1e-300)
        curvature = self.curvature * np.exp(quotient_step * log_curvature)
        factor = self._pattern.factor(self._precision.values / self._s2, curvature)
        return (factor.inverse_diagonal() - self.variance) / quotient_step

    def _force(self):
        """Return Q (m - X beta) / s2."""
        residual = self.mean - self._effects @ self.effect
        return self._precision.matrix @ residual / self._s2

    def _cavity(self, force):
        """Return mean and variance of each vertex without its own datum, given `_force`."""
        least_precision = 1e-9 / self.variance
        cavity_precision = np.maximum(
            1 / self.variance - self.curvature, least_precision
        )
        cavity_variance = 1 / cavity_precision
        return self.mean - cavity_variance * force, cavity_variance

    def state(self):
        """Return the end of the fit, with its evidence and its cavities."""
        return _State(
            mean=self.mean,
            evidence=self._evidence(),
            variance=self.variance,
            effect=self.effect,
            curvature=self.curvature,
            cavity=self._cavity(self._force()),
        )

    def _evidence(self):
        """Return the evidence bound up to a constant, with the effects integrated out.

        The level has a flat prior, and no part in the volume of the prior.
        """
        z = self._z
        first, second = _moments(self.mean, self.variance)
        misfit = np.sum(z * z - 2 * z * first + second) - self.curvature @ self.variance
        residual = self.mean - self._effects @ self.effect
        prior = residual @ self._force() + self._penalty @ self.effect**2
        volume = self._factor.log_determinant - self._precision.log_determinant
        volume += len(z) * np.log(self._s2)
        volume += np.linalg.slogdet(self._schur)[1] - np.log(self._penalty[1:]).sum()
        return float(-0.5 * (misfit + prior + volume))


def _limit(path):
    """Return the limit of a sequence of vectors (m, n) that converges linearly.

    Reduced rank extrapolation: the mean of the vectors whose steps all but cancel, with weights
    that sum to 1. If it is far from the last vector, the sequence does not converge linearly yet, and
    the last vector is returned.
    """
    steps = np.diff(path, axis=0)
    gram = steps @ steps.T
    gram += (1e-10 * np.trace(gram) + 1e-200) * np.eye(len(gram))
    weights = np.linalg.solve(gram, np.ones(len(gram)))
    limit = weights / weights.sum() @ np.array(path[1:])
    return limit if np.abs(limit - path[-1]).max() < 1 else path[-1]


def _moments(mean, variance):
    """Return E e^g and E e^2g of g ~ N(mean, variance); the exponents are cut off at 25 and 50."""
    log_first = mean + variance / 2
    log_second = 2 * (mean + variance)
    return np.exp(np.minimum(log_first, 25)), np.exp(np.minimum(log_second, 50))


@helper
def _sort_ends(low, high, other_low, other_high, ends):
    """Fill `ends` (4,) with the ends of two intervals, ascending."""
    larger_low = max(low, other_low)
    smaller_high = min(high, other_high)
    ends[0] = min(low, other_low)
    ends[1] = min(larger_low, smaller_high)
    ends[2] = max(larger_low, smaller_high)
    ends[3] = max(high, other_high)


@kernel
def _vertex_means(z, mean, variance, nodes, weights):
    """Return E[e^g | z] at each vertex, for g ~ N(mean, variance) and z ~ N(e^g, 1).

    The ends of prior and likelihood, REACH standard deviations from their centres, cut the line of
    g into three pieces, each of which has a quadrature of its own. The piece in the middle comes
    first; the others are left out if they hold less than e^-NEGLIGIBLE of it. All masses are
    relative to the largest density so far, so nothing underflows.

    Parameters
    ----------
    z, mean, variance : (n,) arrays of float
        The datum at each vertex, and mean and variance of g there given the other vertices.
    nodes, weights : (24,) arrays of float
        The quadrature rule on [0, 1].
    """
    x = np.empty(len(z))
    corners = np.empty(4)
    heights = np.empty(4)
    value = np.empty(len(nodes))
    log_density = np.empty(len(nodes))
    for i in range(len(z)):
        sd = np.sqrt(variance[i])
        prior_low = max(mean[i] - REACH * sd, -HIGHEST)
        prior_high = min(mean[i] + REACH * sd, HIGHEST)
        # The likelihood is cut off where e^g is z -+ REACH. Below e^g = 0.5 it is nearly flat, and
        # only the prior ends the integral.
        height_low = max(z[i] - REACH, 0.5)
        height_high = max(z[i], 0.0) + REACH
        _sort_ends(
            prior_low, prior_high, np.log(height_low), np.log(height_high), corners
        )
        # The heights are e^corners.
        _sort_ends(
            np.exp(prior_low), np.exp(prior_high), height_low, height_high, heights
        )
        best = -np.inf
        total = 0.0
        moment = 0.0
        for part in (1, 0, 2):
            low = corners[part]
            high = corners[part + 1]
            # The least distances of the piece from the prior and from the datum bound its density.
            prior = max(low - mean[i], mean[i] - high, 0.0) / sd
            misfit = max(heights[part] - z[i], z[i] - heights[part + 1], 0.0)
            bound = -0.5 * (prior * prior + misfit * misfit)
            if high <= low or bound < best - NEGLIGIBLE:
                continue
            previous_best = best
            for k in range(len(nodes)):
                g = low + (high - low) * nodes[k]
                value[k] = np.exp(g)
                prior = (g - mean[i]) / sd
                misfit = z[i] - value[k]
                log_density[k] = -0.5 * (misfit * misfit + prior * prior)
                best = max(best, log_density[k])
            # The masses so far become relative to the new largest density.
            rescaling = np.exp(previous_best - best)
            total *= rescaling
            moment *= rescaling
            for k in range(len(nodes)):
                mass = (high - low) * weights[k] * np.exp(log_density[k] - best)
                total += mass
                moment += mass * value[k]
        x[i] = moment / total
    return x
