"""Faults, injected for real: what is done is done, one clear message, and the next run mends it."""

import contextlib
import http.server
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time

import psutil
import pytest

from gaussmech.pipeline.runs import CONFIG_VARIABLE
from tests.pipeline.conftest import RESULTS

pytestmark = [pytest.mark.pipeline, pytest.mark.full, pytest.mark.xdist_group("faults")]


def completes(checkout, wanted, *arguments, **settings):
    """Run once more: it must end well, with the tables wanted; give what it said."""
    done = checkout.run(*arguments, **settings)
    assert done.returncode == 0, done.stdout
    found = checkout.tables()
    assert found.keys() == wanted.keys()
    assert [name for name in wanted if found[name] != wanted[name]] == []
    return done.stdout


def refused(done, *patterns):
    """It ended badly, without a traceback, and said each pattern."""
    assert done.returncode != 0
    assert "Traceback" not in done.stdout
    for pattern in patterns:
        assert re.search(pattern, done.stdout), done.stdout


# A workflow of six jobs, for faults that need many runs.
SMALL = {
    "mean_estimation": {"dimensions": [10, 1000], "epsilons": [1.0], "repetitions": 40},
    "histogram": {"dimensions": [10, 1000], "epsilons": [1.0], "repetitions": 4, "blocks": 2},
}
GOALS = [f"{RESULTS}/data/mean_estimation.csv", f"{RESULTS}/figures/fig4.pdf"]


@pytest.fixture(scope="module")
def small(new_checkout):
    """A checkout in which the small workflow has run."""
    checkout = new_checkout("small")
    done = checkout.run(*GOALS, overlay=SMALL)
    assert done.returncode == 0, done.stdout
    assert set(checkout.tables()) == {"mean_estimation.csv", "histogram.csv"}
    return checkout


# Kill -9


def descendants(process):
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(process.pid).children(recursive=True)
    return []


def kill(victims):
    for victim in victims:
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            os.kill(victim.pid, signal.SIGKILL)


def whole(another, small):
    """Whatever stands under its name is whole, and the right one."""
    wanted = small.files("**/*.csv", "results/shared")
    wanted |= small.files("data/*")
    found = another.files("**/*.csv", "results/shared") | another.files("data/*")
    assert [name for name in found if found[name] != wanted[name]] == []
    for name, content in another.files("figures/*.pdf").items():
        assert content.rstrip().endswith(b"%%EOF"), name


def test_killed_at_random_moments(small, another):
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")  # shown by pytest if the test fails
    chance, usual, killed = random.Random(seed), 8.0, 0
    while killed < 8:
        shutil.rmtree(another.folder / "results", ignore_errors=True)
        process = another.start(*GOALS, overlay=SMALL, stdout=subprocess.DEVNULL)
        begun = time.monotonic()
        moment, whom = chance.uniform(1.0, usual), chance.choice(["workflow", "worker", "all"])
        while process.poll() is None and time.monotonic() - begun < moment:
            time.sleep(0.02)
        if process.poll() is not None:
            usual = time.monotonic() - begun
            continue
        workers = descendants(process)
        if whom == "worker" and not workers:
            whom = "workflow"
        kill({"workflow": [process], "worker": workers[-1:], "all": [process, *workers]}[whom])
        killed += 1
        process.wait()
        completes(another, small.tables(), *GOALS, overlay=SMALL)
    assert another.jobs(*GOALS, overlay=SMALL) == {}


# Two runs at once


@contextlib.contextmanager
def at_work(checkout, *arguments, **settings):
    """A run whose first job has begun."""
    process = checkout.start(*arguments, **settings)
    log = checkout.folder / RESULTS / "logs"
    while not list(log.rglob("*.log")):
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)
    try:
        yield process
    finally:
        kill([process, *descendants(process)])
        process.communicate()


def test_two_runs_in_one_folder(small, another):
    with at_work(another, *GOALS, overlay=SMALL) as first:
        done = another.run(*GOALS, overlay=SMALL)
        refused(done, rf"another run is at work in {RESULTS}; wait .*`run` name")
        # Under another name it has a folder of its own.
        goal = "results/other/data/calibration.csv"
        second = another.run(goal, overlay=SMALL | {"run": "other"})
        assert second.returncode == 0, second.stdout
        report, _ = first.communicate(timeout=600)
        assert first.returncode == 0, report
    assert another.tables() == small.tables()
    assert another.jobs(*GOALS, overlay=SMALL) == {}


