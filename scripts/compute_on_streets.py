from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import read_provenance, write_tables
from gaussmech.paper.pipeline.jobs import cell, job, made_by

with job(snakemake.log) as progress:
    given, settings = snakemake.input, dict(snakemake.params.settings)
    if "hours" in settings:
        maps = read_maps(given.truth)
        settings["maps"] = {hour: maps[hour] for hour in settings.pop("hours")}
    if snakemake.wildcards:
        settings |= cell(snakemake.wildcards) | {"progress": progress}
        settings["maps"] = read_maps(given.truth)
        settings["source"] = read_provenance(given.city[0])["source"]
    write_tables(made_by(snakemake.params.make)(read_graph(given), **settings), snakemake.output)
