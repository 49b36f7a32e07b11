"""The ledger: a file that adds up the releases of the same data, and refuses one beyond the total.

Use a ledger whenever data of the same people are released more than once. `LedgerFile` is the file,
to which `add` writes; `LedgerState` is its content, which says what was spent and what still fits.

Each entry has the cost of a release (see `cost.Cost`): mu and tau of Gaussian noise, or the pure
epsilon of Laplace noise and how many columns have it. An entry is written before the noise is
drawn, under a lock, so values that anyone may have seen are never without one, even if the
process is killed. It is never taken back.

A ledger with a total has a `cost.Filter`, which is fixed when the total is stated and stands in the
file: whoever chooses the next budget after seeing results never exceeds the total.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from gaussmech import _checks
from gaussmech._files import MALFORMED, json_bytes, replace_file
from gaussmech._hints import option
from gaussmech.privacy.attack_risk import six_digits
from gaussmech.privacy.cost import (
    DELTA_OR_NONE,
    KINDS,
    Cost,
    Filter,
    cost_of_budget,
    total_cost,
)
from gaussmech.releases.noise import DISTRIBUTIONS, distributions_of
from gaussmech.releases.noise.base import EPSILON
from gaussmech.releases.noise.laplace import WORTH_A_DELTA
from gaussmech.releases.periods import Period
from gaussmech.releases.plan import Plan

ABOUT = (
    "Releases of the same data. They are within the total, if there is one, however budgets followed"
    " from earlier results: by the rule of the ledger's kind, whose parameter is fixed with the total"
    " (gaussian: sum of mu^2, with a largest sum of tau; pure: sum of epsilons; mixed: Renyi"
    " divergence of one order). all_together is the exact composition, which holds only if no budget"
    " depended on earlier results. An entry is made before the noise is drawn; do not remove one"
    " whose values anyone may have seen."
)
# The largest epsilon that still fits is reported as one of these: of three digits, from 1e-4.
ROUND_EPSILONS = [
    float(f"{digits}e{exponent}")
    for exponent in range(-6, 7)
    for digits in range(100, 1000)
]
# Of further releases that cost the same, at most this many are counted.
MOST_REPEATS = 1000
# A file whose own sum differs by a larger share from that of its entries was changed. The sum has six
# digits, and other versions of SciPy may differ in the last of them.
CONTRADICTION = 1e-4
# The numbers of a ledger are in these ranges; a number outside them means that the file is not a
# ledger. COST_RANGE ends far above any cost of practical use.
COST_RANGE: _checks.Interval = {"low": 0, "high": 1e9}
TOTAL: dict[str, _checks.Interval] = {
    "epsilon": {**COST_RANGE, "open_low": True},
    "delta": DELTA_OR_NONE,
}
# A delta is 0 with Laplace noise. A table has at most a million columns.
ENTRY: dict[str, _checks.Interval] = {
    "mu": COST_RANGE,
    "tau": COST_RANGE,
    "pure_epsilon": EPSILON,
    "pure_count": {"low": 0, "high": 1e6},
    "epsilon": COST_RANGE,
    "delta": DELTA_OR_NONE,
}
# What all entries spend together is finite, because Gaussian noise needs a delta.
TOGETHER: dict[str, _checks.Interval] = {
    "epsilon": {"low": 0, "open_high": True},
    "delta": DELTA_OR_NONE,
}
# The order of the Renyi divergence by which a mixed ledger adds.
ORDERS: _checks.Interval = {"low": 1, "open_low": True, "open_high": True}


def _option(is_new: bool) -> str:
    """Return what messages call a ledger: its option, or the argument in Python."""
    return option("new-ledger" if is_new else "ledger", argument="ledger")


# A release in the file.
_Entry = dict[str, Any]
_Entries = list[_Entry]
_Budget = dict[str, float] | None


@dataclass(frozen=True)
class LedgerState:
    """The content of a ledger's file.

    Attributes
    ----------
    privacy_unit : str
        Whose data are protected.
    total : dict or None
        The `epsilon` and `delta` that all releases together may spend.
    kind : {"gaussian", "pure", "mixed"} or None
        Which noise its releases have; None before the first release, if no kind was given.
    planned : int or None
        How many equal releases were planned to share the total; None if no number was given.
    entries : list of dict
        The releases, with the keys of ENTRY, `file` and `begun`; also `period` if it was given, and
        `again` if an earlier release had days of it.
    delta : float
        The largest delta of their budgets, at which their guarantee is stated without a total.
    rule : Filter or None
        The rule that keeps the total; None without a total, and before the first release.
    since : int
        How many releases there were when the rule was fixed.
    """

    privacy_unit: str
    total: _Budget = None
    kind: str | None = None
    planned: int | None = None
    entries: _Entries = field(default_factory=list)
    delta: float = 0.0
    rule: Filter | None = None
    since: int = 0

    @cached_property
    def spent(self) -> dict[str, float]:
        """The guarantee of all releases together, if their budgets were fixed in advance.

        It is given at the delta of the total, if there is a total, otherwise at `delta`, the
        largest of its releases. Epsilon is rounded up to six digits, but not beyond a total that it
        does not exceed.
        """
        delta = self.total["delta"] if self.total else self.delta
        if not self.entries:
            return {"epsilon": 0.0, "delta": delta}
        cost = total_cost(map(_cost, self.entries))
        epsilon = cost.epsilon(delta)
        first = self.entries[0]
        if len(self.entries) == 1 and first["delta"] <= delta:
            epsilon = min(epsilon, first["epsilon"])
        # Where composition saves almost nothing, the sum of pure epsilons is reported, because a
        # reader can check a sum by hand.
        limit = self.total["epsilon"] if self.total else math.inf
        largest_sum = min(epsilon * (1 + WORTH_A_DELTA), limit)
        if cost.mu == 0 and epsilon <= cost.pure_epsilon <= largest_sum:
            epsilon = cost.pure_epsilon
        rounded_epsilon = float(six_digits(epsilon))
        if epsilon <= limit:
            rounded_epsilon = min(rounded_epsilon, limit)
        return {"epsilon": rounded_epsilon, "delta": delta}

    @property
    def is_pure(self) -> bool:
        """Whether there is a total without a delta."""
        return self.total is not None and self.total["delta"] == 0

    @property
    def option(self) -> str:
        """What messages call the ledger: the option, or the argument in Python."""
        return _option(not self.entries)

    def with_release(
        self,
        plan: Plan,
        output: Path,
        period: Period | None = None,
        again: bool = False,
    ) -> LedgerState:
        """Return what the ledger would hold with a release more; nothing is written.

        `again` charges for a period that shares days with an earlier release, for example with late
        data. A ValueError refuses such a period otherwise, noise that a ledger of this kind does not
        accept, a release that would exceed the total, and a first release whose planned repetitions
        do not all fit.
        """
        entry = _entry(plan, output)
        if period is not None:
            entry["period"] = period.record
            if repeated := self._repeated(period):
                if not again:
                    raise ValueError(
                        f"{self.option}: {repeated}; {option('again', argument='again=True')} charges"
                        " the ledger for another release of it"
                    )
                entry["again"] = True
        state = replace(
            self.with_rule(plan.noise.distribution),
            entries=[*self.entries, entry],
            delta=max(self.delta, plan.budget_delta),
        )
        state._check_total(self.option)
        state._check_plan(plan.cost, self.option)
        return state

    def _repeated(self, period: Period) -> str | None:
        """Return which release has days of a period already, None if there is none."""
        for entry in self.entries:
            if "period" not in entry:
                continue
            earlier = Period.from_record(entry["period"])
            if period.overlaps(earlier):
                words = (
                    f"{earlier.text} was released on {entry['begun'][:10]} as"
                    f" {Path(entry['file']).name!r}"
                )
                if earlier.text != period.text:
                    words += f", and {period.text} has days of it"
                return words
        return None

    def with_rule(self, distribution: str) -> LedgerState:
        """Return the state with its kind and, if it has a total, its rule; both stay from now on.

        `distribution` is the distribution of the noise of the next release. A ledger without a
        total refuses nothing, so it starts as a mixed one. A ValueError refuses noise that a ledger
        of this kind does not accept.
        """
        noise = DISTRIBUTIONS[distribution]
        kind = self.kind or (noise.kind if self.total else "mixed")
        allowed = distributions_of(kind)
        if self.is_pure and {kind, noise.kind} != {"pure"}:
            raise ValueError(
                "the total of the ledger has no delta, so all its releases have Laplace noise: take"
                f" {option('noise', 'laplace')}, or state {option('total-delta', argument='delta')}"
            )
        if distribution not in allowed:
            raise ValueError(
                f"the ledger is of kind {kind}, for releases with {_any_of(allowed)} noise; this"
                f" one would have {noise.title()} noise. A ledger started with"
                f" {option('ledger-kind', argument='kind')} mixed"
                " accepts both"
            )
        if self.total is None or self.rule is not None:
            return replace(self, kind=kind)
        rule = Filter.begin(kind, **self.total)
        return replace(self, kind=kind, rule=rule, since=len(self.entries))

    def account(self) -> dict[str, Any]:
        """Return what `private.json` says of the ledger; `statement` says it in words."""
        count = len(self.entries)
        releases = "1 release" if count == 1 else f"{count} releases"
        return {
            "releases": count,
            "kind": self.kind,
            "all_together": self.spent,
            "total": self.total,
            "again": any(entry.get("again") is True for entry in self.entries[-1:]),
            "statement": f"{releases}; {_budget(self.spent)} {self._limit()}",
        }

    def _limit(self) -> str:
        """Return what the total is, and on what the guarantees depend, as the end of a sentence."""
        if self.total is None:
            return (
                "spent, if no budget was chosen after seeing results; there is no total"
            )
        later = "later budgets" if self.since else "budgets"
        kept = f"the total is never exceeded, even if {later} are chosen after seeing results"
        if self.since:
            first = (
                "the first" if self.since == 1 else f"those of the first {self.since}"
            )
            kept += f" ({first} must be fixed in advance)"
        return (
            f"of {_budget(self.total)} spent (kind {self.kind}), if all budgets were fixed in advance;"
            f" {kept}"
        )

    def lines(self) -> dict[str, str]:
        """Return what is spent and what still fits, in words by label."""
        lines = {
            "ledger": self.account()["statement"],
            "still fits": self.remaining_in_words(),
        }
        if self.planned and self.entries:
            last = self.entries[-1]
            lines["planned"] = (
                f"{self.repeats(_cost(last))} more of {_budget(last)} fit; {self.planned} are planned"
            )
        return lines

    def remaining_in_words(self) -> str:
        """Return in words what one more release may cost."""
        if self.total is None:
            return "there is no total, so no release is refused"
        choices = []
        # Distributions of one kind share one budget.
        taken = distributions_of(self.kind or "mixed").values()
        for kind in dict.fromkeys(noise.kind for noise in taken):
            if largest := self._largest(kind):
                budget = f"epsilon {largest:g}"
                if kind != "pure":
                    budget = _budget(self.total | {"epsilon": largest})
                choices.append(
                    f"of {budget} with {_any_of(distributions_of(kind))} noise"
                )
        return f"one release {', or '.join(choices)}" if choices else "nothing"

    def shares(self, noise: str) -> dict[str, dict[str, float]]:
        """Return the budget of each planned release, by distribution, of those that `noise` allows.

        Its delta is that of the total. The result is empty without a plan.
        """
        shares: dict[str, dict[str, float]] = {}
        if not (self.planned and self.total):
            return shares
        allowed = distributions_of(self.kind or "mixed") if noise == "auto" else [noise]
        for distribution in allowed:
            kind = self.with_rule(distribution).kind or "mixed"
            rule = Filter.begin(kind, **self.total)
            epsilon = rule.share(self.planned, DISTRIBUTIONS[distribution].kind)
            shares[distribution] = self.total | {"epsilon": epsilon}
        return shares

    def _check_total(self, name: str) -> None:
        """Refuse releases that exceed the total together; `name` is what messages call the ledger.

        A first release is also within the total if its own guarantee is: its budget depends on no
        result, and as nothing fits after it, it is the only release.
        """
        rule = self.rule
        if rule is None or self._fits([]):
            return
        count = len(self.entries)
        first = self.entries[0]
        is_within = first["epsilon"] <= rule.epsilon and first["delta"] <= rule.delta
        if count == 1 and is_within:
            return
        cost = total_cost(map(_cost, self.entries))
        total = _budget(vars(rule))
        if rule.kind == "gaussian" and cost.tau > rule.parameter:
            raise ValueError(
                f"{name}: with this release, the grids of {count} cost {six_digits(cost.tau)} of"
                f" probability (sum of tau); a ledger of total {total} takes {rule.parameter:g}. Start"
                " a ledger of kind mixed"
            )
        together = {"epsilon": rule.epsilon_of(cost), "delta": rule.delta}
        by_order = ""
        if rule.kind == "mixed":
            by_order = f" by Renyi divergence of order {rule.parameter:g}"
        raise ValueError(
            f"{name}: nothing is released, because with this release {count} are together"
            f" {_budget(together)}-DP{by_order}; the total is {total}. Take a smaller"
            f" {option('epsilon')}"
        )

    def _check_plan(self, cost: Cost, name: str) -> None:
        """Refuse a first release of which fewer than planned fit into the total.

        Without a plan or a total nothing is refused.
        """
        planned = self.planned or 1
        # A single release may spend the whole total.
        if not self.rule or planned == 1 or len(self.entries) != 1:
            return
        if self.rule.allows(total_cost([cost] * planned)):
            return
        fit = 1 + self.repeats(cost)
        only = "only 1 release" if fit == 1 else f"only {fit} releases"
        raise ValueError(
            f"{name}: {only} of {_budget(self.entries[0])} {'fits' if fit == 1 else 'fit'} in the total"
            f" {_budget(vars(self.rule))}, not the {planned} planned; leave out {option('epsilon')} and"
            f" {option('delta')}: then they share the total equally, or state"
            f" {option('planned-releases', argument='releases')} {fit}"
        )

    def repeats(self, cost: Cost) -> int:
        """Return how many more releases of this cost fit, at most 1,000."""
        counts = range(1, MOST_REPEATS + 1)
        return bisect_left(
            counts, True, key=lambda count: not self._fits([cost] * count)
        )

    def _fits(self, further: list[Cost]) -> bool:
        """Return whether further costs do not exceed the total."""
        assert self.rule is not None
        return self.rule.allows(total_cost([*map(_cost, self.entries), *further]))

    def _largest(self, kind: str) -> float:
        """Return the largest epsilon of a release that fits, rounded down to three digits, or 0.

        It has noise of a kind, and the delta of the total if that noise needs one.
        """
        assert self.total is not None
        total = self.total

        def exceeds(epsilon: float) -> bool:
            if epsilon > total["epsilon"]:
                return True
            return not self._fits([cost_of_budget(kind, epsilon, total["delta"])])

        count = bisect_left(ROUND_EPSILONS, True, key=exceeds)
        return ROUND_EPSILONS[count - 1] if count else 0.0


def _any_of(distributions: Iterable[str]) -> str:
    """Return names of distributions of noise in words."""
    return " or ".join(DISTRIBUTIONS[name].title() for name in distributions)


@dataclass(frozen=True)
class LedgerFile:
    """The JSON file of a ledger.

    Attributes
    ----------
    file : str
        The file.
    terms : LedgerState
        What it holds before its first release. Where the file exists, the terms that are given must
        be its own; a total may be added.
    new : bool or None
        True means that the file must not exist, and False that it must, because a misspelt name must
        not start another ledger; None takes either.
    """

    file: str
    terms: LedgerState
    new: bool | None = None

    @property
    def path(self) -> Path:
        """The file itself, if the name is that of a link."""
        return Path(os.path.realpath(self.file))

    @property
    def option(self) -> str:
        """The option that messages name."""
        return _option(self.new is True)

    def add(
        self,
        plan: Plan,
        output: Path,
        period: Period | None = None,
        again: bool = False,
    ) -> LedgerState:
        """Add a release that is about to start, and return what the ledger holds with it.

        A ValueError is raised, and nothing is added, if `LedgerState.with_release` refuses it.
        """
        with self._locked():
            state = self.read().with_release(plan, output, period, again)
            self._write(state)
        return state

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Let no other release change the file while the body runs."""
        try:
            import fcntl
        except ImportError:
            raise ValueError(
                f"{self.option} needs file locks, which this system lacks"
            ) from None
        try:
            # The folder is locked, because the file itself is replaced by a new one.
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                fcntl.flock(folder, fcntl.LOCK_EX)
                yield
            finally:
                os.close(folder)
        except OSError as error:
            raise ValueError(
                f"{self.option}: {str(self.path)!r}: {error.strerror}"
            ) from None

    def read(self) -> LedgerState:
        """Return what the file holds, or its terms if there is none and the ledger is new."""
        path = self.path
        terms = self.terms
        start = option("new-ledger", argument="new=True")
        if self.new or (self.new is None and not path.exists()):
            if path.exists():
                give = option("ledger", argument="new=False")
                raise ValueError(f"{start}: {str(path)!r} exists; give it as {give}")
            if not path.parent.is_dir():
                raise ValueError(
                    f"{self.option}: there is no folder {str(path.parent)!r}"
                )
            if terms.is_pure and terms.kind is None:
                return replace(terms, kind="pure")
            return terms
        state = read_ledger(path, option("ledger"), start)
        if state.privacy_unit != terms.privacy_unit:
            raise ValueError(
                f"{option('privacy-unit', argument='unit')} is {terms.privacy_unit!r}; the ledger"
                f" protects each {state.privacy_unit}, which stays"
            )
        if terms.kind not in (None, state.kind):
            raise ValueError(
                f"{option('ledger-kind', argument='kind')} is {terms.kind!r}; the ledger is of kind"
                f" {state.kind!r}, which stays"
            )
        if state.total is None:
            return replace(state, total=terms.total)
        if terms.total and terms.total != state.total:
            raise ValueError(
                f"{option('total-epsilon', argument='epsilon')} and"
                f" {option('total-delta', argument='delta')} are {_budget(terms.total)}; the ledger"
                f" has the total {_budget(state.total)}, which stays"
            )
        return state

    def _write(self, state: LedgerState) -> None:
        """Replace the file, at once and complete."""
        content = {
            "about": ABOUT,
            "privacy_unit": state.privacy_unit,
            "kind": state.kind,
            "total": state.total,
            "planned_releases": state.planned,
            "parameter": state.rule.parameter if state.rule else None,
            "since": state.since,
            "all_together": state.spent,
            "releases": state.entries,
        }
        replace_file(self.path, json_bytes(content))


