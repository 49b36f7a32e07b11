"""LDL' factors against dense linear algebra."""

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csc_array, eye_array, random_array

from gaussmech.graphs._sparse_cholesky import CholeskyPattern, NotPositiveDefinite


def some_matrix(n, density, seed):
    """Return a random sparse matrix, symmetric and with a dominant diagonal."""
    raw = random_array((n, n), density=density, rng=np.random.default_rng(seed))
    return csc_array(raw + raw.T + eye_array(n) * (1 + n * density * 2))


def of_second_order(links, nearest=0.1):
    """Return the product of two shifted Laplacians of a graph, as the field's precision is."""
    laplacian = csc_array(nx.laplacian_matrix(links).astype(float))
    eye = eye_array(len(links))
    return csc_array((laplacian + nearest * eye) @ (laplacian + eye))


MATRICES = {
    "1, empty": some_matrix(1, 0.0, seed=1),
    "2, empty": some_matrix(2, 0.0, seed=2),
    "2, full": some_matrix(2, 1.0, seed=2),
    "40, sparse": some_matrix(40, 0.1, seed=40),
    "150, sparse": some_matrix(150, 0.03, seed=150),
    "two grids": of_second_order(
        nx.disjoint_union(nx.grid_2d_graph(9, 9), nx.grid_2d_graph(3, 40))
    ),
    "path": of_second_order(nx.path_graph(200)),
    "star": of_second_order(nx.star_graph(60)),
}
each_matrix = pytest.mark.parametrize("matrix", MATRICES.values(), ids=MATRICES)


@each_matrix
@pytest.mark.parametrize("has_diagonal", [False, True])
def test_a_factor_gives_what_dense_algebra_gives(matrix, has_diagonal):
    pattern = CholeskyPattern(matrix)
    values = pattern.values_of(matrix)
    dense = matrix.toarray()
    # The values come in the order of rows and columns of the lower triangle.
    np.testing.assert_array_equal(values, dense[pattern.rows, pattern.columns])
    assert (pattern.rows >= pattern.columns).all()
    factor = pattern.factor(values)
    if has_diagonal:
        diagonal = np.random.default_rng(1).random(pattern.n)
        dense = 3 * dense + np.diag(diagonal)
        factor = pattern.factor(3 * values, diagonal)
    inverse = np.linalg.inv(dense)
    np.testing.assert_allclose(factor.inverse_diagonal(), np.diag(inverse), rtol=1e-11)
    _, log_determinant = np.linalg.slogdet(dense)
    assert factor.log_determinant == pytest.approx(
        log_determinant, rel=1e-12, abs=1e-12
    )
    b = np.random.default_rng(2).standard_normal((len(dense), 3))
    solution = factor.solve(b)
    np.testing.assert_allclose(solution, inverse @ b, rtol=1e-8, atol=1e-10)
    # A column is solved alone as among others.
    np.testing.assert_array_equal(factor.solve(b[:, 0]), solution[:, 0])


def test_a_matrix_that_is_not_positive_definite_is_refused():
    matrix = csc_array([[1.0, 2.0], [2.0, 1.0]])
    pattern = CholeskyPattern(matrix)
    with pytest.raises(NotPositiveDefinite, match="vertex"):
        pattern.factor(pattern.values_of(matrix))


def test_fill_along_a_long_cycle_is_found():
    """Its entries would vanish in the factor of a matrix that is far from a Laplacian."""
    n = 6000
    matrix = of_second_order(nx.cycle_graph(n), nearest=1)
    pattern = CholeskyPattern(matrix)
    factor = pattern.factor(pattern.values_of(matrix))
    # A circulant matrix has the eigenvalues of its Fourier transform.
    eigenvalues = (3 - 2 * np.cos(2 * np.pi * np.arange(n) / n)) ** 2
    assert factor.log_determinant == pytest.approx(np.log(eigenvalues).sum(), rel=1e-11)
    # All entries of the diagonal of the inverse are the same.
    entry = np.mean(1 / eigenvalues)
    np.testing.assert_allclose(factor.inverse_diagonal(), entry, rtol=1e-11)


@each_matrix
def test_work_counts_the_entries_of_the_factor(matrix):
    pattern = CholeskyPattern(matrix)
    is_entry = matrix.toarray()[np.ix_(pattern._order, pattern._order)] != 0
    # Elimination joins all rows below the diagonal of a column.
    for j in range(pattern.n):
        below = j + 1 + np.flatnonzero(is_entry[j + 1 :, j])
        is_entry[np.ix_(below, below)] = True
    lengths = np.tril(is_entry, -1).sum(axis=0)
    assert pattern.work == np.sum((lengths + 1) ** 2)
