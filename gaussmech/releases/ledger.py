"""A file that adds up the releases of the same data, and refuses one that would exceed the total.

Each entry has the cost of a release (see `composition.joint_epsilon`): mu and tau of Gaussian
noise, or the pure epsilon of Laplace noise and how many columns have it. An entry is made
before the noise is drawn, under a lock, so that values that anyone may have seen are never without
one, even if the process is killed; it is taken back only if nothing of the release was written.
"""

import contextlib
import json
import math
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gaussmech import _checks
from gaussmech._files import MALFORMED, replace_file
from gaussmech.releases.composition import Cost, total_cost
from gaussmech.releases.files import json_bytes
from gaussmech.releases.noise import EPSILON
from gaussmech.releases.plan import WORTH_A_DELTA, Plan, rounded_up

ABOUT = (
    "Releases of the same data. All together are (epsilon, delta)-differentially private: discrete"
    " Gaussian noise composes as the Gaussian of mu = sqrt(sum mu^2), at the cost of sum tau;"
    " Laplace noise composes as randomized response of pure_epsilon, pure_count times. An entry is"
    " made before the noise is drawn; do not remove one whose values anyone may have seen."
)
# The numbers of a ledger are in these ranges; others mean that the file is no ledger.
SIZE: _checks.Interval = {"low": 0, "high": 1e9}
TOTAL = {"epsilon": _checks.POSITIVE, "delta": _checks.OPEN_UNIT}
# A delta is 0 with Laplace noise. A table has at most a million columns.
ENTRY: dict[str, _checks.Interval] = {
    "mu": SIZE,
    "tau": SIZE,
    "pure_epsilon": EPSILON,
    "pure_count": {"low": 0, "high": 1e6},
    "epsilon": SIZE,
    "delta": {"low": 0, "high": 1, "open_high": True},
}
_Entries = list[dict[str, Any]]
_Budget = dict[str, float] | None


