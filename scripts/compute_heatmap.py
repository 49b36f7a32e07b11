from gaussmech.paper.experiments.heatmap import heatmap
from gaussmech.paper.pipeline.city_tables import read_city
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import arguments_by_epsilon, job

with job(snakemake) as progress:
    graph, maps, source = read_city(snakemake.input)
    common = {"source": source, "progress": progress}
    # Not all methods of the extended maps are computed at each epsilon.
    if snakemake.params.get("methods"):
        common["methods"] = snakemake.params.methods
    rows = []
    for settings in arguments_by_epsilon(snakemake):
        rows += heatmap(graph, maps, **common, **settings)
    write_table(rows, snakemake.output[0])
