"""`gaussmech release` from files to files: what it writes, what it refuses, what it never shows."""

import csv
import errno
import hashlib
import io
import json
import math
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from unittest.mock import DEFAULT, Mock

import numpy as np
import pytest

import gaussmech as gm
from gaussmech import _files, cli
from gaussmech.graphs import denoise as denoise_module
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.privacy.cost import joint_epsilon
from gaussmech.releases.laws import LAWS
from gaussmech.releases.plan import plan_release

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/release.md").read_text(encoding="utf-8")
PROOFS = (
    (ROOT / "docs/release-proofs.md").read_text(encoding="utf-8").replace("\n", " ")
)
# Far apart and far beyond the noise: none of them is released by chance.
SECRETS = (7318291, 9154377, 8426653)
BUDGET = "--epsilon 0.5 --delta 1e-6"


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    inputs = {
        "counts.csv": f"place,count,other\na,{SECRETS[0]},1\nb,{SECRETS[1]},2\nc,{SECRETS[2]},3\n",
        "streets.csv": "from,to,length_m\na,b,100\nb,c,120\nc,d,90\n",
        "places.csv": "id,lon,lat\na,0,0\nb,0.001,0\nc,0.001,0.001\nd,0,0.001\n",
        "events.csv": "cab,place,hour\n" + "x,a,8\n" * 40 + "y,b,8\ny,c,9\nz,a,8\n",
        "beside.json": "mine",
        "gps.csv": "cab,lon,lat\n" + "x,0.0001,0\n" * 9 + "y,0.001,0.0009\n",
    }
    for name, text in inputs.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def release(work_folder, capsys):
    def run(line):
        before = {path.name for path in work_folder.iterdir()}
        try:
            # Other releases of these people are none of a test that names no ledger.
            alone = ["--no-ledger"] * ("ledger" not in line)
            status = cli.main(["release", *line.split(), *alone])
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        new = {path.name for path in work_folder.iterdir()} - before
        return status, captured.out, captured.err, new

    return run


@pytest.fixture
def refused(release):
    """The one line of a refusal, which writes nothing and shows no true value."""

    def refused(line, status=2):
        exit_status, out, err, new = release(line)
        assert (exit_status, out, new, err.count("\n")) == (status, "", set(), 1)
        assert not any(str(secret) in err for secret in SECRETS)
        return err

    return refused


@pytest.fixture
def not_drawn(monkeypatch):
    """Whether no noise was drawn but one value to try the sampler."""
    counts = []
    for law in LAWS.values():

        def counted(scale, count, sample=law.sample):
            counts.append(count)
            return sample(scale, count)

        monkeypatch.setattr(law, "sample", staticmethod(counted))
    return lambda: set(counts) <= {1}


def full_disk(monkeypatch, name, call=1):
    """Make the n-th call of a function of `os` fail."""
    fails = [DEFAULT] * (call - 1) + [OSError(28, "No space left on device")]
    failing = Mock(wraps=getattr(_files.os, name), side_effect=fails)
    monkeypatch.setattr(_files.os, name, failing)
    return failing


def rows(path="private.csv"):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def facts(path="private.json"):
    return json.loads(Path(path).read_text())


COUNTS = (
    f"counts counts.csv --value count --sensitivity 5 {BUDGET} --output private.csv"
)
EVENTS = f"events events.csv --user cab --per-user 5 --places places.csv {BUDGET}"


def test_counts_become_a_private_table_and_its_facts(release):
    status, out, err, new = release(f"{COUNTS} --round 1e-6")
    assert (status, err, new) == (
        0,
        "",
        {"private.csv", "private.json", "private.html"},
    )
    table = rows()
    about = facts()
    assert [row["place"] for row in table] == ["a", "b", "c"] and len(table[0]) == 2
    noise = np.array([float(row["count"]) for row in table]) - SECRETS
    assert (np.abs(noise) < 8 * 40.29).all() and (noise != 0).all()
    assert about["guarantee"]["statement"] == "(0.5, 1e-06)-differential privacy"
    assert (
        about["sensitivity"]["value"] == 5
        and "not checked" in about["sensitivity"]["reason"]
    )
    sigma = analytic_gaussian_sigma(0.5, 1e-6, 5.0)
    assert sigma < float(about["noise"]["sigma"]) < sigma * (1 + 1e-6)
    assert (
        about["versions"]["opendp"]
        and "cannot be replayed" in about["noise"]["randomness"]
    )
    assert about["denoised"] is None and len(about["not_promised"]) == 5
    assert "(0.5, 1e-06)-differential privacy" in out


def test_no_more_digits_than_mean_something(release):
    # A thousandth of sigma, if nothing is said.
    expected = {
        "": r"-?\d+\.\d\d",
        "1": r"-?\d+",
        "10": r"-?\d+0|0",
        "0.001": r"-?\d+\.\d{3}",
    }
    for unit, digits in expected.items():
        line = COUNTS.replace("private", f"by_{unit}") + f" --round {unit}" * bool(unit)
        release(f"{line} --graph streets.csv --places places.csv")
        for row in rows(f"by_{unit}.csv"):
            assert all(
                re.fullmatch(digits, row[name]) for name in ("count", "count_denoised")
            ), row
        assert facts(f"by_{unit}.json")["released"]["rounded_to"] == (unit or "0.01")


