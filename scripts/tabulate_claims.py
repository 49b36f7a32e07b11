from pathlib import Path

import gaussmech.pipeline.light  # noqa: F401
from gaussmech.claims import markdown, verdicts
from gaussmech.pipeline.claim_tables import read_results
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table, write_text

with job(snakemake.log):
    paths = {Path(path).stem: path for path in snakemake.input if path.endswith(".csv")}
    results = read_results(paths, snakemake.input.provenance)
    table = verdicts(results)
    write_table(table, snakemake.output.table)
    write_text(markdown(table, results.provenance), snakemake.output.page)
