"""The one gate: every public name refuses what it cannot take, and names the argument.

A row per public function, class and method: a call that works, and what may stand in place of each
argument. `KINDS` says what no argument of a kind may be, `RANGES` what this one may not.
"""

import inspect
import re

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.truncated_laplacian import delta_of_truncation, truncation_ratio

GRAPH = gm.Graph(4, [[0, 1], [1, 2], [2, 3]], lon=[0, 1, 2, 3], lat=[0, 0, 1, 1])
WAVELETS = gm.TreeWavelets(GRAPH, [0, 1, 2])
PROFILE = gm.LaplaceProfile(1.0)
Y = [1.0, 5.0, 9.0, 2.0]

NOT_NUMBERS = {
    "text": "0.5",
    "None": None,
    "boolean": True,
    "complex": 0.5 + 0j,
    "dict": {},
    "huge": 10**400,
    "date": np.datetime64("2020-01-01"),
    "NaN": np.nan,
    "masked": np.ma.masked,
}
NOT_ARRAYS = NOT_NUMBERS | {
    "texts": ["0.5", "0.25", "0.5", "0.25"],
    "objects": [0.5, None, 0.5, 0.5],
    "booleans": [True, False, True, True],
    "some complex": [0.5, 0.5j, 0.5, 0.5],
    "ragged": [[0.5, 0.5], [0.5]],
    "one NaN": [0.5, 0.5, np.nan, 0.5],
    "masked array": np.ma.array([0.5, 0.5, 0.25, 0.25], mask=[0, 1, 0, 0]),
    "masked rows": [np.ma.array([0.5, 0.25], mask=[0, 1]), [0.5, 0.25]],
}
LISTS = {"list": [0.5, 0.5], "matrix": np.full((2, 2), 0.5), "ragged": [[0.5, 0.5], [0.5]]}
SOME = {label: value for label, value in NOT_ARRAYS.items() if label != "None"}
KINDS = {
    "numbers": NOT_ARRAYS,
    "number": NOT_NUMBERS | LISTS,
    "optional number": {k: v for k, v in (NOT_NUMBERS | LISTS).items() if k != "None"},
    "count": NOT_NUMBERS | LISTS | {"fraction": 2.5, "whole float": 3.0},
    "optional count": {k: v for k, v in NOT_NUMBERS.items() if k not in ("None", "huge")},
    "counts": NOT_ARRAYS | {"fraction": 2.5, "fractions": [1.0, 2.5]},
    "infinite": {"inf": np.inf, "-inf": -np.inf},
    "signal": NOT_ARRAYS | {"number": 1.0, "short": Y[:3], "deep": np.ones((2, 2, 4))},
    "edges": SOME | {"number": 1.0, "short": [1.0, 1.0], "deep": np.ones((3, 1))},
    "zero": {"text": "x", "one": 1, "None": None},
    "attribute": {"number": 3, "list": ["lon"]},
    "optional signal": SOME | {"number": 1.0, "short": Y[:3], "deep": np.ones((2, 2, 4))},
    "flag": {"text": "yes", "one": 1, "None": None, "array": np.array([True, False])},
    "optional flag": {"text": "yes", "one": 1, "array": np.array([True, False])},
    "graph": {"None": None, "list": [[0, 1]], "number": 4},
    "profile": {"None": None, "text": "x", "number": 3, "array": np.ones(3)},
    "function": {"None": None, "number": 3, "array": np.ones(3)},
    "optional function": {"number": 3, "array": np.ones(3)},
    "rng": {"text": "1", "negative": -1, "fraction": 1.5, "boolean": True, "module": np.random},
    "choice": {"unknown": "x", "None": None, "number": 3, "array": np.array(["js", "th"])},
}