def test_a_graph_adds_denoised_values_beside_the_raw_ones(release):
    status, out, _, new = release(f"{COUNTS} --graph streets.csv --places places.csv")
    suffixes = (".csv", ".json", ".html")
    assert status == 0 and new == {f"private{suffix}" for suffix in suffixes}
    table = rows()
    about = facts()
    denoised = ["count_denoised", "count_low", "count_high"]
    assert list(table[0]) == ["place", "count", *denoised, "lon", "lat"]
    for row in table:
        estimate, low, high = (float(row[name]) for name in denoised)
        assert 0 <= low <= estimate <= high and high - low > 1
    assert len(table) == 4  # a place without a row counts 0, and has noise
    assert abs(float(table[3]["count"])) < 8 * 40.29
    (fit,) = about["denoised"]
    low, high = fit["interval_95_percent"]
    assert low <= fit["estimated_rmse"] <= high and fit["of"] == "count"
    assert fit["interval_columns"] == denoised[1:]
    assert sum((fit["weights"] or {"": 1}).values()) == pytest.approx(1, abs=1e-3)
    page = Path("private.html").read_text()
    assert "0.5, 1e-06" in page and "src=" not in page and "http" not in page
    # No estimate of an error is 0: then its upper bound is stated.
    assert ("at most" if low == 0 else "estimated RMSE") in out


@pytest.mark.usefixtures("without_noise")
def test_events_are_counted_with_bounded_contributions(release):
    assert release(f"{EVENTS} --place place --unit cab --output private.csv")[0] == 0
    # 40 events of x become 5; y and z are within the bound.
    assert [float(row["count"]) for row in rows()] == [6, 1, 1, 0]
    about = facts()
    assert (
        about["sensitivity"]["value"] == 5
        and "enforced" in about["sensitivity"]["reason"]
    )
    assert (
        about["guarantee"]["each_column_alone"]["neighbours"]
        == "add or remove all of one cab"
    )
    assert (
        release(f"{EVENTS} --place place --by hour 8 9 7 --each --output hours.csv")[0]
        == 0
    )
    table = rows("hours.csv")
    assert [float(row["hour_8"]) for row in table] == [6, 1, 0, 0]
    assert [float(row["hour_9"]) for row in table] == [0, 0, 1, 0]
    guarantee = facts("hours.json")["guarantee"]
    assert guarantee["each_column_alone"]["epsilon"] == 0.5
    assert guarantee["all_columns_together"]["epsilon"] == pytest.approx(
        0.9017, abs=1e-3
    )
    gps = f"events gps.csv --user cab --per-user 5 --places places.csv {BUDGET}"
    assert release(f"{gps} --output gps_private.csv")[0] == 0
    assert [float(row["count"]) for row in rows("gps_private.csv")] == [5, 0, 1, 0]


@pytest.mark.usefixtures("without_noise")
def test_parquet(release):
    pq = pytest.importorskip("pyarrow.parquet")
    assert release(COUNTS.replace("private.csv", "p.parquet"))[0] == 0
    table = pq.read_table("p.parquet").to_pydict()
    assert table == {"place": ["a", "b", "c"], "count": list(map(float, SECRETS))}


BAD = {
    "counts counts.csv": "required: --value, --sensitivity, --output",
    "events events.csv --per-user 5 --delta 1e-6": "required: --user, --output",
    COUNTS.replace(
        "--epsilon 0.5 ", ""
    ): "--epsilon is missing; to share a total equally",
    COUNTS.replace(
        BUDGET, ""
    ): "--epsilon, --delta are missing; to share a total equally",
    COUNTS.replace(
        BUDGET, "--planned-releases 9 --new-ledger l.json"
    ): "to share a total",
    f"{COUNTS} --epsilon 0.5": "--epsilon is given twice",
    f"{EVENTS} --place place --by hour 8 --by cab x --output o.csv": "of the column 'hour' and of",
    f"{COUNTS} --unit=": "--unit is ''; it must name whose data are protected",
    "": "required: counts|events",
    "trips.csv": "invalid choice: 'trips.csv' (choose from",
    f"{COUNTS} --reach 9": "there is no '--reach'",
    f"{EVENTS} --place place --reach 9 --output o.csv": "--reach does not go with --place",
    f"{COUNTS} --graph streets.csv --link 3": "--link needs places with columns lon and lat",
    f"{COUNTS} --graph none.geojson": "--graph: cannot read 'none.geojson': none.geojson: No such",
    f"{COUNTS} --places places.csv --link 0": "--link: neighbours is 0",
    f"{COUNTS} --round 3": "--round is '3'; it must be a power of ten",
    f"{COUNTS} --round 1e-20": "it must not be finer than the grid",
    f"{COUNTS} --total-epsilon 1": "--ledger, --total-delta are missing",
    f"{COUNTS} --ledger counts.csv": "is no ledger",
    f"{COUNTS} --ledger private.json": "a file of the release itself",
    f"{COUNTS} --new-ledger private.registry.json": "a file of the release itself",
    f"{COUNTS} --ledger misspelt.json": "/misspelt.json'; --new-ledger begins one",
    f"{COUNTS} --new-ledger beside.json": "/beside.json' exists; give it as --ledger",
    f"{COUNTS} --ledger l.json --new-ledger l.json": "not allowed with argument",
    f"{COUNTS} --new-ledger none/l.json": "/none'",
    f"{COUNTS} --new-ledger l.json --total-epsilon 0 --total-delta 1": "--total-epsilon is 0.0",
    f"{COUNTS} --new-ledger l.json --total-epsilon 1 --total-delta 1": "--total-delta is 1.0; a",
    f"{COUNTS} --new-ledger l.json --total-epsilon 0.4 --total-delta 1e-6": "is (0.4, 1e-06)",
    f"{COUNTS} --noise laplace": "--noise laplace needs --l1-sensitivity",
    f"{COUNTS} --noise uniform": "invalid choice: 'uniform'",
    f"{COUNTS} --l1-sensitivity 4": "--l1-sensitivity is 4; it must be at least --sensitivity, 5",
    f"{COUNTS} --planned-releases 0": "--planned-releases is '0'; allowed are whole numbers",
    f"{EVENTS} --events-per-user 5 --output o.csv": "not allowed with argument",
    EVENTS.replace("per-user 5", "events-per-user 1.5")
    + " --output o.csv": "is '1.5'; allowed",
    f"{COUNTS} --about none.yaml": "--about: cannot read 'none.yaml'",
    f"{COUNTS} --about beside.json": "--about: beside.json has no keys",
    f"{EVENTS} --output o.csv": "name them with --lon and --lat, or",
    f"{EVENTS} --sensitivity 5 --output o.csv": "there is no '--sensitivity'",
    f"{EVENTS} --place nowhere --output o.csv": "events.csv has no column 'nowhere'",
    f"{EVENTS} --place place --by hour 8 8 --output o.csv": "each once",
    f"events events.csv --user cab --per-user 5 --place place {BUDGET} --output o.csv": "public",
    COUNTS.replace("0.5", "-1"): "--epsilon is -1.0; allowed are numbers in [0, 700]",
    COUNTS.replace(
        "0.5", "x"
    ): "--epsilon is 'x'; it must be a real number in [0, 700]",
    COUNTS.replace("1e-6", "0"): "--delta is 0.0; allowed are numbers in (0, 1)",
    COUNTS.replace(
        "ity 5", "ity 0"
    ): "--sensitivity is 0.0; allowed are numbers in [1e-50,",
    EVENTS.replace("user 5", "user 1e308")
    + " --output o.csv": "--per-user is 1e+308; allowed",
    COUNTS.replace("counts.csv", "none.csv"): "cannot read 'none.csv'",
    COUNTS.replace("count --s", "count count --s"): "names a column twice",
    COUNTS.replace(
        "private.csv", "private.txt"
    ): "must be a .csv or .parquet or .gpkg or .geojson",
    COUNTS.replace("private.csv", "none/private.csv"): "there is no folder 'none'",
    COUNTS.replace("private.csv", "counts.csv"): "'counts.csv' exists",
    COUNTS.replace("private.csv", "beside.csv"): "'beside.json' exists",
    f"{COUNTS} --seed 1": "there is no '--seed'",
}


