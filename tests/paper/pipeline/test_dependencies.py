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


def test_whatever_python_loads_is_found(monkeypatch):
    monkeypatch.chdir(ROOT)
    command = [sys.executable, "-c", LOADED]
    text = subprocess.check_output(command, text=True, env={"PYTHONPATH": str(ROOT)})
    loaded = json.loads(text)
    for script, paths in loaded.items():
        # Lines such as "gaussmech/_csv.py 0c2e".
        digests = dict(line.rsplit(" ", 1) for line in code_of(f"scripts/{script}"))
        assert paths and {*paths} <= digests.keys(), script
        assert [x for x in digests if content_digest(x) != digests[x]] == []
