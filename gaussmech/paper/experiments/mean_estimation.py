"""Private mean estimation on synthetic data (Balle & Wang, section 5.2)."""

import numpy as np
from scipy.special import erfcx, gammaln

from gaussmech.paper.experiments.data_sets import sample_mean
from gaussmech.paper.experiments.vector_release import errors
from gaussmech.privacy.calibration import analytic_gaussian_sigma, classical_gaussian_sigma


def mean_estimation(**settings):
    """Return the L2 error of the private mean of n vectors, per repetition."""
    return errors("mean_estimation", sample_mean, sensitivities, 2, **settings)


def sensitivities(sample_size, dimension):
    """Return the global L1 and L2 sensitivity: replacing a point moves it within a unit cube."""
    return dimension / sample_size, np.sqrt(dimension) / sample_size


def with_exact_noise(table):
    """Return the errors per repetition with the luck of the raw releases taken out.

    The expected error of a raw release is exact. An estimate made from it loses what its error owes
    to the luck of that release, by regression over the repetitions of its cell (control variates).
    """
    keys = ["epsilon", "delta", "sample_size", "dimension"]
    place = table.columns.get_loc("repetition")
    found = table.sort_values([*keys, "repetition"], ignore_index=True)
    for cell, rows in found.groupby(keys):
        expected = {m: mean for m, mean in expected_errors(*cell).items() if m in rows.columns}
        for method in rows.columns[place + 1 :]:
            release = method.split("-")[0]
            if method in expected:
                found.loc[rows.index, method] = expected[method]
            elif release in expected and len(rows) > 1:
                luck = rows[release] - rows[release].mean()
                slope = luck @ rows[method] / (luck @ luck)
                error = rows[method] - slope * (rows[release] - expected[release])
                found.loc[rows.index, method] = error
    return found


def expected_errors(epsilon, delta, sample_size, dimension):
    """Return the exact mean of the L2 norm of each mechanism's noise, by its name."""
    from gaussmech.privacy.l2_mechanism import l2_scale

    d = int(dimension)
    l1, l2 = sensitivities(sample_size, d)
    chi = np.sqrt(2) * np.exp(gammaln((d + 1) / 2) - gammaln(d / 2))
    return {
        "Lap": l1 / epsilon * _laplace_norm(d),
        "cGM": classical_gaussian_sigma(epsilon, delta, l2) * chi,
        "aGM": analytic_gaussian_sigma(epsilon, delta, l2) * chi,
        # The norm has the gamma distribution of shape d.
        "L2": float(l2_scale(epsilon, delta, l2, dimension=d)) * d,
    }


def _laplace_norm(d):
    """The mean L2 norm of d independent standard Laplace variables.

    Of S, the sum of squares, E sqrt(S) is the integral of (1 - E exp(-u^2 S)) / (sqrt(pi) u^2).
    """
    from scipy.integrate import quad  # slow to load, and for one table alone

    def integrand(v):
        u = v / np.sqrt(d)
        if u < 3e-3:
            log_transform = np.log1p(-2 * u**2 + 12 * u**4 - 120 * u**6)
        else:
            log_transform = np.log(np.sqrt(np.pi) / (2 * u) * erfcx(0.5 / u))
        return -np.expm1(d * log_transform) / v**2

    parts = [quad(integrand, *ends, epsabs=0, epsrel=1e-11)[0] for ends in ((0, 2), (2, np.inf))]
    return np.sqrt(d / np.pi) * sum(parts)
