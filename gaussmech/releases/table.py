"""Release a table of numbers: rounded to a grid, with exact discrete Gaussian or Laplace noise.

A release may have areas: noise is then drawn for the places and for the sums of the places of each
area, as one mechanism with one budget. `draw` adds the noise of a plan to the true values, which
are whole multiples of the grid by then; `release` does all of it for an array.

All arithmetic on private values is in whole numbers and fractions: floating-point noise can be
attacked through its low bits (Mironov, 2012).
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaussmech import _checks
from gaussmech._checks import RNG, Array
from gaussmech._csv import LARGEST
from gaussmech._extras import need
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import Labels, PlaceNames, html_page, labels_of
from gaussmech.privacy.attack_risk import six_digits
from gaussmech.releases.noise.grid import digits, round_to_grid
from gaussmech.releases.plan import Plan, plan_release
from gaussmech.releases.public.labels import refuse_places_as_values, rows_at_places

if TYPE_CHECKING:
    import pandas as pd

    from gaussmech.graphs.denoised import Denoised
    from gaussmech.graphs.methods import OwnMethod


@dataclass(frozen=True)
class AreaLabels:
    """A public partition of the places into areas.

    Attributes
    ----------
    name : str
        The name of the partition.
    ids : list
        The label of each of g areas.
    codes : (n,) array of int
        The position among them of each place's area.
    """

    name: str
    ids: list[Any]
    codes: NDArray[np.int64] = field(repr=False)

    def sums(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return the sums (g, k) of rows (n, k) of whole numbers of any size, exactly."""
        sums = np.zeros((len(self.ids), rows.shape[1]), object)
        np.add.at(sums, self.codes, rows)
        return sums


