"""A user's own denoisers, module:function: where they are, if they fit, and how they are imported."""

import ast
import importlib
import os
import sys
from functools import cache
from pathlib import Path

# The folder that the library is in comes before those in which Python looks for modules.
ROOT = Path(__file__).parents[3]


def own_function(name):
    """Import a user's own denoiser, a function (y, sigma, graph), by its name module:function.

    The module is looked for as Python does, and then in the working directory. A ValueError says
    why it cannot be imported; `misfit` has checked the function's arguments.
    """
    module_name, _, function_name = name.partition(":")
    look_in_working_directory()
    try:
        return getattr(importlib.import_module(module_name), function_name)
    except Exception as error:
        # The user's module may raise anything.
        raise ValueError(
            f"cannot import {name}: {type(error).__name__}: {error}"
        ) from error


def look_in_working_directory():
    """Let Python look for modules in the working directory, too."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


@cache
def file_of(name):
    """Return the path of the source of a module, or None if it has none; import nothing."""
    place = Path(*name.split("."))
    for folder in (ROOT, *map(Path, sys.path)):
        for path in (folder / place / "__init__.py", folder / place.with_suffix(".py")):
            if path.is_file():
                return path.resolve()
    return None


def misfit(method):
    """Return why there is no such module:function that takes y, sigma and graph, or None.

    The file is read and not run: a plan executes nothing of the user's.
    """
    module, _, function = method.partition(":")
    look_in_working_directory()
    path = file_of(module)
    if path is None:
        return f"there is no {module.replace('.', '/')}.py here or where Python looks for modules"
    try:
        statements = ast.parse(path.read_bytes()).body
    except (SyntaxError, ValueError) as error:
        return f"{path} is no Python file: {error}"
    for statement in statements:
        if isinstance(statement, ast.FunctionDef) and statement.name == function:
            arguments = statement.args
            positional = [*arguments.posonlyargs, *arguments.args]
            required = len(positional) - len(arguments.defaults)
            takes_three = required <= 3 and (len(positional) >= 3 or arguments.vararg)
            if takes_three and None not in arguments.kw_defaults:
                return None
            return f"{function} of {path} must take y, sigma and graph"
        # A function may come from another module, or be built by one.
        is_import = isinstance(statement, ast.Import | ast.ImportFrom)
        aliases = statement.names if is_import else []
        if function in [alias.asname or alias.name for alias in aliases]:
            return None
    return f"{path} has no function {function}"
