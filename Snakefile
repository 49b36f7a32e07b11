"""Every figure of Balle & Wang (ICML 2018): config in, tables and figures out."""

from snakemake.utils import min_version

min_version("9.0")


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/experiments.smk"
include: "workflow/rules/denoising.smk"
include: "workflow/rules/companions.smk"
include: "workflow/rules/gdp.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/claims.smk"


rule all:
    default_target: True
    input:
        expand(f"{RESULTS}/figures/{{figure}}.{{kind}}", figure=FIGURES, kind=["pdf", "png", "txt"]),
        expand(f"{DATA}/{{table}}", table=sorted(TABLES)),
        f"{DATA}/claims.csv",
        f"{RESULTS}/claims.md",


include: "workflow/rules/report.smk"


onstart:
    start_run()


onerror:
    mark_failed()


onsuccess:
    end_run()
