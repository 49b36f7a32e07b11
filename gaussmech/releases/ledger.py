"""The ledger: a file that adds up the releases of the same data, and refuses one beyond the total.

Use a ledger whenever data of the same people are released more than once. `LedgerFile` is the file,
to which `add` writes; `LedgerState` is its content, which says what was spent.

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
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from gaussmech import _checks
from gaussmech._files import MALFORMED, json_bytes, replace_file
from gaussmech._hints import option
from gaussmech.privacy.accountant import Accountant, budget_in_words
from gaussmech.privacy.cost import COSTS, DELTA_OR_NONE, KINDS, Cost, Filter
from gaussmech.releases.noise import DISTRIBUTIONS, distributions_of
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
# A file whose own sum differs by a larger share from that of its entries was changed. The sum has six
# digits, and other versions of SciPy may differ in the last of them.
CONTRADICTION = 1e-4
# The budgets of a ledger are in these ranges; a number outside them means that the file is not a
# ledger. A delta is 0 with Laplace noise.
BUDGET: dict[str, _checks.Interval] = {"epsilon": COSTS, "delta": DELTA_OR_NONE}
TOTAL = BUDGET | {"epsilon": {**COSTS, "open_low": True}}
# The order of the Renyi divergence by which a mixed ledger adds.
ORDERS: _checks.Interval = {"low": 1, "open_low": True, "open_high": True}


# A release in the file.
_Entry = dict[str, Any]


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
        The releases: the record of each one's cost, `epsilon`, `delta`, `file` and `begun`; also
        `period` if it was given, and `again` if an earlier release had days of it.
    delta : float
        The largest delta of their budgets, at which their guarantee is stated without a total.
    rule : Filter or None
        The rule that keeps the total; None without a total, and before the first release.
    since : int
        How many releases there were when the rule was fixed.
    """

    privacy_unit: str
    total: dict[str, float] | None = None
    kind: str | None = None
    planned: int | None = None
    entries: list[_Entry] = field(default_factory=list)
    delta: float = 0.0
    rule: Filter | None = None
    since: int = 0

    @cached_property
    def spent(self) -> dict[str, float]:
        """The guarantee of all releases together, if their budgets were fixed in advance.

        It is given at the delta of the total, if there is a total, otherwise at `delta`, the
        largest of its releases.
        """
        total = self.total or {"delta": self.delta}
        epsilon = self._accountant.spent(**total)
        return {"epsilon": epsilon, "delta": total["delta"]}

    @property
    def _accountant(self) -> Accountant:
        """The accountant of all releases."""
        return Accountant(tuple(map(Cost.from_record, self.entries)), self.rule)

    @property
    def is_pure(self) -> bool:
        """Whether there is a total without a delta."""
        return self.total is not None and self.total["delta"] == 0

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
        entry: _Entry = {
            "file": str(output.absolute()),
            "begun": datetime.now(UTC).isoformat(),
            **plan.cost.record,
            "epsilon": plan.epsilon,
            "delta": plan.delta,
        }
        if period is not None:
            entry["period"] = period.record
            if repeated := self._repeated(period):
                if not again:
                    raise ValueError(
                        f"{option('ledger')}: {repeated};"
                        f" {option('again', argument='again=True')} charges the ledger for another"
                        " release of it"
                    )
                entry["again"] = True
        state = replace(
            self.with_rule(plan.noise.distribution),
            entries=[*self.entries, entry],
            delta=max(self.delta, plan.budget_delta),
        )
        state._check_total()
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
            titles = " or ".join(other.title() for other in allowed.values())
            raise ValueError(
                f"the ledger is of kind {kind}, for releases with {titles} noise; this"
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
            "statement": f"{releases}; {budget_in_words(self.spent)} {self._limit()}",
        }

    def _limit(self) -> str:
        """Return what the total is, and on what the guarantees depend, as the end of a sentence."""
        if self.total is None:
            return (
                "spent, if no budget was chosen after seeing results; there is no total"
            )
        kind = self.kind or "of the first release"
        later = "later budgets" if self.since else "budgets"
        kept = f"the total is never exceeded, even if {later} are chosen after seeing results"
        if self.since:
            first = (
                "the first" if self.since == 1 else f"those of the first {self.since}"
            )
            kept += f" ({first} must be fixed in advance)"
        return (
            f"of {budget_in_words(self.total)} spent (kind {kind}), if all budgets were fixed in"
            f" advance; {kept}"
        )

    def shares(self, noise: str) -> dict[str, dict[str, float]]:
        """Return the budget of each planned release, by distribution, of those that `noise` allows.

        Its delta is that of the total. The result is empty without a plan.
        """
        shares: dict[str, dict[str, float]] = {}
        if not (self.planned and self.total):
            return shares
        allowed = distributions_of(self.kind) if noise == "auto" else [noise]
        for distribution in allowed:
            rule = self.with_rule(distribution).rule
            assert rule is not None
            epsilon = rule.share(self.planned, DISTRIBUTIONS[distribution].kind)
            shares[distribution] = self.total | {"epsilon": epsilon}
        return shares

    def _check_total(self) -> None:
        """Refuse releases that exceed the total together, and a first one that does not fit as planned.

        A first release is also within the total if its own guarantee is: its budget depends on no
        result, and as nothing fits after it, it is the only release.
        """
        rule = self.rule
        if rule is None:
            return
        name = option("ledger")
        first = self.entries[0]
        is_first = len(self.entries) == 1
        is_within = first["epsilon"] <= rule.epsilon and first["delta"] <= rule.delta
        excess = self._accountant.excess
        if excess and not (is_first and is_within):
            raise ValueError(
                f"{name}: nothing is released, because with this release {excess}. Take a smaller"
                f" {option('epsilon')}"
            )
        planned = self.planned or 1
        # A single release may spend the whole total.
        if is_first and planned > 1 and not self._accountant.allows_each(planned):
            raise ValueError(
                f"{name}: {planned} releases of {budget_in_words(first)} do not fit in the total"
                f" {budget_in_words(vars(rule))}; leave out {option('epsilon')} and {option('delta')}:"
                " then they share the total equally, or plan fewer by"
                f" {option('planned-releases', argument='releases')}"
            )


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
                f"{option('ledger')} needs file locks, which this system lacks"
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
                f"{option('ledger')}: {str(self.path)!r}: {error.strerror}"
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
                raise ValueError(f"{start}: there is no folder {str(path.parent)!r}")
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
                f" {option('total-delta', argument='delta')} are {budget_in_words(terms.total)}; the"
                f" ledger has the total {budget_in_words(state.total)}, which stays"
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


