"""`gaussmech release` from files to files: what it writes, what it refuses, what it never shows."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import DEFAULT, Mock

import numpy as np
import pytest

from gaussmech import _files, cli
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.privacy.composition import gdp_composition

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/release.md").read_text(encoding="utf-8")
# Far apart and far beyond the noise: none of them is released by chance.
SECRETS = (7318291, 9154377, 8426653)
BUDGET = "--epsilon 0.5 --delta 1e-6"


@pytest.fixture
def here(tmp_path, monkeypatch):
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
def release(here, capsys):
    def run(line):
        before = {path.name for path in here.iterdir()}
        try:
            status = cli.main(["release", *line.split()])
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        new = {path.name for path in here.iterdir()} - before
        return status, captured.out, captured.err, new

    return run


@pytest.fixture
def refused(release):
    """The one line of a refusal, which writes nothing and shows no true value."""

    def refused(line, status=2):
        found, out, err, new = release(line)
        assert (found, out, new, err.count("\n")) == (status, "", set(), 1)
        assert not any(str(secret) in err for secret in SECRETS)
        return err

    return refused


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


COUNTS = f"counts counts.csv --value count --sensitivity 5 {BUDGET} --output private.csv"
EVENTS = f"events events.csv --user cab --per-user 5 --places places.csv {BUDGET}"


def test_counts_become_a_private_table_and_its_facts(release):
    status, out, err, new = release(f"{COUNTS} --round 1e-6")
    assert (status, err, new) == (0, "", {"private.csv", "private.json"})
    table, about = rows(), facts()
    assert [row["place"] for row in table] == ["a", "b", "c"] and len(table[0]) == 2
    noise = np.array([float(row["count"]) for row in table]) - SECRETS
    assert (np.abs(noise) < 8 * 40.29).all() and (noise != 0).all()
    assert about["guarantee"]["statement"] == "(0.5, 1e-06)-differential privacy"
    assert about["sensitivity"]["value"] == 5 and "not checked" in about["sensitivity"]["reason"]
    sigma = analytic_gaussian_sigma(0.5, 1e-6, 5.0)
    assert sigma < float(about["noise"]["sigma"]) < sigma * (1 + 1e-6)
    assert about["versions"]["opendp"] and "cannot be replayed" in about["noise"]["randomness"]
    assert about["denoised"] is None and len(about["not_promised"]) == 5
    assert "(0.5, 1e-06)-differential privacy" in out


def test_no_more_digits_than_mean_something(release):
    # A thousandth of sigma, if nothing is said.
    wanted = {"": r"-?\d+\.\d\d", "1": r"-?\d+", "10": r"-?\d+0|0", "0.001": r"-?\d+\.\d{3}"}
    for unit, digits in wanted.items():
        line = COUNTS.replace("private", f"by_{unit}") + f" --round {unit}" * bool(unit)
        release(f"{line} --graph streets.csv --places places.csv")
        for row in rows(f"by_{unit}.csv"):
            assert all(re.fullmatch(digits, row[name]) for name in ("count", "count_denoised")), row
        assert facts(f"by_{unit}.json")["released"]["rounded_to"] == (unit or "0.01")


def test_a_graph_adds_denoised_values_beside_the_raw_ones(release):
    status, out, _, new = release(f"{COUNTS} --graph streets.csv --places places.csv")
    assert status == 0 and new == {"private.csv", "private.json", "private.html"}
    table, about = rows(), facts()
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
    assert about["sensitivity"]["value"] == 5 and "enforced" in about["sensitivity"]["reason"]
    assert about["guarantee"]["each_column_alone"]["neighbours"] == "add or remove all of one cab"
    assert release(f"{EVENTS} --place place --by hour 8 9 7 --each --output hours.csv")[0] == 0
    table = rows("hours.csv")
    assert [float(row["hour_8"]) for row in table] == [6, 1, 0, 0]
    assert [float(row["hour_9"]) for row in table] == [0, 0, 1, 0]
    guarantee = facts("hours.json")["guarantee"]
    assert guarantee["each_column_alone"]["epsilon"] == 0.5
    assert guarantee["all_columns_together"]["epsilon"] == pytest.approx(0.9017, abs=1e-3)
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
    "counts counts.csv": "required: --value, --sensitivity, --epsilon, --delta, --output",
    "events events.csv --per-user 5 --delta 1e-6": "required: --user, --epsilon, --output",
    f"counts counts.csv --value count {BUDGET} --output o.csv": "required: --sensitivity",
    f"counts counts.csv --sensitivity 1 {BUDGET} --output o.csv": "required: --value",
    "": "required: counts|events",
    "trips.csv": "invalid choice: 'trips.csv' (choose from",
    f"{COUNTS} --reach 9": "there is no '--reach'",
    f"{EVENTS} --place place --reach 9 --output o.csv": "--reach does not go with --place",
    f"{COUNTS} --graph streets.csv --link 3": "--link: not allowed with argument --graph",
    f"{COUNTS} --graph none.geojson": "--graph: cannot read 'none.geojson': No such file",
    f"{COUNTS} --link 3": "--link needs --places with columns lon and lat",
    f"{COUNTS} --places places.csv --link 0": "--link: neighbours is 0",
    f"{COUNTS} --round 3": "--round is '3'; it must be a power of ten",
    f"{COUNTS} --round 1e-20": "it must not be finer than the grid",
    f"{COUNTS} --total-epsilon 1": "--ledger, --total-delta are missing",
    f"{COUNTS} --ledger counts.csv": "is no ledger",
    f"{COUNTS} --ledger private.json": "a file of the release itself",
    f"{COUNTS} --ledger none/l.json": "No such file or directory",
    f"{COUNTS} --ledger l.json --total-epsilon 0 --total-delta 1e-6": "--total-epsilon is 0.0",
    f"{COUNTS} --ledger l.json --total-epsilon 1 --total-delta 1": "--total-delta is 1.0; allowed",
    f"{COUNTS} --ledger l.json --total-epsilon 0.4 --total-delta 1e-6": "the total is (0.4, 1e-06)",
    f"{EVENTS} --output o.csv": "name them with --lon and --lat, or",
    f"{EVENTS} --sensitivity 5 --output o.csv": "there is no '--sensitivity'",
    f"{EVENTS} --place nowhere --output o.csv": "events.csv has no column 'nowhere'",
    f"{EVENTS} --place place --by hour 8 8 --output o.csv": "each once",
    f"events events.csv --user cab --per-user 5 --place place {BUDGET} --output o.csv": "public",
    COUNTS.replace("0.5", "-1"): "--epsilon is -1.0; allowed are numbers in [0, 700]",
    COUNTS.replace("0.5", "x"): "--epsilon is 'x'; it must be a real number in [0, 700]",
    COUNTS.replace("1e-6", "0"): "--delta is 0.0; allowed are numbers in (0, 1)",
    COUNTS.replace("ity 5", "ity 0"): "--sensitivity is 0.0; allowed are numbers in [1e-50,",
    EVENTS.replace("user 5", "user 1e308") + " --output o.csv": "--per-user is 1e+308; allowed",
    COUNTS.replace("counts.csv", "none.csv"): "cannot read 'none.csv'",
    COUNTS.replace("count --s", "count count --s"): "names a column twice",
    COUNTS.replace("private.csv", "private.txt"): "must be a .csv or .parquet file",
    COUNTS.replace("private.csv", "none/private.csv"): "there is no folder 'none'",
    COUNTS.replace("private.csv", "counts.csv"): "'counts.csv' exists",
    COUNTS.replace("private.csv", "beside.csv"): "'beside.json' exists",
    f"{COUNTS} --grid 1": "too coarse",
    f"{COUNTS} --seed 1": "there is no '--seed'",
}


@pytest.mark.parametrize("line", BAD, ids=range(len(BAD)))
def test_bad_input_is_one_line_and_writes_nothing(line, refused):
    assert BAD[line] in refused(line) and Path("beside.json").read_text() == "mine"


# The file of counts, what is added to the command, and what is said; of a cell its line alone.
PLACES, TWICE = f"{COUNTS} --places places.csv", "would be two columns of the output"
TWO = (
    f"counts counts.csv --sensitivity 9 {BUDGET} --output private.csv --graph streets.csv --value x"
)
BAD_FILES = [
    (f"place,count\na,nan\nb,{SECRETS[0]}", PLACES, "line 2: 'count' is no number >= 0"),
    (f"place,count\na,1\nb,-{SECRETS[0]}", PLACES, "line 3: 'count' is no number >= 0"),
    ("place,count\na,inf", PLACES, "line 2: 'count' is no number >= 0"),
    (f"place,count\na,{SECRETS[0]}x", PLACES, "line 2: 'count' is no number >= 0"),
    (f"place,count\n,{SECRETS[0]}", PLACES, "line 2: 'place' is missing"),
    (f"place,count\na,1\na,{SECRETS[1]}", PLACES, "line 3: 'place' is that of line 2 again"),
    (f"place,count\na,{SECRETS[0]},{SECRETS[1]}", PLACES, "line 2 has 3 cells"),
    (f"place,count\nelsewhere,{SECRETS[0]}", PLACES, "a place that is not among the 4 given"),
    (f"count,at\n{SECRETS[0]},a", COUNTS, "name the column of the places with --place"),
    (f"count,at\n{SECRETS[0]},a", f"{COUNTS} --place count", "cannot be both the places and a"),
    ("lon,at\n1,a", COUNTS.replace("count --s", "lon --place at --s"), "'lon' is a coordinate"),
    (f"{SECRETS[0]},{SECRETS[1]}\nb,{SECRETS[2]}", COUNTS, "has no column 'place'"),
    (
        f"place,x,x_denoised\na,{SECRETS[0]},2",
        f"{TWO} --value x x_denoised",
        f"'x_denoised' {TWICE}",
    ),
    (
        f"x_denoised,x\na,{SECRETS[0]}",
        f"{TWO} --value x --place x_denoised",
        f"'x_denoised' {TWICE}",
    ),
    (
        f"lat,x\na,{SECRETS[0]}",
        f"{TWO} --value x --place lat --places places.csv",
        f"'lat' {TWICE}",
    ),
]


@pytest.mark.parametrize("text, line, message", BAD_FILES, ids=range(len(BAD_FILES)))
def test_a_bad_file_is_refused_without_its_cells(text, line, message, refused, here):
    (here / "counts.csv").write_text(f"{text}\n")
    assert message in refused(line)


def test_a_value_is_never_taken_for_a_place_or_a_coordinate(release, here):
    # x and y would be in range for degrees.
    (here / "counts.csv").write_text("at,x,y\na,11,12\n")
    release(COUNTS.replace("count --s", "x y --place at --round 1e-6 --s"))
    assert list(rows()[0]) == ["at", "x", "y"] and float(rows()[0]["x"]) != 11
    # Not the first column, where `place` is another.
    (here / "counts.csv").write_text(f"id,place,count\n{SECRETS[0]},a,1\n")
    release(COUNTS.replace("private", "second"))
    assert [row["place"] for row in rows("second.csv")] == ["a"]
    # What is too large to denoise is released raw.
    (here / "counts.csv").write_text(f"place,count\na,{SECRETS[0]}0000000\n")
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
        (path,) = (name for name in new if name.endswith("json"))
        assert facts(path)["released"]["published_as_they_are"] == words


@pytest.mark.usefixtures("without_noise")
def test_whether_a_release_happens_does_not_depend_on_who_is_in_the_data(release, here):
    """No event, an unknown place, a place too far, no user: released, and nothing said of it."""
    at, far = "x,a\ny,nowhere\nz,\n,a\n", "x,0,0.0001\ny,777.5,0\nz,,\nz,50,50\n,0,0.0001\n"
    named, located = ("cab,place", " --place place"), ("cab,lon,lat", "")
    cases = [(*named, ""), (*named, at), (*located, ""), (*located, far)]
    said = set()
    for k, (head, by, text) in enumerate(cases):
        (here / "events.csv").write_text(f"{head}\n{text}")
        status, out, err, new = release(f"{EVENTS} --output o{k}.csv{by}")
        assert (status, err, len(new)) == (0, "", 3)
        said.add(out.replace(f"o{k}", "o"))
        assert [float(row["count"]) for row in rows(f"o{k}.csv")] == [float(bool(text)), 0, 0, 0]
    assert len(said) == 1


def test_true_values_are_nowhere(release, here, monkeypatch):
    written, fsync = [], _files.os.fsync

    def read(handle):
        written.append(Path(f"/proc/self/fd/{handle}").read_text())
        fsync(handle)

    folder = here / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(_files.os, "fsync", read)
    line = f"{COUNTS} --round 1e-6 --places places.csv --graph streets.csv --ledger l.json"
    _, out, err, new = release(line)
    assert len(written) == len(new) == 4 and list(folder.iterdir()) == []
    texts = [out, err, *written, *((here / name).read_text() for name in new)]
    # A released value may share leading digits with the true one, but never equals it.
    values = [re.compile(rf"(?<!\d){secret}(\.0*)?(?!\.?\d)") for secret in SECRETS]
    assert not any(value.search(text) for value in values for text in texts)


@pytest.mark.parametrize("step", ["open", "fsync", "link"])
@pytest.mark.parametrize("call", [1, 2])
def test_a_failure_leaves_nothing(step, call, refused, monkeypatch):
    failing = full_disk(monkeypatch, step, call)
    assert "No space left on device; nothing was written" in refused(COUNTS)
    assert failing.call_count == call


def test_a_crash_leaves_no_half_written_release(here):
    """Killed between its files, the table, which appears last, is not there."""
    kill = (
        "import os, signal; from gaussmech import cli\n"
        "real = os.link\n"
        "def link(*given): real(*given); os.kill(os.getpid(), signal.SIGKILL)\n"
        "os.link = link\n"
        f"cli.main('release {COUNTS}'.split())\n"
    )
    done = subprocess.run([sys.executable, "-c", kill], env={"PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == -9 and not (here / "private.csv").exists() and facts()


def test_a_ledger_counts_what_is_released_and_not_what_fails(release, refused, monkeypatch):
    line = f"{COUNTS} --ledger l.json --total-epsilon 0.7 --total-delta 1e-6"
    _, out, _, new = release(line)
    assert "l.json" in new
    assert "1 so far, together (0.5, 1e-06)-DP; the total is (0.7, 1e-06)" in out
    ledger = Path("l.json").read_text()
    about = facts()["ledger"]
    assert about["all_together"] == {"epsilon": 0.5, "delta": 1e-6}
    assert "2 are together (0.72492, 1e-06)-DP" in refused(line.replace("private", "second"))
    full_disk(monkeypatch, "link")
    assert "nothing was written" in refused(line.replace("private", "o").replace("0.5", "0.01"))
    assert Path("l.json").read_text() == ledger


def test_without_opendp_the_extra_is_named(refused, monkeypatch):
    monkeypatch.setattr("gaussmech._extras.find_spec", lambda name: None)
    assert 'pip install "gaussmech[release]"' in refused(f"{COUNTS} --ledger l.json", status=1)


def test_other_commands_load_nothing_of_it():
    code = (
        "import sys; from gaussmech import cli; cli.main('sigma --epsilon 1 --delta 1'.split())\n"
        "loaded = [name for name in sys.modules if name.startswith(('opendp', 'gaussmech.rel'))]\n"
        "assert loaded == ['gaussmech.releases', 'gaussmech.releases.command'], loaded"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def test_the_tutorial_says_what_happens(here, capsys, monkeypatch):
    tutorial = r"gaussmech (release events.*?private\.csv)\n\n(.*?)\n\n"
    command, shown = re.search(tutorial, PAGE, re.DOTALL).groups()
    monkeypatch.chdir(ROOT)
    line = command.replace("\\\n", " ").replace("private.csv", str(here / "private.csv"))
    assert cli.main(line.split()) == 0
    printed = capsys.readouterr().out.splitlines()
    wanted = [line.strip() for line in shown.splitlines()]
    assert printed[:-1] == wanted[:-1]
    assert printed[-1].startswith("count_denoised    estimated RMSE ")


def test_the_numbers_of_before_you_publish():
    mu = gdp_composition([5 / 40.2881] * 30)
    assert f"# {gaussian_epsilon(1 / mu, 1e-6):.2f}\n" in PAGE
    assert f"= {gaussian_epsilon(40.2881, 1e-6, 20):.2f} only" in PAGE
