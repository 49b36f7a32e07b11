"""Calibration (Balle & Wang, section 5.1): Figures 1 and 3, whose right half is mean estimation."""


rule compute_noise_levels:
    """sigma of both Gaussian mechanisms: against epsilon, against delta, and both grids."""
    input:
        code=code("compute.py", "experiments.noise_levels"),
    output:
        calibration="<results>/data/calibration.csv",
        calibration_epsilon="<results>/data/calibration_epsilon.csv",
        calibration_delta="<results>/data/calibration_delta.csv",
    log:
        "<logs>/compute_noise_levels.log",
    benchmark:
        "<benchmarks>/compute_noise_levels.tsv"
    localrule: True
    conda:
        ENVIRONMENT
    params:
        versions=VERSIONS,
        make="calibration.tables",
        settings=config["calibration"],
    script:
        "../../scripts/compute.py"


rule fig1:
    """Figure 1: calibration against epsilon, and mean estimation in high privacy."""
    pathvars:
        figure="fig1",
    input:
        tables=["<results>/data/calibration_epsilon.csv", "<results>/data/mean_estimation.csv"],
        code=code("plot.py", "figures.fig1"),
    output:
        pdf="<results>/figures/<figure>.pdf",
        png=in_report("<results>/figures/<figure>.png"),
        caption="<results>/figures/<figure>.txt",
    log:
        "<logs>/plot/<figure>.log",
    benchmark:
        "<benchmarks>/plot/<figure>.tsv"
    group:
        "figures"
    conda:
        ENVIRONMENT
    script:
        "../../scripts/plot.py"


use rule fig1 as fig3 with:
    """Figure 3: calibration against delta, and mean estimation in lower privacy."""
    pathvars:
        figure="fig3",
    input:
        tables=["<results>/data/calibration_delta.csv", "<results>/data/mean_estimation.csv"],
        code=code("plot.py", "figures.fig3"),
