from gaussmech.paper.experiments.tuning import tables
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_tables
from gaussmech.paper.pipeline.jobs import job

with job(snakemake.log):
    graph = read_graph(snakemake.input)
    maps = read_maps(snakemake.input.truth, snakemake.params.hours)
    write_tables(tables(graph, maps, **snakemake.params.settings), snakemake.output)
