from gaussmech.paper.claims import markdown, verdicts
from gaussmech.paper.claims.results import Results
from gaussmech.paper.pipeline.files import write_table, write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.mixture import refuse_mixture
from gaussmech.paper.pipeline.tables import read_results

with job(snakemake):
    refuse_mixture(snakemake)
    tables = read_results(snakemake.input)
    provenance = tables.pop("provenance")
    table = verdicts(Results(tables, provenance))
    write_table(table, snakemake.output.table)
    write_text(markdown(table, provenance), snakemake.output.page)
