"""A ledger in Python, and releases that it charges: by the same code as the command.

`Ledger` is the public face of the file (`ledger.LedgerFile`). A release with a ledger is published as
the command publishes one: everything that may fail does so first, then the ledger gets its entry, and
only then the noise is drawn (`publish`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gaussmech import _checks
from gaussmech.geo.places import Places, Source
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import Labels
from gaussmech.privacy.attack_risk import six_digits
from gaussmech.privacy.cost import KINDS
from gaussmech.releases.ledger import TOTAL, LedgerFile, LedgerState
from gaussmech.releases.noise.grid import round_to_grid
from gaussmech.releases.periods import read_period
from gaussmech.releases.private.sources import CountsFile, Private
from gaussmech.releases.public.places import PublicFiles
from gaussmech.releases.publish import publish
from gaussmech.releases.request import Request
from gaussmech.releases.table import AreaLabels, Release

# The file of a table in memory, and that of its places, in messages and in what is published.
VALUES = "values"
PLACES = "places"


class Ledger:
    """A file that adds up the releases of the same people's data, and refuses one beyond a total.

    Pass it to `release` as ``ledger=``. It is the same file that the command `gaussmech release` takes
    as ``--ledger``. The file begins with its first release; until then nothing is written.

    Parameters
    ----------
    file : str or path
        The JSON file. It is made absolute at once, so that a change of folder does not begin another.
    epsilon, delta : float, optional
        The total that all releases together may spend: epsilon in (0, 700], delta in [0, 1); with
        delta 0, or without one, for Laplace noise alone. Without epsilon nothing is refused, or the
        total is that of the file.
    releases : int, optional
        How many equal releases are planned to share the total, from 1 to 1,000,000. A release without
        a budget of its own has such a share.
    new : bool, optional
        False only opens a file that is there. None, the default, opens it, or plans a new one.
    unit : str, default "user"
        Whose data are protected, in a word.
    kind : {"gaussian", "pure", "mixed"}, optional
        Which noise its releases have. By default it is that of the first release, and both without a
        total.

    Attributes
    ----------
    file : Path
        The absolute path of the file.
    releases : int
        How many releases it has.
    spent : tuple of float
        Epsilon and delta of all of them together, if their budgets were fixed in advance.

    Raises
    ------
    ValueError
        If an argument is out of range, if the file is not a ledger, or was begun with other terms.

    See Also
    --------
    release : Release numbers, and charge a ledger.
    split_budget : The budget of each of several equal releases.

    Examples
    --------
    >>> import gaussmech as gm
    >>> ledger = gm.Ledger("year.json", epsilon=1, delta=1e-6, releases=12)
    >>> ledger.releases, ledger.spent
    (0, (0.0, 1e-06))
    """

    def __init__(
        self,
        file: str | os.PathLike[str],
        *,
        epsilon: float | None = None,
        delta: float | None = None,
        releases: int | None = None,
        new: bool | None = None,
        unit: str = "user",
        kind: str | None = None,
    ) -> None:
        self.file = Path(file).absolute()
        self._unit = unit
        self._kind = None if kind is None else _checks.one_of("kind", kind, KINDS)
        self._planned = releases
        if releases is not None:
            self._planned = _checks.whole_number(
                "releases", releases, low=1, high=10**6
            )
        self._total = self._read_total(epsilon, delta)
        if self._planned is not None and self._total is None and not self.file.exists():
            raise ValueError(
                f"releases is {releases}, which share a total: pass epsilon and delta, too"
            )
        if new is False and not self.file.exists():
            raise ValueError(f"file: there is no {str(self.file)!r}, and new is False")
        if new and self.file.exists():
            raise ValueError(f"file: {str(self.file)!r} exists, and new is True")
        self._check_terms()

    @staticmethod
    def _read_total(epsilon: Any, delta: Any) -> dict[str, float] | None:
        """Return the total, or None if neither part of it is stated."""
        if epsilon is None and delta is None:
            return None
        if epsilon is None:
            raise ValueError("epsilon is missing; a total has one")
        # Without a delta the total is one of Laplace noise.
        total = {"epsilon": epsilon, "delta": 0.0 if delta is None else delta}
        return {
            name: _checks.real_scalar(name, value, **TOTAL[name])
            for name, value in total.items()
        }

    def _check_terms(self) -> None:
        """Raise a ValueError if the file was begun with another plan than the one that is stated."""
        state = self._state()
        if self._planned not in (None, state.planned):
            raise ValueError(
                f"releases is {self._planned}; the ledger {str(self.file)!r} was begun with"
                f" {state.planned or 'no number of releases'}"
            )

    @property
    def releases(self) -> int:
        """How many releases the ledger has.

        See Also
        --------
        Ledger.spent : What they have spent together.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.Ledger("year.json", epsilon=1, delta=1e-6, releases=12).releases
        0
        """
        return len(self._state().entries)

    @property
    def spent(self) -> tuple[float, float]:
        """Epsilon and delta of all releases together, if their budgets were fixed in advance.

        See Also
        --------
        Ledger.releases : How many they are.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.Ledger("year.json", epsilon=1, delta=1e-6, releases=12).spent
        (0.0, 1e-06)
        """
        spent = self._state().spent
        return spent["epsilon"], spent["delta"]

    def _state(self) -> LedgerState:
        """Return what the file holds, or nothing before the first release."""
        return self._file().read()

    def _file(self, period: str | None = None, again: bool = False) -> LedgerFile:
        """Return the file, as a release of a period is about to be added to it."""
        return LedgerFile(
            str(self.file),
            self._unit,
            self._total,
            new=not self.file.exists(),
            planned=self._planned,
            kind=self._kind,
            period=None if period is None else read_period("period", period),
            again=again,
        )

    def _charged_release(
        self,
        rows: Any,
        labels: Labels,
        network: Graph | None,
        levels: Sequence[AreaLabels],
        *,
        output: str | os.PathLike[str] | None = None,
        period: str | None = None,
        again: bool = False,
        **options: Any,
    ) -> Release:
        """Release a table (n, k) of fractions, charge the ledger, and write its files.

        It is `release` that calls it. `labels` are those of the rows, which are public places, and of
        the columns; `network` links the places, if a graph is known; `options` are those of `release`
        that a `Request` has.
        """
        if output is None:
            raise ValueError(
                "output is missing; a release with a ledger is written to a new .csv file, so nothing"
                " is lost when Python ends"
            )
        file = self._file(period, again)
        columns = {
            level.name: [str(level.ids[k]) for k in level.codes] for level in levels
        }
        source = TableOfCounts(
            file=VALUES,
            place=str(labels.rows.name or "place") if labels.is_pandas else "place",
            value=_column_names(labels, rows.shape[1]),
            l2_sensitivity=options["l2_sensitivity"],
            l1_sensitivity=options["l1_sensitivity"],
            period=file.period,
            rows=rows,
        )
        listed = Places(
            [str(name) for name in labels.rows],
            lon=None
            if network is None or network.lon is None
            else network.lon.tolist(),
            lat=None
            if network is None or network.lat is None
            else network.lat.tolist(),
            columns=columns,
            source=Source(PLACES, "labels"),
        )
        request = Request(
            source=source,
            public=PlacesInMemory(
                places=PLACES,
                graph=None,
                id=None,
                layer=None,
                cells=None,
                within=[],
                listed=listed,
                network=network,
            ),
            link=None,
            areas=list(columns),
            area_share=options["area_share"],
            expect_events=None,
            epsilon=options["epsilon"],
            delta=options["delta"],
            noise=options["noise"],
            planned_releases=self._planned,
            budget_per_column=options["budget_per_column"],
            privacy_unit=self._unit,
            round=None,
            ledger=file,
            output=Path(output),
            per=None,
            yes=True,
            about=None,
            registry=False,
        )
        outcome = publish(request)
        if file.new:
            print(f"the ledger begins at {self.file}", file=sys.stderr)
        return replace(outcome.published.release, labels=labels)

    def __repr__(self) -> str:
        state = self._state()
        if not state.entries:
            total = "without a total"
            if state.total:
                epsilon, delta = map(six_digits, state.total.values())
                total = f"with the total ({epsilon}, {delta})"
            plan = f" for {state.planned} releases" if state.planned else ""
            return f"Ledger: {self.file}, which its first release will begin, {total}{plan}"
        return f"Ledger: {self.file}, {state.account()['statement']}"


@dataclass(frozen=True, kw_only=True)
class TableOfCounts(CountsFile):
    """A table in memory: a source like a file of counts, whose rows are in the order of the places.

    Attributes
    ----------
    rows : (n, k) array of Fraction
        The values.
    """

    rows: Any

    def read(self, places: Places | None, unit: str, *, values: bool) -> Private:
        """Return the rows with their places."""
        assert places is not None
        return Private(
            places=places,
            domain=f"Tables of numbers for each of {len(places.ids):,} public places.",
            steps=lambda plan, areas: round_to_grid(self.rows.ravel(), plan.noise.grid),
        )


@dataclass(frozen=True, kw_only=True)
class PlacesInMemory(PublicFiles):
    """Public places in memory, which stand for the public files of a release.

    Attributes
    ----------
    listed : Places
        The places, with the labels of areas as columns.
    network : Graph or None
        How they are linked.
    """

    listed: Places
    network: Graph | None

    @property
    def paths(self) -> list[str]:
        """There is no file, but places are given."""
        return [PLACES]

    @property
    def packages(self) -> dict[str, list[str]]:
        """Nothing is read, so nothing is needed."""
        return {"maps": [], "geography": []}

    def refuse_private(self, private: str) -> None:
        """Nothing is refused: there are no files."""

    def read(self, hint: str | None) -> tuple[Places, Graph | None]:
        """Return the places and their graph."""
        return self.listed, self.network


def _column_names(labels: Labels, count: int) -> list[str]:
    """Return the names of the columns of a table, as its file has them."""
    if labels.columns is not None:
        return [str(name) for name in labels.columns]
    if labels.name is not None:
        return [str(labels.name)]
    return ["value"] if count == 1 else [f"value_{k}" for k in range(1, count + 1)]
