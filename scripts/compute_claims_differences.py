import pandas as pd

from gaussmech.paper.experiments.claim_runs import PAIRS, paired_runs
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.tables import read_table

with job(snakemake.log) as progress:
    given = snakemake.input
    tables = {task: read_table(given[task], task) for task in PAIRS}
    errors = {
        task: pd.concat(read_table(path, f"{task}_errors") for path in given[f"{task}_errors"])
        for task in PAIRS
    }
    table = paired_runs(tables, errors, seed=snakemake.params.seed, progress=progress)
    write_table(table, snakemake.output[0])
