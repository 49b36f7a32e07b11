"""LDL' factors against dense linear algebra."""

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csc_array, eye_array, random_array

from gaussmech.graphs._sparse_cholesky import CholeskyPattern, NotPositiveDefinite


def some_matrix(n, density, seed):
    """Return a random sparse matrix, symmetric and with a dominant diagonal."""
    rng = np.random.default_rng(seed)
    raw = random_array((n, n), density=density, rng=rng)
    diagonal = 1 + n * density * 2
    return csc_array(raw + raw.T + eye_array(n) * diagonal)


def of_second_order(links):
    """Return the product of two shifted Laplacians of a graph, as the field's precision is."""
    laplacian = csc_array(nx.laplacian_matrix(links).astype(float))
    eye = eye_array(laplacian.shape[0])
    return csc_array((laplacian + 0.1 * eye) @ (laplacian + eye))


MATRICES = {
    "1, empty": some_matrix(1, 0.0, seed=1),
    "2, empty": some_matrix(2, 0.0, seed=2),
    "2, full": some_matrix(2, 1.0, seed=2),
    "40, sparse": some_matrix(40, 0.1, seed=40),
    "150, sparse": some_matrix(150, 0.03, seed=150),
    "grid": of_second_order(nx.grid_2d_graph(14, 19)),
    "two grids": of_second_order(
        nx.disjoint_union(nx.grid_2d_graph(9, 9), nx.grid_2d_graph(3, 40))
    ),
    "path": of_second_order(nx.path_graph(200)),
    "star": of_second_order(nx.star_graph(60)),
}


@pytest.fixture(
    scope="module", params=[(name, other) for name in MATRICES for other in (0, 1)]
)
def factored(request):
    """A matrix, dense, and its factor: with its own values, or with others and a diagonal."""
    name, has_other_values = request.param
    matrix = MATRICES[name]
    pattern = CholeskyPattern(matrix)
    values = pattern.values_of(matrix)
    if not has_other_values:
        return matrix.toarray(), pattern.factor(values)
    diagonal = np.random.default_rng(1).random(pattern.n)
    dense = 3 * matrix.toarray() + np.diag(diagonal)
    return dense, pattern.factor(3 * values, diagonal)


def test_the_diagonal_of_the_inverse_is_that_of_dense_algebra(factored):
    dense, factor = factored
    expected = np.diag(np.linalg.inv(dense))
    np.testing.assert_allclose(factor.inverse_diagonal(), expected, rtol=1e-11)


def test_solutions_are_those_of_dense_algebra(factored):
    dense, factor = factored
    b = np.random.default_rng(2).standard_normal((len(dense), 3))
    solution = factor.solve(b)
    expected = np.linalg.solve(dense, b)
    np.testing.assert_allclose(solution, expected, rtol=1e-8, atol=1e-10)
    # A column is solved alone as among others.
    np.testing.assert_array_equal(factor.solve(b[:, 0]), solution[:, 0])


def test_the_log_determinant_is_that_of_dense_algebra(factored):
    dense, factor = factored
    _, expected = np.linalg.slogdet(dense)
    assert factor.log_determinant == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_values_come_in_the_order_of_rows_and_columns():
    matrix = some_matrix(30, 0.1, seed=4)
    pattern = CholeskyPattern(matrix)
    expected = matrix.toarray()[pattern.rows, pattern.columns]
    np.testing.assert_array_equal(pattern.values_of(matrix), expected)
    # They are those of the lower triangle.
    assert (pattern.rows >= pattern.columns).all()


def test_a_matrix_that_is_not_positive_definite_is_refused():
    matrix = csc_array([[1.0, 2.0], [2.0, 1.0]])
    pattern = CholeskyPattern(matrix)
    with pytest.raises(NotPositiveDefinite, match="vertex"):
        pattern.factor(pattern.values_of(matrix))


def test_fill_along_a_long_cycle_is_found():
    """Its entries would vanish in the factor of a matrix that is far from a Laplacian."""
    n = 6000
    laplacian = csc_array(nx.laplacian_matrix(nx.cycle_graph(n)).astype(float))
    root = laplacian + eye_array(n)
    matrix = csc_array(root @ root)
    pattern = CholeskyPattern(matrix)
    factor = pattern.factor(pattern.values_of(matrix))
    # A circulant matrix has the eigenvalues of its Fourier transform.
    angles = 2 * np.pi * np.arange(n) / n
    eigenvalues = (3 - 2 * np.cos(angles)) ** 2
    log_determinant = np.log(eigenvalues).sum()
    assert factor.log_determinant == pytest.approx(log_determinant, rel=1e-11)
    # All entries of the diagonal of the inverse are the same.
    entry = np.mean(1 / eigenvalues)
    np.testing.assert_allclose(factor.inverse_diagonal(), entry, rtol=1e-11)


@pytest.mark.parametrize("name", MATRICES)
def test_work_counts_the_entries_of_the_factor(name):
    matrix = MATRICES[name]
    pattern = CholeskyPattern(matrix)
    order = pattern._order
    is_entry = (matrix.toarray() != 0)[order][:, order]
    # Elimination joins all rows below the diagonal of a column.
    for j in range(pattern.n):
        below = j + 1 + np.flatnonzero(is_entry[j + 1 :, j])
        is_entry[np.ix_(below, below)] = True
    lengths = np.tril(is_entry, -1).sum(axis=0)
    assert pattern.work == np.sum((lengths + 1) ** 2)