def read_total(epsilon: float | None, delta: float | None) -> dict[str, float] | None:
    """Return the total of these parts, each in its range, or None if neither is given."""
    if epsilon is None and delta is None:
        return None
    if epsilon is None:
        name = option("total-epsilon", argument="epsilon")
        raise ValueError(f"{name} is missing; a total needs an epsilon")
    # A total without a delta is for Laplace noise.
    total = {"epsilon": epsilon, "delta": 0.0 if delta is None else delta}
    return _checks.real_scalars(total, TOTAL)


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
        budget_in_words(state.spent),
        budget_in_words({"epsilon": together, "delta": state.delta}),
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
    return f"{entry['begun'][:10]}  {period}{budget_in_words(entry)}-DP  {shown}"


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
        total = _checks.real_scalars(total, TOTAL)
        # Every rule keeps the total for any parameter; an order is finite and above 1.
        parameters = ORDERS if kind == "mixed" else _checks.CLOSED_UNIT
        parameter = _checks.real_scalar("parameter", content["parameter"], **parameters)
        rule = Filter(kind, **total, parameter=parameter)
    together = _checks.real_scalars(content["all_together"], BUDGET)
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
    cost = Cost.from_record(entry)
    has_other_noise = {"gaussian": cost.pure, "pure": cost.mu}.get(kind)
    _checks.real_scalars(entry, BUDGET)
    datetime.fromisoformat(entry["begun"])
    if "period" in entry:
        Period.from_record(entry["period"])
    if "\0" in entry["file"] or has_other_noise:
        raise ValueError


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a JSON file, in which no key may occur twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError
    return members
