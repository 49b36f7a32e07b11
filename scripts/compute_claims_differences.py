from gaussmech.paper.experiments.claims_differences import PAIRS, claims_differences
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import arguments, job
from gaussmech.paper.pipeline.tables import read_errors, read_table

with job(snakemake) as progress:
    files = snakemake.input
    tables = {task: read_table(files[task], task) for task in PAIRS}
    errors = {task: read_errors(files[f"{task}_errors"], task) for task in PAIRS}
    table = claims_differences(
        tables, errors, progress=progress, **arguments(snakemake)
    )
    write_table(table, snakemake.output[0])