@dataclass(frozen=True, repr=False)
class Release(Plan):
    """A private release; `release` returns it.

    It holds nothing of the true values but what was released. Its representation is a line that says
    the size of the table, the guarantee and the standard deviation of the noise; notebooks also show,
    by pandas, the first and last rows.

    Attributes
    ----------
    values : (n, k) array of float
        The released values, row by row.
    sigma : float
        The standard deviation of the noise of each value.
    grid : decimal.Decimal
        The power of ten of which the released values are multiples.
    epsilon, delta : float
        The guarantee of all columns together.
    column_epsilon : float
        The epsilon of one column alone, at `column_delta`.
    sensitivity : float
        The sensitivity of one column before rounding, in the norm of the noise.
    rows, columns : int
        The size of the table.
    noise : Noise
        The noise, exactly; its `distribution` is "gaussian" or "laplace".
    budget_delta : float
        The delta of the budget, at which guarantees of several releases are stated.
    choice : str
        Why this noise, and what others would have cost.
    steps : list of int
        The released values in multiples of the grid, row by row.
    areas : tuple of AreaLabels
        The partitions whose sums were released.
    area_steps : tuple of list of int
        The released sums of each, in multiples of the grid, area by area.
    labels : Labels or None
        The labels of the rows and columns, if a Series or DataFrame was released.

    Examples
    --------
    >>> import gaussmech as gm
    >>> private = gm.release([3, 14, 0], epsilon=0.5, delta=1e-6, l2_sensitivity=5)
    >>> private
    Release: 3 places, 1 column, (0.5, 1e-06)-differentially private, standard deviation 40.29
    """

    steps: list[int]
    areas: tuple[AreaLabels, ...] = ()
    area_steps: tuple[list[int], ...] = ()
    labels: Labels | None = None

    @property
    def grid(self) -> Decimal:
        """The power of ten of which the released values are multiples."""
        return self.noise.grid

    @property
    def sigma(self) -> float:
        """The standard deviation of the noise, for denoising and error bars."""
        return self.noise.sigma

    @property
    def values(self) -> Array:
        """The released values (rows, columns), each rounded once to a double."""
        return self._doubles(self.steps)

    def to_frame(self) -> pd.DataFrame:
        """Return the released values with the labels of the rows and columns.

        Needs pandas, which the extra `maps` installs.

        Returns
        -------
        pandas.DataFrame
            A row per row of the table. Without labels, rows and columns are numbered from 0.

        Raises
        ------
        ImportError
            If pandas is not installed.

        Examples
        --------
        >>> import gaussmech as gm
        >>> import pandas as pd
        >>> counts = pd.DataFrame({"rides": [3, 14]}, index=["Park", "Mill"])
        >>> private = gm.release(counts, epsilon=0.5, delta=1e-6, l2_sensitivity=5,
        ...                      places=["Park", "Market", "Mill"])
        >>> frame = private.to_frame()
        >>> list(frame), list(frame.index)
        (['rides'], ['Park', 'Market', 'Mill'])
        """
        need("maps", "pandas")
        import pandas as pd

        rows, columns = self._names()
        return pd.DataFrame(self.values, index=rows, columns=columns)

    def denoise(
        self,
        graph: Graph,
        *,
        method: str | OwnMethod = "auto",
        rng: RNG = None,
        nonnegative: bool | None = None,
        keep_total: bool = False,
    ) -> Denoised:
        """Denoise the released values on a graph, at no privacy cost: one map a column.

        The values, their noise, the grid and the sums of areas are those of the release. If a Series
        or DataFrame was released, its index is matched to the graph's `names`; otherwise rows are in
        the order of the vertices.

        Parameters
        ----------
        graph : Graph
            The public graph, with a vertex per row.
        method, rng, nonnegative, keep_total
            As for `denoise`. Counts are `nonnegative`; if that is said, intervals are cut at 0.

        Returns
        -------
        Denoised
            The result of `denoise`: for one column a map (n,), or a Series if one was released; for
            k columns (n, k), or a DataFrame.

        Raises
        ------
        ValueError
            If rows and vertices do not match (the message names the labels), or an argument is out of
            range.

        See Also
        --------
        denoise : The same for values of any origin.

        Examples
        --------
        >>> import gaussmech as gm
        >>> import pandas as pd
        >>> path = gm.Graph(3, [[0, 1], [1, 2]], names=["Park", "Market", "Mill"])
        >>> counts = pd.Series([14, 3], index=["Mill", "Park"])
        >>> private = gm.release(counts, epsilon=0.5, delta=1e-6, l2_sensitivity=1, places=path)
        >>> list(private.denoise(path, method="js").estimate.index)
        ['Park', 'Market', 'Mill']
        """
        # Denoising needs Numba, which nothing else here does.
        from gaussmech.graphs.denoise import denoise

        # A DataFrame of one column stays one; any other column is a map (n,).
        is_map = self.columns == 1 and getattr(self.labels, "columns", None) is None
        columns: int | slice = 0 if is_map else slice(None)
        totals = self.totals(columns)
        values = self.values[:, columns]
        if self.labels is not None:
            rows = Labels(self.labels.rows)
            totals = [(rows.wrap(codes), sums, sd) for codes, sums, sd in totals]
            values = self.labels.wrap(values)
        return denoise(
            values,
            self.sigma,
            graph,
            method=method,
            rng=rng,
            nonnegative=nonnegative,
            keep_total=keep_total,
            noise=self.noise.distribution,
            grid=float(self.grid),
            totals=totals,
        )

    def _names(self) -> tuple[Any, Any]:
        """Return the names of rows and columns."""
        if self.labels is None:
            return range(self.rows), range(self.columns)
        if self.labels.columns is not None:
            return self.labels.rows, self.labels.columns
        return self.labels.rows, [0 if self.labels.name is None else self.labels.name]

    def __repr__(self) -> str:
        columns = f"{self.columns} column{'s' if self.columns > 1 else ''}"
        return (
            f"Release: {self.rows} places, {columns}, ({six_digits(self.epsilon)},"
            f" {self.delta:g})-differentially private, standard deviation {self.sigma:.4g}"
        )

    def _repr_html_(self) -> str | None:
        """Return the line and a table of the rows, for notebooks."""
        return html_page(self)

    def totals(
        self, column: int | slice = 0
    ) -> list[tuple[NDArray[np.int64], Array, float]]:
        """Return the released sums of a column, or of some, as `denoise` takes them.

        Each partition has the area of each place, a number; the released sum of each area; and the
        standard deviation of its noise.
        """
        return [
            (level.codes, self._doubles(steps)[:, column], sigma)
            for level, steps, sigma in zip(
                self.areas, self.area_steps, self.noise.area_sigmas, strict=True
            )
        ]

    def _doubles(self, steps: list[int]) -> Array:
        """Return multiples of the grid, row by row, each rounded once to a double."""
        exponent = self.grid.adjusted()
        # A text of digits is rounded once, whatever their number.
        flat = [float(f"{step}e{exponent}") for step in steps]
        return np.array(flat).reshape(-1, self.columns)

    def texts(self, unit: Decimal | None = None) -> list[list[str]]:
        """Return the released values row by row in decimal digits.

        They are rounded to `unit`, a power of ten that is not finer than the grid, which costs no
        privacy; None leaves them on the grid.
        """
        return self._texts(self.steps, unit)

    def area_texts(self, unit: Decimal | None = None) -> list[list[list[str]]]:
        """Return the released sums of areas in the same way, level by level."""
        return [self._texts(steps, unit) for steps in self.area_steps]

    def _texts(self, steps: list[int], unit: Decimal | None) -> list[list[str]]:
        """Return multiples of the grid row by row in decimal digits, rounded to `unit`."""
        unit = unit or self.grid
        # The unit is a whole number of steps of the grid.
        rounded = round_to_grid(steps, unit / self.grid)
        cells = [digits(step, unit) for step in rounded]
        starts = range(0, len(cells), self.columns)
        return [cells[start : start + self.columns] for start in starts]

    def rounded(self, unit: Decimal) -> Release:
        """Return the release with values and sums that are rounded to `unit`, as `texts` does."""
        ratio = int(unit / self.grid)
        steps, *area_steps = (
            [ratio * step for step in round_to_grid(steps, ratio)]
            for steps in (self.steps, *self.area_steps)
        )
        return replace(self, steps=steps, area_steps=tuple(area_steps))


