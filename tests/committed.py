"""Numbers and texts that are committed. `WRITE=1 pytest -k as_committed` replaces them; git shows
what moved."""

import os
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "reference/numbers"


def assert_as_committed(name, numbers, tolerance):
    """Compare an array with the committed one, within a relative tolerance."""
    file = FOLDER / f"{name}.txt"
    if "WRITE" in os.environ:
        np.savetxt(file, numbers, "%.10g")
    committed = np.loadtxt(file)
    # Numbers near 0 are differences of larger ones.
    scale = np.abs(committed).mean()
    np.testing.assert_allclose(numbers, committed, tolerance, tolerance * scale)


def assert_text_as_committed(name, text):
    """Compare a text with the committed one."""
    file = FOLDER / f"{name}.txt"
    if "WRITE" in os.environ:
        file.write_text(text, "utf-8")
    assert text.splitlines() == file.read_text("utf-8").splitlines()
