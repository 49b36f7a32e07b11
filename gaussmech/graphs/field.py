"""A log-Gaussian field on a graph: an estimator of non-negative maps in heavy noise.

    y = e^g + N(0, sigma^2 I),    g ~ N(X beta, s2 Q^-1)

Q = (k I + L)(100 k I + L), of a long and a short range; L is the graph Laplacian of weights that
fall with the length of an edge. X holds a constant and the local mean of the degree, which tells
publicly how built-up a place is.

The posterior of g is approximated by the Gaussian that maximises the evidence bound
(Opper & Archambeau, 2009). At a vertex that could be a spike it has two optima, and which one is
found depends on the past: the estimate is the mean of e^g at each vertex given y there and the
others' Gaussian, a smooth function of y. It is averaged over the parameters (k, s2) by their
evidence, and over two graphs, as lengths mislead on some maps: the weights of the other are all 1.

Maps that may be negative have y = b + g + N(0, sigma^2 I), whose posterior is Gaussian; parameters
are weighted by their restricted likelihood.
"""

from copy import copy
from dataclasses import dataclass

import numpy as np
from scipy.sparse import diags_array, eye_array
from scipy.sparse.linalg import cg
from scipy.special import softmax

from gaussmech._checks import Array
from gaussmech.graphs._compiling import kernel
from gaussmech.graphs._sparse_cholesky import CholeskyPattern
from gaussmech.graphs._tiles import check_density, tiles
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.smoothers import laplacian_matrix

# The grid of parameters, and where the search begins.
RANGES = (0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
VARIANCES = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.7, 1.3, 2.4, 4.5)
START_RANGE, START_VARIANCE = 4, 8
MAX_PAIRS = 16
# Of signed maps, over the map's own variance; the evidence has a ridge along both parameters.
SIGNED_VARIANCES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
SIGNED_START, ALONG_RIDGE, SIGNED_MAX_PAIRS = 4, [(-1, 1), (1, -1)], 40
# The second range of the operator over the first.
RANGE_RATIO = 100.0
# The evidence is only a bound.
TEMPERATURE = 8.0
# Keep pairs of at least half the best weight, at most six, and the best of each graph.
LEAST_WEIGHT, MOST_KEPT = 0.5, 6
# Over conductances by length and without: what lengths lead by, the least share that counts.
MIXTURE_TEMPERATURE, LENGTHS_LEAD, LEAST_SHARE = 2.0, 2.0, 0.002
# Prior standard deviations of the degree's effect on the log map, and of another log map's share.
EFFECT_SD = 0.3
SHARE_SD = 1.0
# Where another map is cut off, over its mean.
LEAST_OF_MEAN = 0.01
SMOOTHING = 20.0
TOLERANCE = 0.2
MAX_ITERATIONS = 40
SETTLING = 2
# Fits of nearby data must converge: the risk is a difference of two.
REPEATS = 5
MEAN_STEPS = 2
CONTRACTION = 0.9
SAMPLED_TILES = 6
# Of a vertex's mean: nodes and weights on [0, 1], how far to go in standard deviations and g.
RULE = tuple(rule / 2 for rule in (np.polynomial.legendre.leggauss(24) + np.array([[1.0], [0.0]])))
REACH, HIGHEST = 6.0, 60.0
NEGLIGIBLE = 36.0


@dataclass(frozen=True)
class FieldFit:
    """The field's estimate x (n,) of the map."""

    x: np.ndarray
    # k and s2 of highest evidence; s2 of a signed map in units of the noise's.
    range: float
    variance: float
    # Weight of the field whose conductances are all 1.
    unit_share: float
    _models: list
    _sigma: float

    def again(self, y: Array) -> Array:
        """Return the estimate (n,) for another, nearby y, starting from the end of this fit."""
        found = [model.mean(y / self._sigma, REPEATS) for model in self._models]
        return self._sigma * _mixture(found, self._models)[0]


