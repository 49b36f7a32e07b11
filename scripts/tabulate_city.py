import json
import shutil

from gaussmech.experiments.guarantees import guarantees
from gaussmech.pipeline.files import read_provenance, write_text
from gaussmech.pipeline.jobs import job

with job(snakemake.log):
    for name in ("junctions", "roads", "truth"):
        shutil.copyfile(snakemake.input[name], snakemake.output[name])
    provenance = read_provenance(snakemake.input.city)
    if snakemake.params.label and provenance["source"] == "files":
        provenance["label"] = snakemake.params.label
    contribution = provenance["contribution"]
    contribution["guarantees"] = guarantees(
        contribution, hours=len(provenance["hours"]), **snakemake.params.budget
    )
    text = json.dumps(provenance, indent=2, allow_nan=False) + "\n"
    write_text(text, snakemake.output.provenance)
