MAPS = "junctions.csv roads.csv provenance.json"
# The tables that each figure is drawn from.
FIGURES = {
    "fig1": "calibration_epsilon.csv mean_estimation.csv",
    "fig2": f"heatmap.csv heatmap_draw.csv {MAPS}",
    "fig3": "calibration_delta.csv mean_estimation.csv",
    "fig4": "histogram.csv",
    "fig5": f"heatmap.csv heatmap_draw.csv {MAPS}",
    "fig6": "heatmap.csv provenance.json",
    "fig2_extended": f"heatmap_extended.csv heatmap_draw_extended.csv {MAPS}",
    "fig5_extended": f"heatmap_extended.csv heatmap_draw_extended.csv {MAPS}",
    "fig6_extended": "heatmap_extended.csv provenance.json",
    "fig1_extended": "mean_estimation_extended.csv",
    "fig4_extended": "histogram_extended.csv",
    "l2_mechanism": "l2_mechanism.csv",
    "sure_path": "sure_path.csv provenance.json",
    "forest_size": "forest_size.csv provenance.json",
    "geng_density": "geng_density.csv",
    "geng_bounds": "geng_bounds.csv",
    "geng_ratio": "geng_ratio_epsilon.csv geng_ratio_delta.csv",
    "accuracy": "accuracy.csv accuracy_budget.csv accuracy_constant.csv",
    "composition_lecture": "composition_lecture.csv privacy_loss.csv privacy_loss_summary.csv",
    "gdp_profiles": "gdp_profiles.csv",
    "gdp_transform": "gdp_transform.csv gdp_staircase.csv gdp_head.csv",
    "gdp_composition": "gdp_composition.csv gdp_composition_table.csv",
    "gdp_laplace": "gdp_laplace.csv gdp_laplace_mu.csv",
    "gdp_subsampling": "gdp_subsampling.csv gdp_subsampling_mu.csv",
}
# A figure is made only if one of its hours is in the config.
for figures, hours in (
    (("fig2", "fig2_extended"), {0}),
    (("fig5", "fig5_extended"), {12}),
    (("fig6", "fig6_extended"), {8, 12, 16, 20}),
    (("sure_path", "forest_size"), set(config["denoising"]["tuning_hours"])),
):
    if not hours & MAP_HOURS:
        for figure in figures:
            del FIGURES[figure]
FIGURES |= {Path(path).stem: Path(path).name for path in SWEPT}
FIGURES = {name: [TABLES[table] for table in tables.split()] for name, tables in FIGURES.items()}
DRAWN = {name: f"{part('plot_figure', tables=paths)}/{name}" for name, paths in FIGURES.items()}

# The module of gaussmech.figures that draws each.
MODULES = {name: "sweep" if name.startswith("sweep_") else name for name in FIGURES}

# One rule per figure, so that an edit of its module, or of one that it uses, draws it alone.
for figure, paths in FIGURES.items():

    rule:
        name:
            f"plot_{figure}"
        input:
            paths,
        output:
            **drawn(DRAWN[figure]),
        log:
            f"{LOGS}/plot_figure/{figure}.log",
        group:
            "figures"
        conda:
            ENVIRONMENT
        params:
            *code(f"figures.{MODULES[figure]}"),
            module=MODULES[figure],
            origin=f"settings {Path(DRAWN[figure]).parent.name}",
        script:
            "../../scripts/plot_figure.py"


rule plot_column:
    """A figure for one column of a page, 3.25 inches wide."""
    input:
        lambda wildcards: FIGURES[wildcards.figure],
    output:
        f"{RESULTS}/figures/column/{{figure}}.pdf",
    log:
        f"{LOGS}/plot_column/{{figure}}.log",
    conda:
        ENVIRONMENT
    params:
        code=lambda wildcards: code(f"figures.{MODULES[wildcards.figure]}"),
        module=lambda wildcards: MODULES[wildcards.figure],
        origin=lambda wildcards: f"settings {Path(DRAWN[wildcards.figure]).parent.name}",
        one_column=True,
    script:
        "../../scripts/plot_figure.py"


rule columns:
    """All figures for one column; none of them is part of `all`."""
    input:
        expand(f"{RESULTS}/figures/column/{{figure}}.pdf", figure=FIGURES),
