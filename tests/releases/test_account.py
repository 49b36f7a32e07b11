"""A ledger in Python: `Ledger`, and releases that it charges."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gaussmech as gm
from gaussmech.releases.publish import publish

TERMS = {"epsilon": 1, "delta": 1e-6, "releases": 12}
PLACES = ["Park", "Market", "Mill"]
COUNTS = pd.Series({"Mill": 14, "Park": 3}, name="visits")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def release(ledger, month, **options):
    options = {"output": f"{month}.csv", "period": month} | options
    options = {"places": PLACES, "l2_sensitivity": 1} | options
    return gm.release(COUNTS, ledger=ledger, **options)


def test_twelve_months_share_the_total_and_a_thirteenth_is_refused(capsys):
    ledger = gm.Ledger("year.json", **TERMS)
    assert "its first release will start" in repr(ledger) and ledger.releases == 0
    assert not Path("year.json").exists()
    for month in range(1, 13):
        private = release(ledger, f"2026-{month:02}")
    assert f"the ledger starts in {ledger.file}" in capsys.readouterr().err
    assert private.epsilon == pytest.approx(gm.split_budget(1, 1e-6, 12)[0], rel=1e-5)
    assert ledger.releases == 12 and 0.99 < ledger.spent[0] <= 1
    with pytest.raises(
        ValueError, match=r"ledger: .* with this release 13 are together"
    ):
        release(ledger, "2027-01")
    assert not Path("2027-01.csv").exists()


def test_a_cell_that_is_run_again_spends_nothing_and_what_is_written_is_what_is_returned():
    ledger = gm.Ledger("year.json", **TERMS)
    private = release(ledger, "2026-01")
    before = Path("year.json").read_bytes()
    table = pd.read_csv("2026-01.csv", index_col="place")
    assert list(table.index) == PLACES == list(private.to_frame().index)
    np.testing.assert_allclose(table["visits"], private.values[:, 0])
    for repeated in ("2026-01", "2026-01-01/2026-01-31", "2026-W05", "2026"):
        message = r"2026-01 was released on 20.* as '2026-01.csv'.*; again=True charges"
        with pytest.raises(ValueError, match=message):
            release(ledger, repeated, output="new.csv")
    with pytest.raises(ValueError, match=r"output: .*2026-01.csv': File exists"):
        release(ledger, "2026-01", again=True)
    assert Path("year.json").read_bytes() == before
    assert release(ledger, "2026-01", again=True, output="late.csv").values.any()
    record = json.loads(Path("late.json").read_text())
    assert record["period"]["first"] == "2026-01-01" and record["ledger"]["again"]
    assert not json.loads(Path("2026-01.json").read_text())["ledger"]["again"]
    # A restarted kernel opens what is there, from wherever it is.
    assert gm.Ledger("year.json").releases == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"releases": 6}, "releases is 6; the ledger .* was started with 12"),
        ({"delta": 1e-6}, "epsilon is missing; a total needs an epsilon"),
        ({"kind": "pure"}, "kind is 'pure'; the ledger is of kind 'gaussian'"),
        ({"new": True}, "new=True: '.*year.json' exists; give it as new=False"),
    ],
)
def test_a_ledger_that_was_begun_on_other_terms_is_refused(options, message):
    release(gm.Ledger("year.json", **TERMS), "2026-01")
    with pytest.raises(ValueError, match=message):
        gm.Ledger("year.json", **options)


def test_a_ledger_that_is_only_to_be_opened_must_be_there():
    with pytest.raises(ValueError, match="there is no ledger .*; new=True starts one"):
        gm.Ledger("year.json", new=False)
    with pytest.raises(ValueError, match="releases is 12; releases share a total"):
        gm.Ledger("year.json", releases=12)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"output": None}, "output is missing"),
        ({"areas": ["n", "", "n"], "l1_sensitivity": 1}, "'areas 1' is missing for a"),
        ({"output": "a.txt"}, "output is 'a.txt'"),
        ({"period": "2026-13"}, "period is '2026-13'"),
        ({"epsilon": 0, "delta": 1e-6}, "epsilon is 0; allowed are"),
        ({"epsilon": 0.9, "delta": 1e-6}, "12 releases of .* do not fit in"),
    ],
)
def test_what_is_refused_costs_no_budget(options, message):
    ledger = gm.Ledger("year.json", **TERMS)
    with pytest.raises(ValueError, match=message):
        release(ledger, "2026-01", **options)
    assert not list(Path().iterdir())


def test_a_graph_denoises_and_areas_have_sums(capsys):
    graph = gm.Graph(3, [[0, 1], [1, 2]], names=PLACES)
    ledger = gm.Ledger("year.json")
    private = gm.release(
        COUNTS,
        places=graph,
        epsilon=1,
        delta=1e-6,
        l2_sensitivity=1,
        l1_sensitivity=1,
        areas=pd.DataFrame({"auto": ["n", "n", "s"]}, index=PLACES),
        ledger=ledger,
        output="a.csv",
    )
    assert "visits_denoised" in pd.read_csv("a.csv")
    assert len(pd.read_csv("a.areas.csv")) == len(private.areas[0].ids) == 2
    released = json.loads(Path("a.json").read_text())["released"]
    assert released["published_as_they_are"] == "place, auto of places"


def test_a_ledger_that_disappears_during_a_release_is_not_started_anew(monkeypatch):
    ledger = gm.Ledger("year.json", **TERMS)
    release(ledger, "2026-01")

    def without_ledger(ready):
        ledger.file.rename("moved.json")
        return publish(ready)

    monkeypatch.setattr("gaussmech.releases.release.publish", without_ledger)
    with pytest.raises(ValueError, match="there is no ledger"):
        release(ledger, "2026-02")
    assert not Path("year.json").exists() and not Path("2026-02.csv").exists()


def test_doubts_about_places_in_memory_are_told_before_the_charge(monkeypatch):
    monkeypatch.setattr("gaussmech.releases.release.publish", None)
    graph = gm.Graph(3, [[0, 1]], names=PLACES)
    message = "1 of 3 places lie outside .*; link them by gaussmech.link_places"
    with pytest.warns(UserWarning, match=message) as found, pytest.raises(TypeError):
        release(gm.Ledger("year.json", **TERMS), "2026-01", places=graph)
    assert found[0].filename == __file__ and not list(Path().iterdir())


def test_a_release_has_the_plan_and_the_unit_of_its_ledger():
    """One release alone would have Laplace noise, which is smaller."""
    ledger = gm.Ledger(
        "year.json", **TERMS | {"releases": 24}, unit="cab", kind="mixed"
    )
    budget = {"epsilon": 0.1, "delta": 1e-6, "l1_sensitivity": 1}
    assert release(ledger, "2026-01", **budget).noise.distribution == "gaussian"
    guarantee = json.loads(Path("2026-01.json").read_text())["guarantee"]
    words = guarantee["each_column_alone"]["neighbours"]
    assert words == "add or remove all of one cab"


def test_a_total_without_delta_is_kept_by_laplace_noise():
    ledger = gm.Ledger("year.json", epsilon=1, releases=3)
    for month in ("2026-01", "2026-02", "2026-03"):
        private = release(ledger, month, l1_sensitivity=1)
        assert private.delta == 0 and private.noise.distribution == "laplace"
    assert ledger.spent == (1.0, 0.0)
    with pytest.raises(ValueError, match=r"4 are together \(1.33334, 0\)-DP"):
        release(ledger, "2026-04", l1_sensitivity=1)
