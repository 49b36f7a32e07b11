"""Calibration (Balle & Wang, section 5.1): the tables of the left half of Figures 1 and 3."""


rule compute_calibration:
    """sigma of both Gaussian mechanisms: against epsilon, against delta, and both grids."""
    input:
        code=code("compute_calibration.py"),
    output:
        calibration="<results>/data/calibration.csv",
        calibration_epsilon="<results>/data/calibration_epsilon.csv",
        calibration_delta="<results>/data/calibration_delta.csv",
    log:
        "<logs>/compute_calibration.log",
    benchmark:
        "<benchmarks>/compute_calibration.tsv"
    localrule: True
    params:
        versions=VERSIONS,
        settings=config["calibration"],
    script:
        "../../scripts/compute_calibration.py"
