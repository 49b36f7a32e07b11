"""The Makefile as a user types it: names of figures, misspelt variables, and what it would run."""

import os
import subprocess
import sys

import pytest
import yaml

from tests.paper.pipeline.conftest import CAPTURE, ROOT, environment


def dry_make(folder, *arguments):
    """What make would do in a folder that has the Makefile, or why it refuses."""
    command = ["make", "--dry-run", "--file", ROOT / "Makefile", *arguments]
    return subprocess.run(command, cwd=folder, env=environment(), **CAPTURE)


@pytest.mark.parametrize(
    "given, likely",
    [
        ("CONFG=my.yaml", "did you mean CONFIG?"),
        ("CORE=1", "did you mean CORES?"),
        ("cores=1", "there are PYTHON CORES"),
        ("XYZ=a b", "there are PYTHON CORES"),
    ],
)
def test_a_misspelt_variable_is_refused_with_the_likely_name(tmp_path, given, likely):
    result = dry_make(tmp_path, "figures", given)
    name = given.partition("=")[0]
    assert result.returncode != 0 and len(result.stdout.splitlines()) == 1
    assert f"there is no variable {name};" in result.stdout and likely in result.stdout


def test_known_variables_are_taken_whatever_their_values(tmp_path):
    (tmp_path / "requirements.lock").touch()
    config = "my settings=2.yaml"
    (tmp_path / config).write_text("seed: 1\n")
    result = dry_make(tmp_path, "figures", f"CONFIG={config}", "CORES=1", "RETRY=1")
    assert result.returncode == 0, result.stdout
    assert f'--configfile "{config}"' in result.stdout
    assert "--cores 1" in result.stdout and "--forcerun fetch_city" in result.stdout


@pytest.fixture
def folder(tmp_path):
    """A folder in which make knows the figures and can name a run."""
    for name in ("gaussmech", "workflow", "config", ".venv"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "requirements.lock").touch()
    os.utime(tmp_path / "requirements.lock", (1, 1))
    return tmp_path


@pytest.mark.parametrize("name", ["fig4", "geng_ratio", "claims"])
def test_a_figure_is_made_by_its_name(folder, name):
    result = dry_make(folder, name)
    assert result.returncode == 0, result.stdout
    assert result.stdout.rstrip().endswith(f"-- {name}")


@pytest.mark.parametrize(
    "name, likely",
    [("fig44", "fig4"), ("figs", "figures"), ("FIG1", "fig1"), ("fig2.pdf", "fig2")],
)
def test_a_misspelt_target_is_answered_with_the_likely_name(folder, name, likely):
    command = ["make", "--file", ROOT / "Makefile", name]
    result = subprocess.run(command, cwd=folder, env=environment(), **CAPTURE)
    assert result.returncode != 0 and len(result.stdout.splitlines()) == 2
    assert f"there is no target {name}; did you mean {likely}?" in result.stdout


@pytest.mark.parametrize("cores", ["0", "-1", "two", "1.5", ""])
def test_a_number_of_cores_that_runs_nothing_is_refused(folder, cores):
    result = dry_make(folder, "figures", f"CORES={cores}")
    assert result.returncode != 0 and len(result.stdout.splitlines()) == 1
    assert f"CORES is {cores}; it must be all, or a number from 1 on" in result.stdout


@pytest.mark.parametrize(
    "files, place",
    [
        ({}, "results"),
        ({"my.yaml": "seed: 1"}, "results/my"),
        ({"a.yaml": "seed: 1", "b-2.yaml": "seed: 2"}, "results/b-2"),
        ({"a.yaml": "run: mine", "b.yaml": "seed: 2"}, "results/mine"),
        ({"a.yaml": "run: ''"}, "results"),
        ({"data.yaml": "run: mine"}, "results/mine"),
        ({"data.yaml": "seed: 1"}, "'data'"),
        ({"Figures.yaml": "seed: 1"}, "'Figures'"),
        ({"my run.yaml": "seed: 1"}, "'my run'"),
        ({"2018.yaml": "seed: 1"}, "'2018'"),
        ({"null.yaml": "seed: 1"}, "'null'"),
        ({"2014-09-24.yaml": "seed: 1"}, "'2014-09-24'"),
    ],
)
def test_make_names_a_run_for_its_last_file_unless_one_names_it(folder, files, place):
    for name, text in files.items():
        (folder / name).write_text(f"{text}\n")
    command = [sys.executable, "-m", "gaussmech.paper.pipeline.configuration", *files]
    result = subprocess.run(command, cwd=folder, env=environment(), **CAPTURE)
    if place.startswith("results"):
        assert (result.returncode, result.stdout) == (0, f"{place}\n")
    else:
        refusal = f"{list(files)[-1]}: a run cannot be named {place}; add a line to the file, such as"
        assert result.returncode == 1
        assert result.stdout == f"{refusal} run: mine\n"


@pytest.mark.pipeline
@pytest.mark.full
def test_make_runs_what_was_typed(another):
    (another.folder / "my own.yaml").write_text("run: own\n")
    (another.folder / "my.yaml").write_text("seed: 7\n")
    runs = {"own": "my own.yaml", "quick": "config/quick.yaml my.yaml"}
    for run, config in runs.items():
        goal = f"results/{run}/data/l2_mechanism.csv"
        result = another.make(goal, f"CONFIG={config}", "CORES=1")
        assert result.returncode == 0 and f"results   results/{run}\n" in result.stdout
        config = yaml.safe_load(
            (another.folder / f"results/{run}/config.yaml").read_text()
        )
        assert config["run"] == run
    result = another.make("sweep", "CORES=1")
    assert result.returncode != 0
    assert "the configuration has no `sweep`; add one, such as" in result.stdout


def test_the_next_command_repeats_what_was_typed(folder):
    (folder / "my own.yaml").write_text("run: own\n")
    result = dry_make(folder, "figures", "CONFIG=my own.yaml", "CORES=2", "RETRY=1")
    assert result.returncode == 0, result.stdout
    line = result.stdout.splitlines()[-1]
    assert line.startswith('echo "next: make report ') and "RETRY" not in line
    assert r"CONFIG=my\ own.yaml" in line and "CORES=2" in line


def test_cleaning_names_what_goes(tmp_path):
    one = dry_make(tmp_path, "clean", "RUN=mine").stdout
    assert "results/mine/data" in one and ".snakemake" not in one
    every = dry_make(tmp_path, "clean", "RUN=all").stdout
    assert "find results" in every and "! -name README.md" in every
