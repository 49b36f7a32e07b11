"""Mean estimation (Balle & Wang, section 5.2), for the right half of Figures 1 and 3."""


rule draw_data_sets:
    """The means of data sets, once for all budgets at which they are released."""
    input:
        code=code("draw_data_sets.py"),
    output:
        "results/shared/draw_data_sets/{key}/repetitions-{first}-{last}.bin",
    log:
        "<logs>/draw_data_sets/{key}/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/draw_data_sets/{key}/repetitions-{first}-{last}.tsv"
    priority: 30
    conda:
        ENVIRONMENT
    params:
        versions=VERSIONS,
        settings=given("settings"),
    script:
        "../../scripts/draw_data_sets.py"


rule compute_mean_estimation:
    """The L2 error of each method at one epsilon, for a block of repetitions."""
    input:
        data=lambda wildcards: "{}/repetitions-{first}-{last}.bin".format(
            given("data")(wildcards), **wildcards
        ),
        code=code("compute_vectors.py", "experiments.mean_estimation"),
    output:
        "results/shared/compute_mean_estimation/{key}/epsilon-{epsilon}/repetitions-{first}-{last}.csv",
    log:
        "<logs>/compute_mean_estimation/{key}/epsilon-{epsilon}/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/compute_mean_estimation/{key}/epsilon-{epsilon}/repetitions-{first}-{last}.tsv"
    conda:
        ENVIRONMENT
    params:
        versions=VERSIONS,
        make="mean_estimation.mean_estimation",
        settings=given("settings"),
    script:
        "../../scripts/compute_vectors.py"


rule tabulate_mean_estimation:
    """Mean errors over all repetitions; the extended table begins at one dimension."""
    input:
        errors=lambda wildcards: ERRORS[wildcards.table],
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/{table,mean_estimation|mean_estimation_extended}.csv",
    log:
        "<logs>/tabulate_errors/{table}.log",
    benchmark:
        "<benchmarks>/tabulate_errors/{table}.tsv"
    localrule: True
    conda:
        ENVIRONMENT
    script:
        "../../scripts/tabulate_errors.py"
