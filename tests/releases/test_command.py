"""`gaussmech release` from files to files: what it writes, what it refuses, what it never shows."""

import errno
import hashlib
import io
import json
import os
import re
import shlex
import stat
import subprocess
import sys
from itertools import product
from pathlib import Path
from unittest.mock import DEFAULT, Mock

import numpy as np
import pandas as pd
import pytest

import gaussmech as gm
from gaussmech import _files, cli
from gaussmech.graphs import denoise as denoise_module
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.privacy.cost import Cost
from gaussmech.releases.command import OPTIONS
from gaussmech.releases.noise import DISTRIBUTIONS
from gaussmech.releases.outputs.files import estimate as estimate_in_words
from tests.processes import ROOT, text_of
from tests.releases.conftest import SECRETS, plan_release

PAGE = text_of("docs/release.md")
PROOFS = text_of("docs/release-proofs.md").replace("\n", " ")
INPUTS = {
    "counts.csv": "place,count,other,area,count_sd\na,{},1,1,1\nb,{},2,1,1\nc,{},3,1,1\n".format(
        *SECRETS
    ),
    "streets.csv": "from,to,length_m\na,b,100\nb,c,120\nc,d,90\n",
    "places.csv": "id,lon,lat,zone\na,0,0,n\nb,0.001,0,s\nc,0.001,0.001,n\nd,0,0.001,s\n",
    "events.csv": "cab,place,hour\n" + "x,a,8\n" * 40 + "y,b,8\ny,c,9\nz,a,8\n",
    "aliases.csv": "text,place\nold B,b\n",
    "beside.json": "mine",
    "gps.csv": "cab,lon,lat\n" + "x,0.0001,0\n" * 9 + "y,0.001,0.0009\n",
}
BUDGET = "--epsilon 0.5 --delta 1e-6"
COUNTS = f"release counts counts.csv --value count --l2-sensitivity 5 {BUDGET} --output private.csv"
COUNTS += " --yes"
PLACES = f"{COUNTS} --places places.csv"
GRAPH = f"{PLACES} --graph streets.csv"
OF_CABS = f"events.csv --user cab --places places.csv {BUDGET}"
EVENTS = f"release events {OF_CABS} --user-l2-norm 5 --output private.csv"
GPS = EVENTS.replace("events.csv", "gps.csv")
# One event of a user, which allows Laplace noise.
ONE = f"{EVENTS} --place place".replace("user-l2-norm 5", "events-per-user 1")
PRIVATE = {"private.csv", "private.json", "private.html"}


@pytest.fixture(autouse=True)
def work_folder(run):
    for name, text in INPUTS.items():
        Path(name).write_text(text)


def written():
    return {*os.listdir()} - {*INPUTS}


@pytest.fixture
def no_draw(monkeypatch):
    """No noise can be drawn but one value, by which the sampler is tried."""
    for distribution in DISTRIBUTIONS.values():
        monkeypatch.setattr(
            distribution, "sample", staticmethod(Mock(side_effect=[[0]]))
        )


def full_disk(monkeypatch, name, call=1):
    """Make the n-th call of a function of `os` fail."""
    fails = [DEFAULT] * (call - 1) + [OSError(28, "No space left on device")]
    failing = Mock(wraps=getattr(_files.os, name), side_effect=fails)
    monkeypatch.setattr(_files.os, name, failing)
    return failing


def test_counts_become_a_private_table_and_its_facts(succeed, facts):
    text = succeed(f"{COUNTS} --round 1e-6")
    assert "warning" not in text and "to denoise" not in text
    assert "as they are       place of counts.csv: " in text
    table = pd.read_csv("private.csv")
    assert [*table] == ["place", "count"] and [*table["place"]] == ["a", "b", "c"]
    noise = (table["count"] - np.array(SECRETS)).abs()
    assert noise.between(0, 8 * 40.29, inclusive="neither").all()
    about = facts()
    assert about["released"]["published_as_they_are"] == "place of counts.csv"
    statement = "(0.5, 1e-06)-differential privacy"
    assert about["guarantee"]["statement"] == statement and statement in text
    assert "not checked" in about["sensitivity"]["reason"]
    assert float(about["noise"]["sigma"]) == pytest.approx(40.28809, rel=1e-6)
    assert about["versions"]["opendp"] and len(about["not_promised"]) == 5


@pytest.mark.parametrize(
    ("option", "unit", "digits"),
    [
        # A thousandth of sigma, if nothing is said.
        ("", "0.01", r"-?\d+\.\d\d"),
        (" --round 10", "10", r"-?\d+0|0"),
        (" --round 0.001", "0.001", r"-?\d+\.\d{3}"),
    ],
)
def test_no_more_digits_than_mean_something(option, unit, digits, succeed, facts):
    succeed(GRAPH + option)
    table = pd.read_csv("private.csv", dtype=str)
    for value in [*table["count"], *table["count_denoised"]]:
        assert re.fullmatch(digits, value)
    assert facts()["released"]["rounded_to"] == unit


