"""Sparse histograms (Balle & Wang, appendix B.1): the tables of Figure 4."""


rule compute_histogram:
    """The L1 error of each method at each epsilon, for a block of repetitions."""
    output:
        "<results>/{cell}errors/histogram/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/histogram/repetitions-{first}-{last}.log",
    params:
        *code("compute_histogram.py"),
        settings=settings("histogram"),
    script:
        "../../scripts/compute_histogram.py"


use rule compute_histogram as compute_histogram_extended with:
    """The same for the methods beyond the paper."""
    output:
        "<results>/{cell}errors/histogram_extended/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/histogram_extended/repetitions-{first}-{last}.log",
    params:
        *code("compute_histogram.py"),
        settings=settings("histogram_extended"),
