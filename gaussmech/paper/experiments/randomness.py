"""Random numbers keyed by the values of a cell, never by when or where it is computed."""

import hashlib
import json

import numpy as np


def generator(seed, *key):
    """Return the Generator of the cell `key`: strings, integers and floats, by value.

    Equal keys give equal streams in any process and order, different ones independent streams.
    """
    text = json.dumps([int(seed), *key], allow_nan=False)
    digest = hashlib.sha256(text.encode()).digest()
    # The fastest of NumPy's generators: sampling takes most of the time.
    return np.random.Generator(np.random.SFC64(int.from_bytes(digest)))
