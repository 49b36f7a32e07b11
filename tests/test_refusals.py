"""Every public name refuses what it cannot take, and names the argument: a row for each.

`row` takes a value that works, the kind and what is out of range from `ARGUMENTS`, or `OWN`.
"""

import inspect
import re

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy.truncated_laplace import delta_of_truncation, truncation_ratio

GRAPH = gm.Graph(4, [[0, 1], [1, 2], [2, 3]], lon=[0, 1, 2, 3], lat=[0, 0, 1, 1])
WAVELETS = gm.TreeWavelets(GRAPH, [0, 1, 2])
PROFILE = gm.LaplaceProfile(1.0)
Y = [1.0, 5.0, 9.0, 2.0]
# What is wrong with files is in tests/releases.
FILES = ("read_graph",)

HUGE = 10**400
NO_NUMBERS = ["0.5", True, 0.5 + 0j, {}, HUGE, np.datetime64("2020-01-01"), np.nan, np.ma.masked]
RAGGED = [[0.5, 0.5], [0.5]]
NO_SCALARS = [*NO_NUMBERS, [0.5, 0.5], np.full((2, 2), 0.5), RAGGED]
NO_ARRAYS = [
    *(*NO_NUMBERS, RAGGED, ["0.5"] * 4, [True, False, True, True]),
    *([0.5, 0.5, bad, 0.5] for bad in (None, 0.5j, np.nan)),
    np.ma.array([0.5, 0.5, 0.25, 0.25], mask=[0, 1, 0, 0]),
    [np.ma.array([0.5, 0.25], mask=[0, 1]), [0.5, 0.25]],
]
NO_SIGNALS = [*NO_ARRAYS, 1.0, Y[:2], np.ones((2, 2, 4))]
NO_FUNCTIONS = [3, np.ones(3)]
NO_FLAGS = ["yes", 1, np.array([True, False])]
# What no argument of a kind may be.
KINDS = {
    "numbers": [None, *NO_ARRAYS],
    "number": [None, *NO_SCALARS],
    "optional number": NO_SCALARS,
    "count": [None, *NO_SCALARS, 2.5, 3.0],
    "optional count": [value for value in NO_SCALARS if value is not HUGE],
    "counts": [None, *NO_ARRAYS, 2.5, [1.0, 2.5]],
    "signal": [None, *NO_SIGNALS],
    "optional signal": NO_SIGNALS,
    "attribute": [3, ["lon"]],
    "flag": [None, *NO_FLAGS],
    "optional flag": NO_FLAGS,
    "graph": [None, [[0, 1]], 4],
    "profile": [None, "x", *NO_FUNCTIONS],
    "function": [None, *NO_FUNCTIONS],
    "optional function": NO_FUNCTIONS,
    "rng": ["1", -1, 1.5, True, np.random],
    "choice": ["x", None, 3, np.array(["js", "th"])],
}
UNIT = [-0.1, 1.5, np.inf]
# Of each argument a value that works and its kind, and what else it may not be, wherever it is.
ARGUMENTS = {
    "epsilon": (0.5, "numbers", [-0.5, -np.inf]),
    **dict.fromkeys(("delta", "delta_prime", "delta0", "gamma"), (0.01, "numbers", UNIT)),
    **dict.fromkeys(("sigma", "scale"), (3.0, "numbers", [-1.0])),
    **dict.fromkeys(("epsilon0", "sensitivity", "mu"), (0.2, "numbers", [-0.2, np.inf])),
    "accuracy": (5.0, "numbers", [0.0, -1.0, np.inf]),
    "alpha": (0.05, "numbers", [0.0, 1e-301, 1.0, *UNIT]),
    "mus": ([1.0, 2.0], "numbers", [1.0, [-1.0]]),
    "n": (3.0, "numbers", [0.0, np.inf]),
    "k": (5, "counts", [0, -3]),
    "dimension": (4, "counts", [0, 10**9]),
    "profile": (PROFILE, "profile", []),
    "epsilon_h": (2.0, "number", [0.0, -1.0, np.inf]),
    "tolerance": (0.1, "number", [0, 1e-9, np.inf]),
    "steps": (3, "count", [0]),
    "y": (Y, "numbers", [[np.inf] * 4]),
    **dict.fromkeys("xw", (Y, "signal", [[np.inf] * 4])),
    "lon": (Y, "optional signal", [[181.0] * 4]),
    "lat": (Y, "optional signal", [[91.0] * 4]),
    "graph": (GRAPH, "graph", []),
    "rng": (1, "rng", []),
}


def row(call, **own):
    """The function, and {argument: (value, kind, values out of range)}.

    Of its own, a list adds to the values out of range; a text changes the kind.
    """
    arguments = {}
    for name in inspect.signature(call).parameters:
        change = own.pop(name, [])
        if not isinstance(change, tuple):
            value, kind, bad = ARGUMENTS[name]
            if inspect.isclass(call):
                kind = {"numbers": "number", "counts": "count"}.get(kind, kind)
            kind, bad = (change, bad) if isinstance(change, str) else (kind, bad + change)
            change = value, kind, bad
        arguments[name] = change
    assert not own, own
    return call, arguments


