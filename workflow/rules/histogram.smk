"""Sparse histograms (Balle & Wang, appendix B.1): the tables of Figure 4."""


rule compute_histogram:
    """The L1 error of each method at one epsilon, for a block of repetitions."""
    input:
        code=code("compute_histogram.py"),
    output:
        "<results>/{cell}errors/histogram/epsilon-{epsilon}/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/histogram/epsilon-{epsilon}/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/{cell}errors/histogram/epsilon-{epsilon}/repetitions-{first}-{last}.tsv"
    params:
        versions=VERSIONS,
        settings=settings(histogram="delta sample_size dimensions methods"),
    script:
        "../../scripts/compute_histogram.py"


use rule compute_histogram as compute_histogram_extended with:
    """The same for the methods beyond the paper."""
    output:
        "<results>/{cell}errors/histogram_extended/epsilon-{epsilon}/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/histogram_extended/epsilon-{epsilon}/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/{cell}errors/histogram_extended/epsilon-{epsilon}/repetitions-{first}-{last}.tsv"
    params:
        versions=VERSIONS,
        settings=settings(histogram_extended="delta sample_size dimensions methods"),


use rule compute_histogram as compute_histogram_together with:
    output:
        together("histogram"),
    log:
        "<logs>/{cell}errors/histogram/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/{cell}errors/histogram/repetitions-{first}-{last}.tsv"
    wildcard_constraints:
        cell=untouched("histogram"),


ruleorder: compute_histogram_together > compute_histogram


use rule compute_histogram_extended as compute_histogram_extended_together with:
    output:
        together("histogram_extended"),
    log:
        "<logs>/{cell}errors/histogram_extended/repetitions-{first}-{last}.log",
    benchmark:
        "<benchmarks>/{cell}errors/histogram_extended/repetitions-{first}-{last}.tsv"
    wildcard_constraints:
        cell=untouched("histogram_extended"),


ruleorder: compute_histogram_extended_together > compute_histogram_extended


rule tabulate_histogram:
    """Mean errors over all repetitions."""
    input:
        errors=errors("histogram"),
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/histogram.csv",
    log:
        "<logs>/tabulate_histogram.log",
    benchmark:
        "<benchmarks>/tabulate_histogram.tsv"
    localrule: True
    params:
        experiment="histogram",
    script:
        "../../scripts/tabulate_errors.py"


use rule tabulate_histogram as tabulate_histogram_extended with:
    """Mean errors of the methods beyond the paper."""
    input:
        errors=errors("histogram_extended"),
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/histogram_extended.csv",
    log:
        "<logs>/tabulate_histogram_extended.log",
    benchmark:
        "<benchmarks>/tabulate_histogram_extended.tsv"
    # `use rule` does not hand this on.
    localrule: True
    params:
        experiment="histogram_extended",
