"""Sparse histograms (Balle & Wang, appendix B.1): Figure 4."""


rule compute_histogram:
    """The L1 error of each method at one epsilon, for a block of repetitions."""
    input:
        code=code("compute_vectors.py", "experiments.histogram"),
    output:
        "results/shared/compute_histogram/{key}/epsilon-{epsilon}/repetitions-{first}-{last}.csv",
    log:
        "<logs>/compute_histogram/{key}/epsilon-{epsilon}/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/compute_histogram/{key}/epsilon-{epsilon}/repetitions-{first}-{last}.tsv"
    conda:
        ENVIRONMENT
    params:
        versions=VERSIONS,
        make="histogram.histogram",
        settings=given("settings"),
    script:
        "../../scripts/compute_vectors.py"


rule tabulate_histogram:
    """Mean errors over all repetitions; the extended table has every release denoised."""
    input:
        errors=lambda wildcards: ERRORS[wildcards.table],
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/{table,histogram|histogram_extended}.csv",
    log:
        "<logs>/tabulate_errors/{table}.log",
    benchmark:
        "<benchmarks>/tabulate_errors/{table}.tsv"
    localrule: True
    conda:
        ENVIRONMENT
    script:
        "../../scripts/tabulate_errors.py"


rule fig4:
    """Figure 4: the error of a sparse histogram, against its dimension."""
    input:
        tables=["<results>/data/histogram.csv"],
        code=code("plot.py", "figures.fig4"),
    output:
        pdf="<results>/figures/fig4.pdf",
        png=in_report("<results>/figures/fig4.png"),
        caption="<results>/figures/fig4.txt",
    log:
        "<logs>/plot/fig4.log",
    benchmark:
        "<benchmarks>/plot/fig4.tsv"
    group:
        "figures"
    conda:
        ENVIRONMENT
    script:
        "../../scripts/plot.py"