def read_total(epsilon: float | None, delta: float | None) -> _Budget:
    """Return the total of these parts, each in its range, or None if neither is given."""
    if epsilon is None and delta is None:
        return None
    if epsilon is None:
        name = option("total-epsilon", argument="epsilon")
        raise ValueError(f"{name} is missing; a total needs an epsilon")
    # A total without a delta is for Laplace noise.
    total = {"epsilon": epsilon, "delta": 0.0 if delta is None else delta}
    return _validate_numbers(total, TOTAL)


def read_ledger(path: Path, option: str, new: str = "") -> LedgerState:
    """Return what a ledger holds, checked.

    A ValueError, which names the option, refuses a file that is not a ledger or has no release, one
    with several names, and one whose own sums contradict its entries. `new` is the option that
    starts a ledger, if there is one.
    """
    if not path.exists():
        start = f"; {new} starts one" if new else ""
        raise ValueError(f"{option}: there is no ledger {str(path)!r}{start}")
    try:
        # Reading a device might never end.
        if not path.is_file():
            raise ValueError
        text = path.read_text(encoding="utf-8")
        content = json.loads(text, object_pairs_hook=_without_duplicates)
        state = _state_of(content)
        together = content["all_together"]["epsilon"]
        links = path.stat().st_nlink
    except OSError as error:
        raise ValueError(f"{option}: {str(path)!r}: {error.strerror}") from None
    except MALFORMED:
        raise ValueError(f"{option}: {str(path)!r} is not a ledger") from None
    if not state.entries:
        raise ValueError(
            f"{option}: {str(path)!r} has no release in it; an emptied ledger is refused, because"
            " what it held may be spent already"
        )
    if links > 1:
        raise ValueError(
            f"{option}: {str(path)!r} has {links} names (hard links). A release replaces the file under"
            " one of them, and the others would forget it: keep one name"
        )
    spent, stated = (
        _budget(state.spent),
        _budget({"epsilon": together, "delta": state.delta}),
    )
    is_sum = math.isclose(together, state.spent["epsilon"], rel_tol=CONTRADICTION)
    if state.spent["delta"] != state.delta or not is_sum:
        raise ValueError(
            f"{option}: {str(path)!r} says that all together spend {stated}; its entries spend {spent}."
            " It was changed by hand, or merged: restore it"
        )
    return state