@pytest.mark.parametrize("line", BAD, ids=range(len(BAD)))
def test_bad_input_is_one_line_and_writes_nothing(line, refused):
    assert BAD[line] in refused(line) and Path("beside.json").read_text() == "mine"


# The file of counts, what is added to the command, and what is said; of a cell its line alone.
PLACES = f"{COUNTS} --places places.csv"
TWICE = "would be two columns of the output"
TWO = f"counts counts.csv --sensitivity 9 {BUDGET} --output private.csv --graph streets.csv --value x"
BAD_FILES = [
    (
        f"place,count\na,nan\nb,{SECRETS[0]}",
        PLACES,
        "line 2: 'count' is no number >= 0",
    ),
    (f"place,count\na,1\nb,-{SECRETS[0]}", PLACES, "line 3: 'count' is no number >= 0"),
    ("place,count\na,inf", PLACES, "line 2: 'count' is no number >= 0"),
    (f"place,count\na,{SECRETS[0]}x", PLACES, "line 2: 'count' is no number >= 0"),
    (f"place,count\n,{SECRETS[0]}", PLACES, "line 2: 'place' is missing"),
    (
        f"place,count\na,1\na,{SECRETS[1]}",
        PLACES,
        "line 3: 'place' is that of line 2 again",
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
        COUNTS.replace("count --s", "lon --place at --s"),
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
    (
        f"lat,x\na,{SECRETS[0]}",
        f"{TWO} --place lat --places places.csv",
        f"'lat' {TWICE}",
    ),
]


@pytest.mark.parametrize("text, line, message", BAD_FILES, ids=range(len(BAD_FILES)))
def test_a_bad_file_is_refused_without_its_cells(
    text, line, message, refused, work_folder
):
    (work_folder / "counts.csv").write_text(f"{text}\n")
    assert message in refused(line)


def test_a_value_is_never_taken_for_a_place_or_a_coordinate(release, work_folder):
    # x and y would be in range for degrees.
    (work_folder / "counts.csv").write_text("at,x,y\na,11,12\n")
    release(COUNTS.replace("count --s", "x y --place at --round 1e-6 --s"))
    assert list(rows()[0]) == ["at", "x", "y"] and float(rows()[0]["x"]) != 11
    # Not the first column, where `place` is another.
    (work_folder / "counts.csv").write_text(f"id,place,count\n{SECRETS[0]},a,1\n")
    release(COUNTS.replace("private", "second"))
    assert [row["place"] for row in rows("second.csv")] == ["a"]
    # What is too large to denoise is released raw.
    (work_folder / "counts.csv").write_text(f"place,count\na,{SECRETS[0]}0000000\n")
    release(f"{PLACES.replace('private', 'third')} --graph streets.csv")
    assert list(rows("third.csv")[0]) == ["place", "count", "lon", "lat"]


def test_what_is_published_without_noise_is_said(release):
    for line, words in {
        COUNTS: "place of counts.csv",
        f"{COUNTS.replace('private', 'o')} --places places.csv": "place, lon, lat of places.csv",
        f"{EVENTS} --place place --output e.csv": "place, lon, lat of places.csv",
    }.items():
        _, out, _, new = release(line)
        assert f"as they are       {words}: published without noise\n" in out
        (path,) = (
            name for name in new if name.count(".") == 1 and name.endswith("json")
        )
        released = facts(path)["released"]
        assert released["published_as_they_are"] == words
        assert released["values"].startswith("count per place: ")


FAR = b"cab,lon,lat\nx,0,0.0001\ny,777.5,0\nz,,\nz,50,50\n,0,0.0001\n"
ODD = [
    b"",
    b"eve",
    b"eve,a,b",
    b'"eve,a',
    b'eve"x",a,',
    b"e" * 200_000 + b",a,",
    b"e\re,a",
]


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    ("contents", "by", "counts"),
    [
        # A row that is none of the table before and after two of others.
        (
            [b"cab,place\nx,a\n" + row + b"\ny,b\n" for row in ODD],
            "--place place",
            [1, 1],
        ),
        # An unknown place, no place, no user; no event at all.
        ([b"cab,place\nx,a\ny,nowhere\nz,\n,a\n"], "--place place", [1, 0]),
        ([b"cab,place\n"], "--place place", [0, 0]),
        # A place too far.
        ([FAR], "", [1, 0]),
        ([b"cab,lon,lat\n"], "", [0, 0]),
    ],
)
def test_whether_a_release_happens_does_not_depend_on_who_is_in_the_data(
    contents, by, counts, release, work_folder
):
    """Released, and nothing is said of it."""
    outputs = set()
    (work_folder / "events.csv").write_text("cab,place,lon,lat\n")
    _, expected, _, _ = release(f"{EVENTS} --output e.csv {by}")
    for k, content in enumerate(contents):
        (work_folder / "events.csv").write_bytes(content)
        status, out, err, new = release(f"{EVENTS} --output o{k}.csv {by}")
        assert (status, err, len(new)) == (0, "", 3)
        outputs.add(out.replace(f"o{k}.", "e."))
        assert [float(row["count"]) for row in rows(f"o{k}.csv")] == [*counts, 0, 0]
    assert outputs == {expected}


