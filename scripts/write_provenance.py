import json

import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.guarantees import guarantees
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import read_provenance, write_text

with job(snakemake.log):
    provenance = read_provenance(snakemake.input.city)
    if snakemake.params.label and provenance["source"] == "files":
        provenance["label"] = snakemake.params.label
    contribution = provenance["contribution"]
    contribution["guarantees"] = guarantees(
        contribution, hours=len(provenance["hours"]), **snakemake.params.budget
    )
    text = json.dumps(provenance, indent=2, allow_nan=False) + "\n"
    write_text(text, snakemake.output[0])
