import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

from gaussmech import cli
from gaussmech.releases import plan
from gaussmech.releases.areas import Areas
from gaussmech.releases.noise import DISTRIBUTIONS
from tests.releases.staircase import StaircaseNoise

# Far apart and far beyond the noise: none of them is released by chance.
SECRETS = (7318291, 9154377, 8426653)


def plan_release(rows, columns=1, areas=(), kind="mixed", **terms):
    """Return the plan of a release of these terms, and of so many areas in each partition."""
    levels = [Areas("area", list(range(k)), np.arange(rows) % k) for k in areas]
    return plan.plan_release(rows, columns, plan.Terms(**terms), levels, kind)


@pytest.fixture(params=[*DISTRIBUTIONS, "staircase"])
def distribution(request, monkeypatch):
    """The name of each distribution of noise, and of one that is added."""
    if request.param not in DISTRIBUTIONS:
        monkeypatch.setitem(DISTRIBUTIONS, request.param, StaircaseNoise)
    return request.param


def no_noise(scale, count):
    return [0] * count


@pytest.fixture
def without_noise(monkeypatch):
    for distribution in DISTRIBUTIONS.values():
        monkeypatch.setattr(distribution, "sample", staticmethod(no_noise))


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command in an empty folder; return its status and what it prints."""
    monkeypatch.chdir(tmp_path)

    def run(line):
        arguments = line.split()
        # Other releases of these people are none of a test that names no ledger.
        if re.match("release (counts|events)", line) and "ledger" not in line:
            arguments.append("--no-ledger")
        try:
            status = cli.main(arguments)
        except SystemExit as stop:
            status = stop.code
        output = capsys.readouterr()
        return status, output.out + output.err

    return run


@pytest.fixture
def succeed(run):
    """Run a command that succeeds; return what it prints."""

    def succeed(line):
        status, text = run(line)
        assert status == 0, text
        return text

    return succeed


@pytest.fixture
def refused(run):
    """Run a command that is refused in one line, writes nothing and shows no true value."""

    def refused(line, status=2):
        before = {*os.listdir()}
        found, text = run(line)
        assert (found, text.count("\n"), {*os.listdir()}) == (status, 1, before), text
        assert not any(str(secret) in text for secret in SECRETS)
        # These are names of Python's arguments; a command says --l1-sensitivity.
        assert not re.search(
            "(l[12]_sensitivity|planned_releases|area_share) (is|must)", text
        )
        return text

    return refused


@pytest.fixture
def facts():
    """Read the facts of a release."""
    return lambda path="private.json": json.loads(Path(path).read_text())
