from functools import partial

import pytest

from gaussmech.graphs.field import tile
from gaussmech.graphs.field.tiles import cut_tiles


@pytest.fixture
def small_tiles(monkeypatch):
    """Return a function that sets how many vertices a tile of the field has."""

    def set_size(size, **options):
        cut = partial(cut_tiles, whole=100, tile=size, **options)
        monkeypatch.setattr(tile, "cut_tiles", cut)

    return set_size
