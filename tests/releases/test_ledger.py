"""The ledger: what several releases of the same data spend together, and when one is refused."""

import json
import math
import os
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from functools import partial, reduce
from operator import getitem
from pathlib import Path
from unittest.mock import Mock

import pytest

from gaussmech import _files, cli
from gaussmech.privacy.accountant import Accountant
from gaussmech.privacy.calibration import gaussian_epsilon
from gaussmech.privacy.cost import split_budget
from gaussmech.releases.ledger import LedgerFile, LedgerState, read_ledger
from gaussmech.releases.noise import DISTRIBUTIONS
from tests.releases.conftest import plan_release

PLAN = plan_release(100, epsilon=0.5, delta=1e-6, l2_sensitivity=5.0)
TOTAL = {"epsilon": 1.2, "delta": 1e-6}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.json"


def add(path, plan, total=None, new=False, **terms):
    ledger = LedgerFile(str(path), LedgerState("user", total, **terms), new)
    return ledger.add(plan, Path("a.csv")).account()


def assert_epsilon(account, delta, mu):
    """Assert that the epsilon of all releases together is that of mu, rounded up."""
    exact = gaussian_epsilon(1.0, delta, mu)
    assert exact <= account["all_together"]["epsilon"] <= exact * (1 + 1e-5)


def test_releases_add_up_as_gaussian_noise_does_up_to_the_total(path):
    for k in range(1, 6):
        account = add(path, PLAN, TOTAL if k == 1 else None, new=k == 1)
        assert_epsilon(account, 1e-6, math.sqrt(k) * PLAN.cost.mu)
        assert account["releases"] == k and account["total"] == TOTAL
    before = path.read_text()
    message = r"6 are together \(1.31.*the total is \(1.2, 1e-06\)"
    with pytest.raises(ValueError, match=message):
        add(path, PLAN)
    assert path.read_text() == before and os.listdir(path.parent) == [path.name]


def test_a_ledger_states_its_sum_at_the_largest_delta_of_its_releases(path):
    pure = plan_release(100, epsilon=0.5, l2_sensitivity=1.0, l1_sensitivity=1.0)
    for plan, delta in ((pure, 0), (PLAN, 1e-6), (pure, 1e-6)):
        account = add(path, plan, new=not path.exists())
        assert account["all_together"]["delta"] == delta


def test_different_releases_compose_exactly(path):
    wide = plan_release(
        3000, 4, epsilon=1.0, delta=1e-5, l2_sensitivity=2.0, budget_per_column=True
    )
    add(path, PLAN, new=True)
    mu = math.hypot(5.0 / PLAN.noise.sigma, 2.0 * 2 / wide.noise.sigma)
    assert_epsilon(add(path, wide), 1e-5, mu)


@pytest.mark.parametrize(
    ("part", "other", "message"),
    [
        (".*", "[" * 100_000, "is not a ledger"),
        (".*", "", "is not a ledger"),
        (r"\[.*\]", "[]", "has no release in it; an emptied ledger is refused"),
        ("about", "privacy_unit", "is not a ledger"),
        ("user", "cab", "'user'; the ledger protects each cab"),
        (r"1\.2,", "2,", "the ledger has the total"),
    ],
)
def test_what_is_no_ledger_of_this_is_refused_and_kept(part, other, message, path):
    add(path, PLAN, TOTAL, new=True)
    content = re.sub(part, other, path.read_text(), count=1, flags=re.DOTALL)
    path.write_text(content)
    with pytest.raises(ValueError, match=message):
        add(path, PLAN, TOTAL)
    assert path.read_text() == content


def test_what_never_ends_is_no_ledger():
    with pytest.raises(ValueError, match="'/dev/zero' is not a ledger"):
        add("/dev/zero", PLAN)


