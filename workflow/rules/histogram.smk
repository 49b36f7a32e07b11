"""Sparse histograms (Balle & Wang, appendix B.1): the tables of Figure 4."""


rule compute_histogram:
    """The L1 error of each method at one epsilon, for a block of repetitions."""
    pathvars:
        job="errors/histogram/<block>",
    input:
        code=code("compute_histogram.py"),
    output:
        "<results>/{cell}<job>.csv",
    log:
        "<logs>/{cell}<job>.log",
    benchmark:
        "<benchmarks>/{cell}<job>.tsv"
    params:
        versions=VERSIONS,
        settings=settings(histogram="delta sample_size dimensions methods"),
    script:
        "../../scripts/compute_histogram.py"


use rule compute_histogram as compute_histogram_extended with:
    """The same for the methods beyond the paper."""
    pathvars:
        job="errors/histogram_extended/<block>",
    params:
        versions=VERSIONS,
        settings=settings(histogram_extended="delta sample_size dimensions methods"),


rule tabulate_histogram:
    """Mean errors over all repetitions."""
    pathvars:
        job="tabulate_histogram",
    input:
        errors=errors("histogram"),
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/histogram.csv",
    log:
        "<logs>/<job>.log",
    benchmark:
        "<benchmarks>/<job>.tsv"
    localrule: True
    params:
        experiment="histogram",
        columns=ERRORS["histogram_errors"],
    script:
        "../../scripts/tabulate_errors.py"


use rule tabulate_histogram as tabulate_histogram_extended with:
    """Mean errors of the methods beyond the paper."""
    pathvars:
        job="tabulate_histogram_extended",
    input:
        errors=errors("histogram_extended"),
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/histogram_extended.csv",
    # `use rule` does not hand this on.
    localrule: True
    params:
        experiment="histogram_extended",
        columns=ERRORS["histogram_extended_errors"],
