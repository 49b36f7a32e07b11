"""Mean estimation (Balle & Wang, section 5.2): Figures 1, 3 and, beyond the paper, fig1_extended."""


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
        settings=given("settings"),
        seed=given("seed"),
    script:
        "../../scripts/draw_data_sets.py"


rule compute_mean_estimation:
    """The L2 error of each method at one epsilon, for a block of repetitions."""
    pathvars:
        experiment="mean_estimation",
    input:
        data=lambda wildcards: "{}/repetitions-{first}-{last}.bin".format(
            given("data")(wildcards), **wildcards
        ),
        code=code("compute_vectors.py", "experiments.mean_estimation"),
    output:
        "results/shared/compute_<experiment>/{key}/<block>.csv",
    log:
        "<logs>/compute_<experiment>/{key}/<block>.log",
    benchmark:
        "<benchmarks>/compute_<experiment>/{key}/<block>.tsv"
    conda:
        ENVIRONMENT
    params:
        experiment="mean_estimation",
        settings=given("settings"),
        seed=given("seed"),
    script:
        "../../scripts/compute_vectors.py"


use rule compute_mean_estimation as compute_mean_estimation_extended with:
    """The same from one dimension on, with the l2 mechanism."""
    pathvars:
        experiment="mean_estimation_extended",


localrules:
    tabulate_mean_estimation,
    tabulate_mean_estimation_extended,


rule tabulate_mean_estimation:
    """Mean errors over all repetitions."""
    pathvars:
        experiment="mean_estimation",
    input:
        errors=errors("mean_estimation"),
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/<experiment>.csv",
    log:
        "<logs>/tabulate_<experiment>.log",
    benchmark:
        "<benchmarks>/tabulate_<experiment>.tsv"
    conda:
        ENVIRONMENT
    params:
        repetitions=config["mean_estimation"]["repetitions"],
    script:
        "../../scripts/tabulate_errors.py"


use rule tabulate_mean_estimation as tabulate_mean_estimation_extended with:
    """Mean errors over all repetitions, from one dimension on."""
    pathvars:
        experiment="mean_estimation_extended",
    input:
        errors=errors("mean_estimation_extended"),
        code=code("tabulate_errors.py"),
    params:
        repetitions=config["mean_estimation_extended"]["repetitions"],


use rule fig1 as fig1_extended with:
    """Figures 1 and 3, extended: mean estimation from one dimension on."""
    pathvars:
        figure="fig1_extended",
    input:
        **drawn_from("fig1_extended"),