# What these arguments may not be, wherever they are.
UNIT = [-0.1, 1.5, np.inf]
RANGES = {
    "epsilon": [-0.5, -np.inf],
    "delta": UNIT,
    "delta0": UNIT,
    "delta_prime": UNIT,
    "gamma": UNIT,
    "alpha": [0.0, 1.0, *UNIT],
    "accuracy": [0.0, -1.0, np.inf],
    "sensitivity": [-2.0, np.inf],
    "sigma": [-1.0],
    "scale": [-1.0],
    "epsilon0": [-0.2, np.inf],
    "epsilon_h": [0.0, -1.0, np.inf],
    "tolerance": [0, 1e-9, np.inf],
    "mu": [-1.0, np.inf],
    "k": [0, -3],
    "steps": [0],
    "dimension": [0, 10**9],
}
OPEN = {"epsilon": [0.0, np.inf], "delta": [0.0, 1.0]}
HALF = {"epsilon": [0.0, np.inf], "delta": [0.0, 0.5]}
FINITE = {"epsilon": [np.inf]}
POSITIVE = {"sigma": [0.0, np.inf]}


def row(call, ranges=None, **arguments):
    """A function, {argument: (value that works, kind)}, and more values out of range."""
    return call, arguments, ranges or {}


def budget(kind="numbers", **values):
    return {name: (value, kind) for name, value in values.items()}


BOTH = {"epsilon": 0.5, "delta": 0.01, "sensitivity": 2.0}
ACCURACY = {"accuracy": 5.0, "alpha": 0.05, "delta": 0.01, "sensitivity": 2.0}
SPREAD = {"sigma": 3.0, "epsilon": 0.5, "sensitivity": 2.0}
HEAD = {"profile": (PROFILE, "profile"), **budget("number", epsilon_h=2.0, tolerance=0.1)}
VECTOR = {"y": (Y, "numbers"), "sigma": (1.0, "number")}
EXACT = {"epsilon0": (0.2, "number"), "k": (5, "count")}
EXACT_RANGES = {"epsilon0": [701.0], "k": [10**7]}

