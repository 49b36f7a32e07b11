"""What a type checker sees of the public API; `make lint` starts one."""

import ast
import runpy
from typing import get_overloads, get_type_hints

import pytest
from numpy.typing import ArrayLike

import gaussmech
from tests.processes import ROOT


def test_what_a_type_checker_reads_runs():
    runpy.run_path(str(ROOT / "tests/typing/uses.py"))


@pytest.mark.parametrize("name", gaussmech.__all__)
def test_numbers_give_numbers_and_arrays_arrays(name):
    overloads = get_overloads(getattr(gaussmech, name))
    for hints in map(get_type_hints, overloads):
        has_arrays = ArrayLike in hints.values()
        assert ("ndarray" in str(hints["return"])) == has_arrays


def test_names_come_from_where_the_stub_says():
    for name in gaussmech.__all__:
        assert getattr(gaussmech, name).__module__ in (gaussmech._homes()[name])
    assert {*gaussmech.__all__, "__version__"} <= {*dir(gaussmech)}
    with pytest.raises(AttributeError, match="no attribute 'analytic_sigma'"):
        gaussmech.analytic_sigma  # noqa: B018


def test_public_functions_and_methods_of_graphs_are_annotated():
    """mypy passes over this folder."""
    for path in (ROOT / "gaussmech/graphs").glob("*.py"):
        tree = ast.parse(path.read_text())
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        for owner in (tree, *classes):
            for node in owner.body:
                names = f"{getattr(owner, 'name', '')}.{getattr(node, 'name', '_')}"
                if not isinstance(node, ast.FunctionDef) or "._" in f".{names}":
                    continue
                arguments = [*node.args.args, *node.args.kwonlyargs]
                bare = {arg.arg for arg in arguments if arg.annotation is None}
                where = f"{path.name}: {node.name}"
                assert bare <= {"self", "cls"} and node.returns, where
