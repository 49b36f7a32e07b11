"""The bridge to Gaussian differential privacy: figures and Table 1 of Liu et al. (2022)."""

import numpy as np
import pandas as pd

from gaussmech.calibration import gaussian_epsilon
from gaussmech.composition import (
    advanced_composition,
    basic_composition,
    exact_composition_delta,
    exact_composition_epsilon,
    gdp_composition,
    rdp_composition,
)
from gaussmech.gdp import (
    gdp_transform,
    head_measurement,
    head_supremum,
    laplace_mu,
    pure_dp_mu,
    staircases,
    tail_limit,
)
from gaussmech.profiles import (
    ComposedProfile,
    GaussianProfile,
    ICEAProfile,
    LaplaceProfile,
    PureDPProfile,
    RectifiedProfile,
    SquareRootLogProfile,
    SubsampledProfile,
    implied_epsilon,
)

# Table 1: the 50-fold composition of 0.2-DP.
EPSILON0, FOLDS = 0.2, 50
DELTAS = [0.1, 0.01, 0.001, 0.0001]
PRINTED = {
    "Basic": [9.89, 9.99, 10.0, 10.0],
    "Advanced": [5.25, 6.51, 7.47, 8.28],
    "RDP": [12.14, 17.17, 21.03, 24.28],
    "GDP": [3.1, 5.06, 6.47, 7.62],
    "GDP (Lap)": [2.87, 4.74, 6.09, 7.19],
    "Optimal": [2.12, 3.64, 4.76, 5.28],
    "GDP summary": [2.14, 3.73, 4.87, 5.80],
}
# Half of the last printed digit.
HALF_DIGIT = 0.005
GUARANTEES = {"pure": (PureDPProfile, pure_dp_mu), "Laplace": (LaplaceProfile, laplace_mu)}


def example_profiles(settings):
    """{mechanism: {version: profile}} of the three examples; the paper's parameters are lost.

    `settings` has laplace_epsilon0, sgd_a, sgd_b, sgd_sigma, icea_users and icea_messages. The
    versions are `exact`, or `naive` and `refined` by Theorem 2.1.
    """
    sgd = SquareRootLogProfile(settings["sgd_a"], settings["sgd_b"], settings["sgd_sigma"])
    icea = ICEAProfile(settings["icea_users"], settings["icea_messages"])
    return {
        "Laplace": {"exact": LaplaceProfile(settings["laplace_epsilon0"])},
        "SGD": {"naive": sgd, "refined": sgd.refined()},
        "ICEA": {"naive": icea, "refined": icea.refined()},
    }


def profiles(settings):
    """Privacy profiles of the examples and of Gaussian mechanisms (their Figure 1).

    Columns: mechanism (an example's name or `<mu>-GDP`), parameters (in words), version, epsilon,
    delta.
    """
    epsilon = _epsilons(settings)
    parameters = {
        "Laplace": "epsilon0 = {laplace_epsilon0:g}",
        "SGD": "a = {sgd_a:g}, b = {sgd_b:g}, sigma = {sgd_sigma:g}",
        "ICEA": "n = {icea_users:g}, m = {icea_messages:g}",
    }
    versions = [
        (mechanism, version, profile)
        for mechanism, found in example_profiles(settings).items()
        for version, profile in found.items()
    ]
    versions += [(f"{mu:g}-GDP", "exact", GaussianProfile(mu)) for mu in sorted(settings["mus"])]
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "mechanism": mechanism,
                    "parameters": parameters.get(mechanism, "sigma = 1 / mu").format(**settings),
                    "version": version,
                    "epsilon": epsilon,
                    "delta": profile.delta(epsilon),
                }
            )
            for mechanism, version, profile in versions
        ],
        ignore_index=True,
    )


def transforms(settings):
    """The transform G of each example (their Figure 2); ICEA also clipped and rectified.

    Columns: mechanism, epsilon, mu.
    """
    epsilon = _epsilons(settings)
    return pd.concat(
        [
            pd.DataFrame(
                {"mechanism": mechanism, "epsilon": epsilon, "mu": gdp_transform(profile, epsilon)}
            )
            for mechanism, profile in _measured(settings).items()
        ],
        ignore_index=True,
    )