ROWS = {
    "analytic_gaussian_sigma": row(gm.analytic_gaussian_sigma, **budget(**BOTH)),
    "classical_gaussian_sigma": row(gm.classical_gaussian_sigma, **budget(**BOTH)),
    "gaussian_delta": row(gm.gaussian_delta, **budget(**SPREAD)),
    "gaussian_epsilon": row(gm.gaussian_epsilon, **budget(sigma=3.0, delta=0.01, sensitivity=2.0)),
    "laplace_epsilon_for_accuracy": row(
        gm.laplace_epsilon_for_accuracy, **budget(accuracy=5.0, alpha=0.05, sensitivity=2.0)
    ),
    "classical_gaussian_epsilon_for_accuracy": row(
        gm.classical_gaussian_epsilon_for_accuracy, {"delta": [0.0, 1.0]}, **budget(**ACCURACY)
    ),
    "analytic_gaussian_epsilon_for_accuracy": row(
        gm.analytic_gaussian_epsilon_for_accuracy, {"delta": [0.0, 1.0]}, **budget(**ACCURACY)
    ),
    "truncated_laplace_epsilon_for_accuracy": row(
        gm.truncated_laplace_epsilon_for_accuracy, {"delta": [0.0, 0.5]}, **budget(**ACCURACY)
    ),
    "noise_bounds": row(gm.noise_bounds, HALF, **budget(**BOTH)),
    "basic_composition": row(
        gm.basic_composition, **budget(epsilon=0.1, delta=0.01), k=(5, "counts")
    ),
    "rdp_composition": row(gm.rdp_composition, **budget(epsilon=0.1, delta=0.01), k=(5, "counts")),
    "advanced_composition": row(
        gm.advanced_composition,
        **budget(epsilon=0.1, delta=0.01, delta_prime=0.01),
        k=(5, "counts"),
    ),
    "advanced_composition_step": row(
        gm.advanced_composition_step,
        {"delta_prime": [0.0, 1.0]},
        **budget(epsilon=0.1, delta_prime=0.01),
        k=(5, "counts"),
    ),
    "exact_composition_delta": row(
        gm.exact_composition_delta, EXACT_RANGES, epsilon=(0.1, "numbers"), **EXACT
    ),
    "exact_composition_log_delta": row(
        gm.exact_composition_log_delta, EXACT_RANGES, epsilon=(0.1, "numbers"), **EXACT
    ),
    "exact_composition_epsilon": row(
        gm.exact_composition_epsilon, EXACT_RANGES, delta=(0.1, "numbers"), **EXACT
    ),
    "gdp_composition": row(gm.gdp_composition, {"mus": [1.0, [-1.0]]}, mus=([1.0, 2.0], "numbers")),
    "l2_scale": row(gm.l2_scale, **budget(**BOTH), dimension=(3, "counts")),
    "l2_delta": row(
        gm.l2_delta, **budget(scale=2.0, epsilon=0.4, sensitivity=2.0), dimension=(3, "counts")
    ),
    "clip_and_rectify": row(
        gm.clip_and_rectify,
        {
            "low": [2.0, -1e308],
            "high": [-1.0, 1e308],
            "epsilon_h": [1e-301],
            "y": [np.nan],
        },
        **budget("number", y=0.5, low=0.0, high=1.0, epsilon_h=1.0),
        rng=(1, "rng"),
    ),
    "gdp_transform": row(
        gm.gdp_transform, FINITE, profile=(PROFILE, "profile"), epsilon=(0.5, "numbers")
    ),
    "tail_values": row(
        gm.tail_values,
        {"epsilon": [0.0, np.inf]},
        profile=(PROFILE, "profile"),
        epsilon=(0.5, "numbers"),
    ),
    "tail_limit": row(gm.tail_limit, profile=(PROFILE, "profile")),
    "head_measurement": row(gm.head_measurement, **HEAD),
    "head_supremum": row(gm.head_supremum, **HEAD),
    "staircases": row(
        gm.staircases,
        profile=(PROFILE, "profile"),
        epsilon_h=(2.0, "number"),
        steps=(3, "count"),
    ),
    "pure_dp_mu": row(gm.pure_dp_mu, epsilon0=(0.2, "numbers")),
    "laplace_mu": row(gm.laplace_mu, epsilon0=(0.2, "numbers")),
    "implied_epsilon": row(gm.implied_epsilon, **budget(delta=0.1, epsilon0=1.0, delta0=0.0)),
    "poisson_subsampling": row(
        gm.poisson_subsampling, FINITE, **budget(epsilon=1.0, delta=0.1, gamma=0.5)
    ),
    "GaussianProfile": row(gm.GaussianProfile, mu=(1.0, "number")),
    "LaplaceProfile": row(gm.LaplaceProfile, epsilon0=(1.0, "number")),
    "PureDPProfile": row(gm.PureDPProfile, epsilon0=(1.0, "number")),
    "ApproximateDPProfile": row(
        gm.ApproximateDPProfile, **budget("number", epsilon0=1.0, delta0=0.1)
    ),
    "SquareRootLogProfile": row(
        gm.SquareRootLogProfile,
        {"a": [0.0, np.inf], "b": [-1.0], **POSITIVE},
        **budget("number", a=1.0, b=1.0, sigma=1.0),
    ),
    "ICEAProfile": row(
        gm.ICEAProfile, {"n": [0], "m": [0, np.inf]}, **budget("number", n=9.0, m=9.0)
    ),
    "ComposedProfile": row(gm.ComposedProfile, EXACT_RANGES, **EXACT),
    "SubsampledProfile": row(
        gm.SubsampledProfile, profile=(PROFILE, "profile"), gamma=(0.5, "number")
    ),
    "RectifiedProfile": row(
        gm.RectifiedProfile, profile=(PROFILE, "profile"), epsilon_h=(2.0, "number")
    ),
    "CallableProfile": row(
        gm.CallableProfile,
        delta=(np.exp, "function"),
        log_delta=(None, "optional function"),
    ),
    "Profile.delta": row(PROFILE.delta, FINITE, epsilon=(0.5, "numbers")),
    "Profile.log_delta": row(PROFILE.log_delta, FINITE, epsilon=(0.5, "numbers")),
    "LaplaceMechanism": row(
        gm.LaplaceMechanism,
        {"epsilon": [0.0, np.inf]},
        **budget("number", epsilon=0.5, sensitivity=2.0),
    ),
    "ClassicalGaussianMechanism": row(
        gm.ClassicalGaussianMechanism, OPEN, **budget("number", **BOTH)
    ),
    "AnalyticGaussianMechanism": row(
        gm.AnalyticGaussianMechanism,
        {"epsilon": [np.inf], "delta": [0.0, 1.0]},
        **budget("number", **BOTH),
    ),
    "TruncatedLaplaceMechanism": row(
        gm.TruncatedLaplaceMechanism, HALF, **budget("number", **BOTH)
    ),
    "L2Mechanism": row(
        gm.L2Mechanism,
        {"epsilon": [np.inf], "delta": [1.0]},
        **budget("number", **BOTH),
        dimension=(3, "count"),
    ),
    "james_stein": row(
        gm.james_stein,
        {**POSITIVE, "y": [1.0, [1.0, 2.0], [np.inf] * 3]},
        **VECTOR,
        positive_part=(True, "flag"),
    ),
    "soft_threshold": row(
        gm.soft_threshold,
        {**POSITIVE, "y": [[np.inf]], "threshold": [-1.0, np.inf]},
        **VECTOR,
        threshold=(None, "optional number"),
    ),
    "empirical_bayes_threshold": row(
        gm.empirical_bayes_threshold,
        {**POSITIVE, "y": [[np.inf]], "slab": [0.03, 3.1]},
        **VECTOR,
        slab=(None, "optional number"),
    ),
    "project_to_simplex": row(
        gm.project_to_simplex,
        {"y": [1.0, [], [np.inf]], "total": [-1.0, np.inf, [1.0, 2.0]]},
        y=(Y, "numbers"),
        total=(1.0, "numbers"),
    ),
}
MECHANISMS = {
    "Laplace": gm.LaplaceMechanism(0.5),
    "Gaussian": gm.AnalyticGaussianMechanism(0.5, 0.01),
    "truncated": gm.TruncatedLaplaceMechanism(0.5, 0.01),
    "l2": gm.L2Mechanism(0.5, 0.01, dimension=4),
}
for label, mechanism in MECHANISMS.items():
    ROWS[f"{label} mechanism.release"] = row(
        mechanism.release, {"x": [[np.inf] * 4]}, x=(Y, "numbers"), rng=(1, "rng")
    )
    ROWS[f"{label} mechanism.accuracy"] = row(mechanism.accuracy, alpha=(0.05, "number"))

