"""Every public name has a complete docstring, and a signature that tells the types.

`numpydoc.validate` reads the docstrings. Whether their examples run, `pytest` checks by itself
(`--doctest-modules`).
"""

import inspect
import re
from functools import cached_property

import pytest

import gaussmech as gm

numpydoc = pytest.importorskip(
    "numpydoc.validate", reason="numpydoc is in the group `dev`"
)

# The codes of numpydoc.validate that no public docstring may have.
CODES = {
    "GL08": "has no docstring",
    "PR01": "does not document all of its parameters",
    "PR02": "documents parameters that it has not",
    "PR03": "documents its parameters in another order",
    "PR07": "has a parameter without a description",
    "RT01": "has no section Returns",
    "SA01": "has no section See Also",
    "EX01": "has no examples",
}


def public_members(cls):
    """Return the names of the methods and properties that a public class defines or inherits."""
    members = []
    for name in dir(cls):
        member = inspect.getattr_static(cls, name)
        is_callable = inspect.isroutine(getattr(cls, name))
        is_property = isinstance(member, property | cached_property)
        if not name.startswith("_") and (is_callable or is_property):
            members.append(name)
    return members


def public_objects():
    """Return the dotted names of all public functions, classes, methods and properties."""
    names = []
    for name in gm.__all__:
        names.append(name)
        if inspect.isclass(getattr(gm, name)):
            names += [
                f"{name}.{member}" for member in public_members(getattr(gm, name))
            ]
    return names


def signature_of(name):
    """Return the signature of a public object as `help` prints it."""
    owner, _, member = name.partition(".")
    target = getattr(gm, owner)
    if member:
        target = inspect.getattr_static(target, member)
        if isinstance(target, property):
            target = target.fget
        elif isinstance(target, cached_property):
            target = target.func
        elif isinstance(target, classmethod | staticmethod):
            target = target.__func__
    return str(inspect.signature(target))


@pytest.mark.parametrize("name", public_objects())
def test_every_public_docstring_is_complete(name):
    errors = numpydoc.validate(f"gaussmech.{name}")["errors"]
    messages = [f"{CODES[code]}: {text}" for code, text in errors if code in CODES]
    assert not messages, f"gaussmech.{name} {'; '.join(messages)}"


@pytest.mark.parametrize("name", public_objects())
def test_the_line_under_a_heading_has_no_text(name):
    """numpydoc reads such a section as plain text and says nothing."""
    owner, _, member = name.partition(".")
    documented = getattr(gm, owner)
    if member:
        documented = getattr(documented, member)
    docstring = inspect.getdoc(documented) or ""
    assert not re.search(r"^-{3,} +\S", docstring, re.MULTILINE)


@pytest.mark.parametrize("name", public_objects())
def test_every_public_signature_tells_the_types(name):
    signature = signature_of(name)
    assert not re.search(r"\bAny\b", signature), (
        f"help(gaussmech.{name}) shows Any: {signature}"
    )


def test_methods_and_properties_of_public_classes_are_checked():
    names = public_objects()
    assert "denoise" in names
    assert {"Graph.from_networkx", "Graph.degree", "TreeWavelets.forward"} <= set(names)
    assert "Graph._of_edges" not in names
