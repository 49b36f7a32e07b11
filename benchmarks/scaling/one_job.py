"""One job of the workflow, and the draw of its data. Loads nothing before the job itself does."""

import resource
import runpy
import tempfile
import time
from types import SimpleNamespace

from benchmarks.measure import peak_bytes


def one_job(scripts, experiment, settings, most_bytes=0):
    """CPU seconds and peak bytes of an experiment's job, in a process of its own.

    `most_bytes` caps the address space, libraries included, which is never less than the memory
    in use: the job then fails where it wants more.
    """
    if most_bytes:
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    # What Snakemake puts at the head of a script.
    from snakemake.iocontainers import InputFiles
    from snakemake.logging import logger  # noqa: F401

    with tempfile.TemporaryDirectory() as folder:
        data = InputFiles(fromdict={"data": f"{folder}/data.bin"})

        def run(script, output, settings, read):
            job = SimpleNamespace(
                params=SimpleNamespace(seed=1, settings=settings, experiment=experiment),
                wildcards=SimpleNamespace(epsilon="0.01", first="0", last="0"),
                input=read,
                output=[output],
                log=f"{folder}/logs/job.log",
            )
            runpy.run_path(str(scripts / script), init_globals={"snakemake": job})

        read = InputFiles()
        if experiment == "mean_estimation":
            drawn = {key: settings[key] for key in ("sample_size", "dimensions")}
            run("draw_data_sets.py", data.data, drawn, read)
            read = data
        run("compute_vectors.py", f"{folder}/errors.csv", settings, read)
    return {"cpu_s": time.process_time(), "peak_bytes": peak_bytes()}