class Charger(Protocol):
    """What `release` asks of a ledger, which is made above this module (`account.Ledger`)."""

    def _charged_release(
        self,
        rows: Any,
        labels: Labels,
        network: Graph | None,
        levels: Sequence[AreaLabels],
        **options: Any,
    ) -> Release:
        """Release a table, charge the ledger, and write the files of the release."""


def draw(
    plan: Plan,
    steps: list[int],
    areas: Sequence[AreaLabels] = (),
    labels: Labels | None = None,
) -> Release:
    """Return the release of a table, and of its sums over the areas that were planned for.

    `steps` are its values row by row, in multiples of the grid.
    """
    rows = np.array(steps, object).reshape(plan.rows, plan.columns)
    vectors = [steps, *(level.sums(rows).ravel().tolist() for level in areas)]
    noisy = []
    for vector, level in zip(vectors, plan.noise.levels, strict=True):
        noise = plan.noise.sample(level.scale, len(vector))
        noisy.append([a + b for a, b in zip(vector, noise, strict=True)])
    # A release has all fields of its plan.
    return Release(
        **vars(plan),
        steps=noisy[0],
        areas=tuple(areas),
        area_steps=tuple(noisy[1:]),
        labels=labels,
    )


@_checks.renamed(sensitivity="l2_sensitivity", each="budget_per_column")
def release(
    values: ArrayLike,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    l2_sensitivity: float,
    l1_sensitivity: float | None = None,
    noise: str = "auto",
    planned_releases: int = 1,
    grid: float | None = None,
    budget_per_column: bool = False,
    areas: ArrayLike | None = None,
    area_share: float | None = None,
    places: Graph | Sequence[Hashable] | pd.Index | None = None,
    ledger: Charger | None = None,
    period: str | None = None,
    output: str | os.PathLike[str] | None = None,
    again: bool = False,
) -> Release:
    """Release numbers for publication, with exact Gaussian or Laplace noise on a grid.

    The noise is drawn by OpenDP from the randomness of the operating system, without a seed: a
    release cannot be replayed. Needs OpenDP, which the extra `release` installs.

    Each call spends its budget. Releases about the same people add up, and no call knows of
    another: count them, or keep the ledger, a privacy accountant, of the command `gaussmech release`.

    Parameters
    ----------
    values : (n,) or (n, k) array of numbers, Series or DataFrame
        The private values, each at most 1e100 in size: whole numbers of any type, floats,
        `fractions.Fraction` or `decimal.Decimal`, which are all taken exactly. The rows (places)
        and columns must be public, because only the values are protected. The index of a Series or
        DataFrame names the place of each row, and needs `places`; without names, rows are those of
        an array. The columns stay with the release.
    epsilon : float, optional
        Epsilon of the budget, in (0, 700]. With a `ledger` for which releases are planned it may be
        left out, like delta: then the release has an equal share of the total.
    delta : float, optional
        Delta of the budget, in [0, 1); it should be far below one over the number of people. If it
        is 0, or left out, the noise is Laplace noise, and `l1_sensitivity` must be given.
    l2_sensitivity : float in [1e-50, 1e50]
        Global L2 sensitivity of each column, in the unit of `values`: the largest Euclidean
        distance by which the data of one person can move the column.
    l1_sensitivity : float in [1e-50, 1e50], optional
        Global L1 sensitivity of each column, at least `l2_sensitivity`. Laplace noise needs it;
        without it "auto" takes Gaussian noise.
    noise : {"auto", "laplace", "gaussian"}, default "auto"
        The distribution of the noise. "auto" takes Laplace noise where it needs less by more than a
        fifth, and otherwise Gaussian noise. Only the other arguments decide, not the values;
        ``choice`` of the result says what was chosen, and what each distribution entails.
    planned_releases : int in [1, 1,000,000], default 1
        How many such releases of data on the same people are planned. "auto" compares
        what they cost together; many cost less with Gaussian noise. The budget is not divided: it is
        that of this release.
    grid : float, optional
        A power of ten in the unit of `values`, from 1e-100 to 1e100, of which the released values
        are multiples. None, the default, takes one so fine that it costs next to nothing.
    budget_per_column : bool, default False
        If False, (epsilon, delta) is the budget of all columns together. If True, each column has
        this budget, and all columns together have the `epsilon` of the result, by exact
        composition.
    areas : (n,) or (L, n) array of labels, Series or DataFrame, optional
        The area of each row, in one or in L public partitions, which need not be nested. A Series,
        or a DataFrame with a column per partition, is matched to the index of `values`. The sums
        of each column over the areas are then released, too, with noise of their own and under the
        same budget; `l1_sensitivity` must be stated.
    area_share : float in [0.001, 0.999], optional
        The share of the budget that the sums of `areas` have; None, the default, is 0.15. Several
        partitions share it equally. It is a share of mu^2 with Gaussian noise, and of epsilon with
        Laplace noise.
    places : Graph, list or Index, optional
        The public places, by whose names the index of `values` is matched, and which are the rows of
        the release in their order. A place without a row gets 0 before the noise, since a group-by
        drops places where nothing happened, and their list would tell that. If the index of `values`
        was a public list before, that is ``places=values.index``.
    ledger : Ledger, optional
        The ledger that is charged, before the noise is drawn. The release is then published as the
        command does it: written to `output` with its record and its page.
    period : str, optional
        What the release is of, as "2026-01"; any public text. A ledger takes each period once, so
        that running a cell again spends nothing. It needs a ledger.
    output : str or path, optional
        The new .csv file of a release with a ledger.
    again : bool, default False
        Whether another release of a period that the ledger has is wanted, as for late data.

    Returns
    -------
    Release
        `values`, the released values (n, k); `sigma`, the standard deviation of their noise;
        `grid`; `epsilon` and `delta`, the guarantee of all columns together (delta is 0 with
        Laplace noise, unless `budget_per_column` is True and the columns are composed at the delta
        of the budget), and `column_epsilon`, that of one alone; `choice`, why this noise;
        ``texts()``, the values in decimal digits; ``to_frame()``, the values with their labels;
        ``denoise(graph)``, the denoised maps; and ``totals()``, the sums of areas for `denoise`.

    Raises
    ------
    ImportError
        If OpenDP is not installed.
    ValueError
        If an argument is out of range, or the grid is too coarse or too fine for the budget; if
        `values` has an index and `places` is missing, or a row is of none of the places; if a
        column has ids or coordinates. The message names the argument, the row and what is allowed,
        but never shows one of `values` or of its labels.

    See Also
    --------
    Ledger : Adds up the releases of the same people's data.
    AnalyticGaussianMechanism : For simulations: noise with a seed, in floating point.
    analytic_gaussian_sigma : The noise that a budget needs.
    denoise : More accurate values from the released ones, at no privacy cost.

    Notes
    -----
    The values are rounded to the grid, each exactly, and discrete Gaussian noise [1]_ is added, or
    discrete Laplace noise, whose delta is 0 (`calibrate_laplace_noise` has the proof).
    What rounding adds to the sensitivity and what the discreteness of the noise takes from delta
    are accounted for: the budget is never exceeded; `calibrate_noise` has the proof. On a grid that
    is chosen here, sigma is above `analytic_gaussian_sigma` by less than 1e-6 of itself, as long as
    it is below 1e8 times the sensitivity.

    With areas, independent noise is drawn for the rows and for the sums over areas, in which a
    person's values count once more; docs/release-proofs.md has the proof.

    Noise in floating point can be attacked through its low bits [2]_, which is why nothing here
    computes with private values in floating point.

    References
    ----------
    .. [1] C. L. Canonne, G. Kamath and T. Steinke, "The discrete Gaussian for differential
       privacy", NeurIPS 2020.
    .. [2] I. Mironov, "On significance of the least significant bits for differential privacy",
       CCS 2012, 650-661.

    Examples
    --------
    >>> import gaussmech as gm
    >>> private = gm.release([3, 14, 0], epsilon=0.5, delta=1e-6, l2_sensitivity=5)
    >>> round(private.sigma, 4), private.values.shape
    (40.2881, (3, 1))

    Each person counts once: Laplace noise is smaller.

    >>> once = gm.release([3, 14, 0], epsilon=0.5, l2_sensitivity=1, l1_sensitivity=1)
    >>> round(once.sigma, 4), once.delta
    (2.8284, 0.0)

    A share 0.15 of the budget is for the sums of two areas.

    >>> both = gm.release([3, 14, 0, 8], epsilon=0.5, delta=1e-6, l2_sensitivity=1, l1_sensitivity=1,
    ...                areas=["north", "north", "south", "south"])
    >>> [(labels.tolist(), round(sigma, 2)) for labels, _, sigma in both.totals()]
    [([0, 0, 1, 1], 18.86)]

    Nobody was at the mill, which the index of a group-by would tell.

    >>> import pandas as pd
    >>> visits = pd.Series(["Park", "Park", "Market"]).value_counts()
    >>> private = gm.release(visits, epsilon=0.5, delta=1e-6, l2_sensitivity=1,
    ...                      places=["Market", "Mill", "Park"])
    >>> list(private.to_frame().index)
    ['Market', 'Mill', 'Park']
    """
    need("release", "opendp")
    refuse_places_as_values(values)
    table = _table(values)
    at_places, labels = rows_at_places(values, places)
    if labels is not None and at_places is not None:
        of_rows = table
        table = np.full((len(labels.rows), of_rows.shape[1]), Fraction(0), object)
        table[at_places] = of_rows
    rows, columns = table.shape
    levels = _read_areas(areas, rows, labels)
    if isinstance(epsilon, int | float | np.number) and epsilon == 0:
        raise ValueError(
            "epsilon is 0, so that all values would be noise alone; allowed are numbers in (0, 700],"
            " such as 1e-9 if that is meant"
        )
    if ledger is not None:
        if not hasattr(ledger, "_charged_release"):
            raise ValueError(f"ledger is {ledger!r}; it must be a Ledger")
        if labels is None or grid is not None:
            wrong = "grid is given" if labels else "places is missing"
            raise ValueError(
                f"{wrong}; a release with a ledger is published, with the names of its places, on a"
                " grid of its own"
            )
        return ledger._charged_release(
            table,
            labels,
            places if isinstance(places, Graph) else None,
            levels,
            output=output,
            period=period,
            again=again,
            epsilon=epsilon,
            delta=delta,
            l2_sensitivity=l2_sensitivity,
            l1_sensitivity=l1_sensitivity,
            noise=noise,
            budget_per_column=budget_per_column,
            area_share=area_share,
        )
    for name, value in {"period": period, "output": output, "again": again}.items():
        if value:
            raise ValueError(f"{name} is {value!r}; it needs a ledger")
    if epsilon is None:
        raise ValueError(
            "epsilon is missing; only a ledger with planned releases has shares"
        )
    plan = plan_release(
        rows,
        columns,
        epsilon=epsilon,
        delta=delta,
        l2_sensitivity=l2_sensitivity,
        l1_sensitivity=l1_sensitivity,
        noise=noise,
        planned_releases=planned_releases,
        grid=grid,
        budget_per_column=budget_per_column,
        areas=[len(level.ids) for level in levels],
        area_share=area_share,
    )
    return draw(plan, round_to_grid(table.ravel(), plan.noise.grid), levels, labels)


