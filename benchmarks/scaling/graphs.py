"""How denoising grows with the vertices of a graph and with the maps on it, beside peers."""

import time
from importlib import metadata

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.denoising.maps import SIGMA, grid, street_counts
from benchmarks.scaling import fits
from benchmarks.scaling.one_job import peak_bytes
from benchmarks.trend.bench_trend import apart
from gaussmech import Graph, denoise

SIDES = (32, 56, 100, 178, 316, 562, 1000)
MAPS, MAP_SIDE = (1, 2, 4, 8, 16), 62
LARGEST = {"auto": 316}  # the others go up to a million vertices
SPAN = 32  # of the largest numbers of vertices, which the exponent is fitted to
SHORT = 0.3  # CPU seconds; a shorter call is repeated
PENALTY = 4.0  # of peers, which offer no way to choose


def ours(method):
    """Return `prepare(side)`: a function of y, on a new graph."""

    def prepare(side):
        same = grid(side)
        graph = Graph(same.n, same.edges, lon=same.lon, lat=same.lat)
        return lambda y: denoise(y, SIGMA, graph, method=method, rng=1).x

    return prepare


def laplacian_solve(side):
    """SciPy's direct solver on (I + penalty L) x = y: Laplacian smoothing, factorised once."""
    from scipy.sparse import eye_array
    from scipy.sparse.linalg import splu

    from gaussmech.graphs.smoothers import laplacian_matrix

    graph = grid(side)
    matrix = eye_array(graph.n) + PENALTY * laplacian_matrix(graph, np.ones(graph.m))
    return splu(
        matrix.tocsc(), "MMD_AT_PLUS_A", 0.0, options={"SymmetricMode": True, "Equil": False}
    ).solve


def image_variation(side):
    """Total variation of scikit-image, which takes images only."""
    from skimage.restoration import denoise_tv_chambolle

    return lambda y: denoise_tv_chambolle(y.reshape(side, side), weight=PENALTY * SIGMA)


WORKS = {
    "auto": ours("auto"),
    "forest": ours("forest"),
    "SciPy": laplacian_solve,
    "scikit-image": image_variation,
}


def rows(sides=SIDES, maps=MAPS, works=tuple(WORKS)):
    """A row per call in a process of its own: work, vertices, maps, CPU seconds, peak bytes.

    Peers that are not installed are left out.
    """
    calls = [(w, side, 1) for w in works for side in sides if side <= LARGEST.get(w, side)]
    calls += [(w, MAP_SIDE, count) for w in works for count in maps]
    # A call that fails, for want of memory say, has no numbers.
    nothing = {"cpu_s": np.nan, "peak_bytes": np.nan}
    found = []
    for work, side, count in tqdm(calls, desc="graphs", leave=False):
        if work == "scikit-image" and not _installed(work):
            continue
        cost = apart(cost_of, work, side, count)
        row = {"work": work, "vertices": side * side, "maps": count}
        found.append(row | (cost if isinstance(cost, dict) else nothing))
    return pd.DataFrame(found)


def _installed(package):
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def cost_of(work, side, count):
    """CPU seconds of a graph and `count` maps on it, and the peak bytes of the process."""
    graph = grid(side)
    truth = street_counts(graph)
    rng = np.random.default_rng(2)
    maps = [truth + SIGMA * rng.standard_normal(graph.n) for _ in range(count)]
    WORKS[work](9)(np.arange(81.0))  # loads the compiled code
    spent = []
    while sum(spent) < SHORT:
        start = time.process_time()
        fit = WORKS[work](side)
        for y in maps:
            fit(y)
        spent.append(time.process_time() - start)
    return {"cpu_s": min(spent), "peak_bytes": peak_bytes()}


def fit_rows(costs):
    """A row per work: the exponent in vertices, bytes per vertex, CPU seconds per map."""
    found = []
    for work, of in costs.dropna().groupby("work", sort=False):
        grown = of[of["maps"] == 1].drop_duplicates("vertices")
        grown = grown[grown["vertices"] != MAP_SIDE**2]
        more = of[of["vertices"] == MAP_SIDE**2]
        law = fits.power_law(grown["vertices"], grown["cpu_s"], span=SPAN)
        memory = fits.line(grown["vertices"], grown["peak_bytes"])
        maps = fits.line(more["maps"], more["cpu_s"])
        found.append(
            {"work": work, **vars(law)}
            | {"base_bytes": memory.fixed, "vertex_bytes": memory.each}
            | {"graph_s": maps.fixed, "map_s": maps.each, "map_se": maps.each_se}
        )
    return pd.DataFrame(found)
