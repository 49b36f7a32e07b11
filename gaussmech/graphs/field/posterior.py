"""The posterior of the field on one tile: its mode, its variances and the evidence.

**Log field.** The posterior of g given z = e^g + N(0, I) is approximated by the Gaussian N(m, V) that
maximises the evidence bound E (Opper & Archambeau, 2009), where V^-1 = Q / s2 + diag(lambda). With
v = diag V, a = e^(m + v / 2) = E e^g, and b = e^(2 m + 2 v) = E e^2g, the fit is a fixed point of

    lambda = 2 b - a^2,    Q (m - X beta) / s2 + b - z a = 0.

(At the exact optimum lambda is 2 b - z a, which may be negative; z is replaced by a.) Each
iteration sets lambda to the geometric mean of its last and its new value, takes a Newton step for m and
beta together, computes v as the diagonal of the inverse by the sparse Cholesky factor, and steps again
for m and beta.

**Signed field** (`GaussianPosterior`). The map itself is the field, and its posterior is Gaussian.
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech.graphs._sparse_cholesky import CholeskyFactor
from gaussmech.graphs.field.exact_mean import exact_means
from gaussmech.graphs.field.prior import LEAST_MEAN, Covariates, Precision
from gaussmech.graphs.totals import LARGEST_RATIO

# A fit makes at most this many iterations: single vertices next to spikes may oscillate for ever.
MAX_ITERATIONS = 40
# An iteration ends with so many more steps of the mean, which cost little beside a factor. Without
# them, fits of maps of 100,000 vertices take 1.5 times the iterations, and on maps of spikes four times
# as many vertices oscillate.
MORE_MEAN_STEPS = 2
# A fit ends when its evidence changes by less than a tolerance, or no mean and no variance of g
# moves by a fifth of that. This is enough to compare hyperparameters: with half this tolerance the
# error of "auto" is 0.9999 times as large on average.
TOLERANCE = 5.0
# The tolerance of a fit that does not start near another fit: the first of a search, and the first of
# another family. With a larger tolerance, where such a fit ended at moves below 0.2, its evidence was
# up to 90 below its limit, and searches took wrong turns.
FIRST_TOLERANCE = 0.5


class Start(NamedTuple):
    """Where a fit starts: m and v, and the coefficients beta, which may lack the last ones."""

    mean: Array
    variance: Array
    effect: Array


class FieldProblem(NamedTuple):
    """The data z (n,) of a tile in units of the noise, and the prior of its log map.

    Attributes
    ----------
    z : (n,) array of float
        The data.
    s2 : float
        The variance of the prior.
    precision : Precision
        Q.
    covariates : Covariates
        X.
    """

    z: Array
    s2: float
    precision: Precision
    covariates: Covariates

    def factor(self, diagonal: Array) -> CholeskyFactor:
        """Return the factor of Q / s2 plus a diagonal (n,)."""
        values = self.precision.values / self.s2
        return self.precision.pattern.factor(values, diagonal)

    def force(self, residual: Array) -> Array:
        """Return Q r / s2 for a residual r (n,), or for several (n, c)."""
        return self.precision.times(residual) / self.s2


class GaussianPosterior:
    """The posterior of b + g for data z = b + g + N(0, I), with g ~ N(0, s2 Q^-1).

    The level b has a flat prior. With the covariance C = I + s2 Q^-1 of the data, whose inverse
    is I - (Q / s2 + I)^-1, b is the generalised least squares mean 1' C^-1 z / 1' C^-1 1, the
    posterior mean is z - C^-1 (z - b), and the log restricted likelihood is

        -1/2 [(z - b)' C^-1 (z - b) + log det C + log 1' C^-1 1]    up to a constant.

    Data whose signal is so large that the prior is lost in rounding have an evidence of -infinity,
    and the mean of the data as their level.

    Attributes
    ----------
    mean : (n,) array of float
        The posterior mean of the map.
    evidence : float
        The log restricted likelihood, up to a constant.
    """

    def __init__(
        self, problem: FieldProblem, factor: CholeskyFactor | None = None
    ) -> None:
        self._problem = problem
        z = problem.z
        ones = np.ones(len(z))
        self._factor = factor = factor or problem.factor(ones)
        columns = np.column_stack([ones, z])
        smooth = factor.solve(columns)
        # The columns of `solutions` are C^-1 1 and C^-1 z.
        solutions = columns - smooth
        information = solutions[:, 0].sum()
        # If the data are clear enough, the prior is lost in rounding.
        is_lost = not information > 0
        level = z.mean() if is_lost else solutions[:, 1].sum() / information
        self.mean = smooth @ np.array([-level, 1.0]) + level
        self.evidence = -np.inf
        if is_lost:
            return
        # This is C^-1 (z - b).
        weighted_residual = solutions @ np.array([-level, 1.0])
        volume = factor.log_determinant - problem.precision.log_determinant
        volume += len(z) * np.log(problem.s2) + np.log(information)
        misfit = (z - level) @ weighted_residual
        self.evidence = -0.5 * float(misfit + volume)

    def moved(self, z: Array, refitting: int) -> GaussianPosterior:
        """Return the posterior for data z (n,); it needs no iterations."""
        return GaussianPosterior(self._problem._replace(z=z), self._factor)

    def estimate(self, where: NDArray[np.bool_]) -> Array:
        """Return the estimate of the map at some vertices."""
        return self.mean[where]


class LogPosterior:
    """The Gaussian approximation of the posterior of g, and the iteration that finds it.

    Parameters
    ----------
    problem : FieldProblem
        The data and the prior.
    start : LogPosterior or Start, optional
        An approximation for other parameters, which may lack the last covariates; None starts from
        the constant map whose mean is that of the data.

    Attributes
    ----------
    mean, variance : (n,) arrays of float
        m and v.
    effect : (c,) array of float
        The coefficients beta of the covariates.
    curvature : (n,) array of float
        lambda, the precision that the datum at each vertex adds. The factor of V^-1 follows from it.
    evidence : float
        The evidence bound where `run` ended, up to a constant.

    Examples
    --------
    >>> from gaussmech import Graph
    >>> from gaussmech.graphs.field.tiled_prior import PriorFamily, FieldPrior
    >>> prior = FieldPrior(Graph(3, [[0, 1], [1, 2]]))
    >>> z = np.array([50.0, 60.0, 70.0])
    >>> posterior = LogPosterior(prior.problem(0, PriorFamily(), z, k=0.1, s2=0.3))
    >>> posterior.run(FIRST_TOLERANCE)
    >>> np.exp(posterior.mean).round().tolist()
    [50.0, 60.0, 70.0]
    """

    def __init__(
        self, problem: FieldProblem, start: LogPosterior | Start | None = None
    ) -> None:
        self.problem = problem
        columns = problem.covariates.columns
        self._coupling = problem.force(columns)
        self.evidence = -np.inf
        self.effect = np.zeros(columns.shape[1])
        if start:
            self.mean: Array = start.mean
            self.variance: Array = start.variance
            self.effect[: len(start.effect)] = start.effect
        else:
            level = np.log(np.maximum(problem.z.mean(), LEAST_MEAN))
            self.effect[0] = level - problem.s2 / 2
            self.mean = columns @ self.effect
            self.variance = np.full(len(self.mean), problem.s2 / 2)
        self.curvature = self._data_precision()

    def run(self, tolerance: float) -> None:
        """Iterate until the fit moves by less than the tolerance."""
        for _ in range(MAX_ITERATIONS):
            move = self.iterate()
            last_evidence = self.evidence
            self.evidence = self._evidence()
            change = abs(self.evidence - last_evidence)
            if min(5 * move, change) < tolerance:
                break

    def iterate(self) -> float:
        """Update the curvature, the mean and the variance; return the largest move of g."""
        # The geometric mean damps the iteration, which would otherwise oscillate.
        self._set_curvature(np.sqrt(self.curvature * self._data_precision()))
        mean_move = self._step_mean()
        last_variance = self.variance
        self.variance = self._factor.inverse_diagonal()
        for _ in range(MORE_MEAN_STEPS):
            self._step_mean()
        return max(mean_move, float(np.abs(self.variance - last_variance).max()))

    def moved(self, z: Array, refitting: int) -> LogPosterior:
        """Return the posterior for data z (n,), the same or similar ones, after some more iterations.

        The first iteration moves only the mean, with the factor that is already known.
        """
        new = copy(self)
        new.problem = self.problem._replace(z=z)
        new._step_mean()
        for _ in range(refitting):
            new.iterate()
        return new

    def _data_precision(self):
        """Return lambda (n,) for the present mean and variance."""
        first, second = moments(self.mean, self.variance)
        return np.maximum(2 * second - first * first, 1e-12)

    def _set_curvature(self, curvature):
        """Set lambda, and factorise V^-1."""
        self.curvature = curvature
        self._factor = self.problem.factor(curvature)
        self._response = self._factor.solve(self._coupling)
        # The marginal precision of beta is X' P X - X' P V P X + penalty, with P = Q / s2. As V^-1 is
        # P + Lambda, that is X' Lambda V P X + penalty, in which nothing cancels: where the data
        # hold no event, Lambda is tiny beside P.
        columns, penalty = self.problem.covariates
        weighted_columns = curvature[:, None] * columns
        self._schur = weighted_columns.T @ self._response + np.diag(penalty)

    def _step_mean(self):
        """Make one Newton step, damped to 1 on the log scale, and return its undamped size.

        It solves Q (m - X beta) / s2 + b - z a = 0, whose derivative by the mean is V^-1. The
        coefficients move together with the field; alone they would converge slowly.
        """
        columns, penalty = self.problem.covariates
        first, second = moments(self.mean, self.variance)
        residual = self.mean - columns @ self.effect
        pull = self.problem.force(residual) + second - self.problem.z * first
        step = -self._factor.solve(pull)
        effect_pull = self._coupling.T @ (residual + step) - penalty * self.effect
        effect_step = np.linalg.solve(self._schur, effect_pull)
        step += self._response @ effect_step
        size = float(np.abs(step).max())
        damping = 1 / max(size, 1.0)
        self.mean = self.mean + damping * step
        self.effect = self.effect + damping * effect_step
        return size

    def estimate(self, where: NDArray[np.bool_]) -> Array:
        """Return the estimate of the map at some vertices: the exact mean given all others."""
        mean, variance = (values[where] for values in self.cavity())
        return exact_means(self.problem.z[where], mean, variance)

    def cavity(self) -> tuple[Array, Array]:
        """Return mean and variance (n,) of g at each vertex without its own datum."""
        residual = self.mean - self.problem.covariates.columns @ self.effect
        least_precision = 1e-9 / self.variance
        precision = np.maximum(1 / self.variance - self.curvature, least_precision)
        return self.mean - self.problem.force(residual) / precision, 1 / precision

    def _evidence(self):
        """Return the evidence bound up to a constant, with the coefficients integrated out.

        The level has a flat prior, and no part in the volume of the prior.
        """
        z = self.problem.z
        columns, penalty = self.problem.covariates
        first, second = moments(self.mean, self.variance)
        misfit = np.sum(z * z - 2 * z * first + second)
        misfit = misfit - self.curvature @ self.variance
        residual = self.mean - columns @ self.effect
        prior = residual @ self.problem.force(residual) + penalty @ self.effect**2
        volume = self._factor.log_determinant - self.problem.precision.log_determinant
        volume += len(z) * np.log(self.problem.s2)
        volume += np.linalg.slogdet(self._schur)[1] - np.log(penalty[1:]).sum()
        return float(-0.5 * (misfit + prior + volume))


def moments(mean: Array, variance: Array) -> tuple[Array, Array]:
    """Return E e^g and E e^2g (n,) of g ~ N(mean, variance), as if no map could be above all data."""
    highest = np.log(LARGEST_RATIO)
    log_first = np.minimum(mean + variance / 2, highest)
    log_second = np.minimum(2 * (mean + variance), 2 * highest)
    return np.exp(log_first), np.exp(log_second)
