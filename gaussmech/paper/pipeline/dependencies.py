"""What a job runs: its script, the modules that it imports, and the data files that they read."""

import ast
import os
import sys
from functools import cache
from importlib import metadata
from importlib.util import resolve_name
from pathlib import Path

from gaussmech.paper.experiments.own_methods import file_of, look_in_working_directory
from gaussmech.paper.pipeline.files import code_digest

LIBRARY = Path(__file__).parents[2]
# The packages whose version may change a result, by the names that they are imported by.
PACKAGES = {
    name: name
    for name in ["matplotlib", "networkx", "numba", "numpy", "pandas", "scipy"]
}
PACKAGES |= {"PIL": "pillow", "pywt": "pywavelets"}
# A fit imports this module for its method `plot`, which no job calls.
_PICTURES = LIBRARY / "graphs/denoised.py", "gaussmech.graphs.pictures"


def code_of(script, *modules):
    """Return each file of code that a script runs with its digest, as "gaussmech/_csv.py 0c2e".

    Paths are relative to the repository. The files are the script, the modules of this package that
    it imports, directly or not, with their packages, and the data files that these modules name.
    The versions of the PACKAGES that any of these imports follow, such as "numpy 2.4.1".

    Parameters
    ----------
    script : str
        Its path.
    modules : str
        The modules that it imports by name while it runs, without "gaussmech.paper.".
    """
    script = Path(script)
    names = [*_imports_of(script, ""), *(f"gaussmech.paper.{name}" for name in modules)]
    paths, others = _modules(names, _is_of_library)
    data = set().union(*(_data_files(path) for path in paths))
    names = {path: path.relative_to(LIBRARY.parent).as_posix() for path in paths | data}
    names[script] = f"scripts/{script.name}"
    versions = {_version(PACKAGES[name]) for name in others & PACKAGES.keys()}
    return _with_digests(names) + sorted(versions)


def own_code_of(names):
    """Return the same of a user's own methods, module:function, and of the modules they import.

    These are the modules below the working directory, to which their paths are relative. A module that
    is installed elsewhere counts by its version, or by its files if it is named.
    """
    look_in_working_directory()
    here = Path.cwd().resolve()
    own = [name.partition(":")[0] for name in names if ":" in name]
    named = {file_of(name) for name in own}

    def is_own(path):
        inside = path.is_relative_to(here) and "site-packages" not in path.parts
        return path in named or (inside and not _is_of_library(path))

    paths, others = _modules(own, is_own)
    versions = {_version(PACKAGES.get(name, name)) for name in others - {"gaussmech"}}
    return _with_digests({x: os.path.relpath(x) for x in paths}) + sorted(
        versions - {""}
    )


def _with_digests(names):
    """Return names of files, by path, each with the digest of its file."""
    return sorted(f"{name} {_digest(path)}" for path, name in names.items())


_digest = cache(code_digest)


@cache
def _version(package):
    """Return an installed package with its version, or "" of one that pip does not know."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return ""


def _is_of_library(path):
    return path.is_relative_to(LIBRARY)


def _modules(names, is_wanted):
    """Follow the imports of modules.

    Returns
    -------
    paths : set of Path
        The files of the wanted modules among `names`, and of those that they import.
    others : set of str
        The first parts of the names of all other modules, those of Python left out.
    """
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
    others = {name.partition(".")[0] for name, path in files.items() if path is None}
    return {path for path in files.values() if path}, others - sys.stdlib_module_names


@cache
def _imports_of(path, package):
    """Return the names of the modules that a file imports anywhere; some may be of no module."""
    try:
        nodes = [*ast.walk(ast.parse(path.read_bytes()))]
    except (SyntaxError, ValueError):
        # The job that imports the file says what is wrong with it.
        return []
    names = []
    for node in nodes:
        if isinstance(node, ast.Import):
            names += [item.name for item in node.names]
        elif isinstance(node, ast.ImportFrom) and (package or not node.level):
            module = resolve_name("." * node.level + (node.module or ""), package)
            if (path, module) != _PICTURES:
                names += [module, *(f"{module}.{item.name}" for item in node.names)]
    return names


@cache
def _data_files(module):
    """Return the data files of the library whose names stand in the text of a module."""
    text = module.read_text(encoding="utf-8")
    return {path for name, path in _all_data_files().items() if name in text}


@cache
def _all_data_files():
    """Return the paths of the library's data files by name."""
    code = {".py", ".pyi", ".typed"}
    files = (path for path in LIBRARY.rglob("*.*") if "__pycache__" not in path.parts)
    return {
        path.name: path for path in files if path.is_file() and path.suffix not in code
    }
