from gaussmech.paper.claims import markdown, verdicts
from gaussmech.paper.claims.results import Results
from gaussmech.paper.pipeline.files import write_table, write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.mixture import refuse_mixture
from gaussmech.paper.pipeline.reading import read_provenance
from gaussmech.paper.pipeline.tables import read_results

with job(snakemake):
    refuse_mixture(snakemake)
    provenance = read_provenance(snakemake.input.provenance)
    table = verdicts(Results(read_results(snakemake.input.tables), provenance))
    write_table(table, snakemake.output.table)
    write_text(markdown(table, provenance), snakemake.output.page)
