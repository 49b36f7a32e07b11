"""How the costs of vectors and graphs grow with their sizes: `python -m benchmarks.scaling`."""

import os
import time
from functools import partial
from importlib.util import find_spec

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.graphs import SIGMA, grid, street_counts
from benchmarks.measure import apart, peak_bytes
from benchmarks.peers import diffprivlib_mean, image_variation, laplacian_solve
from benchmarks.report import digits, machine, parser, write
from gaussmech import denoise
from gaussmech.paper.experiments.histogram import histogram
from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.experiments.methods import VECTOR, offered
from gaussmech.paper.figures import style

BUDGET = {"epsilon": 0.01, "delta": 1e-4}
# A sweep has the argument that grows, its sizes, and the arguments that differ from USUAL.
SWEEPS = {
    "points": ("sample_size", (100, 1000, 10_000, 100_000), {"dimension": 10_000}),
    "dimension": ("dimension", (1000, 10_000, 100_000, 1_000_000, 10_000_000), {}),
    "repetitions": ("repetitions", (1, 10, 100, 1000), {"dimension": 1000}),
}
USUAL = {"sample_size": 500, "repetitions": 1}
# These are the sides of the grids, and the numbers of maps on a grid of side MAP_SIDE.
SIDES = (32, 100, 316, 1000)
MAPS = (1, 10, 100)
MAP_SIDE = 62
# diffprivlib takes the coordinates one by one, so its rows end at these sizes.
LARGEST = {
    "diffprivlib": {"points": 1000, "dimension": 10_000, "repetitions": 1},
}
# A call of fewer CPU seconds is repeated.
SHORT = 0.3
_STYLES = (("#0072B2", "o-"), ("#D55E00", "^--"), ("#009E73", "s-."), ("0.35", "D:"))


VECTORS = {"mean estimation": lambda: mean_estimation, "histogram": lambda: histogram}
if find_spec("diffprivlib"):
    VECTORS["diffprivlib"] = diffprivlib_mean
# Each function prepares a denoiser, a function of y, for the square grid of a side.
_ours = partial(partial, denoise, sigma=SIGMA, rng=1)
GRAPHS = {
    "auto": lambda side: _ours(graph=grid(side), method="auto"),
    "trend-sure": lambda side: _ours(graph=grid(side), method="trend-sure"),
    "SciPy": laplacian_solve,
}
if find_spec("skimage"):
    GRAPHS["scikit-image"] = image_variation


def main(arguments=None):
    options = parser("scaling", __doc__)
    options.add_argument(
        "--quick", action="store_true", help="small sizes: does it run?"
    )
    options = options.parse_args(arguments)
    # As Snakemake gives a job; for the processes that are started from here.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    costs = pd.DataFrame(rows(1000 if options.quick else np.inf))
    write(
        options.output,
        "scaling",
        sections(costs),
        tables={"": costs},
        figures={"": partial(plot, costs)},
    )


def calls(largest):
    """Yield (what does it, what grows, size, function, its arguments) up to size `largest`."""
    for name in VECTORS:
        for grows, (key, sizes, fixed) in SWEEPS.items():
            most = largest
            if name in LARGEST:
                most = min(largest, LARGEST[name][grows])
            for size in sizes:
                if size <= most:
                    arguments = name, USUAL | fixed | {key: size}
                    yield name, grows, size, vector_cost, arguments
    for name in GRAPHS:
        for side in SIDES:
            if side**2 <= largest * 10:
                yield name, "vertices", side**2, graph_cost, (name, side, 1)
        for count in MAPS[: 2 if largest < np.inf else None]:
            yield name, "maps", count, graph_cost, (name, MAP_SIDE, count)