POSITIVE, FINITE = [0.0, np.inf], [np.inf]
OPEN, HALF = [0.0, 1.0], [0.0, 0.5]
EXACT = {"epsilon0": (0.2, "number", [-0.2, 701.0]), "k": (5, "count", [0, 10**7])}
SHORT = {"epsilon": POSITIVE, "delta": HALF}
ATTACK = {"alpha": (0.05, "numbers", UNIT), "mu": (0.2, "numbers", [-0.2])}
NOISE = (1.0, "number", [-1.0, *POSITIVE])
VECTOR, MAP = {"y": [[np.inf]], "sigma": NOISE}, {"y": "signal", "sigma": NOISE}
EDGES = ([1.0, 2.0, 3.0], "optional signal", [[1.0, 0.0, 1.0], [1.0, np.inf, 1.0]])
NAME = (None, "attribute", [])
FOREST = [[0, 0], [0, 9], [0.5], [True, False, False]]

# Where arguments differ from the above.
OWN = {
    **dict.fromkeys(("noise_bounds", "TruncatedLaplaceMechanism"), SHORT),
    **dict.fromkeys(("trade_off", "true_positive_rate"), ATTACK),
    "advantage": {"mu": ATTACK["mu"]},
    **dict.fromkeys(("zcdp_epsilon", "zcdp_delta"), {"rho": (0.1, "numbers", [-0.1])}),
    "advanced_composition_step": {"delta_prime": OPEN},
    **{f"exact_composition_{name}": EXACT for name in ("delta", "log_delta", "epsilon")},
    "clip_and_rectify": {
        "y": (0.5, "number", []),
        "low": (0.0, "number", [2.0, -1e308]),
        "high": (1.0, "number", [-1.0, 1e308]),
        "epsilon_h": [1e-301],
    },
    **dict.fromkeys(("gdp_transform", "poisson_subsampling"), {"epsilon": FINITE}),
    **dict.fromkeys(("tail_values", "LaplaceMechanism"), {"epsilon": POSITIVE}),
    "SquareRootLogProfile": {
        "a": (1.0, "number", POSITIVE),
        "b": (1.0, "number", [-1.0]),
        "sigma": POSITIVE,
    },
    "ICEAProfile": {"m": (9.0, "number", POSITIVE)},
    "ComposedProfile": EXACT,
    "CallableProfile": {
        "delta": (np.exp, "function", []),
        "log_delta": (None, "optional function", []),
    },
    "ClassicalGaussianMechanism": {"epsilon": POSITIVE, "delta": OPEN},
    "AnalyticGaussianMechanism": {"delta": OPEN},
    "L2Mechanism": {"epsilon": FINITE, "delta": [1.0]},
    "james_stein": VECTOR | {"y": [1.0, [1.0, 2.0]], "positive_part": (True, "flag", [])},
    "soft_threshold": VECTOR | {"threshold": (None, "optional number", [-1.0, np.inf])},
    "empirical_bayes_threshold": VECTOR | {"slab": (None, "optional number", [0.03, 3.1])},
    "histogram_posterior_median": {
        "y": [1.0, []],
        "scale": POSITIVE,
        "items": (500, "count", [0, 1_000_001]),
        "noise": ("laplace", "choice", ["uniform"]),
    },
    "project_to_simplex": {"y": [1.0, []], "total": (1.0, "numbers", [-1.0, np.inf, [1.0, 2.0]])},
    "Graph": {
        "n": (4, "count", [0, -1]),
        "edges": (
            [[0, 1], [1, 2], [2, 3]],
            "numbers",
            [[0, 1], [[0, 0]], [[0, 4]], [[0, 1], [1, 0]], [[-1, 0]]],
        ),
        "weights": EDGES,
        "length_m": EDGES,
    },
    "link_places": {
        "lon": (Y, "numbers", [[181.0] * 4, Y[:3]]),
        "lat": (Y, "numbers", [[91.0] * 4, Y[:3]]),
        "neighbours": (2, "optional count", [0]),
    },
    "spanning_tree": {"kind": ("minimum", "choice", FOREST)},
    "TreeWavelets": {"tree": ([0, 1, 2], "numbers", FOREST)},
    "trend_filter": {
        "y": "signal",
        "lam": (1.0, "number", [-1.0, np.inf]),
        "tol": (1e-6, "number", OPEN),
    },
    "denoise": {
        "y": "signal",
        "sigma": POSITIVE,
        "method": ("js", "choice", []),
        "nonnegative": (None, "optional flag", []),
        "keep_total": (False, "flag", []),
        "noise": ("gaussian", "choice", ["uniform"]),
        "grid": (0.0, "number", [-1.0, np.inf, 31.0]),
    },
    "release": {
        "values": (Y, "numbers", [[np.inf], [], np.ones((1, 1, 1))]),
        "epsilon": (0.5, "number", [-0.5, 701.0]),
        "delta": (0.01, "number", [*UNIT, *OPEN]),
        "sensitivity": (1.0, "number", [-1.0, *POSITIVE]),
        "l1_sensitivity": (None, "optional number", [-1.0, *POSITIVE]),
        "noise": ("gaussian", "choice", ["uniform"]),
        "planned_releases": (1, "count", [0, -1]),
        "grid": (None, "optional number", [0.3, -1]),
        "each": (True, "flag", []),
    },
}
ROWS = {
    name: row(getattr(gm, name), **OWN.get(name, {})) for name in gm.__all__ if name not in FILES
}
ROWS |= {
    "module truncation_ratio": row(truncation_ratio, **SHORT),
    "module delta_of_truncation": row(delta_of_truncation, epsilon=POSITIVE, n=[1.0]),
    "Profile.delta": row(PROFILE.delta, epsilon=FINITE),
    "Profile.log_delta": row(PROFILE.log_delta, epsilon=FINITE),
    "Graph.from_networkx": row(
        gm.Graph.from_networkx,
        g=(GRAPH.to_networkx(), "graph", []),
        **dict.fromkeys(("weight", "lon", "lat", "length_m"), NAME),
    ),
    "TreeWavelets.forward": row(WAVELETS.forward),
    "TreeWavelets.inverse": row(WAVELETS.inverse),
    "TreeWavelets.denoise": row(WAVELETS.denoise, **MAP),
}
for kind in (gm.LaplaceMechanism, gm.AnalyticGaussianMechanism, gm.TruncatedLaplaceMechanism):
    mechanism = kind(0.5, 0.01)
    ROWS[f"{kind.__name__}().release"] = row(mechanism.release, x="numbers")
    ROWS[f"{kind.__name__}().accuracy"] = row(mechanism.accuracy, alpha="number")
    budget = {"delta": (0.01, "number", HALF if kind is gm.TruncatedLaplaceMechanism else OPEN)}
    ROWS[f"{kind.__name__}.for_accuracy"] = row(
        kind.for_accuracy,
        **dict.fromkeys(("accuracy", "alpha", "sensitivity"), "number"),
        **({} if kind is gm.LaplaceMechanism else budget),
    )
