"""What a type checker sees of the public API; `make lint` starts one."""

import ast
import inspect
import re
import runpy
from pathlib import Path

import pytest

import gaussmech

ROOT = Path(__file__).parents[1]
USE = ROOT / "tests" / "typing" / "use_everything.py"


def test_the_example_uses_every_public_name_and_runs():
    assert set(re.findall(r"\bgm\.(\w+)", USE.read_text())) == {
        *gaussmech.__all__,
        "__version__",
    }
    runpy.run_path(str(USE))


def test_names_come_from_where_the_stub_says():
    for name in gaussmech.__all__:
        assert getattr(gaussmech, name).__module__ in (gaussmech._homes()[name])
    assert {*gaussmech.__all__, "__version__"} <= {*dir(gaussmech)}
    with pytest.raises(AttributeError, match="no attribute 'analytic_sigma'"):
        gaussmech.analytic_sigma  # noqa: B018


def test_public_functions_and_methods_are_annotated():
    folders = (ROOT / "gaussmech" / name for name in ("", "graphs", "releases"))
    for path in (path for folder in folders for path in folder.glob("*.py")):
        body = ast.parse(path.read_text()).body
        classes = [node for node in body if isinstance(node, ast.ClassDef)]
        for owner in (
            body,
            *(node.body for node in classes if not node.name.startswith("_")),
        ):
            for node in owner:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    arguments = [*node.args.args, *node.args.kwonlyargs]
                    bare = [arg.arg for arg in arguments if arg.annotation is None]
                    assert set(bare) <= {"self", "cls"} and node.returns, (
                        path,
                        node.name,
                        bare,
                    )


def test_help_shows_types_that_a_reader_knows():
    for name in gaussmech.__all__:
        value = getattr(gaussmech, name)
        signature = str(inspect.signature(value))
        assert "Any" not in signature and "numpy._typing" not in signature, (
            name,
            signature,
        )
