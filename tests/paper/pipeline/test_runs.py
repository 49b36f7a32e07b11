"""A run as a whole: alone in its folder, on its own settings, and what it says at its end."""

import contextlib
import fcntl
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gaussmech.paper.pipeline import runs
from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.locks import (
    RunError,
    check_records,
    free_folder,
    hold_run,
)
from gaussmech.paper.pipeline.summary import (
    benchmark_of,
    latest_benchmark,
    summary,
    time_by_rule,
    write_times,
)

SYNTHETIC = "SYNTHETIC CITY, no evidence about a real one"
PROVENANCE = {"source": "stand-in", "label": "a city", "hours": {}, "contribution": {}}
PROVENANCE |= {
    "counts": {"junctions": 1234, "road_sections": 5},
    "download_failed": "no network",
}


@pytest.fixture(autouse=True)
def results(tmp_path, monkeypatch):
    """The folder of a run."""
    monkeypatch.chdir(tmp_path)
    return Path("results/quick")


def cost(results, name, wall, cpu, memory, *, ended=None):
    """The benchmark of a job, as Snakemake writes it."""
    path = results / "benchmarks" / f"{name}.tsv"
    write_text(f"s\th:m:s\tmax_rss\tcpu_time\n{wall}\t0:00:01\t{memory}\t{cpu}\n", path)
    if ended:
        os.utime(path, (ended, ended))


def benchmarks(results):
    return [path.as_posix() for path in results.rglob("*.tsv")]


def test_jobs_of_these_settings_are_added_up_by_rule(results):
    block = "repetitions-0-9"
    cost(results, "plot/fig1", 1.0, 0.5, 100)
    cost(results, f"errors/heatmap/epsilon-0.1/{block}", 2.0, 2.0, 50)
    cost(results, f"sweep/seed-1/errors/heatmap/epsilon-0.1/{block}", 4.0, 8.0, 70)
    cost(results, f"errors/heatmap/epsilon-1.0/{block}", 9.0, 9.0, 90, ended=1000.0)
    cost(results, f"sweep/seed-1/data_sets/mean_estimation/{block}", 0.2, 0.1, 1)
    cost(results, "sweep/seed-1/fetch_city", 0.1, 0.1, 1)
    cost(results, "plot/fig2", 0.5, "NA", "NA")
    write_text("", results / "benchmarks/cut.tsv")
    missing = benchmark_of(f"{results}/errors/heatmap/epsilon-7/{block}.csv", results)
    assert missing == f"results/quick/benchmarks/errors/heatmap/epsilon-7/{block}.tsv"
    files = [*benchmarks(results), missing]
    assert time_by_rule(results, files, since=2000.0) == [
        ("compute_heatmap", 2, 6.0, 10.0, 4.0, 70.0),
        ("plot", 2, 1.5, 0.5, 1.0, 100.0),
        ("draw_data_sets", 1, 0.2, 0.1, 0.2, 1.0),
        ("fetch_city", 1, 0.1, 0.1, 0.1, 1.0),
    ]
    every_job = time_by_rule(results, files)
    assert every_job[0] == ("compute_heatmap", 3, 15.0, 19.0, 9.0, 90.0)
    # Jobs of other settings do not count.
    (plot,) = time_by_rule(results, ["results/quick/benchmarks/plot/fig1.tsv"])
    assert plot == ("plot", 1, 1.0, 0.5, 1.0, 100.0)


def test_the_latest_job_of_a_file_counts(results):
    block = "repetitions-0-9"
    single, together = "errors/heatmap/epsilon-0.1", "errors/heatmap"
    path = f"{results}/{single}/{block}.csv"
    for folder, ended in ((together, 2000.0), (single, 1000.0), (single, 3000.0)):
        cost(results, f"{folder}/{block}", 1.0, 1.0, 1, ended=ended)
        latest = together if ended < 3000.0 else single
        assert latest_benchmark(path, results).endswith(f"/{latest}/{block}.tsv")


def test_the_end_of_a_run_tells_what_it_made(results):
    cost(results, "plot", 70.0, 60.0, 100)
    cost(results, "old", 1000.0, 0.5, 100, ended=time.time() - 1000)
    rows = "claim,holds\nclaim,refuted\nclaim,holds\nquestion,answered\n"
    write_text(f"kind,verdict\n{rows}", results / "data/claims.csv")
    write_text(json.dumps(PROVENANCE), results / "data/provenance.json")
    for name in ("fig1", "fig 9"):
        write_text("", results / f"figures/{name}.pdf")
    names = "data/claims.csv data/provenance.json figures/fig1.pdf figures/fig2.pdf"
    files = [f"results/quick/{name}" for name in names.split()]
    since = time.time() - 100
    lines = summary("results/quick", files, benchmarks(results), started=since, cores=2)
    assert [
        re.sub(r" \(results.*| +results/.*", "", line).split(None, 1) for line in lines
    ] == [
        ["done", "in 0:01:40 on 2 cores: 1 job, 0:01:00 of CPU time"],
        ["figures", "1"],
        ["tables", "1"],
        ["claims", "3  2 hold, 1 refuted;"],
        ["data", f"{SYNTHETIC} (a city: 1,234 junctions, 5 road sections)"],
        ["data", "not downloaded: no network"],
        [
            "others",
            "1 file of other settings, which this run does not read; to remove them: rm"
            " 'results/quick/figures/fig 9.pdf'",
        ],
        ["next", "make report CONFIG=... (as before)"],
    ]
    write_times(results, benchmarks(results))
    table = (results / "benchmarks/summary.csv").read_text().splitlines()
    assert table[0] == "rule,jobs,wall_s,cpu_s,longest_s,peak_mb"
    assert table[1] == "old,1,1000.00,0.50,1000.00,100.00"
    assert "on " not in summary("results", [], [], started=time.time())[0].split(":")[0]
    write_text("", results / "report.html")
    assert "next" not in summary("results/quick", files, [], started=since)[-1]


