"""Limit what one owner (a user, a cab) contributes to a sum of vectors.

To clip every owner's contribution to an L2 norm, take `contributions`, their `norms` and the
`clip_factors` of these, and call `contributions` with the factor of each row's owner.
"""

from typing import Any

import numpy as np
from scipy.sparse import csr_array

from gaussmech._checks import Array


def contributions(rows: Any, owner: Any, factor: Array | None = None) -> Any:
    """Return the sum of each owner's rows.

    Parameters
    ----------
    rows : csr_array (k, n)
        What each row adds to n places.
    owner : (k,) array of int
        The code of the owner of each row, from 0 on; -1 means that it has none.
    factor : (k,) array of float, optional
        What each row is multiplied by; 1 by default.

    Returns
    -------
    csr_array (owners, n)
        What each owner contributes.
    """
    row_index = np.flatnonzero(owner >= 0)
    weight = np.ones(len(row_index)) if factor is None else factor[row_index]
    owner_count = owner.max(initial=-1) + 1
    # Row i of this matrix has the factors of the rows of owner i, and 0 elsewhere.
    entries = weight, (owner[row_index], row_index)
    membership = csr_array(entries, shape=(owner_count, len(owner)))
    return membership @ rows


def norms(contribution: Any) -> Array:
    """Return the L2 norm of each row of a sparse array."""
    squares = contribution.power(2)
    return np.sqrt(squares.sum(axis=1))


def clip_factors(norm: Array, bound: float) -> Array:
    """Return the factors in (0, 1] that scale vectors of these L2 norms down to `bound`."""
    return bound / np.maximum(norm, bound)
