"""Imports go downward only: scripts > pipeline > claims, figures > ... > calibration."""

import ast
import re
import subprocess
import sys
from pathlib import Path

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
    {"__init__", "__main__", "cli"},
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names}
PRIVACY = {*FLOORS[0] - {"checks", "extras", "csv_files"}, *FLOORS[1], "mechanisms", "l2_mechanism"}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "gaussmech":
            yield from (alias.name for alias in node.names if alias.name in FLOOR)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from [p for p in node.module.split(".") if node.module[:10] == "gaussmech."][1:2]


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_imports_from_its_floor_or_below(path):
    name = path.relative_to(ROOT).parts[0].removesuffix(".py")
    floor = len(FLOORS) if path.name == "__main__.py" else FLOOR[name]
    for other in imported(path):
        assert FLOOR[other] <= floor, f"{path} imports from {other}"
        # The denoisers know nothing of privacy, and the calibration nothing of graphs.
        assert not (name == "graphs" and other in PRIVACY), f"{path} imports from {other}"
        assert not (name in PRIVACY and other in ("graphs", "streets")), f"{path}: {other}"


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