def test_true_values_are_nowhere(release, work_folder, monkeypatch):
    drafts = []
    fsync = _files.os.fsync

    def read(handle):
        drafts.append(Path(f"/proc/self/fd/{handle}").read_text())
        fsync(handle)

    folder = work_folder / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(_files.os, "fsync", read)
    line = f"{COUNTS} --round 1e-6 --places places.csv --graph streets.csv --new-ledger l.json"
    _, out, err, new = release(line)
    assert len(drafts) == len(new) == 4 and list(folder.iterdir()) == []
    texts = [out, err, *drafts, *((work_folder / name).read_text() for name in new)]
    # A released value may share leading digits with the true one, but never equals it.
    values = [re.compile(rf"(?<!\d){secret}(\.0*)?(?!\.?\d)") for secret in SECRETS]
    assert not any(value.search(text) for value in values for text in texts)


@pytest.mark.parametrize(
    "step, call", [("open", 1), ("open", 3), ("link", 1), ("link", 3)]
)
def test_a_file_that_cannot_be_written_is_refused_before_the_draw(
    step, call, refused, monkeypatch, not_drawn
):
    failing = full_disk(monkeypatch, step, call)
    line = f"{COUNTS} --new-ledger l.json"
    assert "No space left on device; nothing was written" in refused(line)
    assert failing.call_count == call
    assert not_drawn() and not Path("l.json").exists()


# A ledger is synchronized first, and the five names that a release may have are tried first.
@pytest.mark.parametrize("step, call", [("fsync", 2), ("fsync", 3), ("link", 6)])
def test_what_fails_after_the_draw_stays_in_the_ledger(
    step, call, release, monkeypatch, work_folder
):
    full_disk(monkeypatch, step, call)
    status, out, err, new = release(f"{COUNTS} --new-ledger l.json")
    assert (status, out, new) == (2, "", {"l.json"})
    assert "the budget as spent, and the ledger keeps its entry" in err
    assert len(json.loads(Path("l.json").read_text())["releases"]) == 1


def test_a_file_system_without_hard_links_takes_a_release(release, monkeypatch):
    no_links = Mock(side_effect=OSError(errno.EPERM, "Operation not permitted"))
    monkeypatch.setattr(_files.os, "link", no_links)
    status, _, _, new = release(COUNTS)
    assert status == 0 and new == {"private.csv", "private.json", "private.html"}
    assert no_links.call_count == 8 and len(rows()) == 3


@pytest.mark.parametrize("suffix", [".csv", ".json", ".registry.json", ".html"])
def test_a_link_that_leads_nowhere_is_refused_before_the_draw(
    suffix, refused, not_drawn, work_folder
):
    (work_folder / f"private{suffix}").symlink_to("nowhere")
    line = f"{COUNTS} --new-ledger l.json"
    assert f"private{suffix}' exists; a release is not" in refused(line)
    assert not_drawn() and not Path("l.json").exists()


TEN = "--by hour 0 1 2 3 4 5 6 7 8 9 --each"


# What JSON calls infinity, and ten columns of 4 each.
@pytest.mark.parametrize(("epsilon", "more"), [(36, ""), (700, ""), (4, TEN)])
def test_a_large_epsilon_is_released(epsilon, more, release):
    line = ONE.replace("--epsilon 0.5", f"--epsilon {epsilon} {more}")
    line = f"{line} --noise laplace --output o.csv --registry --new-ledger l.json"
    assert release(line)[0] == 0
    risk = facts("o.json")["best_attack"]
    assert risk["attack_advantage"] <= 1
    assert risk["gaussian_mu"] == "inf" or risk["gaussian_mu"] > 5
    together = facts("o.json")["guarantee"]["all_columns_together"]
    assert together["epsilon"] == epsilon * (10 if more else 1)


