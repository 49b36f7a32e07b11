"""A map is moved to be right in its sums, and its sums have intervals."""

import networkx as nx
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.graphs import sums
from gaussmech.graphs.sums import (
    AREA_SIZE,
    LARGEST_MOVE,
    _response,
    balls,
    match_sums,
)
from gaussmech.graphs.totals import Combined, Level, combine
from tests.graphs.networks import grid, noisy, rmse

GRID = grid(32)
PLACE = np.arange(1024)
ROW, COLUMN = np.divmod(PLACE, 32)
BLOCKS = ROW // 8 * 4 + COLUMN // 8
HALVES = PLACE // 512
# Events on a few streets, and nothing elsewhere.
SPARSE = np.where(COLUMN % 8 == 3, 12.0, 0.0)
NOISE = noisy(np.zeros(1024), 1.0, 11)
EXACT = np.zeros(1024)


def move(y, x, levels=()):
    """Return the moves of the places of a map x of the data y."""
    return match_sums(GRID, Combined(y, 1.0, levels), True, [y] * 3, [x] * 3)[0] - x


def test_a_map_with_wrong_sums_is_moved_to_those_of_the_data():
    # Each half of the map is biased in its own way.
    x = SPARSE * np.where(HALVES, 0.95, 0.8)
    moved = x + move(SPARSE + NOISE, x)
    errors = np.bincount(HALVES, moved - SPARSE)
    assert abs(errors).max() < 3 * np.sqrt(512)
    assert abs(errors.sum()) < 0.5 * abs((x - SPARSE).sum())
    # Places of 0 stay, and the others are better.
    assert moved[x == 0].max() < 1e-6
    assert rmse(moved, SPARSE) < rmse(x, SPARSE)


@pytest.mark.parametrize("is_released", [False, True])
def test_low_places_take_almost_as_much_as_high_ones(is_released):
    x = np.select([COLUMN % 8 == 3, COLUMN % 8 == 6], [20.0, 1.0], 0.0)
    truth = x + 2 * (x > 0) * (BLOCKS % 2)
    levels = [Level(BLOCKS, np.bincount(BLOCKS, truth), 1e-3)] * is_released
    moves = move(truth, x, levels)
    high, low, zero = (moves[(x == v) & (BLOCKS % 2 == 1)].mean() for v in (20, 1, 0))
    assert 1.5 < high < 3
    assert 0.85 * high < low < high
    assert zero < 1e-6


def test_noise_alone_moves_little_also_where_an_area_has_few_high_places():
    rng = np.random.default_rng(4)
    truth = np.where(rng.random(1024) < 0.03, 12.0, 0.0)
    moves = []
    of_streets = []
    for _ in range(20):
        noise = rng.standard_normal(1024)
        moves.append(move(truth + noise, truth)[truth > 0])
        of_streets.append(rmse(move(SPARSE + noise, SPARSE), 0))
    # Spread over one place, the noise of 64 places would have a standard deviation of 8. By chance, one
    # draw in twenty has a difference of more than two of its standard deviations.
    assert np.median(np.abs(moves)) < 2.1 * LARGEST_MOVE
    assert np.mean(np.square(moves)) < 0.25
    # The data themselves are off by 1 at each place.
    assert np.mean(of_streets) < 0.15


def test_three_areas_are_too_few_to_tell_a_signal_from_noise():
    small = grid(14)
    truth = np.full(196, 5.0)
    for seed in range(10):
        y = noisy(truth, 1.0, seed)
        (moved, *_) = match_sums(
            small, Combined(y, 1.0, ()), False, [y] * 3, [truth] * 3
        )
        np.testing.assert_array_equal(moved, truth)


def test_a_map_follows_its_share_of_any_change_of_sums():
    y = noisy(np.zeros(1024), 1.0, 12)
    change = np.random.default_rng(13).choice([-0.1, 0.1], 1024)
    seen = [y, y + change, y - change]
    rows = [0.6 * moved for moved in seen]
    assert _response(BLOCKS, seen, rows) == pytest.approx(0.6)
    assert _response(BLOCKS, [y] * 3, rows) == 0


