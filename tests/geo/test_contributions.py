"""What an owner contributes, and by how much it is scaled down."""

import numpy as np
from scipy.sparse import csr_array

from gaussmech.geo.contributions import clip_factors, contributions, norms


def test_the_rows_of_each_owner_add_up_and_have_at_most_the_bound():
    rows = csr_array([[3.0, 1.0], [1.0, 0.0], [9.0, 9.0], [0.0, 3.0]])
    # The third row has no owner.
    sums = contributions(rows, np.array([1, 0, -1, 1]))
    assert sums.toarray().tolist() == [[1, 0], [3, 4]]
    assert clip_factors(norms(sums), 2.5).tolist() == [1, 0.5]
