from itertools import product

import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.accuracy import accuracy, accuracy_budget, accuracy_constant
from gaussmech.experiments.composition_lecture import composition_lecture, privacy_loss
from gaussmech.experiments.truncated_laplacian import bounds_table, noise_density, noise_ratios
from gaussmech.pipeline.config import log_grid
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log):
    seed, unit = snakemake.params.seed, "sensitivity"

    s = snakemake.params.truncated_laplacian
    by_epsilon = list(product(log_grid(s["epsilons"]), s["curve_deltas"]))
    by_delta = list(product(s["curve_epsilons"], log_grid(s["deltas"])))
    tables = {
        "geng_density": noise_density(s["density_epsilon"], s["density_deltas"], s[unit]),
        "geng_ratio": noise_ratios(by_epsilon + by_delta, s[unit]),
        "geng_ratio_epsilon": noise_ratios(by_epsilon, s[unit]),
        "geng_ratio_delta": noise_ratios(by_delta, s[unit]),
        "geng_bounds": bounds_table(
            s["bound_epsilons"],
            s["diagonal_epsilons"],
            least_delta=s["bound_least_delta"],
            points=s["bound_points"],
            sensitivity=s[unit],
        ),
    }

    s = snakemake.params.accuracy
    tables["accuracy"] = accuracy(
        seed=seed,
        epsilons=log_grid(s["epsilons"]),
        alphas={s["alpha"], *s["check_alphas"]},
        delta=s["delta"],
        sensitivity=s[unit],
        draws=s["draws"],
    )
    tables["accuracy_budget"] = accuracy_budget(
        accuracies=[a * s[unit] for a in log_grid(s["accuracies"])],
        alpha=s["alpha"],
        delta=s["delta"],
        sensitivity=s[unit],
    )
    tables["accuracy_constant"] = accuracy_constant(
        epsilons=s["constant_epsilons"],
        deltas=log_grid(s["constant_deltas"]),
        sensitivity=s[unit],
    )

    s = snakemake.params.lecture
    tables["composition_lecture"] = composition_lecture(
        folds=s["folds"],
        step={"epsilon": s["step_epsilon"], "delta": s["step_delta"]},
        total={"epsilon": s["epsilon"], "delta": s["delta"]},
        sensitivity=s[unit],
    )
    settings = {name: s[name] for name in (unit, "dimension", "draws", "bins")}
    tables["privacy_loss"], tables["privacy_loss_summary"] = privacy_loss(
        seed=seed, epsilon=s["loss_epsilon"], delta=s["loss_delta"], **settings
    )

    for name, table in tables.items():
        write_table(table, snakemake.output[name])