NUMBERS = ["mu", "tau", "pure_epsilon", "pure_count", "epsilon", "delta"]
OTHER_DAYS = {"text": "2026-01", "first": "2026-03-01", "last": "2026-03-31"}
# What is changed in a ledger, and other values there; ... leaves the key out.
FORGED = [
    *((["releases", 0, name], [-1, math.nan, "x", [1], 1e300]) for name in NUMBERS),
    (["releases", 0, "mu"], [0.0, ...]),
    (["releases", 0, "pure_count"], [1.5]),
    (["releases", 0, "file"], [..., 5, "a\0"]),
    (["releases", 0, "begun"], [..., 5, "yesterday"]),
    (["releases", 0, "period"], [OTHER_DAYS]),
    (["total"], [None, ...]),
    (["total", "epsilon"], [0.0, -1.0, 1e10, ..., "1"]),
    (["total", "delta"], [0.0, 1.0]),
    (["all_together"], [{"epsilon": math.inf, "delta": 0}]),
    (["all_together", "delta"], [0.0, 1.0, ...]),
    (["all_together", "epsilon"], [0.1, math.nan, math.inf, "x", ...]),
    (["kind"], ["pure", "all", ...]),
    (["parameter"], [0.5, 1, math.inf, math.nan, ...]),
    (["since"], [-1, 0.5, ...]),
    (["planned_releases"], [0, 1.5]),
    (["privacy_unit"], ["a\nb", ...]),
]


@pytest.mark.parametrize(("keys", "values"), FORGED)
def test_a_forged_file_is_no_ledger(keys, values, path):
    # One release may spend the whole total.
    add(path, PLAN, {"epsilon": 0.5, "delta": 1e-6}, new=True, kind="mixed")
    text = path.read_text()
    *parents, key = keys
    for value in values:
        content = json.loads(text)
        part = reduce(getitem, parents, content)
        part[key] = value
        if value is ...:
            del part[key]
        path.write_text(json.dumps(content))
        with pytest.raises(
            ValueError, match="--x: .* (is not a ledger|changed by hand)"
        ):
            read_ledger(path, "--x")


def test_releases_at_once_lose_no_entry(path):
    add(path, PLAN, new=True)
    with ThreadPoolExecutor(4) as pool:
        accounts = list(pool.map(lambda _: add(path, PLAN), range(39)))
    ledger = json.loads(path.read_text())
    assert len(ledger["releases"]) == 40
    assert_epsilon(ledger, 1e-6, math.sqrt(40) * PLAN.cost.mu)
    numbers = sorted(account["releases"] for account in accounts)
    assert numbers == [*range(2, 41)]


def test_of_two_first_releases_at_once_one_is_refused(path):
    def begin(_):
        try:
            return add(path, PLAN, new=True)["releases"]
        except ValueError as error:
            return "exists" in str(error)

    with ThreadPoolExecutor(4) as pool:
        answers = [*map(repr, pool.map(begin, range(4)))]
    assert sorted(answers) == ["1", "True", "True", "True"]


def test_a_ledger_keeps_its_mode_and_its_owner(path, monkeypatch):
    """Nobody who may not read the ledger may read its draft."""
    add(path, PLAN, new=True)
    path.chmod(0o664)
    if os.geteuid() == 0:  # nobody else may give a file away
        os.chown(path, 12345, 23456)
    before = path.stat()
    modes = []
    monkeypatch.setattr(
        _files.os, "fsync", lambda handle: modes.append(os.fstat(handle).st_mode)
    )
    umask = os.umask(0)
    add(path, PLAN)
    os.umask(umask)
    assert {stat.S_IMODE(mode) for mode in modes} == {0o600}
    after = path.stat()
    assert after.st_ino != before.st_ino and after.st_mode == before.st_mode
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


@pytest.mark.parametrize("step", ["fsync", "chown"])
def test_a_ledger_that_cannot_be_written_stays_as_it_is(path, monkeypatch, step):
    add(path, PLAN, new=True)
    before = path.read_text()
    real = os.stat

    def foreign(name, **options):
        """Return the status of a file; a draft has another owner."""
        status = [*real(name, **options)][:10]
        status[4] += _files.DRAFT in str(name)
        return os.stat_result(status)

    monkeypatch.setattr(_files.os, "stat", foreign)
    monkeypatch.setattr(_files.os, step, Mock(side_effect=OSError(28, "No space")))
    with pytest.raises(ValueError, match="No space"):
        add(path, PLAN)
    assert path.read_text() == before and os.listdir(path.parent) == [path.name]


