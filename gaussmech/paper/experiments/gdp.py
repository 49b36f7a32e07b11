"""The bridge to Gaussian differential privacy: figures and Table 1 of Liu et al. (2022).

`tables` yields all tables whose names start with gdp_. The functions below it make one table each;
their docstrings name the figure or theorem of the paper.
"""

from dataclasses import asdict, dataclass
from itertools import product

import numpy as np
import pandas as pd

from gaussmech.paper.experiments.columns import HEAD
from gaussmech.paper.experiments.stacking import stacked, tabulated
from gaussmech.privacy import composition, gdp, profiles
from gaussmech.privacy.calibration import gaussian_epsilon

# Table 1 is of the 50-fold composition of 0.2-DP. Its rows, as printed, have a cell per delta.
EPSILON0 = 0.2
FOLDS = 50
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
# The limit theorem is compared with the exact composition of so many releases of 0.2-DP.
LIMIT_FOLDS = (5, 50, 500)
# For each guarantee with a parameter epsilon0: its privacy profile, and its least mu.
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
        """Return the best version of each profile, which is its last one."""
        best = {}
        for mechanism, profile_by_version in self.profiles().items():
            *_, best[mechanism] = profile_by_version.values()
        return best

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
    parts = [_transform(x, epsilon, mechanism=name) for name, x in best.items()]
    yield "gdp_transform", stacked(parts)
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


def _transform(profile, epsilon, **labels):
    """Return the labels and the columns of the transform G of a profile."""
    return labels | {"epsilon": epsilon, "mu": gdp.gdp_transform(profile, epsilon)}


@tabulated
def profile_curves(examples, epsilon, mus):
    """Tabulate the profiles of the examples, and of Gaussian mechanisms `<mu>-GDP` (Figure 1)."""
    versions_by_mechanism = examples.profiles()
    for mu in sorted(mus):
        gaussian = profiles.GaussianProfile(mu)
        versions_by_mechanism[f"{mu:g}-GDP"] = {"exact": gaussian}
    words = examples.words()
    for mechanism, profile_by_version in versions_by_mechanism.items():
        parameters = words.get(mechanism, "sigma = 1 / mu")
        for version, profile in profile_by_version.items():
            yield {
                "mechanism": mechanism,
                "parameters": parameters,
                "version": version,
                "epsilon": epsilon,
                "delta": profile.delta(epsilon),
            }


def staircase(sgd, epsilon_h, steps):
    """Tabulate the staircases of Theorem 4.3 around the transform of SGD, on a coarse grid."""
    grid, lower, upper = gdp.staircases(sgd, epsilon_h, steps)
    return pd.DataFrame(
        {
            "mechanism": "SGD",
            "epsilon_from": grid[:-1],
            "epsilon_to": grid[1:],
            "lower": lower,
            "upper": upper,
        }
    )


def heads(profile_by_mechanism, epsilon_h, tolerance):
    """Tabulate certified bounds of sup G on [0, epsilon_h], and the limit of Theorem 3.3."""
    rows = []
    for mechanism, profile in profile_by_mechanism.items():
        head = asdict(gdp.head_measurement(profile, epsilon_h, tolerance=tolerance))
        rows.append(
            head | {"mechanism": mechanism, "tail_limit": gdp.tail_limit(profile)}
        )
    return pd.DataFrame(rows).assign(tolerance=float(tolerance))[HEAD.split()]


def composed_epsilons(delta):
    """Return for each row of Table 1 epsilon at delta, for 50 releases of 0.2-DP."""
    whole, _ = composition.basic_composition(EPSILON0, 0.0, FOLDS)
    advanced, _ = composition.advanced_composition(
        EPSILON0, 0.0, delta_prime=delta, k=FOLDS
    )
    pure_mu = np.sqrt(FOLDS) * gdp.pure_dp_mu(EPSILON0)
    laplace_mu = np.sqrt(FOLDS) * gdp.laplace_mu(EPSILON0)
    # The largest value of the transform of the exact composition is its mu.
    exact_profile = profiles.ComposedProfile(EPSILON0, FOLDS)
    exact_mu = gdp.head_supremum(exact_profile, whole)
    return {
        # All releases together are (10, 0)-DP, which Theorem 2.1 turns into a guarantee at delta.
        "Basic": profiles.implied_epsilon(delta, whole),
        "Advanced": advanced,
        "RDP": composition.rdp_composition(EPSILON0, delta, FOLDS),
        "GDP": gaussian_epsilon(1 / pure_mu, delta),
        "GDP (Lap)": gaussian_epsilon(1 / laplace_mu, delta),
        "Optimal": composition.exact_composition_epsilon(delta, EPSILON0, FOLDS),
        "GDP summary": gaussian_epsilon(1 / exact_mu, delta),
    }


