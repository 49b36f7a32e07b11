"""What a job runs: its script, the modules of ours that this imports, and the data they read."""

import ast
import os
from functools import cache
from pathlib import Path

import grimp

LIBRARY = Path(__file__).parents[1]


def here(path):
    """A path relative to the working directory, if it lies within: the same in every copy."""
    return os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else str(path)


def code_files(script, *modules):
    """Return the paths of a script and of all that it imports of ours, directly or not.

    `modules`, without "gaussmech.", are those that it imports by name while it runs. With each
    module come its packages and the data files of the library that its text names.
    """
    pending, found = {f"gaussmech.{name}" for name in modules} | _imported(script), set()
    while pending:
        name = pending.pop()
        if name not in _imports().modules:
            raise FileNotFoundError(f"{script} imports {name}, which is missing")
        if name not in found:
            found.add(name)
            # A module's package is run before it.
            around = {name.rpartition(".")[0]} - {""}
            pending |= _imports().find_modules_directly_imported_by(name) | around
    return [str(script), *sorted(set().union(*map(_files, found)))]


@cache
def _imports():
    return grimp.build_graph("gaussmech", cache_dir=None)


@cache
def _imported(script):
    """The modules of ours that a script imports by statements."""
    modules, found = _imports().modules, set()
    for node in ast.walk(ast.parse(Path(script).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name for name in inside if name in modules] or [node.module]
        else:
            continue
        found.update(name for name in names if name.split(".")[0] == "gaussmech")
    return found


@cache
def _data():
    """Data files of the library by name."""
    code = {".py", ".pyi", ".pyc", ".nbi", ".nbc", ".typed"}
    files = (path for path in LIBRARY.rglob("*.*") if "__pycache__" not in path.parts)
    return {path.name: path for path in files if path.is_file() and path.suffix not in code}


@cache
def _files(module):
    """The file of a module, and the data that its text names."""
    stem = LIBRARY.joinpath(*module.split(".")[1:])
    path = stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")
    text = path.read_text(encoding="utf-8")
    return {here(path), *(here(file) for name, file in _data().items() if name in text)}
