"""A user's own denoiser in the configuration, as module:function: checked, computed, and drawn."""

import copy
import sys

import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments.heatmap import heatmap, heatmap_draw
from gaussmech.paper.experiments.methods import METHODS, method_named
from gaussmech.paper.experiments.own_methods import file_of
from gaussmech.paper.figures.captions import short_label
from gaussmech.paper.figures.method_styles import LOOKS, looks_of
from gaussmech.paper.pipeline.config_reader import ConfigError, check_config
from tests.graphs.networks import grid_edges
from tests.paper.making import CONFIG, SCHEMA

FILES = {
    "own_denoiser.py": """
import numpy as np
from own_package.near import near
half = 2
def near_mean(y, sigma, graph):
    return near(y, graph)
def of_two(y, sigma):
    return y
""",
    "own_package/__init__.py": "",
    "own_package/near.py": """
import numpy as np
def near(y, graph):
    start, neighbour, _ = graph.adjacency
    return (y + np.add.reduceat(y[neighbour], start[:-1])) / (1 + graph.degree)
""",
    "own_broken.py": "import numpyy\n",
}
OWN = "own_denoiser:near_mean"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A working directory with modules of a user's own, which no other test sees."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    file_of.cache_clear()
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


def checked(*methods):
    config = copy.deepcopy(CONFIG)
    config["denoising"]["methods"] = ["aGM", *methods]
    check_config(config, SCHEMA)


@pytest.mark.parametrize(
    "name, message",
    [
        ("own_denoiser:mean", r"own_denoiser\.py has no function mean"),
        ("own_denoiser:half", r"own_denoiser\.py has no function half"),
        ("own_denoiser:of_two", r"of_two of .*own_denoiser\.py must take y, sigma and"),
        ("own_nothing:mean", "there is no own_nothing.py here or where Python looks"),
        ("own_broken:mean", r"own_broken\.py has no function mean"),
        ("own denoiser:mean", "must be one of .*, zero, or module:function"),
        ("aGM-wavlet", "or module:function; did you mean .?aGM-wavelet"),
    ],
)
def test_the_configuration_says_what_is_wrong(name, message):
    with pytest.raises(
        ConfigError, match=rf"denoising\.methods\[1\] is .{name}.: .*{message}"
    ):
        checked(name)


def test_the_configuration_runs_nothing(folder):
    """Neither the module nor its package is imported by a plan; a job imports both."""
    (folder / "own_package/__init__.py").write_text("raise SystemExit\n")
    (folder / "own_package/near.py").write_text(
        "def near(y, sigma, graph): return y\nraise SystemExit\n"
    )
    checked("own_package.near:near")
    assert not [name for name in sys.modules if name.startswith("own_")]


def test_its_errors_are_those_of_its_estimates():
    graph = Graph(36, grid_edges(6))
    settings = {"seed": 1, "epsilon": 0.5, "delta": 1e-6, "sensitivity": 1.0}
    settings |= {"methods": ["aGM", OWN]}
    maps = {0: np.repeat([0.0, 60.0], 18)}
    rows = heatmap(graph, maps, source="own", repetitions=2, **settings)
    draw = heatmap_draw(graph, maps, **settings)
    start, neighbour, _ = graph.adjacency
    y = draw["aGM"].to_numpy()
    near = (y + np.add.reduceat(y[neighbour], start[:-1])) / (1 + graph.degree)
    np.testing.assert_allclose(draw[OWN], np.maximum(near, 0), atol=1e-9)
    rmse = np.sqrt(np.mean((draw[OWN] - draw["truth"]) ** 2))
    assert rows[0][OWN] == pytest.approx(rmse)
    assert not method_named(OWN).uses_truth
    assert not method_named(OWN).needs_all_hours and OWN not in METHODS


def test_it_is_drawn_after_the_others_in_a_look_of_its_own():
    looks = looks_of([OWN, "zero", "aGM", OWN, "other:one"])
    assert list(looks) == ["aGM", "zero", "other:one", OWN]
    assert looks["aGM"] is LOOKS["aGM"] and short_label(OWN) == OWN
    assert len({(look.color, look.marker) for look in looks.values()}) == 4
