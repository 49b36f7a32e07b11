"""gaussmech and other calibrators on the same budgets: accuracy, failures, time."""

import math
import os
import statistics
import subprocess
import sys
import tracemalloc
from functools import partial

import numpy as np
import pandas as pd
from mpmath import mp, mpf
from scipy.special import erfcx
from tqdm import tqdm

from benchmarks.calibration import plot
from benchmarks.calibration.worker import Worker
from benchmarks.measure import best
from benchmarks.peers import CALIBRATORS
from benchmarks.report import digits, machine, parser, version, write
from gaussmech import analytic_gaussian_sigma
from tests.exact import gaussian_delta

TITLES = {
    "common": "Common range: ε in [1e-3, 10], δ in [1e-12, 0.1], log-uniform",
    "whole": "Whole range: ε = 0 and [1e-10, 1e6], δ in [1e-300, 1 − 1e-12]",
}
CORNERS = [
    (0.5, 1e-6),
    (0.0, 1e-6),
    (0.0, 1e-300),
    (1e-10, 1e-300),
    (1.0, 1e-15),
    (10.0, 1e-12),
]
CORNERS += [(20.0, 1e-9), *((epsilon, 1e-6) for epsilon in (100.0, 709.0, 710.0, 1e6))]
CORNERS += [(1.0, 1 - 1e-12)]
# Below this a result short of the exact sigma is rounding; above, digits are lost.
ROUNDING = 1e-9
MARGIN = mpf("1e-50")  # of the exact sigma
ARRAY_LIMIT = 60.0  # seconds
_IMPORT = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"


def main(arguments=None):
    options = parser("calibration", __doc__)
    add = options.add_argument
    add("--limit", type=float, default=5.0, help="CPU seconds a call may take")
    add("--common", type=int, default=300, help="pairs of the common range")
    add("--columns", type=int, default=25, help="of the map, with epsilon = 0")
    add("--rows", type=int, default=20, help="of the map")
    add("--array", type=int, default=100_000, help="pairs of one array call")
    options = options.parse_args(arguments)
    ranges = {
        "common": list(
            zip(*(x.tolist() for x in common(options.common, 2018)), strict=True)
        ),
        "whole": whole(options.columns, options.rows),
        "corners": CORNERS,
    }
    rows, arrays = run(CALIBRATORS, ranges, options)
    map_rows = rows[rows["range"] == "whole"]
    shape = options.rows, options.columns
    figure = partial(plot.error_maps, map_rows, shape, list(CALIBRATORS))
    page = sections(rows, arrays, options)
    write(options.output, "calibration", page, tables={"": rows}, figures={"": figure})


def common(count, seed):
    """Arrays of epsilon, log-uniform on [1e-3, 10], and delta, on [1e-12, 0.1]."""
    rng = np.random.default_rng(seed)
    return 10 ** rng.uniform(-3, 1, count), 10 ** rng.uniform(-12, -1, count)


def whole(columns, rows, seed=1805):
    """A random pair in each cell of a grid over the whole range; first column epsilon = 0."""
    rng = np.random.default_rng(seed)
    x_edges, y_edges = plot.edges(columns, rows)
    pairs = []
    for low, high in zip(y_edges, y_edges[1:], strict=False):
        x, y = rng.uniform(x_edges[:-1], x_edges[1:]), rng.uniform(low, high, columns)
        epsilon, delta = [0.0, *(10**x).tolist()], 1 / (1 + 10 ** -(y**3))
        pairs += zip(epsilon, delta.tolist(), strict=True)
    return pairs


def run(calibrators, ranges, options):
    """A row per pair and calibrator; {calibrator: microseconds per pair in one array call}."""
    exact = {pair: exact_sigma(*pair) for pairs in ranges.values() for pair in pairs}
    rows, arrays = [], {}
    for name, (load, _) in calibrators.items():
        try:
            with Worker(load, options.limit) as call:
                for of, pairs in ranges.items():
                    for pair in tqdm(pairs, desc=f"{name}, {of}", leave=False):
                        found = judged(*pair, exact[pair], call(*pair))
                        rows.append({"peer": name, "range": of} | found)
                arrays[name] = array_microseconds(call, options.array)
        except ImportError as error:
            print(f"{name} is not installed: {error}")
    return pd.DataFrame(rows), arrays


