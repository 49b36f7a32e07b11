"""What a job's code is: its script, all that this imports of ours, and the data these read."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gaussmech.paper.pipeline.dependencies import _names_in_strings, code_files

ROOT = Path(__file__).parents[3]
# What each script runs until it asks for the job: its imports, and what these import.
LOADED = """
import json, sys
from pathlib import Path
found = {}
for path in sorted(Path("scripts").glob("*.py")):
    for name in [name for name in sys.modules if name.startswith("gaussmech")]:
        del sys.modules[name]
    exec(compile(path.read_text().split("with job(")[0], path, "exec"), {})
    ours = [module for name, module in sys.modules.items() if name.startswith("gaussmech")]
    found[path.name] = [str(Path(module.__file__).relative_to(Path.cwd())) for module in ours]
print(json.dumps(found))
"""


def code(script, *modules):
    return code_files(f"scripts/{script}", *modules)


def test_whatever_python_loads_is_found(monkeypatch):
    monkeypatch.chdir(ROOT)
    environment = {"PYTHONPATH": str(ROOT)}
    loaded = subprocess.check_output(
        [sys.executable, "-c", LOADED], text=True, env=environment
    )
    loaded = json.loads(loaded)
    assert len(loaded) > 8
    for script, files in loaded.items():
        assert files and {*files} <= {*code(script)}, script


def test_helpers_and_data_are_code_too_and_modules_that_are_named(monkeypatch):
    monkeypatch.chdir(ROOT)
    paths = code("compute.py", "experiments.calibration")
    expected = [
        "gaussmech/_checks.py",
        "gaussmech/privacy/mills_table.npy",
        "gaussmech/privacy/start_table.npy",
        "gaussmech/paper/experiments/calibration.py",
        "gaussmech/paper/pipeline/config.py",
        "gaussmech/paper/pipeline/files.py",
    ]
    assert {"scripts/compute.py", *expected} <= {*paths}
    assert not any("graphs" in path or "figures" in path for path in paths)
    assert all((ROOT / path).is_file() for path in paths)
    assert "gaussmech/paper/experiments/gdp.py" in code("compute.py", "experiments.gdp")
    with pytest.raises(
        FileNotFoundError, match="gaussmech.paper.experiments.none, which is missing"
    ):
        code("compute.py", "experiments.none")


def test_a_data_file_is_named_by_a_string_and_not_by_a_comment_or_a_docstring():
    code = '"""Reads a.csv."""\n# Like b.csv.\nPATH = FOLDER / "data/c.csv"\n'
    assert _names_in_strings(code) == {"c.csv"}
