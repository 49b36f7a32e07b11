"""A released table of numbers: rounded to a grid, with exact discrete Gaussian or Laplace noise.

A release may have areas: noise is then drawn for the places and for the sums of the places of each
area, as one mechanism with one budget. `draw` adds the noise of a plan to the true values, which
are whole multiples of the grid by then.

All arithmetic on private values is in whole numbers and fractions: floating-point noise can be
attacked through its low bits (Mironov, 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gaussmech._checks import RNG, Array
from gaussmech._extras import need
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import Labels, html_page
from gaussmech.privacy.attack_risk import six_digits
from gaussmech.releases.areas import Areas
from gaussmech.releases.noise.grid import digits, round_to_grid
from gaussmech.releases.plan import Plan

if TYPE_CHECKING:
    import pandas as pd

    from gaussmech.graphs.denoised import Denoised
    from gaussmech.graphs.methods import OwnMethod


@dataclass(frozen=True, repr=False)
class Release(Plan):
    """A private release; `release` returns it.

    It has the released values, and keeps none of the true ones. Its representation is a line with
    the size of the table, the guarantee and the standard deviation of the noise. Notebooks also
    show, by pandas, the first and last rows.

    Attributes
    ----------
    values : (n, k) array of float
        The released values, with a row per place.
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
        The exact noise; its `distribution` is "gaussian" or "laplace".
    budget_delta : float
        The delta of the budget, at which guarantees of several releases are stated.
    choice : str
        Why this noise was taken, and what the other distribution would have cost.
    steps : list of int
        The released values in multiples of the grid, row by row.
    areas : tuple of Areas
        The partitions whose sums were released.
    area_steps : tuple of list of int
        The released sums of each partition, in multiples of the grid, area by area.
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
    areas: tuple[Areas, ...] = ()
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
        return np.array(self.texts(), float)

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

        if self.labels is None:
            return pd.DataFrame(self.values)
        columns = self.labels.columns
        if columns is None:
            columns = [0 if self.labels.name is None else self.labels.name]
        return pd.DataFrame(self.values, index=self.labels.rows, columns=columns)

    def denoise(
        self,
        graph: Graph,
        *,
        method: str | OwnMethod = "auto",
        rng: RNG = None,
        nonnegative: bool | None = None,
    ) -> Denoised:
        """Denoise the released values on a graph, at no privacy cost: one map per column.

        The values, their noise, the grid and the sums of areas are those of the release. If a Series
        or DataFrame was released, its index is matched to the graph's `names`; otherwise rows are in
        the order of the vertices.

        Parameters
        ----------
        graph : Graph
            The public graph, with a vertex per row.
        method, rng, nonnegative
            As for `denoise`. Counts are non-negative: with `nonnegative=True` their intervals are
            cut at 0.

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
            noise=self.noise.distribution,
            grid=float(self.grid),
            totals=totals,
        )

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
        """Return the released sums over areas, as the argument `totals` of `denoise`.

        Parameters
        ----------
        column : int or slice, default 0
            The column, or several, whose sums are returned.

        Returns
        -------
        list of (labels, values, sigma)
            For each partition the number of each place's area (n,), the released sums of the areas
            (g,), or (g, K) for a slice, and the standard deviation of their noise.

        See Also
        --------
        denoise : Combines these sums with the released values.

        Examples
        --------
        >>> import gaussmech as gm
        >>> private = gm.release([3, 14, 0, 8], epsilon=0.5, delta=1e-6, l2_sensitivity=1,
        ...                      l1_sensitivity=1, areas=["north", "north", "south", "south"])
        >>> (labels, values, sigma), = private.totals()
        >>> labels.tolist(), values.shape, round(sigma, 2)
        ([0, 0, 1, 1], (2,), 18.86)
        """
        return [
            (level.codes, np.array(texts, float)[:, column], sigma)
            for level, texts, sigma in zip(
                self.areas, self.area_texts(), self.noise.area_sigmas, strict=True
            )
        ]

    def texts(self, unit: Decimal | None = None) -> list[list[str]]:
        """Return the released values in decimal digits, row by row.

        Parameters
        ----------
        unit : decimal.Decimal, optional
            A power of ten, not smaller than the grid, to which the values are rounded. This costs no
            privacy. None leaves them on the grid.

        Returns
        -------
        list of list of str
            A text for each row and column.
        """
        return self._texts(self.steps, unit)

    def area_texts(self, unit: Decimal | None = None) -> list[list[list[str]]]:
        """Return the released sums of areas as `texts` returns the values, a list per partition."""
        return [self._texts(steps, unit) for steps in self.area_steps]

    def _texts(self, steps: list[int], unit: Decimal | None) -> list[list[str]]:
        """Return multiples of the grid row by row in decimal digits, rounded to `unit`."""
        unit = unit or self.grid
        # The unit is a whole number of steps of the grid.
        rounded = round_to_grid(steps, unit / self.grid)
        cells = [digits(step, unit) for step in rounded]
        starts = range(0, len(cells), self.columns)
        return [cells[start : start + self.columns] for start in starts]


def draw(
    plan: Plan,
    steps: list[int],
    areas: Sequence[Areas] = (),
    labels: Labels | None = None,
    unit: Decimal | None = None,
) -> Release:
    """Return the release of a table, and of its sums over the areas that were planned for.

    `steps` are its values row by row, in multiples of the grid; `unit` is the power of ten to which
    all noisy values are rounded, if it is given.
    """
    rows = np.array(steps, object).reshape(plan.rows, plan.columns)
    vectors = [steps, *(level.sums(rows).ravel().tolist() for level in areas)]
    # The unit is a whole number of steps of the grid.
    ratio = int(unit / plan.noise.grid) if unit else 1
    noisy = []
    for vector, level in zip(vectors, plan.noise.levels, strict=True):
        noise = plan.noise.sample(level.scale, len(vector))
        noisy_vector = [a + b for a, b in zip(vector, noise, strict=True)]
        noisy.append([ratio * step for step in round_to_grid(noisy_vector, ratio)])
    # A release has all fields of its plan.
    return Release(
        **vars(plan),
        steps=noisy[0],
        areas=tuple(areas),
        area_steps=tuple(noisy[1:]),
        labels=labels,
    )
