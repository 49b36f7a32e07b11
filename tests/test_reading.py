"""Limits of reading: the length of a function, its local names, and the places of conditions.

`pytest -rP tests/test_reading.py` prints the ten longest functions, and the ten with the most names.
"""

import ast
import io
import tokenize
from bisect import bisect_left, bisect_right
from pathlib import Path

ROOT = Path(__file__).parents[1] / "gaussmech"
# The tokens of a function, docstring and comments left out, and its local names.
MOST_TOKENS = 350
MOST_NAMES = 25
NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT),
}
COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def modules():
    """Yield the name, the text and the nodes of each module."""
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        yield path.name, text, ast.walk(ast.parse(text))


def sizes():
    """Return (tokens, place) and (local names, place) of each function, in two lists."""
    tokens = []
    names = []
    for module, text, nodes in modules():
        stream = tokenize.generate_tokens(io.StringIO(text).readline)
        lines = [token.start[0] for token in stream if token.type not in NO_CODE]
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                place = f"{module}:{node.name}"
                count = tokens_of(node, lines)
                if ast.get_docstring(node):
                    count -= tokens_of(node.body[0], lines)
                tokens.append((count, place))
                names.append((len(local_names(node)), place))
    return tokens, names


def tokens_of(node, lines):
    """Return how many tokens, whose lines are known, a node has."""
    return bisect_right(lines, node.end_lineno) - bisect_left(lines, node.lineno)


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
    tokens, names = (sorted(size, reverse=True)[:10] for size in sizes())
    print(*tokens, *names, sep="\n")
    assert tokens[0][0] <= MOST_TOKENS, tokens
    assert names[0][0] <= MOST_NAMES, names


def test_no_condition_is_hidden_in_a_comprehension_in_a_call():
    hidden = [
        f"{module}:{argument.lineno}"
        for module, _, nodes in modules()
        for call in nodes
        if isinstance(call, ast.Call)
        for argument in call.args
        for part in ast.walk(argument)
        if isinstance(argument, COMPREHENSIONS) and isinstance(part, ast.IfExp)
    ]
    assert not hidden
