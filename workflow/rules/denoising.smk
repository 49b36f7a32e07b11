# The maps of the paper, denoised with nothing but the release; nothing here uses the truth
# except to measure errors.
CITY = {
    "junctions": f"{DATA}/junctions.csv",
    "roads": f"{DATA}/roads.csv",
    "truth": f"{DATA}/heatmap_truth.csv",
}
BUDGET = {name: config["heatmap"][name] for name in ("delta", "sensitivity")}


rule compute_heatmap_extended:
    """Heat maps of every hour at one epsilon, by more methods than the paper's."""
    input:
        **CITY,
        city=f"{DATA}/city.json",
    output:
        update(
            f"{RESULTS}/parts/heatmap_extended/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.csv"
        ),
    log:
        f"{RESULTS}/logs/compute_heatmap_extended/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_heatmap_extended/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.tsv"
    # The longest jobs first, so that no core idles at the end.
    priority: 20
    conda:
        "../../environment.yml"
    params:
        settings=BUDGET | {"methods": config["denoising"]["methods"]},
        seed=config["seed"],
        code=code_digests("experiments.heatmap"),
    script:
        "../../scripts/compute_heatmap.py"


rule compute_heatmap_draw_extended:
    """One noise draw of the maps, for the extended Figures 2 and 5."""
    input:
        **CITY,
    output:
        update(f"{DATA}/heatmap_draw_extended.csv"),
    log:
        f"{RESULTS}/logs/compute_heatmap_draw_extended.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_heatmap_draw_extended.tsv"
    priority: 5
    conda:
        "../../environment.yml"
    params:
        settings=BUDGET
        | {
            "map_epsilon": config["heatmap"]["map_epsilon"],
            "methods": config["denoising"]["methods"],
            # Those of Figures 2 and 5.
            "hours": sorted({0, 12} & set(config["heatmap"]["hours"])),
        },
        seed=config["seed"],
        code=code_digests("experiments.heatmap"),
    script:
        "../../scripts/compute_heatmap_draw.py"


rule compute_tuning:
    """SURE along lambda, and the forest's error against its number of trees."""
    input:
        **CITY,
    output:
        sure_path=update(f"{DATA}/sure_path.csv"),
        forest_size=update(f"{DATA}/forest_size.csv"),
    log:
        f"{RESULTS}/logs/compute_tuning.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_tuning.tsv"
    priority: 5
    conda:
        "../../environment.yml"
    params:
        settings=BUDGET
        | {
            "epsilon": config["heatmap"]["map_epsilon"],
            "repetitions": config["denoising"]["tuning_repetitions"],
        },
        trees=config["denoising"]["trees"],
        hours=sorted(set(config["denoising"]["tuning_hours"]) & set(config["heatmap"]["hours"])),
        seed=config["seed"],
        code=code_digests("experiments.tuning"),
    script:
        "../../scripts/compute_tuning.py"