ROWS |= {
    "module truncation_ratio": row(truncation_ratio, HALF, **budget(epsilon=0.5, delta=0.01)),
    "module delta_of_truncation": row(
        delta_of_truncation,
        {"epsilon": [0.0, np.inf], "n": [1, np.inf]},
        **budget(epsilon=0.5, n=3.0),
    ),
    "Graph": row(
        gm.Graph,
        {
            "n": [0, -1],
            "edges": [[0, 1], [[0, 0]], [[0, 4]], [[0, 1], [1, 0]], [[-1, 0]]],
            "weights": [[1.0, 0.0, 1.0], [1.0, np.inf, 1.0]],
            "length_m": [[1.0, 0.0, 1.0], [1.0, np.inf, 1.0]],
            "lon": [[181.0, 0, 0, 0]],
            "lat": [[0, 91.0, 0, 0]],
        },
        n=(4, "count"),
        edges=([[0, 1], [1, 2], [2, 3]], "numbers"),
        weights=([1.0, 2.0, 3.0], "edges"),
        lon=(Y, "optional signal"),
        lat=(Y, "optional signal"),
        length_m=([1.0, 2.0, 3.0], "edges"),
    ),
    "spanning_tree": row(
        gm.spanning_tree,
        {"kind": [[0, 0], [0, 9], [0.5], [True]]},
        graph=(GRAPH, "graph"),
        kind=("minimum", "choice"),
        rng=(1, "rng"),
    ),
    "TreeWavelets": row(
        gm.TreeWavelets,
        {"tree": [[0, 0], [0, 9], [0.5], [True, False, False]]},
        graph=(GRAPH, "graph"),
        tree=([0, 1, 2], "numbers"),
    ),
    "link_places": row(
        gm.link_places,
        {"lon": [[181.0] * 4, Y[:3]], "lat": [[91.0] * 4, Y[:3]], "neighbours": [0]},
        lon=(Y, "numbers"),
        lat=(Y, "numbers"),
        neighbours=(2, "optional count"),
    ),
    "TreeWavelets.forward": row(WAVELETS.forward, {"x": [[np.inf] * 4]}, x=(Y, "signal")),
    "TreeWavelets.inverse": row(WAVELETS.inverse, {"w": [[np.inf] * 4]}, w=(Y, "signal")),
    "TreeWavelets.denoise": row(WAVELETS.denoise, POSITIVE, y=(Y, "signal"), sigma=(1.0, "number")),
    "trend_filter": row(
        gm.trend_filter,
        {"y": [[np.inf] * 4], "lam": [-1.0, np.inf], "tol": [0.0, 1.0]},
        y=(Y, "signal"),
        graph=(GRAPH, "graph"),
        lam=(1.0, "number"),
        order=(0, "zero"),
        tol=(1e-6, "number"),
    ),
    "denoise": row(
        gm.denoise,
        {"y": [[np.inf] * 4, [1e200, 1.0, 1.0, 1.0]], **POSITIVE},
        y=(Y, "signal"),
        sigma=(1.0, "numbers"),
        graph=(GRAPH, "graph"),
        method=("js", "choice"),
        rng=(1, "rng"),
        nonnegative=(None, "optional flag"),
        keep_total=(False, "flag"),
    ),
    "release": row(
        gm.release,
        {"values": [[np.inf], [], np.ones((1, 1, 1))], "epsilon": [701.0], "delta": [0.0, 1.0]},
        values=(Y, "numbers"),
        epsilon=(0.5, "number"),
        delta=(0.01, "number"),
        sensitivity=(1.0, "number"),
        grid=(None, "optional number"),
        each=(True, "flag"),
    ),
    "Graph.from_networkx": row(
        gm.Graph.from_networkx,
        g=(GRAPH.to_networkx(), "graph"),
        weight=(None, "attribute"),
        lon=(None, "attribute"),
        lat=(None, "attribute"),
        length_m=(None, "attribute"),
    ),
}


