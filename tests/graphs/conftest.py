import pytest

from gaussmech.graphs.field import tile


@pytest.fixture
def small_tiles(monkeypatch):
    """Return a function that sets how many vertices a tile of the field has."""

    def set_size(size):
        monkeypatch.setattr(tile, "WHOLE", 100)
        monkeypatch.setattr(tile, "SIZES", (size,))

    return set_size
