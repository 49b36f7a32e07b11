"""Mean estimation (Balle & Wang, section 5.2): the tables of the right half of Figures 1 and 3."""


rule draw_data_sets:
    """The means of data sets, once for all budgets at which they are released."""
    input:
        code=code("draw_data_sets.py"),
    output:
        "<results>/{cell}data_sets/mean_estimation/repetitions-{first}-{last}.bin",
    log:
        "<logs>/{cell}data_sets/mean_estimation/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/{cell}data_sets/mean_estimation/repetitions-{first}-{last}.tsv"
    priority: 30
    params:
        versions=VERSIONS,
        settings=settings(mean_estimation="sample_size dimensions"),
    script:
        "../../scripts/draw_data_sets.py"


rule compute_mean_estimation:
    """The L2 error of each method at one epsilon, for a block of repetitions."""
    input:
        data=lambda job: data_sets("mean_estimation", job.cell, job.first, job.last),
        code=code("compute_mean_estimation.py"),
    output:
        "<results>/{cell}errors/mean_estimation/epsilon-{epsilon}/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/mean_estimation/epsilon-{epsilon}/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/{cell}errors/mean_estimation/epsilon-{epsilon}/repetitions-{first}-{last}.tsv"
    params:
        versions=VERSIONS,
        settings=settings(mean_estimation="delta sample_size dimensions methods"),
    script:
        "../../scripts/compute_mean_estimation.py"


use rule compute_mean_estimation as compute_mean_estimation_together with:
    output:
        together("mean_estimation"),
    log:
        "<logs>/{cell}errors/mean_estimation/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/{cell}errors/mean_estimation/repetitions-{first}-{last}.tsv"
    wildcard_constraints:
        cell=untouched("mean_estimation"),


ruleorder: compute_mean_estimation_together > compute_mean_estimation


rule tabulate_mean_estimation:
    """Mean errors over all repetitions."""
    input:
        errors=errors("mean_estimation"),
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/mean_estimation.csv",
    log:
        "<logs>/tabulate_mean_estimation.log",
    benchmark:
        "<benchmarks>/tabulate_mean_estimation.tsv"
    localrule: True
    params:
        experiment="mean_estimation",
    script:
        "../../scripts/tabulate_errors.py"
