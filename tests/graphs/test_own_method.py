"""A method of a user's own: a function of (y, sigma, graph), with the risk that `denoise` adds.

That this risk is unbiased is in test_denoise.py.
"""

from functools import partial

import numpy as np
import pytest

from gaussmech.graphs.denoise import denoise
from gaussmech.vectors.shrinkage import soft_threshold
from tests.graphs.networks import grid, hill, near_mean, noisy

SIGMA = 5.0
GRID = grid(12, weights=np.full(264, 3.0))
PAIR = noisy(np.column_stack([hill(12), hill(12)]), SIGMA, 1)
Y = PAIR[:, 0]


def fitted(method, y=Y, **options):
    return denoise(y, SIGMA, GRID, method=method, rng=1, **options)


def test_it_is_the_built_in_method_if_it_computes_the_same():
    own = fitted(lambda y, s, _: soft_threshold(y, s))
    ours = fitted("th")
    np.testing.assert_allclose(own.estimate, ours.x, atol=1e-12)
    assert own.mse == pytest.approx(ours.mse, abs=3 * own.mse_se)
    assert own.nonnegative == ours.nonnegative


def test_it_gets_the_release_in_its_unit_and_the_graph_as_it_is():
    seen = []

    def method(y, sigma, graph):
        assert (sigma, graph) == (SIGMA, GRID)
        seen.append(y.copy())
        # It may write into what it gets.
        y[:] = 7
        return y

    given = Y.copy()
    fit = fitted(method, given)
    assert (fit.estimate == 7).all() and fit.mse_se > 0
    assert len(seen) == 4
    assert np.abs(seen - Y).max() <= 0.0300001 * SIGMA
    np.testing.assert_array_equal(given, Y)


def test_it_takes_what_others_take():
    both = fitted(near_mean, PAIR)
    assert both.x.shape == PAIR.shape and both.method.endswith("networks:near_mean")
    kept = fitted(partial(near_mean, share=1.0), nonnegative=False)
    np.testing.assert_allclose(kept.x, Y)
    assert kept.mse == pytest.approx(SIGMA**2) and "near_mean" in kept.method
    areas = np.arange(144) // 48
    sums = np.bincount(areas, hill(12))
    told = fitted(near_mean, totals=[(areas, sums, 0.1)])
    np.testing.assert_allclose(told.total(areas).estimate, sums, atol=0.5)


@pytest.mark.parametrize(
    "method, error, message",
    [
        (
            lambda y, *_: y[1:],
            ValueError,
            r"<lambda> returns has shape \(143,\); it must be \(144",
        ),
        (
            lambda y, *_: np.where(y > 20, np.nan, y),
            ValueError,
            r"returns\[\d+\] is nan; allowed",
        ),
        (lambda y, *_: None, ValueError, "returns has shape"),
        (lambda y, *_: y + 1j, ValueError, "must be a real number"),
        (
            lambda y, *_: y + np.random.default_rng().standard_normal(len(y)),
            ValueError,
            "returns two maps for the same y: they differ by .* deterministic",
        ),
        # Its own error is not hidden.
        (lambda *_: {}["beta"], KeyError, "beta"),
    ],
)
def test_a_wrong_result_is_told(method, error, message):
    with pytest.raises(error, match=message):
        fitted(method)
