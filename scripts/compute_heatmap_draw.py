from gaussmech.paper.experiments.heatmap import heatmap_draw
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job

with job(snakemake):
    graph = read_graph(snakemake.input)
    maps = read_maps(snakemake.input.truth, snakemake.params.hours)
    for name, methods in snakemake.params.methods.items():
        table = heatmap_draw(graph, maps, methods=methods, **snakemake.params.settings)
        write_table(table, snakemake.output[name])
