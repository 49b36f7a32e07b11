import pytest

from gaussmech.releases.laws import LAWS


def no_noise(scale, count):
    return [0] * count


@pytest.fixture
def without_noise(monkeypatch):
    for law in LAWS.values():
        monkeypatch.setattr(law, "sample", staticmethod(no_noise))
