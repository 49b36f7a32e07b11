from gaussmech.paper.experiments.heatmap import heatmap
from gaussmech.paper.pipeline.city_tables import read_city
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import arguments_of_block, job

with job(snakemake) as progress:
    graph, maps, source = read_city(snakemake.input)
    settings = arguments_of_block(snakemake) | {"source": source, "progress": progress}
    # Not all methods of the extended maps are computed at each epsilon.
    if snakemake.params.get("methods"):
        settings["methods"] = snakemake.params.methods
    rows = []
    for epsilon in settings.pop("epsilon"):
        rows += heatmap(graph, maps, epsilon=epsilon, **settings)
    write_table(rows, snakemake.output[0])
