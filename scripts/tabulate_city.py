from gaussmech.paper.experiments.guarantees import guarantees
from gaussmech.paper.pipeline.city_tables import joined
from gaussmech.paper.pipeline.files import write_json
from gaussmech.paper.pipeline.jobs import job

with job(snakemake.log):
    provenance = joined(snakemake.input, snakemake.output)
    if snakemake.params.label and provenance["source"] == "files":
        provenance["label"] = snakemake.params.label
    contribution, hours = provenance["contribution"], len(provenance["hours"])
    contribution["guarantees"] = guarantees(contribution, hours=hours, **snakemake.params.budget)
    write_json(provenance, snakemake.output.provenance)
