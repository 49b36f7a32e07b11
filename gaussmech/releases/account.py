"""A ledger in Python: `Ledger`, the public face of the file (`ledger.LedgerFile`)."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from gaussmech import _checks
from gaussmech.privacy.cost import KINDS
from gaussmech.releases.ledger import LedgerFile, LedgerState, read_total


class Ledger:
    """A file that adds up the releases of the same people's data, and refuses one beyond a total.

    Pass it to `release` as ``ledger=``. It is the same file that the command `gaussmech release`
    takes as ``--ledger``. The file is written with its first release, and not before.

    Parameters
    ----------
    file : str or path
        The JSON file. Its path is made absolute at once, so that a later change of folder does not
        start another ledger.
    epsilon, delta : float, optional
        The total that all releases together may spend: epsilon in (0, 700], delta in [0, 1); with
        delta 0, or without delta, only Laplace noise is accepted. Without epsilon the total is that
        of the file; a file without a total refuses nothing.
    releases : int, optional
        How many equal releases are planned to share the total, from 1 to 1,000,000. A release
        without a budget of its own gets such a share.
    new : bool, optional
        True starts a new file, and False opens an existing one. None, the default, opens the file
        if it exists, and otherwise starts it.
    unit : str, default "user"
        Whose data are protected, in a word.
    kind : {"gaussian", "pure", "mixed"}, optional
        Which noise its releases may have: Gaussian, Laplace (pure) or both (mixed). By default it
        is the noise of the first release, and both if there is no total.

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
        If an argument is out of range, if the file is not a ledger, or if it was started with other
        terms.

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
        if kind is not None:
            _checks.one_of("kind", kind, KINDS)
        if releases is not None:
            releases = _checks.whole_number("releases", releases, low=1, high=10**6)
        terms = LedgerState(unit, read_total(epsilon, delta), kind, releases)
        state = LedgerFile(str(self.file), terms, new).read()
        if releases not in (None, state.planned):
            raise ValueError(
                f"releases is {releases}; the ledger {str(self.file)!r} was started with"
                f" {state.planned or 'no number of releases'}"
            )
        if releases is not None and state.total is None:
            raise ValueError(
                f"releases is {releases}; releases share a total: pass epsilon and delta, too"
            )
        self._file = LedgerFile(str(self.file), terms)

    def _as_it_is(self) -> LedgerFile:
        """Return the file for a release: one that is there must not vanish, and be started anew."""
        return replace(self._file, new=False) if self.file.exists() else self._file

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
        return len(self._file.read().entries)

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
        spent = self._file.read().spent
        return spent["epsilon"], spent["delta"]

    def __repr__(self) -> str:
        state = self._file.read()
        start = "" if state.entries else ", which its first release will start"
        return f"Ledger: {self.file}{start}, {state.account()['statement']}"
