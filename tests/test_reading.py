"""Limits of reading: how long a function may be, and how many names it may have."""

import ast
import io
import tokenize
from pathlib import Path

ROOT = Path(__file__).parents[1] / "gaussmech"
# The tokens of a function, docstring and comments left out, and its local names.
MOST_TOKENS = 350
MOST_NAMES = 25
NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT),
}


def sizes():
    """Yield the tokens, the local names and the place of each function."""
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        lines = [token.start[0] for token in tokens if token.type not in NO_CODE]
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                first = node.body[0]
                skipped = ()
                if ast.get_docstring(node):
                    skipped = range(first.lineno, first.end_lineno + 1)
                own = range(node.lineno, node.end_lineno + 1)
                count = sum(line in own and line not in skipped for line in lines)
                yield count, len(local_names(node)), f"{path.name}:{node.name}"


def local_names(function):
    """Return the names that a function binds, without those of functions within it."""
    names = set()
    nodes = [*function.body]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        nodes += ast.iter_child_nodes(node)
    return names


def test_functions_can_be_read():
    long = [
        (count, names, place)
        for count, names, place in sizes()
        if count > MOST_TOKENS or names > MOST_NAMES
    ]
    assert not long, f"{len(long)} are too long: {sorted(long, reverse=True)[:10]}"
