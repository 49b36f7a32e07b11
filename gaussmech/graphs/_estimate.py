"""The input and the result of every method of `denoise`.

A method gets `Data` and returns an `Estimate`: its values at the data, and at the data that the
`risk.Probe` moves.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import Probe, risk_average, weight_divergence
from gaussmech.graphs.totals import Combined


@dataclass(frozen=True)
class Estimate:
    """An unconstrained estimate of a method, from data of unit noise.

    Attributes
    ----------
    x : (n,) array of float
        The estimate.
    refit : function without arguments
        Returns the estimates at the data that the probe moves, (s, n), in the order of
        `Probe.moved`. Choices from the whole map are made again at the steps of the probe, and kept
        at its jumps.
    parameters : dict
        What the method chose from the data.
    df : float
        A lower bound of the divergence, as far as it is known without a probe.
    """

    x: Array
    refit: Callable[[], Any]
    parameters: dict[str, Any]
    df: float = 0.0

    @cached_property
    def rows(self) -> Array:
        """`x`, and below it the s refits, (1 + s, n)."""
        return np.array([self.x, *self.refit()])


class Data:
    """The data of a method, in units of the noise, and the fits that several methods share.

    `combined` has the raw values and, if there are noisy sums over areas, their combination y.
    `unit` is sigma, by which parameters are multiplied before they are reported. `signed_weight` is
    0 if the map is assumed to be >= 0, and 1 if it may be negative. A weight between 0 and 1 means
    that the sign is in doubt: the result is then a mean of those for the weights 1, in this
    proportion, and 0.
    """

    def __init__(
        self,
        combined: Combined,
        unit: float,
        graph: Graph,
        rng: np.random.Generator,
        signed_weight: float = 1.0,
    ) -> None:
        self.combined = combined
        self.y = combined.y
        self.unit = unit
        self.graph = graph
        self.signed_weight = signed_weight
        self.probe = Probe(combined.raw, combined.distribution, rng, combined.with_raw)
        self._rng = rng
        # The keys are the function that computes a fit, and `nonnegative`.
        self._fits: dict[tuple[Callable[..., Any], bool], Any] = {}

    def estimate(
        self,
        fit: Callable[[Array], Array],
        fixed: Callable[[Array], Array] | None = None,
        x: Array | None = None,
        df: float = 0.0,
        **parameters: Any,
    ) -> Estimate:
        """Return the Estimate of a method.

        Parameters
        ----------
        fit : callable
            A function of y that makes all choices from y and returns the estimate.
        fixed : callable, optional
            A function of y that repeats the choices made from the data. None, the default, uses
            `fit`: the method makes no choice from the whole map.
        x : (n,) array of float, optional
            fit(y) at the data, if it has been computed already.
        df, **parameters
            Those of the `Estimate`.
        """

        def refit() -> list[Array]:
            steps, jumps = self.probe.moved[:2], self.probe.moved[2:]
            return [*map(fit, steps), *map(fixed or fit, jumps)]

        return Estimate(fit(self.y) if x is None else x, refit, parameters, df)

    def average(self, candidates: dict[str, tuple[Array, float]]) -> Estimate:
        """Return the mean of K estimates by estimated risk; its parameters are their weights by name.

        Refits keep the weights, because at a jump they must; what the choice of the weights adds to
        the divergence is added to the steps of the probe.

        Parameters
        ----------
        candidates : dict
            The `rows` (1 + s, n) of each estimate by its name, and its divergence.
        """
        rows, df = map(np.array, zip(*candidates.values(), strict=True))
        _, weights = risk_average(self.y, rows[:, 0], df)
        mean = np.einsum("k,ksi->si", weights, rows)
        steps = self.probe.moved[:2] - self.y
        mean[1:3] += steps * weight_divergence(rows[:, 0], weights)
        weight_by_name = dict(zip(candidates, weights.tolist(), strict=True))
        return Estimate(mean[0], lambda: mean[1:], {"weights": weight_by_name})

    @property
    def nonnegative(self) -> bool:
        """Whether the map is assumed to be >= 0, without doubt."""
        return self.signed_weight == 0

    def with_signed_weight(self, weight: float) -> Self:
        """Return the same data with another weight of the sign; they share their fits."""
        new = copy(self)
        new.signed_weight = weight
        return new

    @property
    def rng(self) -> np.random.Generator:
        """A generator in the same state for every method, whatever other methods drew."""
        return deepcopy(self._rng)

    def once(self, fit: Callable[..., Any], **options: Any) -> Any:
        """Return fit(self, **options), which is computed once for data of one sign."""
        key = fit, self.nonnegative
        if key not in self._fits:
            self._fits[key] = fit(self, **options)
        return self._fits[key]
