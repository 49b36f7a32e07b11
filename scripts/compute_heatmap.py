from gaussmech.paper.experiments.heatmap import heatmap
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job, part
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake.log) as progress:
    graph = read_graph(snakemake.input)
    maps = read_maps(snakemake.input.truth)
    source = read_provenance(snakemake.input.city)["source"]
    for path in snakemake.output:
        settings = snakemake.params.settings | part(path)
        table = heatmap(graph, maps, source=source, progress=progress, **settings)
        write_table(table, path)
