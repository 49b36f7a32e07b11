import pandas as pd

from gaussmech.experiments.claim_runs import contributions, paired_runs, prior_runs
from gaussmech.pipeline.city_tables import read_graph
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import read_table, write_table

with job(snakemake.log) as progress:
    given, output, seed = snakemake.input, snakemake.output, snakemake.params.seed
    tables = {task: read_table(given[task], task) for task in ("mean_estimation", "histogram")}
    errors = {
        task: pd.concat(read_table(path, f"{task}_errors") for path in given[f"{task}_errors"])
        for task in tables
    }
    write_table(paired_runs(tables, errors, seed=seed, progress=progress), output.differences)
    write_table(prior_runs(seed=seed), output.prior)
    graph = read_graph(given.junctions, given.roads)
    write_table(contributions(graph, **snakemake.params.settings), output.contributions)
