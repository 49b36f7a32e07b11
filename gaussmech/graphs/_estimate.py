"""What every method of `denoise` computes with.

A method gets `Data` and returns an `Estimate`. `constrain` clips an
estimate at 0 and keeps its total, and `divergence` probes the Jacobian of the constrained estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs.forest import random_trees
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_laws import GaussianLaw, Law
from gaussmech.graphs.risk import Probe, Side, probe_of
from gaussmech.graphs.totals import Combined
from gaussmech.vectors.shrinkage import project_to_simplex

GAUSSIAN = GaussianLaw()


@dataclass(frozen=True)
class Estimate:
    """An unconstrained estimate x (n,) of a method, from data of unit noise.

    `refit(side)`, whose values are cached, refits it to the data that the probe moves to a
    `risk.Side`, which also says whether choices from the whole map are made anew. `df` is the
    divergence for fixed choices, if it is known in closed form. `choice_df` (n,) is the
    divergence at each vertex that is due to choices that refits hold fixed.
    """

    x: np.ndarray
    refit: Callable[[Side], Array]
    df: float | None = None
    parameters: dict = field(default_factory=dict)
    choice_df: Array | float = 0.0


class Data:
    """What a method sees, in units of the noise, and the fits that several methods share.

    `unit` is sigma, by which parameters are multiplied before they are reported. `signed_weight` is
    0 if the map is taken to be >= 0, and 1 if it may be negative. In between, the sign is in doubt,
    and the data stand for `of_sign(nonnegative=False)` with this weight and `of_sign(nonnegative=True)`
    with the rest. `combined` has the raw values, if y is a combination of them with noisy sums over
    areas.
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
        combined: Combined | None = None,
    ) -> None:
        self.y = y
        self.combined = combined or Combined(y, 1.0, (), law)
        self.unit = unit
        self.graph = graph
        self.signed_weight = 0.0 if nonnegative else 1.0
        self.law = law
        self._rng = rng
        self.probe = probe_of(law, self.combined.raw, rng, self.combined.with_raw)
        self.trees = trees or random_trees(graph, self.rng)
        # By the function that makes them and `nonnegative`, which is None if they do not depend on it.
        self._fits: dict[tuple[Callable, bool | None], Any] = {}

    def estimate(
        self,
        fit: Callable[[Array], Array],
        df: float | None = None,
        parameters: dict | None = None,
        x: Array | None = None,
        fit_with_fixed_choices: Callable[[Array], Array] | None = None,
    ) -> Estimate:
        """Return the Estimate of a method.

        Parameters
        ----------
        fit : callable
            A function of y that makes all choices from y and returns the estimate.
        df : float, optional
            The divergence of the estimate for fixed choices, if it is known in closed form.
        parameters : dict, optional
            What the method chose from the data.
        x : (n,) array of float, optional
            fit(y) at the data, if it has been computed already.
        fit_with_fixed_choices : callable, optional
            A function of y that repeats the choices made from the data. None, the default, uses
            `fit`: the method makes no choice from the whole map.
        """
        fit_at_jump = fit_with_fixed_choices or fit

        def refit(side: Side) -> Array:
            return (fit if side.is_step else fit_at_jump)(self.probe.y(side))

        x = fit(self.y) if x is None else x
        return Estimate(x, cache(refit), df, parameters or {})

    @property
    def nonnegative(self) -> bool:
        """Whether the map is taken to be >= 0, without doubt."""
        return self.signed_weight == 0

    def of_sign(self, *, nonnegative: bool) -> Data:
        """Return the same data of a map of known sign; all data of one sign share their fits."""
        return self.with_signed_weight(0.0 if nonnegative else 1.0)

    def with_signed_weight(self, weight: float) -> Data:
        """Return the same data with another weight of the sign; they share their fits."""
        new = copy(self)
        new.signed_weight = weight
        return new

    @property
    def rng(self) -> np.random.Generator:
        """A generator in the same state for every method, whatever other methods drew."""
        return deepcopy(self._rng)

    def once(self, fit: Callable[[Data], Any], *, of_any_sign: bool = False) -> Any:
        """Return fit(self), which is computed at the first call only.

        If it does not depend on the sign (`of_any_sign`), data of both signs share it.
        """
        key = fit, None if of_any_sign else self.nonnegative
        if key not in self._fits:
            self._fits[key] = fit(self)
        return self._fits[key]

    def keep(self, fit: Callable[[Data], Any], result: Any) -> None:
        """Let `once` return this result of `fit` for data of this sign."""
        self._fits[fit, self.nonnegative] = result


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
        The argument `spread` of `stein_variance`.
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
    estimate: Estimate,
    probe: Probe,
    constrained: Callable[[Array, Array], Array],
    constrained_with_fixed_choices: Callable[[Array, Array], Array] | None = None,
) -> Divergence:
    """Return the divergence of the constrained estimate as a function of y.

    A constraint that makes choices from the whole map repeats them at the jumps of a probe.

    If the trace of the unconstrained estimate's Jacobian is known, the probe measures only the
    effect of the constraint, whose estimate has a much smaller variance than that of the whole
    divergence.
    """

    constrained_at_jump = constrained_with_fixed_choices or constrained

    def constrained_refit(side: Side) -> Array:
        at_side = constrained if side.is_step else constrained_at_jump
        return at_side(probe.y(side), estimate.refit(side))

    def effect_of_constraint(side: Side) -> Array:
        return constrained_refit(side) - estimate.refit(side)

    df, spread, local = probe.divergence(constrained_refit)
    bend, bend_variance = probe.bend(constrained_refit)
    bend += float(np.sum(estimate.choice_df))
    local = local + estimate.choice_df
    if estimate.df is None:
        return Divergence(df + bend, spread, 2 * spread + bend_variance, local)
    df_change, change_spread, _ = probe.divergence(effect_of_constraint)
    return Divergence(
        df=estimate.df + df_change + bend,
        spread=spread,
        variance=2 * change_spread + bend_variance,
        local=local,
    )
