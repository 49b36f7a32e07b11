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
# The ends of the bands of delta on the common range.
BANDS = (1e-12, 1e-10, 1e-8, 1e-7, 1e-5, 1e-3, 0.1)
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
# A result that falls short of the exact sigma by less than this is rounded; by more, digits are lost.
ROUNDING = 1e-9
MARGIN = mpf("1e-50")  # the relative error that the exact sigma may have
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
    epsilon, delta = common(options.common, 2018)
    ranges = {
        "common": list(zip(epsilon.tolist(), delta.tolist(), strict=True)),
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
    """Return arrays of epsilon, log-uniform on [1e-3, 10], and of delta, on [1e-12, 0.1]."""
    rng = np.random.default_rng(seed)
    epsilon = 10 ** rng.uniform(-3, 1, count)
    delta = 10 ** rng.uniform(-12, -1, count)
    return epsilon, delta


def whole(columns, rows, seed=1805):
    """Return a random pair per cell of a grid over the whole range; its first column has epsilon 0."""
    rng = np.random.default_rng(seed)
    x_edges, y_edges = plot.edges(columns, rows)
    pairs = []
    for low, high in zip(y_edges, y_edges[1:], strict=False):
        log_epsilon = rng.uniform(x_edges[:-1], x_edges[1:])
        root_of_log_odds = rng.uniform(low, high, columns)
        epsilon = [0.0, *(10**log_epsilon).tolist()]
        delta = 1 / (1 + 10 ** -(root_of_log_odds**3))
        pairs += zip(epsilon, delta.tolist(), strict=True)
    return pairs


def run(calibrators, ranges, options):
    """Return a row per pair and calibrator, and the microseconds per pair of an array call, by name."""
    exact = {pair: exact_sigma(*pair) for pairs in ranges.values() for pair in pairs}
    rows = []
    arrays = {}
    for name, (load, _) in calibrators.items():
        try:
            with Worker(load, options.limit) as call:
                for range_name, pairs in ranges.items():
                    for pair in tqdm(pairs, desc=f"{name}, {range_name}", leave=False):
                        judgement = judge(*pair, exact[pair], call(*pair))
                        rows.append({"peer": name, "range": range_name} | judgement)
                arrays[name] = array_microseconds(call, options.array)
        except ImportError as error:
            print(f"{name} is not installed: {error}")
    return pd.DataFrame(rows), arrays


def exact_sigma(epsilon, delta):
    """Return the sigma at which the privacy profile at sensitivity 1 equals `delta`, as an mpf.

    The library only says where to look; that the root lies within the margin is checked.
    """
    with mp.workdps(120):
        start = -mp.log(mpf(analytic_gaussian_sigma(epsilon, delta)))
        target = mp.log(mpf(delta) / (1 - mpf(delta)))

        def excess(log_mu):
            value = gaussian_delta(epsilon, mp.exp(log_mu))
            return mp.log(value / (1 - value)) - target

        mu = mp.exp(
            mp.findroot(excess, (start, start + mpf("1e-12")), tol=MARGIN, verify=False)
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
    """Return the delta of noise `sigma` at sensitivity 1, as an mpf."""
    # Where noise is far too small for epsilon, delta is 1 to a thousand digits, too many for erfc.
    if mpf(sigma) * (1000 + mp.sqrt(2 * mpf(epsilon))) < mpf("1e-3"):
        return mpf(1)
    return gaussian_delta(epsilon, 1 / mpf(sigma))


def judge(epsilon, delta, exact, outcome):
    """Return the row of one call: its verdict, its relative error, and the true delta over the target.

    The error is negative where the noise is unsafe.
    """
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
        # The ratio may overflow where the target is tiny, and is infinite then.
        row["ratio"] = float(exact_delta(sigma, epsilon) / mpf(delta))
    return row


def array_microseconds(call, count):
    """Return the microseconds per pair of the best of three array calls.

    It is None for a calibrator that takes no arrays.
    """
    epsilon, delta = common(count, 7)
    trial = call(epsilon[:3], delta[:3])
    if trial.problem or getattr(trial.value, "shape", None) != (3,):
        return None
    outcomes = [call(epsilon, delta, limit=ARRAY_LIMIT) for _ in range(3)]
    return 1e6 / count * min(outcome.seconds for outcome in outcomes)


def sections(rows, arrays, options):
    yield (
        "Two programs go by the name of Algorithm 1. As printed in the paper, with v* and u* to"
        " 1e-12, it is `gaussmech.privacy.calibration.algorithm_1`, which refuses ε = 0 and ε from"
        " 700 on. Its authors' script"
        " ([repository](https://github.com/BorjaBalle/analytic-gaussian-mechanism)), which we"
        " reimplemented, stops at 1e-12 in δ; autodp has a copy of it. OpenDP finds σ for zCDP and"
        " converts that to (ε, δ)."
    )
    for range_name, title in TITLES.items():
        range_rows = rows[rows["range"] == range_name]
        yield f"{title} ({range_rows['peer'].value_counts().max()} pairs):"
        yield accuracy_table(range_rows)
        if range_name == "common":
            yield "The same by δ, too little or too much noise, worst:"
            yield band_table(range_rows)
    yield (
        "Time on the common range (median of single calls; best of three array calls):"
    )
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
    """Return a row per calibrator: its worst errors, and how often it failed."""
    lines = []
    for name in CALIBRATORS:
        own = rows[rows["peer"] == name]
        error = own["error"]
        verdict = own["verdict"]
        line = {
            "calibrator": name,
            "too much noise, worst": size(error[verdict == "safe"].max()),
            "too little, worst": size(-error[verdict == "unsafe"].min()),
            "true δ / target, worst": ratio(own["ratio"].max()),
            "unsafe": sum(verdict == "unsafe"),
            f"… by > {ROUNDING:.0e}": sum(error < -ROUNDING),
            "failures": sum(verdict == "failure"),
            "hangs": sum(verdict == "hang"),
        }
        if own.empty:
            line = dict.fromkeys(line, "") | {
                "calibrator": name,
                "unsafe": "not installed",
            }
        lines.append(line)
    return pd.DataFrame(lines)


def band_table(rows):
    """Return the worst errors of each calibrator by band of delta, too little and too much noise."""
    lines = []
    for name in CALIBRATORS:
        own = rows[rows["peer"] == name]
        line = {"calibrator": name}
        for low, high in zip(BANDS, BANDS[1:], strict=False):
            error = own.loc[own["delta"].between(low, high), "error"]
            little = size(-error.min() if (error < 0).any() else math.nan)
            much = size(error.max() if (error > 0).any() else math.nan)
            line[f"δ {low:g} to {high:g}"] = f"{little} / {much}"
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
    """Return the speed and memory of `sigma`, gaussmech's calibrator, by what was measured."""
    epsilon, delta = common(count, 7)
    sigma(epsilon[:10], delta[:10])
    array_seconds, _ = best(lambda: sigma(epsilon, delta))
    call_seconds, _ = best(lambda: sigma(0.5, 1e-6), 1000)
    x = np.random.default_rng(7).uniform(0, 10, count)
    pass_seconds, _ = best(lambda: erfcx(x))
    tracemalloc.start()
    sigma(epsilon, delta)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {
        f"{count:,} pairs in one call, ns per pair": 1e9 * array_seconds / count,
        "one pair, µs": 1e6 * call_seconds,
        f"one pass of SciPy's erfcx over {count:,} doubles, ns each": 1e9
        * pass_seconds
        / count,
        "the call in passes of erfcx": array_seconds / pass_seconds,
        "peak memory of the call in sizes of its input": peak / (2 * epsilon.nbytes),
        "import of the calibrator, ms": import_ms(
            "from gaussmech import analytic_gaussian_sigma"
        ),
        "import of NumPy alone, ms": import_ms("import numpy"),
    }


def import_ms(code, repeats=5):
    """Return the median time of an import in new processes, without the interpreter's own start."""
    command = [sys.executable, "-c", _IMPORT.format(code)]
    seconds = [
        float(subprocess.check_output(command, env=os.environ)) for _ in range(repeats)
    ]
    return 1e3 * statistics.median(seconds)


def corner_table(rows):
    """Return signed relative errors, or problems: a row per corner case, a column per calibrator."""
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
    """Return a relative size with the digits that matter."""
    if pd.isna(value):
        return "–"
    large = f"{100 * value:.3g} %" if value < 10 else f"×{1 + value:.2g}"
    return large if value >= 0.001 else f"{value:.1e}"


def plain(value):
    return f"1 - {1 - value:.0e}" if 0.999 < value < 1 else f"{value:g}"


def ratio(value):
    if pd.isna(value):
        return "–"
    if math.isinf(value):
        return "> 1e308"
    return f"{value:.2g}" if value > 1.05 else "1.0"


if __name__ == "__main__":
    main()
