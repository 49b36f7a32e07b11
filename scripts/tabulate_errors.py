from itertools import islice
from pathlib import Path

import pandas as pd

from gaussmech.paper.experiments.error_tables import sweep_table, table_of
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.tables import read_table

with job(snakemake.log):
    name = Path(snakemake.output[0]).stem.removeprefix("sweep_")
    paths, parts = iter(snakemake.input.errors), []
    # Of a sweep there are several cells, each with its values and number of files.
    for values, files in snakemake.params.get("cells", [({}, None)]):
        errors = pd.concat(read_table(path, f"{name}_errors") for path in islice(paths, files))
        parts.append((values, table_of(name, errors)))
    write_table(sweep_table(parts), snakemake.output[0])
