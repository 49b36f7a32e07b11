"""Figures are drawn in the house style."""

import pytest

from gaussmech.paper.figures.style import house_style


@pytest.fixture(autouse=True)
def in_house_style():
    with house_style():
        yield
