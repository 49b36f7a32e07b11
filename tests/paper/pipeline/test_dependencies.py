"""What a job's code is: its script, all that this imports of ours, and the data these read."""

import json
import subprocess
import sys
from pathlib import Path

from gaussmech.paper.pipeline.dependencies import code_of
from gaussmech.paper.pipeline.files import content_digest

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


def files(digests):
    """The files of lines such as "gaussmech/_csv.py 0c2e", whose digests must be theirs."""
    pairs = [line.rsplit(" ", 1) for line in digests]
    assert [name for name, digest in pairs if content_digest(name) != digest] == []
    return {name for name, _ in pairs}


def code(script, *modules):
    return files(code_of(ROOT / "scripts" / script, *modules))


def test_whatever_python_loads_is_found(monkeypatch):
    monkeypatch.chdir(ROOT)
    command = [sys.executable, "-c", LOADED]
    text = subprocess.check_output(command, text=True, env={"PYTHONPATH": str(ROOT)})
    loaded = json.loads(text)
    assert len(loaded) > 8
    for script, paths in loaded.items():
        assert paths and {*paths} <= code(script), script


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
    assert {"scripts/compute.py", *expected} <= paths
    assert not any("graphs" in path or "figures" in path for path in paths)
    assert "gaussmech/paper/experiments/gdp.py" in code("compute.py", "experiments.gdp")
