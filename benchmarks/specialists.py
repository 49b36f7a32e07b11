"""Estimators that are better than `denoise` on their kind of map: `python -m benchmarks.specialists`.

On photographs that is BM3D, which needs an image. On maps with a few high places and nothing else it
is a threshold, which needs no graph.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.denoising.maps import city_maps
from benchmarks.denoising.quality import rmse
from benchmarks.graphs import grid
from benchmarks.report import digits, machine, parser, write
from gaussmech import denoise, empirical_bayes_threshold
from gaussmech.paper.experiments.randomness import generator

SIDE = 256
PHOTOGRAPHS = ("camera", "coins", "moon", "brick")
SIGMAS = (10, 25, 50)
# These shares of the junctions are raised by HEIGHTS, in standard deviations of the noise.
SHARES = (0.002, 0.005, 0.02, 0.1)
HEIGHTS = (3, 8)


def main(arguments=None):
    options = parser("specialists", __doc__.splitlines()[0])
    options.add_argument(
        "--folder",
        type=Path,
        help="with the files of tests/real.yaml; else the synthetic city",
    )
    options.add_argument("--draws", type=int, default=6, help="of a sparse map")
    options.add_argument("--side", type=int, default=SIDE, help="of a photograph")
    options = options.parse_args(arguments)
    label, graph, _ = city_maps(options.folder, [0], [100])
    sparse = pd.DataFrame(sparse_rows(graph, options.draws))
    photographs = pd.DataFrame(photograph_rows(options.side))
    write(
        options.output,
        "specialists",
        sections(label, sparse, photographs),
        tables={"_sparse": sparse, "_photographs": photographs},
    )


def sparse_rows(graph, draws):
    """Yield the errors of auto and of a threshold on maps that are 0 but for a few places."""
    for share in SHARES:
        for draw in tqdm(range(draws), desc="sparse maps", leave=False):
            rng = generator(1, "specialists", share, draw)
            is_high = rng.random(graph.n) < share
            truth = is_high * rng.uniform(*HEIGHTS, graph.n)
            y = truth + rng.standard_normal(graph.n)
            auto = denoise(y, 1.0, graph, rng=draw, nonnegative=True).x
            threshold = np.maximum(empirical_bayes_threshold(y, 1.0), 0)
            yield {
                "share": share,
                "draw": draw,
                "auto": rmse(auto, truth),
                "specialist": rmse(threshold, truth),
            }


def photograph_rows(side):
    """Yield the errors of auto and of BM3D on photographs; there are none if it is not installed."""
    try:
        from bm3d import bm3d
        from skimage import data
    except ImportError:
        return
    graph = grid(side)
    for name in tqdm(PHOTOGRAPHS, desc="photographs", leave=False):
        truth = getattr(data, name)()[:side, :side].astype(float)
        for sigma in SIGMAS:
            noise = generator(1, "specialists", name, sigma).standard_normal(graph.n)
            y = truth + sigma * noise.reshape(truth.shape)
            auto = denoise(y.ravel(), sigma, graph, rng=1, nonnegative=True).x
            yield {
                "photograph": name,
                "sigma": sigma,
                "auto": rmse(auto, truth.ravel()),
                "specialist": rmse(np.maximum(bm3d(y, sigma), 0), truth),
            }


def sections(label, sparse, photographs):
    """Yield the texts and tables of the page."""
    low, high = HEIGHTS
    yield (
        f"{label}. A share of the junctions is raised by {low} to {high} σ; the others are 0."
        " Threshold: `empirical_bayes_threshold`, clipped at 0. Ratio: its RMSE over that of auto,"
        f" geometric mean of {sparse['draw'].nunique()} releases (least, largest)."
    )
    ratios = (sparse["specialist"] / sparse["auto"]).groupby(sparse["share"])
    yield pd.DataFrame(
        {
            "raised": [f"{100 * share:g} %" for share in ratios.groups],
            "threshold / auto": ratios.apply(_mean_and_range).tolist(),
        }
    )
    if photographs.empty:
        yield "BM3D or scikit-image is not installed: photographs were not measured."
    else:
        ratios = photographs["specialist"] / photographs["auto"]
        yield (
            "Photographs of scikit-image, cut to a square, on a grid of their pixels. BM3D / auto,"
            f" geometric mean (least, largest): {_mean_and_range(ratios)}."
        )
        table = photographs.astype({"sigma": str})
        table["BM3D / auto"] = ratios.map("{:.2f}".format)
        for column in ("auto", "specialist"):
            table[column] = table[column].map(digits)
        yield table.rename(
            columns={"sigma": "σ", "auto": "RMSE of auto", "specialist": "RMSE of BM3D"}
        )
    yield machine("scipy", "numba", "bm3d", "scikit-image")


def _mean_and_range(ratios):
    """Return the geometric mean of ratios, and their range in brackets."""
    mean = np.exp(np.log(ratios).mean())
    return f"{mean:.2f} ({ratios.min():.2f}, {ratios.max():.2f})"


if __name__ == "__main__":
    main()
