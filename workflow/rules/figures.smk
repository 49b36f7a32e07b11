FIGURES = {
    "fig1": ["calibration_epsilon.csv", "mean_estimation.csv"],
    "fig2": ["heatmap.csv", "heatmap_draw.csv", "junctions.csv", "roads.csv", "provenance.json"],
    "fig3": ["calibration_delta.csv", "mean_estimation.csv"],
    "fig4": ["histogram.csv"],
    "fig5": ["heatmap.csv", "heatmap_draw.csv", "junctions.csv", "roads.csv", "provenance.json"],
    "fig6": ["heatmap.csv", "provenance.json"],
}

# A figure whose hours are not in the config is not made.
for figure, hours in (("fig2", {0}), ("fig5", {12}), ("fig6", {8, 12, 16, 20})):
    if not hours & set(config["heatmap"]["hours"]):
        del FIGURES[figure]


rule plot_figure:
    """A figure from its tables, as PDF and PNG, and its caption with the numbers of this run."""
    input:
        lambda wildcards: [f"{DATA}/{name}" for name in FIGURES[wildcards.figure]],
    output:
        pdf=update(f"{RESULTS}/figures/{{figure}}.pdf"),
        png=update(f"{RESULTS}/figures/{{figure}}.png"),
        caption=update(f"{RESULTS}/figures/{{figure}}.txt"),
    log:
        f"{RESULTS}/logs/plot_figure/{{figure}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/plot_figure/{{figure}}.tsv"
    wildcard_constraints:
        figure="|".join(FIGURES),
    conda:
        "../../environment.yml"
    params:
        code=lambda wildcards: code_digests(f"figures.{wildcards.figure}"),
    script:
        "../../scripts/plot_figure.py"
