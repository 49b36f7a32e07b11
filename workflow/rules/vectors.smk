"""Mean estimation and sparse histograms (Balle & Wang, section 5.2 and appendix B.1), and beyond the paper.

One rule for each experiment, which computes the error of each method at each epsilon, for a block of
repetitions: compute_mean_estimation, compute_histogram and compute_histogram_extended.
"""

for experiment in [name for name, row in REPEATED.items() if not row.is_heatmap]:
    task = experiment.removesuffix("_extended")

    rule:
        name:
            f"compute_{experiment}"
        output:
            f"<results>/{{cell}}errors/{experiment}/repetitions-{{first}}-{{last}}.csv",
        log:
            f"<logs>/{{cell}}errors/{experiment}/repetitions-{{first}}-{{last}}.log",
        params:
            *code("compute_vectors.py", f"experiments.{task}"),
            task=task,
            settings=settings("seed", REPEATED[experiment].section),
        script:
            "../../scripts/compute_vectors.py"
