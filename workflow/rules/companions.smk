# One job for all tables of these papers: each is made in less time than a job takes to start.


rule compute_companions:
    """Truncated Laplacian, accuracy, and the lecture's composition."""
    output:
        geng_density=update(f"{DATA}/geng_density.csv"),
        geng_bounds=update(f"{DATA}/geng_bounds.csv"),
        geng_ratio=update(f"{DATA}/geng_ratio.csv"),
        geng_ratio_epsilon=update(f"{DATA}/geng_ratio_epsilon.csv"),
        geng_ratio_delta=update(f"{DATA}/geng_ratio_delta.csv"),
        accuracy=update(f"{DATA}/accuracy.csv"),
        accuracy_budget=update(f"{DATA}/accuracy_budget.csv"),
        accuracy_constant=update(f"{DATA}/accuracy_constant.csv"),
        composition_lecture=update(f"{DATA}/composition_lecture.csv"),
        privacy_loss=update(f"{DATA}/privacy_loss.csv"),
        privacy_loss_summary=update(f"{DATA}/privacy_loss_summary.csv"),
    log:
        f"{RESULTS}/logs/compute_companions.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_companions.tsv"
    conda:
        "../../environment.yml"
    params:
        truncated_laplacian=section("truncated_laplacian"),
        accuracy=section("accuracy"),
        lecture=section("lecture"),
        seed=config["seed"],
        code=code_digests("experiments.truncated_laplacian")
        | code_digests("experiments.accuracy")
        | code_digests("experiments.composition_lecture"),
    script:
        "../../scripts/compute_companions.py"