def exact_sigma(epsilon, delta):
    """The sigma at which the privacy profile at sensitivity 1 equals `delta`, as an mpf.

    The library only says where to look; that the root lies within the margin is checked.
    """
    with mp.workdps(120):
        near = -mp.log(mpf(analytic_gaussian_sigma(epsilon, delta)))
        target = mp.log(mpf(delta) / (1 - mpf(delta)))

        def excess(log_mu):
            value = gaussian_delta(epsilon, mp.exp(log_mu))
            return mp.log(value / (1 - value)) - target

        mu = mp.exp(
            mp.findroot(excess, (near, near + mpf("1e-12")), tol=MARGIN, verify=False)
        )
        low, high = (
            gaussian_delta(epsilon, mu * (1 + sign * MARGIN)) for sign in (-1, 1)
        )
        if not low < delta < high:
            raise ArithmeticError(
                f"no certified sigma at epsilon = {epsilon}, delta = {delta}"
            )
        return 1 / mu


def exact_delta(sigma, epsilon):
    """The privacy profile of noise `sigma` at sensitivity 1, as an mpf."""
    # Noise far too small for epsilon: delta is 1 to a thousand digits, too many for erfc.
    if mpf(sigma) * (1000 + mp.sqrt(2 * mpf(epsilon))) < mpf("1e-3"):
        return mpf(1)
    return gaussian_delta(epsilon, 1 / mpf(sigma))


def judged(epsilon, delta, exact, outcome):
    """One call: verdict, relative error (unsafe: below 0), true delta over target."""
    sigma, problem, seconds = outcome
    if not problem and not (math.isfinite(sigma) and sigma >= 0):
        problem = str(sigma)
    row = {"epsilon": epsilon, "delta": delta, "exact": float(exact)}
    row |= dict.fromkeys(("sigma", "error", "ratio"), math.nan)
    row |= {"verdict": "hang" if problem == "hang" else "failure"}
    row |= {"problem": problem, "seconds": seconds}
    if problem:
        return row
    with mp.workdps(50):
        error = float(mpf(sigma) / exact - 1)
        unsafe = mpf(sigma) < exact
    row |= {"sigma": sigma, "error": error, "verdict": "unsafe" if unsafe else "safe"}
    if unsafe:
        # Beyond the doubles where the target is tiny: then infinite.
        row["ratio"] = float(exact_delta(sigma, epsilon) / mpf(delta))
    return row


def array_microseconds(call, count):
    """Of the best of three calls; None for a calibrator that takes no arrays."""
    epsilon, delta = common(count, 7)
    trial = call(epsilon[:3], delta[:3])
    if trial.problem or getattr(trial.value, "shape", None) != (3,):
        return None
    return (
        1e6
        / count
        * min(call(epsilon, delta, limit=ARRAY_LIMIT).seconds for _ in range(3))
    )


def sections(rows, arrays, options):
    yield (
        "Algorithm 1, as printed (v* and u* to 1e-12), is"
        " `gaussmech.privacy.calibration.algorithm_1`, which refuses ε = 0 and ε from 700 on;"
        " [its authors' script](https://github.com/BorjaBalle/analytic-gaussian-mechanism), whose"
        " steps are written anew here, stops at 1e-12 in δ. OpenDP finds σ by way of zCDP."
    )
    for of, title in TITLES.items():
        found = rows[rows["range"] == of]
        yield f"{title} ({found['peer'].value_counts().max()} pairs):"
        yield accuracy_table(found)
    yield "Time on the common range (median of single calls; best of three array calls):"
    yield time_table(rows[rows["range"] == "common"], arrays, options.array)
    facts = pd.Series(speed_facts(analytic_gaussian_sigma), name="measured").map(digits)
    yield facts.rename_axis("gaussmech by itself").reset_index()
    yield (
        f"A hang is no answer within {options.limit:g} s of CPU time; a failure is an exception,"
        " nan, inf or a negative σ; unsafe is any σ below the exact one."
    )
    yield machine("scipy")
    yield "## Corner cases"
    yield "Relative error of σ at (ε, δ); − is too little noise, with the true δ over its target."
    yield corner_table(rows[rows["range"] == "corners"])