def staircase(settings):
    """The staircases of Theorem 4.3 around the transform of SGD, on a coarse grid.

    Columns: mechanism, epsilon_from, epsilon_to, lower, upper.
    """
    grid, lower, upper = staircases(
        _measured(settings)["SGD"], settings["staircase_epsilon"], settings["staircase_steps"]
    )
    return pd.DataFrame(
        {
            "mechanism": "SGD",
            "epsilon_from": grid[:-1],
            "epsilon_to": grid[1:],
            "lower": lower,
            "upper": upper,
        }
    )


def heads(settings):
    """Head and tail of each example.

    Columns: mechanism, epsilon_h, tolerance, steps, lower, upper (certified bounds of sup G on
    [0, epsilon_h]), epsilon (where G is `lower`), log_delta_h, tail_limit (Theorem 3.3).
    """
    rows = []
    for mechanism, profile in _measured(settings).items():
        head = head_measurement(profile, settings["head_epsilon"], tolerance=settings["tolerance"])
        rows.append(
            {
                "mechanism": mechanism,
                "epsilon_h": head.epsilon_h,
                "tolerance": float(settings["tolerance"]),
                "steps": head.steps,
                "lower": head.lower,
                "upper": head.upper,
                "epsilon": head.epsilon,
                "log_delta_h": head.log_delta_h,
                "tail_limit": tail_limit(profile),
            }
        )
    return pd.DataFrame(rows)


def composition_rules():
    """{row of Table 1: epsilon as a function of an array of deltas}, for 50 releases of 0.2-DP.

    Basic: (10, 0)-DP through Theorem 2.1. GDP: mu of any 0.2-DP mechanism by Theorem 5.1, of the
    Laplace mechanism for GDP (Lap); sqrt(50) of them compose. GDP summary: the largest mu of the
    exact composition's transform.
    """
    whole, _ = basic_composition(EPSILON0, 0.0, FOLDS)
    mus = {
        "GDP": gdp_composition([pure_dp_mu(EPSILON0)] * FOLDS),
        "GDP (Lap)": gdp_composition([laplace_mu(EPSILON0)] * FOLDS),
        "GDP summary": head_supremum(ComposedProfile(EPSILON0, FOLDS), whole),
    }
    rules = {
        "Basic": lambda delta: implied_epsilon(delta, whole),
        "Advanced": lambda delta: advanced_composition(EPSILON0, 0.0, FOLDS, delta)[0],
        "RDP": lambda delta: rdp_composition(EPSILON0, delta, FOLDS),
        "Optimal": lambda delta: exact_composition_epsilon(delta, EPSILON0, FOLDS),
    }
    for row, mu in mus.items():
        rules[row] = lambda delta, mu=mu: gaussian_epsilon(1 / mu, delta)
    return {row: rules[row] for row in PRINTED}


def composition_curves():
    """epsilon against delta by each rule but Basic and RDP, which are off the scale.

    Columns: row, delta, epsilon.
    """
    delta = np.geomspace(1e-6, 0.5, 121)
    return pd.concat(
        [
            pd.DataFrame({"row": row, "delta": delta, "epsilon": rule(delta)})
            for row, rule in composition_rules().items()
            if row not in ("Basic", "RDP")
        ],
        ignore_index=True,
    )


def composition_table():
    """Their Table 1, computed and as printed.

    Columns: row, delta, printed, epsilon (computed), agrees (to the printed digits), true_delta
    (what 50 releases of 0.2-DP really have at the printed epsilon, by the exact composition:
    above delta, the printed value cannot be right for every such mechanism), note.
    """
    delta = np.array(DELTAS)
    optimal = exact_composition_epsilon(delta, EPSILON0, FOLDS)
    rows = []
    for row, rule in composition_rules().items():
        printed = np.array(PRINTED[row])
        true_delta = exact_composition_delta(printed, EPSILON0, FOLDS)
        for one in zip(delta, printed, rule(delta), true_delta, optimal, strict=True):
            rows.append((row, *one[:3], *_verdict(row, *one)))
    return pd.DataFrame(
        rows, columns=["row", "delta", "printed", "epsilon", "agrees", "true_delta", "note"]
    )


