"""What every public function refuses, and in which words.

`ARGUMENTS` has for each function its arguments: a value that works, and what is allowed, as the
message says it, from the docstring where that states it. Of the values outside an interval the ends
are tried, and `WRONG_KINDS` has values that are of another kind. `OTHERS` lists what else is refused.
"""

import inspect
import re
from fractions import Fraction

import numpy as np
import pytest
from numpydoc.docscrape import NumpyDocString

import gaussmech as gm
from gaussmech.privacy import composition, gdp, profiles
from gaussmech.privacy.truncated_laplacian import delta_of_truncation, truncation_ratio

INF = np.inf
NAN = np.nan
Y = [1.0, 5.0, 9.0, 2.0]
GRAPH = gm.Graph(4, [[0, 1], [1, 2], [2, 3]], lon=[0, 1, 2, 3], lat=[0, 0, 1, 1])
PROFILE = gm.LaplaceProfile(1.0)
WAVELETS = gm.TreeWavelets(GRAPH, [0, 1, 2])
# What is wrong with files is in tests/geo and tests/releases, with edges in tests/graphs/test_graph.py.
TESTED_ELSEWHERE = {"read_graph", "Ledger"}

# The functions below that are not public names of the package themselves.
METHODS = {
    "Graph.from_networkx": gm.Graph.from_networkx,
    "Profile.delta": PROFILE.delta,
    "Profile.log_delta": PROFILE.log_delta,
    "TreeWavelets.forward": WAVELETS.forward,
    "TreeWavelets.inverse": WAVELETS.inverse,
    "TreeWavelets.denoise": WAVELETS.denoise,
    "L2Mechanism.add_noise": gm.L2Mechanism(0.5, 0.01, dimension=4).add_noise,
}
for mechanism in (
    gm.LaplaceMechanism(0.5),
    gm.AnalyticGaussianMechanism(0.5, 0.01),
    gm.TruncatedLaplaceMechanism(0.5, 0.01),
):
    for method in (mechanism.add_noise, mechanism.accuracy, mechanism.for_accuracy):
        METHODS[f"{type(mechanism).__name__}.{method.__name__}"] = method
for public_function in (
    gdp.tail_values,
    gdp.tail_limit,
    gdp.head_supremum,
    gdp.head_measurement,
    gdp.staircases,
    profiles.ICEAProfile,
    profiles.SquareRootLogProfile,
    profiles.RectifiedProfile,
    profiles.CallableProfile,
    composition.exact_composition_log_delta,
    composition.advanced_composition_step,
    truncation_ratio,
    delta_of_truncation,
):
    METHODS[public_function.__name__] = public_function


def function(name):
    return METHODS.get(name) or getattr(gm, name)


