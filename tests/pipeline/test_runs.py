"""A run as a whole: alone in its folder, on its own files, and what it says at its end."""

import fcntl
import os
import re
import time

import pandas as pd
import pytest

from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.runs import (
    CONFIG_VARIABLE,
    RunError,
    config_of_run,
    damaged,
    hold_job,
    hold_run,
    keep_config,
    set_aside,
    time_by_rule,
    write_summary,
)
from gaussmech.pipeline.tables import DRAFT, write_result, write_table

HEADER = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"


def benchmark(path, seconds, cpu, memory):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER + f"{seconds}\t0:00:01\t{memory}\t0\t0\t0\t0\t0\t0\t{cpu}\n")


def test_jobs_are_added_up_by_rule(tmp_path):
    folder = tmp_path / "benchmarks"
    benchmark(folder / "plot.tsv", 1.0, 0.5, 100)
    benchmark(folder / "compute" / "a.tsv", 2.0, 2.0, 50)
    benchmark(folder / "compute" / "b" / "0-9.tsv", 4.0, "NA", 70)
    assert time_by_rule(tmp_path) == [
        ("compute", 2, 6.0, 2.0, 4.0, 70.0),
        ("plot", 1, 1.0, 0.5, 1.0, 100.0),
    ]


def test_cpu_seconds_are_those_that_a_job_tells_of_itself(tmp_path):
    # Snakemake's own figure stops at a job's last sample, up to half a minute before its end.
    benchmark(tmp_path / "benchmarks" / "compute" / "b" / "0-9.tsv", 40.0, 15.2, 70)
    log = tmp_path / "logs" / "compute" / "b" / "0-9.log"
    with job(log):
        deadline = time.process_time() + 0.05
        while time.process_time() < deadline:
            pass
    (row,) = time_by_rule(tmp_path)
    assert row[3] == pytest.approx(sum(os.times()[:4]), abs=0.1) and row[3] != 15.2
    log.write_text("WARNING: in the middle\n")
    assert time_by_rule(tmp_path)[0][3] == 15.2


def test_the_end_of_a_run_is_five_lines_on_its_own_jobs(tmp_path):
    benchmark(tmp_path / "benchmarks" / "plot.tsv", 70.0, 60.0, 100)
    benchmark(tmp_path / "benchmarks" / "old.tsv", 1000.0, 0.5, 100)
    before = time.time() - 100
    os.utime(tmp_path / "benchmarks" / "old.tsv", (before - 1, before - 1))
    text = write_summary(tmp_path, started=before, cores=2)
    made, tables, data, report, spent = text.splitlines()[-5:]
    assert re.match(r"made     1 job ran; 0 figures are in .*/figures", made)
    assert f"{tmp_path}/data" in tables and data.startswith("data     synthetic")
    assert "make report" in report
    assert (
        spent == "time     1 min 40 s on 2 cores, with 1 min 0 s of computing in jobs: overhead 70%"
    )
    assert "old" not in text and "plot" in text
    kept = (tmp_path / "benchmarks/summary.csv").read_text()
    assert kept.startswith("rule,jobs,wall_s") and "old,1,1000.00" in kept
    elsewhere = write_summary(tmp_path, started=before).splitlines()[-1]
    assert elsewhere == "time     1 min 40 s, with 1 min 0 s of computing in jobs"


def test_a_folder_is_held_by_one_run_until_it_ends(tmp_path):
    held = hold_run(tmp_path / "results")
    with pytest.raises(RunError, match=r"another run is at work in .*results.*`run`"):
        hold_run(tmp_path / "results")
    hold_run(tmp_path / "results" / "other").close()
    held.close()
    hold_run(tmp_path / "results").close()


def test_a_run_waits_for_jobs_left_behind(tmp_path, monkeypatch, capsys):
    job, waited = hold_job(tmp_path), []
    real = fcntl.flock

    def flock(file, kind):
        if kind == fcntl.LOCK_EX:
            waited.append(file.name)
            job.close()
        real(file, kind)

    monkeypatch.setattr(fcntl, "flock", flock)
    hold_run(tmp_path).close()
    assert waited == [str(tmp_path / ".jobs.lock")]
    assert "waiting for a job that a killed run has left behind" in capsys.readouterr().out


def test_jobs_of_one_run_do_not_wait_for_each_other(tmp_path):
    with hold_run(tmp_path), hold_job(tmp_path), hold_job(tmp_path):
        pass


def test_drafts_of_a_killed_run_go_and_nothing_else(tmp_path):
    folders = [tmp_path / "data", tmp_path / "parts/histogram/epsilon-0.1", tmp_path / "other/data"]
    for folder in folders:
        folder.mkdir(parents=True)
        for name in (f"{DRAFT}a.csv.xyz", ".a.csv", "notes.txt"):
            (folder / name).touch()
    hold_run(tmp_path).close()
    left = [sorted({path.name for path in folder.iterdir()}, key=len) for folder in folders]
    mine = [".a.csv", "notes.txt"]
    # The last folder is another run's, which may be at work.
    assert left == [mine, mine, [*mine, f"{DRAFT}a.csv.xyz"]]


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "results").write_text("a file")
    with pytest.raises(RunError, match="results cannot be written: "):
        hold_run(tmp_path / "results")


def test_the_configuration_of_a_run_is_kept_for_its_jobs(tmp_path, monkeypatch):
    monkeypatch.delenv(CONFIG_VARIABLE, raising=False)
    assert config_of_run() is None
    config = {
        "seed": 1,
        "heatmap": {"delta": 1e-6, "epsilons": [0.1], "trips": [{"date": "2014-09-24"}]},
    }
    monkeypatch.setenv(CONFIG_VARIABLE, "elsewhere")
    assert config_of_run() is None
    keep_config(config, tmp_path)
    assert config_of_run() == config
    assert (tmp_path / "config.yaml").is_file()


def test_what_a_run_did_not_write_is_damaged(tmp_path):
    table = pd.DataFrame({"a": [1, 2]})
    part, other = tmp_path / "parts/x/epsilon-1.0.csv", tmp_path / "parts/x/epsilon-2.0.csv"
    data = tmp_path / "data"
    for path in (data / "histogram.csv", data / "heatmap.csv", part, other):
        write_table(table, path)
    write_result("{}", data / "provenance.json")
    assert damaged(tmp_path, [part]) == []
    for path in (data / "histogram.csv", data / "provenance.json", part, other):
        path.write_text("a\n1\n")
    (data / "notes.csv").write_text("mine")
    wanted = [data / "histogram.csv", data / "provenance.json", part]
    assert damaged(tmp_path, [part, tmp_path / "parts/none.csv"]) == [str(p) for p in wanted]


def test_what_is_set_aside_is_kept(tmp_path):
    for number, suffix in enumerate(["", "-2", "-3"]):
        (tmp_path / "a.csv").write_text(str(number))
        assert set_aside(tmp_path / "a.csv") == str(tmp_path / f"a.csv.set-aside{suffix}")
    assert sorted(path.read_text() for path in tmp_path.iterdir()) == ["0", "1", "2"]
