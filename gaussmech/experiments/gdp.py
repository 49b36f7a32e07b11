"""The bridge to Gaussian differential privacy: figures and Table 1 of Liu et al. (2022)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
    Profile,
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
# The limit theorem is shown for 0.2-DP and these.
LIMIT_FOLDS = (5, 50, 500)
GUARANTEES = {"pure": (PureDPProfile, pure_dp_mu), "Laplace": (LaplaceProfile, laplace_mu)}


@dataclass(frozen=True)
class Examples:
    """Parameters of the three example mechanisms; the paper does not print its own."""

    laplace_epsilon0: float
    sgd_a: float
    sgd_b: float
    sgd_sigma: float
    icea_users: float
    icea_messages: float

    def profiles(self) -> dict[str, dict[str, Profile]]:
        """Return {mechanism: {version: profile}}: exact, or naive and refined (Theorem 2.1)."""
        sgd = SquareRootLogProfile(self.sgd_a, self.sgd_b, self.sgd_sigma)
        icea = ICEAProfile(self.icea_users, self.icea_messages)
        return {
            "Laplace": {"exact": LaplaceProfile(self.laplace_epsilon0)},
            "SGD": {"naive": sgd, "refined": sgd.refined()},
            "ICEA": {"naive": icea, "refined": icea.refined()},
        }

    def best(self) -> dict[str, Profile]:
        """Return the best version of each profile."""
        return {name: list(versions.values())[-1] for name, versions in self.profiles().items()}


def tables(
    *,
    laplace_epsilon0: float,
    sgd_a: float,
    sgd_b: float,
    sgd_sigma: float,
    icea_users: float,
    icea_messages: float,
    mus: Sequence[float],
    epsilon_max: float,
    points: int,
    head_epsilon: float,
    tolerance: float,
    staircase_epsilon: float,
    staircase_steps: int,
    rectify_epsilon: float,
    laplace_epsilon0s: Sequence[float],
    subsampling_gammas: Sequence[float],
) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the name and the content of each table."""
    examples = Examples(laplace_epsilon0, sgd_a, sgd_b, sgd_sigma, icea_users, icea_messages)
    epsilon = epsilon_max * np.linspace(0, 1, points) ** 2  # denser near 0, where profiles bend
    yield "gdp_profiles", profiles(examples, epsilon, mus=mus)
    best = examples.best()
    best["ICEA, rectified"] = RectifiedProfile(best["ICEA"], rectify_epsilon)
    yield "gdp_transform", transforms(best, epsilon)
    yield "gdp_staircase", staircase(best, staircase_epsilon, staircase_steps)
    yield "gdp_head", heads(best, head_epsilon, tolerance=tolerance)
    yield "gdp_laplace", laplace_transforms(laplace_epsilon0s, points=points)
    yield "gdp_laplace_mu", laplace_mus(points=points)
    subsampling = laplace_epsilon0, subsampling_gammas
    yield "gdp_subsampling", subsampling_transforms(*subsampling, points=points)
    yield "gdp_subsampling_mu", subsampling_mus(*subsampling, tolerance=tolerance)
    yield "gdp_composition", composition_curves()
    yield "gdp_composition_table", composition_table()
    yield "gdp_central_limit", central_limit()


def _stacked(parts):
    """One table of (labels, columns) pairs, one part below the other."""
    return pd.concat(
        [pd.DataFrame(labels | columns) for labels, columns in parts], ignore_index=True
    )


def profiles(examples: Examples, epsilon: np.ndarray, *, mus: Sequence[float]) -> pd.DataFrame:
    """Tabulate privacy profiles of the examples and of Gaussian mechanisms (their Figure 1).

    Columns: mechanism (an example's name or `<mu>-GDP`), parameters (in words), version, epsilon,
    delta.
    """
    parameters = {
        "Laplace": f"epsilon0 = {examples.laplace_epsilon0:g}",
        "SGD": f"a = {examples.sgd_a:g}, b = {examples.sgd_b:g}, sigma = {examples.sgd_sigma:g}",
        "ICEA": f"n = {examples.icea_users:g}, m = {examples.icea_messages:g}",
    }
    versions = [
        (mechanism, version, profile)
        for mechanism, found in examples.profiles().items()
        for version, profile in found.items()
    ]
    versions += [(f"{mu:g}-GDP", "exact", GaussianProfile(mu)) for mu in sorted(mus)]
    words = {m: parameters.get(m, "sigma = 1 / mu") for m, *_ in versions}
    return _stacked(
        (
            {"mechanism": mechanism, "parameters": words[mechanism], "version": version},
            {"epsilon": epsilon, "delta": profile.delta(epsilon)},
        )
        for mechanism, version, profile in versions
    )


