"""Looks of methods: told apart by everybody, and of no concern to what computes."""

from pathlib import Path

import grimp
import pytest

from gaussmech.paper.experiments import accuracy_note, methods
from gaussmech.paper.figures import curves, looks
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.pipeline.dependencies import code_files

SCRIPTS = Path(__file__).parents[3] / "scripts"
PICTURES = {"plot.py", "plot_column.py", "write_report.py"}


def test_every_method_has_a_look_and_every_look_a_method():
    assert list(METHODS) == list(methods.METHODS)
    assert set(looks.LOOKS) <= set(methods.METHODS)
    assert {*accuracy_note.MECHANISMS, *accuracy_note.SIGMAS} <= set(METHODS)


def test_no_two_methods_look_alike():
    spare = len(looks.SPARE) - sum(name not in looks.LOOKS for name in METHODS)
    new = [f"aGM-new-{k}" for k in range(spare)]
    found = looks.looks([*METHODS, *new])
    assert all(found[name].label == name for name in new)
    for alike in ({(k.color, k.marker) for k in found.values()}, {k.label for k in found.values()}):
        assert len(alike) == len(found)
    # Ours and the shades have colours of their own.
    colors = [look.color.lower() for look in METHODS.values()]
    for name in ("aGM-forest", "aGM-auto", "aGM-laplacian-sure"):
        assert colors.count(METHODS[name].color.lower()) == 1
    assert not {shade.lower() for shade in curves.SHADES} & {*colors}


def test_no_experiment_draws():
    graph = grimp.build_graph("gaussmech", include_external_packages=True, cache_dir=None)
    for module in graph.find_descendants("gaussmech.paper.experiments"):
        needed = graph.find_upstream_modules(module)
        assert not [
            name for name in needed if name.startswith(("gaussmech.paper.figures", "matplotlib"))
        ]


@pytest.mark.parametrize("script", sorted({p.name for p in SCRIPTS.glob("*.py")} - PICTURES))
def test_an_edit_of_a_look_computes_nothing(script):
    assert not [path for path in code_files(SCRIPTS / script) if "gaussmech/paper/figures" in path]
