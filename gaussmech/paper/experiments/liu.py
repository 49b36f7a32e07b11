"""The bridge to Gaussian differential privacy: figures and Table 1 of Liu et al. (2022)."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from gaussmech.privacy import composition, gdp, profiles
from gaussmech.privacy.calibration import gaussian_epsilon

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
GUARANTEES = {
    "pure": (profiles.PureDPProfile, gdp.pure_dp_mu),
    "Laplace": (profiles.LaplaceProfile, gdp.laplace_mu),
}


@dataclass(frozen=True)
class Examples:
    """Parameters of the three example mechanisms; the paper does not print its own."""

    laplace_epsilon0: float
    sgd_a: float
    sgd_b: float
    sgd_sigma: float
    icea_users: float
    icea_messages: float

    def profiles(self):
        """Return {mechanism: {version: profile}}: exact, or naive and refined (Theorem 2.1)."""
        sgd = profiles.SquareRootLogProfile(self.sgd_a, self.sgd_b, self.sgd_sigma)
        icea = profiles.ICEAProfile(self.icea_users, self.icea_messages)
        return {
            "Laplace": {"exact": profiles.LaplaceProfile(self.laplace_epsilon0)},
            "SGD": {"naive": sgd, "refined": sgd.refined()},
            "ICEA": {"naive": icea, "refined": icea.refined()},
        }

    def best(self):
        """Return the best version of each profile."""
        return {
            name: list(versions.values())[-1]
            for name, versions in self.profiles().items()
        }

    def words(self):
        """Return the parameters of each mechanism, in words."""
        return {
            "Laplace": f"epsilon0 = {self.laplace_epsilon0:g}",
            "SGD": f"a = {self.sgd_a:g}, b = {self.sgd_b:g}, sigma = {self.sgd_sigma:g}",
            "ICEA": f"n = {self.icea_users:g}, m = {self.icea_messages:g}",
        }


def tables(
    *,
    mus,
    epsilon_max,
    points,
    head_epsilon,
    tolerance,
    staircase_epsilon,
    staircase_steps,
    rectify_epsilon,
    laplace_epsilon0s,
    subsampling_gammas,
    **parameters,
):
    """Yield the name and the content of each table; `parameters` are those of the examples."""
    examples = Examples(**parameters)
    # The grid is denser near 0, where profiles bend.
    epsilon = epsilon_max * np.linspace(0, 1, points) ** 2
    yield "gdp_profiles", profile_curves(examples, epsilon, mus)
    best = examples.best()
    best["ICEA, rectified"] = profiles.RectifiedProfile(best["ICEA"], rectify_epsilon)
    labelled = (({"mechanism": name}, profile) for name, profile in best.items())
    yield "gdp_transform", _transforms(labelled, epsilon)
    yield "gdp_staircase", staircase(best["SGD"], staircase_epsilon, staircase_steps)
    yield "gdp_head", heads(best, head_epsilon, tolerance)
    share = np.linspace(0, 1, points)
    yield "gdp_laplace", laplace_transforms(laplace_epsilon0s, share)
    yield "gdp_laplace_mu", laplace_mus(points)
    base = profiles.LaplaceProfile(examples.laplace_epsilon0)
    yield "gdp_subsampling", subsampling_transforms(base, subsampling_gammas, share)
    yield "gdp_subsampling_mu", subsampling_mus(base, subsampling_gammas, tolerance)
    yield "gdp_composition", composition_curves()
    yield "gdp_composition_table", composition_table()
    yield "gdp_central_limit", central_limit()


def _stacked(parts):
    """Return one table of (labels, columns) pairs, one part below the other."""
    tables = [pd.DataFrame(labels | columns) for labels, columns in parts]
    return pd.concat(tables, ignore_index=True)


def _transforms(labelled, epsilon):
    """Return one table of the transform G of (labels, profile) pairs."""
    return _stacked(
        (labels, {"epsilon": epsilon, "mu": gdp.gdp_transform(profile, epsilon)})
        for labels, profile in labelled
    )


def profile_curves(examples, epsilon, mus):
    """Tabulate the profiles of the examples, and of Gaussian mechanisms `<mu>-GDP` (Figure 1)."""
    versions = examples.profiles()
    versions |= {
        f"{mu:g}-GDP": {"exact": profiles.GaussianProfile(mu)} for mu in sorted(mus)
    }
    words = examples.words()
    parts = []
    for mechanism, profiles_by_version in versions.items():
        parameters = words.get(mechanism, "sigma = 1 / mu")
        for version, profile in profiles_by_version.items():
            labels = {
                "mechanism": mechanism,
                "parameters": parameters,
                "version": version,
            }
            columns = {"epsilon": epsilon, "delta": profile.delta(epsilon)}
            parts.append((labels, columns))
    return _stacked(parts)


def staircase(sgd, epsilon_h, steps):
    """Tabulate the staircases of Theorem 4.3 around the transform of SGD, on a coarse grid."""
    grid, lower, upper = gdp.staircases(sgd, epsilon_h, steps)
    ends = {"epsilon_from": grid[:-1], "epsilon_to": grid[1:]}
    return pd.DataFrame({"mechanism": "SGD", **ends, "lower": lower, "upper": upper})


def heads(measured, epsilon_h, tolerance):
    """Tabulate certified bounds of sup G on [0, epsilon_h], and the limit of Theorem 3.3."""
    rows, names = [], ("steps", "lower", "upper", "epsilon", "log_delta_h")
    for mechanism, profile in measured.items():
        head = gdp.head_measurement(profile, epsilon_h, tolerance=tolerance)
        row = {
            "mechanism": mechanism,
            "epsilon_h": head.epsilon_h,
            "tolerance": float(tolerance),
        }
        row |= {name: getattr(head, name) for name in names}
        rows.append(row | {"tail_limit": gdp.tail_limit(profile)})
    return pd.DataFrame(rows)


@cache
def composition_rules():
    """Return {row of Table 1: epsilon as a function of deltas}, for 50 releases of 0.2-DP."""
    whole, _ = composition.basic_composition(EPSILON0, 0.0, FOLDS)

    def advanced(delta):
        return composition.advanced_composition(
            EPSILON0, 0.0, delta_prime=delta, k=FOLDS
        )[0]

    rules = {
        # (10, 0)-DP through Theorem 2.1.
        "Basic": lambda delta: profiles.implied_epsilon(delta, whole),
        "Advanced": advanced,
        "RDP": lambda delta: composition.rdp_composition(EPSILON0, delta, FOLDS),
        "Optimal": lambda delta: composition.exact_composition_epsilon(
            delta, EPSILON0, FOLDS
        ),
    }
    mus = {
        "GDP": composition.gdp_composition([gdp.pure_dp_mu(EPSILON0)] * FOLDS),
        "GDP (Lap)": composition.gdp_composition([gdp.laplace_mu(EPSILON0)] * FOLDS),
        # The largest of the exact composition's transform.
        "GDP summary": gdp.head_supremum(
            profiles.ComposedProfile(EPSILON0, FOLDS), whole
        ),
    }
    for row, mu in mus.items():
        rules[row] = lambda delta, mu=mu: gaussian_epsilon(1 / mu, delta)
    return {row: rules[row] for row in PRINTED}


def composition_curves():
    """Tabulate epsilon against delta by each rule but Basic and RDP, which are off the scale."""
    delta = np.geomspace(1e-6, 0.5, 121)
    return _stacked(
        ({"row": row}, {"delta": delta, "epsilon": rule(delta)})
        for row, rule in composition_rules().items()
        if row not in ("Basic", "RDP")
    )


def composition_table():
    """Tabulate their Table 1, computed and as printed; `true_delta` is exact at that epsilon."""
    delta = np.array(DELTAS)
    optimal = composition.exact_composition_epsilon(delta, EPSILON0, FOLDS)
    rows, columns = (
        [],
        ["row", "delta", "printed", "epsilon", "agrees", "true_delta", "note"],
    )
    for row, rule in composition_rules().items():
        printed = np.array(PRINTED[row])
        true_delta = composition.exact_composition_delta(printed, EPSILON0, FOLDS)
        for one in zip(delta, printed, rule(delta), true_delta, optimal, strict=True):
            rows.append((row, *one[:3], *_verdict(row, *one)))
    return pd.DataFrame(rows, columns=columns)


def _verdict(row, delta, printed, epsilon, true_delta, optimal):
    """Return agrees, true_delta and the note of a cell."""
    if abs(printed - epsilon) <= HALF_DIGIT + 1e-9:
        return True, true_delta, "agrees to the printed digits"
    note = "not the computed value"
    # The Laplace mechanism alone may have less than the worst of all 0.2-DP mechanisms.
    if printed + HALF_DIGIT < optimal and row != "GDP (Lap)":
        note = "impossible: nothing that holds for all 0.2-DP mechanisms can go below"
        note += f" {optimal:.4f}"
    note += f"; at the printed epsilon delta is {true_delta:.3g} and not {delta:g}"
    return False, true_delta, note


def central_limit_mu(epsilon0, k):
    """Return mu of k releases of epsilon0-DP by the central limit theorem of Dong et al. (2021)."""
    # Twice the mean loss of k randomised responses over its standard deviation.
    t = np.tanh(epsilon0 / 2)
    return 2 * np.sqrt(k) * t / np.sqrt(1 - t * t)


def central_limit(folds=LIMIT_FOLDS):
    """Tabulate delta of k releases of 0.2-DP: exact, measured (the largest G) and by the limit."""
    parts = []
    for k in folds:
        whole = profiles.ComposedProfile(EPSILON0, k)
        mus = {
            "measured": gdp.head_supremum(whole, k * EPSILON0),
            "limit": central_limit_mu(EPSILON0, k),
        }
        epsilon = np.linspace(0, min(k * EPSILON0, 4 * mus["limit"]), 1002)[:-1]
        deltas = {
            name: profiles.GaussianProfile(mu).delta(epsilon)
            for name, mu in mus.items()
        }
        exact = composition.exact_composition_delta(epsilon, EPSILON0, k)
        labels = {"k": k} | {f"mu_{name}": mu for name, mu in mus.items()}
        parts.append((labels, {"epsilon": epsilon, "exact": exact, **deltas}))
    return _stacked(parts)


def laplace_transforms(epsilon0s, share):
    """Tabulate the transform of the Laplace mechanism, and of epsilon0-DP alone (App. E.1)."""
    parts = [
        _transforms(
            [({"guarantee": name, "epsilon0": float(e0)}, make(e0))], e0 * share
        )
        for name, (make, _) in GUARANTEES.items()
        for e0 in sorted(epsilon0s)
    ]
    return pd.concat(parts, ignore_index=True)


def laplace_mus(points):
    """Tabulate mu of both guarantees, in closed form."""
    epsilon0 = np.geomspace(0.01, 20, points)
    return _stacked(
        ({"guarantee": guarantee}, {"epsilon0": epsilon0, "mu": mu(epsilon0)})
        for guarantee, (_, mu) in GUARANTEES.items()
    )


def subsampling_transforms(base, gammas, share):
    """Tabulate the transform of the Laplace mechanism on Poisson subsamples (App. E.2)."""
    labelled = (
        ({"gamma": float(gamma)}, profiles.SubsampledProfile(base, gamma))
        for gamma in sorted(gammas)
    )
    return _transforms(labelled, base.epsilon0 * share)


def subsampling_mus(base, gammas, tolerance):
    """Tabulate certified bounds of mu of the subsampled Laplace mechanism against gamma."""
    rows = []
    for gamma in sorted({*gammas, *(k / 40 for k in range(1, 41))}):
        profile = profiles.SubsampledProfile(
            base, gamma
        )  # ends before epsilon0: it has no tail
        head = gdp.head_measurement(profile, base.epsilon0, tolerance=tolerance)
        rows.append((base.epsilon0, float(gamma), head.lower, head.upper))
    return pd.DataFrame(rows, columns=["epsilon0", "gamma", "lower", "upper"])
