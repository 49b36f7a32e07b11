from gaussmech.paper.experiments.claim_runs import PAIRS, paired_runs
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.reading import read_errors, read_table

with job(snakemake.log) as progress:
    files = snakemake.input
    columns = snakemake.params.columns
    tables = {}
    errors = {}
    for task in PAIRS:
        errors_name = f"{task}_errors"
        tables[task] = read_table(files[task], task, columns[task])
        errors[task] = read_errors(files[errors_name], task, columns[errors_name])
    table = paired_runs(tables, errors, seed=snakemake.params.seed, progress=progress)
    write_table(table, snakemake.output[0])
