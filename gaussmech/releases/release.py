"""Release a table in memory: `gm.release`, alone or with a ledger.

With a ledger the release is published by the same code as a release of the command (`publish`): a
table and places in memory stand for the files.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Hashable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._csv import LARGEST
from gaussmech._extras import need
from gaussmech.geo.places import Places
from gaussmech.graphs.area_plan import AreaPlan
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import Labels, PlaceNames, labels_of
from gaussmech.releases.account import Ledger
from gaussmech.releases.areas import Areas
from gaussmech.releases.ledger import LedgerFile
from gaussmech.releases.noise.grid import round_to_grid
from gaussmech.releases.periods import read_period
from gaussmech.releases.plan import Terms, plan_release
from gaussmech.releases.private.sources import CountsFile, PrivateTable
from gaussmech.releases.public.labels import PLACES, labels_at, refuse_places_as_values
from gaussmech.releases.public.places import PublicFiles
from gaussmech.releases.publish import prepare, publish
from gaussmech.releases.request import Request
from gaussmech.releases.table import Release, draw

if TYPE_CHECKING:
    import pandas as pd

# The name of the table in memory, in messages and in what is published.
VALUES = "values"


@_checks.renamed(sensitivity="l2_sensitivity", each="budget_per_column")
def release(
    values: ArrayLike,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    l2_sensitivity: float | None = None,
    l1_sensitivity: float | None = None,
    noise: str = "auto",
    planned_releases: int = 1,
    budget_per_column: bool = False,
    areas: ArrayLike | AreaPlan | None = None,
    area_share: float | None = None,
    places: Graph | Sequence[Hashable] | pd.Index | None = None,
    ledger: Ledger | None = None,
    period: object = None,
    output: str | os.PathLike[str] | None = None,
    again: bool = False,
) -> Release:
    """Release numbers for publication, with exact Gaussian or Laplace noise on a grid.

    The noise is drawn by OpenDP from the randomness of the operating system, without a seed: a
    release cannot be replayed. Needs OpenDP, which the extra `release` installs.

    Each call spends its budget. Releases about the same people add up, and no call knows of
    another: pass a `Ledger`, a privacy accountant, to all of them.

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
    l2_sensitivity : float in [1e-50, 1e50], optional
        Global L2 sensitivity of each column, in the unit of `values`: the largest Euclidean
        distance by which the data of one person can move the column. Without it, that is
        `l1_sensitivity`, which is never smaller.
    l1_sensitivity : float in [1e-50, 1e50], optional
        Global L1 sensitivity of each column, at least `l2_sensitivity`: the largest sum of changes
        that the data of one person can make in the column. Laplace noise needs it, and nothing else;
        without it "auto" takes Gaussian noise.
    noise : {"auto", "laplace", "gaussian"}, default "auto"
        The distribution of the noise. "auto" takes Laplace noise where its standard deviation is
        more than 20 % smaller, and otherwise Gaussian noise. Only the other arguments decide, not
        the values. `choice` of the result says what was chosen, and what each distribution entails.
    planned_releases : int in [1, 1,000,000], default 1
        How many such releases about the same people are planned. "auto" compares what all of them
        cost together; many releases cost less with Gaussian noise. The budget is not divided: it is
        the budget of this release.
    budget_per_column : bool, default False
        If False, (epsilon, delta) is the budget of all columns together. If True, each column has
        this budget, and all columns together have the `epsilon` of the result, by exact
        composition.
    areas : (n,) or (L, n) array of labels, Series, DataFrame or AreaPlan, optional
        The area of each row, in one or in L public partitions, which need not be nested. A Series,
        or a DataFrame with a column per partition, is matched to the index of `values`. The sums of
        each column over the areas are then released, too, with noise of their own and under the
        same budget; `l1_sensitivity` must be given. `plan_areas` returns areas and their share in
        one.
    area_share : float in [0.001, 0.999], optional
        The share of the budget for the sums of `areas`; None, the default, is 0.15. Several
        partitions share it equally. It is a share of mu^2 with Gaussian noise, and of epsilon with
        Laplace noise. None takes the share of an AreaPlan.
    places : Graph, list or Index, optional
        The public places, by whose names the index of `values` is matched, and which are the rows
        of the release in their order. A place without a row gets 0 before the noise: a group-by
        drops places where nothing happened, and a list without them would reveal that. If the index
        of `values` is the public list itself, pass ``places=values.index``.
    ledger : Ledger, optional
        The ledger that is charged, before the noise is drawn. The release is then published as the
        command does it: written to `output` with its record and its page.
    period : str, date or pandas.Period, optional
        The time of the data, such as "2026-01", or any public text. A ledger accepts each period
        once, so that running a notebook cell again spends nothing. It needs a ledger.
    output : str or path, optional
        The new .csv file of a release with a ledger.
    again : bool, default False
        Whether to release a period again that the ledger already has, for example with late data.

    Returns
    -------
    Release
        `values`, the released values (n, k); `sigma`, the standard deviation of their noise;
        `grid`, the power of ten of which they are multiples; `epsilon` and `delta`, the guarantee
        of all columns together (delta is 0 with Laplace noise, unless `budget_per_column` is True
        and the columns are composed at the delta of the budget), and `column_epsilon`, that of one
        alone; `choice`, why this noise; ``texts()``, the values in decimal digits; ``to_frame()``,
        the values with their labels; ``denoise(graph)``, the denoised maps; and ``totals()``, the
        sums of areas for `denoise`.

    Raises
    ------
    ImportError
        If OpenDP is not installed.
    ValueError
        If an argument is out of range, or no grid is fine enough for the budget; if
        `values` has an index and `places` is missing, or a row is of none of the places; if a
        column has ids or coordinates. The message names the argument, the row and what is allowed,
        but never shows one of `values` or of its labels.

    See Also
    --------
    Ledger : Adds up the releases of the same people's data.
    AnalyticGaussianMechanism : Noise with a seed, in floating point, for simulations.
    analytic_gaussian_sigma : The noise that a budget needs.
    denoise : More accurate values from the released ones, at no privacy cost.

    Notes
    -----
    The values are rounded to the grid, each exactly, and discrete Gaussian noise [1]_ is added, or
    discrete Laplace noise, whose delta is 0 (`calibrate_laplace_noise` has the proof). The budget
    includes what rounding adds to the sensitivity and what the discreteness of the noise takes from
    delta, so it is never exceeded; `calibrate_noise` has the proof. The grid is so fine that sigma
    is above `analytic_gaussian_sigma` by less than 1e-6 of itself, as long as it is below 1e8 times
    the sensitivity.

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

    >>> once = gm.release([3, 14, 0], epsilon=0.5, l1_sensitivity=1)
    >>> round(once.sigma, 4), once.delta
    (2.8284, 0.0)

    A share 0.15 of the budget is for the sums of two areas.

    >>> both = gm.release([3, 14, 0, 8], epsilon=0.5, delta=1e-6, l2_sensitivity=1, l1_sensitivity=1,
    ...                areas=["north", "north", "south", "south"])
    >>> [(labels.tolist(), round(sigma, 2)) for labels, _, sigma in both.totals()]
    [([0, 0, 1, 1], 18.86)]

    Nobody was at the mill, which the index of a group-by would reveal.

    >>> import pandas as pd
    >>> visits = pd.Series(["Park", "Park", "Market"]).value_counts()
    >>> private = gm.release(visits, epsilon=0.5, delta=1e-6, l2_sensitivity=1,
    ...                      places=["Market", "Mill", "Park"])
    >>> list(private.to_frame().index)
    ['Market', 'Mill', 'Park']
    """
    need("release", "opendp")
    if isinstance(areas, AreaPlan):
        area_share = areas.share if area_share is None else area_share
        areas = areas.labels
    if epsilon is not None:
        _checks.real_scalar("epsilon", epsilon, low=0, high=700, open_low=True)
    table, labels, public = _table_at_places(values, places)
    levels = _read_areas(areas, len(table), labels)
    terms = Terms(
        epsilon=epsilon,
        delta=delta,
        l2_sensitivity=l2_sensitivity,
        l1_sensitivity=l1_sensitivity,
        noise=noise,
        planned_releases=planned_releases,
        budget_per_column=budget_per_column,
        area_share=area_share,
    )
    of_ledger: dict[str, Any] = {"period": period, "output": output, "again": again}
    if ledger is None:
        return _drawn(table, labels, public, levels, terms, **of_ledger)
    file = _checks.instance("ledger", ledger, Ledger)._as_it_is()
    return _published(table, labels, public, levels, terms, places, file, **of_ledger)


def _table_at_places(
    values: Any, places: Any
) -> tuple[Any, Labels | None, Places | None]:
    """Return the values as an (n, k) array of fractions, their labels, and the public places.

    A place without a row has 0.
    """
    refuse_places_as_values(values)
    table = _table(values)
    labels, public, positions = labels_at(values, places)
    if positions is None or public is None:
        return table, labels, public
    at_places = np.full((len(public.ids), table.shape[1]), Fraction(0), object)
    at_places[positions] = table
    return at_places, labels, public


def _read_areas(
    areas: ArrayLike | None, rows: int, row_labels: Labels | None
) -> list[Areas]:
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
                f"areas holds {level.dtype}; labels must be whole numbers or texts, of which none is"
                " missing"
            )
        ids, codes = np.unique(level, return_inverse=True)
        name = f"areas {k + 1}" if names is None else str(names[k])
        if "" in ids.tolist():
            raise ValueError(
                f"areas: {name!r} is missing for a place; each place needs its area"
            )
        levels.append(Areas(name, ids.tolist(), codes.astype(np.int64)))
    return levels


def _table(values: ArrayLike) -> Any:
    """Return the values as an (n, k) array of fractions; an error shows none of them."""
    kind = _checks.plain_array("values", values).dtype.kind
    # pandas turns columns of whole and of other numbers into one type, unless that is object.
    plain = values.astype(object) if hasattr(values, "astype") else values
    table = np.array(plain, dtype=object)
    if kind not in "uifO" or table.ndim not in (1, 2) or not table.size:
        content = {
            "U": "texts",
            "b": "truth values",
            "M": "times",
            "m": "durations",
        }.get(kind, "")
        form = content or f"{type(values).__name__} of shape {table.shape}"
        raise ValueError(
            f"values holds {form}; it must be numbers of shape (n,) or (n, k), or a Series or"
            " DataFrame of numbers, as pandas.Series(values) is of a dict"
        )
    for place, cell in np.ndenumerate(table):
        table[place] = _fraction(cell)
        if table[place] is None:
            hint = ""
            if hasattr(values, "set_index"):
                hint = "; a column that names the places must be the index: values.set_index"
            raise ValueError(
                f"values{list(place)} is not a finite number up to 1e100 in size{hint}"
            )
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


def _drawn(
    table: Any,
    labels: Labels | None,
    public: Places | None,
    levels: list[Areas],
    terms: Terms,
    **of_ledger: Any,
) -> Release:
    """Return the release of a table; a ValueError refuses an argument that needs a ledger."""
    for name, value in of_ledger.items():
        if value:
            raise ValueError(f"{name} is {value!r}; it needs a ledger")
    for proof in public.proofs if public else ():
        if proof.doubt:
            # The frames above are `release`, its wrapper for former names, and the caller.
            warnings.warn(proof.doubt, stacklevel=4)
    rows, columns = table.shape
    plan = plan_release(rows, columns, terms, levels)
    return draw(plan, round_to_grid(table.ravel(), plan.noise.grid), levels, labels)


def _published(
    table: Any,
    labels: Labels | None,
    public: Places | None,
    levels: list[Areas],
    terms: Terms,
    places: Any,
    ledger: LedgerFile,
    *,
    period: object,
    output: str | os.PathLike[str] | None,
    again: bool,
) -> Release:
    """Publish a table, charge its ledger, and return the release."""
    if labels is None or public is None:
        raise ValueError(
            "places is missing; a release with a ledger is published with the names of its places"
        )
    if output is None:
        raise ValueError(
            "output is missing; a release with a ledger is written to a new .csv file, so nothing"
            " is lost when Python ends"
        )
    planned = ledger.terms.planned or terms.planned_releases
    request = Request(
        source=CountsFile(
            file=VALUES,
            place=str(labels.rows.name or "place"),
            value=_column_names(labels),
            period=None if period is None else read_period("period", period),
        ),
        public=PublicFiles(places=PLACES),
        terms=replace(terms, planned_releases=planned),
        areas=[level.name for level in levels],
        privacy_unit=ledger.terms.privacy_unit,
        ledger=ledger,
        again=again,
        output=Path(output),
        yes=True,
    )
    private = PrivateTable(
        places=public,
        domain=f"Tables of numbers for each of {len(public.ids):,} public places.",
        steps=lambda plan, areas: round_to_grid(table.ravel(), plan.noise.grid),
    )
    graph = places if isinstance(places, Graph) else None
    ready = prepare(request, private, graph, levels)
    for doubt in ready.understood.doubts:
        # The frames above are `release`, its wrapper for former names, and the caller.
        warnings.warn(doubt, stacklevel=4)
    published, _ = publish(ready)
    if published.ledger and len(published.ledger.entries) == 1:
        print(f"the ledger starts in {ledger.file}", file=sys.stderr)
    return replace(published.release, labels=labels)


def _column_names(labels: Labels) -> list[str]:
    """Return the names of the columns of a table, as its file has them.

    Examples
    --------
    >>> _column_names(Labels([], ["rides", ("amount", "sum")]))
    ['rides', 'amount_sum']
    """
    names = labels.columns
    if names is None:
        names = ["value" if labels.name is None else labels.name]
    # Columns may have names of several levels.
    levels = [name if isinstance(name, tuple) else [name] for name in names]
    return ["_".join(map(str, name)) for name in levels]
