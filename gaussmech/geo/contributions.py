"""Limits on what one owner (a user, a cab) contributes to a sum of vectors.

To clip every owner's contribution to an L2 norm, call `contributions`, then `norms` of the result,
then `clip_factors` of the norms, and multiply each row by the factor of its owner.
"""

from typing import Any

import numpy as np
from scipy.sparse import csr_array

from gaussmech._checks import Array


def contributions(rows: Any, owner: Any) -> Any:
    """Return the sum of each owner's rows.

    Parameters
    ----------
    rows : csr_array (k, n)
        What each row adds to n places.
    owner : (k,) array of int
        The code of the owner of each row, from 0 on; -1 means that a row has no owner.

    Returns
    -------
    csr_array (owners, n)
        What each owner contributes.
    """
    owned_rows = np.flatnonzero(owner >= 0)
    owner_count = owner.max(initial=-1) + 1
    # Row i of this matrix has a 1 for each row of owner i, and 0 elsewhere.
    entries = (np.ones(len(owned_rows)), (owner[owned_rows], owned_rows))
    membership = csr_array(entries, shape=(owner_count, len(owner)))
    return membership @ rows


def norms(contribution: Any) -> Array:
    """Return the L2 norm of each row of a sparse array."""
    squares = contribution.power(2)
    return np.sqrt(squares.sum(axis=1))


def clip_factors(norm: Array, bound: float) -> Array:
    """Return the factors in (0, 1] that scale vectors of these L2 norms down to `bound`."""
    return bound / np.maximum(norm, bound)
