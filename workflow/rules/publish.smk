# What a run shows: copies, in its own folder, of the parts that its settings select.
localrules:
    publish_table,
    publish_figure,
    publish_claims,


rule publish_table:
    input:
        lambda wildcards: TABLES[wildcards.table],
    output:
        f"{RESULTS}/data/{{table}}",
    shell:
        "cp {input} {output}"


rule publish_figure:
    input:
        lambda wildcards: [f"{DRAWN[wildcards.figure]}.{kind}" for kind in ("pdf", "png", "txt")],
    output:
        f"{RESULTS}/figures/{{figure}}.pdf",
        report(
            f"{RESULTS}/figures/{{figure}}.png",
            caption="../report/figure.rst",
            category="Figures",
            labels={"figure": "{figure}"},
        ),
        f"{RESULTS}/figures/{{figure}}.txt",
    shell:
        "cp {input} {RESULTS}/figures"


rule publish_claims:
    input:
        f"{CLAIMS}/claims.md",
    output:
        f"{RESULTS}/claims.md",
    shell:
        "cp {input} {output}"


rule sweep:
    """The table and the figure of the config's `sweep` alone."""
    input:
        [f"{RESULTS}/data/{Path(path).name}" for path in SWEPT],
        [
            f"{RESULTS}/figures/{Path(path).stem}.{kind}"
            for path in SWEPT
            for kind in ("pdf", "png", "txt")
        ],


rule figures:
    input:
        expand(f"{RESULTS}/figures/{{figure}}.{{kind}}", figure=FIGURES, kind=["pdf", "png", "txt"]),


rule tables:
    input:
        expand(f"{RESULTS}/data/{{table}}", table=sorted(TABLES)),


rule claims:
    input:
        f"{RESULTS}/data/claims.csv",
        f"{RESULTS}/claims.md",
