"""How costs grow: with the data, the dimension, the repetitions, with vertices and maps."""

import os

import numpy as np
import pandas as pd
from scipy.optimize import curve_fit
from scipy.stats import linregress

from benchmarks.measure import apart
from benchmarks.report import machine, parser, write
from benchmarks.scaling import graphs, plot, vectors
from benchmarks.scaling.vectors import GIGABYTE, PEER, SWEEPS
from gaussmech.experiments.methods import VECTOR, offered
from gaussmech.graphs.denoising import LEAST_TREES, MOST_TREES, TREE_VERTICES

MEMORY_DIMENSIONS = (100, 1000, 10_000, 100_000, 1_000_000, 10_000_000)
BAR = {"sample_size": 500, "dimension": 1_000_000}
SPAN, GRAPH_SPAN = 10, 32  # factor of the largest sizes, to which an exponent is fitted
# Where one machine ends.
HOURS, MACHINE_BYTES = 24, 16 * GIGABYTE


def main(arguments=None):
    options = parsed(arguments)
    # As Snakemake gives a job; for the processes that are started from here.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    times = apart(vectors.timed, vectors.calls(options.largest), options.repeats)
    memory = pd.DataFrame(vectors.memory_rows(options.memory_dimensions, options.bar))
    costs = graphs.rows(options.sides, options.maps)
    fitted, grown = fit_times(times), fit_graphs(costs)
    tables = {"": times, "_fits": fitted, "_memory": memory, "_graphs": costs}
    write(
        options.output,
        "scaling",
        sections(fitted, memory, grown, options),
        tables=tables | {"_graphs_fits": grown},
        figures={"": plot.growth(times, fitted, memory), "_graphs": plot.graphs(costs, grown)},
    )


def parsed(arguments):
    options = parser("scaling", __doc__)
    options.add_argument("--repeats", type=int, default=5, help="of every call; the fastest counts")
    options.add_argument("--quick", action="store_true", help="small sizes: does it run?")
    options = options.parse_args(arguments)
    options.largest, options.memory_dimensions, options.bar = 1.0, MEMORY_DIMENSIONS, BAR
    options.sides, options.maps = graphs.SIDES, graphs.MAPS
    if options.quick:
        options.repeats = 1
        options.largest, options.memory_dimensions = 0.01, (100, 1000)
        options.sides, options.maps = (10, 14, 20), (1, 2, 3)
        options.bar = {"sample_size": 50, "dimension": 1000}
    return options


def power_law(sizes, costs, span):
    """log cost = exponent log size + constant, over sizes within a factor `span` of the largest.

    The standard error tells of scatter, not of a curve.
    """
    # Sizes are whole numbers: one that is a rounding too small counts.
    chosen = sizes >= 0.99 * sizes.max() / span
    law = linregress(np.log(sizes[chosen]), np.log(costs[chosen]))
    ends = {"low": sizes[chosen].min(), "high": sizes.max()}
    return {
        "exponent": law.slope,
        "exponent_se": law.stderr,
        "factor": np.exp(law.intercept),
    } | ends


def line(sizes, costs):
    """cost = fixed + each * size, by least squares of the relative errors over all sizes."""

    def at(size, fixed, each):
        return fixed + each * size

    start = costs.min(), costs.max() / sizes.max()
    (fixed, each), covariance = curve_fit(at, sizes, costs, start, sigma=costs)
    fixed_se, each_se = np.sqrt(np.diag(covariance))
    worst = np.abs(at(sizes, fixed, each) / costs - 1).max()
    found = {"fixed": fixed, "fixed_se": fixed_se, "each": each, "each_se": each_se}
    return found | {"worst": worst}


