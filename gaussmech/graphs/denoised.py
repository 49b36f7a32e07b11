"""The result of `denoise`: its numbers, its line and table in a notebook, and its picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech._extras import need
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import Labels, PlaceNames, html_page
from gaussmech.graphs.risk import rmse_interval
from gaussmech.graphs.totals import Sums

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Denoised:
    """A denoised signal with an estimate of its own error; `denoise` returns it.

    Its representation is a line that says what was denoised, the estimated root mean square error
    (RMSE) over all places with its 95 % interval, the RMSE before denoising, and the method with
    the main weights of its candidates. Notebooks show this line and, by pandas, a table of the
    first and last places.

    Attributes
    ----------
    estimate : (n,) or (n, K) array of float, Series or DataFrame
        The estimate, in the unit of y and in the order of the vertices. It is a Series or DataFrame
        with the labels of y if y is one.
    mse : float
        The mean squared error of `estimate` over the vertices, estimated by Stein's unbiased risk
        from y alone. The estimate has noise of its own and may be negative.
    mse_se : float
        The standard error of `mse`, about sigma^2 sqrt(2 / n).
    method : str
        The method, as it was passed to `denoise`.
    parameters : dict
        What the method chose from y. For "auto" it holds `weights`: the weight of
        each of its candidates.
    nonnegative : bool
        Whether `estimate` was constrained to be >= 0.
    seed : int
        The seed that was used: passed as `rng`, it reproduces the result.
    intervals : (n, 2) or (n, K, 2) array of float
        The ends of an interval for each place, the lower one first. On average over the places of a
        map, at least 95 % of them contain the true value; `denoise` says what they do not promise.
    maps : tuple of Denoised
        If `estimate` has K columns, the result of each column, otherwise empty. For K columns `mse`
        and `mse_se` are those of the mean over the columns, `method` and `parameters` are those of
        the first column, and `seed` reproduces all columns together.
    signed_weight : float
        The weight of the estimate that may be negative: 0 if `estimate` was constrained to be >= 0,
        1 if it was not. A number between 0 and 1 means that the sign is in doubt: `estimate` is the
        mean of a constrained and an unconstrained estimate, and `nonnegative` is False. For K
        columns it is the mean weight.
    sigma : float
        The standard deviation of the noise of y, in the unit of y; for K columns, their root mean
        square.
    sums : function or None
        The function that `total` calls with the matrix of sets; None if `estimate` has K columns.
    in_time : function or None
        The function that `total` calls with the sets and periods; None if `denoise` was called
        without `order`.
    labels : Labels or None
        The labels of y, in the order of the vertices; None if it had none.
    places : PlaceNames
        The names of the graph's vertices.
    """

    estimate: Any
    mse: float
    mse_se: float
    method: str
    parameters: dict[str, Any]
    nonnegative: bool
    seed: int
    intervals: Array
    places: PlaceNames = field(compare=False)
    maps: tuple[Denoised, ...] = ()
    signed_weight: float = 0.0
    sigma: float = float("nan")
    sums: Callable[[Any], Sums] | None = field(default=None, compare=False)
    in_time: Callable[[Any, Any], Sums] | None = field(default=None, compare=False)
    labels: Labels | None = field(default=None, compare=False)

    @property
    def x(self) -> Any:
        """`estimate` by a short name, as SciPy's results have it."""
        return self.estimate

    @property
    def low(self) -> Any:
        """The lower ends of `intervals`, in the form of `estimate`."""
        return self._like_estimate(self.intervals[..., 0])

    @property
    def high(self) -> Any:
        """The upper ends of `intervals`, in the form of `estimate`."""
        return self._like_estimate(self.intervals[..., 1])

    @property
    def rmse(self) -> float:
        """Estimated root mean square error of `estimate`: the root of `mse`, 0 if that is negative."""
        return float(np.sqrt(max(self.mse, 0)))

    @property
    def rmse_interval(self) -> tuple[float, float]:
        """95 % confidence interval of the root mean square error, from `mse` and `mse_se`."""
        return rmse_interval(self.mse, self.mse_se)

    def total(self, places: Any, periods: Any = None) -> Sums:
        """Return sums of the map over sets of places, each with a 95 % interval of the true sum.

        For the areas of a partition with noisy sums, and for unions of such areas, the estimates
        are the combined totals. They are unbiased, have exact standard deviations, and differ from
        the sums of `estimate`. For any other set the estimate is the sum of the map. Its standard
        deviation is the root mean square error of the sums of sets of similar size, estimated from
        the data with a margin for the error of this estimate, and larger for a set of places with
        wider intervals. These intervals contain the true sum in 95 % of such sets. They are wider
        where the map has fewer sets of a size: over a quarter of the places they are about as wide
        as the intervals of the sums of the noisy values.

        Parameters
        ----------
        places : array of bool or int, or list of names
            One set, as a boolean mask (n,), as the names of its places or as their indices; or
            labels (n,), any whole numbers, of several sets, whose sums are then in the order of the
            labels. Whole numbers are labels if there are n of them. Fewer are names if the graph's
            names are whole numbers, otherwise indices. A Series or dict of n masks or labels is
            matched by place.
        periods : name or list of names, optional
            The times over which the sums are added up, by their names in the `order` of `denoise`.
            None, the default, gives a sum for each map.

        Returns
        -------
        Sums
            `estimate`, `sd`, `low` and `high`: numbers for one set, arrays (g,) for labels of g
            sets; (K,) or (g, K) for K maps without `periods`.

        Raises
        ------
        ValueError
            If a name is not one of the graph's, `places` is not a set of places, or a period is not in
            `order`.

        Examples
        --------
        >>> import gaussmech as gm
        >>> import numpy as np
        >>> path = gm.Graph(60, [[v, v + 1] for v in range(59)])
        >>> y = 50 + 5 * np.random.default_rng(1).standard_normal(60)
        >>> total = gm.denoise(y, 5.0, path, rng=1).total(np.arange(20))
        >>> bool(total.low < 1000 < total.high)
        True
        """
        sets, is_single = self.places.sets(places)
        sums = self._sums_over(sets, periods)
        return sums.first if is_single else sums

    def _sums_over(self, sets: Any, periods: Any = None) -> Sums:
        """Return the sums over the sets of a matrix (s, n)."""
        if periods is not None:
            if self.in_time is None:
                raise ValueError(
                    f"periods is {_checks.format_value(periods)}; it needs maps that were denoised with"
                    " order"
                )
            return self.in_time(sets, periods)
        if self.maps:
            of_maps = zip(*(fit._sums_over(sets) for fit in self.maps), strict=True)
            return Sums(*(np.stack(values, axis=-1) for values in of_maps))
        # Only several maps together have none.
        assert self.sums is not None
        return self.sums(sets)

    def to_frame(self) -> pd.DataFrame:
        """Return a DataFrame with a row per place: the estimate and the ends of its interval.

        Needs pandas, which the extra `maps` installs.

        Returns
        -------
        pandas.DataFrame
            The columns `estimate`, `low` and `high`; for several maps `A_denoised`, `A_low` and
            `A_high` of each map A, whose name is that of its column. The index has the labels of y,
            or the names of the graph, otherwise the numbers of the vertices.

        Raises
        ------
        ImportError
            If pandas is not installed.

        Examples
        --------
        >>> import gaussmech as gm
        >>> pair = gm.Graph(2, [[0, 1]], names=["Park", "Mill"])
        >>> frame = gm.denoise([3.0, 4.0], 1.0, pair, method="js", rng=1).to_frame()
        >>> list(frame), list(frame.index)
        (['estimate', 'low', 'high'], ['Park', 'Mill'])
        """
        need("maps", "pandas")
        import pandas as pd

        return pd.DataFrame(self._columns(), index=self._rows())

    def plot(
        self,
        graph: Graph,
        *,
        ax: Any = None,
        label: str = "estimate",
        shapes: Any = None,
    ) -> Any:
        """Draw the map on the graph: its places, and its edges in the mean colour of their ends.

        Needs Matplotlib, which the extra `plot` installs.

        Parameters
        ----------
        graph : Graph
            The graph of the map, with coordinates.
        ax : matplotlib.axes.Axes or array of them, optional
            Where to draw; K maps need K axes. None makes a new figure.
        label : str
            What the scale of colours says.
        shapes : GeoDataFrame or GeoSeries, optional
            The polygons of the places, such as districts, which are then drawn in place of dots and
            edges. They are matched to the names of the graph by their index, or by the column that
            has just these names. Needs GeoPandas, which the extra `geography` installs.

        Returns
        -------
        matplotlib.axes.Axes or array (K,) of them
            The axes of the map, or of each map. All have one scale of colours, which is the square
            root of the values, from 0 to their 99.5 % quantile. If their 0.5 % quantile is
            negative, the scale is linear and starts at it.

        Raises
        ------
        ImportError
            If Matplotlib is not installed.
        ValueError
            If the graph has no coordinates or another number of places, or `shapes` lack a place.

        Examples
        --------
        >>> import gaussmech as gm
        >>> import matplotlib
        >>> matplotlib.use("agg")
        >>> pair = gm.Graph(2, [[0, 1]], lon=[10.0, 10.01], lat=[50.0, 50.0])
        >>> gm.denoise([3.0, 4.0], 1.0, pair, method="js", rng=1).plot(pair).get_title()
        'estimate'
        """
        _checks.instance("graph", graph, Graph)
        n = len(self.intervals)
        if graph.n != n:
            raise ValueError(f"graph has {graph.n} places; the map has {n}")
        need("plot", "matplotlib")
        from gaussmech.graphs.pictures import draw_maps, shapes_of

        values = np.asarray(self.estimate).reshape(n, -1)
        titles = list(map(str, self._map_names())) if self.maps else [label]
        polygons = None if shapes is None else shapes_of(shapes, graph)
        axes = draw_maps(values, graph, titles, ax, label, polygons)
        return axes if self.maps else axes[0]

    def __repr__(self) -> str:
        shown = [f"{len(self.intervals)} places"]
        if self.maps:
            shown.append(f"{len(self.maps)} maps")
        low, high = self.rmse_interval
        # The estimate itself may be 0 where the interval starts at 0, and no error is 0.
        error = f"RMSE below {high:.3g} (95 %)"
        if low:
            error = f"RMSE {self.rmse:.3g} (95 % interval {low:.3g} to {high:.3g})"
        shown.append(f"{error}, before denoising {self.sigma:.3g}")
        weights = self.parameters.get("weights", {}) if self.method == "auto" else {}
        main = [
            f"{name} {weight:.2f}"
            for name, weight in sorted(weights.items(), key=lambda item: -item[1])
            if round(weight, 1)
        ]
        method = f"{self.method} ({', '.join(main)})" if main else self.method
        return f"Denoised: {', '.join([*shown, method])}"

    def _repr_html_(self) -> str | None:
        """Return the line and a table of the places, for notebooks."""
        return html_page(self)

    def _like_estimate(self, values: Array) -> Any:
        """Return values in the form of `estimate`."""
        return values if self.labels is None else self.labels.wrap(values)

    def _map_names(self) -> list[Any]:
        """Return the name of each of several maps."""
        names = None if self.labels is None else self.labels.columns
        return list(range(len(self.maps)) if names is None else names)

    def _columns(self) -> dict[Any, Array]:
        """Return the columns of `to_frame`."""
        if not self.maps:
            low, high = self.intervals.T
            return {"estimate": np.asarray(self.estimate), "low": low, "high": high}
        named = zip(self._map_names(), self.maps, strict=True)
        return {
            f"{name}_{'denoised' if what == 'estimate' else what}": column
            for name, fit in named
            for what, column in fit._columns().items()
        }

    def _rows(self) -> Any:
        """Return the label of each place."""
        if self.labels is not None:
            return self.labels.rows
        return self.places.names


def joined(maps: Sequence[Denoised], seed: int) -> Denoised:
    """Return the result of several maps, a column each; `seed` reproduces them together."""
    return replace(
        maps[0],
        estimate=np.stack([fit.estimate for fit in maps], axis=1),
        mse=float(np.mean([fit.mse for fit in maps])),
        mse_se=math.hypot(*(fit.mse_se for fit in maps)) / len(maps),
        nonnegative=all(fit.nonnegative for fit in maps),
        signed_weight=float(np.mean([fit.signed_weight for fit in maps])),
        seed=seed,
        intervals=np.stack([fit.intervals for fit in maps], axis=1),
        maps=tuple(maps),
        sigma=float(np.sqrt(np.mean([fit.sigma**2 for fit in maps]))),
        sums=None,
    )