def test_a_graph_adds_denoised_values_beside_the_raw_ones(succeed, facts):
    text = succeed(GRAPH)
    table = pd.read_csv("private.csv")
    denoised = ["count_denoised", "count_low", "count_high"]
    assert [*table] == ["place", "count", *denoised, "lon", "lat"]
    estimate, low, high = table[denoised].to_numpy().T
    assert (low >= 0).all() and (low <= estimate).all() and (estimate <= high).all()
    assert (high - low > 1).all()
    # A place without a row counts 0, and has noise.
    assert len(table) == 4 and abs(table["count"][3]) < 8 * 40.29
    (fit,) = facts()["denoised"]
    low, high = fit["rmse_interval_95_percent"]
    assert low <= fit["rmse"] <= high
    assert fit["interval_columns"] == denoised[1:]
    assert sum((fit["weights"] or {"": 1}).values()) == pytest.approx(1, abs=1e-3)
    # tests/releases/test_page.py has the words of an error that may be 0.
    assert f"count_denoised    {estimate_in_words(fit)}\n" in text
    page = Path("private.html").read_text()
    assert "0.5, 1e-06" in page and "src=" not in page and "http" not in page


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    ("line", "columns"),
    [
        # 40 events of x become 5; y and z are within the bound.
        (
            f"{EVENTS} --place place --by hour 8 --by hour 9 7",
            {"hour_8": [6, 1, 0, 0], "hour_9": [0, 0, 1, 0], "hour_7": [0] * 4},
        ),
        (GPS, {"count": [5, 0, 1, 0]}),
        (f"{COUNTS} --value other", {"count": [*SECRETS], "other": [1, 2, 3]}),
    ],
)
def test_sums_are_those_of_the_data_with_bounded_contributions(line, columns, succeed):
    succeed(line.replace("count --value", "count"))
    assert pd.read_csv("private.csv")[[*columns]].to_dict("list") == columns


AREAS = "--l1-sensitivity 9 --places places.csv --areas zone"
# tests/test_messages.py has more, by each interface.
BAD = {
    f"{EVENTS} --place Place_": "events.csv has no column 'Place_'; did you mean 'place'?",
    COUNTS.replace(
        "value count", "value amount"
    ): "--value: counts.csv has no column 'amount'\n",
    COUNTS.replace("value count", "value coumt"): "'coumt'; did you mean 'count'?",
    PLACES.replace("epsilon 0.5", "epsilon 0").replace(
        " --yes", ""
    ): "noise alone; take a larger one, or say --yes",
    f"{COUNTS} --alias places.csv": "--alias needs the public list of places",
    f"{GPS} --alias gps.csv": "--alias: 'gps.csv' is the private file",
    f"{PLACES} --alias gps.csv": "gps.csv must have the columns text and place",
    f"{GPS} --alias aliases.csv": "--alias does not go with coordinates: name the column",
    "release counts counts.csv": "required: --value, --l2-sensitivity, --output",
    f"{COUNTS} --epsilon 0.5": "--epsilon is given twice",
    f"{EVENTS} --place place --by hour 8 --by cab x": "names the columns 'hour' and 'cab'",
    f"{COUNTS} --privacy-unit=": "--privacy-unit is ''; it must name whose data are protected",
    f"{EVENTS} --place place --max-distance 9": "--max-distance does not go with --place",
    f"{COUNTS} --graph streets.csv --link 3": "--link needs places with columns lon and lat",
    f"{COUNTS} --graph none.geojson": "--graph: cannot read 'none.geojson': there is no such file",
    f"{COUNTS} --id zone": "--id and --layer describe a public file: give --places or",
    f"{PLACES} --layer zone": "--layer is 'zone'; places.csv has no layers",
    f"{COUNTS} --graph streets.csv --id a": "--id is 'a'; streets.csv has no column of ids",
    f"{PLACES} --link 0": "--link, if not 'delaunay', is 0; it must be a whole number from 1 to",
    f"{COUNTS} --round 3": "--round is '3'; it must be a power of ten",
    f"{COUNTS} --round 1e-20": "it must not be finer than the grid",
    f"{COUNTS} --total-epsilon 1": "--ledger is missing",
    f"{COUNTS} --ledger counts.csv": "is not a ledger",
    f"{COUNTS} --ledger private.json": "a file of the release itself",
    f"{COUNTS} --new-ledger private.registry.json": "a file of the release itself",
    f"{COUNTS} --ledger misspelt.json": "/misspelt.json'; --new-ledger starts one",
    f"{COUNTS} --new-ledger beside.json": "/beside.json' exists; give it as --ledger",
    f"{COUNTS} --ledger l.json --new-ledger l.json": "not allowed with argument",
    f"{COUNTS} --new-ledger none/l.json": "/none'",
    f"{COUNTS} --new-ledger l.json --total-epsilon 0 --total-delta 1": "--total-epsilon is 0.0",
    f"{COUNTS} --new-ledger l.json --total-epsilon 1 --total-delta 1": "--total-delta is 1.0; a",
    f"{COUNTS} --ledger-kind pure": "--ledger is missing; a total and a kind are of a ledger",
    f"{EVENTS} --events-per-user 5": "not allowed with argument",
    EVENTS.replace("user-l2-norm 5", "events-per-user 1.5")
    + "": "is '1.5'; it must be a whole number from 1 to",
    f"{COUNTS} --about none.yaml": "--about: cannot read 'none.yaml'",
    f"{COUNTS} --about beside.json": "--about: beside.json has no keys",
    f"{EVENTS}": "name them with --lon and --lat, or",
    f"{EVENTS} --place place --by hour 8 8": "each once",
    EVENTS.replace("--places places.csv", "--place place") + "": "public",
    COUNTS.replace(
        "0.5", "x"
    ): "--epsilon is 'x'; it must be a real number in [0, 700]",
    COUNTS.replace("1e-6", "0"): "--noise laplace with --l1-sensitivity needs none",
    f"{COUNTS} --new-ledger l.json --total-epsilon 1": "--l1-sensitivity is missing; Laplace noise",
    f"{ONE} --new-ledger l.json --total-epsilon 1 --noise gaussian": "or state --total-delta",
    COUNTS.replace(
        "ity 5", "ity 0"
    ): "--l2-sensitivity is 0.0; allowed are numbers in [1e-50,",
    EVENTS.replace("norm 5", "norm 5e308"): "--user-l2-norm is inf; allowed",
    COUNTS.replace("counts.csv", "none.csv"): "cannot read 'none.csv'",
    COUNTS.replace("count --l2", "count count --l2"): "names a column twice",
    COUNTS.replace("private.csv", "private.txt"): "must be a .csv or .gpkg or .geojson",
    COUNTS.replace(
        "private.csv", "none/private.csv"
    ): "cannot write 'none/private.csv': No such file",
    COUNTS.replace("private.csv", "beside.csv"): "'beside.json': File exists",
    f"{COUNTS} --seed 1": "there is no '--seed'",
    COUNTS.replace(BUDGET, ""): "--epsilon and --delta are missing; a release may",
    COUNTS.replace(
        BUDGET, "--l1-sensitivity 9 --noise laplace"
    ): "--epsilon is missing; a",
    f"{ONE} --by our 8": "--by: events.csv has no column 'our'",
    f"{COUNTS.replace('count --l2', 'area --l2')} {AREAS}": "'area' would be the name of two columns"
    " of the table of areas",
    f"{COUNTS.replace('count --l2', 'count count_sd --l2')} {AREAS}": "'count_sd' would be the name of"
    " two columns of the table of areas",
    f"{COUNTS} --l1-sensitivity 9 --areas zone": "give --places, or --areas auto",
    f"{COUNTS} --l1-sensitivity 9 --areas auto": "--areas auto needs --graph or --link",
    f"{COUNTS} {AREAS} --area-share 1": "--area-share is 1.0; allowed",
    f"{COUNTS} {AREAS} zone": "--areas is 'zone zone'; each name must appear once",
    f"{ONE} --areas cab": "cab: places.csv has no such column",
    f"{ONE} --areas lon": "lon: places.csv has no such column",
}


