"""Write result files, whole or not at all: tables as CSV, provenance as JSON."""

import ast
import hashlib
from pathlib import Path

from gaussmech._files import json_bytes, whole_file


def write_bytes(content, path):
    """Write a file."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with whole_file(path) as file:
            file.write(content)
    except OSError as error:
        # The error of a full disk does not name the file.
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_text(text, path):
    """Write a text file in UTF-8."""
    write_bytes(text.encode(), path)


def write_json(value, path):
    """Write a dict as JSON."""
    write_bytes(json_bytes(value), path)


def write_table(table, path):
    """Write a DataFrame, a list of rows or a dict of columns as CSV; floats keep every bit."""
    # Here, because every job reads this module to plan, and only some write a table.
    import pandas as pd

    text = pd.DataFrame(table).to_csv(index=False, lineterminator="\n")
    write_text(text, path)


def write_tables(tables, outputs):
    """Write each of pairs (name, table) to its output; with one output, `tables` is one table."""
    pairs = [(0, tables)] if len(outputs) == 1 else tables
    for name, table in pairs:
        write_table(table, outputs[name])


def content_digest(*paths):
    """Return twelve hexadecimal digits for the content of files."""
    content = hashlib.sha256()
    for path in paths:
        content.update(Path(path).read_bytes())
    return content.hexdigest()[:12]


def code_digest(path):
    """Return the same for what a file of code does: comments and docstrings do not count.

    Of a file that is no Python its content counts.
    """
    path = Path(path)
    try:
        tree = ast.parse(path.read_bytes()) if path.suffix == ".py" else None
    except (SyntaxError, ValueError):
        tree = None
    if tree is None:
        return content_digest(path)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        # The body of a lambda is no list.
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            del body[0]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:12]
