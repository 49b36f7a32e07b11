"""What a job runs: its script, the modules that it imports, and the data files that they read."""

import os
import re
import sys
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

from gaussmech.paper.experiments.methods import look_in_working_directory
from gaussmech.paper.pipeline.files import content_digest

LIBRARY = Path(__file__).parents[2]
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|.*)|import[ \t]+(.*))",
    re.MULTILINE,
)


def code_of(script, *modules):
    """Return each file of code that a script runs with its digest, as "gaussmech/_csv.py 0c2e".

    Paths are relative to the repository. The files are the script, the modules of this package that
    it imports, directly or not, with their packages, and the data files that these modules name.

    Parameters
    ----------
    script : str
        Its path.
    modules : str
        The modules that it imports by name while it runs, without "gaussmech.paper.".
    """
    paths = _modules(
        _imported_names(Path(script).read_text(encoding="utf-8"), ""), _is_of_library
    )
    paths |= _modules([f"gaussmech.paper.{name}" for name in modules], _is_of_library)
    data = set().union(*(_data_files(path) for path in paths))
    names = {path: path.relative_to(LIBRARY.parent).as_posix() for path in paths | data}
    names[Path(script)] = f"scripts/{Path(script).name}"
    return sorted(f"{name} {_digest(path)}" for path, name in names.items())


def own_code_of(names):
    """Return the same of a user's own methods, module:function, and of the modules they import.

    These are the modules below the working directory, to which their paths are relative. A module that
    is installed elsewhere counts only if it is named.
    """
    look_in_working_directory()
    here = Path.cwd().resolve()
    own = [name.partition(":")[0] for name in names if ":" in name]
    named = {file_of(name) for name in own}

    def is_own(path):
        inside = path.is_relative_to(here) and "site-packages" not in path.parts
        return path in named or (inside and not _is_of_library(path))

    paths = _modules(own, is_own)
    return sorted(f"{os.path.relpath(path)} {_digest(path)}" for path in paths)


_digest = cache(content_digest)


def _is_of_library(path):
    return path.is_relative_to(LIBRARY)


def _modules(names, is_wanted):
    """Return the files of the wanted modules among these names, and of those that they import."""
    waiting = list(names)
    files = {}
    while waiting:
        name = waiting.pop()
        if name in files:
            continue
        path = files[name] = file_of(name)
        if path is None or not is_wanted(path):
            files[name] = None
            continue
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        # Python runs a module's package before the module.
        waiting += [name.rpartition(".")[0] or name, *_imports_of(path, package)]
    return {path for path in files.values() if path}


@cache
def file_of(name):
    """Return the path of the source of a module, or None if it has none; import nothing."""
    place = Path(*name.split("."))
    for folder in (LIBRARY.parent, *map(Path, sys.path)):
        for path in (folder / place / "__init__.py", folder / place.with_suffix(".py")):
            if path.is_file():
                return path.resolve()
    return None


@cache
def _imports_of(path, package):
    return _imported_names(path.read_text(encoding="utf-8"), package)


def _imported_names(text, package):
    """Return the names of the modules that some code imports; of some, it may be no module."""
    names = []
    for module, members, modules in _IMPORT.findall(text):
        if module.startswith(".") and package:
            module = resolve_name(module, package)
        words = re.findall(r"[\w.]+", members or modules)
        names += [module, *(f"{module}.{word}" for word in words)] if module else words
    return [name for name in names if not name.startswith(".")]


@cache
def _data_files(module):
    """Return the data files of the library whose names stand in the text of a module."""
    text = module.read_text(encoding="utf-8")
    return {path for name, path in _all_data_files().items() if name in text}


@cache
def _all_data_files():
    """Return the paths of the library's data files by name."""
    code = {".py", ".pyi", ".pyc", ".nbi", ".nbc", ".typed"}
    files = (path for path in LIBRARY.rglob("*.*") if "__pycache__" not in path.parts)
    return {
        path.name: path for path in files if path.is_file() and path.suffix not in code
    }