def test_auto_takes_the_noise_that_is_possible(release):
    line = ONE.replace("--epsilon 0.5", "--epsilon 500")
    assert release(f"{line} --output o.csv")[0] == 0
    choice = facts("o.json")["noise"]["choice"]
    assert (
        "Laplace noise has" in choice
        and "Gaussian noise is not possible: epsilon is 500; at delta" in choice
    )


@pytest.mark.parametrize("delta, is_remarked", [("1e-6", False), ("0.9", True)])
def test_a_large_delta_is_remarked(delta, is_remarked, release):
    _, out, _, _ = release(COUNTS.replace("1e-6", delta))
    assert ("publishing everything about one user" in out) == is_remarked


def test_values_that_cannot_be_denoised_are_published_as_they_are(release, monkeypatch):
    """The budget is spent by then."""
    fail = Mock(side_effect=RuntimeError("no convergence"))
    monkeypatch.setattr(denoise_module, "denoise", fail)
    line = f"{COUNTS} --graph streets.csv --places places.csv --new-ledger l.json"
    status, out, _, new = release(line)
    assert (status, new) == (
        0,
        {"private.csv", "private.json", "private.html", "l.json"},
    )
    assert "not denoised      RuntimeError: no convergence; the release is whole" in out
    assert list(rows()[0]) == ["place", "count", "lon", "lat"]


def test_a_ledger_counts_what_is_released_and_not_what_fails(
    release, refused, monkeypatch
):
    total = "--total-epsilon 0.7 --total-delta 1e-6"
    line = f"{COUNTS} --ledger l.json {total}"
    with monkeypatch.context() as once:
        full_disk(once, "link")
        assert "nothing was written" in refused(
            line.replace("--ledger", "--new-ledger")
        )
    assert not Path("l.json").exists()
    _, out, _, new = release(line.replace("--ledger", "--new-ledger"))
    assert "l.json" in new
    assert "1 release; (0.5, 1e-06) of (0.7, 1e-06) spent (kind gaussian)" in out
    ledger = Path("l.json").read_text()
    about = facts()["ledger"]
    assert about["all_together"] == {"epsilon": 0.5, "delta": 1e-6}
    assert about["statement"] in out
    # The exact epsilon is 0.72492; a thousandth of delta is kept for discrete noise.
    assert "2 are together (0.724959, 1e-06)-DP" in refused(
        line.replace("private", "second")
    )
    full_disk(monkeypatch, "link")
    assert "nothing was written" in refused(
        line.replace("private", "o").replace("0.5", "0.01")
    )
    assert Path("l.json").read_text() == ledger


def test_the_page_has_the_line_of_the_ledger(release):
    release(f"{COUNTS} --places places.csv --new-ledger l.json")
    line = "1 release; (0.5, 1e-06) spent, if no budget was chosen after seeing results"
    assert (
        f"<th>Ledger<td>{line}; no total is stated</tr>"
        in Path("private.html").read_text()
    )


ONE = f"events events.csv --user cab --events-per-user 1 --places places.csv {BUDGET} --place place"


def test_laplace_and_gaussian_releases_share_a_ledger(release, refused):
    total = "--total-epsilon 1.2 --total-delta 1e-6 --ledger-kind mixed"
    _, out, _, _ = release(f"{ONE} --output a.csv --new-ledger l.json {total}")
    assert "Laplace noise has standard deviation 2.828" in out
    assert facts("a.json")["guarantee"]["composes_by"]["pure_count"] == 1
    _, out, _, _ = release(f"{ONE} --noise gaussian --output b.csv --ledger l.json")
    mu = facts("b.json")["guarantee"]["composes_by"]["mu"]
    assert mu == pytest.approx(1 / analytic_gaussian_sigma(0.5, 1e-6), rel=1e-5)
    # Beside randomized response at 0.5, Gaussian noise of this mu at 1e-6.
    together = joint_epsilon(mu, 0.0, 1e-6, [(0.5, 1)])
    epsilon = facts("b.json")["ledger"]["all_together"]["epsilon"]
    assert together <= epsilon * (1 + 1e-9) and epsilon < together * (1 + 1e-4)
    message = refused(f"{ONE} --output c.csv --ledger l.json")
    assert "3 are together (1." in message and "the total is (1.2, 1e-06)" in message
    assert "by Renyi divergence of order 18.831" in message


@pytest.mark.parametrize(
    "first, other, kind",
    [("laplace", "gaussian", "pure"), ("gaussian", "laplace", "gaussian")],
)
def test_a_ledger_of_one_kind_refuses_the_other_and_auto_obeys_it(
    release, refused, first, other, kind
):
    total = "--total-epsilon 1.2 --total-delta 1e-6"
    release(f"{ONE} --noise {first} --output a.csv --new-ledger l.json {total}")
    assert facts("a.json")["ledger"]["kind"] == kind
    message = refused(f"{ONE} --noise {other} --output b.csv --ledger l.json")
    assert (
        f"--ledger is of kind {kind}, for releases with {first.capitalize()} noise"
        in message
    )
    message = refused(f"{ONE} --output b.csv --ledger l.json --ledger-kind mixed")
    assert (
        f"--ledger-kind is 'mixed'; the ledger is of kind '{kind}', which stays"
        in message
    )
    # Alone, "auto" would take Gaussian noise for many releases and Laplace noise for one.
    planned = 24 if first == "laplace" else 1
    release(f"{ONE} --planned-releases {planned} --output b.csv --ledger l.json")
    assert f"{first.capitalize()} noise" in facts("b.json")["noise"]["choice"]
    assert "needs --new-ledger" in refused(f"{ONE} --output c.csv --ledger-kind pure")