def field_fit(y: Array, sigma: float, prior: "FieldPrior", *, signed: bool = False) -> FieldFit:
    """Fit the field to y ~ N(map, sigma^2 I); if `signed`, the map, not its log, is the field."""
    z = y / sigma
    models = [_Model(z, prior.tiles, LENGTHS_LEAD, signed)]
    if prior.unit_tiles:
        models.append(_Model(z, prior.unit_tiles, 0.0, signed, start=models[0]))
    models = _chosen(models)
    x, shares = _mixture([model.mean(z, SETTLING, keep=True) for model in models], models)
    unit_share = sum(s for s, model in zip(shares, models, strict=True) if model.lead == 0.0)
    top = max(models, key=_Model.score)
    k, s2 = top.values(top.best)
    return FieldFit(sigma * x, k, s2, float(unit_share), models, sigma)


def _chosen(models):
    """Return the models that have a share, each with the pairs that it is averaged over."""
    shares = softmax([model.score() / MIXTURE_TEMPERATURE for model in models])
    # Evidence that is scaled up from some tiles is too rough to mix by: the best is taken.
    least = max(shares) if models[0].samples else LEAST_SHARE
    chosen, weight = [], {}
    for model, share in zip(models, shares, strict=True):
        if share >= least:
            chosen.append(model)
            for pair, evidence in model.evidence.items():
                behind = (evidence - model.evidence[model.best]) / TEMPERATURE
                weight[model, pair] = share * np.exp(behind)
    for model, pair in sorted(weight, key=weight.get, reverse=True)[:MOST_KEPT]:
        if weight[model, pair] >= LEAST_WEIGHT * max(shares):
            model.kept[pair] = model.evidence[pair]
    for model in chosen:
        model.kept[model.best] = model.evidence[model.best]
    return chosen


def _mixture(found, models):
    """Return the mean of the models' estimates by their evidence, and their shares."""
    evidence = [high + model.lead for (_, high), model in zip(found, models, strict=True)]
    shares = softmax(np.array(evidence) / MIXTURE_TEMPERATURE)
    return shares @ [x for x, _ in found], shares


