"""The ledger: a file that adds up the releases of the same data, and refuses one beyond the total.

Use a ledger whenever data of the same people are released more than once. `Ledger` is the file, to
which `add` writes; `LedgerState` is its content, which says what was spent and what still fits.

Each entry has the cost of a release (see `cost.joint_epsilon`): mu and tau of Gaussian
noise, or the pure epsilon of Laplace noise and how many columns have it. An entry is written
before the noise is drawn, under a lock, so that values that anyone may have seen are never without
one, even if the process is killed; it is taken back only if nothing of the release was written.
"""

import contextlib
import json
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

from gaussmech import _checks
from gaussmech._files import MALFORMED, replace_file
from gaussmech.privacy.cost import Cost, total_cost
from gaussmech.privacy.meaning import gaussian_mu
from gaussmech.releases.files import json_bytes
from gaussmech.releases.grid import rounded_up
from gaussmech.releases.noise import EPSILON
from gaussmech.releases.plan import WORTH_A_DELTA, Plan

ABOUT = (
    "Releases of the same data. All together are (epsilon, delta)-differentially private: discrete"
    " Gaussian noise composes as the Gaussian of mu = sqrt(sum mu^2), at the cost of sum tau;"
    " Laplace noise composes as randomized response of pure_epsilon, pure_count times. An entry is"
    " made before the noise is drawn; do not remove one whose values anyone may have seen."
)
# The largest epsilon that still fits is reported as 0 if it is below SMALLEST.
SMALLEST = 1e-4
# Of further releases that cost the same, at most this many are counted.
MOST_REPEATS = 1000
# A chosen grid raises mu by less than this share of itself (see `noise.calibrate_noise`).
GRID_COST = 1e-5
# The numbers of a ledger are in these ranges; others mean that the file is no ledger. The limit of
# SIZE is far beyond any cost of use.
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


@dataclass(frozen=True)
class LedgerState:
    """The content of a ledger's file.

    Attributes
    ----------
    unit : str
        Whose data are protected.
    entries : list of dict
        The releases, with the keys of ENTRY, `file` and `begun`.
    total : dict or None
        The `epsilon` and `delta` that all releases together may spend.
    delta : float
        The delta at which their guarantee is stated.
    """

    unit: str
    entries: _Entries
    total: _Budget
    delta: float

    @cached_property
    def spent(self) -> dict[str, float]:
        """The guarantee of all releases together."""
        return _spent(self.entries, self.total, self.delta)

    def account(self) -> dict[str, Any]:
        """Return what `private.json` says of the ledger; `statement` says it in words."""
        together = f"{len(self.entries)} so far, together {_budget(self.spent)}-DP"
        limit = (
            f"the total is {_budget(self.total)}"
            if self.total
            else "no total is stated"
        )
        return {
            "releases": len(self.entries),
            "all_together": self.spent,
            "total": self.total,
            "statement": f"{together}; {limit}",
        }

    def room(self) -> str:
        """Return in words what one more release may cost."""
        if self.total is None:
            return "no total is stated, so that no release is refused"
        laplace_epsilon = self._largest_laplace()
        gaussian_epsilon = self._largest_gaussian()
        if not laplace_epsilon and not gaussian_epsilon:
            return "nothing"
        gaussian = _budget({"epsilon": gaussian_epsilon, "delta": self.total["delta"]})
        return (
            f"one release of epsilon {laplace_epsilon:g} with Laplace noise, or of {gaussian} with"
            " Gaussian noise"
        )

    def repeats(self, cost: Cost) -> int:
        """Return how many more releases of this cost fit, at most 1,000."""
        assert self.total is not None
        # The largest count that fits is built from its binary digits.
        count = 0
        for step in (512, 256, 128, 64, 32, 16, 8, 4, 2, 1):
            candidate = count + step
            if candidate <= MOST_REPEATS and self._fits(_times(cost, candidate)):
                count = candidate
        return count

    def _fits(self, further: Cost) -> bool:
        """Return whether a further cost does not exceed the total."""
        assert self.total is not None
        cost = total_cost([*map(_cost, self.entries), further])
        return cost.epsilon(self.total["delta"]) <= self.total["epsilon"]

    def _largest_laplace(self) -> float:
        """Return the largest epsilon of a pure release that fits, rounded down."""
        assert self.total is not None
        return _largest(
            lambda x: self._fits(Cost(pure=((x, 1),))), self.total["epsilon"]
        )

    def _largest_gaussian(self) -> float:
        """Return the largest epsilon, at the total's delta, of a Gaussian release that fits."""
        assert self.total is not None
        delta = self.total["delta"]

        def fits(epsilon: float) -> bool:
            # mu is rounded up, and noise on a grid costs a tiny share more.
            return self._fits(Cost(mu=gaussian_mu(epsilon, delta) * (1 + GRID_COST)))

        return _largest(fits, self.total["epsilon"])


