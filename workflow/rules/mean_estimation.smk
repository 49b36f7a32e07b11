"""Mean estimation (Balle & Wang, section 5.2): the tables of the right half of Figures 1 and 3."""


rule compute_mean_estimation:
    """The L2 error of each method at each epsilon, for a block of repetitions."""
    output:
        "<results>/{cell}errors/mean_estimation/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/mean_estimation/repetitions-{first}-{last}.log",
    params:
        *code("compute_mean_estimation.py"),
        settings=settings("mean_estimation"),
    script:
        "../../scripts/compute_mean_estimation.py"
