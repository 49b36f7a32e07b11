from gaussmech.paper.experiments.heatmap import heatmap_draw, trend_by_lambda
from gaussmech.paper.pipeline.city_tables import read_city
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import arguments, job

with job(snakemake):
    graph, maps, source = read_city(snakemake.input, snakemake.params.hours)
    settings = arguments(snakemake)
    repetitions = settings.pop("repetitions")
    settings["epsilon"] = settings.pop("map_epsilon")
    for name, methods in snakemake.params.methods.items():
        table = heatmap_draw(graph, maps, methods=methods, **settings)
        write_table(table, snakemake.output[name])
    settings |= {"source": source, "repetitions": repetitions}
    table = trend_by_lambda(graph, maps, **settings)
    write_table(table, snakemake.output.trend_by_lambda)
