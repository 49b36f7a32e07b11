from pathlib import Path

from gaussmech.claims import markdown, verdicts
from gaussmech.pipeline.claim_tables import read_results
from gaussmech.pipeline.files import write_table, write_text
from gaussmech.pipeline.jobs import job

with job(snakemake.log):
    paths = {Path(path).stem: path for path in snakemake.input.tables}
    results = read_results(paths, snakemake.input.provenance)
    table = verdicts(results)
    write_table(table, snakemake.output.table)
    write_text(markdown(table, results.provenance), snakemake.output.page)
