"""Sparse histograms (Balle & Wang, appendix B.1): Figure 4 and, beyond the paper, fig4_extended."""


use rule compute_mean_estimation as compute_histogram with:
    """The L1 error of each method at one epsilon, for a block of repetitions."""
    pathvars:
        experiment="histogram",
    input:
        code=code("compute_vectors.py", "experiments.histogram"),
    params:
        experiment="histogram",
        settings=given("settings"),
        seed=given("seed"),


use rule compute_histogram as compute_histogram_extended with:
    """The same, with every release denoised."""
    pathvars:
        experiment="histogram_extended",


localrules:
    tabulate_histogram,
    tabulate_histogram_extended,


use rule tabulate_mean_estimation as tabulate_histogram with:
    """Mean errors over all repetitions, of histograms."""
    pathvars:
        experiment="histogram",
    input:
        errors=errors("histogram"),
        code=code("tabulate_errors.py"),
    params:
        repetitions=config["histogram"]["repetitions"],


use rule tabulate_mean_estimation as tabulate_histogram_extended with:
    """Mean errors over all repetitions, of histograms with every release denoised."""
    pathvars:
        experiment="histogram_extended",
    input:
        errors=errors("histogram_extended"),
        code=code("tabulate_errors.py"),
    params:
        repetitions=config["histogram_extended"]["repetitions"],


use rule fig1 as fig4 with:
    """Figure 4: the error of a sparse histogram, against its dimension."""
    pathvars:
        figure="fig4",
    input:
        **drawn_from("fig4"),


use rule fig1 as fig4_extended with:
    """Figure 4, extended: sparse histograms, every release denoised."""
    pathvars:
        figure="fig4_extended",
    input:
        **drawn_from("fig4_extended"),
