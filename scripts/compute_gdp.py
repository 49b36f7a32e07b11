from gaussmech.experiments import gdp
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log):
    settings, output = snakemake.params.settings, snakemake.output
    write_table(gdp.profiles(settings), output.gdp_profiles)
    write_table(gdp.transforms(settings), output.gdp_transform)
    write_table(gdp.staircase(settings), output.gdp_staircase)
    write_table(gdp.heads(settings), output.gdp_head)
    write_table(gdp.composition_curves(), output.gdp_composition)
    write_table(gdp.composition_table(), output.gdp_composition_table)
    write_table(gdp.laplace_transforms(settings), output.gdp_laplace)
    write_table(gdp.laplace_mus(settings), output.gdp_laplace_mu)
    write_table(gdp.subsampling_transforms(settings), output.gdp_subsampling)
    write_table(gdp.subsampling_mus(settings), output.gdp_subsampling_mu)