def _read_areas(
    areas: ArrayLike | None, rows: int, row_labels: Labels | None
) -> list[AreaLabels]:
    """Return the partitions of the argument `areas` of a table with these labels."""
    if areas is None:
        return []
    area_labels = labels_of(areas)
    names = None
    if area_labels is not None:
        names = area_labels.columns
        if row_labels is not None:
            places = PlaceNames(list(row_labels.rows), "values", "row")
            areas, _ = places.align("areas", areas)
        areas = np.asarray(areas).T
    labels = _checks.plain_array("areas", areas)
    if labels.ndim not in (1, 2) or labels.shape[-1] != rows or not len(labels):
        raise ValueError(
            f"areas has shape {labels.shape}; it must be ({rows},) or (L, {rows}), one label per"
            " row of values"
        )
    levels = []
    for k, level in enumerate(labels.reshape(-1, rows)):
        # A table of pandas holds texts, or columns of several types, as objects.
        if level.dtype == object and len({*map(type, level)}) == 1:
            level = np.array(level.tolist())
        if level.dtype.kind not in "iuU":
            raise ValueError(
                f"areas holds {level.dtype}; labels must be whole numbers or texts"
            )
        ids, codes = np.unique(level, return_inverse=True)
        name = f"areas {k + 1}" if names is None else str(names[k])
        levels.append(AreaLabels(name, ids.tolist(), codes.astype(np.int64)))
    return levels


