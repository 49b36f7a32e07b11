"""Imports go downward only, and the library never imports the reproduction (`paper`)."""

import graphlib
import importlib.metadata
import itertools
import re
import sys
import tomllib

import grimp
import pytest

from tests.processes import ROOT, output_of, text_of

# From the ground up; a module may import from its own floor and from those below.
FLOORS = [
    {
        "_checks",
        "_columns",
        "_defaults",
        "_exports",
        "_extras",
        "_csv",
        "_files",
        "_gdal",
        "_hints",
        "_ids",
    },
    {"privacy", "vectors"},
    {"graphs"},
    {"geo"},
    {"releases"},
    {"paper.city"},
    {"paper.experiments"},
    {"paper.registry"},
    {"paper.claims", "paper.figures"},
    {"paper.pages"},
    {"paper.pipeline"},
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names}
# Within privacy: kernels and calibration first, then profiles and what follows from them. `cost`
# builds on conversions and composition, mechanisms and reports on all of these, and `accountant` on
# costs and on how budgets are printed.
PRIVACY_FLOORS = [
    {"_normal"},
    {"_gaussian_solver", "_gaussian_arrays", "_l2_solver", "calibration"},
    {"profiles", "composition", "gdp", "meaning", "truncated_laplacian"},
    {"cost"},
    {"mechanisms", "l2_mechanism", "attack_risk", "laplace_attack", "discrete_noise"},
    {"accountant"},
]
# Within releases: the noise and its plan, what a ledger and a table hold, what is asked for and read,
# the files that follow, and the order that protects the budget.
RELEASES_FLOORS = [
    {"areas", "noise", "periods", "public"},
    {"plan"},
    {"ledger", "table"},
    {"private"},
    {"request"},
    {"outputs"},
    {"publish", "series"},
    {"account"},
    {"release"},
    {"command"},
]
FLOORS_WITHIN = {"privacy": PRIVACY_FLOORS, "releases": RELEASES_FLOORS}


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
    """Commands import from the whole library, and nothing imports a command but another one."""
    for module, others in imports.items():
        highest = FLOOR.get(_room(module), FLOOR["releases"])
        for other in others:
            is_command = {_room(module), _room(other)} == {"cli"}
            assert is_command or FLOOR[_room(other)] <= highest, (
                f"{module} imports {other}"
            )


def test_denoisers_know_nothing_of_privacy_and_calibration_nothing_of_data(imports):
    for module, others in imports.items():
        for other in others:
            pair = {_room(module), _room(other)}
            assert pair not in ({"privacy", "vectors"}, {"privacy", "graphs"}), (
                f"{module}, {other}"
            )


@pytest.mark.parametrize("house", FLOORS_WITHIN)
def test_a_house_has_floors_of_its_own(house, imports):
    floors = FLOORS_WITHIN[house]
    floor_of = {name: k for k, names in enumerate(floors) for name in names}
    inside = f"gaussmech.{house}."
    for module, others in imports.items():
        if not module.startswith(inside):
            continue
        floor = floor_of[module.split(".")[2]]
        for other in others:
            if other.startswith(inside):
                message = f"{module} imports {other}"
                assert floor_of[other.split(".")[2]] <= floor, message


def test_imports_go_in_no_circle(imports):
    graphlib.TopologicalSorter(imports).prepare()


def _room(module):
    """Return the room of a module: `graphs`, or within the reproduction `paper.figures`."""
    parts = module.split(".")[1:]
    if parts[0] in ("__main__", "_calibrations"):
        return "cli"
    return ".".join(parts[:2]) if parts[0] == "paper" else parts[0]


def test_what_is_imported_is_declared():
    """A package of others that the library imports is a dependency of it, or of an extra."""
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    extras = project["optional-dependencies"].values()
    declared = {
        re.match(r"[\w.-]+", line).group().lower().replace("-", "_")
        for line in itertools.chain(project["dependencies"], *extras)
    }
    graph = grimp.build_graph(
        "gaussmech",
        include_external_packages=True,
        exclude_type_checking_imports=True,
        cache_dir=None,
    )
    packages = {name for name in graph.modules if graph.is_module_squashed(name)}
    foreign = packages - {*sys.stdlib_module_names}
    distributions = importlib.metadata.packages_distributions()
    for module in foreign:
        names = {
            name.lower().replace("-", "_")
            for name in distributions.get(module, [module])
        }
        importers = graph.find_modules_that_directly_import(module)
        assert names & declared, (
            f"{module} is imported by {importers} and not in pyproject.toml"
        )


def test_what_the_workflow_imports_is_light():
    rules = "".join(
        path.read_text() for path in (ROOT / "workflow/rules").glob("*.smk")
    )
    modules = sorted(
        set(re.findall(r"^from (gaussmech[\w.]+) import", rules, flags=re.M))
    )
    assert len(modules) > 5
    loaded = output_of(f"import sys, {', '.join(modules)}; print(*sys.modules)")
    heavy = {"numpy", "scipy", "pandas", "numba", "matplotlib"}
    assert not heavy & {*loaded.split()}
