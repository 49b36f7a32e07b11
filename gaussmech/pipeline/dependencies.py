"""Which of the library's code a module depends on, as digests that ignore cosmetics."""

import ast
import hashlib
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[1]


def code_digests(module):
    """A digest of `module` and of every gaussmech module that it imports, directly or not.

    Comments, docstrings and layout do not count: a result computed by code with the same
    digests is still good. `module` is named below gaussmech, as "experiments.histogram".

    Examples
    --------
    >>> sorted(code_digests("shrinkage"))
    ['checks', 'shrinkage']
    """
    found, pending = {}, [module]
    while pending:
        name = pending.pop()
        if name not in found:
            found[name], imports = _read(name)
            pending.extend(imports)
    return dict(sorted(found.items()))


@cache
def _read(module):
    path = _path(module)
    if path is None:
        raise FileNotFoundError(f"the library module gaussmech.{module} is missing")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports, modules = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules.add(node.module)
            imports.update(f"{node.module}.{alias.name}" for alias in node.names)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:]
    for name in modules:
        if name.startswith("gaussmech.") and _path(name.removeprefix("gaussmech.")) is None:
            raise FileNotFoundError(
                f"the library module {name} is missing, which gaussmech.{module} imports"
            )
    imports |= modules
    inner = {name.removeprefix("gaussmech.") for name in imports if name.startswith("gaussmech.")}
    digest = hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:12]
    return digest, sorted(name for name in inner if _path(name) and name != module)


def _path(module):
    """The file of a module, or None for a name inside one; packages count by their own file."""
    stem = _ROOT.joinpath(*module.split("."))
    for path in (stem.with_suffix(".py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None