def _table(values: ArrayLike) -> Any:
    """Return the values as an (n, k) array of fractions; an error shows none of them."""
    kind = _checks.plain_array("values", values).dtype.kind
    # pandas turns columns of whole and of other numbers into one type, unless that is object.
    plain = values.astype(object) if hasattr(values, "astype") else values
    table = np.array(plain, dtype=object)
    if kind not in "uifO" or table.ndim not in (1, 2) or not table.size:
        content = {"U": "texts", "b": "truth values", "M": "times"}.get(kind, "")
        form = content or f"{type(values).__name__} of shape {table.shape}"
        raise ValueError(
            f"values holds {form}; it must be numbers of shape (n,) or (n, k), or a Series or"
            " DataFrame of numbers"
        )
    labels = labels_of(values)
    columns = None if labels is None else labels.columns
    for place, cell in np.ndenumerate(table):
        table[place] = _fraction(cell)
        if table[place] is None:
            where = f"values{list(place)}"
            if columns is not None:
                where = f"values: a cell of column {columns[place[1]]!r}"
            raise ValueError(f"{where} is no finite number up to 1e100 in size")
    return table.reshape(len(table), -1)


def _fraction(cell: Any) -> Fraction | None:
    """Return a number exactly, or None if it is no number, not finite, or too large."""
    if isinstance(cell, bool) or not isinstance(cell, Real | Decimal):
        return None
    # A decimal with such an exponent is 0 on every grid, or too large. As a fraction it might fill
    # the memory.
    if isinstance(cell, Decimal) and cell.is_finite() and abs(cell.adjusted()) > 400:
        return Fraction(0) if cell.adjusted() < 0 else None
    try:
        number: Any = int(cell) if isinstance(cell, Integral) else cell
        exact = Fraction(*number.as_integer_ratio())
    except (AttributeError, ValueError, OverflowError):
        return None
    return exact if abs(exact) <= LARGEST else None