class Ledger:
    """The releases in a JSON file, the unit that they protect, and the total that they may spend.

    Parameters
    ----------
    path : str
        The file.
    unit : str
        Whose data are protected; it must be that of the releases in the file.
    total : dict or None
        The `epsilon` and `delta` that all releases together may spend; None takes those of the
        file, if it has any.
    new : bool
        Whether this release begins the ledger. Then there must be no such file, and else there must
        be one: a name that is misspelt must not begin another ledger.
    """

    def __init__(
        self, path: str, unit: str, total: _Budget, *, new: bool = False
    ) -> None:
        self.path = Path(os.path.realpath(path))
        self.unit = unit
        self.total = total
        self.new = new
        # Messages name this option.
        self.option = "--new-ledger" if new else "--ledger"

    def with_release(self, plan: Plan, output: Path) -> LedgerState:
        """Return what the ledger would hold with a release; nothing is written.

        A ValueError is raised if the total would be exceeded.
        """
        return self._with_entry(self._read(), plan, output)

    def add(self, plan: Plan, output: Path) -> dict[str, Any]:
        """Add a release that is about to begin, and return what all releases cost together.

        A ValueError is raised, and nothing is added, if the total would be exceeded.
        """
        with self._locked() as state:
            extended = self._with_entry(state, plan, output)
            self.entry = extended.entries[-1]
            self._write(extended)
        return extended.account()

    def take_back(self) -> None:
        """Remove the entry that `add` made, because nothing of the release was written."""
        self.new = False
        with self._locked() as state:
            entries = [entry for entry in state.entries if entry != self.entry]
            if entries:
                self._write(replace(state, entries=entries))
            else:
                self.path.unlink()

    def _with_entry(self, state: LedgerState, plan: Plan, output: Path) -> LedgerState:
        """Return what a ledger holds with one more release; a ValueError refuses it."""
        entries = [*state.entries, _entry(plan, output)]
        extended = replace(state, entries=entries, delta=plan.budget_delta)
        spent = extended.spent
        total = state.total
        if total and spent["epsilon"] > total["epsilon"]:
            raise ValueError(
                f"{self.option}: with this release, {len(entries)} are together"
                f" {_budget(spent)}-DP; the total is {_budget(total)}"
            )
        return extended

    @contextlib.contextmanager
    def _locked(self) -> Iterator[LedgerState]:
        """Yield what the file holds, while no other release can change it."""
        try:
            import fcntl
        except ImportError:
            raise ValueError(
                f"{self.option} needs file locks, which this system lacks"
            ) from None
        try:
            # The folder is locked, because the file itself is replaced by a new one.
            folder = os.open(self.path.parent, os.O_RDONLY)
        except OSError as error:
            raise ValueError(
                f"{self.option}: {str(self.path.parent)!r}: {error.strerror}"
            ) from None
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield self._read()
        except OSError as error:
            raise ValueError(
                f"{self.option}: {str(self.path)!r}: {error.strerror}"
            ) from None
        finally:
            os.close(folder)

    def _read(self) -> LedgerState:
        """Return what the file holds, or nothing if the ledger is new."""
        if self.new:
            if self.path.exists():
                raise ValueError(
                    f"--new-ledger: {str(self.path)!r} exists; give it as --ledger"
                )
            if not self.path.parent.is_dir():
                raise ValueError(
                    f"--new-ledger: there is no folder {str(self.path.parent)!r}"
                )
            return LedgerState(self.unit, [], self.total, 0.0)
        state = read_ledger(self.path, self.option)
        if state.unit != self.unit:
            raise ValueError(
                f"--ledger is of releases that protect each {state.unit}, not each {self.unit}"
            )
        if state.total is None:
            return replace(state, total=self.total)
        if self.total not in (None, state.total):
            raise ValueError(
                f"--ledger has a total of {_budget(state.total)} already: leave out yours"
            )
        return state

    def _write(self, state: LedgerState) -> None:
        """Replace the file, at once and complete."""
        content = {
            "about": ABOUT,
            "unit": state.unit,
            "total": state.total,
            "all_together": state.spent,
            "releases": state.entries,
        }
        replace_file(self.path, json_bytes(content))