def transforms(measured: dict[str, Profile], epsilon: np.ndarray) -> pd.DataFrame:
    """Tabulate the transform G of each profile (their Figure 2).

    Columns: mechanism, epsilon, mu.
    """
    return _stacked(
        ({"mechanism": mechanism}, {"epsilon": epsilon, "mu": gdp_transform(profile, epsilon)})
        for mechanism, profile in measured.items()
    )


def staircase(measured: dict[str, Profile], epsilon_h: float, steps: int) -> pd.DataFrame:
    """Tabulate the staircases of Theorem 4.3 around the transform of SGD, on a coarse grid.

    Columns: mechanism, epsilon_from, epsilon_to, lower, upper.
    """
    grid, lower, upper = staircases(measured["SGD"], epsilon_h, steps)
    ends = {"epsilon_from": grid[:-1], "epsilon_to": grid[1:]}
    return pd.DataFrame({"mechanism": "SGD", **ends, "lower": lower, "upper": upper})


def heads(measured: dict[str, Profile], epsilon_h: float, *, tolerance: float) -> pd.DataFrame:
    """Tabulate head and tail of each profile.

    Columns: mechanism, epsilon_h, tolerance, steps, lower, upper (certified bounds of sup G on
    [0, epsilon_h]), epsilon (where G is `lower`), log_delta_h, tail_limit (Theorem 3.3).
    """
    rows = []
    for mechanism, profile in measured.items():
        head = head_measurement(profile, epsilon_h, tolerance=tolerance)
        rows.append(
            {
                "mechanism": mechanism,
                "epsilon_h": head.epsilon_h,
                "tolerance": float(tolerance),
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
    """Return {row of Table 1: epsilon as a function of deltas}, for 50 releases of 0.2-DP.

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
        "Advanced": lambda delta: advanced_composition(EPSILON0, 0.0, delta_prime=delta, k=FOLDS)[
            0
        ],
        "RDP": lambda delta: rdp_composition(EPSILON0, delta, FOLDS),
        "Optimal": lambda delta: exact_composition_epsilon(delta, EPSILON0, FOLDS),
    }
    for row, mu in mus.items():
        rules[row] = lambda delta, mu=mu: gaussian_epsilon(1 / mu, delta)
    return {row: rules[row] for row in PRINTED}


def composition_curves():
    """Tabulate epsilon against delta by each rule but Basic and RDP, which are off the scale.

    Columns: row, delta, epsilon.
    """
    delta = np.geomspace(1e-6, 0.5, 121)
    return _stacked(
        ({"row": row}, {"delta": delta, "epsilon": rule(delta)})
        for row, rule in composition_rules().items()
        if row not in ("Basic", "RDP")
    )


def composition_table():
    """Tabulate their Table 1, computed and as printed.

    Columns: row, delta, printed, epsilon (computed), agrees (to the printed digits), true_delta
    (of 50 releases of 0.2-DP at the printed epsilon, by the exact composition: if it is above
    delta, the printed value cannot hold for every such mechanism), note.
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
    """Return agrees, true_delta and the note of a cell."""
    if abs(printed - epsilon) <= HALF_DIGIT + 1e-9:
        return True, true_delta, "agrees to the printed digits"
    note = "not the computed value"
    # The Laplace mechanism alone may have less than the worst of all 0.2-DP mechanisms.
    if printed + HALF_DIGIT < optimal and row != "GDP (Lap)":
        note = (
            f"impossible: nothing that holds for all 0.2-DP mechanisms can go below {optimal:.4f}"
        )
    note += f"; at the printed epsilon delta is {true_delta:.3g} and not {delta:g}"
    return False, true_delta, note


def central_limit_mu(epsilon0, k):
    """Return mu of k releases of epsilon0-DP by the central limit theorem of Dong et al. (2021).

    k randomised responses have losses +-epsilon0 of mean m = epsilon0 tanh(epsilon0 / 2) and
    variance epsilon0^2 - m^2 each; mu is twice their mean over their standard deviation.
    """
    t = np.tanh(epsilon0 / 2)
    return 2 * np.sqrt(k) * t / np.sqrt(1 - t * t)


def central_limit(folds=LIMIT_FOLDS):
    """Tabulate delta of k releases of 0.2-DP: exact, measured (the largest G) and by the limit.

    Columns: k, mu_measured, mu_limit, epsilon, exact, measured, limit.
    """
    parts = []
    for k in folds:
        mus = {
            "measured": head_supremum(ComposedProfile(EPSILON0, k), k * EPSILON0),
            "limit": central_limit_mu(EPSILON0, k),
        }
        epsilon = np.linspace(0, min(k * EPSILON0, 4 * mus["limit"]), 1002)[:-1]
        deltas = {name: GaussianProfile(mu).delta(epsilon) for name, mu in mus.items()}
        exact = exact_composition_delta(epsilon, EPSILON0, k)
        labels = {"k": k} | {f"mu_{name}": mu for name, mu in mus.items()}
        parts.append((labels, {"epsilon": epsilon, "exact": exact, **deltas}))
    return _stacked(parts)


def laplace_transforms(epsilon0s: Sequence[float], *, points: int) -> pd.DataFrame:
    """Tabulate the transform of the Laplace mechanism, and of epsilon0-DP alone (App. E.1).

    Columns: guarantee (`pure`, `Laplace`), epsilon0, epsilon, mu.
    """
    share = np.linspace(0, 1, points)
    return _stacked(
        (
            {"guarantee": guarantee, "epsilon0": float(epsilon0)},
            {"epsilon": epsilon0 * share, "mu": gdp_transform(make(epsilon0), epsilon0 * share)},
        )
        for guarantee, (make, _) in GUARANTEES.items()
        for epsilon0 in sorted(epsilon0s)
    )


def laplace_mus(*, points: int) -> pd.DataFrame:
    """Tabulate mu of both guarantees, in closed form. Columns: guarantee, epsilon0, mu."""
    epsilon0 = np.geomspace(0.01, 20, points)
    return _stacked(
        ({"guarantee": guarantee}, {"epsilon0": epsilon0, "mu": mu(epsilon0)})
        for guarantee, (_, mu) in GUARANTEES.items()
    )


def subsampling_transforms(
    epsilon0: float, gammas: Sequence[float], *, points: int
) -> pd.DataFrame:
    """Tabulate the transform of the Laplace mechanism on Poisson subsamples (App. E.2).

    Columns: gamma, epsilon, mu.
    """
    base = LaplaceProfile(epsilon0)
    epsilon = base.epsilon0 * np.linspace(0, 1, points)
    return _stacked(
        (
            {"gamma": float(gamma)},
            {"epsilon": epsilon, "mu": gdp_transform(SubsampledProfile(base, gamma), epsilon)},
        )
        for gamma in sorted(gammas)
    )


def subsampling_mus(epsilon0: float, gammas: Sequence[float], *, tolerance: float) -> pd.DataFrame:
    """Tabulate certified bounds of mu of the subsampled Laplace mechanism against gamma.

    The profile ends before epsilon0, so that there is no tail.

    Columns: epsilon0, gamma, lower, upper.
    """
    base = LaplaceProfile(epsilon0)
    rows = []
    for gamma in sorted({*gammas, *(k / 40 for k in range(1, 41))}):
        head = head_measurement(SubsampledProfile(base, gamma), base.epsilon0, tolerance=tolerance)
        rows.append((base.epsilon0, float(gamma), head.lower, head.upper))
    return pd.DataFrame(rows, columns=["epsilon0", "gamma", "lower", "upper"])
