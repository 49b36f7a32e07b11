rule compute_gdp:
    """Privacy profiles, transforms and compositions of Liu et al."""
    output:
        gdp_profiles=update(f"{DATA}/gdp_profiles.csv"),
        gdp_transform=update(f"{DATA}/gdp_transform.csv"),
        gdp_staircase=update(f"{DATA}/gdp_staircase.csv"),
        gdp_head=update(f"{DATA}/gdp_head.csv"),
        gdp_composition=update(f"{DATA}/gdp_composition.csv"),
        gdp_composition_table=update(f"{DATA}/gdp_composition_table.csv"),
        gdp_laplace=update(f"{DATA}/gdp_laplace.csv"),
        gdp_laplace_mu=update(f"{DATA}/gdp_laplace_mu.csv"),
        gdp_subsampling=update(f"{DATA}/gdp_subsampling.csv"),
        gdp_subsampling_mu=update(f"{DATA}/gdp_subsampling_mu.csv"),
    log:
        f"{RESULTS}/logs/compute_gdp.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_gdp.tsv"
    conda:
        "../../environment.yml"
    params:
        settings=section("gdp"),
        code=code_digests("experiments.gdp"),
    script:
        "../../scripts/compute_gdp.py"
