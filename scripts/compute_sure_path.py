from gaussmech.paper.experiments.sure_path import sure_path
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job

with job(snakemake):
    graph = read_graph(snakemake.input)
    maps = read_maps(snakemake.input.truth, snakemake.params.hours)
    table = sure_path(graph, maps, **snakemake.params.settings)
    write_table(table, snakemake.output[0])