class Ledger:
    """The releases in a JSON file, the unit that they protect, and the total that they may spend.

    Parameters
    ----------
    path : str
        The file; it is made by the first release.
    unit : str
        Whose data are protected; it must be that of the releases in the file.
    total : dict or None
        The `epsilon` and `delta` that all releases together may spend; None takes those of the
        file, if it has any.
    """

    def __init__(self, path: str, unit: str, total: _Budget) -> None:
        self.path = Path(os.path.realpath(path))
        self.unit, self.total = unit, total

    def add(self, plan: Plan, output: Path) -> dict[str, Any]:
        """Add a release that is about to begin, and return what all releases cost together.

        A ValueError is raised, and nothing is added, if the total would be exceeded.
        """
        cost = plan.cost
        # All columns of a release have the same noise.
        ((pure_epsilon, pure_count),) = cost.pure or ((0.0, 0),)
        self.entry: dict[str, Any] = {
            "file": str(output.absolute()),
            "begun": datetime.now(UTC).isoformat(),
            "mu": cost.mu,
            "tau": cost.tau,
            "pure_epsilon": pure_epsilon,
            "pure_count": pure_count,
            "epsilon": plan.epsilon,
            "delta": plan.delta,
        }
        self._delta = plan.budget_delta
        with self._locked() as (entries, total):
            entries.append(self.entry)
            spent = _spent(entries, total, self._delta)
            if total and spent["epsilon"] > total["epsilon"]:
                raise ValueError(
                    f"--ledger: with this release, {len(entries)} are together"
                    f" {_budget(spent)}-DP; the total is {_budget(total)}"
                )
            self._write(entries, total, spent)
        return {"releases": len(entries), "all_together": spent, "total": total}

    def take_back(self) -> None:
        """Remove the entry that `add` made, because nothing of the release was written."""
        with self._locked() as (entries, total):
            entries.remove(self.entry)
            self._write(entries, total, _spent(entries, total, self._delta))

    @contextlib.contextmanager
    def _locked(self) -> Iterator[tuple[_Entries, _Budget]]:
        """Yield the entries and the total of the file, while no other release can change it."""
        try:
            import fcntl
        except ImportError:
            raise ValueError("--ledger needs file locks, which this system lacks") from None
        try:
            # The folder is locked, because the file itself is replaced by a new one.
            folder = os.open(self.path.parent, os.O_RDONLY)
        except OSError as error:
            raise ValueError(f"--ledger: {str(self.path.parent)!r}: {error.strerror}") from None
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield self._read()
        except OSError as error:
            raise ValueError(f"--ledger: {str(self.path)!r}: {error.strerror}") from None
        finally:
            os.close(folder)

    def _read(self) -> tuple[_Entries, _Budget]:
        """Return the entries and the total of the file, which are checked; it need not exist."""
        if not self.path.exists():
            return [], self.total
        try:
            if not self.path.is_file():  # reading a device might never end
                raise ValueError
            held = json.loads(self.path.read_text(encoding="utf-8"))
            entries, known, stated = held["releases"], held["unit"], held["total"]
            for entry in entries:
                _checked(entry, ENTRY)
                _checks.whole_number("pure_count", entry["pure_count"], low=0)
            if stated is not None:
                stated = _checked(stated, TOTAL)
            if not isinstance(entries, list):
                raise TypeError
        except MALFORMED:
            raise ValueError(f"--ledger: {str(self.path)!r} is no ledger") from None
        if known != self.unit:
            units = f"protect each {known}, not each {self.unit}"
            raise ValueError(f"--ledger is of releases that {units}")
        if self.total is not None and stated not in (None, self.total):
            raise ValueError(f"--ledger has a total of {_budget(stated)} already: leave out yours")
        return entries, stated or self.total

    def _write(self, entries: _Entries, total: _Budget, spent: dict[str, float]) -> None:
        """Replace the file, at once and complete."""
        content = {"about": ABOUT, "unit": self.unit, "total": total, "all_together": spent}
        replace_file(self.path, json_bytes(content | {"releases": entries}))


def _checked(held: dict[str, Any], ranges: dict[str, _checks.Interval]) -> dict[str, float]:
    """Return the numbers of these names, each in its range, or raise a ValueError."""
    return {name: _checks.real_scalar(name, held[name], **ranges[name]) for name in ranges}


def _cost(entry: dict[str, Any]) -> Cost:
    """Return the cost of an entry."""
    pure = ((entry["pure_epsilon"], entry["pure_count"]),) if entry["pure_count"] else ()
    return Cost(entry["mu"], entry["tau"], pure)


def _spent(entries: _Entries, total: _Budget, delta: float) -> dict[str, float]:
    """Return the guarantee of all entries together.

    It is stated at the delta of the total, if there is one, else at `delta`. Epsilon is rounded up
    to six digits, but not beyond a total that it does not exceed.
    """
    delta = total["delta"] if total else delta
    if not entries:
        return {"epsilon": 0.0, "delta": delta}
    cost = total_cost(map(_cost, entries))
    epsilon = cost.epsilon(delta)
    if len(entries) == 1 and entries[0]["delta"] <= delta:
        epsilon = min(epsilon, entries[0]["epsilon"])
    # Pure epsilons are simply added where a delta saves next to nothing: their sum reads better.
    limit = total["epsilon"] if total else math.inf
    added = cost.pure_epsilon
    if cost.mu == 0 and epsilon <= added <= min(epsilon * (1 + WORTH_A_DELTA), limit):
        epsilon = added
    stated = rounded_up(epsilon)
    if total and epsilon <= total["epsilon"]:
        stated = min(stated, total["epsilon"])
    return {"epsilon": stated, "delta": delta}


def _budget(budget: dict[str, float]) -> str:
    """Return a budget in a message."""
    return f"({budget['epsilon']:g}, {budget['delta']:g})"
