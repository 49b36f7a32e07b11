import pytest

from gaussmech.graphs.field import tiled_prior


@pytest.fixture
def small_tiles(monkeypatch):
    """Return a function that sets how many vertices a tile of the field has."""

    def set_size(size):
        monkeypatch.setattr(tiled_prior, "WHOLE", 100)
        monkeypatch.setattr(tiled_prior, "SIZES", (size,))

    return set_size
