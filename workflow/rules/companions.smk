# One job for all tables of these papers: each is made in less time than a job takes to start.
COMPANIONS = {
    "truncated_laplacian": config["truncated_laplacian"],
    "accuracy": config["accuracy"],
    "lecture": config["lecture"],
    "seed": config["seed"],
}
COMPANION_TABLES = {
    name: f"{part('compute_companions', **COMPANIONS)}/{name}.csv"
    for name in (
        *("geng_density", "geng_bounds", "geng_ratio", "geng_ratio_epsilon", "geng_ratio_delta"),
        *("accuracy", "accuracy_budget", "accuracy_constant"),
        *("composition_lecture", "privacy_loss", "privacy_loss_summary"),
    )
}
GDP_TABLES = {
    name: f"{part('compute_gdp', **config['gdp'])}/{name}.csv"
    for name in (
        *("gdp_profiles", "gdp_transform", "gdp_staircase", "gdp_head", "gdp_composition"),
        *("gdp_composition_table", "gdp_laplace", "gdp_laplace_mu", "gdp_subsampling"),
        "gdp_subsampling_mu",
    )
}


rule compute_companions:
    """Truncated Laplacian, accuracy, and the lecture's composition."""
    output:
        **COMPANION_TABLES,
    log:
        f"{LOGS}/compute_companions.log",
    conda:
        ENVIRONMENT
    params:
        *code(
            "experiments.truncated_laplacian",
            "experiments.accuracy",
            "experiments.composition_lecture",
        ),
        **COMPANIONS,
    script:
        "../../scripts/compute_companions.py"


rule compute_gdp:
    """Privacy profiles, transforms and compositions of Liu et al."""
    output:
        **GDP_TABLES,
    log:
        f"{LOGS}/compute_gdp.log",
    conda:
        ENVIRONMENT
    params:
        *code("experiments.gdp"),
        settings=config["gdp"],
    script:
        "../../scripts/compute_gdp.py"
