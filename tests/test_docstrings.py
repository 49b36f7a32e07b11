"""Every public name has a complete docstring, and a signature that tells the types.

`numpydoc.validate` reads the docstrings. Each example runs alone, as a reader would paste it.
"""

import doctest
import inspect
import re
from functools import cached_property
from operator import attrgetter

import pytest

import gaussmech as gm
from gaussmech.graphs.denoised import Denoised
from gaussmech.releases.table import Release

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


def parts_of(name):
    """Return a public name, and those of its methods and properties if it is a class."""
    target = getattr(gm, name)
    if not inspect.isclass(target):
        return [name]
    return [name, *(f"{name}.{member}" for member in public_members(target))]


def signature_of(name):
    """Return the signature of a public object as `help` prints it."""
    target = attrgetter(name)(gm)
    # A property has the signature of its function.
    target = getattr(target, "fget", None) or getattr(target, "func", target)
    return str(inspect.signature(target))


def documentation_of(name):
    """Return the docstring of a public object."""
    return inspect.getdoc(attrgetter(name)(gm)) or ""


@pytest.mark.parametrize("name", gm.__all__)
def test_every_public_docstring_is_complete(name):
    for part in parts_of(name):
        errors = numpydoc.validate(f"gaussmech.{part}")["errors"]
        messages = [f"{CODES[code]}: {text}" for code, text in errors if code in CODES]
        assert not messages, f"gaussmech.{part} {'; '.join(messages)}"
        # numpydoc reads a section with text under its heading as plain text, and says nothing.
        docstring = documentation_of(part)
        assert not re.search(r"^-{3,} +\S", docstring, re.MULTILINE), part
        signature = signature_of(part)
        unknown = re.search(r"\bAny\b|numpy\._typing", signature)
        assert not unknown, f"help({part}) shows {unknown}"


EXAMPLES = {
    part: documentation_of(part) for name in gm.__all__ for part in parts_of(name)
}
# Public functions return objects of these classes.
for cls in (Denoised, Release):
    for member in public_members(cls):
        EXAMPLES[f"{cls.__name__}.{member}"] = inspect.getdoc(getattr(cls, member))


@pytest.mark.parametrize("name", [name for name in EXAMPLES if ">>>" in EXAMPLES[name]])
def test_every_example_runs_alone(name):
    parser = doctest.DocTestParser()
    example = parser.get_doctest(EXAMPLES[name], {}, name, None, None)
    assert example.examples[0].source == "import gaussmech as gm\n"
    failures, _ = doctest.DocTestRunner().run(example)
    assert not failures