def read_ledger(path: Path, option: str) -> LedgerState:
    """Return what a ledger holds, checked.

    A ValueError, which names the option, refuses a file that is none, that has no release, or that
    has a second name.
    """
    if not path.exists():
        begin = "; --new-ledger begins one" if option == "--ledger" else ""
        raise ValueError(f"{option}: there is no {str(path)!r}{begin}")
    try:
        # Reading a device might never end.
        if not path.is_file():
            raise ValueError
        links = path.stat().st_nlink
        text = path.read_text(encoding="utf-8")
        content = json.loads(text, object_pairs_hook=_without_duplicates)
        entries = content["releases"]
        unit = content["unit"]
        total = content["total"]
        for entry in entries:
            _validate_numbers(entry, ENTRY)
            _checks.whole_number("pure_count", entry["pure_count"], low=0)
        if total is not None:
            total = _validate_numbers(total, TOTAL)
        delta = _validate_numbers(
            content["all_together"], {"delta": _checks.OPEN_UNIT}
        )["delta"]
        if not isinstance(entries, list) or not isinstance(unit, str):
            raise TypeError
    except OSError as error:
        raise ValueError(f"{option}: {str(path)!r}: {error.strerror}") from None
    except MALFORMED:
        raise ValueError(f"{option}: {str(path)!r} is no ledger") from None
    if not entries:
        raise ValueError(
            f"{option}: {str(path)!r} has no release in it; an emptied ledger is refused, because"
            " what it held may be spent already"
        )
    if links > 1:
        raise ValueError(
            f"{option}: {str(path)!r} has {links} names (hard links); the others would not see its"
            " next release: remove them"
        )
    return LedgerState(unit, entries, total, delta)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a JSON file, in which no key may occur twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError
    return members


def _entry(plan: Plan, output: Path) -> dict[str, Any]:
    """Return the entry of a release that begins now."""
    cost = plan.cost
    pure_epsilon = 0.0
    pure_count = 0
    if cost.pure:
        # All columns of a release have the same noise.
        ((pure_epsilon, pure_count),) = cost.pure
    return {
        "file": str(output.absolute()),
        "begun": datetime.now(UTC).isoformat(),
        "mu": cost.mu,
        "tau": cost.tau,
        "pure_epsilon": pure_epsilon,
        "pure_count": pure_count,
        "epsilon": plan.epsilon,
        "delta": plan.delta,
    }


def _times(cost: Cost, count: int) -> Cost:
    """Return the cost of this many releases that cost the same."""
    pure = tuple((epsilon, each * count) for epsilon, each in cost.pure)
    return Cost(cost.mu * math.sqrt(count), cost.tau * count, pure)


def _largest(fits: Callable[[float], bool], high: float) -> float:
    """Return the largest epsilon up to `high` that fits, rounded down to three digits, or 0."""
    low = 0.0
    while high - low > 1e-5 * high:
        middle = (low + high) / 2
        if fits(middle):
            low = middle
        else:
            high = middle
        if high < SMALLEST:
            return 0.0
    unit = Decimal(1).scaleb(math.floor(math.log10(low)) - 2)
    return float((Decimal(low) / unit).to_integral_value("ROUND_FLOOR") * unit)


def _validate_numbers(
    values: dict[str, Any], ranges: dict[str, _checks.Interval]
) -> dict[str, float]:
    """Return the numbers with a range, each in its range, or raise a ValueError."""
    return {
        name: _checks.real_scalar(name, values[name], **interval)
        for name, interval in ranges.items()
    }


def _cost(entry: dict[str, Any]) -> Cost:
    """Return the cost of an entry."""
    cost = Cost(mu=entry["mu"], tau=entry["tau"])
    if entry["pure_count"]:
        pure = (entry["pure_epsilon"], entry["pure_count"])
        cost = replace(cost, pure=(pure,))
    return cost


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
    # The sum of pure epsilons is stated where composition saves next to nothing, because a reader
    # can check a sum by hand.
    limit = total["epsilon"] if total else math.inf
    largest_sum = min(epsilon * (1 + WORTH_A_DELTA), limit)
    if cost.mu == 0 and epsilon <= cost.pure_epsilon <= largest_sum:
        epsilon = cost.pure_epsilon
    rounded_epsilon = rounded_up(epsilon)
    if epsilon <= limit:
        rounded_epsilon = min(rounded_epsilon, limit)
    return {"epsilon": rounded_epsilon, "delta": delta}


def _budget(budget: dict[str, float]) -> str:
    """Return a budget in a message."""
    return f"({budget['epsilon']:g}, {budget['delta']:g})"
