"""Mean estimation (Balle & Wang, section 5.2): the tables of the right half of Figures 1 and 3."""


def data_set(cell, block):
    """The file of the data sets of a block, "repetitions-0-99", which all budgets of a sweep share."""
    place = folder(part_of(CELLS[cell], DATA_SETS))
    return f"{RESULTS}/{place}data_sets/mean_estimation/{block}.bin"


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
        data=lambda job: data_set(job.cell, f"repetitions-{job.first}-{job.last}"),
    output:
        "<results>/{cell}errors/mean_estimation/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/mean_estimation/repetitions-{first}-{last}.log",
    params:
        *code("compute_mean_estimation.py"),
        settings=settings(mean_estimation="epsilons delta sample_size dimensions methods"),
    script:
        "../../scripts/compute_mean_estimation.py"
