"""The exact guarantee of a heat map's noise, given how contributions are limited."""

import numpy as np

from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon


def guarantees(contribution, *, epsilon, delta, sensitivity, hours=1):
    """Return what a release with this noise guarantees to one cab, by neighbouring relation.

    Contributions are non-negative: replacing a cab moves the map by at most sqrt(2) times as much.
    """
    sigma = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    norm = contribution["worst_case_norm"]
    condition = (
        "enforced"
        if contribution["enforced"]
        else f"only if no cab makes more than {contribution['max_trips']} trips in the hour;"
        " nothing enforces it"
    )
    return [
        {
            "neighbours": neighbours,
            "sensitivity": moved,
            "sigma": sigma,
            "epsilon": gaussian_epsilon(sigma, delta, moved),
            "epsilon_all_hours": gaussian_epsilon(
                sigma, delta, float(moved * np.sqrt(hours))
            ),
            "delta": float(delta),
            "condition": condition,
        }
        for neighbours, moved in (
            ("add or remove a cab", norm),
            ("replace a cab by another", float(np.sqrt(2) * norm)),
        )
    ]
