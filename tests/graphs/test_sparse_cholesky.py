"""LDL' factors against dense linear algebra, and against the textbook's recursions."""

from functools import cache

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


class Factored:
    """A matrix, dense, and its factor: with its own values, or with others and a diagonal."""

    def __init__(self, name, has_other_values):
        matrix = MATRICES[name]
        pattern = CholeskyPattern(matrix)
        values = pattern.values_of(matrix)
        if has_other_values:
            diagonal = np.random.default_rng(1).random(pattern.n)
            self.dense = 3 * matrix.toarray() + np.diag(diagonal)
            self.factor = pattern.factor(3 * values, diagonal)
        else:
            self.dense = matrix.toarray()
            self.factor = pattern.factor(values)


@pytest.fixture(scope="module", params=MATRICES)
def matrix_name(request):
    return request.param


@pytest.fixture(
    scope="module", params=[False, True], ids=["own values", "other values"]
)
def factored(request, matrix_name):
    return Factored(matrix_name, has_other_values=request.param)


def test_the_diagonal_of_the_inverse_is_that_of_dense_algebra(factored):
    expected = np.diag(np.linalg.inv(factored.dense))
    inverse = factored.factor.inverse_diagonal()
    np.testing.assert_allclose(inverse, expected, rtol=1e-9)


def test_solutions_are_those_of_dense_algebra(factored):
    b = np.random.default_rng(2).standard_normal((len(factored.dense), 3))
    solution = factored.factor.solve(b)
    expected = np.linalg.solve(factored.dense, b)
    np.testing.assert_allclose(solution, expected, rtol=1e-8, atol=1e-10)


def test_a_column_is_solved_alone_as_among_others(factored):
    b = np.random.default_rng(2).standard_normal((len(factored.dense), 3))
    together = factored.factor.solve(b)
    alone = factored.factor.solve(b[:, 0])
    np.testing.assert_array_equal(alone, together[:, 0])


def test_the_log_determinant_is_that_of_dense_algebra(factored):
    _, expected = np.linalg.slogdet(factored.dense)
    log_determinant = factored.factor.log_determinant
    assert log_determinant == pytest.approx(expected, rel=1e-10, abs=1e-12)


def dense_ldl(matrix):
    """Return L, unit lower triangular, and the pivots d of a dense matrix L diag(d) L'."""
    n = len(matrix)
    lower = np.eye(n)
    pivots = np.empty(n)
    for j in range(n):
        # Row j of L diag(d), in the columns that are known already.
        row = lower[j, :j] * pivots[:j]
        pivots[j] = matrix[j, j] - lower[j, :j] @ row
        below = slice(j + 1, n)
        remainder = matrix[below, j] - lower[below, :j] @ row
        lower[below, j] = remainder / pivots[j]
    return lower, pivots


def fill_pattern(matrix):
    """Return where L may have entries: eliminating a column joins all rows below its diagonal."""
    pattern = matrix != 0
    for j in range(len(matrix)):
        rows = j + 1 + np.flatnonzero(pattern[j + 1 :, j])
        pattern[np.ix_(rows, rows)] = True
    return pattern


def selected_inverse(matrix):
    """Return the inverse by Takahashi's equations, where L has entries, and NaN elsewhere.

    Column j of the inverse Z follows from the later columns: with the rows R of L in column j,

        Z[R, j] = -Z[R, R] L[R, j],    Z[j, j] = 1 / d[j] - L[R, j]' Z[R, j].
    """
    lower, pivots = dense_ldl(matrix)
    pattern = fill_pattern(matrix)
    inverse = np.full(matrix.shape, np.nan)
    for j in reversed(range(len(matrix))):
        rows = j + 1 + np.flatnonzero(pattern[j + 1 :, j])
        column = lower[rows, j]
        inverse[rows, j] = -inverse[np.ix_(rows, rows)] @ column
        inverse[j, rows] = inverse[rows, j]
        inverse[j, j] = 1 / pivots[j] - column @ inverse[rows, j]
    return inverse


@cache
def dense_and_selected_inverse(name):
    """Return a dense matrix and its `selected_inverse`."""
    dense = MATRICES[name].toarray()
    return dense, selected_inverse(dense)


def test_takahashis_equations_reach_all_entries_of_the_factor(matrix_name):
    dense, inverse = dense_and_selected_inverse(matrix_name)
    is_selected = np.isfinite(inverse)
    expected = np.tril(fill_pattern(dense))
    np.testing.assert_array_equal(np.tril(is_selected), expected)


def test_takahashis_equations_give_the_inverse_where_the_factor_has_entries(
    matrix_name,
):
    dense, inverse = dense_and_selected_inverse(matrix_name)
    is_selected = np.isfinite(inverse)
    expected = np.linalg.inv(dense)[is_selected]
    np.testing.assert_allclose(inverse[is_selected], expected, rtol=1e-8, atol=1e-10)


@pytest.fixture(scope="module")
def factor(matrix_name):
    return Factored(matrix_name, has_other_values=False).factor


def test_the_factor_has_the_inverse_diagonal_of_the_textbook(matrix_name, factor):
    _, inverse = dense_and_selected_inverse(matrix_name)
    expected = np.diag(inverse)
    np.testing.assert_allclose(factor.inverse_diagonal(), expected, rtol=1e-11)


def test_the_factor_has_the_pivots_of_the_textbook(matrix_name, factor):
    _, pivots = dense_ldl(MATRICES[matrix_name].toarray())
    expected = np.log(pivots).sum()
    assert factor.log_determinant == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_values_come_in_the_order_of_rows_and_columns():
    matrix = some_matrix(30, 0.1, seed=4)
    pattern = CholeskyPattern(matrix)
    expected = matrix.toarray()[pattern.rows, pattern.columns]
    np.testing.assert_array_equal(pattern.values_of(matrix), expected)


def test_the_pattern_is_that_of_the_lower_triangle():
    pattern = CholeskyPattern(some_matrix(30, 0.1, seed=4))
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


def test_work_counts_the_entries_of_the_factor(matrix_name):
    matrix = MATRICES[matrix_name]
    pattern = CholeskyPattern(matrix)
    order = pattern._order
    is_entry = (matrix.toarray() != 0)[order][:, order]
    # Elimination joins all rows below the diagonal of a column.
    for j in range(pattern.n):
        below = j + 1 + np.flatnonzero(is_entry[j + 1 :, j])
        is_entry[np.ix_(below, below)] = True
    lengths = np.tril(is_entry, -1).sum(axis=0)
    assert pattern.work == np.sum((lengths + 1) ** 2)