@pytest.mark.parametrize("line", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("dry", ["", " --dry-run"])
def test_bad_input_is_one_line_and_writes_nothing(line, dry, refused):
    assert BAD[line] in refused(line + dry)
    assert Path("beside.json").read_text() == "mine"


# The file of counts, what is added to the command, and what is said; of a cell its line alone.
TWICE = "would be the name of two columns of the output"
TWO = COUNTS.replace("--value count", "--value x") + " --graph streets.csv"
BAD_FILES = [
    (
        f"place,count\na,nan\nb,{SECRETS[0]}",
        PLACES,
        "line 2: 'count' is not a number >= 0",
    ),
    (
        f"place,count\na,1\nb,-{SECRETS[0]}",
        PLACES,
        "line 3: 'count' is not a number >= 0",
    ),
    ("place,count\na,inf", PLACES, "line 2: 'count' is not a number >= 0"),
    (
        "place,count\na,1.100\nb,950",
        PLACES.replace("--yes", ""),
        "which is 1.1 here; write eleven hundred as",
    ),
    (f"place,count\n,{SECRETS[0]}", PLACES, "line 2: 'place' is missing"),
    (
        f"place,count\na,1\na,{SECRETS[1]}",
        PLACES,
        "line 3 is of the same place as counts.csv, line 2",
    ),
    (f"place,count\na,{SECRETS[0]},{SECRETS[1]}", PLACES, "line 2 has 3 cells"),
    (
        f"place,count\nelsewhere,{SECRETS[0]}",
        PLACES,
        "a place that is not among the 4 given",
    ),
    (f"count,at\n{SECRETS[0]},a", COUNTS, "name the column of the places with --place"),
    (
        f"count,at\n{SECRETS[0]},a",
        f"{COUNTS} --place count",
        "cannot be both the places and a",
    ),
    (
        "lon,at\n1,a",
        COUNTS.replace("count --l2", "lon --place at --l2"),
        "'lon' is a coordinate",
    ),
    (f"{SECRETS[0]},{SECRETS[1]}\nb,{SECRETS[2]}", COUNTS, "has no column 'place'"),
    (
        f"place,x,x_denoised\na,{SECRETS[0]},2",
        f"{TWO} --value x_denoised",
        f"'x_denoised' {TWICE}",
    ),
    (
        f"x_denoised,x\na,{SECRETS[0]}",
        f"{TWO} --place x_denoised",
        f"'x_denoised' {TWICE}",
    ),
]


@pytest.mark.parametrize("text, line, message", BAD_FILES, ids=range(len(BAD_FILES)))
def test_a_bad_file_is_refused_without_its_cells(text, line, message, refused):
    Path("counts.csv").write_text(f"{text}\n")
    assert message in refused(line)


@pytest.mark.parametrize(
    ("text", "line", "columns"),
    [
        # x and y would be in range for degrees.
        (
            "at,x,y\na,11,12\n",
            COUNTS.replace("count --l2", "x y --place at --l2"),
            "at x y",
        ),
        # Not the first column, where `place` is another.
        (f"id,place,count\n{SECRETS[0]},a,1\n", COUNTS, "place count"),
        # What is too large to denoise is released raw.
        (f"place,count\na,{SECRETS[0]}0000000\n", GRAPH, "place count lon lat"),
    ],
)
def test_a_value_is_never_taken_for_a_place_or_a_coordinate(
    text, line, columns, succeed
):
    Path("counts.csv").write_text(text)
    succeed(line)
    table = pd.read_csv("private.csv")
    assert [*table] == columns.split() and table.iloc[0, 0] == "a"


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    ("header", "rows", "counts"),
    [
        # tests/releases/test_inputs.py has more rows that are none of the table.
        ("cab,place", 'x,a\n"e\nve",a,a\ny,b\n', [1, 1, 0, 0]),
        # An unknown place, no place, no user; no event at all.
        ("cab,place", "x,a\ny,nowhere\nz,\n,a\n", [1, 0, 0, 0]),
        ("cab,place", "", [0] * 4),
        # A place too far.
        (
            "cab,lon,lat",
            "x,0,0.0001\ny,777.5,0\nz,,\nz,50,50\n,0,0.0001\n",
            [1, 0, 0, 0],
        ),
        ("cab,lon,lat", "", [0] * 4),
    ],
)
def test_whether_a_release_happens_does_not_depend_on_who_is_in_the_data(
    header, rows, counts, succeed
):
    """Released, and the same is said as without any event."""
    line = EVENTS + " --place place" * ("place" in header)
    Path("events.csv").write_text(f"{header}\n{rows}")
    text = succeed(line)
    assert [*pd.read_csv("private.csv")["count"]] == counts
    for name in PRIVATE:
        Path(name).unlink()
    Path("events.csv").write_text(f"{header}\n")
    assert succeed(line) == text and written() == PRIVATE


