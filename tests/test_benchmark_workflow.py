"""The benchmark of the workflow: what it reads from a run, and its tables."""

from argparse import Namespace
from pathlib import Path

import pandas as pd
import pytest
import yaml

from benchmarks.workflow import bench_workflow
from gaussmech.pipeline.runs import write_summary
from gaussmech.pipeline.tables import write_text

JOB = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"


@pytest.fixture
def results(tmp_path):
    for name, wall, cpu in (("plot/a", 1.5, 1.0), ("plot/b", 2.5, 2.0), ("fetch", 4.0, 0.5)):
        row = f"{wall}\t0:00:01\t100\t1\t1\t1\t0\t0\t50\t{cpu}\n"
        write_text(JOB + row, tmp_path / "benchmarks" / f"{name}.tsv")
    return tmp_path


def test_jobs_and_overhead_are_those_that_a_run_tells(results):
    text = write_summary(results, started=0.0, cores=2)
    assert bench_workflow.jobs(results) == {
        "jobs": 3,
        "jobs_cpu_s": 3.5,
        "longest_job_s": 4.0,
    }
    assert bench_workflow.overhead(text) == {"overhead": 1.0}


def test_a_command_is_timed_with_its_children(tmp_path, capsys):
    # A child of the child counts too.
    command = ["sh", "-c", "(i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done); echo done"]
    row, text = bench_workflow.run(command, tmp_path, None)
    assert row["cpu_s"] > 0 and row["wall_s"] > 0 and text == "done\n"
    assert capsys.readouterr().out.startswith("$ sh -c")
    with pytest.raises(SystemExit, match="exit 3 failed:\nwrong"):
        bench_workflow.run(["sh", "-c", "echo wrong; exit 3"], tmp_path, None)


def test_a_copy_has_the_workflow_and_no_results(tmp_path, monkeypatch):
    root = tmp_path / "root"
    for name in bench_workflow.FILES:
        write_text(name, root / name)
    for name in (*bench_workflow.FOLDERS, "results", "gaussmech/__pycache__", "data"):
        write_text("x", root / name / "file")
    copy = tmp_path / "copy"
    copy.mkdir()
    monkeypatch.setattr(bench_workflow, "ROOT", root)
    with pytest.raises(SystemExit, match="not set up"):
        bench_workflow.copy_checkout(copy)
    write_text("", root / ".venv" / ".ready")
    bench_workflow.copy_checkout(copy)
    found = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert found == {*bench_workflow.FILES, *(f"{x}/file" for x in bench_workflow.FOLDERS)}
    # Make must never find the environment, which is that of the checkout, out of date.
    ready, lock = copy / ".venv" / ".ready", copy / "requirements.lock"
    assert ready.stat().st_mtime > lock.stat().st_mtime


def test_the_data_are_the_files_or_the_stand_in(tmp_path):
    assert bench_workflow.data_overlay(None) == {"heatmap": {"source": "stand-in"}}
    real = bench_workflow.data_overlay(Path(tmp_path, "..", tmp_path.name))
    assert real["heatmap"]["source"] == "files" and real["heatmap"]["trips"]
    assert real["heatmap"]["folder"] == str(tmp_path.resolve())
    assert yaml.safe_load(yaml.safe_dump(real)) == real


def whole(command, overhead):
    return {
        "command": command,
        "work": "everything",
        "wall_s": 100.0,
        "cpu_s": 150.0,
        "load_before": 0.5,
        "jobs": 40,
        "jobs_cpu_s": 120.0,
        "longest_job_s": 20.0,
        "overhead": overhead,
    }


def test_the_report_has_a_row_a_run_and_the_fastest_with_nothing_to_do():
    idle = [
        {"command": f"make {target}", "work": "nothing", "wall_s": s, "cpu_s": 2.0}
        for target, seconds in (("figures", (2.9, 2.5, 3.5)), ("quick", (3.1, 3.2, 3.3)))
        for s in seconds
    ]
    table = pd.DataFrame([whole("make figures", 0.1), whole("make quick", 0.26), *idle])
    options = Namespace(cores=2, repeats=3)
    overlay = bench_workflow.data_overlay(None)
    report = "\n".join(bench_workflow._sections(table, overlay, options))
    both = "| everything | 100.0 | 150.0 | 40 | 120.0 | 20.0 |"
    assert f"| `make figures` {both} 10% | met |" in report
    assert f"| `make quick` {both} 26% | missed |" in report
    assert "| `make figures` | 2.50 | 2.00 | met |" in report
    assert "| `make quick` | 3.10 | 2.00 | missed |" in report