SIGNAL = (Y, "one number per vertex in (-inf, inf)")
OF_HEADS = {"tolerance": (0.1, "number in [1.25331e-07, inf)")}
# The arguments whose docstring does not state what is allowed, or not in the words of a message: a
# value that works, and what is allowed. The rest is added below.
ARGUMENTS = {
    "CallableProfile": {
        "delta": (np.exp, "function"),
        "log_delta": (None, "function or None"),
    },
    "head_measurement": OF_HEADS,
    "head_supremum": OF_HEADS,
    "denoise": {
        "y": (Y, "map or maps in (-inf, inf)"),
        "sigma": (3.0, "number in [1e-100, 1e+100]"),
        "method": ("js", "choice"),
        "noise": ("gaussian", "choice"),
        "grid": (0.0, "number in [0, 30]"),
        "totals": ([([0, 0, 1, 1], [5.0, 9.0], 2.0)], "totals"),
        "missing": ("raise", "choice"),
        "order": (None, "names of maps or None"),
    },
    "Graph": {
        "n": (4, "whole number in [1, 1_073_741_823]"),
        "edges": ([[0, 1], [1, 2], [2, 3]], "pairs of vertices"),
        "weights": ([1.0, 2.0, 3.0], "one number per edge in (0, inf) or None"),
        "lon": (Y, "one number per vertex in [-180, 180] or None"),
        "lat": (Y, "one number per vertex in [-90, 90] or None"),
        "length_m": ([1.0, 2.0, 3.0], "one number per edge in (0, inf) or None"),
        "names": (["a", 2, (3, 4), None], "names or None"),
    },
    "partition": {
        "k": (2, "whole number in [1, 4] or None"),
        "within": ([0, 0, 7, 7], "one label per vertex or None"),
        "noise": ("gaussian", "choice"),
    },
    "spanning_tree": {"kind": ("minimum", "kind of tree")},
    "TreeWavelets": {"tree": ([0, 1, 2], "edges of a tree")},
    "trend_filter": {"y": SIGNAL},
    "link_places": {
        "lon": (Y, "numbers in [-180, 180]"),
        "lat": (Y, "numbers in [-90, 90]"),
        "neighbours": (2, "whole number in [1, inf) or None"),
    },
    "release": {
        "values": (Y, "values to release"),
        "epsilon": (0.5, "number in (0, 700]"),
        "delta": (0.01, "number in [0, 1) or None"),
        "noise": ("gaussian", "choice"),
        "planned_releases": (1, "whole number in [1, 1_000_000] or None"),
        "areas": ([0, 0, 1, 1], "labels of areas or None"),
        "places": (None, "public places or None"),
        "ledger": (None, "ledger or None"),
        "period": (None, "of a ledger or None"),
        "output": (None, "of a ledger or None"),
        "again": (False, "of a ledger or None"),
    },
    "truncation_ratio": {
        "epsilon": (0.5, "numbers in (0, inf)"),
        "delta": (0.01, "numbers in (0, 0.5)"),
    },
    "delta_of_truncation": {
        "epsilon": (0.5, "numbers in (0, inf)"),
        "n": (3.0, "numbers in (1, inf)"),
    },
    "Graph.from_networkx": {
        "g": (GRAPH.to_networkx(), "graph"),
        **dict.fromkeys(
            ("weight", "lon", "lat", "length_m"), (None, "name of an attribute")
        ),
    },
    "TreeWavelets.forward": {"x": SIGNAL},
    "TreeWavelets.inverse": {"w": SIGNAL},
    "TreeWavelets.denoise": {"y": SIGNAL},
    "AnalyticGaussianMechanism.for_accuracy": {"delta": (0.01, "number in (0, 1)")},
    "TruncatedLaplaceMechanism.for_accuracy": {"delta": (0.01, "number in (0, 0.5)")},
}
# Of the others the docstring states it, and an argument of this name works with this value.
VALUES = {
    "epsilon": 0.5,
    "delta": 0.01,
    "sensitivity": 0.2,
    "l1_sensitivity": 0.2,
    "l2_sensitivity": 0.2,
    "planned_releases": 1,
    "budget_per_column": True,
    "area_share": 0.1,
    "events": 100.0,
    "graph": GRAPH,
    "lam": 1.0,
    "tol": 1e-6,
    "nonnegative": None,
    "sigma": 3.0,
    "epsilon0": 0.2,
    "delta0": 0.01,
    "delta_prime": 0.01,
    "k": 5,
    "mus": [1.0, 2.0],
    "releases": 5,
    "kind": None,
    "profile": PROFILE,
    "epsilon_h": 2.0,
    "steps": 3,
    "dimension": 4,
    "scale": 3.0,
    "mu": 0.2,
    "alpha": 0.05,
    "accuracy": 5.0,
    "rho": 0.1,
    "n": 3.0,
    "m": 9.0,
    "a": 1.0,
    "b": 1.0,
    "gamma": 0.01,
    "y": Y,
    "x": Y,
    "items": 500,
    "noise": "laplace",
    "slab": None,
    "positive_part": True,
    "total": 1.0,
    "threshold": None,
    "rng": 1,
}
# How a docstring begins to state what is allowed, and how messages say it.
WORDS = {
    r"float or array of finite numbers": "private numbers",
    r"\(\.\.\., d\) array of finite numbers": "numbers in (-inf, inf)",
    r"(?:float or )?(?:\(\.\.\.\) )?array in ": "numbers in ",
    r"float in ": "number in ",
    r"int or array of whole numbers in ": "whole numbers in ",
    r"int or array of whole numbers >= 1": "whole numbers in [1, inf)",
    r"int in ": "whole number in ",
    r"Profile or callable": "profile",
    r"Graph$": "graph",
    r"\{": "choice",
    r"bool": "flag",
    r"int, numpy.random.Generator or None": "rng",
}


