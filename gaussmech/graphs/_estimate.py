"""The result of `denoise`, and what every method computes with.

A method gets `Data` and returns an `Estimate`; a user gets `Denoised`. `constrain` clips an
estimate at 0 and keeps its total, and `divergence` probes the Jacobian of the constrained estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs.forest import random_trees
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_laws import GaussianLaw, Law
from gaussmech.graphs.risk import LaplaceProbe, Probe, risk_interval
from gaussmech.vectors.shrinkage import project_to_simplex

GAUSSIAN = GaussianLaw()


@dataclass(frozen=True)
class Denoised:
    """A denoised signal with an estimate of its own error; `denoise` returns it.

    Attributes
    ----------
    x : (n,) or (K, n) array of float
        The estimate, in the unit of y.
    mse : float
        The mean squared error of `x` over the vertices, estimated by Stein's unbiased risk from y
        alone. The estimate has noise of its own and may be negative.
    mse_se : float
        The standard error of `mse`, about sigma^2 sqrt(2 / n).
    method : str
        The method that was asked for.
    parameters : dict
        What the method chose from y. For "auto" it holds `weights`: the weight of
        each of its candidates.
    nonnegative : bool
        Whether `x` was clipped at 0.
    seed : int
        The seed that was used: passed as `rng`, it reproduces the result.
    intervals : (2, n) or (2, K, n) array of float
        The ends of an interval for each place, first the lower ones. In the mean over the places
        of a map they hold the true value 95 times in a hundred, or more; `denoise` says what they
        do not promise.
    maps : tuple of Denoised
        If `x` has K rows, the result of each row, else empty. Then `mse` and `mse_se` are of the
        mean over the rows, `method` and `parameters` of the first row, and `seed` reproduces all
        rows together.
    """

    x: np.ndarray
    mse: float
    mse_se: float
    method: str
    parameters: dict
    nonnegative: bool
    seed: int
    intervals: np.ndarray
    maps: tuple = ()

    @property
    def risk(self) -> float:
        """Estimated root mean squared error of `x`: the root of `mse`, 0 if that is negative."""
        return float(np.sqrt(max(self.mse, 0)))

    @cached_property
    def risk_interval(self) -> tuple[float, float]:
        """95 % confidence interval of the root mean squared error, from `mse` and `mse_se`."""
        return risk_interval(self.mse, self.mse_se)


@dataclass(frozen=True)
class Estimate:
    """A signed estimate x (n,) of a method, from data of unit noise.

    `again(side)`, whose values are cached, refits it to the data that the probe moves to one side.
    On the sides +1 and -1 it makes all choices anew. On the sides of a jump it holds the choices
    that are made from the whole map (see `risk.LaplaceProbe`). `df` is the divergence at the
    choices made, if it is known in closed form.
    """

    x: np.ndarray
    again: Callable
    df: float | None = None
    parameters: dict = field(default_factory=dict)


class Data:
    """What a method sees, in units of the noise, and the fits that several methods share.

    `unit` is sigma, by which parameters are multiplied before they are reported.
    """

    def __init__(
        self,
        y: Array,
        unit: float,
        graph: Graph,
        nonnegative: bool,
        rng: np.random.Generator,
        trees: Callable[[], list] | None,
        law: Law = GAUSSIAN,
    ) -> None:
        self.y, self.unit, self.graph = y, unit, graph
        self.nonnegative, self._rng = nonnegative, rng
        self.law = law
        self.probe = (
            LaplaceProbe(y, rng, law) if law.name == "laplace" else Probe(y, 1.0, rng)
        )
        self.trees = trees or random_trees(graph, self.rng)
        self._fits: dict[Callable, Any] = {}

    def estimate(
        self,
        again: Callable[[Array], Array],
        df: float | None = None,
        parameters: dict | None = None,
        x: Array | None = None,
        held: Callable[[Array], Array] | None = None,
    ) -> Estimate:
        """Return the Estimate of a method.

        `again` is a function of y that makes all choices anew; `x` is its value at the data, if it
        has been computed already. `held` is the function of y that holds the choices made from the
        whole map, if there are any.
        """
        x = again(self.y) if x is None else x
        held = held or again

        def refit(side: int) -> Array:
            return (again if abs(side) == 1 else held)(self.probe.y(side))

        return Estimate(x, cache(refit), df, parameters or {})

    def as_signed(self) -> Data:
        """Return the same data of a map that may be negative."""
        new = copy(self)
        new.nonnegative, new._fits = False, {}
        return new

    @property
    def rng(self) -> np.random.Generator:
        """A generator in the same state for every method, whatever other methods drew."""
        return deepcopy(self._rng)

    def once(self, fit: Callable[[Data], Any]) -> Any:
        """Return fit(self), which is computed at the first call only."""
        if fit not in self._fits:
            self._fits[fit] = fit(self)
        return self._fits[fit]


def constrain(nonnegative: bool, keep_total: bool, y: Array, x: Array) -> Array:
    """Return the point nearest to x that is >= 0, has the total of y, or both, as is asked for."""
    if not keep_total:
        return np.maximum(x, 0) if nonnegative else x
    total = y.sum()
    if not nonnegative:
        return x + (total - x.sum()) / len(x)
    return project_to_simplex(x, max(total, 0.0))


class Divergence(NamedTuple):
    """An estimate of the divergence in Stein's formula for a constrained estimate.

    Attributes
    ----------
    df : float
        The divergence; for Gaussian noise it is tr J, J being the Jacobian.
    spread : float
        ||J||_F^2.
    variance : float
        The variance of `df` that the probe adds.
    local : (n,) array of float
        Noisy values whose means are d x_i / d y_i.
    """

    df: float
    spread: float
    variance: float
    local: np.ndarray


def divergence(
    estimate: Estimate, probe: Probe, constrained: Callable[[Array, Array], Array]
) -> Divergence:
    """Return the divergence of the constrained estimate as a function of y.

    If the trace of the signed estimate's Jacobian is known, only what the constraint takes away is
    probed, which has far less variance.
    """

    def held(side: int) -> Array:
        return constrained(probe.y(side), estimate.again(side))

    df, spread, local = probe.divergence(held)
    bend, bend_variance = probe.bend(held)
    if estimate.df is None:
        return Divergence(df + bend, spread, 2 * spread + bend_variance, local)
    taken, more, _ = probe.divergence(lambda side: held(side) - estimate.again(side))
    return Divergence(
        estimate.df + taken + bend, spread, 2 * more + bend_variance, local
    )
