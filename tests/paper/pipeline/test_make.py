"""The Makefile as a user types it: names of figures, misspelt variables, and what it would run."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from gaussmech.paper.pipeline.config_reader import ConfigError
from gaussmech.paper.pipeline.configuration import run_for_make
from tests.paper.pipeline.conftest import CAPTURE, ROOT, environment
from tests.processes import text_of


@pytest.fixture
def make(tmp_path, monkeypatch):
    """Make of this repository in a folder in which it can name a run."""
    monkeypatch.chdir(tmp_path)
    for name in ("gaussmech", "workflow", "config", ".venv"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "requirements.lock").touch()
    os.utime(tmp_path / "requirements.lock", (1, 1))
    (tmp_path / "my own.yaml").write_text("run: own\n")
    command = ["make", "--file", ROOT / "Makefile"]
    settings = CAPTURE | {"env": environment()}
    return lambda *arguments: subprocess.run([*command, *arguments], **settings)


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["CONFG=a.yaml"], "there is no variable CONFG; did you mean CONFIG?"),
        (["cores=1"], "there is no variable cores; there are PYTHON CORES"),
        (["CORES=0"], "CORES is 0; it must be all, or a number from 1 on"),
        (["CORES="], "CORES is ; it must be all, or a number from 1 on"),
        (["fig44"], "there is no target fig44; did you mean fig4?"),
        (["figs"], "there is no target figs; did you mean figures?"),
        (["FIG1"], "there is no target FIG1; did you mean fig1?"),
        # A module that figures share is no figure.
        (["maps"], "there is no target maps; make help lists them"),
    ],
)
def test_what_is_misspelt_is_answered_with_the_likely_name(make, arguments, words):
    result = make(*arguments)
    assert result.returncode != 0 and len(result.stdout.splitlines()) <= 2
    assert words in result.stdout


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["fig4"], ["-- fig4\n"]),
        (["claims"], ["-- claims\n"]),
        (
            ["figures", "CONFIG=my own.yaml", "CORES=1", "RETRY=1"],
            ['--configfile "my own.yaml"', "--cores 1 ", "--forcerun fetch_city"],
        ),
        (
            ["figures", "RUN=mine"],
            ['folder="results/mine" && ', "make report RUN=mine"],
        ),
        (["quick", "RUN=mine"], ['--config "run=mine"']),
        # The next command repeats what was typed, but not a retry.
        (
            ["figures", "CONFIG=my own.yaml", "RETRY=1"],
            ['"next: make report CONFIG=my\\ own.yaml"'],
        ),
    ],
)
def test_make_would_run_what_was_typed(make, arguments, words):
    result = make("--dry-run", *arguments)
    assert result.returncode == 0
    assert [word for word in words if word not in result.stdout] == []


def test_make_knows_what_readme_types(make):
    readme = text_of("README.md")
    commands = set(re.findall(r"(?m)(?:^|`)make ([^`#\n]+?)(?=`| *#|$)", readme))
    assert commands == {"figures", "report", "test", "figures CONFIG=my.yaml"}
    ((settings, file),) = re.findall(r"`([^`]+\})` in `(\w+\.yaml)`", readme)
    Path(file).write_text(settings)
    for command in commands:
        result = make("--dry-run", *command.split())
        assert result.returncode == 0, result.stdout
    assert f"`{run_for_make([file])}`" in readme


@pytest.mark.parametrize(
    "files, folder",
    [
        ({}, "results"),
        ({"a.yaml": "seed: 1", "b-2.yaml": "seed: 2"}, "results/b-2"),
        ({"a.yaml": "run: mine", "b.yaml": "seed: 2"}, "results/mine"),
        ({"a.yaml": "run: ''"}, "results"),
        ({"Data.yaml": "seed: 1"}, None),
        ({"2018.yaml": "seed: 1"}, None),
    ],
)
def test_make_names_a_run_for_its_last_file_unless_one_names_it(make, files, folder):
    for name, text in files.items():
        Path(name).write_text(text)
    if folder:
        assert run_for_make([*files]) == folder
    else:
        with pytest.raises(ConfigError, match="cannot be named .*, such as run: mine"):
            run_for_make([*files])


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