def interval_in_words(text):
    """Return the interval of a docstring as messages print it, without commas and fractions."""
    left, low, high, right = re.match(r"([\[(])(\S+), (.*?)([\])])", text).groups()
    ends = [
        float(Fraction(re.sub("[,_]", "", end))) if end != "inf" else INF
        for end in (low, high)
    ]
    return f"{left}{ends[0]:g}, {ends[1]:g}{right}"


def described(name):
    """Return the arguments of a function, by ARGUMENTS or else by its docstring."""
    stated = ARGUMENTS.get(name, {})
    arguments = {}
    for parameter in NumpyDocString(inspect.getdoc(function(name)))["Parameters"]:
        for argument in parameter.name.split(", "):
            if argument in stated:
                arguments[argument] = stated[argument]
            else:
                arguments[argument] = allowed_by(argument, parameter.type)
    return arguments | stated


def allowed_by(argument, text):
    """Return a value that works, and what the type in a docstring allows, as messages say it."""
    pattern = next(words for words in WORDS if re.match(words, text))
    allowed = WORDS[pattern]
    if allowed.endswith(" in "):
        allowed += interval_in_words(re.sub(pattern, "", text, count=1))
    if re.search("None|optional", text) and allowed != "rng":
        allowed += " or None"
    return VALUES[argument], allowed


for described_name in [*gm.__all__, *METHODS]:
    if described_name not in TESTED_ELSEWHERE:
        ARGUMENTS[described_name] = described(described_name)

MASKED = np.ma.array([0.5, 0.5, 0.25, 0.25], mask=[0, 1, 0, 0])
RAGGED = [[0.5, 0.5], [0.5]]
# Of every argument that is an array, and of single numbers.
NO_ARRAYS = {
    "has masked values, which NumPy would unmask; values must not be masked": MASKED,
    "has rows of different lengths; they must agree": RAGGED,
}
NUMBERS = {"it must be a real number": "0.5", "allowed are numbers in": [0.5, NAN]}
EDGES = {"it must be a vector of edge indices": [0.5]}
NO_PROFILE = {"it must be a function of epsilon": 3}
PRIVATE = "the wrong entry is not shown, because it may be private"

# Of each kind a value of another kind for each message; tests/test_checks.py has more values of
# the kinds that many arguments share. The message about values that may be private shows none.
WRONG_KINDS = {
    "ledger": {"it must be a Ledger": "year.json"},
    "of a ledger": {"it needs a ledger": "2026-01"},
    "number": {
        "it must be a real number": True,
        "it must be a single number": [0.5, 0.5],
        "allowed are numbers in": NAN,
        **NO_ARRAYS,
    },
    "numbers": NUMBERS | NO_ARRAYS,
    "whole number": {"it must be a whole number ": 3.0},
    "whole numbers": NUMBERS
    | {"it must be whole numbers >= 1": [1.0, 2.5]}
    | NO_ARRAYS,
    "one number per vertex": {
        r"it must be \(4,\), one value per vertex": Y[:2],
        "it must be a real number": [True, False, True, True],
        "allowed are numbers in": [0.5, 0.5, NAN, 0.5],
        **NO_ARRAYS,
    },
    "one label per vertex": {
        r"it must be \(4,\), one label per vertex": Y[:2],
        "it must hold whole numbers": Y,
        **NO_ARRAYS,
    },
    "labels of areas": {
        r"it must be \(4,\) or \(L, 4\)": Y[:2],
        "labels must be whole numbers or texts": Y,
        **NO_ARRAYS,
    },
    "totals": {
        "it must be a list": 3,
        r"it must be \(labels, values, sigma\)": [3],
        "one label per vertex": [([0, 1], [1.0, 2.0], 1.0)],
        "one value per area": [([0] * 4, [1.0, 2.0], 1.0)],
        r"\[0\] is nan; allowed are": [([0] * 4, [NAN], 1.0)],
        "is 0.0; allowed are": [([0] * 4, [1.0], 0.0)],
    },
    "one number per edge": {
        r"it must be \(3,\), one value per edge": Y,
        **NO_ARRAYS,
    },
    "map or maps": {
        "one value per vertex": np.ones((2, 2, 4)),
        "it must be a real number": "0.5",
        "allowed are numbers in": [0.5, 0.5, NAN, 0.5],
        **NO_ARRAYS,
    },
    "private numbers": dict.fromkeys([PRIVATE], [INF] * 4),
    "values to release": {
        r"it must be numbers of shape \(n,\) or \(n, k\), or a Series": True,
        **NO_ARRAYS,
    },
    "public places": {
        "it must be a Graph, a list of the public places, or an index": "abcd",
        "needs a Series or DataFrame as values": [*"abcd"],
    },
    "pairs of vertices": {r"it must be \(m, 2\)": Y, **NO_ARRAYS},
    "edges of a tree": EDGES | NO_ARRAYS,
    "kind of tree": {"allowed are 'uniform', 'minimum'": "x", **EDGES},
    "choice": {"allowed are '": np.array(["js", "th"])},
    "flag": {"allowed are True.* and (False|None)$": 1},
    "function": NO_PROFILE,
    "profile": NO_PROFILE,
    "graph": {r"it must be a (Graph|networkx\.Graph)": [[0, 1]]},
    "names": {
        "it must be a list of 4 names": "abcd",
        "has 3 names; it must have 4, one per vertex": range(3),
        "has 1 twice; names must be different": [0, 1, 1.0, 3],
        "must be hashable": [[0], [1], [2], [3]],
    },
    "names of maps": {"it must be a list": "abcd", "one per map": [1, 2]},
    "name of an attribute": {"it must be the name of an attribute or None": ["lon"]},
    "rng": {"it must be a seed >= 0, a numpy.random.Generator or None": -1},
}

