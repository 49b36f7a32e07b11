"""Imports go downward only: scripts > pipeline > claims, figures > ... > calibration."""

import graphlib
import importlib.metadata
import itertools
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1] / "gaussmech"
# From the ground up; a module may import from its own floor and from those below.
FLOORS = [
    {"checks", "extras", "csv_files", "profile_kernel", "l2_kernel", "calibration"},
    {"profiles", "composition", "gdp", "accuracy", "truncated_laplacian"},
    {"mechanisms", "l2_mechanism", "shrinkage", "contributions", "graphs", "streets"},
    {"experiments", "releases"},
    {"registry"},
    {"claims", "figures"},
    {"pipeline"},
    {"__main__", "cli"},
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names}
PRIVACY = {*FLOORS[0] - {"checks", "extras", "csv_files"}, *FLOORS[1], "mechanisms", "l2_mechanism"}


@pytest.fixture(scope="module")
def imports():
    """{module: the modules of ours that it imports, also within functions}."""
    graph = grimp.build_graph("gaussmech", cache_dir=None)
    # The package itself holds the version.
    return {
        name: graph.find_modules_directly_imported_by(name) - {"gaussmech"}
        for name in graph.modules - {"gaussmech"}
    }


def test_a_module_imports_from_its_floor_or_below(imports):
    for module, others in imports.items():
        name = _room(module)
        floor = len(FLOORS) if module.endswith("__main__") else FLOOR[name]
        for other in map(_room, others):
            assert FLOOR[other] <= floor, f"{module} imports from {other}"
            # The denoisers know nothing of privacy, and the calibration nothing of graphs.
            assert not (name == "graphs" and other in PRIVACY), f"{module} imports from {other}"
            assert not (name in PRIVACY and other in ("graphs", "streets")), f"{module}: {other}"


def test_imports_go_in_no_circle(imports):
    graphlib.TopologicalSorter(imports).prepare()


def _room(module):
    return module.split(".")[1]


def test_what_is_imported_is_declared():
    """A package of others that the library imports is a dependency of it, or of an extra."""
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    declared = {
        re.match(r"[\w.-]+", line).group().lower().replace("-", "_")
        for line in itertools.chain(project["dependencies"], *extras)
    }
    graph = grimp.build_graph("gaussmech", include_external_packages=True, cache_dir=None)
    found = {name for name in graph.modules if graph.is_module_squashed(name)}
    foreign = found - {*sys.stdlib_module_names}
    distributions = importlib.metadata.packages_distributions()
    for module in foreign:
        names = {name.lower().replace("-", "_") for name in distributions.get(module, [module])}
        importers = graph.find_modules_that_directly_import(module)
        assert names & declared, f"{module} is imported by {importers} and not in pyproject.toml"


def test_what_the_workflow_imports_is_light():
    rules = "".join(path.read_text() for path in (ROOT.parent / "workflow/rules").glob("*.smk"))
    modules = sorted(set(re.findall(r"^from (gaussmech[\w.]+) import", rules, flags=re.M)))
    assert len(modules) > 5
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT.parent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert not {"numpy", "scipy", "pandas", "numba", "matplotlib"} & set(done.stdout.split())
