"""Figures are closed after each test."""

import pytest

from gaussmech.figures.style import plt


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")
