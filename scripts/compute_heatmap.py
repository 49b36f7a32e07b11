from gaussmech.paper.experiments.heatmap import heatmap
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import cell, job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake.log) as progress:
    table = heatmap(
        read_graph(snakemake.input),
        read_maps(snakemake.input.truth),
        source=read_provenance(snakemake.input.city)["source"],
        **snakemake.params.settings,
        **cell(snakemake.wildcards),
        progress=progress,
    )
    write_table(table, snakemake.output[0])
