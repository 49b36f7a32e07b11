"""What a job runs: its script, the modules of this package that it imports, and the data they read."""

import ast
import importlib.util
import os
import re
from functools import cache
from pathlib import Path

import grimp

from gaussmech.paper.experiments.methods import look_in_working_directory

LIBRARY = Path(__file__).parents[2]


def here(path):
    """Return a path, relative to the working directory if within it: the same in every copy."""
    return os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else str(path)


def own_files(names):
    """Return the files of a user's own methods, module:function, and of own modules they import.

    These are the modules below the working directory. A module that is installed elsewhere counts
    only if a name is of it.
    """
    look_in_working_directory()
    waiting = [name.partition(":")[0] for name in names if ":" in name]
    named = {*waiting}
    files = {}
    while waiting:
        name = waiting.pop()
        path = _file_of_module(name)
        if path is None or name in files or not (name in named or _is_own(path)):
            continue
        files[name] = here(path)
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        # Python runs a module's package before the module.
        waiting += [name.rpartition(".")[0] or name]
        waiting += _imported_names(path.read_text(encoding="utf-8"), package)
    return sorted(files.values())


def _file_of_module(name):
    """Return the path of the source of a module, or None if it has none."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    is_source = spec is not None and str(spec.origin).endswith(".py")
    return Path(spec.origin) if is_source else None


def _is_own(path):
    """Return whether a module lies below the working directory, and is not installed there."""
    inside = path.resolve().is_relative_to(Path.cwd().resolve())
    library = path.resolve().is_relative_to(LIBRARY)
    return inside and not library and "site-packages" not in path.parts


def _imported_names(code, package):
    """Return the names of the modules that some code imports; of some, it may be no module."""
    names = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                relative = "." * node.level + module
                module = importlib.util.resolve_name(relative, package)
            names += [module, *(f"{module}.{alias.name}" for alias in node.names)]
    return names


def code_files(script, *modules):
    """Return the paths of a script and of all modules of this package that it imports, in any way.

    `modules`, without "gaussmech.paper.", are those that it imports by name while it runs. With
    each module come its packages and the data files of the library that its strings name.
    """
    text = Path(script).read_text(encoding="utf-8")
    imported = [f"gaussmech.paper.{name}" for name in modules]
    imported += re.findall(r"^(?:from|import) (gaussmech[\w.]*)", text, re.MULTILINE)
    for name in imported:
        if name not in _imports().modules:
            raise FileNotFoundError(f"{script} imports {name}, which is missing")
    upstream = map(_imports().find_upstream_modules, imported)
    names = set(imported).union(*upstream)
    files = set().union(*map(_files, names))
    return [str(script), *sorted(files)]


@cache
def _imports():
    """Return the graph of imports among the modules of the library."""
    graph = grimp.build_graph("gaussmech", cache_dir=None)
    for name in graph.modules - {"gaussmech"}:
        # Python runs a module's package before the module.
        graph.add_import(importer=name, imported=name.rpartition(".")[0])
    return graph


@cache
def _data():
    """Return the paths of the library's data files by name."""
    code = {".py", ".pyi", ".pyc", ".nbi", ".nbc", ".typed"}
    files = (path for path in LIBRARY.rglob("*.*") if "__pycache__" not in path.parts)
    return {
        path.name: path for path in files if path.is_file() and path.suffix not in code
    }


@cache
def _files(module):
    """Return the file of a module, and the data files that its strings name."""
    stem = LIBRARY.joinpath(*module.split(".")[1:])
    path = stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")
    code = path.read_text(encoding="utf-8")
    files = {here(path)}
    # Parsing takes long, and most modules mention no data file at all.
    mentioned = {name: file for name, file in _data().items() if name in code}
    if mentioned:
        names = _names_in_strings(code)
        files |= {here(file) for name, file in mentioned.items() if name in names}
    return files


def _names_in_strings(code):
    """Return the file names among the strings of some code; comments and docstrings name none."""
    tree = ast.parse(code)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            docstrings.add(node.body[0].value)
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    texts = (node.value for node in constants if node not in docstrings)
    return {text.rpartition("/")[-1] for text in texts if isinstance(text, str)}