MAY_BE_NONE = ("rng", "name of an attribute")

# What else is refused: function, argument, value and the whole message.
OTHERS = [
    (
        "gdp_composition",
        "mus",
        1.0,
        "mus is 1.0; it must be a list or array, one mu per release",
    ),
    (
        "spanning_tree",
        "kind",
        [0, 0],
        "kind has 2 edges that leave 3 components; it must be a spanning tree of each component,"
        " 3 edges in all that leave 1",
    ),
    ("spanning_tree", "kind", [0, 3], "kind holds 3; allowed are edges 0 to 2"),
    (
        "spanning_tree",
        "kind",
        [True, False, False],
        "kind is [True, False, False]; it must be a vector of edge indices",
    ),
    (
        "link_places",
        "lon",
        [1.0, 5.0, 9.0],
        "lon and lat have shapes (3,) and (4,); both must be (n,)",
    ),
    ("Graph", "lon", None, "lon and lat go together: give both or neither"),
    ("Graph", "lat", None, "lon and lat go together: give both or neither"),
    (
        "release",
        "values",
        [INF],
        "values[0] is not a finite number up to 1e100 in size",
    ),
    (
        "release",
        "l1_sensitivity",
        None,
        "l1_sensitivity is missing; areas need it: the largest sum of changes"
        " that one person can make in a column",
    ),
    (
        "histogram_posterior_median",
        "y",
        1.0,
        "y has shape (); its last axis must hold at least one bin",
    ),
    (
        "james_stein",
        "y",
        [1.0, 2.0],
        "y has dimension 2 (its last axis); James-Stein needs at least 3",
    ),
    (
        "project_to_simplex",
        "y",
        1.0,
        "y has shape (); its last axis must hold at least one value",
    ),
    (
        "project_to_simplex",
        "total",
        [1.0, 2.0],
        "total has shape (2,); it must be a number or (), one per vector of y",
    ),
]

# Functions whose arguments are numbers or arrays of them, two or more, that broadcast.
BROADCAST = [
    name
    for name, arguments in ARGUMENTS.items()
    if len(arguments) > 1
    and all(re.match("(whole )?numbers", allowed) for _, allowed in arguments.values())
    and name != "project_to_simplex"
]


def working_arguments(name):
    """Return the arguments of a call that works."""
    return {argument: value for argument, (value, _) in ARGUMENTS[name].items()}


def refusal_of(name, argument, value):
    """Return what the function says of this value of the argument, where all others work."""
    with pytest.raises(ValueError) as refusal:
        function(name)(**working_arguments(name) | {argument: value})
    assert refusal.type is ValueError
    message = str(refusal.value)
    # Python has no options.
    assert len(message) < 300 and not re.search(r"(^|\s)--[a-z]", message)
    return message


