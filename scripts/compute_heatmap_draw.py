from gaussmech.paper.experiments.heatmap import heatmap_draw, trend_by_lambda
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake):
    graph = read_graph(snakemake.input)
    params = snakemake.params
    maps = read_maps(snakemake.input.truth, params.hours)
    for name, methods in params.methods.items():
        table = heatmap_draw(graph, maps, methods=methods, **params.settings)
        write_table(table, snakemake.output[name])
    table = trend_by_lambda(
        graph,
        maps,
        source=read_provenance(snakemake.input.city)["source"],
        repetitions=params.repetitions,
        **params.settings,
    )
    write_table(table, snakemake.output.trend_by_lambda)