def test_true_values_are_nowhere(succeed, tmp_path, monkeypatch):
    texts = []
    fsync = _files.os.fsync

    def read(handle):
        texts.append(Path(f"/proc/self/fd/{handle}").read_text())
        fsync(handle)

    # Nothing is left in the folder of temporary files, which is the one of the output here.
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(_files.os, "fsync", read)
    texts.append(succeed(f"{GRAPH} --round 1e-6 --new-ledger l.json"))
    assert len(texts) == 5 and written() == {*PRIVATE, "l.json"}
    texts += [Path(name).read_text() for name in written()]
    # A released value may share leading digits with the true one, but never equals it.
    secrets = rf"(?<!\d)({'|'.join(map(str, SECRETS))})(\.0*)?(?!\.?\d)"
    assert not re.search(secrets, "\n".join(texts))


@pytest.mark.usefixtures("no_draw")
@pytest.mark.parametrize(
    "step, call, more",
    [
        *product(["open", "link"], [1, 3], ["--new-ledger l.json"]),
        ("open", 1, "--dry-run"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_draw(
    step, call, more, refused, monkeypatch
):
    failing = full_disk(monkeypatch, step, call)
    message = "No space left on device; nothing was written"
    assert message in refused(f"{COUNTS} {more}")
    assert failing.call_count == call


@pytest.mark.usefixtures("no_draw")
@pytest.mark.parametrize("suffix", ["csv", "json", "registry.json", "html"])
def test_a_link_that_leads_nowhere_is_refused_before_the_draw(suffix, refused):
    Path(f"private.{suffix}").symlink_to("nowhere")
    message = f"private.{suffix}': File exists; nothing was written"
    assert message in refused(f"{COUNTS} --new-ledger l.json")


@pytest.mark.usefixtures("no_draw")
def test_the_ledger_gets_its_entry_before_the_noise_is_drawn(run, facts):
    with pytest.raises(StopIteration):
        run(f"{COUNTS} --new-ledger l.json")
    assert len(facts("l.json")["releases"]) == 1
    assert written() == {"l.json"}


# Each works on a release of zeros before the entry.
MAKERS = ["files._areas", "files.table_bytes", "csv_bytes", "deployment.record"]
MAKERS = [f"publish.{maker}" for maker in (*MAKERS, "json_bytes", "page_text")]


@pytest.mark.parametrize("maker", [*MAKERS, "private.sources.round_to_grid"])
@pytest.mark.parametrize("more", ["--new-ledger l.json", "--dry-run"])
def test_a_file_that_cannot_be_made_costs_no_budget(maker, more, refused, monkeypatch):
    fail = Mock(side_effect=ValueError("cannot be made"))
    monkeypatch.setattr(f"gaussmech.releases.{maker}", fail)
    line = f"{COUNTS} {AREAS} --registry {more}"
    assert "cannot be made" in refused(line)


@pytest.mark.usefixtures("no_draw")
@pytest.mark.parametrize("names", ["count Count", "row", "geom"])
def test_columns_that_a_format_does_not_take_cost_no_budget(names, refused):
    header = ",".join(["place", *names.split()])
    cells = ",1" * len(names.split())
    Path("counts.csv").write_text(f"{header}\na{cells}\nb{cells}\n")
    line = PLACES.replace("--value count", f"--value {names}")
    line = line.replace("private.csv", "private.gpkg")
    text = refused(f"{line} --new-ledger l.json")
    assert "GDAL does not write this as .gpkg" in text


# A ledger is synchronized first, and the five names that a release may have are tried first.
@pytest.mark.parametrize("step, call", [("fsync", 2), ("fsync", 3), ("link", 6)])
def test_what_fails_after_the_draw_stays_in_the_ledger(
    step, call, run, monkeypatch, facts
):
    full_disk(monkeypatch, step, call)
    status, text = run(f"{COUNTS} --new-ledger l.json")
    assert (status, text.count("\n"), written()) == (2, 1, {"l.json"})
    assert "the budget as spent, and the ledger keeps its entry" in text
    assert len(facts("l.json")["releases"]) == 1


def test_a_file_system_without_hard_links_takes_a_release(succeed, monkeypatch):
    no_links = Mock(side_effect=OSError(errno.EPERM, "Operation not permitted"))
    monkeypatch.setattr(_files.os, "link", no_links)
    succeed(COUNTS)
    assert written() == PRIVATE and no_links.call_count == 8
    assert len(pd.read_csv("private.csv")) == 3


TEN = "--by hour 0 1 2 3 4 5 6 7 8 9 --budget-per-column"


# What JSON calls infinity, and ten columns of 4 each.
@pytest.mark.parametrize(
    ("epsilon", "more", "together"), [(36, "", 36), (700, "", 700), (4, TEN, 40)]
)
def test_a_large_epsilon_is_released(epsilon, more, together, succeed, facts):
    line = ONE.replace("--epsilon 0.5", f"--epsilon {epsilon} {more} --noise laplace")
    succeed(f"{line} --registry --new-ledger l.json")
    risk = facts()["best_attack"]
    assert risk["attack_advantage"] <= 1
    assert risk["gaussian_mu"] == "inf" or risk["gaussian_mu"] > 5
    guarantee = facts()["guarantee"]
    assert guarantee["all_columns_together"]["epsilon"] == together
    assert guarantee["each_column_alone"]["epsilon"] == epsilon


def test_auto_takes_the_noise_that_is_possible(succeed, facts):
    succeed(ONE.replace("0.5", "500"))
    choice = facts()["noise"]["choice"]
    assert "Laplace noise has" in choice
    assert "Gaussian noise is not possible with this budget" in choice


def test_a_large_delta_is_remarked(succeed):
    text = succeed(COUNTS.replace("1e-6", "0.9"))
    assert "publishing everything about one user" in text


def test_values_that_cannot_be_denoised_are_published_as_they_are(succeed, monkeypatch):
    """The budget is spent by then."""
    # The first call is that of the release of zeros.
    fails = [DEFAULT, RuntimeError("no convergence")]
    fail = Mock(wraps=denoise_module.denoise, side_effect=fails)
    monkeypatch.setattr(denoise_module, "denoise", fail)
    reason = "RuntimeError: no convergence; the release is whole"
    assert f"not denoised      {reason}" in succeed(f"{GRAPH} --new-ledger l.json")
    assert [*pd.read_csv("private.csv")] == ["place", "count", "lon", "lat"]


def test_a_sampler_that_fails_spends_nothing(refused, monkeypatch):
    fail = Mock(side_effect=ValueError("no entropy"))
    monkeypatch.setattr(DISTRIBUTIONS["gaussian"], "sample", staticmethod(fail))
    assert "no entropy" in refused(f"{COUNTS} --new-ledger l.json")


@pytest.mark.parametrize("dry", ["", " --dry-run"])
def test_a_broken_kernel_is_found_before_noise_is_drawn(dry, refused, monkeypatch):
    broken = Mock(side_effect=EOFError("Ran out of input"))
    monkeypatch.setattr("gaussmech.graphs._adjacency.breadth_first", broken)
    assert "nothing can be denoised: EOFError" in refused(GRAPH + dry)


TOTAL = "--total-epsilon 0.7 --total-delta 1e-6"


def test_a_ledger_counts_what_is_released_and_not_what_fails(succeed, refused, facts):
    text = succeed(f"{COUNTS} --new-ledger l.json {TOTAL}")
    assert "1 release; (0.5, 1e-06) of (0.7, 1e-06) spent (kind gaussian)" in text
    ledger = Path("l.json").read_text()
    about = facts()["ledger"]
    assert about["all_together"] == {"epsilon": 0.5, "delta": 1e-6}
    assert about["statement"] in text
    second = COUNTS.replace("private", "second") + f" --ledger l.json {TOTAL}"
    # The exact epsilon is 0.72492; a thousandth of delta is kept for discrete noise.
    assert "2 are together (0.724959, 1e-06)-DP" in refused(second)
    assert Path("l.json").read_text() == ledger


def test_a_ledger_without_a_total_refuses_nothing(succeed):
    text = succeed(f"{PLACES} --new-ledger l.json --privacy-unit cab")
    assert "to denoise        link the places by --link delaunay" in text
    line = (
        "<th>Ledger<td>1 release; (0.5, 1e-06) spent, if no budget was chosen after seeing results;"
        " there is no total</tr>"
    )
    assert line in Path("private.html").read_text()
    text = succeed("ledger l.json")
    assert "each cab" in text


def test_laplace_and_gaussian_releases_share_a_ledger(succeed, refused, facts):
    total = "--total-epsilon 1.2 --total-delta 1e-6 --ledger-kind mixed"
    text = succeed(f"{ONE} --new-ledger l.json {total}")
    assert "Laplace noise has standard deviation 2.828" in text
    other = ONE.replace("private", "other") + " --ledger l.json"
    succeed(f"{other} --noise gaussian")
    about = facts("other.json")
    # Beside randomized response at 0.5, Gaussian noise of this mu at 1e-6.
    mu = about["guarantee"]["composes_by"]["mu"]
    together = Cost(mu, pure=((0.5, 1),)).epsilon(1e-6)
    epsilon = about["ledger"]["all_together"]["epsilon"]
    assert together * (1 - 1e-9) <= epsilon < together * (1 + 1e-4)
    message = refused(other.replace("other", "third"))
    assert "3 are together (1." in message and "the total is (1.2, 1e-06)" in message
    assert "by Renyi divergence of order 18.831" in message


# Alone, "auto" would take Gaussian noise for many releases and Laplace noise for one.
@pytest.mark.parametrize(
    "first, other, kind, planned",
    [("laplace", "gaussian", "pure", 24), ("gaussian", "laplace", "gaussian", 1)],
)
def test_a_ledger_of_one_kind_refuses_the_other_and_auto_obeys_it(
    succeed, refused, facts, first, other, kind, planned
):
    total = "--total-epsilon 1.2 --total-delta 1e-6"
    succeed(f"{ONE} --noise {first} --new-ledger l.json {total}")
    assert facts()["ledger"]["kind"] == kind
    line = ONE.replace("private", "second") + " --ledger l.json"
    distribution = first.capitalize()
    message = f"the ledger is of kind {kind}, for releases with {distribution}"
    assert message in refused(f"{line} --noise {other}")
    message = f"is 'mixed'; the ledger is of kind '{kind}', which stays"
    assert message in refused(f"{line} --ledger-kind mixed")
    succeed(f"{line} --planned-releases {planned}")
    assert f"{distribution} noise" in facts("second.json")["noise"]["choice"]


@pytest.mark.parametrize(
    ("options", "distribution", "norm"),
    [
        ("events-per-user 5", "Laplace", "L1"),
        # 25 events in different places have the norm 5.
        ("events-per-user 25", "Gaussian", "L2"),
        ("user-l2-norm 5", "Gaussian", "L2"),
    ],
)
def test_auto_decides_by_public_options_alone(
    options, distribution, norm, succeed, facts
):
    succeed(ONE.replace("events-per-user 1", options))
    assert distribution in facts()["noise"]["distribution"]
    sensitivity = facts()["sensitivity"]
    assert (sensitivity["norm"][:2], sensitivity["value"]) == (norm, 5)
    assert "enforced" in sensitivity["reason"]


# Of events the header is read, and of counts the places.
@pytest.mark.parametrize(
    ("line", "number", "error"), [(ONE, 4, 2.828), (COUNTS, 2, 40.29)]
)
def test_a_dry_run_reads_no_value_and_writes_nothing(line, number, error, succeed):
    Path("events.csv").write_text("cab,place,hour\n")
    Path("counts.csv").write_text("place,count\na,x\nb,y\n")
    text = succeed(f"{line} --dry-run")
    assert written() == set()
    assert "dry run           nothing is written, and no value of " in text
    assert f"would release     {number} places: count\n" in text
    assert f"RMSE {error} per value before denoising\n" in text


@pytest.mark.parametrize("line", [ONE, GRAPH])
def test_a_dry_run_says_what_the_release_then_says(line, succeed):
    before, after = (succeed(line + dry).splitlines() for dry in (" --dry-run", ""))
    labels = {row[:16].strip() for row in before if row in after}
    assert labels >= {"guarantee", "neighbours", "noise", "sensitivity", "errors", "mu"}


@pytest.mark.parametrize(
    "more",
    [
        "--noise laplace",
        "--noise gaussian --ledger-kind mixed --areas auto --link delaunay --by hour 8 9",
    ],
)
def test_planned_releases_share_the_total_and_no_more_fit(
    more, succeed, refused, facts
):
    line = f"{ONE.replace(BUDGET, '')} {more}"
    total = "--total-epsilon 1 --total-delta 1e-6 --planned-releases 3"
    text = succeed(f"{line} --new-ledger l.json {total} --dry-run")
    assert "ledger then       1 release; (" in text
    # Each release has its share already.
    assert "releases together" not in text
    succeed(f"{line} --new-ledger l.json {total}")
    line = line.replace("--ledger-kind mixed", "") + " --ledger l.json"
    for name in ("second", "third"):
        succeed(line.replace("private", name))
    refused(line.replace("private", "fourth"))
    entries = facts("l.json")["releases"]
    assert len({(entry["epsilon"], entry["mu"]) for entry in entries}) == 1


@pytest.mark.parametrize("more", ["", "--delta 0 --noise laplace"])
@pytest.mark.parametrize("line", [ONE, COUNTS.replace("l2", "l1")])
def test_pure_epsilon_needs_no_delta(line, more, succeed, refused, facts):
    line = line.replace(BUDGET, "")
    total = "--new-ledger l.json --total-epsilon 1 --planned-releases 2"
    succeed(f"{line} {total}")
    line = f"{line} --ledger l.json --epsilon 0.25 {more}"
    for name in ("second", "third"):
        succeed(line.replace("private", name))
    guarantee = facts("third.json")["guarantee"]["all_columns_together"]
    assert (guarantee["epsilon"], guarantee["delta"]) == (0.25, 0)
    ledger = facts("third.json")["ledger"]
    assert ledger["total"] == ledger["all_together"] == {"epsilon": 1, "delta": 0}
    message = "4 are together (1.25, 0)-DP; the total is (1, 0)"
    assert message in refused(line.replace("private", "fourth"))


@pytest.mark.parametrize(("umask", "mode"), [(0o077, 0o600), (0o022, 0o644)])
def test_files_have_the_mode_of_the_umask(umask, mode, succeed):
    before = os.umask(umask)
    try:
        succeed(f"{COUNTS} --new-ledger l.json")
    finally:
        os.umask(before)
    assert {stat.S_IMODE(os.stat(name).st_mode) for name in written()} == {mode}


def test_without_opendp_the_extra_is_named(refused, monkeypatch):
    monkeypatch.setattr("gaussmech._extras.find_spec", lambda name: None)
    assert '[release]"' in refused(f"{COUNTS} --new-ledger l.json", status=1)


@pytest.mark.parametrize("page", ["release", "areas"])
def test_a_page_says_what_its_first_command_prints(
    page, succeed, tmp_path, monkeypatch
):
    tutorial = r"gaussmech (release events.*?)private\.csv\n\n.*?:\n\n(.*?)\n\n"
    text = text_of(f"docs/{page}.md")
    command, excerpt = re.search(tutorial, text, re.DOTALL).groups()
    monkeypatch.chdir(ROOT)
    command = command.replace("\\\n", " ")
    printed = succeed(f"{command}{tmp_path}/private.csv").splitlines()
    expected = [line.strip() for line in excerpt.splitlines()]
    assert [line for line in printed if line in expected] == expected
    assert printed[-1].startswith("count_denoised    RMSE over all places ")


def test_other_commands_of_the_page_are_parsed_and_its_options_exist(run):
    for name in ("release counts counts.csv", "ledger"):
        pattern = rf"    gaussmech ({name}.*?)(?:  #.*)?\n(?! )"
        command = re.search(pattern, PAGE, re.DOTALL)[1].replace("\\\n", " ")
        assert cli._parser().parse_args(command.partition("#")[0].split()).run
    help_text = "".join(run(f"release {of} --help")[1] for of in ("counts", "events"))
    options = re.findall(r"`(--[a-z0-9-]+)", PAGE)
    assert options and all(option in help_text for option in options)


def test_the_numbers_of_before_you_publish():
    assert f"= {gaussian_epsilon(40.2881, 1e-6, 20):.2f} with Gaussian noise" in PAGE
    for releases in (12, 24):
        each, delta = gm.split_budget(1.0, 1e-6, releases)
        assert f"({each:.3f}, 1e-6)" in PAGE
    assert f"sigma {analytic_gaussian_sigma(each, delta):.1f} at sensitivity 1" in PAGE
    assert f"sigma {analytic_gaussian_sigma(1 / 24, 1e-6 / 24):.0f}." in PAGE
    # tests/releases/test_choice_of_distribution.py holds what is said of nine events.
    one = {"epsilon": 0.5, "delta": 1e-6, "l2_sensitivity": 1, "l1_sensitivity": 1}
    choice = plan_release(3874, **one).choice
    numbers = re.findall(r"deviation ([\d.]+), .*? attack ([\d.]+ %)", choice)
    # The page compares these two distributions.
    for sigma, gain in numbers[:2]:
        assert f"{float(sigma):.2f}" in PAGE and gain in PAGE
    assert "5 % smaller" in PROOFS and "63 % instead of 18 %" in PROOFS


@pytest.mark.parametrize("line", [COUNTS, ONE])
def test_a_release_needs_a_ledger_or_a_word_against_it(line, capsys):
    with pytest.raises(SystemExit):
        cli.main(line.split())
    message = "--ledger or --new-ledger is missing, or --no-ledger"
    assert message in capsys.readouterr().err
    assert cli.main([*line.split(), "--dry-run"]) == 0


def test_a_release_that_cannot_be_printed_is_a_release(succeed, monkeypatch):
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", ascii_only)
        succeed(COUNTS.replace("private", "zürich"))
    assert b"z\\xfcrich.csv" in ascii_only.buffer.getvalue()
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "gaussmech", *COUNTS.split(), "--no-ledger"],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=True,
        )
    assert written() >= PRIVATE
    expected = b"released: private.csv, private.json, private.html; not printed\n"
    assert process.stderr == expected


@pytest.mark.parametrize(
    ("number", "status", "drafts"),
    [("SIGTERM", 143, 0), ("SIGHUP", 129, 0), ("SIGKILL", -9, 3)],
)
def test_signals_leave_no_draft_and_kill_leaves_some_that_say_so(
    number, status, drafts, succeed
):
    """The signal comes when two files are there, the five names of a release having been tried."""
    code = (
        "import os, signal; from gaussmech import cli\n"
        "link = os.link\n"
        "calls = []\n"
        "def link_and_stop(*names):\n"
        "    link(*names)\n"
        "    calls.append(names)\n"
        f"    if len(calls) == 7: os.kill(os.getpid(), signal.{number})\n"
        "os.link = link_and_stop\n"
        f"cli.main('{COUNTS} --no-ledger'.split())\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(ROOT)}
    )
    assert process.returncode == status
    # The table appears last.
    assert "private.csv" not in written() and bool(written()) == bool(drafts)
    left = [name for name in written() if name.startswith(".private.")]
    assert len(left) == drafts
    for name in PRIVATE & written():
        Path(name).unlink()
    text = succeed(COUNTS)
    for name in left:
        assert "draft-do-not-publish" in name and Path(name).exists()
        assert f"{name} is a draft of a run that was killed or is still running" in text


@pytest.mark.parametrize("more", ["", "--areas zone", "--round 1"])
def test_the_published_file_denoised_again_gives_the_published_column(
    more, succeed, facts
):
    """From the files alone: the table, the table of areas, the facts and the public graph."""
    line = GRAPH.replace("count --l2", "count other --l1-sensitivity 9 --l2")
    succeed(f"{line} {more}")
    table = pd.read_csv("private.csv")
    graph, ids = gm.read_graph("streets.csv", "places.csv")
    assert ids == [*table["place"]]
    unit = float(facts()["released"]["rounded_to"])
    for fit in facts()["denoised"]:
        totals = []
        for level in fit["totals"]:
            areas = pd.read_csv(facts()["areas"]["file"])
            areas = areas[areas["level"] == level["labels"]]
            labels = pd.Index(areas["area"]).get_indexer(table[level["labels"]])
            sums = areas[fit["value_columns"]].to_numpy()
            totals.append((labels, sums, level["sigma"]))
        # The columns are maps that help each other, so they are denoised in one call.
        values = table[fit["value_columns"]].to_numpy()
        again = gm.denoise(values, graph=graph, totals=totals, **fit["arguments"])
        column = again.maps[fit["value_columns"].index(fit["raw_column"])].estimate
        assert column == pytest.approx(table[fit["column"]], abs=0.5001 * unit, rel=0)
        taken = [ids, graph.lon, graph.lat, graph.edges, graph.length_m, graph.weights]
        assert (
            fit["graph"]["digested"]
            == "JSON of [ids, lon, lat, edges, length_m, weights]"
        )
        text = json.dumps(taken, default=np.ndarray.tolist)
        digest = hashlib.sha256(text.encode()).hexdigest()
        assert fit["graph"]["sha256"] == digest


def test_what_is_published_does_not_depend_on_the_rest_of_a_public_file(succeed, facts):
    """A column that is not used may be private; only the terminal names it."""
    records = []
    for column in ("", ",sick", ",sick"):
        lines = Path("places.csv").read_text().splitlines()
        rows = [
            f"{row},x{k * len(records)}" if column else row
            for k, row in enumerate(lines[1:])
        ]
        Path("mixed.csv").write_text("\n".join([lines[0] + column, *rows]))
        line = GRAPH.replace("places.csv", "mixed.csv")
        text = succeed(f"{line} --place place --yes")
        assert ("doubt 1" in text) == bool(column)
        assert ("sick" in text) == bool(column)
        record = facts()
        records.append([record["public_files"], record["denoised"][0]["graph"]])
        for path in map(Path, PRIVATE):
            assert "sick" not in path.read_text()
            path.unlink()
    assert records[0] == records[1] == records[2]
    assert len(records[0][1]["sha256"]) == 64


def test_epsilon_0_is_passed_by_yes(succeed, facts):
    succeed(PLACES.replace("epsilon 0.5", "epsilon 0"))
    assert "--epsilon is 0" in facts()["public_files"]["doubts"][0]


@pytest.mark.parametrize(
    "line",
    [
        f"{EVENTS} --place place --by hour 8 9 --alias aliases.csv",
        f"{GPS} --max-distance 99 --name zone",
    ],
)
def test_a_dry_run_of_events_ends_with_the_command_that_counts_them(line, succeed):
    last = succeed(f"{line} --dry-run").splitlines()[-1]
    command = (
        last.removeprefix("next ")
        .strip()
        .removesuffix("(exact counts, for your eyes only)")
    )
    assert ("--name zone" in command) == ("--name zone" in line)
    text = succeed(" ".join(shlex.split(command)[1:]))
    expected = (
        "43 rows, at one of 4 places"
        if "alias" in line
        else "10 rows, at one of 4 places"
    )
    assert expected in text and ("hour 9" in text) == ("alias" in line)


@pytest.mark.usefixtures("without_noise")
def test_a_public_list_of_aliases_names_places(succeed, facts):
    Path("events.csv").write_text("cab,place\nx,OLD B\ny,old c\nz,B\n")
    line = f"{EVENTS} --place place --alias aliases.csv"
    assert "1 other texts name a place" in succeed(line)
    assert [*pd.read_csv("private.csv")["count"]] == [0, 2, 0, 0]
    assert facts()["public_files"]["ids"]["aliases"] == 1


@pytest.mark.parametrize("link", [None, os.symlink, os.link])
def test_a_public_file_that_is_the_private_one_is_refused(link, refused):
    name = "counts.csv"
    if link is not None:
        name = "public.csv"
        link("counts.csv", name)
    for option in ("--places", "--graph"):
        line = f"{COUNTS} {option} {name}"
        assert f"{option}: {name!r} is the private file" in refused(line)
    events = "release inspect events.csv --place place --places places.csv --graph events.csv"
    assert "--graph: 'events.csv' is the private file" in refused(events)


def test_standard_input_is_a_private_file_too(refused, monkeypatch):
    with open("counts.csv") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        line = COUNTS.replace("counts.csv", "-") + " --places counts.csv"
        assert "is the private file" in refused(line)


def test_former_spellings_of_options_work_and_help_does_not_show_them(succeed, facts):
    succeed(COUNTS.replace("--l2-", "--") + " --unit=cab --each")
    assert facts()["sensitivity"]["value"] == 5
    assert "all of one cab" in json.dumps(facts())
    shown = succeed("release events --help") + succeed("release counts --help")
    for section in OPTIONS.values():
        for new, about in section.items():
            if "former" in about:
                assert new in shown and f"{about['former']} " not in shown
