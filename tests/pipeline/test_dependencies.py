"""What a job's code is: its script, all that this imports of ours, and the data these read."""

import subprocess
import sys
from pathlib import Path

import pytest

from gaussmech.pipeline.dependencies import code_files

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path.name for path in (ROOT / "scripts").glob("*.py"))
# What a script runs until it asks for the job: its imports, and what these import.
LOADED = """
import sys
sys.path.insert(0, ".")
code = open(sys.argv[1]).read().split("with job(")[0]
exec(compile(code, sys.argv[1], "exec"))
for module in list(sys.modules.values()):
    if getattr(module, "__name__", "").startswith("gaussmech"):
        print(module.__file__)
"""


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch):
    monkeypatch.chdir(ROOT)


def code(script, *modules):
    return code_files(f"scripts/{script}", *modules)


@pytest.mark.parametrize("script", SCRIPTS)
def test_whatever_python_loads_is_found(script):
    command = [sys.executable, "-c", LOADED, f"scripts/{script}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {str(Path(path).relative_to(ROOT)) for path in done.stdout.split()}
    assert loaded and loaded <= set(code(script))


def test_helpers_data_and_modules_by_name_are_code_too():
    found = code("compute.py", "experiments.calibration")
    wanted = "experiments/calibration.py pipeline/config.py pipeline/files.py checks.py"
    wanted = [f"gaussmech/{name}" for name in f"{wanted} mills_table.npy start_table.npy".split()]
    assert {"scripts/compute.py", *wanted} <= {*found}
    assert not any("graphs" in path or "figures" in path for path in found)
    assert all((ROOT / path).is_file() for path in found)


def test_a_module_that_a_script_lacks_is_named():
    with pytest.raises(FileNotFoundError, match="gaussmech.experiments.none, which is missing"):
        code("compute.py", "experiments.none")