def test_a_total_that_is_stated_later_says_what_must_not_depend_on_results(path):
    add(path, PLAN, new=True, kind="mixed")
    account = add(path, PLAN, TOTAL)
    assert "(the first must be fixed in advance)" in account["statement"]
    assert read_ledger(path, "--ledger").since == 1


def test_the_parameter_of_the_rule_stays_as_it_was_when_the_ledger_began(path):
    add(path, PLAN, TOTAL, new=True, kind="mixed")
    order = json.loads(path.read_text())["parameter"]
    norms = {"l2_sensitivity": 1.0, "l1_sensitivity": 1.0}
    add(path, plan_release(100, epsilon=0.2, delta=1e-6, **norms, noise="laplace"))
    assert json.loads(path.read_text())["parameter"] == order > 1


@pytest.mark.parametrize("kind", ["gaussian", "mixed"])
def test_a_first_release_may_spend_all_and_then_nothing_fits(path, kind):
    add(path, PLAN, {"epsilon": 0.5, "delta": 1e-6}, new=True, kind=kind)
    tiny = plan_release(100, epsilon=0.001, delta=1e-9, l2_sensitivity=5.0)
    with pytest.raises(ValueError, match="the total is"):
        add(path, tiny)


def test_noise_on_a_coarse_grid_needs_a_mixed_ledger(path):
    """A large total leaves almost no probability for the losses of discrete noise."""
    coarse = plan_release(10**6, epsilon=0.1, delta=1e-5, l2_sensitivity=1.0)
    begin = partial(add, path, coarse, {"epsilon": 30, "delta": 1e-6}, new=True)
    message = "grids of 1 cost .* and any in one of kind mixed"
    with pytest.raises(ValueError, match=message):
        begin()
    begin(kind="mixed")


def test_the_command_rounds_budgets_up(path, capsys):
    plan = plan_release(100, epsilon=0.12345649, delta=1.2345649e-6, l2_sensitivity=5.0)
    add(path, plan, new=True)
    assert cli.main(["ledger", str(path)]) == 0
    assert capsys.readouterr().out.count("(0.123457, 1.23457e-06)") == 2


def test_a_first_release_of_which_fewer_than_planned_fit_is_refused(path):
    """Five releases of PLAN are within TOTAL, as the first test shows."""
    message = (
        r"ledger: 12 releases of \(0.5, 1e-06\) do not fit in the total \(1.2, 1e-06\); leave out"
        r" epsilon and delta: .*, or plan fewer by releases"
    )
    with pytest.raises(ValueError, match=message):
        add(path, PLAN, TOTAL, new=True, planned=12)
    assert not path.exists()
    add(path, PLAN, TOTAL, new=True, planned=5)


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
@pytest.mark.parametrize("kind", [None, "mixed"])
@pytest.mark.parametrize("planned", [1, 2, 7, 12, 24, 365])
def test_equal_shares_of_a_total_fit_as_often_as_planned_and_no_more(
    path, noise, kind, planned
):
    total = {"epsilon": 1.0, "delta": 1e-6}
    terms = LedgerState("user", total, kind, planned)
    ledger = LedgerFile(str(path), terms, new=True)
    budget = ledger.read().shares(noise)[noise]
    kinds = {"noise": noise, "kind": kind or DISTRIBUTIONS[noise].kind}
    each, _ = split_budget(**total, releases=planned, **kinds)
    assert budget["epsilon"] == each
    plan = plan_release(
        9, **budget, l2_sensitivity=1.0, l1_sensitivity=1.0, noise=noise
    )
    ledger.add(plan, Path("a.csv"))
    accountant = Accountant((plan.cost,), read_ledger(path, "--ledger").rule)
    # One release may spend the whole total.
    assert accountant.allows_each(planned) or planned == 1
    assert not accountant.allows_each(planned + 1)


def test_a_ledger_with_two_names_is_refused(path):
    add(path, PLAN, new=True)
    os.link(path, path.with_name("other.json"))
    with pytest.raises(ValueError, match=r"has 2 names \(hard links\)"):
        add(path, PLAN)
    path.with_name("other.json").unlink()
    add(path, PLAN)
