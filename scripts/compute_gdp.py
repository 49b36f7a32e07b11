import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments import gdp
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log):
    output = snakemake.output
    for name, table in gdp.tables(**snakemake.params.settings):
        write_table(table, output[name])
    write_table(gdp.composition_curves(), output.gdp_composition)
    write_table(gdp.composition_table(), output.gdp_composition_table)
