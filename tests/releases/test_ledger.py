"""The ledger: what several releases of the same data spend together, and when one is refused."""

import json
import math
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pytest

from gaussmech.privacy.calibration import gaussian_epsilon
from gaussmech.releases import ledger as ledger_module
from gaussmech.releases.ledger import Ledger
from gaussmech.releases.plan import plan_release

PLAN = plan_release(100, epsilon=0.5, delta=1e-6, sensitivity=5.0)
TOTAL = {"epsilon": 1.2, "delta": 1e-6}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.json"


def test_releases_add_up_as_gaussian_noise_does_up_to_the_total(path):
    for k in range(1, 6):
        account = Ledger(str(path), "user", TOTAL if k == 1 else None).add(PLAN, Path(f"{k}.csv"))
        exact = gaussian_epsilon(1.0, 1e-6, math.sqrt(k) * PLAN.cost.mu)
        assert exact <= account["all_together"]["epsilon"] <= exact * (1 + 1e-5)
        assert account["releases"] == k and account["total"] == TOTAL
    before = path.read_text()
    with pytest.raises(ValueError, match=r"6 are together \(1.31.*the total is \(1.2, 1e-06\)"):
        Ledger(str(path), "user", None).add(PLAN, Path("6.csv"))
    assert path.read_text() == before and os.listdir(path.parent) == [path.name]


def test_different_releases_compose_exactly(path):
    wide = plan_release(3000, 4, epsilon=1.0, delta=1e-5, sensitivity=2.0, each=True)
    Ledger(str(path), "user", None).add(PLAN, Path("a.csv"))
    account = Ledger(str(path), "user", None).add(wide, Path("b.csv"))
    mu = math.hypot(5.0 / PLAN.noise.sigma, 2.0 * 2 / wide.noise.sigma)
    exact = gaussian_epsilon(1.0, 1e-5, mu)
    assert exact <= account["all_together"]["epsilon"] <= exact * (1 + 1e-5)


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ("[" * 100_000, "is no ledger"),
        ('{"unit": "user", "total": null, "releases": 5}', "is no ledger"),
        ('{"unit": "user", "total": null, "releases": [{"mu": 1}]}', "is no ledger"),
        ('{"unit": "user", "total": {"epsilon": -1, "delta": 0.1}, "releases": []}', "no ledger"),
        ('{"unit": "cab", "total": null, "releases": []}', "protect each cab, not each user"),
        ('{"unit": "user", "total": {"epsilon": 2, "delta": 0.1}, "releases": []}', "already"),
    ],
)
def test_what_is_no_ledger_of_this_is_refused_and_kept(held, message, path):
    path.write_text(held)
    with pytest.raises(ValueError, match=message):
        Ledger(str(path), "user", TOTAL).add(PLAN, Path("a.csv"))
    assert path.read_text() == held
    with pytest.raises(ValueError, match="'/dev/zero' is no ledger"):
        Ledger("/dev/zero", "user", None).add(PLAN, Path("a.csv"))


@pytest.mark.parametrize("change", ["mu", "tau", "epsilon", "delta"])
@pytest.mark.parametrize("value", [-1, math.nan, "x", None, [1], 1e300])
def test_a_forged_entry_is_refused(change, value, path):
    # One release may spend the whole total.
    Ledger(str(path), "user", {"epsilon": 0.5, "delta": 1e-6}).add(PLAN, Path("a.csv"))
    held = json.loads(path.read_text())
    held["releases"][0][change] = value
    path.write_text(json.dumps(held))
    with pytest.raises(ValueError, match="is no ledger"):
        Ledger(str(path), "user", None).add(PLAN, Path("b.csv"))


def test_releases_at_once_lose_no_entry(path):
    with ThreadPoolExecutor(4) as pool:
        ledgers = (Ledger(str(path), "user", None) for _ in range(40))
        list(pool.map(lambda ledger: ledger.add(PLAN, Path("a.csv")), ledgers))
    held = json.loads(path.read_text())
    assert len(held["releases"]) == 40 and os.listdir(path.parent) == [path.name]
    exact = gaussian_epsilon(1.0, 1e-6, math.sqrt(40) * PLAN.cost.mu)
    assert exact <= held["all_together"]["epsilon"] <= exact * (1 + 1e-5)


def test_a_crash_while_writing_keeps_the_old_ledger(path, monkeypatch):
    Ledger(str(path), "user", None).add(PLAN, Path("a.csv"))
    before = path.read_text()
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr(ledger_module.os, "fsync", full)
    with pytest.raises(ValueError, match="No space left on device"):
        Ledger(str(path), "user", None).add(PLAN, Path("b.csv"))
    assert path.read_text() == before and os.listdir(path.parent) == [path.name]