def test_auto_decides_by_public_options_alone(release):
    laws = {
        ONE: "laplace",
        f"{ONE} --planned-releases 24": "gaussian",
        ONE.replace("user 1", "user 5"): "laplace",
        ONE.replace("user 1", "user 25"): "gaussian",
        ONE.replace("events-per-user 1", "per-user 5"): "gaussian",
    }
    for k, (line, law) in enumerate(laws.items()):
        assert release(f"{line} --output o{k}.csv")[0] == 0
        assert law.capitalize() in facts(f"o{k}.json")["noise"]["law"], line
    norms = [facts(f"o{k}.json")["sensitivity"] for k in (2, 3, 4)]
    assert [norm["value"] for norm in norms] == [5, 5, 5]
    assert [norm["norm"][:2] for norm in norms] == ["L1", "L2", "L2"]


def test_a_dry_run_reads_no_value_and_writes_nothing(release, refused, work_folder):
    # Of events the header, and of counts the places.
    (work_folder / "events.csv").write_text("cab,place,hour\n")
    (work_folder / "counts.csv").write_text("place,count\na,x\nb,y\n")
    status, out, err, new = release(f"{ONE} --dry-run --output o.csv")
    assert (status, err, new) == (0, "", set())
    assert (
        "dry run           nothing is written, and no value of events.csv is read\n"
        in out
    )
    assert "would release     4 places: count\n" in out
    assert (
        "expected error    root mean square 2.828 per value before denoising\n" in out
    )
    status, out, err, new = release(f"{COUNTS} --dry-run")
    assert (status, err, new) == (
        0,
        "",
        set(),
    ) and "would release     2 places: count\n" in out
    assert "is no number" in refused(COUNTS)


HEADERS = {
    ONE.replace("--user cab", "--user cap"): "events.csv has no column 'cap'",
    ONE.replace("--place place", "--place plaze"): "events.csv has no column 'plaze'",
    f"{ONE} --by our 8": "events.csv has no column 'our'",
    ONE.replace(" --place place", ""): "events.csv has no columns lon and lat",
    ONE.replace("events.csv", "none.csv"): "cannot read 'none.csv'",
    COUNTS.partition(" --output")[0].replace("count --s", "cound --s"): "'cound'",
    f"{PLACES.partition(' --output')[0]} --value cound": "'cound'",
}


@pytest.mark.parametrize("line", HEADERS, ids=range(len(HEADERS)))
def test_a_dry_run_refuses_what_the_run_would(line, refused):
    assert HEADERS[line] in refused(f"{line} --output o.csv")
    assert HEADERS[line] in refused(f"{line} --output o.csv --dry-run")


def test_a_dry_run_refuses_a_folder_that_cannot_be_written(refused, monkeypatch):
    full_disk(monkeypatch, "open")
    assert "No space left on device" in refused(f"{COUNTS} --dry-run")


def test_a_broken_kernel_is_found_before_noise_is_drawn(refused, monkeypatch):
    def broken(*_):
        raise EOFError("Ran out of input")

    monkeypatch.setattr("gaussmech.graphs._adjacency._compressed_rows", broken)
    line = f"{COUNTS} --graph streets.csv --places places.csv"
    assert "nothing can be denoised: EOFError" in refused(f"{line} --dry-run")
    assert "nothing can be denoised: EOFError" in refused(line)


def test_a_dry_run_says_what_the_release_then_says(release):
    total = "--total-epsilon 2 --total-delta 1e-6"
    for line in (
        f"{ONE} --output o.csv",
        f"{COUNTS} --graph streets.csv --places places.csv",
    ):
        _, before, _, _ = release(f"{line} --dry-run")
        _, after, _, _ = release(line)
        shared = [row for row in before.splitlines() if row in after.splitlines()]
        labels = {row[:16].strip() for row in shared}
        assert labels >= {
            "guarantee",
            "neighbours",
            "noise",
            "sensitivity",
            "errors",
            "mu",
        }
    _, out, _, new = release(
        f"{ONE} --dry-run --output p.csv --new-ledger l.json {total}"
    )
    assert new == set() and "ledger then       1 release; (0.5, 1e-06) of" in out
    more = int(re.search(r"of the same kind  (\d+) more", out)[1])
    assert more == 3
    for k in range(1 + more):
        ledger = f"--new-ledger l.json {total}" if k == 0 else "--ledger l.json"
        assert release(f"{ONE} --output p{k}.csv {ledger}")[0] == 0
    assert release(f"{ONE} --dry-run --output p9.csv --ledger l.json")[0] == 2


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
def test_what_still_fits_does_and_no_more(release, capsys, law):
    total = "--total-epsilon 1.3 --total-delta 1e-6"
    first = ONE.replace("0.5", "0.4") + " --noise gaussian --output a.csv"
    release(f"{first} --new-ledger l.json {total} --ledger-kind mixed")
    assert cli.main(["ledger", "l.json"]) == 0
    out = capsys.readouterr().out
    assert (
        "ledger            1 release; (0.4, 1e-06) of (1.3, 1e-06) spent (kind mixed)"
        in out
    )
    assert "protects          each user" in out and "(0.4, 1e-06)-DP  a.csv" in out
    room = re.search(
        r"one release of epsilon (\S+) with Laplace noise, or of \((\S+), 1e-06\)", out
    )
    epsilon = float(room[1 + (law == "gaussian")])
    assert epsilon > 0.5
    line = (
        ONE.replace("--epsilon 0.5", "--epsilon {}") + f" --noise {law} --ledger l.json"
    )
    too_much = line.format(epsilon * 1.011) + " --output b.csv"
    assert release(too_much)[0] == 2
    assert release(line.format(epsilon) + " --output b.csv")[0] == 0