@tabulated
def composition_curves():
    """Tabulate epsilon against delta by each rule but Basic and RDP, which are off the scale."""
    delta = np.geomspace(1e-6, 0.5, 121)
    for row, epsilon in composed_epsilons(delta).items():
        if row not in ("Basic", "RDP"):
            yield {"row": row, "delta": delta, "epsilon": epsilon}


@tabulated
def composition_table():
    """Tabulate their Table 1: each cell as printed, and as computed (`epsilon`).

    `agrees` says whether both are the same to the printed digits, and `true_delta` is the exact delta
    of the composition at the printed epsilon.
    """
    delta = np.array(DELTAS)
    for row, epsilon in composed_epsilons(delta).items():
        printed = np.array(PRINTED[row])
        yield {
            "row": row,
            "delta": delta,
            "printed": printed,
            "epsilon": epsilon,
            # The printed cells are decimals, whose doubles are off by less than 1e-9.
            "agrees": np.abs(printed - epsilon) <= HALF_DIGIT + 1e-9,
            "true_delta": composition.exact_composition_delta(printed, EPSILON0, FOLDS),
        }


def central_limit_mu(epsilon0, k):
    """Return mu of k releases of epsilon0-DP by the central limit theorem of Dong et al. (2021)."""
    # Twice the mean loss of k randomised responses over its standard deviation.
    t = np.tanh(epsilon0 / 2)
    return 2 * np.sqrt(k) * t / np.sqrt(1 - t * t)


@tabulated
def central_limit():
    """Tabulate delta of k releases of 0.2-DP: exact, measured (the largest G) and by the limit."""
    for k in LIMIT_FOLDS:
        whole = profiles.ComposedProfile(EPSILON0, k)
        measured = gdp.head_supremum(whole, k * EPSILON0)
        limit = central_limit_mu(EPSILON0, k)
        # At the end, k epsilon0, the exact delta is 0: the grid stops before it.
        epsilon = np.linspace(0, min(k * EPSILON0, 4 * limit), 1002)[:-1]
        yield {
            "k": k,
            "mu_measured": measured,
            "mu_limit": limit,
            "epsilon": epsilon,
            "exact": composition.exact_composition_delta(epsilon, EPSILON0, k),
            "measured": profiles.GaussianProfile(measured).delta(epsilon),
            "limit": profiles.GaussianProfile(limit).delta(epsilon),
        }


@tabulated
def laplace_transforms(epsilon0s, share):
    """Tabulate the transform of the Laplace mechanism, and of epsilon0-DP (App. E.1)."""
    for guarantee, epsilon0 in product(GUARANTEES, sorted(epsilon0s)):
        profile_of, _ = GUARANTEES[guarantee]
        labels = {"guarantee": guarantee, "epsilon0": float(epsilon0)}
        yield _transform(profile_of(epsilon0), epsilon0 * share, **labels)


@tabulated
def laplace_mus(points):
    """Tabulate mu of both guarantees, in closed form."""
    epsilon0 = np.geomspace(0.01, 20, points)
    for guarantee, (_, mu_of) in GUARANTEES.items():
        yield {"guarantee": guarantee, "epsilon0": epsilon0, "mu": mu_of(epsilon0)}


@tabulated
def subsampling_transforms(base, gammas, share):
    """Tabulate the transform of the Laplace mechanism on Poisson subsamples (App. E.2)."""
    for gamma in sorted(gammas):
        profile = profiles.SubsampledProfile(base, gamma)
        yield _transform(profile, base.epsilon0 * share, gamma=float(gamma))


def subsampling_mus(base, gammas, tolerance):
    """Tabulate certified bounds of mu of the subsampled Laplace mechanism against gamma."""
    rows = []
    steps = [k / 40 for k in range(1, 41)]
    for gamma in sorted({*gammas, *steps}):
        # The profile ends before epsilon0, so it has no tail.
        profile = profiles.SubsampledProfile(base, gamma)
        head = gdp.head_measurement(profile, base.epsilon0, tolerance=tolerance)
        rows.append((base.epsilon0, float(gamma), head.lower, head.upper))
    return pd.DataFrame(rows, columns=["epsilon0", "gamma", "lower", "upper"])
