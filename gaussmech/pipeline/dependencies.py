"""Digests of the library code that results depend on; comments and layout do not count."""

import ast
import hashlib
import re
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_IMPORT = re.compile(
    r"^[ ]*(?:from|import)[ ]+(gaussmech[\w.]*)(?:[ ]+import[ ]+(\([^)]*\)|.*))?", re.MULTILINE
)
_NAME = re.compile(r"(?:^|,|\()\s*(\w+)")


def code_modules(*modules):
    """Return these modules and every gaussmech module that they import, even indirectly.

    They are named without "gaussmech.".

    Examples
    --------
    >>> code_modules("shrinkage")
    ['checks', 'shrinkage']
    """
    found, pending = set(), [*modules]
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending.extend(_imports(name))
    return sorted(found)


@cache
def module_digest(module, looks=True):
    """Return twelve hexadecimal digits for a module's code, the same on every Python version.

    Without `looks`, how methods are drawn (calls of `Look`) does not count.
    """
    words = []
    _walk(ast.parse(_path(module).read_bytes()), words, looks)
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:12]


class Code(tuple):
    """A library module as a parameter of a rule; its repr is its name and its digest.

    A tuple, as Snakemake records the repr of those, and asks for it only where it needs it: most
    commands parse no module at all.
    """

    def __repr__(self):
        module, looks = self
        return f"{module} {module_digest(module, looks)}"

    def __reduce__(self):
        return str, (repr(self),)


@cache
def _imports(module):
    """The gaussmech modules that a module imports, found without parsing it: that is slow."""
    path = _path(module)
    if path is None:
        raise FileNotFoundError(f"the library module gaussmech.{module} is missing")
    names = set()
    for package, listed in _IMPORT.findall(path.read_text(encoding="utf-8")):
        package = package.removeprefix("gaussmech").removeprefix(".")
        if package and _path(package) is None:
            raise FileNotFoundError(
                f"the library module gaussmech.{package} is missing, imported by gaussmech.{module}"
            )
        names.add(package)
        names.update(f"{package}.{name}".strip(".") for name in _NAME.findall(listed))
    return [name for name in names if name and name != module and _path(name)]


def _walk(node, words, looks):
    """Append the words that make up a syntax tree, without docstrings.

    Fields that are empty are left out: each Python version adds some.
    """
    words.append(type(node).__name__)
    look = not looks and isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Look"
    for field in node._fields:
        value = getattr(node, field, None)
        # Whether a name is read or set is told by where it stands.
        if value is None or value == [] or field == "ctx" or (look and field != "func"):
            continue
        words.append(field)
        if isinstance(value, list):
            for item in value[_has_docstring(node, field) :]:
                if isinstance(item, ast.AST):
                    _walk(item, words, looks)
                else:
                    words.append(repr(item))
        elif isinstance(value, ast.AST):
            _walk(value, words, looks)
        else:
            words.append(repr(value))
    words.append(")")


def _has_docstring(node, field):
    return (
        field == "body"
        and isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
        and isinstance(node.body[0].value.value, str)
    )


@cache
def _path(module):
    """The file of a module; None for a name inside one. Of a package, its __init__.py."""
    stem = _ROOT.joinpath(*module.split("."))
    for path in (stem.with_suffix(".py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None
