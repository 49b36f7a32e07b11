"""What a run says and keeps besides its results. In a workflow that uses this one, its hooks do that."""

import sys
import time

import yaml

from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import failures
from gaussmech.paper.pipeline.summary import summary

BEGAN = time.time()


onstart:
    write_text(yaml.safe_dump(config, sort_keys=False), f"{RESULTS}/config.yaml")
    # Undocumented: the limit of jobs a second. With one, Snakemake plans anew every second for each job
    # that has ended, and a run ends a second later. On a cluster, `jobs` limits what waits in the queue.
    workflow.scheduler.job_rate_limiter = None


onsuccess:
    print(*summary(RESULTS, since=BEGAN), sep="\n", file=sys.stderr)


onerror:
    for path, number, cells in write_incomplete_tables():
        print(f"INCOMPLETE {path}: {number} of {cells} cells", file=sys.stderr)
    # That logger, which make asks for, has shown the logs. Quiet Snakemake shows none.
    if "--logger=rich" not in sys.argv:
        for path, error in failures(RESULTS, since=BEGAN):
            print(f"FAILED {path}: {error}", file=sys.stderr)
