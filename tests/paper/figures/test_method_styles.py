"""Looks of methods: told apart by everybody, and of no concern to what computes."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from gaussmech.paper.experiments import accuracy, methods
from gaussmech.paper.figures import curves, method_styles
from gaussmech.paper.figures.method_styles import LOOKS
from gaussmech.paper.pipeline.dependencies import code_of

SCRIPTS = Path(__file__).parents[3] / "scripts"
PICTURES = {"plot.py", "write_fig2_page.py", "write_report.py", "write_worth.py"}
# What the web's guidelines ask of graphics (WCAG 2.1, criterion 1.4.11).
LEAST_CONTRAST = 3.0


def contrast_with_white(color):
    """Contrast ratio by the formula of WCAG 2.1."""
    channels = np.array(to_rgb(color))
    linear = np.where(
        channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
    )
    return 1.05 / (linear @ (0.2126, 0.7152, 0.0722) + 0.05)


def test_every_method_has_a_look_and_every_look_a_method():
    in_order = [name for name in LOOKS if name in methods.METHODS]
    assert in_order == [name for name in methods.METHODS if name in LOOKS]
    assert {*accuracy.MECHANISMS, *accuracy.SIGMAS} <= set(LOOKS)


def test_no_two_methods_look_alike():
    new = map("aGM-new-{}".format, range(len(method_styles.SPARE)))
    look_of = method_styles.looks_of([*LOOKS, *new])
    assert look_of["aGM-new-0"].label == "aGM-new-0"
    for alike in (
        {(k.color, k.marker) for k in look_of.values()},
        {k.label for k in look_of.values()},
    ):
        assert len(alike) == len(look_of)


def test_every_line_of_a_look_can_be_seen_on_white():
    drawn = [*LOOKS.values(), *method_styles.SPARE, *method_styles.EXAMPLES.values()]
    colors = {look.color for look in (*drawn, *method_styles.RULES.values())}
    colors |= {
        method_styles.WARNING,
        *curves.SLATES,
        *curves.shades(5),
        *curves.shades(12),
    }
    assert [x for x in colors if contrast_with_white(x) < LEAST_CONTRAST] == []


@pytest.mark.parametrize(
    "script", sorted({p.name for p in SCRIPTS.glob("*.py")} - PICTURES)
)
def test_an_edit_of_a_look_computes_nothing(script):
    assert "gaussmech/paper/figures" not in str(code_of(SCRIPTS / script))
