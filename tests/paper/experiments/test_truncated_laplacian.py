"""Tables of the truncated Laplacian against the distributions of SciPy: densities and tails."""

import numpy as np
import pytest
from scipy import stats

from gaussmech.paper.experiments.truncated_laplacian import noise_density
from gaussmech.privacy.calibration import analytic_gaussian_sigma


def sizes(epsilon, delta, sensitivity):
    """Return the distributions of the size of noise by mechanism."""
    end = np.log1p(np.expm1(epsilon) / (2 * delta))
    scale = sensitivity / epsilon
    sigma = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    return {
        "TLap": stats.truncexpon(end, scale=scale),
        "Lap": stats.expon(scale=scale),
        "aGM": stats.halfnorm(scale=sigma),
    }


@pytest.mark.parametrize("delta", [1e-6, 0.1])
@pytest.mark.parametrize("mechanism", ["TLap", "Lap", "aGM"])
def test_densities_and_tails_are_those_of_the_distributions(mechanism, delta):
    table = noise_density(0.5, [1e-6, 0.1], 2.0)
    rows = table[(table.mechanism == mechanism) & (table.delta == delta)]
    distribution = sizes(0.5, delta, 2.0)[mechanism]
    z = rows.z.to_numpy()
    right = distribution.sf(abs(z)) / 2
    above = np.where(z > 0, right, 1 - right)
    # SciPy's survival function cancels near the end of the truncated distribution.
    assert rows.above.to_numpy() == pytest.approx(above, rel=1e-6, abs=1e-20)
    end = distribution.support()[1]
    inside = abs(z) < end * (1 - 1e-9)
    density = rows.density.to_numpy()
    assert density[inside] == pytest.approx(
        distribution.pdf(abs(z[inside])) / 2, rel=1e-9
    )
    if mechanism == "TLap":
        last = z[density > 0].max()
        assert last == pytest.approx(end, rel=1e-14)
        assert z[z > last].min() == np.nextafter(last, np.inf)