def _verdict(row, delta, printed, epsilon, true_delta, optimal):
    """agrees, true_delta and the note of a cell."""
    agrees = bool(abs(printed - epsilon) <= HALF_DIGIT + 1e-9)
    if agrees:
        note = "agrees to the printed digits"
    # The Laplace mechanism alone may have less than the worst of all 0.2-DP mechanisms.
    elif printed + HALF_DIGIT < optimal and row != "GDP (Lap)":
        note = (
            f"impossible: nothing that holds for all 0.2-DP mechanisms can go below {optimal:.4f};"
            f" at the printed epsilon delta is {true_delta:.3g} and not {delta:g}"
        )
    else:
        note = (
            f"not the computed value; at the printed epsilon delta is {true_delta:.3g} and not"
            f" {delta:g}"
        )
    return agrees, true_delta, note


def laplace_transforms(settings):
    """The transform of the Laplace mechanism, and of all that epsilon0-DP guarantees (App. E.1).

    Columns: guarantee (`pure`, `Laplace`), epsilon0, epsilon, mu.
    """
    share = np.linspace(0, 1, settings["points"])
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "guarantee": guarantee,
                    "epsilon0": float(epsilon0),
                    "epsilon": epsilon0 * share,
                    "mu": gdp_transform(make(epsilon0), epsilon0 * share),
                }
            )
            for guarantee, (make, _) in GUARANTEES.items()
            for epsilon0 in sorted(settings["laplace_epsilon0s"])
        ],
        ignore_index=True,
    )


def laplace_mus(settings):
    """mu of both guarantees against epsilon0, in closed form. Columns: guarantee, epsilon0, mu."""
    epsilon0 = np.geomspace(0.01, 20, settings["points"])
    return pd.concat(
        [
            pd.DataFrame({"guarantee": guarantee, "epsilon0": epsilon0, "mu": mu(epsilon0)})
            for guarantee, (_, mu) in GUARANTEES.items()
        ],
        ignore_index=True,
    )


def subsampling_transforms(settings):
    """The transform of the Laplace mechanism on Poisson subsamples (App. E.2).

    Columns: gamma, epsilon, mu.
    """
    base = LaplaceProfile(settings["laplace_epsilon0"])
    epsilon = base.epsilon0 * np.linspace(0, 1, settings["points"])
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "gamma": float(gamma),
                    "epsilon": epsilon,
                    "mu": gdp_transform(SubsampledProfile(base, gamma), epsilon),
                }
            )
            for gamma in sorted(settings["subsampling_gammas"])
        ],
        ignore_index=True,
    )


def subsampling_mus(settings):
    """Certified bounds of mu of the subsampled Laplace mechanism against gamma.

    The profile ends before epsilon0, so that the head is all there is.

    Columns: epsilon0, gamma, lower, upper.
    """
    base = LaplaceProfile(settings["laplace_epsilon0"])
    gammas = sorted({*settings["subsampling_gammas"], *(k / 40 for k in range(1, 41))})
    rows = []
    for gamma in gammas:
        head = head_measurement(
            SubsampledProfile(base, gamma), base.epsilon0, tolerance=settings["tolerance"]
        )
        rows.append((base.epsilon0, float(gamma), head.lower, head.upper))
    return pd.DataFrame(rows, columns=["epsilon0", "gamma", "lower", "upper"])


def _measured(settings):
    """What the transform is taken of: the best version of each example, and ICEA rectified."""
    best = {
        mechanism: versions.get("refined", versions.get("exact"))
        for mechanism, versions in example_profiles(settings).items()
    }
    rectified = RectifiedProfile(best["ICEA"], settings["rectify_epsilon"])
    return {**best, "ICEA, rectified": rectified}


def _epsilons(settings):
    """From 0 to epsilon_max, denser near 0, where the profiles bend."""
    return settings["epsilon_max"] * np.linspace(0, 1, settings["points"]) ** 2