def test_a_ledger_without_a_total_refuses_nothing(release, capsys):
    release(f"{ONE} --output a.csv --new-ledger l.json --unit cab")
    cli.main(["ledger", "l.json"])
    out = capsys.readouterr().out
    assert (
        "no total is stated, so that no release is refused" in out and "each cab" in out
    )


def test_counts_with_coordinates_are_linked_without_a_list(release, work_folder):
    text = "place,count,lon,lat\na,9,0,0\nb,9,0.001,0\nc,9,0.001,0.001\nd,9,0,0.002\n"
    (work_folder / "counts.csv").write_text(text)
    _, out, _, _ = release(COUNTS)
    assert "to denoise        link the places by --link delaunay" in out
    status, out, _, _ = release(
        COUNTS.replace("private", "linked") + " --link delaunay"
    )
    assert (
        status == 0
        and "count_denoised" in rows("linked.csv")[0]
        and "to denoise" not in out
    )


def test_files_have_the_mode_of_the_umask(release):
    for umask, mode in ((0o077, 0o600), (0o022, 0o644)):
        before = os.umask(umask)
        try:
            _, _, _, new = release(
                f"{ONE} --output o{umask}.csv --new-ledger l{umask}.json"
            )
        finally:
            os.umask(before)
        assert len(new) == 4
        assert {stat.S_IMODE(os.stat(name).st_mode) for name in new} == {mode}


def test_without_opendp_the_extra_is_named(refused, monkeypatch):
    monkeypatch.setattr("gaussmech._extras.find_spec", lambda name: None)
    assert '[release]"' in refused(f"{COUNTS} --new-ledger l.json", status=1)


def test_other_commands_load_nothing_of_it():
    code = (
        "import sys; from gaussmech import cli; cli.main('sigma --epsilon 1 --delta 1'.split())\n"
        "loaded = [name for name in sys.modules if name.startswith(('opendp', 'gaussmech.rel'))]\n"
        "assert not {'opendp', 'gaussmech.releases.plan'} & set(loaded), loaded"
    )
    subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
    )


def test_the_tutorial_says_what_happens(work_folder, capsys, monkeypatch):
    tutorial = r"gaussmech (release events.*?private\.csv)\n\n.*?in part:\n\n(.*?)\n\n"
    command, excerpt = re.search(tutorial, PAGE, re.DOTALL).groups()
    monkeypatch.chdir(ROOT)
    line = command.replace("\\\n", " ").replace(
        "private.csv", str(work_folder / "private.csv")
    )
    assert cli.main(line.split()) == 0
    printed = capsys.readouterr().out.splitlines()
    expected = [line.strip() for line in excerpt.splitlines()]
    assert (
        len(expected) > 4 and [line for line in printed if line in expected] == expected
    )
    assert printed[-1].startswith("count_denoised    estimated RMSE ")


def test_the_page_is_short_and_its_other_commands_are_parsed(work_folder, capsys):
    assert len(PAGE.split()) <= 1050
    parse = cli._parser().parse_args
    for name in ("release counts counts.csv", "ledger"):
        (command,) = re.findall(
            rf"    gaussmech ({name}.*?)(?:  #.*)?\n(?! )", PAGE, re.DOTALL
        )
        assert parse(command.replace("\\\n", " ").partition("#")[0].split()).run
    options = set(re.findall(r"`(--[a-z0-9-]+)", PAGE))
    with pytest.raises(SystemExit):
        cli.main(["release", "counts", "--help"])
    help_text = capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["release", "events", "--help"])
    help_text += capsys.readouterr().out
    assert options and all(option in help_text for option in options)


def test_the_numbers_of_before_you_publish():
    assert f"= {gaussian_epsilon(40.2881, 1e-6, 20):.2f} with Gaussian noise" in PAGE
    each, delta = gm.split_budget(1.0, 1e-6, 24)
    assert f"({each:.3f}, 1e-6)" in PAGE and delta == 1e-6
    assert f"sigma {analytic_gaussian_sigma(each, delta):.1f} at sensitivity 1" in PAGE
    assert f"sigma {analytic_gaussian_sigma(1 / 24, 1e-6 / 24):.0f}." in PAGE
    mixed = plan_release(
        3874, epsilon=0.5, delta=1e-6, sensitivity=1, l1_sensitivity=1
    ).choice
    for number in ("2.83", "8.06", "22.2 %", "4.95 %"):
        assert number in PAGE
    numbers = re.findall(
        r"deviation ([\d.]+), advantage of the best attack ([\d.]+ %)", mixed
    )
    assert [(f"{float(sigma):.2f}", gain) for sigma, gain in numbers] == [
        ("2.83", "22.2 %"),
        ("8.06", "4.95 %"),
    ]
    nine = {"sensitivity": 3, "l1_sensitivity": 9, "epsilon": 2, "delta": 1e-6}
    numbers = re.findall(
        r"deviation ([\d.]+), .*? attack (\d+)", plan_release(1, **nine).choice
    )
    (gaussian, low), (laplace, high) = numbers
    less = 100 * (1 - float(laplace) / float(gaussian))
    assert f"{less:.0f} % smaller" in PROOFS and f"{high} % instead of 18 %" in PROOFS
    assert low == "17"  # 17.8 %


def test_a_release_needs_a_ledger_or_a_word_against_it(work_folder, capsys):
    for line in (COUNTS, f"{EVENTS} --place place --output o.csv"):
        with pytest.raises(SystemExit):
            cli.main(["release", *line.split()])
        assert (
            "--ledger or --new-ledger is missing, or --no-ledger"
            in capsys.readouterr().err
        )
        assert cli.main(["release", *line.split(), "--dry-run"]) == 0


