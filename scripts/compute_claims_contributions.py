from gaussmech.paper.experiments.claims_contributions import claims_contributions
from gaussmech.paper.pipeline.city_tables import read_graph
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import arguments, job

with job(snakemake):
    table = claims_contributions(read_graph(snakemake.input), **arguments(snakemake))
    write_table(table, snakemake.output[0])
