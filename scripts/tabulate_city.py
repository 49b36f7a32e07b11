import shutil

from gaussmech.paper.experiments.claims_contributions import claims_contributions
from gaussmech.paper.experiments.guarantees import guarantees
from gaussmech.paper.pipeline.city_tables import read_graph
from gaussmech.paper.pipeline.files import write_json, write_table
from gaussmech.paper.pipeline.jobs import arguments, job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake):
    for name in ("junctions", "roads", "truth"):
        shutil.copyfile(snakemake.input[name], snakemake.output[name])
    settings = arguments(snakemake)
    limits = {name: settings.pop(name) for name in ("bandwidth_m", "max_trips")}
    table = claims_contributions(read_graph(snakemake.input), **limits)
    write_table(table, snakemake.output.contributions)
    provenance = read_provenance(snakemake.input.city)
    label = settings.pop("label")
    if label and provenance["source"] == "files":
        provenance["label"] = label
    contribution, hours = provenance["contribution"], len(provenance["hours"])
    epsilon = settings.pop("map_epsilon")
    contribution["guarantees"] = guarantees(
        contribution, epsilon=epsilon, hours=hours, **settings
    )
    write_json(provenance, snakemake.output.provenance)
