from gaussmech.pipeline.explorer import SCRIPTS, TASKS

ORIGIN = {"commit": commit(), "config_digest": config_digest(config)}


def template(name):
    return beside(f"workflow/report/{name}")


localrules:
    write_front_page,
    write_explorer,


rule report:
    """What `make report` needs besides Snakemake's own report."""
    input:
        rules.all.input,
        f"{RESULTS}/report/front.html",
        f"{RESULTS}/explorer.html",


rule write_front_page:
    """The report's first page: verdicts, figures, data, configuration, versions, times."""
    input:
        template=template("front.html"),
        figures=expand(f"{RESULTS}/figures/{{figure}}.png", figure=FIGURES),
        captions=expand(f"{RESULTS}/figures/{{figure}}.txt", figure=FIGURES),
        claims=f"{RESULTS}/data/claims.csv",
        provenance=f"{RESULTS}/data/provenance.json",
    output:
        f"{RESULTS}/report/front.html",
    log:
        f"{LOGS}/write_front_page.log",
    conda:
        ENVIRONMENT
    params:
        *code("pipeline.report"),
        origin=ORIGIN,
    script:
        "../../scripts/write_front_page.py"


rule write_explorer:
    """One page to look at the run's errors and to compute the noise of a budget."""
    input:
        template=template("explorer.html"),
        scripts=[template(name) for name in SCRIPTS],
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