def test_a_job_goes_by_the_configuration_its_run_started_with(small, monkeypatch):
    # Jobs on a cluster read the files anew, which the user may have edited meanwhile.
    def jobs_of_a_job():
        edited = {"seed": 7, "run": "other"}
        return small.run("--mode", "remote", "--dry-run", "--forceall", *GOALS, overlay=edited)

    monkeypatch.delenv(CONFIG_VARIABLE, raising=False)
    assert "rule compute_histogram" not in jobs_of_a_job().stdout
    monkeypatch.setenv(CONFIG_VARIABLE, f"{RESULTS}/config.yaml")
    assert jobs_of_a_job().stdout.count("rule compute_histogram") == 2


# Disks


@contextlib.contextmanager
def mounted(target, *options):
    """Something mounted at a folder; skips where that is not allowed."""
    target.mkdir(parents=True, exist_ok=True)
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small or a read-only file system")
    done = subprocess.run(["mount", *options, target], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"mount does not work here: {done.stderr}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", target], check=True)


@pytest.mark.parametrize("size", ["60k", "120k"])
def test_a_full_disk(another, small, size):
    results = another.folder / "results"
    with mounted(results, "-t", "tmpfs", "-o", f"size={size}", "tmpfs"):
        (results / "notes.txt").write_text("mine")
        done = another.run(*GOALS, overlay=SMALL)
        refused(done, "No space left on device: '?results/")
        whole(another, small)
        subprocess.run(["mount", "-o", "remount,size=100M", results], check=True)
        completes(another, small.tables(), *GOALS, overlay=SMALL)
        assert (results / "notes.txt").read_text() == "mine"
        assert another.jobs(*GOALS, overlay=SMALL) == {}


def test_a_read_only_folder_of_results(another, small):
    results = another.folder / "results"

    def while_read_only(*patterns, **settings):
        with mounted(results, "--bind", results):
            subprocess.run(["mount", "-o", "remount,ro,bind", results], check=True)
            refused(another.run(*GOALS, **settings), *patterns)

    while_read_only("results/quick cannot be written: Read-only file system", overlay=SMALL)
    assert list(results.iterdir()) == []
    completes(another, small.tables(), *GOALS, overlay=SMALL)
    words = "Write-protected|cannot be written|Read-only file system"
    while_read_only(words, overlay=SMALL | {"seed": 7})
    completes(another, small.tables(), *GOALS, overlay=SMALL)


# Downloads


class City(http.server.BaseHTTPRequestHandler):
    """Serves a file of roads and no trips, as spoiled as the server's `fault` says."""

    def do_GET(self):
        content, fault = self.server.content, self.server.fault
        if fault == "other bytes":
            content = content[:-5] + b"12345"
        self.send_response(503 if fault == "unavailable" else 200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2] if fault == "cut off" else content)

    def log_message(self, *_):
        pass


@pytest.fixture
def city():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), City)
    server.content, server.fault = b"2 1\n40.70 -74.00\n40.71 -74.00\n0 1 1\n", None
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("fault", ["other bytes", "cut off", "unavailable"])
def test_a_corrupted_download(copy_of_finished, finished, city, fault):
    module = copy_of_finished.folder / "gaussmech/streets/sources.py"
    text = module.read_text()
    host = f"http://127.0.0.1:{city.server_port}"
    patched = text.replace('"https://raw.githubusercontent.com"', f'"{host}"')
    assert patched != text
    module.write_text(patched)
    city.fault = fault
    before = copy_of_finished.tables()
    overlay = {"heatmap": {"source": "download"}}
    words = {"other bytes": "hash", "cut off": "truncated", "unavailable": "503"}[fault]
    done = copy_of_finished.run(f"{RESULTS}/data/provenance.json", overlay=overlay)
    refused(done, rf"{re.escape(host)}/.*: .*{words}.*To try again: `make retry-download`")
    assert [path.name for path in (copy_of_finished.folder / "data").iterdir()] == []
    assert copy_of_finished.tables() == before
    if fault == "cut off":
        module.write_text(text)
        completes(copy_of_finished, finished.tables())