def numbers_outside(allowed):
    """Return the numbers next to an interval: an open end itself, or one beyond a closed end."""
    interval = re.search(r"([\[(])(\S+), (\S+)([\])])", allowed)
    if interval is None:
        return []
    low, high = map(float, interval.group(2, 3))
    outside = []
    if interval[1] == "(":
        outside.append(low)
    elif low > -INF:
        outside.append(low / 2 if 0 < low < 1 else low - 1 - abs(low))
    if interval[4] == ")":
        outside.append(high)
    elif high < INF:
        outside.append(high + 1 + abs(high))
    return outside


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_call_works_and_the_table_has_all_its_arguments(name):
    parameters = inspect.signature(function(name)).parameters
    assert list(parameters) == list(ARGUMENTS[name])
    function(name)(**working_arguments(name))


def test_the_table_has_all_public_names():
    assert {*gm.__all__} - {*ARGUMENTS} == TESTED_ELSEWHERE


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_number_outside_its_interval_is_refused_with_the_interval(name):
    for argument, (value, allowed) in ARGUMENTS[name].items():
        for number in numbers_outside(allowed):
            end = f"; allowed are numbers in {allowed.partition(' in ')[2]}"
            outside = number
            if allowed.startswith("whole number in"):
                # Infinity is no whole number.
                if number == INF:
                    continue
                outside = int(number)
                ends = re.search(r"\[(\S+), (\S+)[\])]", allowed)
                low, high = map(float, ends.groups())
                end = f"it must be a whole number from {low:.0f} to {high:.0f}"
                end = end if high < INF else f"it must be a whole number >= {low:.0f}"
            elif value is not None:
                # In an array of the shape that works.
                outside = np.full(np.shape(value), number).tolist()
            text = refusal_of(name, argument, outside)
            assert re.match(rf"{argument}(\[0\])? is ", text)
            assert text.endswith(end.removesuffix(" or None")), text


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_value_of_another_kind_is_refused(name):
    for argument, (_, allowed) in ARGUMENTS[name].items():
        kind = re.match(r"(.*?)( in [\[(].*| or None)?$", allowed)[1]
        for words, value in WRONG_KINDS[kind].items():
            text = refusal_of(name, argument, value)
            # Of the two coordinates of places either may be named.
            assert re.match(rf"({argument}|lon and lat)\b", text), text
            assert re.search(words, text), f"{value!r}: {text}"
        # None is no default but where it is allowed.
        if not allowed.endswith("or None") and kind not in MAY_BE_NONE:
            assert refusal_of(name, argument, None).startswith(argument)


@pytest.mark.parametrize(("name", "argument", "value", "words"), OTHERS)
def test_what_else_is_refused(name, argument, value, words):
    assert refusal_of(name, argument, value) == words


def call(name, **changes):
    """Return the results for other arguments, as a tuple also if there is one."""
    results = function(name)(**working_arguments(name) | changes)
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.parametrize("name", BROADCAST)
def test_arrays_that_do_not_broadcast_are_named_and_empty_ones_have_no_result(name):
    (first, a), (second, b), *_ = working_arguments(name).items()
    with pytest.raises(ValueError, match=rf"{first} \(2,\), .*{second} \(3,\)"):
        call(name, **{first: [a] * 2, second: [b] * 3})
    assert all(result.shape[-1] == 0 for result in call(name, **{first: []}))


@pytest.mark.parametrize("name", BROADCAST)
def test_an_array_has_the_values_of_single_numbers_which_are_floats(name):
    (first, a), (second, b), *_ = working_arguments(name).items()
    column = np.array([[a], [2 * a]])
    row = np.array([b, 2 * b] * 2)
    arrays = call(name, **{first: column, second: row})
    # They stay as they are.
    assert column.tolist() == [[a], [2 * a]] and row.tolist() == [b, 2 * b] * 2
    for i, j in np.ndindex(2, 4):
        numbers = call(name, **{first: column[i, 0].item(), second: row[j].item()})
        for number, array in zip(numbers, arrays, strict=True):
            assert array.shape == (2, 4) and type(number) is float
            assert array[i, j] == pytest.approx(number, rel=1e-15, abs=0)
