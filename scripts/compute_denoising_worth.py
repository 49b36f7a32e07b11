from gaussmech.paper.experiments.denoising_worth import denoising_worth
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake.log) as progress:
    graph = read_graph(snakemake.input)
    maps = read_maps(snakemake.input.truth, snakemake.params.hours)
    source = read_provenance(snakemake.input.city)["source"]
    settings = snakemake.params.settings
    table = denoising_worth(graph, maps, source=source, progress=progress, **settings)
    write_table(table, snakemake.output[0])