@pytest.mark.usefixtures("without_noise")
def test_lists_extend(release):
    line = COUNTS.replace("--value count", "--value count --value other")
    assert release(line)[0] == 0
    assert list(rows()[0]) == ["place", "count", "other"]
    line = f"{EVENTS} --place place --by hour 8 --by hour 9 --output o.csv"
    assert release(line)[0] == 0
    assert list(rows("o.csv")[0])[1:3] == ["hour_8", "hour_9"]


def test_a_release_that_cannot_be_printed_is_a_release(release, monkeypatch):
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", ascii_only)
        assert release(COUNTS.replace("private", "zürich"))[0] == 0
    assert b"z\\xfcrich.csv" in ascii_only.buffer.getvalue()
    command = [
        sys.executable,
        "-m",
        "gaussmech",
        "release",
        *COUNTS.split(),
        "--no-ledger",
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            command, env=environment, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert process.returncode == 0 and rows()
    expected = b"released: private.csv, private.json, private.html; not printed\n"
    assert process.stderr == expected


def test_sigterm_leaves_no_draft_and_kill_leaves_some_that_say_so(release):
    """The signal comes when two files are there, the five names of a release having been tried."""
    for number, status in (("SIGTERM", 143), ("SIGKILL", -9)):
        code = (
            "import os, signal; from gaussmech import cli\n"
            "link = os.link\n"
            "calls = []\n"
            "def link_and_stop(*names):\n"
            "    link(*names)\n"
            "    calls.append(names)\n"
            f"    if len(calls) == 7: os.kill(os.getpid(), signal.{number})\n"
            "os.link = link_and_stop\n"
            f"cli.main('release {COUNTS} --no-ledger'.split())\n"
        )
        before = set(os.listdir())
        process = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONPATH": str(ROOT)}, check=False
        )
        assert process.returncode == status
        left = set(os.listdir()) - before
        # The table appears last.
        assert not Path("private.csv").exists() and bool(left) == (status == -9)
    assert facts()["guarantee"]
    drafts = [name for name in left if name.startswith(".private.")]
    assert len(drafts) == 3 and all("draft-do-not-publish" in name for name in drafts)
    for name in left - {*drafts}:
        Path(name).unlink()
    _, _, err, _ = release(COUNTS)
    for name in drafts:
        assert f"{name} is a draft of a run that was killed, or that is at work" in err
        assert Path(name).exists()


@pytest.mark.parametrize(
    ("law", "kind", "more"),
    [
        ("gaussian", "alone", ""),
        ("laplace", "alone", ""),
        ("laplace", "mixed", ""),
        ("gaussian", "mixed", "--areas auto --link delaunay --by hour 8 9"),
    ],
)
def test_planned_releases_share_the_total_and_no_more_fit(
    law, kind, more, release, capsys
):
    line = ONE.replace(BUDGET, "") + f" --noise {law} {more}"
    total = "--total-epsilon 1 --total-delta 1e-6 --planned-releases 3"
    if kind == "mixed":
        total += " --ledger-kind mixed"
    assert release(f"{line} --new-ledger l.json {total} --output o0.csv")[0] == 0
    cli.main(["ledger", "l.json"])
    assert "\nplanned           2 more of (" in capsys.readouterr().out
    for k in (1, 2):
        assert release(f"{line} --ledger l.json --output o{k}.csv")[0] == 0
    assert release(f"{line} --ledger l.json --output o3.csv")[0] == 2
    entries = json.loads(Path("l.json").read_text())["releases"]
    assert len({(entry["epsilon"], entry["mu"]) for entry in entries}) == 1
    if law == "laplace" and kind == "alone":
        assert entries[0]["epsilon"] == pytest.approx(1 / 3, rel=1e-9)
    if law == "gaussian" and kind == "alone" and not more:
        sigma = float(facts("o0.json")["noise"]["sigma"])
        least = math.sqrt(3) * analytic_gaussian_sigma(1.0, 1e-6, 1.0)
        assert least <= sigma < 1.001 * least


@pytest.mark.parametrize("more", ["", "--areas zone", "--round 1"])
def test_the_published_file_denoised_again_gives_the_published_column(
    more, release, work_folder
):
    """From the files alone: the table, the table of areas, the facts and the public graph."""
    places = (work_folder / "places.csv").read_text().splitlines()
    zones = ["zone", "n", "s", "n", "s"]
    text = "\n".join(f"{row},{zone}" for row, zone in zip(places, zones, strict=True))
    (work_folder / "places.csv").write_text(text)
    line = COUNTS.replace("count --s", "count other --l1-sensitivity 9 --s")
    line = f"{line} --graph streets.csv --places places.csv {more}"
    assert release(line)[0] == 0
    table = rows()
    graph, ids = gm.read_graph("streets.csv", "places.csv")
    assert ids == [row["place"] for row in table]
    about = facts()
    unit = float(about["released"]["rounded_to"])
    for fit in about["denoised"]:
        totals = []
        for level in fit["totals"]:
            areas = [
                row
                for row in rows(about["areas"]["file"])
                if row["level"] == level["labels"]
            ]
            order = [row["area"] for row in areas]
            labels = [order.index(row[level["labels"]]) for row in table]
            sums = [float(row[level["sums"]]) for row in areas]
            totals.append((labels, sums, level["sigma"]))
        values = np.array([float(row[fit["of"]]) for row in table])
        again = gm.denoise(values, graph=graph, totals=totals, **fit["call"])
        published = [float(row[fit["column"]]) for row in table]
        assert np.abs(again.x - published).max() <= 0.5001 * unit
        digest = hashlib.sha256(Path("streets.csv").read_bytes()).hexdigest()
        assert fit["graph"]["sha256"]["streets.csv"] == digest
