"""What the tests of outward rounding share: random budgets, and which functions round outward.

In each room `test_outward.py` has a table. Its rows are functions that compare what the functions of
the library return in exact fractions or 60 digits.
"""

import ast
from fractions import Fraction
from pathlib import Path

import numpy as np

from gaussmech.privacy.discrete_noise import NoiseLevel

ROOT = Path(__file__).parents[1] / "gaussmech"
# Whoever calls one of these, or takes one of these factors, rounds outward.
OUTWARD = {
    *("above", "delta_left", "float_above", "percent_above", "round_down", "round_up"),
    *("share_digits", "six_digits", "root_above", "_share_above"),
    *("OUTWARD", "SAFETY", "GRID_COST"),
}


# The shares of up to two partitions.
SHARES = [(), (0.15,), (0.1, 0.25)]


class Budget:
    """Random numbers of a release, with all digits of a double."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.epsilon = self.number(-2, 1)
        self.delta = self.number(-12, -2)
        self.sensitivity = self.number(-3, 3)
        self.sigma = self.number(-3, 3)
        self.mu = self.number(-3, 1)
        self.tau = self.number(-14, -3)
        self.count = int(self.rng.integers(2, 99))

    def number(self, low, high):
        """Return a number between two powers of ten."""
        return float(10 ** self.rng.uniform(low, high))


def square(value):
    return Fraction(value) ** 2


def is_just_above(value, bound, most=1e-12):
    """Return whether a value is at least its bound, and barely above."""
    return bound <= Fraction(value) <= Fraction(bound) * (1 + Fraction(most))


def areas_of(b):
    """Return up to two partitions; their sums, or the places, grow most by rounding."""
    l1 = b.sensitivity * b.number(0, 2)
    return [NoiseLevel(7, l1, share) for share in SHARES[b.count % 3]]


def try_bound(bound):
    """Try a row of a table at 200 budgets."""
    for seed in range(200):
        bound(Budget(seed))


def of(module, *names):
    """Return the full names of functions of a module."""
    return [f"{module}.{name}" for name in names]


def assert_each_has_a_row(bounds, elsewhere, *patterns):
    """Tell by name a function of some modules that rounds outward and has no row."""
    rows = [name for names in bounds.values() for name in names]
    paths = [path for pattern in patterns for path in ROOT.glob(pattern)]
    functions = []
    for path in paths:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        functions += functions_in(ast.parse(path.read_text()), module)
    assert sorted(functions) == sorted([*rows, *elsewhere])


def functions_in(node, name):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from functions_in(child, f"{name}.{child.name}")
        elif isinstance(child, ast.FunctionDef) and OUTWARD & {*names_in(child)}:
            yield f"{name}.{child.name}"


def names_in(function):
    """Yield what a function names; `above` only if it is called, for variables have that name."""
    called = {
        id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)
    }
    for node in ast.walk(function):
        name = getattr(node, "id", getattr(node, "attr", ""))
        # The ends of intervals take a rounding as an argument.
        is_rounding = name in ("ceil", "floor") and id(node) not in called
        if is_rounding:
            yield "round_up"
        elif name != "above" or id(node) in called:
            yield name