def bad_values(name):
    """Argument, label and value of all that the row's function must refuse."""
    _, arguments, ranges = ROWS[name]
    for argument, (_, kind) in arguments.items():
        for label, value in KINDS[kind].items():
            yield argument, label, value
        for value in (*RANGES.get(argument, ()), *ranges.get(argument, ())):
            yield argument, "out of range", value


# Functions of arrays alone.
BROADCAST = [
    name
    for name, (_, arguments, _) in ROWS.items()
    if {kind for _, kind in arguments.values()} <= {"numbers", "counts"}
    and len(arguments) > 1
    and name not in ("TreeWavelets.denoise", "project_to_simplex")
]


@pytest.mark.filterwarnings("ignore:Warning. converting a masked element to nan")
@pytest.mark.parametrize("name", ROWS)
def test_what_cannot_be_taken_is_refused_and_named(name):
    call, arguments, _ = ROWS[name]
    good = {argument: value for argument, (value, _) in arguments.items()}
    wrong = []
    for argument, label, value in bad_values(name):
        try:
            found = call(**good | {argument: value})
        except Exception as error:
            # Of two that belong together either may be named.
            names = {"low": "(low|high)", "lat": "(lat|lon and lat)"}.get(argument, argument)
            named = re.match(rf"{names}\b", str(error))
            if type(error) is ValueError and named and len(str(error)) < 300:
                continue
            found = error
        wrong.append(f"{argument}, {label} {value!r:.50}: {found!r:.300}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", BROADCAST)
def test_shapes_that_do_not_broadcast_are_named(name):
    call, arguments, _ = ROWS[name]
    first, second, *_ = arguments
    values = {argument: value for argument, (value, _) in arguments.items()}
    values |= {first: [values[first]] * 2, second: [values[second]] * 3}
    with pytest.raises(ValueError, match=rf"{first} \(2,\), {second} \(3,\)"):
        call(**values)


def test_every_public_name_is_in_the_table():
    rows = {name.split(".")[0] for name in ROWS if " " not in name}
    # Another name of Graph, and what is wrong with files: tests/release/test_inputs.py.
    assert {*gm.__all__} == rows - {"Profile"} | {"RoadGraph", "read_graph", "write_example_map"}


@pytest.mark.parametrize("name", ROWS)
def test_the_call_of_the_row_works_and_names_every_argument(name):
    call, arguments, _ = ROWS[name]
    assert set(inspect.signature(call).parameters) == set(arguments)
    call(**{argument: value for argument, (value, _) in arguments.items()})
