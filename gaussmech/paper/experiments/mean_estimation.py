"""Private mean estimation on synthetic data (Balle & Wang, section 5.2)."""

import numpy as np
from scipy.special import erfcx, gammaln

from gaussmech.paper.experiments.data_sets import Task, sample_mean
from gaussmech.paper.experiments.vector_release import Settings, errors
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)


def mean_estimation(*, data=None, progress=iter, **settings):
    """Return the L2 error of the private mean of n vectors, per repetition.

    `settings` are those of `vector_release.Settings`; `data` and `progress` as for `errors`.
    """
    return errors(TASK, Settings(**settings), data=data, progress=progress)


def sensitivities(sample_size, dimension):
    """Return the global L1 and L2 sensitivity: replacing a point moves it within a unit cube."""
    return dimension / sample_size, np.sqrt(dimension) / sample_size


TASK = Task("mean_estimation", sample_mean, sensitivities, norm=2)


def with_exact_noise(table):
    """Return the errors per repetition with their simulation noise reduced by control variates.

    The expected error of a raw release is exact and replaces the simulated one. The error of an
    estimate is regressed on that of the release from which it starts, over the repetitions of its
    cell; what the release's deviation from its own expectation explains is subtracted.
    """
    keys = ["epsilon", "delta", "sample_size", "dimension"]
    last_key = table.columns.get_loc("repetition")
    methods = table.columns[last_key + 1 :]
    table = table.sort_values([*keys, "repetition"], ignore_index=True)
    for cell, rows in table.groupby(keys):
        expected = expected_errors(*cell)
        for method in methods:
            # The name of an estimate begins with that of its release, as in aGM-JS.
            release = method.split("-")[0]
            if method in expected:
                table.loc[rows.index, method] = expected[method]
            elif release in expected and release in methods and len(rows) > 1:
                deviation = rows[release] - rows[release].mean()
                slope = deviation @ rows[method] / (deviation @ deviation)
                error = rows[method] - slope * (rows[release] - expected[release])
                table.loc[rows.index, method] = error
    return table


def expected_errors(epsilon, delta, sample_size, dimension):
    """Return the exact mean of the L2 norm of each mechanism's noise, by its name."""
    from gaussmech.privacy.l2_mechanism import l2_scale

    d = int(dimension)
    l1, l2 = sensitivities(sample_size, d)
    # The mean of the chi distribution: the norm of d independent standard normal variables.
    chi = np.sqrt(2) * np.exp(gammaln((d + 1) / 2) - gammaln(d / 2))
    return {
        "Lap": l1 / epsilon * _laplace_norm(d),
        "cGM": classical_gaussian_sigma(epsilon, delta, l2) * chi,
        "aGM": analytic_gaussian_sigma(epsilon, delta, l2) * chi,
        # The norm has the gamma distribution of shape d.
        "L2": float(l2_scale(epsilon, delta, l2, dimension=d)) * d,
    }


def _laplace_norm(d):
    """Return the mean L2 norm of d independent standard Laplace variables.

    With S, the sum of their squares, E sqrt(S) is the integral of
    (1 - E exp(-u^2 S)) / (sqrt(pi) u^2) over u > 0. The variables X are independent, so that
    E exp(-u^2 S) is the power d of E exp(-u^2 X^2), which is sqrt(pi) / (2 u) erfcx(1 / (2 u)).
    """
    # This import is slow, and one table alone needs it.
    from scipy.integrate import quad

    def integrand(v):
        # With v = sqrt(d) u the integrand varies at v of the order of 1, whatever d is.
        u = v / np.sqrt(d)
        if u < 3e-3:
            # For small u the closed form cancels. This is its series, from the moments E X^2 = 2,
            # E X^4 = 24 and E X^6 = 720; the next term is 1e-17 at most.
            log_transform = np.log1p(-2 * u**2 + 12 * u**4 - 120 * u**6)
        else:
            log_transform = np.log(np.sqrt(np.pi) / (2 * u) * erfcx(0.5 / u))
        return -np.expm1(d * log_transform) / v**2

    near, _ = quad(integrand, 0, 2, epsabs=0, epsrel=1e-11)
    far, _ = quad(integrand, 2, np.inf, epsabs=0, epsrel=1e-11)
    return np.sqrt(d / np.pi) * (near + far)
