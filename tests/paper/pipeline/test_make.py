"""The Makefile as a user types it: names of figures, misspelt variables, and what it would run."""

import subprocess

import pytest

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


@pytest.mark.parametrize("name", ["fig4", "geng_ratio", "claims", "fig44"])
def test_a_figure_is_made_by_its_name(tmp_path, name):
    (tmp_path / "requirements.lock").touch()
    (tmp_path / "gaussmech").symlink_to(ROOT / "gaussmech")
    result = dry_make(tmp_path, name)
    assert result.returncode == 0, result.stdout
    assert result.stdout.rstrip().endswith(f"-- {name}")


def test_what_denoising_is_worth_is_shown(tmp_path):
    (tmp_path / "requirements.lock").touch()
    (tmp_path / "gaussmech").symlink_to(ROOT / "gaussmech")
    result = dry_make(tmp_path, "worth")
    assert result.returncode == 0, result.stdout
    assert "-- worth\ncat " in result.stdout
    assert result.stdout.rstrip().endswith('/worth.txt"')


@pytest.mark.pipeline
@pytest.mark.full
def test_a_figure_that_is_none_is_told_as_by_snakemake(another):
    result = another.make("fig44", "CORES=1")
    assert result.returncode != 0
    assert "there is no fig44; did you mean fig4" in result.stdout
    result = another.make("sweep", "CORES=1")
    assert result.returncode != 0
    assert "the configuration has no `sweep`; add one, such as" in result.stdout


def test_cleaning_names_what_goes(tmp_path):
    one = dry_make(tmp_path, "clean", "RUN=mine").stdout
    assert "results/mine/data" in one and ".snakemake" not in one
    every = dry_make(tmp_path, "clean", "RUN=all").stdout
    assert "find results" in every and "! -name README.md" in every
