"""Mean estimation (Balle & Wang, section 5.2): the tables of the right half of Figures 1 and 3."""


rule draw_data_sets:
    """The means of data sets, once for all budgets at which they are released."""
    pathvars:
        job="data_sets/mean_estimation/repetitions-{first}-{last}",
    input:
        code=code("draw_data_sets.py"),
    output:
        "<results>/{cell}<job>.bin",
    log:
        "<logs>/{cell}<job>.log",
    benchmark:
        "<benchmarks>/{cell}<job>.tsv"
    priority: 30
    params:
        versions=VERSIONS,
        settings=settings(mean_estimation="sample_size dimensions"),
    script:
        "../../scripts/draw_data_sets.py"


use rule draw_data_sets as draw_data_sets_extended with:
    """The same in the dimensions beyond the paper."""
    pathvars:
        job="data_sets/mean_estimation_extended/repetitions-{first}-{last}",
    params:
        versions=VERSIONS,
        settings=settings(mean_estimation_extended="sample_size dimensions"),


rule compute_mean_estimation:
    """The L2 error of each method at one epsilon, for a block of repetitions."""
    pathvars:
        job="errors/mean_estimation/<block>",
    input:
        data=lambda job: data_sets("mean_estimation", job.cell, job.first, job.last),
        code=code("compute_mean_estimation.py"),
    output:
        "<results>/{cell}<job>.csv",
    log:
        "<logs>/{cell}<job>.log",
    benchmark:
        "<benchmarks>/{cell}<job>.tsv"
    params:
        versions=VERSIONS,
        settings=settings(mean_estimation="delta sample_size dimensions methods"),
    script:
        "../../scripts/compute_mean_estimation.py"


use rule compute_mean_estimation as compute_mean_estimation_extended with:
    """The same for the methods beyond the paper."""
    pathvars:
        job="errors/mean_estimation_extended/<block>",
    input:
        data=lambda job: data_sets("mean_estimation_extended", job.cell, job.first, job.last),
        code=code("compute_mean_estimation.py"),
    params:
        versions=VERSIONS,
        settings=settings(mean_estimation_extended="delta sample_size dimensions methods"),


rule tabulate_mean_estimation:
    """Mean errors over all repetitions."""
    pathvars:
        job="tabulate_mean_estimation",
    input:
        errors=errors("mean_estimation"),
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/mean_estimation.csv",
    log:
        "<logs>/<job>.log",
    benchmark:
        "<benchmarks>/<job>.tsv"
    localrule: True
    params:
        experiment="mean_estimation",
        columns=ERRORS["mean_estimation_errors"],
    script:
        "../../scripts/tabulate_errors.py"


use rule tabulate_mean_estimation as tabulate_mean_estimation_extended with:
    """Mean errors of the methods beyond the paper; the table begins at one dimension."""
    pathvars:
        job="tabulate_mean_estimation_extended",
    input:
        errors=errors("mean_estimation_extended"),
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/mean_estimation_extended.csv",
    # `use rule` does not hand this on.
    localrule: True
    params:
        experiment="mean_estimation_extended",
        columns=ERRORS["mean_estimation_extended_errors"],
