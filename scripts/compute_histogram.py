from gaussmech.experiments.histogram import histogram
from gaussmech.jobs import job
from gaussmech.tables import write_table

with job(snakemake.log):
    epsilon = float(snakemake.wildcards.epsilon)
    table = histogram(seed=snakemake.params.seed, epsilon=epsilon, **snakemake.params.settings)
    write_table(table, snakemake.output[0])
