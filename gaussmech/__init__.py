"""The analytic Gaussian mechanism and optimal denoising (Balle & Wang, ICML 2018).

An argument that is not as the docstring describes it raises `ValueError`, which names the argument,
its value and what is allowed.
"""

from functools import cache
from importlib import import_module

__version__ = "0.2.0"


@cache
def _homes() -> dict[str, str]:
    """Return the module of each public name, from the stub that type checkers read (SPEC 1)."""
    import ast
    from pathlib import Path

    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def __getattr__(name: str) -> object:
    # Loaded on first use: a calibration must not pay for the graphs' compiled kernels.
    if name == "__all__":
        return list(_homes())
    if name not in _homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_homes()[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes(), "__all__"})
