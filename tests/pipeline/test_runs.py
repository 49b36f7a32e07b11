"""A run as a whole: alone in its folder, on its own settings, and what it says at its end."""

import fcntl
import json
import os
import time
from pathlib import Path

import pytest

from gaussmech.pipeline.runs import (
    CONFIG_VARIABLE,
    DONE,
    RunError,
    config_of_run,
    failures,
    hold_job,
    hold_run,
    keep_config,
    keep_log,
    time_by_rule,
    write_summary,
)
from gaussmech.pipeline.tables import DRAFT, write_text


@pytest.fixture(autouse=True)
def results(tmp_path, monkeypatch):
    """The folder of a run, beside which lie the parts."""
    monkeypatch.chdir(tmp_path)
    return Path("results/quick")


def write_log(results, name, *, ended=None, text=DONE, cost=()):
    path = results / "logs" / f"{name}.log"
    write_text(f"WARNING: a word\nINFO: {text.format(*cost)}\n", path)
    if ended:
        os.utime(path, (ended, ended))


def test_jobs_are_added_up_by_rule(results):
    write_log(results, "plot", cost=(1.0, 0.5, 100))
    write_log(results, "compute/a/epsilon-0.1/0-9", cost=(2.0, 2.0, 50))
    write_log(results, "compute/b", cost=(4.0, 8.0, 70))
    write_log(results, "compute/old", cost=(9.0, 9.0, 90), ended=1000.0)
    write_log(results, "failed", text="where it was raised")
    write_log(results, "run", cost=(5.0, 5.0, 50))
    assert time_by_rule(results, since=2000.0) == [
        ("compute", 2, 6.0, 10.0, 4.0, 70.0),
        ("plot", 1, 1.0, 0.5, 1.0, 100.0),
    ]
    assert time_by_rule(results)[0] == ("compute", 3, 15.0, 19.0, 9.0, 90.0)


def test_failed_jobs_are_told_with_the_last_error_of_their_logs(results):
    for name, ended in (("compute/b/0-9", None), ("old", 1000.0), ("run", None)):
        write_log(results, name, text="x\nERROR: first\nERROR: epsilon is -1\nINFO: y", ended=ended)
    write_log(results, "good", cost=(1.0, 1.0, 1))
    (failure,) = failures(results, 2000.0)
    assert failure == ("compute b 0-9", "epsilon is -1", "results/quick/logs/compute/b/0-9.log")


def test_the_end_of_a_run_tells_what_it_made(results):
    write_log(results, "plot", cost=(70.0, 60.0, 100))
    write_log(results, "old", cost=(1000.0, 0.5, 100), ended=time.time() - 1000)
    verdicts = ["holds", "refuted", "holds"]
    rows = "".join(f"claim,{verdict}\n" for verdict in verdicts)
    write_text(f"kind,verdict\n{rows}question,answered\n", results / "data/claims.csv")
    provenance = {
        "source": "stand-in",
        "label": "a city",
        "counts": {"junctions": 1234, "road_sections": 5},
        "hours": {},
        "contribution": {},
        "download_failed": "no network",
    }
    write_text(json.dumps(provenance), results / "data/provenance.json")
    write_text("", results / "figures/fig1.pdf")
    text = "\n".join(write_summary(results, started=time.time() - 100, cores=2))
    for words in (
        "done in 1 min 40 s on 2 cores: 1 job, 1 min 0 s of CPU time",
        "figures    1  results/quick/figures",
        "tables     1  results/quick/data",
        "claims     3  2 hold, 1 refuted;",
        "SYNTHETIC CITY, no evidence about a real one (a city: 1,234 junctions",
        "not downloaded: no network",
        "make report CONFIG=",
    ):
        assert words in text, words
    table = (results / "benchmarks/summary.csv").read_text().splitlines()
    assert table[:2] == [
        "rule,jobs,wall_s,cpu_s,longest_s,peak_mb",
        "old,1,1000.00,0.50,1000.00,100.00",
    ]
    assert "on " not in write_summary(results, started=time.time())[0].split(":")[0]


def test_a_folder_is_held_by_one_run_until_it_ends(results):
    held = hold_run(results)
    with pytest.raises(RunError, match=r"another run is at work in results/quick.*`run`"):
        hold_run(results)
    hold_run(Path("results/other")).close()
    held.close()
    hold_run(results).close()


def test_a_run_waits_for_jobs_left_behind(results, monkeypatch, capsys):
    job, waited, flock = hold_job(results), [], fcntl.flock
    job.__enter__()

    def watched(file, kind):
        if kind == fcntl.LOCK_EX:
            waited.append(file.name)
            job.__exit__(None, None, None)
        flock(file, kind)

    monkeypatch.setattr(fcntl, "flock", watched)
    hold_run(results).close()
    assert waited == ["results/quick/.jobs.lock"]
    assert "waiting for a job that a killed run left behind" in capsys.readouterr().out


def test_drafts_of_a_killed_run_go_and_nothing_else(results):
    folders = [results / "data", Path("results/parts/x/epsilon-0.1"), Path("results/other/data")]
    names = [f"{DRAFT}a.csv.xyz", ".a.csv", "notes.txt"]

    def drafts():
        for folder in folders:
            for name in names:
                write_text("", folder / name)
        hold_run(results).close()
        return [len(list(folder.iterdir())) for folder in folders]

    # The last folder is another run's, which may be at work.
    assert drafts() == [2, 2, 3]
    with hold_job(Path("results/other")):
        assert drafts() == [2, 3, 3]


def test_a_folder_that_cannot_be_made_is_named():
    Path("results").write_text("a file")
    with pytest.raises(RunError, match="results/quick cannot be written: "):
        hold_run("results/quick")


def test_the_configuration_of_a_run_is_kept_for_its_jobs(results, monkeypatch):
    for name in ("", "elsewhere"):
        monkeypatch.setenv(CONFIG_VARIABLE, name)
        assert config_of_run() is None
    config = {"seed": 1, "heatmap": {"delta": 1e-6, "trips": [{"date": "2014-09-24"}]}}
    keep_config(config, results)
    assert config_of_run() == config and (results / "config.yaml").is_file()


def test_the_engines_log_is_that_of_the_run_and_fills_there(results):
    with open("engine.log", "w") as engine:
        path = keep_log(["engine.log"], results)
        engine.write("begun")
    assert path.read_text() == "begun"
    Path("second.log").write_text("again")
    assert keep_log(["second.log"], results).read_text() == "again"
