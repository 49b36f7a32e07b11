"""How denoising grows with the vertices of a graph and with the maps on it, beside peers."""

import time
from importlib.util import find_spec

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.graphs import SIGMA, grid, street_counts
from benchmarks.measure import apart, peak_bytes
from benchmarks.peers import image_variation, laplacian_solve
from gaussmech import denoise

SIDES = (32, 56, 100, 178, 316, 562, 1000)
MAPS, MAP_SIDE = (1, 2, 4, 8, 16), 62
LARGEST = {"auto": 316}  # the others go up to a million vertices
SHORT = 0.3  # CPU seconds; a shorter call is repeated


def ours(method):
    """Return `prepare(side)`: a function of y, on a new graph."""

    def prepare(side):
        graph = grid(side)
        return lambda y: denoise(y, SIGMA, graph, method=method, rng=1).x

    return prepare


WORKS = {
    "auto": ours("auto"),
    "forest": ours("forest"),
    "SciPy": laplacian_solve,
    "scikit-image": image_variation,
}


def rows(sides=SIDES, maps=MAPS, works=tuple(WORKS)):
    """A row per call in a process of its own: work, vertices, maps, CPU seconds, peak bytes.

    A peer that is not installed is left out.
    """
    works = [work for work in works if work != "scikit-image" or find_spec("skimage")]
    calls = [(w, side, 1) for w in works for side in sides if side <= LARGEST.get(w, side)]
    calls += [(w, MAP_SIDE, count) for w in works for count in maps]
    # A call that fails, for want of memory say, has no numbers.
    nothing = {"cpu_s": np.nan, "peak_bytes": np.nan}
    found = []
    for work, side, count in tqdm(calls, desc="graphs", leave=False):
        cost = apart(cost_of, work, side, count)
        row = {"work": work, "vertices": side * side, "maps": count}
        found.append(row | (cost if isinstance(cost, dict) else nothing))
    return pd.DataFrame(found)


def cost_of(work, side, count):
    """CPU seconds of a graph and `count` maps on it, and the peak bytes of the process."""
    truth = street_counts(grid(side))
    rng = np.random.default_rng(2)
    maps = [truth + SIGMA * rng.standard_normal(truth.size) for _ in range(count)]
    WORKS[work](9)(np.arange(81.0))  # loads the compiled code
    spent = []
    while sum(spent) < SHORT:
        start = time.process_time()
        fit = WORKS[work](side)
        for y in maps:
            fit(y)
        spent.append(time.process_time() - start)
    return {"cpu_s": min(spent), "peak_bytes": peak_bytes()}
