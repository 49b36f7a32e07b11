"""One job of the workflow, and the draw of its data: prints CPU seconds and peak memory as JSON.

`python -m benchmarks.scaling.one_job SCRIPT FOLDER SETTINGS MOST_BYTES`
"""

import json
import resource
import runpy
import sys
import time
from pathlib import Path
from types import SimpleNamespace


def main(script, folder, settings, most_bytes):
    # Before anything is loaded: the address space holds the libraries too.
    if int(most_bytes):
        resource.setrlimit(resource.RLIMIT_AS, (int(most_bytes), int(most_bytes)))
    # What Snakemake puts at the head of a script.
    from snakemake.iocontainers import Snakemake  # noqa: F401
    from snakemake.logging import logger  # noqa: F401

    settings, data = json.loads(settings), f"{folder}/data.bin"

    def run(script, output, settings):
        job = SimpleNamespace(
            params=SimpleNamespace(seed=1, settings=settings),
            wildcards=SimpleNamespace(epsilon="0.01", first="0", last="0"),
            input=SimpleNamespace(data=data),
            output=[output],
            log=f"{folder}/logs/job.log",
        )
        runpy.run_path(str(script), init_globals={"snakemake": job})

    if "mean" in Path(script).name:
        drawn = {key: settings[key] for key in ("sample_size", "dimensions")}
        run(Path(script).with_name("draw_data_sets.py"), data, drawn)
    run(script, f"{folder}/errors.csv", settings)
    print(json.dumps({"cpu_s": time.process_time(), "peak_bytes": peak_bytes()}))


def peak_bytes():
    """The most memory that this process has had in use at a time."""
    status = Path("/proc/self/status")
    if status.exists():
        # What `getrusage` tells would include the process that started this one.
        line = next(line for line in status.read_text().splitlines() if line[:6] == "VmHWM:")
        return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


if __name__ == "__main__":
    main(*sys.argv[1:])
