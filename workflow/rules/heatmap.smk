"""Heat maps (Balle & Wang, sections 5.3 and B.2): Figures 2, 5, 6 and, beyond the paper, theirs."""

CITY = city_of(config)
BUDGET = pick(config["heatmap"], "delta", "sensitivity") | {
    "epsilon": config["heatmap"]["map_epsilon"]
}
MAP = BUDGET | pick(config, "seed")
MAP_HOURS = set(config["heatmap"]["hours"])
TUNING = config["denoising"]


# Not on a compute node of a cluster: those often have no network.
localrules:
    fetch_city,
    tabulate_city,
    tabulate_heatmap,
    tabulate_heatmap_extended,


rule fetch_city:
    """Streets and trips: downloaded, read from files, or synthetic; one map per hour."""
    input:
        files=lambda wildcards: city_files(given("settings")(wildcards)),
        code=code("fetch_city.py"),
    output:
        **city_tables("results/shared/fetch_city/{key}"),
    log:
        "<logs>/fetch_city/{key}.log",
    benchmark:
        "<benchmarks>/fetch_city/{key}.tsv"
    # First, so that unreadable files are reported before long work starts.
    priority: 100
    conda:
        ENVIRONMENT
    params:
        settings=given("settings"),
        seed=given("seed"),
    script:
        "../../scripts/fetch_city.py"


rule tabulate_city:
    """The maps of this run, what they are made from, and what their noise guarantees."""
    input:
        **city_tables(CITY),
        code=code("tabulate_city.py"),
    output:
        junctions="<results>/data/junctions.csv",
        roads="<results>/data/roads.csv",
        truth="<results>/data/heatmap_truth.csv",
        provenance="<results>/data/provenance.json",
    log:
        "<logs>/tabulate_city.log",
    benchmark:
        "<benchmarks>/tabulate_city.tsv"
    conda:
        ENVIRONMENT
    params:
        label=config["heatmap"]["label"],
        budget=BUDGET,
    script:
        "../../scripts/tabulate_city.py"


rule compute_heatmap:
    """The RMSE of each method over the junctions, per hour, at one epsilon."""
    pathvars:
        experiment="heatmap",
    input:
        unpack(lambda wildcards: city_tables(given("city")(wildcards))),
        code=code("compute_heatmap.py"),
    output:
        "results/shared/compute_<experiment>/{key}/<block>.csv",
    log:
        "<logs>/compute_<experiment>/{key}/<block>.log",
    benchmark:
        "<benchmarks>/compute_<experiment>/{key}/<block>.tsv"
    # The longest jobs begin first, so that no core idles at the end.
    priority: 10
    conda:
        ENVIRONMENT
    params:
        settings=given("settings"),
        seed=given("seed"),
    script:
        "../../scripts/compute_heatmap.py"


use rule compute_heatmap as compute_heatmap_extended with:
    """The same for denoising that is tuned on the release alone."""
    pathvars:
        experiment="heatmap_extended",
    priority: 20


use rule tabulate_mean_estimation as tabulate_heatmap with:
    """Mean errors of the maps over all repetitions."""
    pathvars:
        experiment="heatmap",
    input:
        errors=errors("heatmap"),
        code=code("tabulate_errors.py"),
    params:
        repetitions=config["heatmap"]["repetitions"],


use rule tabulate_mean_estimation as tabulate_heatmap_extended with:
    """Mean errors of the maps over all repetitions, denoised."""
    pathvars:
        experiment="heatmap_extended",
    input:
        errors=errors("heatmap_extended"),
        code=code("tabulate_errors.py"),
    params:
        repetitions=config["denoising"]["repetitions"],


rule compute_heatmap_draw:
    """One draw of the maps of every hour, for Figures 2 and 5."""
    pathvars:
        job="compute_heatmap_draw",
    input:
        **city_tables(CITY),
        code=code("compute_on_streets.py", "experiments.heatmap"),
    output:
        heatmap_draw="<results>/data/heatmap_draw.csv",
    log:
        "<logs>/<job>.log",
    benchmark:
        "<benchmarks>/<job>.tsv"
    priority: 5
    conda:
        ENVIRONMENT
    params:
        make="heatmap.heatmap_draw",
        settings=MAP | pick(config["heatmap"], "methods", "hours"),
    script:
        "../../scripts/compute_on_streets.py"


use rule compute_heatmap_draw as compute_heatmap_draw_extended with:
    """One draw of the maps at midnight and noon, denoised."""
    pathvars:
        job="compute_heatmap_draw_extended",
    output:
        heatmap_draw_extended="<results>/data/heatmap_draw_extended.csv",
    params:
        make="heatmap.heatmap_draw",
        settings=MAP
        | {
            "methods": [m for m in TUNING["methods"] if not METHODS[m].of_all_hours],
            "hours": sorted({0, 12} & MAP_HOURS),
        },


use rule compute_heatmap_draw as compute_tuning with:
    """SURE along lambda, and the forest's error against its number of trees."""
    pathvars:
        job="compute_tuning",
    input:
        **city_tables(CITY),
        code=code("compute_on_streets.py", "experiments.tuning"),
    output:
        sure_path="<results>/data/sure_path.csv",
        forest_size="<results>/data/forest_size.csv",
    params:
        make="tuning.tables",
        settings=MAP
        | {
            "repetitions": TUNING["tuning_repetitions"],
            "trees": TUNING["trees"],
            "hours": sorted(set(TUNING["tuning_hours"]) & MAP_HOURS),
        },


use rule fig1 as fig2 with:
    """Figure 2: heat maps at midnight."""
    pathvars:
        figure="fig2",
    input:
        **drawn_from("fig2"),


use rule fig1 as fig2_extended with:
    """Figure 2, extended: midnight, denoised without the truth."""
    pathvars:
        figure="fig2_extended",
    input:
        **drawn_from("fig2_extended"),


use rule fig1 as fig5 with:
    """Figure 5: heat maps at noon."""
    pathvars:
        figure="fig5",
    input:
        **drawn_from("fig5"),


use rule fig1 as fig5_extended with:
    """Figure 5, extended: noon, denoised without the truth."""
    pathvars:
        figure="fig5_extended",
    input:
        **drawn_from("fig5_extended"),


use rule fig1 as fig6 with:
    """Figure 6: errors of heat maps at four hours of the day."""
    pathvars:
        figure="fig6",
    input:
        **drawn_from("fig6"),


use rule fig1 as fig6_extended with:
    """Figure 6, extended: errors of denoising without the truth."""
    pathvars:
        figure="fig6_extended",
    input:
        **drawn_from("fig6_extended"),


use rule fig1 as sure_path with:
    """Stein's estimate of the risk along lambda, beside the true error."""
    pathvars:
        figure="sure_path",
    input:
        **drawn_from("sure_path"),


use rule fig1 as forest_size with:
    """The forest's error against its number of trees."""
    pathvars:
        figure="forest_size",
    input:
        **drawn_from("forest_size"),
