from gaussmech.pipeline.explorer import REPORT_ASSETS, SCRIPTS, STYLE, TASKS

ORIGIN = {"commit": commit(), "config_digest": config_digest(config)}


localrules:
    write_report,
    write_explorer,


rule report:
    """What `make report` needs besides Snakemake's own report."""
    input:
        rules.all.input,
        f"{RESULTS}/report.html",
        f"{RESULTS}/explorer.html",


rule write_report:
    """One page: figures, verdicts, data, settings, times."""
    input:
        template=beside("workflow/report/report.html"),
        assets=[beside(f"workflow/report/{name}") for name in REPORT_ASSETS],
        figures=expand(f"{RESULTS}/figures/{{figure}}.png", figure=FIGURES),
        captions=expand(f"{RESULTS}/figures/{{figure}}.txt", figure=FIGURES),
        modules=[beside(f"gaussmech/figures/{module}.py") for module in MODULES.values()],
        claims=f"{RESULTS}/data/claims.csv",
        provenance=f"{RESULTS}/data/provenance.json",
    output:
        f"{RESULTS}/report.html",
    log:
        f"{LOGS}/write_report.log",
    conda:
        ENVIRONMENT
    params:
        *code("pipeline.report"),
        tables={name: [Path(p).name for p in paths] for name, paths in FIGURES.items()},
        origin=ORIGIN,
    script:
        "../../scripts/write_report.py"


rule write_explorer:
    """One page to look at the run's errors and to compute the noise of a budget."""
    input:
        template=beside("workflow/report/explorer.html"),
        scripts=[beside(f"workflow/report/{name}") for name in (*SCRIPTS, STYLE)],
        tables=expand(f"{RESULTS}/data/{{task}}.csv", task=TASKS),
        provenance=f"{RESULTS}/data/provenance.json",
    output:
        f"{RESULTS}/explorer.html",
    log:
        f"{LOGS}/write_explorer.log",
    conda:
        ENVIRONMENT
    params:
        *code("pipeline.explorer"),
        origin=ORIGIN,
    script:
        "../../scripts/write_explorer.py"
