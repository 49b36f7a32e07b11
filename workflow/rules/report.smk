from gaussmech.pipeline.explorer import SCRIPTS, TASKS

REPORT = f"{workflow.basedir}/workflow/report"
ORIGIN = {"commit": commit(), "config_digest": config_digest(config)}

# Not among the targets of `all`: `make report` asks for them, then for Snakemake's own report.


rule report:
    input:
        rules.all.input,
        f"{RESULTS}/report/front.html",
        f"{RESULTS}/explorer.html",


rule write_front_page:
    """The report's first page: verdicts, figures, data, configuration, versions, times."""
    input:
        template=f"{REPORT}/front.html",
        figures=expand(f"{RESULTS}/figures/{{figure}}.png", figure=FIGURES),
        captions=expand(f"{RESULTS}/figures/{{figure}}.txt", figure=FIGURES),
        claims=f"{DATA}/claims.csv",
        provenance=f"{DATA}/provenance.json",
    output:
        update(f"{RESULTS}/report/front.html"),
    log:
        f"{RESULTS}/logs/write_front_page.log",
    benchmark:
        f"{RESULTS}/benchmarks/write_front_page.tsv"
    conda:
        "../../environment.yml"
    params:
        origin=ORIGIN,
        code=code_digests("pipeline.report"),
    script:
        "../../scripts/write_front_page.py"


rule write_explorer:
    """One page to look at the run's errors and to compute the noise of a budget."""
    input:
        template=f"{REPORT}/explorer.html",
        scripts=[f"{REPORT}/{name}" for name in SCRIPTS],
        tables=expand(f"{DATA}/{{task}}.csv", task=TASKS),
        provenance=f"{DATA}/provenance.json",
    output:
        update(f"{RESULTS}/explorer.html"),
    log:
        f"{RESULTS}/logs/write_explorer.log",
    benchmark:
        f"{RESULTS}/benchmarks/write_explorer.tsv"
    conda:
        "../../environment.yml"
    params:
        origin=ORIGIN,
        code=code_digests("pipeline.explorer"),
    script:
        "../../scripts/write_explorer.py"
