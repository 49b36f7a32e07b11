"""Code digests: they follow the code and its imports, on every Python, and no cosmetics."""

import ast
import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gaussmech.pipeline import dependencies
from gaussmech.pipeline.dependencies import Code, code_modules, module_digest

LIBRARY = Path(dependencies.__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(LIBRARY).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(LIBRARY.rglob("*.py"))
    if path.parent != LIBRARY or path.name != "__init__.py"
]


def forget():
    for cached in (dependencies._path, dependencies._imports, module_digest):
        cached.cache_clear()


def digests(*modules):
    return {module: module_digest(module) for module in code_modules(*modules)}


@pytest.fixture
def edit(tmp_path, monkeypatch):
    """Edits a copy of the library; returns the modules whose digest that changes."""
    root = tmp_path / "gaussmech"
    shutil.copytree(LIBRARY, root, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(dependencies, "_ROOT", root)
    forget()

    def edit(name, change, of="experiments.histogram"):
        before = digests(of)
        text = (root / name).read_text()
        assert change(text) != text
        (root / name).write_text(change(text))
        forget()
        after = digests(of)
        return {module for module in before | after if before.get(module) != after.get(module)}

    yield edit
    forget()


def test_imports_are_followed_to_the_end():
    found = code_modules("experiments.histogram")
    # Its own, one of the latter's, and theirs.
    for module in ("experiments.histogram", "experiments.vector_release", "mechanisms", "checks"):
        assert module in found
    assert found == sorted(set(found)) and not any(name.startswith("graphs") for name in found)
    assert code_modules("checks") == ["checks"]


def imported(module):
    """The modules of the library that Python's own parser finds in the imports of one."""
    for node in ast.walk(ast.parse(dependencies._path(module).read_bytes())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports are not followed"
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_imports_are_those_that_python_sees():
    for module in MODULES:
        names = {name.removeprefix("gaussmech.") for name in imported(module)}
        assert set(dependencies._imports(module)) == names & {*MODULES} - {module}, module


@pytest.mark.parametrize(
    "line",
    [
        "import gaussmech.graphs.risk",
        "def late():\n    from gaussmech.graphs.risk import (\n        sure,\n    )",
        "from gaussmech.graphs import (\n    risk as r,\n)",
    ],
)
def test_imports_of_any_form_are_followed(edit, line):
    changed = edit("shrinkage.py", lambda text: f"{text}\n\n{line}\n")
    assert {"shrinkage", "graphs.risk"} <= changed <= {"shrinkage", "graphs.risk", "graphs"}


@pytest.mark.parametrize(
    "name, old, new",
    [
        ("experiments/histogram.py", "return 2 / sample_size", "return 3 / sample_size"),
        ("experiments/histogram.py", "np.sqrt(2)", "np.sqrt(2.0)"),
        ("checks.py", "array >= low", "array > low"),
        ("checks.py", "must be", "has to be"),
    ],
)
def test_code_counts_for_its_module_alone(edit, name, old, new):
    (changed,) = edit(name, lambda text: text.replace(old, new))
    assert changed == name.removesuffix(".py").replace("/", ".")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "# a remark\n" + text,
        lambda text: text.replace("\n\n\n", "\n\n\n\n"),
        lambda text: text.replace("return 2 / sample_size", "return  (2 / sample_size)"),
        lambda text: text.replace('"""', '"""X', 1).replace('    """', '    """X', 1),
        lambda text: text[text.index('"""', 3) + 3 :],
    ],
)
def test_comments_docstrings_and_layout_do_not_count(edit, change):
    assert edit("experiments/histogram.py", change) == set()


def test_a_missing_module_is_named():
    with pytest.raises(FileNotFoundError, match=r"module gaussmech\.experiments\.none is missing"):
        code_modules("experiments.none")


def test_looks_count_where_they_are_asked_for(edit):
    text = dependencies._path("experiments.methods").read_text()
    before = [module_digest("experiments.methods", looks) for looks in (True, False)]
    changed = edit("experiments/methods.py", lambda text: text.replace('"#', '"#1', 1))
    assert changed == {"experiments.methods"} and "Look(" in text
    after = [module_digest("experiments.methods", looks) for looks in (True, False)]
    assert before[0] != after[0] and before[1] == after[1]


def test_a_parameter_is_read_and_sent_as_module_and_digest():
    code = Code(["checks", True])
    assert repr(code) == f"checks {module_digest('checks')}"
    assert pickle.loads(pickle.dumps(code)) == repr(code)


def other_pythons():
    """Commands of the supported Python versions besides this one."""
    found = {}
    for minor in {11, 12, 13, 14} - {sys.version_info.minor}:
        installed = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")
        for command in (*map(str, installed), shutil.which(f"python3.{minor}")):
            check = f"import sys; sys.exit(sys.version_info[:2] != (3, {minor}))"
            if (
                command
                and subprocess.run([command, "-c", check], capture_output=True).returncode == 0
            ):
                found.setdefault(f"3.{minor}", command)
    return found


SCRIPT = """
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("dependencies", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(json.dumps({name: module.module_digest(name) for name in sys.argv[2:]}))
"""


def test_digests_are_the_same_on_every_python():
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other supported Python is installed")
    here = {name: module_digest(name) for name in MODULES}
    assert len(set(here.values())) > 0.9 * len(here) > 50
    for version, command in pythons.items():
        done = subprocess.run(
            [command, "-c", SCRIPT, dependencies.__file__, *MODULES],
            capture_output=True,
            text=True,
            check=True,
        )
        there = json.loads(done.stdout)
        assert {name for name in here if here[name] != there[name]} == set(), version
