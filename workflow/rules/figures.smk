from gaussmech.pipeline.claim_tables import TABLES as CLAIM_TABLES

FIGURES = {
    "fig1": ["calibration_epsilon.csv", "mean_estimation.csv"],
    "fig2": ["heatmap.csv", "heatmap_draw.csv", "junctions.csv", "roads.csv", "provenance.json"],
    "fig3": ["calibration_delta.csv", "mean_estimation.csv"],
    "fig4": ["histogram.csv"],
    "fig5": ["heatmap.csv", "heatmap_draw.csv", "junctions.csv", "roads.csv", "provenance.json"],
    "fig6": ["heatmap.csv", "provenance.json"],
    "fig2_extended": [
        "heatmap_extended.csv",
        "heatmap_draw_extended.csv",
        "junctions.csv",
        "roads.csv",
        "provenance.json",
    ],
    "fig5_extended": [
        "heatmap_extended.csv",
        "heatmap_draw_extended.csv",
        "junctions.csv",
        "roads.csv",
        "provenance.json",
    ],
    "fig6_extended": ["heatmap_extended.csv", "provenance.json"],
    "sure_path": ["sure_path.csv", "provenance.json"],
    "forest_size": ["forest_size.csv", "provenance.json"],
    "geng_density": ["geng_density.csv"],
    "geng_bounds": ["geng_bounds.csv"],
    "geng_ratio": ["geng_ratio_epsilon.csv", "geng_ratio_delta.csv"],
    "accuracy": ["accuracy.csv", "accuracy_budget.csv", "accuracy_constant.csv"],
    "composition_lecture": [
        "composition_lecture.csv",
        "privacy_loss.csv",
        "privacy_loss_summary.csv",
    ],
    "gdp_profiles": ["gdp_profiles.csv"],
    "gdp_transform": ["gdp_transform.csv", "gdp_staircase.csv", "gdp_head.csv"],
    "gdp_composition": ["gdp_composition.csv", "gdp_composition_table.csv"],
    "gdp_laplace": ["gdp_laplace.csv", "gdp_laplace_mu.csv"],
    "gdp_subsampling": ["gdp_subsampling.csv", "gdp_subsampling_mu.csv"],
}

# A figure whose hours are not in the config is not made.
for figures, hours in (
    (("fig2", "fig2_extended"), {0}),
    (("fig5", "fig5_extended"), {12}),
    (("fig6", "fig6_extended"), {8, 12, 16, 20}),
    (("sure_path", "forest_size"), set(config["denoising"]["tuning_hours"])),
):
    if not hours & set(config["heatmap"]["hours"]):
        for figure in figures:
            del FIGURES[figure]

# Targets themselves, so that a table that went missing is made anew.
TABLES = {name for names in FIGURES.values() for name in names}
TABLES |= {f"{name}.csv" for name in ("calibration", "geng_ratio", *CLAIM_TABLES)}


rule plot_figure:
    """A figure from its tables, as PDF and PNG, and its caption with the numbers of this run."""
    input:
        lambda wildcards: [f"{DATA}/{name}" for name in FIGURES[wildcards.figure]],
    output:
        pdf=update(f"{RESULTS}/figures/{{figure}}.pdf"),
        png=report(
            update(f"{RESULTS}/figures/{{figure}}.png"),
            caption="../report/figure.rst",
            category="Figures",
            labels={"figure": "{figure}"},
        ),
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
