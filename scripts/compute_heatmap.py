from gaussmech.paper.experiments.heatmap import heatmap
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job, settings_by_epsilon
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake) as progress:
    graph = read_graph(snakemake.input)
    maps = read_maps(snakemake.input.truth)
    source = read_provenance(snakemake.input.city)["source"]
    rows = []
    for settings in settings_by_epsilon(snakemake):
        rows += heatmap(graph, maps, source=source, progress=progress, **settings)
    write_table(rows, snakemake.output[0])
