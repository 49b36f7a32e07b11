"""The exact guarantee of a heat map's noise, given how contributions are limited.

It goes into the provenance of the maps (data/provenance.json), which captions and pages quote.
"""

import numpy as np

from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon


def guarantees(contribution, *, epsilon, delta, sensitivity, hours=1):
    """Return what a release with this noise guarantees to one cab, by neighbouring relation.

    Parameters
    ----------
    contribution : dict
        The entry `contribution` of a `City`'s provenance: how much one cab can move a map
        (`worst_case_norm`), and whether that is enforced.
    epsilon, delta, sensitivity : float
        The budget from which the noise follows.
    hours : int, optional
        How many maps are released; a cab may be in all of them.

    Returns
    -------
    list of dict
        An entry per neighbouring relation: the exact epsilon at `delta` of one map, and of all.
    """
    sigma = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    removal = contribution["worst_case_norm"]
    # Contributions a and b are non-negative, so ||a - b||^2 <= ||a||^2 + ||b||^2.
    replacement = float(np.sqrt(2) * removal)
    condition = "enforced"
    if not contribution["enforced"]:
        trips = contribution["max_trips"]
        condition = f"only if no cab makes more than {trips} trips in the hour; nothing enforces it"
    guarantees_by_neighbours = []
    for neighbours, move in (
        ("add or remove a cab", removal),
        ("replace a cab by another", replacement),
    ):
        # Over several hours the squares of the moves add up.
        move_all_hours = float(move * np.sqrt(hours))
        entry = {
            "neighbours": neighbours,
            "sensitivity": move,
            "sigma": sigma,
            "epsilon": gaussian_epsilon(sigma, delta, move),
            "epsilon_all_hours": gaussian_epsilon(sigma, delta, move_all_hours),
            "delta": float(delta),
            "condition": condition,
        }
        guarantees_by_neighbours.append(entry)
    return guarantees_by_neighbours
