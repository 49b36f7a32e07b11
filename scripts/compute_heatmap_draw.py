import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.heatmap import heatmap_draw
from gaussmech.pipeline.city_tables import read_graph, read_maps
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log):
    settings = dict(snakemake.params.settings)
    maps = read_maps(snakemake.input.truth)
    table = heatmap_draw(
        read_graph(snakemake.input.junctions, snakemake.input.roads),
        {hour: maps[hour] for hour in settings.pop("hours")},
        seed=snakemake.params.seed,
        epsilon=settings.pop("map_epsilon"),
        **settings,
    )
    write_table(table, snakemake.output[0])
