import pytest

from gaussmech.releases.laws import LAWS


@pytest.fixture
def without_noise(monkeypatch):
    for law in LAWS.values():
        monkeypatch.setattr(law, "sample", lambda scale, count: [0] * count)