def fit_times(times):
    """A row an experiment and sweep: the power law and the line through its times."""
    rows = []
    for (experiment, sweep), of in times.groupby(["experiment", "sweep"], sort=False):
        law, straight = power_law(of[sweep], of["cpu_s"], SPAN), line(of[sweep], of["cpu_s"])
        of_line = power_law(of[sweep], straight["fixed"] + straight["each"] * of[sweep], SPAN)
        row = {"experiment": experiment, "sweep": sweep, **law, **straight}
        rows.append(row | {"line_exponent": of_line["exponent"]})
    return pd.DataFrame(rows)


def fit_graphs(costs):
    """A row per work: the exponent in vertices, bytes per vertex, CPU seconds per map."""
    rows = []
    for work, of in costs.dropna().groupby("work", sort=False):
        on_maps = of["vertices"] == graphs.MAP_SIDE**2
        alone, more = of[~on_maps], of[on_maps]
        memory = line(alone["vertices"], alone["peak_bytes"])
        maps = line(more["maps"], more["cpu_s"])
        row = {"work": work, **power_law(alone["vertices"], alone["cpu_s"], GRAPH_SPAN)}
        row |= {"base_bytes": memory["fixed"], "vertex_bytes": memory["each"]}
        rows.append(
            row | {"graph_s": maps["fixed"], "map_s": maps["each"], "map_se": maps["each_se"]}
        )
    return pd.DataFrame(rows)


def sections(fitted, memory, grown, options):
    yield "![CPU time over points, dimension and repetitions; peak memory](../scaling.png)"
    yield (
        f"CPU seconds t of one call with all {len(offered(VECTOR))} methods, the fastest of"
        f" {options.repeats} rounds. Exponent: slope of log t over log size, ± one standard error,"
        " in the last decade of sizes. Line: t = a + b · size, by least squares of relative errors"
        " over all sizes; “of the line” is the exponent that t would have if exactly on it."
        f" {PEER}: its mean, with Laplace noise."
    )
    yield pd.DataFrame(fit_rows(fitted))
    yield (
        "Peak memory of a job of the workflow, imports included: one repetition, all methods,"
        f" n = {options.bar['sample_size']:,}"
    )
    yield memory_table(memory)
    yield capped(memory[memory["capped_at"] > 0])
    yield "## Graphs"
    yield "![CPU time and peak memory over vertices; CPU time over maps](../scaling_graphs.png)"
    yield (
        "Square grids, log-normal counts averaged with their neighbours', σ ="
        f" {graphs.SIGMA}, each call in a process of its own; auto up to"
        f" {graphs.LARGEST['auto'] ** 2:,} vertices. SciPy: one sparse direct solve of Laplacian"
        " smoothing; scikit-image: total variation on an image; both at a given penalty, which our"
        " methods choose. Exponent: of CPU seconds in vertices. Per graph, per map: the fixed cost"
        f" and that of each map, on {graphs.MAP_SIDE**2:,} vertices. The forest has"
        f" {MOST_TREES} trees up to {TREE_VERTICES // MOST_TREES:,} vertices, {LEAST_TREES} from"
        f" {TREE_VERTICES // LEAST_TREES:,} on."
    )
    yield pd.DataFrame(graph_rows(grown))
    yield "## Where one machine ends"
    yield (
        f"By the fits above, the size at which a call takes {HOURS} CPU hours, and the size"
        f" that fills {MACHINE_BYTES / GIGABYTE:g} GB: rough, as far beyond what was measured. A"
        " call is one process. Budgets are jobs of their own, and repetitions are split by"
        " `blocks` ([clusters](../clusters.md)); one data set, vector or graph is not split."
    )
    yield pd.DataFrame(end_rows(fitted, memory, grown))
    yield machine("pandas")


def fit_rows(fitted):
    for row in fitted.itertuples():
        yield {
            "experiment": row.experiment,
            "size": plot.SYMBOLS[row.sweep],
            "exponent": f"{row.exponent:.3f} ± {row.exponent_se:.3f}",
            "of the line": f"{row.line_exponent:.3f}",
            "from … to": f"{row.low:,.0f} … {row.high:,.0f}",
            "a, ms": f"{1e3 * row.fixed:.3g} ± {1e3 * row.fixed_se:.1g}",
            "b, µs": f"{1e6 * row.each:.4g} ± {1e6 * row.each_se:.1g}",
            "line off by at most": f"{100 * row.worst:.0f} %",
            "also": others(row.sweep),
        }