class _Model:
    """The field with one choice of conductances, its parameters found by a climb of the evidence.

    That of a large graph is of some of its tiles, scaled up; `lead` is added.
    """

    def __init__(self, z, tiles_, lead, signed, start=None):
        self.lead, self._tiles, self._signed = lead, tiles_, signed
        self._states = [{} for _ in tiles_]
        self.samples = len(tiles_) > SAMPLED_TILES
        self.evidence, self.kept = {}, {}
        # The unit of the variances.
        self._unit = max(z.var() - 1, np.sqrt(2 / len(z))) if signed else 1.0
        self._variances = SIGNED_VARIANCES if signed else VARIANCES
        first = SIGNED_START if signed else _variance_of_moments(z)
        self.best = START_RANGE, first
        if start:
            self.best = start.best
            self._states = [{None: of.get(start.best)} for of in start._states]
        self._try(z, self.best, None)
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1), *(ALONG_RIDGE if signed else [])]
        most = SIGNED_MAX_PAIRS if signed else MAX_PAIRS
        climbing = True
        while climbing:
            climbing = False
            for step in list(steps):
                pair = self.best[0] + step[0], self.best[1] + step[1]
                on_grid = 0 <= pair[0] < len(RANGES) and 0 <= pair[1] < len(VARIANCES)
                if len(self.evidence) == most or pair in self.evidence or not on_grid:
                    continue
                self._try(z, pair, self.best)
                if self.evidence[pair] > self.evidence[self.best]:
                    # Next, further in the same direction.
                    steps.sort(key=lambda other, good=step: other != good)
                    self.best, climbing = pair, True
                    break

    def score(self):
        """Return the highest evidence."""
        return self.evidence[self.best] + self.lead

    def values(self, pair):
        """Return k and s2."""
        return RANGES[pair[0]], self._variances[pair[1]] * self._unit

    def _try(self, z, pair, origin):
        sampled = range(0, len(self._tiles), -(-len(self._tiles) // SAMPLED_TILES))
        for t in sampled:
            self._states[t][pair] = self._fit(t, z, pair, self._states[t].get(origin))
        total = sum(self._states[t][pair].evidence for t in sampled)
        self.evidence[pair] = total * len(self._tiles) / len(sampled)

    def _fit(self, t, z, pair, warm, refinements=None):
        tile, (k, s2) = self._tiles[t], self.values(pair)
        if self._signed:
            return tile.fit_signed(z, k, s2)
        return tile.fit(z, k, s2, warm, refinements=refinements)

    def mean(self, z, refinements, keep=False):
        """Return the estimate (n,) for z, averaged over the parameters, and its evidence.

        `keep`: the next call begins where this one ends.
        """
        kept = self.kept
        x, change = np.empty(len(z)), dict.fromkeys(kept, 0.0)
        for t, tile in enumerate(self._tiles):
            states = self._states[t]
            for pair in kept:
                if pair not in states:
                    states[pair] = self._fit(t, z, pair, states.get(self.best))
            end = {p: self._fit(t, z, p, states[p], refinements) for p in kept}
            moved = {p: end[p].evidence - states[p].evidence for p in kept}
            # The evidence of the whole graph so far, plus the change of this tile's.
            weights = softmax([(kept[p] + moved[p]) / TEMPERATURE for p in kept])
            x[tile.core] = weights @ [tile.estimate(z, end[p]) for p in kept]
            change = {p: change[p] + moved[p] for p in kept}
            if keep:
                states |= end
        now = {p: kept[p] + change[p] for p in kept}
        if keep:
            self.kept = now
        return x, max(now.values())


def _variance_of_moments(z):
    """Return the index in VARIANCES of s2 by the moments: a map's variance is mean^2 (e^s2 - 1)."""
    mean, excess = z.mean(), z.var() - 1
    if mean <= 0 or np.sqrt(2 / len(z)) > mean * mean:
        return START_VARIANCE
    s2 = np.log1p(max(excess, 0) / mean**2)
    return int(np.argmin(np.abs(np.log(np.array(VARIANCES) / max(s2, 1e-9)))))


class FieldPrior:
    """The prior of the log map on one graph, for any number of maps; TooDense if it has hubs."""

    def __init__(self, graph: Graph) -> None:
        check_density(graph)
        conductance = _conductance(graph)
        laplacian = laplacian_matrix(graph, conductance)
        effects = _effects(graph, laplacian)
        self.tiles = [_Tile(laplacian, effects, *part) for part in tiles(graph)]
        self.unit_tiles = []
        if (conductance != 1).any():
            laplacian = laplacian_matrix(graph, np.ones(graph.m))
            self.unit_tiles = [tile.with_laplacian(laplacian) for tile in self.tiles]

    def with_map(self, x: Array) -> "FieldPrior":
        """Return the prior whose log map also has an unknown share of the log of `x` (n,) > 0."""
        level = np.log(np.maximum(x, LEAST_OF_MEAN * x.mean()))
        new, effect = copy(self), level - level.mean()
        new.tiles = [tile.with_effect(effect) for tile in self.tiles]
        new.unit_tiles = [tile.with_effect(effect) for tile in self.unit_tiles]
        return new


def _conductance(graph):
    """Return (median length / length)^2 within [0.04, 3] per edge; 1 without lengths."""
    if graph.length_m is None or graph.m == 0:
        return np.ones(graph.m)
    with np.errstate(over="ignore"):
        return np.clip((np.median(graph.length_m) / graph.length_m) ** 2, 0.04, 3)


def _effects(graph, laplacian):
    """Return the columns of X: 1 and, if it varies, the degree's local mean, standardised."""
    smoother = eye_array(graph.n) + SMOOTHING * laplacian
    degree = graph.degree.astype(float)
    local, _ = cg(smoother, degree, x0=degree, rtol=1e-8, maxiter=1000)
    spread, ones = local.std(), np.ones(graph.n)
    varies = spread > 1e-6 * max(degree.max(), 1)
    return np.column_stack([ones, (local - local.mean()) / spread] if varies else [ones])


@dataclass(frozen=True)
class _State:
    """The end of a fit of one tile with one pair of parameters."""

    mean: np.ndarray
    evidence: float
    variance: np.ndarray | None = None
    effect: np.ndarray | None = None
    curvature: np.ndarray | None = None
    # Mean and variance of g at each vertex without its own y, of the log map.
    cavity: tuple[np.ndarray, np.ndarray] | None = None


class _Tile:
    """The field on some vertices: the `core`, whose estimate is kept, and a halo around it."""

    def __init__(self, laplacian, effects, members, core):
        self._members, self._inside, self.core = members, core, members[core]
        self._effects = effects[members]
        # A flat prior on the level, N(0, EFFECT_SD^2) on the effects.
        self._penalty = np.r_[0.0, np.full(effects.shape[1] - 1, EFFECT_SD**-2)]
        self._set(laplacian)
        reach = (self._laplacian != 0).astype(float) + eye_array(len(members))
        self._pattern = CholeskyPattern(reach @ reach)

    def _set(self, laplacian):
        self._laplacian = laplacian[self._members][:, self._members]
        # The unit of k: a street grid's mean degree is 3.6.
        self._unit = (laplacian.diagonal().mean() or 1.0) / 3.6
        self._precisions = {}

    def with_laplacian(self, laplacian):
        """Return the tile with other conductances, none of them 0."""
        new = copy(self)
        new._set(laplacian)
        return new

    def with_effect(self, effect):
        """Return the tile with one more column of X, (n,) over the graph."""
        new = copy(self)
        new._effects = np.column_stack([self._effects, effect[self._members]])
        new._penalty = np.append(self._penalty, SHARE_SD**-2)
        return new

    def _precision(self, k):
        """Return Q as a matrix and as values of the pattern, and log det Q."""
        if k not in self._precisions:
            n, k_unit = len(self._members), k * self._unit
            near = k_unit * eye_array(n) + self._laplacian
            far = RANGE_RATIO * k_unit * eye_array(n) + self._laplacian
            raw = (near @ far).tocsr()
            values = self._pattern.values_of(raw)
            # Scaled to prior variances of 1; badly connected junctions would have more.
            scale = np.sqrt(self._pattern.factor(values).inverse_diagonal())
            values *= scale[self._pattern.rows] * scale[self._pattern.columns]
            matrix = (diags_array(scale) @ raw @ diags_array(scale)).tocsr()
            self._precisions[k] = matrix, values, self._pattern.factor(values).log_determinant
        return self._precisions[k]

    def estimate(self, z, state):
        """Return the estimate on the core."""
        of_log = state.cavity and _vertex_means(z[self._members], *state.cavity, *RULE)
        return (state.mean if of_log is None else of_log)[self._inside]

    def fit_signed(self, z, k, s2):
        """Return the posterior of b + g under unit noise, b being flat, g ~ N(0, s2 Q^-1)."""
        z = z[self._members]
        n, ones = len(z), np.ones(len(z))
        _, values, log_det_prior = self._precision(k)
        factor = self._pattern.factor(values / s2, ones)
        both = np.column_stack([ones, z])
        # The inverse of y's covariance I + s2 Q^-1.
        whitened = both - factor.solve(both)
        information = whitened[:, 0].sum()
        level = whitened[:, 1].sum() / information
        residual = z - level
        left = whitened @ np.array([-level, 1.0])
        volume = factor.log_determinant - log_det_prior + n * np.log(s2) + np.log(information)
        return _State(z - left, -0.5 * float(residual @ left + volume))

    def fit(self, z, k, s2, warm, *, refinements=None):
        """Return the posterior's Gaussian approximation under unit noise, from `warm` if given."""
        z = z[self._members]
        n = len(z)
        matrix, values, log_det_prior = self._precision(k)
        effects = self._effects
        coupling = matrix @ effects / s2
        inner = effects.T @ coupling + np.diag(self._penalty)
        if warm is None:
            effect = np.zeros(effects.shape[1])
            effect[0] = np.log(max(z.mean(), 0.02)) - s2 / 2
            mean, variance, curvature = effects @ effect, np.full(n, 0.3 * s2), None
        else:
            mean, variance, effect = warm.mean, warm.variance, warm.effect
            curvature = warm.curvature if refinements else None
        path = []
        for iteration in range(refinements or MAX_ITERATIONS):
            first, second = _moments(mean, variance)
            target = np.maximum(2 * second - first * first, 1e-12)
            curvature = target if curvature is None else np.sqrt(curvature * target)
            factor = self._pattern.factor(values / s2, curvature)
            solved = factor.solve(coupling)
            schur = inner - coupling.T @ solved
            # The effects move with the field; alone they would converge slowly.
            moving = warm is not None or iteration >= 2
            size = np.inf
            for _ in range(MEAN_STEPS if refinements else 1):
                first, second = _moments(mean, variance)
                residual = mean - effects @ effect
                step = -factor.solve(matrix @ residual / s2 + second - z * first)
                change = np.zeros(len(effect))
                if moving:
                    pull = coupling.T @ (residual + step) - self._penalty * effect
                    change = np.linalg.solve(schur, pull)
                    step = step + solved @ change
                last, size = size, np.abs(step).max()
                if size > CONTRACTION * last:
                    # Two steps that cancel would look like the end.
                    break
                damping = min(1.0, 1.0 / size) if size > 0 else 1.0
                mean, effect = mean + damping * step, effect + damping * change
            old, variance = variance, factor.inverse_diagonal()
            if refinements is None:
                if max(size, np.abs(variance - old).max()) < TOLERANCE:
                    break
                continue
            path.append(np.concatenate([mean, variance, np.log(curvature), effect]))
            if len(path) == REPEATS - 1:
                mean, variance, curvature, effect = np.split(_limit(path), [n, 2 * n, 3 * n])
                curvature = np.exp(curvature)
        # The evidence bound up to a constant, with the effects integrated out.
        first, second = _moments(mean, variance)
        residual = mean - effects @ effect
        misfit = np.sum(z * z - 2 * z * first + second) - curvature @ variance
        force = matrix @ residual / s2
        prior = residual @ force + self._penalty @ effect**2
        volume = factor.log_determinant - log_det_prior + n * np.log(s2)
        volume += np.linalg.slogdet(schur)[1] - np.log(self._penalty[1:]).sum()
        evidence = float(-0.5 * (misfit + prior + volume))
        free = 1 / np.maximum(1 / variance - curvature, 1e-9 / variance)
        return _State(mean, evidence, variance, effect, curvature, (mean - free * force, free))


def _limit(path):
    """Return the limit of vectors (m, n) by reduced rank extrapolation; far from it, the last."""
    steps = np.diff(path, axis=0)
    gram = steps @ steps.T
    gram += (1e-10 * np.trace(gram) + 1e-200) * np.eye(len(gram))
    weights = np.linalg.solve(gram, np.ones(len(gram)))
    limit = weights / weights.sum() @ np.array(path[1:])
    return limit if np.abs(limit - path[-1]).max() < 1 else path[-1]


def _moments(mean, variance):
    """Return E e^g and E e^2g of g ~ N(mean, variance), kept finite."""
    log_first, log_second = mean + variance / 2, 2 * (mean + variance)
    return np.exp(np.minimum(log_first, 25)), np.exp(np.minimum(log_second, 50))


@kernel
def _vertex_means(z, mean, variance, nodes, weights):
    """Return E[e^g | z] at each vertex, for g ~ N(mean, variance) and z ~ N(e^g, 1).

    By Gauss-Legendre quadrature between the ends of prior and likelihood, the part between first;
    the others are left out if they hold less than e^-NEGLIGIBLE of it.
    """
    x, corners = np.empty(len(z)), np.empty(4)
    value, log_density = np.empty((2, len(nodes)))
    for i in range(len(z)):
        sd = np.sqrt(variance[i])
        corners[0] = max(mean[i] - REACH * sd, -HIGHEST)
        corners[1] = min(mean[i] + REACH * sd, HIGHEST)
        # Below e^g = 0.5 the likelihood is flat.
        corners[2] = np.log(max(z[i] - REACH, 0.5))
        corners[3] = np.log(max(z[i], 0.0) + REACH)
        corners.sort()
        best, total, moment = -np.inf, 0.0, 0.0
        for part in (1, 0, 2):
            low, high = corners[part], corners[part + 1]
            ahead = max(low - mean[i], mean[i] - high, 0.0) / sd
            off = max(np.exp(low) - z[i], z[i] - np.exp(high), 0.0)
            if high <= low or -0.5 * (ahead * ahead + off * off) < best - NEGLIGIBLE:
                continue
            before = best
            for k in range(len(nodes)):
                g = low + (high - low) * nodes[k]
                value[k] = np.exp(g)
                ahead, off = (g - mean[i]) / sd, z[i] - value[k]
                log_density[k] = -0.5 * (off * off + ahead * ahead)
                best = max(best, log_density[k])
            total, moment = total * np.exp(before - best), moment * np.exp(before - best)
            for k in range(len(nodes)):
                mass = (high - low) * weights[k] * np.exp(log_density[k] - best)
                total += mass
                moment += mass * value[k]
        x[i] = moment / total
    return x
