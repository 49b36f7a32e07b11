"""What a job's code is: its script, all that this imports of ours, and the data these read."""

import json
import subprocess
import sys
from pathlib import Path

from gaussmech.paper.pipeline.dependencies import code_of, own_code_of
from gaussmech.paper.pipeline.files import code_digest
from tests.processes import ROOT

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


IMPORTS = """
try: import helper
except ImportError: pass
if True: import folder.first, \\
    folder.second as second
from folder import (third,  # (a note)
    fourth)
def own(y, sigma, graph):
    "from missing import nothing"
    from folder.inner import *
    return y * helper.C
"""


def test_an_own_method_counts_with_all_that_it_imports_however_it_does(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    files = ["folder/__init__.py", "helper.py", "own.py"]
    files += [f"folder/{x}.py" for x in ("first", "second", "third", "fourth")]
    files += ["folder/inner/__init__.py", "missing.py"]
    for name in files:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(IMPORTS if name == "own.py" else "")
    Path("folder/fourth.py").write_text("import networkx, json")
    lines = own_code_of(["own:own"])
    names = [line.split()[0] for line in lines]
    assert names == [*sorted({*files} - {"missing.py"}), "networkx"]


WORDS = '"""A module."""\n\n# A comment.\ndef f():\n    """One."""\n    return (1)\n'


def test_words_are_no_code(tmp_path):
    digests = []
    path = tmp_path / "a.py"
    for text in ("1", WORDS, "2", '1 if "two" else 1'):
        path.write_text(text if text == WORDS else f"def f():\n    return {text}\n")
        digests.append(code_digest(path))
    assert digests[0] == digests[1] and len({*digests}) == 3


def test_whatever_python_loads_is_found(monkeypatch):
    monkeypatch.chdir(ROOT)
    command = [sys.executable, "-c", LOADED]
    text = subprocess.check_output(command, text=True, env={"PYTHONPATH": str(ROOT)})
    loaded = json.loads(text)
    for script, paths in loaded.items():
        # Lines such as "gaussmech/_csv.py 0c2e".
        digests = dict(line.rsplit(" ", 1) for line in code_of(f"scripts/{script}"))
        assert paths and {*paths} <= digests.keys(), script
        files = [name for name in digests if "/" in name]
        assert [x for x in files if code_digest(x) != digests[x]] == []
