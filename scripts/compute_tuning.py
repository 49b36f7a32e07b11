import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.tuning import forest_size, sure_path
from gaussmech.pipeline.city_tables import read_graph, read_maps
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log) as progress:
    graph = read_graph(snakemake.input.junctions, snakemake.input.roads)
    maps = read_maps(snakemake.input.truth)
    maps = {hour: maps[hour] for hour in snakemake.params.hours}
    settings = dict(snakemake.params.settings, seed=snakemake.params.seed, progress=progress)
    write_table(sure_path(graph, maps, **settings), snakemake.output.sure_path)
    table = forest_size(graph, maps, trees=snakemake.params.trees, **settings)
    write_table(table, snakemake.output.forest_size)