def test_the_command_in_the_summary_removes_what_these_settings_do_not_make(results):
    mine = ["data/a.csv", "figures/fig1.pdf", "figures/fig1.png"]
    others = ["data/b.csv", "figures/it's.pdf", "figures/fig2.pdf"]
    kept = ["errors/histogram/epsilon-0.7/repetitions-0-19.csv", "logs/old.log"]
    for name in mine + others + kept:
        write_text("", results / name)
    files = [f"results/quick/{name}" for name in mine]
    lines = summary("results/quick", files, [], started=time.time())
    (line,) = [line for line in lines if line.startswith("  others")]
    assert "3 files of other settings" in line
    subprocess.run(line.split("remove them: ")[1], shell=True, check=True)
    left = {path for path in results.rglob("*") if path.is_file()}
    assert left == {results / name for name in mine + kept}
    lines = summary("results/quick", files, [], started=time.time())
    assert "others" not in "".join(lines)


def test_the_lock_of_a_killed_run_goes_only_if_no_run_of_the_folder_is_alive(
    results, capsys
):
    snakemake = Path(".snakemake/locks")
    # A dry run leaves an empty folder: nothing was killed.
    snakemake.mkdir(parents=True)
    free_folder()
    assert capsys.readouterr().err == ""
    write_text("", snakemake / "0.output.lock")
    for name in ("results/quick", "results/other", "results"):
        hold_run(name).close()
    for name in ("results/quick", "results"):
        lock_file = hold_run(name)
        free_folder()
        assert snakemake.exists() and capsys.readouterr().err == ""
        lock_file.close()
    for _ in range(2):
        free_folder()
        assert not snakemake.exists()
    assert capsys.readouterr().err == "the run before was killed: its lock is removed\n"


def test_records_that_cannot_be_written_are_told_in_one_line_with_the_remedy(results):
    check_records()
    assert not Path(".snakemake").exists()
    Path("config.yaml").write_text("seed: 1\n")
    for path in (".snakemake", ".snakemake/locks"):
        write_text("", Path(path, "file"))
        Path(path, "file").unlink()
        check_records()
    Path(".snakemake/locks").rmdir()
    Path(".snakemake").rmdir()
    Path(".snakemake").touch()
    words = (
        f"{Path.cwd()}/.snakemake cannot be written, .* remove it, or make it yours: "
    )
    with pytest.raises(RunError, match=words):
        check_records()
    # As make does before a run.
    command = [sys.executable, "-m", "gaussmech.paper.pipeline.runs", "config.yaml"]
    prepared = subprocess.run(command, capture_output=True, text=True)
    assert prepared.returncode == 1
    (line,) = prepared.stderr.splitlines()
    assert re.match(words, line)


def test_a_folder_is_held_by_one_run_until_it_ends(results):
    lock = hold_run(results)
    with pytest.raises(
        RunError, match=r"another run is at work in results/quick.*`run`"
    ):
        hold_run(results)
    hold_run(Path("results/other")).close()
    lock.close()
    hold_run(results).close()
    with pytest.raises(RunError, match="results/quick/logs cannot be written: "):
        write_text("a file", results / "logs")
        hold_run(results / "logs")


def test_a_run_waits_for_jobs_left_behind(results, monkeypatch, capsys):
    waited, flock, left = [], fcntl.flock, contextlib.ExitStack()
    left.enter_context(job(results / "logs/a.log"))

    def watched(file, kind):
        if kind == fcntl.LOCK_EX:
            waited.append(file.name)
            left.close()
        flock(file, kind)

    monkeypatch.setattr(fcntl, "flock", watched)
    hold_run(results).close()
    assert waited == ["results/quick/.jobs.lock"]
    assert "waiting for a job that a killed run left behind" in capsys.readouterr().out


def test_the_configuration_of_a_run_is_kept_for_its_jobs(results, monkeypatch):
    for name in ("", "elsewhere"):
        monkeypatch.setenv(runs.CONFIG_VARIABLE, name)
        assert runs.config_of_run() is None
    config = {"seed": 1, "heatmap": {"delta": 1e-6, "trips": [{"date": "2014-09-24"}]}}
    assert runs.keep_config(config, results) is None
    assert runs.config_of_run() == config == runs.keep_config({}, results)


def test_the_engines_log_is_that_of_the_run_and_fills_there(results):
    with open("engine.log", "w") as engine:
        path = runs.keep_log(["engine.log"], results)
        engine.write("begun")
    assert path.read_text() == "begun"
    Path("second.log").write_text("again")
    assert runs.keep_log(["second.log"], results).read_text() == "again"
