"""Mean estimation (Balle & Wang, section 5.2): the tables of the right half of Figures 1 and 3."""


def data_sets(job):
    """The file of the data sets of a block of repetitions, which all budgets of a sweep share."""
    cell = folder(part_of(CELLS[job.cell], DATA_SETS))
    return f"{RESULTS}/{cell}data_sets/mean_estimation/repetitions-{job.first}-{job.last}.bin"


rule draw_data_sets:
    """The means of data sets, once for all budgets at which they are released."""
    output:
        "<results>/{cell}data_sets/mean_estimation/repetitions-{first}-{last}.bin",
    log:
        "<logs>/{cell}data_sets/mean_estimation/repetitions-{first}-{last}.log",
    priority: 30
    params:
        *code("draw_data_sets.py"),
        settings=settings(mean_estimation="sample_size dimensions"),
    script:
        "../../scripts/draw_data_sets.py"


rule compute_mean_estimation:
    """The L2 error of each method at each epsilon, for a block of repetitions."""
    input:
        data=data_sets,
    output:
        "<results>/{cell}errors/mean_estimation/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/mean_estimation/repetitions-{first}-{last}.log",
    params:
        *code("compute_mean_estimation.py"),
        settings=settings(mean_estimation="epsilons delta sample_size dimensions methods"),
    script:
        "../../scripts/compute_mean_estimation.py"
