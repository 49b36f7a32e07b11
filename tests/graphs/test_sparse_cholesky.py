"""LDL' factors against dense linear algebra, and against the textbook's recursions."""

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csc_array, eye_array, random_array

from gaussmech.graphs._sparse_cholesky import CholeskyPattern, NotPositiveDefinite


def some_matrix(n, density, seed):
    rng = np.random.default_rng(seed)
    raw = random_array((n, n), density=density, rng=rng)
    return csc_array(raw + raw.T + eye_array(n) * (1 + n * density * 2))


def of_second_order(links):
    laplacian = csc_array(nx.laplacian_matrix(links).astype(float))
    eye = eye_array(laplacian.shape[0])
    return csc_array((laplacian + 0.1 * eye) @ (laplacian + eye))


SIZES = [(1, 0.0), (2, 0.0), (2, 1.0), (40, 0.1), (150, 0.03)]
LINKS = {
    "grid": nx.grid_2d_graph(14, 19),
    "two grids": nx.disjoint_union(nx.grid_2d_graph(9, 9), nx.grid_2d_graph(3, 40)),
    "path": nx.path_graph(200),
    "star": nx.star_graph(60),
}
MATRICES = {f"{n}, {density}": some_matrix(n, density, seed=n) for n, density in SIZES}
MATRICES |= {name: of_second_order(links) for name, links in LINKS.items()}


@pytest.mark.parametrize("name", MATRICES)
def test_against_dense(name):
    """One pattern serves other values, and a diagonal."""
    matrix = MATRICES[name]
    pattern, rng = CholeskyPattern(matrix), np.random.default_rng(1)
    b, diagonal = rng.standard_normal((pattern.n, 3)), rng.random(pattern.n)
    for scale, more in ((1, None), (3, diagonal)):
        dense = scale * matrix.toarray() + np.diag(
            0 * diagonal if more is None else more
        )
        factor = pattern.factor(scale * pattern.values_of(matrix), more)
        inverse = np.diag(np.linalg.inv(dense))
        np.testing.assert_allclose(factor.inverse_diagonal(), inverse, rtol=1e-9)
        solved = factor.solve(b)
        np.testing.assert_allclose(
            solved, np.linalg.solve(dense, b), rtol=1e-8, atol=1e-10
        )
        np.testing.assert_array_equal(factor.solve(b[:, 0]), solved[:, 0])
        expected = np.linalg.slogdet(dense)[1]
        assert factor.log_determinant == pytest.approx(expected, rel=1e-10, abs=1e-12)


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


@pytest.mark.parametrize("name", MATRICES)
def test_takahashis_equations_give_the_inverse_where_the_factor_has_entries(name):
    matrix = MATRICES[name].toarray()
    inverse = selected_inverse(matrix)
    is_selected = np.isfinite(inverse)
    lower_entries = np.tril(is_selected)
    np.testing.assert_array_equal(lower_entries, np.tril(fill_pattern(matrix)))
    expected = np.linalg.inv(matrix)[is_selected]
    np.testing.assert_allclose(inverse[is_selected], expected, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("name", MATRICES)
def test_the_factor_has_the_inverse_diagonal_and_the_pivots_of_the_textbook(name):
    matrix = MATRICES[name]
    pattern = CholeskyPattern(matrix)
    factor = pattern.factor(pattern.values_of(matrix))
    dense = matrix.toarray()
    inverse_diagonal = np.diag(selected_inverse(dense))
    np.testing.assert_allclose(factor.inverse_diagonal(), inverse_diagonal, rtol=1e-11)
    _, pivots = dense_ldl(dense)
    log_determinant = np.log(pivots).sum()
    assert factor.log_determinant == pytest.approx(
        log_determinant, rel=1e-12, abs=1e-12
    )


def test_values_come_in_the_order_of_rows_and_columns():
    matrix = some_matrix(30, 0.1, seed=4)
    pattern = CholeskyPattern(matrix)
    dense = matrix.toarray()
    np.testing.assert_array_equal(
        pattern.values_of(matrix), dense[pattern.rows, pattern.columns]
    )
    assert (pattern.rows >= pattern.columns).all()


def test_not_positive_definite_is_said():
    matrix = csc_array([[1.0, 2.0], [2.0, 1.0]])
    pattern = CholeskyPattern(matrix)
    with pytest.raises(NotPositiveDefinite, match="vertex"):
        pattern.factor(pattern.values_of(matrix))


def test_fill_along_a_long_cycle_is_found():
    """Its entries would vanish in the factor of a matrix that is far from a Laplacian."""
    n, k = 6000, np.arange(6000)
    laplacian = csc_array(nx.laplacian_matrix(nx.cycle_graph(n)).astype(float))
    matrix = csc_array((laplacian + eye_array(n)) @ (laplacian + eye_array(n)))
    pattern = CholeskyPattern(matrix)
    factor = pattern.factor(pattern.values_of(matrix))
    eigenvalues = (3 - 2 * np.cos(2 * np.pi * k / n)) ** 2
    assert factor.log_determinant == pytest.approx(np.log(eigenvalues).sum(), rel=1e-11)
    np.testing.assert_allclose(
        factor.inverse_diagonal(), np.mean(1 / eigenvalues), rtol=1e-11
    )