def graph_rows(grown):
    for row in grown.itertuples():
        yield {
            "method": plot.GRAPH_LOOKS[row.work].label,
            "exponent": f"{row.exponent:.2f} ± {row.exponent_se:.2f}",
            "from … to": f"{row.low:,.0f} … {row.high:,.0f}",
            "s at a million": f"{row.factor * 1e6**row.exponent:.3g}",
            "MB": f"{row.base_bytes / 1e6:.0f}",
            "+ bytes per vertex": f"{row.vertex_bytes:,.0f}",
            "ms per graph": round(1e3 * row.graph_s),
            "ms per map": f"{1e3 * row.map_s:.3g} ± {1e3 * row.map_se:.1g}",
        }


def end_rows(fitted, memory, grown):
    seconds = HOURS * 3600
    time, most = f"{HOURS} h at", f"{MACHINE_BYTES / GIGABYTE:g} GB at"
    free = memory[memory["capped_at"] == 0].dropna()
    for row in fitted[fitted["experiment"] != PEER].itertuples():
        end = {"what grows": f"{row.experiment}: {plot.LABELS[row.sweep]} ({others(row.sweep)})"}
        steady = row.each < 3 * row.each_se
        end |= {time: "any" if steady else rounded((seconds - row.fixed) / row.each), most: "–"}
        of = free[free["experiment"] == row.experiment]
        if row.sweep == "dimension" and len(of) > 2:
            needs = line(of["dimension"], of["peak_bytes"])
            end[most] = rounded((MACHINE_BYTES - needs["fixed"]) / needs["each"])
        yield end
    for row in grown[grown["work"].isin(["auto", "forest"])].itertuples():
        # With more vertices the forest has fewer trees, but only so far: no exponent below 1 lasts.
        at_most = row.factor * row.high**row.exponent
        size = row.high * (seconds / at_most) ** (1 / max(row.exponent, 1))
        fills = (MACHINE_BYTES - row.base_bytes) / row.vertex_bytes
        name = f"{row.work}: vertices of a graph"
        yield {"what grows": name, time: rounded(size), most: rounded(fills)}
        size = (seconds - row.graph_s) / row.map_s
        name = f"{row.work}: maps on {graphs.MAP_SIDE**2:,} vertices"
        yield {"what grows": name, time: rounded(size), most: "–"}


def rounded(size):
    """Two digits: it is extrapolated."""
    return f"{float(f'{size:.2g}'):,.0f}" if size < 1e12 else "more than 1e12"


def others(sweep):
    fixed = SWEEPS[sweep].items()
    return ", ".join(f"{plot.SYMBOLS[name]} = {x:,}" for name, x in fixed if name in plot.SYMBOLS)


def memory_table(memory):
    free = memory[memory["capped_at"] == 0].set_index("dimension")
    columns = {}
    for name, of in free.groupby("experiment", sort=False):
        columns[f"{name}, MB"] = (of["peak_bytes"] / 1e6).map("{:.0f}".format)
        columns[f"{name}, CPU s"] = of["cpu_s"].map("{:.2f}".format)
    table = pd.DataFrame(columns)
    return table.set_axis(table.index.map("{:,}".format)).rename_axis("d").reset_index()


def capped(memory):
    ends = [
        f"{row.experiment} {'fails' if np.isnan(row.cpu_s) else 'succeeds'}"
        for row in memory.itertuples()
    ]
    return (
        f"With {GIGABYTE / 1e9:g} GB of address space, libraries included, at"
        f" d = {memory['dimension'].iloc[0]:,}: {', '.join(ends)}."
    )


if __name__ == "__main__":
    main()
