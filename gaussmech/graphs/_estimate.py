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
from numpy.typing import ArrayLike

from gaussmech._checks import Array
from gaussmech.graphs.forest import random_trees
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_laws import GaussianLaw, Law
from gaussmech.graphs.risk import LaplaceProbe, Probe, Side, risk_interval
from gaussmech.graphs.totals import Combined, Sums
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
        Whether `x` was constrained to be >= 0.
    seed : int
        The seed that was used: passed as `rng`, it reproduces the result.
    intervals : (2, n) or (2, K, n) array of float
        The ends of an interval for each place, first the lower ones. On average over the
        places of a map, at least 95 % of them cover the true value; `denoise` says what they do not
        promise.
    maps : tuple of Denoised
        If `x` has K rows, the result of each row, else empty. Then `mse` and `mse_se` are of the
        mean over the rows, `method` and `parameters` of the first row, and `seed` reproduces all
        rows together.
    signed_weight : float
        The weight in `x` of the estimate that may be negative: 0 if `x` was constrained to be >= 0,
        1 if it was not. In between, the sign is in doubt: `x` is the mean of a constrained and an
        unconstrained estimate, and `nonnegative` is False. Of K rows, the mean weight.
    sums : function or None
        What `total` calls; None if `x` has K rows.
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
    signed_weight: float = 0.0
    sums: Callable[[ArrayLike], Sums] | None = field(
        default=None, repr=False, compare=False
    )

    def total(self, places: ArrayLike) -> Sums:
        """Return sums of the map over sets of places, each with a 95 % interval of the true sum.

        If the areas of a partition with noisy sums, or unions of them, are asked for, the estimates
        are the combined totals: unbiased, with exact standard deviations. They differ from the sums
        of `x`. For any other set the estimate is the sum of `x`; the standard deviation is the root
        mean squared error of the sums of sets of like size, as the data estimate it with a margin
        for the error of this estimate, and the intervals cover in the mean over such sets. The
        fewer sets of a size the map has, the wider they are: over a quarter of the places they are
        about as wide as those of the sums of the noisy values.

        Parameters
        ----------
        places : array of bool or int
            One set, as a boolean mask (n,) or as the indices of its places; or labels (n,), any
            whole numbers, of several sets, whose sums are then in the order of the labels. An array
            of n whole numbers holds labels.

        Returns
        -------
        Sums
            `estimate`, `sd`, `low` and `high`: numbers for one set, arrays (g,) for labels of g
            sets, with K rows for K maps.

        Examples
        --------
        >>> from gaussmech import Graph, denoise
        >>> path = Graph(60, [[v, v + 1] for v in range(59)])
        >>> y = 50 + 5 * np.random.default_rng(1).standard_normal(60)
        >>> total = denoise(y, 5.0, path, rng=1).total(np.arange(20))
        >>> bool(total.low < 1000 < total.high)
        True
        """
        if self.sums is not None:
            return self.sums(places)
        return Sums(
            *map(np.array, zip(*(fit.total(places) for fit in self.maps), strict=True))
        )

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
    """An unconstrained estimate x (n,) of a method, from data of unit noise.

    `refit(side)`, whose values are cached, refits it to the data that the probe moves to a
    `risk.Side`, which also says whether choices from the whole map are made anew. `df` is the
    divergence for fixed choices, if it is known in closed form. `choice_df` (n,) is what choices that
    no refit makes anew add to the divergence at each vertex.
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
        if law.name == "laplace":
            self.probe: Probe = LaplaceProbe(
                self.combined.raw, rng, law, self.combined.with_raw
            )
        else:
            self.probe = Probe(self.combined.raw, 1.0, rng, self.combined.with_raw)
        self.trees = trees or random_trees(graph, self.rng)
        # By `nonnegative`, and those that do not depend on it.
        self._fits: dict[bool, dict[Callable, Any]] = {False: {}, True: {}}
        self._fits_of_any_sign: dict[Callable, Any] = {}

    def estimate(
        self,
        fit: Callable[[Array], Array],
        df: float | None = None,
        parameters: dict | None = None,
        x: Array | None = None,
        fit_with_fixed_choices: Callable[[Array], Array] | None = None,
        derivative: Callable[..., Array] | None = None,
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
        derivative : callable, optional
            A function of a direction (n,), and of the keyword `fixed_weights`, that returns how the
            estimate moves with y in this direction, if that takes less time than two fits. The
            refits near the data follow from it.
        """
        x = fit(self.y) if x is None else x
        fit_at_jump = fit_with_fixed_choices or fit

        @cache
        def change(move: str) -> Array:
            up = Side.STEP_UP if move == Side.STEP_UP.move else Side.PART_UP
            direction = self.probe.y(up) - self.y
            return derivative(direction, fixed_weights=not up.is_step)

        def refit(side: Side) -> Array:
            if derivative and side.move != Side.JUMP_UP.move:
                return x + side.sign * change(side.move)
            fit_at_side = fit if side.is_step else fit_at_jump
            return fit_at_side(self.probe.y(side))

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
        fits = self._fits_of_any_sign if of_any_sign else self._fits[self.nonnegative]
        if fit not in fits:
            fits[fit] = fit(self)
        return fits[fit]

    def keep(self, fit: Callable[[Data], Any], result: Any) -> None:
        """Let `once` return this result of `fit` for data of this sign."""
        self._fits[self.nonnegative][fit] = result


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

    def constrained_refit(side: Side) -> Array:
        constrained_at_side = constrained
        if not side.is_step:
            constrained_at_side = constrained_with_fixed_choices or constrained
        return constrained_at_side(probe.y(side), estimate.refit(side))

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