def entry_line(entry: _Entry) -> str:
    """Return the line of a report on an entry: its date, its budget and its file."""
    name = Path(entry["file"]).name
    # A control character must not reach the terminal.
    shown = name if name.isprintable() else repr(name)
    period = f"{entry['period']['text']}  " if "period" in entry else ""
    return f"{entry['begun'][:10]}  {period}{_budget(entry)}-DP  {shown}"


def _state_of(content: dict[str, Any]) -> LedgerState:
    """Return what the JSON of a ledger states; an error of MALFORMED refuses anything else."""
    entries = content["releases"]
    kind = _checks.one_of("kind", content["kind"], KINDS)
    for entry in entries:
        _validate_entry(entry, kind)
    if not isinstance(entries, list) or not content["privacy_unit"].isprintable():
        raise ValueError
    planned = content.get("planned_releases")
    if planned is not None:
        planned = _checks.whole_number("planned_releases", planned, low=1, high=10**6)
    rule = None
    total = content["total"]
    if total is None and content["parameter"] is not None:
        raise ValueError
    if total is not None:
        total = _validate_numbers(total, TOTAL)
        # Every rule keeps the total for any parameter; an order is finite and above 1.
        parameters = ORDERS if kind == "mixed" else _checks.CLOSED_UNIT
        parameter = _checks.real_scalar("parameter", content["parameter"], **parameters)
        rule = Filter(kind, **total, parameter=parameter)
    together = _validate_numbers(content["all_together"], TOGETHER)
    return LedgerState(
        content["privacy_unit"],
        total,
        kind,
        planned,
        entries,
        together["delta"],
        rule,
        _checks.whole_number("since", content["since"], low=0),
    )


