import shutil

from gaussmech.paper.experiments.guarantees import guarantees
from gaussmech.paper.pipeline.files import write_json
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake):
    for name in ("junctions", "roads", "truth"):
        shutil.copyfile(snakemake.input[name], snakemake.output[name])
    provenance = read_provenance(snakemake.input.city)
    if snakemake.params.label and provenance["source"] == "files":
        provenance["label"] = snakemake.params.label
    contribution, hours = provenance["contribution"], len(provenance["hours"])
    contribution["guarantees"] = guarantees(
        contribution, hours=hours, **snakemake.params.budget
    )
    write_json(provenance, snakemake.output.provenance)