def rows(largest=np.inf):
    """Yield a row per call, in a process of its own: CPU seconds, peak bytes, imports included."""
    for name, grows, size, cost, arguments in tqdm(list(calls(largest)), leave=False):
        cost_or_failure = apart(cost, *arguments)
        # A call that fails, for want of memory say, has no numbers.
        failed = isinstance(cost_or_failure, str)
        seconds, peak = (np.nan, np.nan) if failed else cost_or_failure
        yield {
            "what": name,
            "grows": grows,
            "size": size,
            "cpu_s": seconds,
            "peak_bytes": peak,
        }


def vector_cost(name, sizes):
    """Return CPU seconds and peak bytes of one call of an experiment with all its methods."""
    work = partial(VECTORS[name](), seed=1, **BUDGET, methods=offered(VECTOR))
    work(dimensions=[3], sample_size=2, repetitions=1)  # loads the compiled code
    others = {name: size for name, size in sizes.items() if name != "dimension"}
    return least(lambda: work(dimensions=[sizes["dimension"]], **others))


def graph_cost(name, side, count):
    """Return CPU seconds of preparing a graph and denoising `count` maps on it, and peak bytes."""
    truth = street_counts(grid(side))
    rng = np.random.default_rng(2)
    maps = [truth + SIGMA * rng.standard_normal(truth.size) for _ in range(count)]
    GRAPHS[name](9)(np.arange(81.0))  # loads the compiled code

    def call():
        fit = GRAPHS[name](side)
        for y in maps:
            fit(y)

    return least(call)


def least(call):
    """Return the CPU seconds of the fastest call, and the peak bytes of this process."""
    seconds = []
    while sum(seconds) < SHORT:
        start = time.process_time()
        call()
        seconds.append(time.process_time() - start)
    return min(seconds), peak_bytes()


def sections(costs):
    """Yield the texts and tables of the page."""
    yield (
        "![CPU time over dimension and over vertices](../scaling.png)\n\n"
        "CPU seconds of one call, the fastest of several where it is short; exponent: the slope of"
        " log time over the last two sizes; MB: the peak at the largest size, imports included.\n\n"
        f"Vectors: all {len(offered(VECTOR))} methods at once; n = 500 and one repetition where"
        " they do not grow, d = 10,000 with points, 1,000 with repetitions. diffprivlib: its"
        " mean only, with Laplace noise.\n\n"
        f"Graphs: square grids, σ = {SIGMA}; several maps on {MAP_SIDE**2:,} vertices. SciPy:"
        " Laplacian smoothing; scikit-image: total variation; both at a given penalty, which our"
        " methods choose."
    )
    for grows, of in costs.groupby("grows", sort=False):
        yield pd.DataFrame(growth_rows(grows, of))
    yield machine("pandas", "scipy")


def growth_rows(grows, costs):
    """Yield a row per work: seconds by size, exponent of the last two sizes, memory of the last."""
    sizes = sorted(costs["size"].unique())
    for name, of in costs.groupby("what", sort=False):
        seconds = of.set_index("size")["cpu_s"]
        row = {f"seconds by {grows}": name}
        row |= {f"{size:,}": digits(seconds.get(size, np.nan)) for size in sizes}
        slope = np.nan
        if len(seconds) > 1:
            last = seconds.iloc[-2:]
            (slope,) = np.diff(np.log(last)) / np.diff(np.log(last.index))
        megabytes = of["peak_bytes"].iloc[-1] / 1e6
        yield row | {"exponent": digits(slope), "MB": digits(megabytes)}


def plot(costs):
    """Return two panels of CPU time, over the dimension of vectors and the vertices of graphs."""
    figure, panels = style.panels(1, 2, 2.9)
    for axes, grows in zip(panels[0], ("dimension", "vertices"), strict=True):
        groups = costs[costs["grows"] == grows].groupby("what", sort=False)
        for (name, of), (color, line) in zip(groups, _STYLES, strict=False):
            axes.loglog(of["size"], of["cpu_s"], line, color=color, label=name)
        axes.set(xlabel=grows, ylabel="CPU time of a call, s")
        if axes.lines:
            axes.legend()
    return figure


if __name__ == "__main__":
    main()