def _validate_entry(entry: dict[str, Any], kind: str) -> None:
    """Refuse the entry of a release that a ledger of this kind cannot have."""
    other_noise = {"gaussian": "pure_count", "pure": "mu", "mixed": None}[kind]
    _validate_numbers(entry, ENTRY)
    _checks.whole_number("pure_count", entry["pure_count"], low=0)
    datetime.fromisoformat(entry["begun"])
    if "period" in entry:
        Period.from_record(entry["period"])
    if "\0" in entry["file"] or other_noise and entry[other_noise] > 0:
        raise ValueError


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a JSON file, in which no key may occur twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError
    return members


def composes_by(cost: Cost) -> dict[str, float]:
    """Return the numbers by which a release composes with others (see `cost.Cost`)."""
    # All columns of a release have the same noise.
    ((pure_epsilon, pure_count),) = cost.pure or ((0.0, 0),)
    return {
        "mu": cost.mu,
        "tau": cost.tau,
        "pure_epsilon": pure_epsilon,
        "pure_count": pure_count,
    }


def _entry(plan: Plan, output: Path) -> _Entry:
    """Return the entry of a release that starts now."""
    return {
        "file": str(output.absolute()),
        "begun": datetime.now(UTC).isoformat(),
        **composes_by(plan.cost),
        "epsilon": plan.epsilon,
        "delta": plan.delta,
    }


def _validate_numbers(
    values: dict[str, Any], ranges: dict[str, _checks.Interval]
) -> dict[str, float]:
    """Return the numbers with a range, each in its range, or raise a ValueError."""
    return {
        name: _checks.real_scalar(name, values[name], **interval)
        for name, interval in ranges.items()
    }


def _cost(entry: _Entry) -> Cost:
    """Return the cost of an entry."""
    pure = (entry["pure_epsilon"], entry["pure_count"])
    return Cost(entry["mu"], entry["tau"], (pure,) if entry["pure_count"] else ())


def _budget(budget: _Entry) -> str:
    """Return a budget in a message, rounded up to six digits."""
    return f"({six_digits(budget['epsilon'])}, {six_digits(budget['delta'])})"
