"""How fast gaussmech is by itself: arrays, memory, one scalar, the import."""

import statistics
import subprocess
import sys
import time
import tracemalloc

import numpy as np
from scipy.special import erfcx

_IMPORT = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"


def pairs(count, seed=7):
    """Arrays of the common range."""
    rng = np.random.default_rng(seed)
    return 10 ** rng.uniform(-3, 1, count), 10 ** rng.uniform(-12, -1, count)


def best_seconds(function, *arguments, repeats=5):
    """The fastest of a few calls: what else runs on the machine only ever adds."""

    def once():
        start = time.perf_counter()
        function(*arguments)
        return time.perf_counter() - start

    return min(once() for _ in range(repeats))


def facts(sigma, count=1_000_000):
    """{what: number} of `sigma`, gaussmech's calibrator."""
    epsilon, delta = pairs(count)
    sigma(epsilon[:10], delta[:10])
    array = best_seconds(sigma, epsilon, delta)
    erfcx_pass = best_seconds(erfcx, np.random.default_rng(7).uniform(0, 10, count))
    memory = peak_bytes(sigma, epsilon, delta) / (2 * epsilon.nbytes)
    imports = {
        name: import_seconds(code)
        for name, code in {
            "numpy": "import numpy",
            "gaussmech": "from gaussmech import analytic_gaussian_sigma",
        }.items()
    }
    return {
        f"{count:,} pairs in one call, ns per pair": 1e9 * array / count,
        f"one pass of SciPy's erfcx over {count:,} doubles, ns each": 1e9 * erfcx_pass / count,
        "the call in passes of erfcx": array / erfcx_pass,
        "peak memory of the call in sizes of its input": memory,
        "one scalar call, µs": 1e6 * best_seconds(_scalars, sigma) / 1000,
        "import of the calibrator, ms": 1e3 * imports["gaussmech"],
        "import of NumPy alone, ms": 1e3 * imports["numpy"],
    }


def peak_bytes(function, *arguments):
    """What a call allocates at its peak, beside its arguments."""
    tracemalloc.start()
    try:
        function(*arguments)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def import_seconds(code, repeats=5):
    """Median over new processes, without the interpreter's own start."""
    command = [sys.executable, "-c", _IMPORT.format(code)]
    runs = [subprocess.run(command, capture_output=True, check=True) for _ in range(repeats)]
    return statistics.median(float(run.stdout) for run in runs)


def _scalars(sigma):
    for _ in range(1000):
        sigma(1.0, 1e-6)
