"""pyproject.toml, environment.yml and requirements.lock say the same."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = (ROOT / "requirements.lock").read_text()
# Where conda's name of the same software differs.
CONDA_NAMES = {"matplotlib-base": "matplotlib", "snakemake-minimal": "snakemake"}


def bounds(text):
    requirement = Requirement(text)
    name = CONDA_NAMES.get(requirement.name, requirement.name)
    return canonicalize_name(name), str(requirement.specifier)


def project_bounds():
    texts = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
    return dict(map(bounds, texts)) | {"python": PROJECT["requires-python"]}


def test_environment_has_the_names_and_bounds_of_the_project():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    found = dict(bounds(text) for text in environment["dependencies"])
    wanted = {
        name: str(Requirement(f"x{spec}").specifier) for name, spec in project_bounds().items()
    }
    assert found == wanted


def locked():
    """Name to the versions that the lock pins, over all Python versions."""
    found = {}
    for name, version in re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", LOCK, flags=re.M):
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def test_lock_pins_every_dependency_within_its_bounds():
    pinned = locked()
    for name, specifier in project_bounds().items():
        if name != "python":
            assert name in pinned, name
            for version in pinned[name]:
                assert Requirement(f"x{specifier}").specifier.contains(version), (name, version)


def test_lock_has_hashes_and_no_addresses():
    entries = re.split(r"^(?=[a-z0-9])", LOCK, flags=re.M)[1:]
    assert len(entries) > 50
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in LOCK and "index-url" not in LOCK


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_lock_covers_every_python(version):
    for line in re.findall(r"^([a-z0-9._-]+==.*?)\s*\\$", LOCK, flags=re.M):
        marker = Requirement(line).marker
        if marker is not None and "python_full_version" in str(marker):
            name = canonicalize_name(Requirement(line).name)
            lines = [
                Requirement(other)
                for other in re.findall(r"^([a-z0-9._-]+==.*?)\s*\\$", LOCK, flags=re.M)
                if canonicalize_name(Requirement(other).name) == name
            ]
            environment = {"python_full_version": f"{version}.0", "python_version": version}
            assert sum(r.marker.evaluate(environment) for r in lines) == 1, name


def test_the_plugin_for_slurm_is_the_one_that_is_locked():
    wanted = (ROOT / "tests/slurm/requirements.in").read_text().split()
    assert PROJECT["optional-dependencies"]["slurm"] == wanted


@pytest.mark.parametrize("tests", ["browser", "slurm"])
def test_locks_of_optional_tests_have_hashes_and_no_addresses(tests):
    lock = (ROOT / f"tests/{tests}/requirements.lock").read_text()
    assert "--hash=sha256:" in lock and "://" not in lock and "index-url" not in lock