ROWS["L2Mechanism().release"] = row(gm.L2Mechanism(0.5, 0.01, dimension=4).release, x="numbers")
# Functions of several arrays alone.
KINDS_OF = {name: {kind for _, kind, _ in row[1].values()} for name, row in ROWS.items()}
BROADCAST = [
    name
    for name, kinds in KINDS_OF.items()
    if kinds <= {"numbers", "counts"} and len(ROWS[name][1]) > 1 and name != "project_to_simplex"
]


def working(name):
    return {argument: value for argument, (value, *_) in ROWS[name][1].items()}


@pytest.mark.filterwarnings("ignore:Warning. converting a masked element to nan")
@pytest.mark.parametrize("name", ROWS)
def test_what_cannot_be_taken_is_refused_and_named(name):
    call, arguments = ROWS[name]
    call(**working(name))
    wrong = []
    for argument, (_, kind, more) in arguments.items():
        for value in (*KINDS[kind], *more):
            try:
                found = call(**working(name) | {argument: value})
            except Exception as error:
                # Of two that belong together either may be named.
                names = {"low": "(low|high)", "lat": "(lat|lon and lat)"}.get(argument, argument)
                named = re.match(rf"{names}\b", str(error))
                if type(error) is ValueError and named and len(str(error)) < 300:
                    continue
                found = error
            wrong.append(f"{argument} = {value!r:.50}: {found!r:.300}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", BROADCAST)
def test_scalars_give_floats_and_arrays_broadcast_or_are_named(name):
    call, values = ROWS[name][0], working(name)
    first, second, *_ = values
    with pytest.raises(ValueError, match=rf"{first} \(2,\), .*{second} \(3,\)"):
        call(**values | {first: [values[first]] * 2, second: [values[second]] * 3})
    a, b = [values[first], 2 * values[first]], [values[second], 2 * values[second]]
    column, row = np.reshape(a, (2, 1)), np.array(b * 2)
    many = call(**values | {first: column, second: row})
    assert column.ravel().tolist() == a and row.tolist() == b * 2
    for i, j in np.ndindex(2, 2):
        one = call(**values | {first: a[i], second: b[j]})
        pairs = zip(one, many, strict=True) if isinstance(one, tuple) else [(one, many)]
        for alone, found in pairs:
            assert type(alone) is float and found.shape == (2, 4)
            assert found[i, j] == pytest.approx(alone, rel=1e-15, abs=0)
    assert np.shape(call(**values | {first: []}))[-1] == 0
