import gc
import sys
from importlib import import_module
from pathlib import Path

from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.origin import commit
from gaussmech.pipeline.tables import read_provenance, read_table, write_bytes, write_text

# pandas would load it, in vain: only Parquet files need it.
sys.modules["pyarrow"] = None

# A seventh of the time goes into the search for garbage, and there is little to be found.
gc.disable()

with job(snakemake.log):
    params, inputs = snakemake.params, {}
    for path in map(Path, snakemake.input):
        read = read_provenance if path.suffix == ".json" else lambda p: read_table(p, p.stem)
        inputs[path.stem] = read(path)
    if params.module == "sweep":
        inputs = {"table": inputs.popitem()[1]}
    module = import_module(f"gaussmech.figures.{params.module}")
    style = import_module("gaussmech.figures.style")
    # The commit is no parameter of the job: a new one alone does not draw a figure anew.
    made_by = f"commit {commit()}; {params.origin}"
    if params.get("one_column"):
        with style.column_width():
            pdf, _ = style.rendered(module.draw(**inputs), made_by)
        write_bytes(pdf, snakemake.output[0])
    else:
        pdf, png = style.rendered(module.draw(**inputs), made_by)
        write_bytes(pdf, snakemake.output.pdf)
        write_bytes(png, snakemake.output.png)
        write_text(module.caption(**inputs), snakemake.output.caption)
