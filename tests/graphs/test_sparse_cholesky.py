"""LDL' factors against dense linear algebra."""

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csc_array, eye_array, random_array

from gaussmech.graphs.sparse_cholesky import CholeskyPattern, NotPositiveDefinite


def some_matrix(n, density, seed):
    rng = np.random.default_rng(seed)
    raw = random_array((n, n), density=density, rng=rng)
    return csc_array(raw + raw.T + eye_array(n) * (1 + n * density * 2))


@pytest.mark.parametrize(("n", "density"), [(1, 0.0), (2, 0.0), (2, 1.0), (40, 0.1), (150, 0.03)])
def test_against_dense(n, density):
    matrix = some_matrix(n, density, seed=n)
    dense = matrix.toarray()
    pattern = CholeskyPattern(matrix)
    factor = pattern.factor(pattern.values_of(matrix))
    b = np.random.default_rng(1).standard_normal(n)
    np.testing.assert_allclose(factor.solve(b), np.linalg.solve(dense, b), rtol=1e-10, atol=1e-12)
    inverse = np.linalg.inv(dense)
    np.testing.assert_allclose(factor.inverse_diagonal(), np.diag(inverse), rtol=1e-10)
    expected = np.linalg.slogdet(dense)[1]
    assert factor.log_determinant == pytest.approx(expected, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("kind", ["grid", "two grids", "path", "star"])
def test_blocks_of_columns_against_dense(kind):
    links = {
        "grid": nx.grid_2d_graph(14, 19),
        "two grids": nx.disjoint_union(nx.grid_2d_graph(9, 9), nx.grid_2d_graph(3, 40)),
        "path": nx.path_graph(200),
        "star": nx.star_graph(60),
    }[kind]
    laplacian = csc_array(nx.laplacian_matrix(links).astype(float))
    n = laplacian.shape[0]
    matrix = csc_array((laplacian + 0.1 * eye_array(n)) @ (laplacian + eye_array(n)))
    dense = matrix.toarray()
    pattern = CholeskyPattern(matrix)
    factor = pattern.factor(pattern.values_of(matrix))
    inverse = np.linalg.inv(dense)
    np.testing.assert_allclose(factor.inverse_diagonal(), np.diag(inverse), rtol=1e-9)
    b = np.random.default_rng(1).standard_normal((n, 3))
    np.testing.assert_allclose(factor.solve(b), np.linalg.solve(dense, b), rtol=1e-8, atol=1e-10)
    np.testing.assert_array_equal(factor.solve(b[:, 0]), factor.solve(b)[:, 0])
    assert factor.log_determinant == pytest.approx(np.linalg.slogdet(dense)[1], rel=1e-11)


def test_one_pattern_serves_other_values_and_a_diagonal():
    matrix = some_matrix(60, 0.08, seed=3)
    pattern = CholeskyPattern(matrix)
    diagonal = np.random.default_rng(2).random(60)
    factor = pattern.factor(3 * pattern.values_of(matrix), diagonal)
    dense = 3 * matrix.toarray() + np.diag(diagonal)
    np.testing.assert_allclose(factor.inverse_diagonal(), np.diag(np.linalg.inv(dense)), rtol=1e-10)


def test_values_come_in_the_order_of_rows_and_columns():
    matrix = some_matrix(30, 0.1, seed=4)
    pattern = CholeskyPattern(matrix)
    dense = matrix.toarray()
    np.testing.assert_array_equal(pattern.values_of(matrix), dense[pattern.rows, pattern.columns])
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
    np.testing.assert_allclose(factor.inverse_diagonal(), np.mean(1 / eigenvalues), rtol=1e-11)