def test_what_a_map_follows_of_its_data_is_no_noise(monkeypatch):
    """The more it follows, the less of the differences is taken for noise."""
    sizes = []
    for part in (0.0, 0.8):
        monkeypatch.setattr(sums, "_response", lambda *_, part=part: part)
        y = NOISE + 0.2 * np.sin(COLUMN / 5.0)
        x, *_ = match_sums(GRID, Combined(y, 1.0, ()), False, [y] * 3, [EXACT] * 3)
        sizes.append(rmse(x, x.mean()))
    assert sizes[1] > 1.2 * sizes[0]


def test_choices_made_before_are_repeated():
    y = SPARSE + NOISE
    x = 0.9 * SPARSE
    # The choices for the first data are others.
    others = [y + np.sin(COLUMN / 5.0), y, y, y]
    _, *anew, repeated = match_sums(GRID, Combined(y, 1.0, ()), True, others, [x] * 4)
    for moved in anew:
        np.testing.assert_allclose(moved, x + move(y, x), rtol=1e-12)
    assert rmse(repeated, anew[0]) > 1e-3


def test_finer_moves_leave_released_sums_as_they_are():
    levels = [Level(HALVES, np.bincount(HALVES, SPARSE), 1e-3)]
    # Eight rows are too low, and the next eight less so.
    x = SPARSE * np.where(PLACE // 256 % 2, 0.8, 0.95)
    moved = x + move(Combined(SPARSE + NOISE, 1.0, levels).y, x, levels)
    np.testing.assert_allclose(np.bincount(HALVES, moved - SPARSE), 0, atol=0.05)


def test_unions_of_areas_have_their_combined_totals():
    y = SPARSE + NOISE
    sums = np.bincount(BLOCKS, SPARSE + NOISE[::-1])
    fit = gm.denoise(3 * y, 3.0, GRID, rng=1, totals=[(BLOCKS, 3 * sums, 6.0)])
    both = combine(y, 1.0, [(BLOCKS, sums, 2.0)]).total(np.minimum(BLOCKS, 3) // 3)
    expected = 3 * np.array(both)[:, 0]
    np.testing.assert_allclose(fit.total(BLOCKS < 3), expected, rtol=1e-9)
    assert fit.total(PLACE < 40).estimate == pytest.approx(fit.x[:40].sum())


def test_intervals_of_sums_cover():
    rng = np.random.default_rng(7)
    f = 20 + 10 * np.sin(ROW / 5.0)
    fits = [gm.denoise(noisy(f, 5.0, seed), 5.0, GRID, rng=seed) for seed in range(4)]
    for size in (4, 16, 64):
        covered = []
        for first in rng.integers(1024 - size, size=30):
            places = np.arange(first, first + size)
            for fit in fits:
                sums = fit.total(places)
                covered.append(sums.low <= f[places].sum() <= sums.high)
                assert sums.high - sums.low < 3 * 1.96 * 5 * np.sqrt(size)
        assert np.mean(covered) >= 0.9


def test_balls_are_those_of_networkx_and_end_at_hubs():
    radii = list(enumerate(balls(GRID, AREA_SIZE), start=1))
    assert len(radii) >= 3
    for radius, matrix in radii:
        near = nx.ego_graph(GRID.to_networkx(), 100, radius)
        assert np.flatnonzero(matrix[[100]].toarray()).tolist() == sorted(near)
    star = gm.Graph.from_networkx(nx.star_graph(4000))
    assert len(list(balls(star, AREA_SIZE))) <= 1


def test_an_area_of_zeros_takes_its_sum_evenly():
    moves = move(np.where(BLOCKS == 5, 1e9, 0.0), EXACT)
    np.testing.assert_allclose(moves[BLOCKS == 5], 1e9, rtol=1e-3)
    assert moves[BLOCKS != 5].max() < 1e6
