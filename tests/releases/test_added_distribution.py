"""A distribution that is added in one place: releases, the choice, ledgers, files and denoising."""

from pathlib import Path

import pytest

from gaussmech.graphs import noise_distributions as known
from gaussmech.releases.noise import DISTRIBUTIONS, distributions_of
from tests.releases.conftest import plan_release
from tests.releases.staircase import StaircaseNoise

ONCE = {"epsilon": 0.5, "delta": 1e-6, "l2_sensitivity": 1.0, "l1_sensitivity": 1.0}
PLACES = "id,lon,lat\na,0,0\nb,0.001,0\nc,0,0.001\n"
COUNTS = (
    "release counts counts.csv --place id --value count --places places.csv --l2-sensitivity 1"
    " --l1-sensitivity 1 --delta 1e-6"
)


@pytest.fixture(autouse=True)
def staircase(monkeypatch):
    monkeypatch.setitem(DISTRIBUTIONS, "staircase", StaircaseNoise)


@pytest.fixture
def files(run):
    Path("places.csv").write_text(PLACES)
    Path("counts.csv").write_text("id,count\na,7318291\nb,9154377\nc,8426653\n")


@pytest.mark.parametrize("planned", [1, 2])
def test_auto_compares_every_distribution(monkeypatch, planned):
    plan = plan_release(90, **ONCE, planned_releases=planned)
    titles = {part.split()[0] for part in plan.choice.split("; ")}
    assert titles == {noise.title() for noise in DISTRIBUTIONS.values()}
    # With less noise than all others it is taken.
    monkeypatch.setattr(StaircaseNoise, "sigma_of", lambda noise, scale: 1.0)
    plan = plan_release(90, **ONCE, planned_releases=planned)
    assert plan.noise.distribution == "staircase"
    # A ledger for Gaussian noise leaves no choice.
    assert plan_release(90, **ONCE, kind="gaussian").choice.count("noise") == 1


def test_the_command_the_ledger_and_the_files_have_it(files, refused, succeed, facts):
    total = "--new-ledger l.json --total-epsilon 1 --total-delta 1e-6"
    text = succeed(
        f"{COUNTS} --epsilon 0.2 --noise staircase {total} --output private.csv"
    )
    assert "Staircase noise has standard deviation 21.21" in text
    assert facts()["noise"]["distribution"].startswith(
        "independent discrete Staircase on"
    )
    assert facts()["noise"]["choice"].startswith("Staircase noise")
    assert facts()["ledger"]["kind"] == "pure"
    # A pure ledger takes each pure distribution, and no other.
    names = " or ".join(noise.title() for noise in distributions_of("pure").values())
    text = refused(
        f"{COUNTS} --epsilon 0.2 --noise gaussian --ledger l.json --output b.csv"
    )
    assert f"for releases with {names} noise" in text
    text = succeed(f"{COUNTS} --epsilon 0.2 --ledger l.json --output b.csv")
    assert "Staircase noise would have" in text and "Gaussian" not in text


def test_planned_releases_share_the_total(files, succeed):
    plan = "--total-epsilon 1 --total-delta 1e-6 --planned-releases 4"
    line = COUNTS.replace(" --delta 1e-6", " --noise staircase")
    text = succeed(f"{line} --new-ledger l.json {plan} --output private.csv")
    assert "(0.25, 0)-differential privacy" in text


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        (None, "noise is 'staircase'; allowed are 'gaussian', "),
        ({}, "has no excess_kurtosis (the fourth moment less 3), raw_half_width"),
        (
            {**dict.fromkeys(known.NEEDS), "least_score": ...},
            "no least_score",
        ),
    ],
)
def test_denoising_says_before_the_noise_what_it_lacks(
    files, refused, monkeypatch, attributes, words
):
    if attributes is not None:
        has = {name: value for name, value in attributes.items() if value is not ...}
        has["on_grid"] = classmethod(lambda cls, step: cls)
        monkeypatch.setitem(
            known.DISTRIBUTIONS,
            "staircase",
            type("Distribution", (), has),
        )
    new = "--new-ledger l.json --output private.csv"
    line = f"{COUNTS} --epsilon 0.2 --noise staircase {new}"
    assert words in refused(f"{line} --link delaunay")


def test_denoising_takes_a_distribution_that_has_all(files, succeed, monkeypatch):
    monkeypatch.setitem(
        known.DISTRIBUTIONS,
        "staircase",
        known.LaplaceDistribution,
    )
    line = f"{COUNTS} --epsilon 0.2 --noise staircase --link delaunay --no-ledger"
    succeed(f"{line} --output private.csv")
    assert "count_denoised" in Path("private.csv").read_text()
