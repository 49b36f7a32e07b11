import shutil

from gaussmech.paper.experiments.guarantees import guarantees
from gaussmech.paper.pipeline.files import write_json
from gaussmech.paper.pipeline.jobs import arguments, job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake):
    for name in ("junctions", "roads", "truth"):
        shutil.copyfile(snakemake.input[name], snakemake.output[name])
    provenance = read_provenance(snakemake.input.city)
    budget = arguments(snakemake)
    label = budget.pop("label")
    if label and provenance["source"] == "files":
        provenance["label"] = label
    contribution, hours = provenance["contribution"], len(provenance["hours"])
    epsilon = budget.pop("map_epsilon")
    contribution["guarantees"] = guarantees(
        contribution, epsilon=epsilon, hours=hours, **budget
    )
    write_json(provenance, snakemake.output.provenance)