def accuracy_table(rows):
    """A row per calibrator: its worst errors, and how often it failed."""
    lines = []
    for name in CALIBRATORS:
        of = rows[rows["peer"] == name]
        error, verdict = of["error"], of["verdict"]
        line = {
            "calibrator": name,
            "too much noise, worst": size(error[verdict == "safe"].max()),
            "too little, worst": size(-error[verdict == "unsafe"].min()),
            "true δ / target, worst": ratio(of["ratio"].max()),
            "unsafe": sum(verdict == "unsafe"),
            f"… by > {ROUNDING:.0e}": sum(error < -ROUNDING),
            "failures": sum(verdict == "failure"),
            "hangs": sum(verdict == "hang"),
        }
        if of.empty:
            line = dict.fromkeys(line, "") | {
                "calibrator": name,
                "unsafe": "not installed",
            }
        lines.append(line)
    return pd.DataFrame(lines)


def time_table(rows, arrays, count):
    answered = rows[rows["verdict"].isin(["safe", "unsafe"])]
    call = 1e6 * answered.groupby("peer")["seconds"].median()
    lines = []
    for name, (_, package) in CALIBRATORS.items():
        line = {"calibrator": name, "version": version(package)}
        if name in arrays:
            in_array = "no arrays" if arrays[name] is None else digits(arrays[name])
            line["µs per call"] = digits(call[name])
            line["over gaussmech"] = "×" + digits(call[name] / call["gaussmech"])
            line[f"µs per pair in an array of {count:,}"] = in_array
        lines.append(line)
    return pd.DataFrame(lines, dtype=object).fillna("")


def speed_facts(sigma, count=1_000_000):
    """{what: number} of `sigma`, gaussmech's calibrator, in arrays."""
    epsilon, delta = common(count, 7)
    sigma(epsilon[:10], delta[:10])
    array, _ = best(lambda: sigma(epsilon, delta))
    one, _ = best(lambda: sigma(0.5, 1e-6), 1000)
    x = np.random.default_rng(7).uniform(0, 10, count)
    one_pass, _ = best(lambda: erfcx(x))
    tracemalloc.start()
    sigma(epsilon, delta)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {
        f"{count:,} pairs in one call, ns per pair": 1e9 * array / count,
        "one pair, once an array has loaded the compiled code, µs": 1e6 * one,
        f"one pass of SciPy's erfcx over {count:,} doubles, ns each": 1e9
        * one_pass
        / count,
        "the call in passes of erfcx": array / one_pass,
        "peak memory of the call in sizes of its input": peak / (2 * epsilon.nbytes),
        "import of the calibrator, ms": import_ms(
            "from gaussmech import analytic_gaussian_sigma"
        ),
        "import of NumPy alone, ms": import_ms("import numpy"),
    }


def import_ms(code, repeats=5):
    """Median over new processes, without the interpreter's own start."""
    command = [sys.executable, "-c", _IMPORT.format(code)]
    found = [
        float(subprocess.check_output(command, env=os.environ)) for _ in range(repeats)
    ]
    return 1e3 * statistics.median(found)


def corner_table(rows):
    """Corner cases down, calibrators across: the signed relative error, or what went wrong."""
    pairs = "(" + rows["epsilon"].map(plain) + ", " + rows["delta"].map(plain) + ")"
    cells = pd.Series([corner(line) for line in rows.to_dict("records")])
    cells.index = [pairs.rename("(ε, δ)"), rows["peer"]]
    return cells.unstack(sort=False).reset_index()


def corner(line):
    if line["problem"]:
        return line["problem"]
    sign = "−" if line["error"] < 0 else "+"
    note = f" (δ ×{ratio(line['ratio'])})" if line["ratio"] > 1.05 else ""
    return f"{sign}{size(abs(line['error']))}{note}"


def size(value):
    """A relative size with the digits that matter."""
    if pd.isna(value):
        return "–"
    large = f"{100 * value:.3g} %" if value < 10 else f"×{1 + value:.2g}"
    return large if value >= 0.001 else f"{value:.1e}"


def plain(value):
    return f"1 - {1 - value:.0e}" if 0.999 < value < 1 else f"{value:g}"


def ratio(value):
    if pd.isna(value):
        return "–"
    return "> 1e308" if math.isinf(value) else f"{value:.2g}" if value > 1.05 else "1.0"


if __name__ == "__main__":
    main()
