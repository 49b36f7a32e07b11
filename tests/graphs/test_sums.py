"""A map is moved to be right in its sums, and its sums have intervals."""

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.graphs.sums import (
    EVEN,
    LARGEST_MOVE,
    MOST,
    SIZE,
    MapSums,
    SumsStep,
    balls,
)
from gaussmech.graphs.totals import Combined, Level, combine
from tests.graphs.networks import grid, rmse

GRID = grid(32)
BLOCKS = (np.arange(1024) // 32 // 8 * 4 + np.arange(1024) % 32 // 8).astype(int)
# Events on a few streets, and nothing elsewhere.
SPARSE = np.where(np.arange(1024) % 32 % 8 == 3, 12.0, 0.0)


def step(y, nonnegative=True, levels=()):
    return SumsStep(GRID, Combined(y, 1.0, levels), nonnegative)


def moved_map(steps, y, x):
    return steps.move(y, x, steps.choices(y, x))


def test_a_map_with_wrong_sums_is_moved_to_those_of_the_data():
    rng = np.random.default_rng(1)
    y = SPARSE + rng.standard_normal(1024)
    # Each half of the map is biased in its own way.
    x = SPARSE * np.where(np.arange(1024) < 512, 0.8, 0.95)
    moved = moved_map(step(y), y, x)
    for half in (slice(0, 512), slice(512, 1024)):
        error = abs(moved[half].sum() - SPARSE[half].sum())
        assert error < 3 * np.sqrt(512)
    assert abs((moved - SPARSE).sum()) < 0.5 * abs((x - SPARSE).sum())
    # Places of 0 stay, and the others are better.
    assert moved[x == 0].max() < 1e-6
    assert rmse(moved, SPARSE) < rmse(x, SPARSE)


@pytest.mark.parametrize("is_released", [False, True])
def test_low_places_take_almost_as_much_as_high_ones(is_released):
    column = np.arange(1024) % 32
    x = np.select([column % 8 == 3, column % 8 == 6], [20.0, 1.0], 0.0)
    truth = x + 2 * (x > 0) * (BLOCKS % 2)
    levels = [Level(BLOCKS, np.bincount(BLOCKS, truth), 1e-3)] if is_released else ()
    moves = (moved_map(step(truth, levels=levels), truth, x) - x)[BLOCKS % 2 == 1]
    x = x[BLOCKS % 2 == 1]
    high, low, zero = moves[x == 20].mean(), moves[x == 1].mean(), moves[x == 0].mean()
    assert 1.5 < high < 3
    assert 0.85 * high < low < high
    assert zero < 1e-6


def test_the_noise_of_an_area_does_not_end_in_its_few_high_places():
    rng = np.random.default_rng(4)
    truth = np.where(rng.random(1024) < 0.03, 12.0, 0.0)
    moves = []
    for _ in range(20):
        y = truth + rng.standard_normal(1024)
        moves.append((moved_map(step(y), y, truth) - truth)[truth > 0])
    # Spread over one place, the noise of 64 places would have a standard deviation of 8. By chance, one
    # draw in twenty has a difference of more than CERTAIN of its standard deviations.
    assert np.median(np.abs(moves)) < 2.1 * LARGEST_MOVE
    assert np.sqrt(np.mean(np.square(moves))) < 0.5


def test_a_map_stays_where_noise_explains_the_differences():
    rng = np.random.default_rng(2)
    moves = []
    for _ in range(20):
        y = SPARSE + rng.standard_normal(1024)
        moves.append(rmse(moved_map(step(y), y, SPARSE), SPARSE))
    # The data themselves are off by 1 at each place.
    assert np.mean(moves) < 0.15


def test_the_noise_of_a_difference_is_what_the_map_does_not_have_of_it():
    """A map that is 0.6 times its data follows 0.6 of any change of their sums."""
    large = grid(64)
    y = np.random.default_rng(12).standard_normal(4096)
    steps = SumsStep(large, Combined(y, 1.0, ()), nonnegative=False)
    direction = np.random.default_rng(13).choice([-1.0, 1.0], 4096)
    sides = [(y + h * direction, 0.6 * (y + h * direction)) for h in (0.1, -0.1)]
    coarsest, *_ = steps.choices(y, 0.6 * y, sides)
    np.testing.assert_allclose(coarsest.noise, np.sqrt(256 * 0.4), rtol=0.02)
    independent, *_ = steps.choices(y, 0.6 * y)
    np.testing.assert_allclose(independent.noise, np.sqrt(256), rtol=0.02)


def test_denoise_tells_the_step_how_far_its_map_follows(monkeypatch):
    noises = []
    choices = SumsStep.choices

    def recorded(steps, *arguments):
        result = choices(steps, *arguments)
        noises.append(result[-1].noise)
        return result

    monkeypatch.setattr(SumsStep, "choices", recorded)
    rng = np.random.default_rng(14)
    # Nothing can be denoised here, so the map follows nearly all of its data.
    gm.denoise(100 * rng.standard_normal(1024), 1.0, GRID, rng=1)
    (noise,) = noises
    assert noise.max() < 0.8 * np.sqrt(SIZE)


def test_choices_made_before_are_repeated():
    y = SPARSE + np.random.default_rng(3).standard_normal(1024)
    x = 0.9 * SPARSE
    steps = step(y)
    choices = steps.choices(y, x)
    repeated = steps.move(y, x, choices, repeats=True)
    np.testing.assert_array_equal(repeated, steps.move(y, x, choices))
    other = steps.choices(y + 1, x)
    assert not np.array_equal(steps.move(y, x, other, repeats=True), repeated)
    # The fits are chosen anew, whatever the choices were.
    np.testing.assert_array_equal(steps.move(y, x, other), repeated)


def test_published_areas_are_areas_of_the_step():
    y = SPARSE + np.random.default_rng(5).standard_normal(1024)
    totals = [(BLOCKS, np.bincount(BLOCKS, SPARSE), 1e-3)]
    fit = gm.denoise(y, 1.0, GRID, rng=1, totals=totals)
    np.testing.assert_allclose(
        np.bincount(BLOCKS, fit.x), np.bincount(BLOCKS, SPARSE), rtol=0.02
    )
    assert rmse(fit.x, SPARSE) < 0.15


def test_finer_moves_leave_released_sums_as_they_are():
    halves = np.arange(1024) // 512
    y = SPARSE + np.random.default_rng(1).standard_normal(1024)
    levels = [Level(halves, np.bincount(halves, SPARSE), 1e-3)]
    steps = step(y, levels=levels)
    # Eight rows are too low, and the next eight less so.
    x = SPARSE * np.where(np.arange(1024) // 256 % 2, 0.8, 0.95)
    moved = moved_map(steps, Combined(y, 1.0, levels).y, x)
    sums = np.bincount(halves, moved - SPARSE)
    np.testing.assert_allclose(sums, 0, atol=0.05)


def test_unions_of_areas_have_their_combined_totals():
    rng = np.random.default_rng(6)
    y = SPARSE + rng.standard_normal(1024)
    totals = [(BLOCKS, np.bincount(BLOCKS, SPARSE) + 2 * rng.standard_normal(16), 2.0)]
    fit = gm.denoise(3 * y, 3.0, GRID, rng=1, totals=[(BLOCKS, 3 * totals[0][1], 6.0)])
    expected = combine(y, 1.0, totals).total(BLOCKS < 3)
    np.testing.assert_allclose(fit.total(BLOCKS < 3), 3 * np.array(expected), rtol=1e-9)
    mask = np.arange(1024) < 40
    assert fit.total(mask).estimate == pytest.approx(fit.x[mask].sum())


def test_intervals_of_sums_cover():
    rng = np.random.default_rng(7)
    f = 20 + 10 * np.sin(np.arange(1024) // 32 / 5.0)
    hits = {4: [], 16: [], 64: []}
    for seed in range(4):
        fit = gm.denoise(f + 5 * rng.standard_normal(1024), 5.0, GRID, rng=seed)
        for size, cover in hits.items():
            for first in rng.integers(1024 - size, size=30):
                places = np.arange(first, first + size)
                sums = fit.total(places)
                cover.append(sums.low <= f[places].sum() <= sums.high)
                assert sums.high - sums.low < 3 * 1.96 * 5 * np.sqrt(size)
    for cover in hits.values():
        assert np.mean(cover) >= 0.9


def sums_of_map(y, x, local, half_width):
    """Return the MapSums of a map x of the data y with such local derivatives and half-widths."""
    return MapSums(
        graph=GRID,
        x=x,
        combined=Combined(y, 1.0, ()),
        signs=np.random.default_rng(10).choice([-1.0, 1.0], 1024),
        local=local,
        half_width=half_width,
        unit=1.0,
        nonnegative=False,
    )


def test_errors_of_sums_are_shared_by_the_intervals_of_places_and_evenly():
    half_width = np.repeat([0.0, 1.0], 512)
    sums = sums_of_map(np.zeros(1024), np.zeros(1024), np.ones(1024), half_width)
    low, high = sums(np.arange(1024) // 512).sd
    assert low / high == pytest.approx(np.sqrt(EVEN / (2 * (1 - EVEN) + EVEN)))


def test_errors_of_larger_sums_are_no_smaller_a_place():
    y = np.random.default_rng(12).standard_normal(1024)
    row, column = np.divmod(np.arange(1024), 32)
    # The biases of neighbours cancel in large areas, but not in balls of five places.
    biased = sums_of_map(
        y, y + 3 * (-1.0) ** (row + column), np.zeros(1024), np.full(1024, 0.1)
    )
    per_place = [biased(np.arange(size)).sd ** 2 / size for size in (8, 64, 256)]
    assert min(per_place) > MOST
    assert per_place == sorted(per_place)


def test_errors_of_sums_are_the_measured_ones_with_a_margin():
    y = np.random.default_rng(11).standard_normal(1024)
    nothing, even = np.zeros(1024), np.full(1024, 0.1)
    # The error of a map that is wrong by b at each place is that of the sum of b.
    biased = sums_of_map(y, y + 3, nothing, even)
    assert biased(np.arange(64)).sd == pytest.approx(64 * 3, rel=0.05)
    # Sums over a quarter of the places have a margin that ends at MOST times the error of the data.
    almost = sums_of_map(y, 0.3 * y, np.full(1024, 0.3), even)
    assert almost(np.arange(256)).sd ** 2 / 256 == pytest.approx(MOST)
    # A map that follows the data half-way has at least half of their variance.
    follows = sums_of_map(y, y, np.full(1024, 0.5), even)
    assert follows(np.arange(1024) // 8).sd ** 2 / 8 == pytest.approx(0.6, abs=0.15)
    # Where the data say that the map is exact, margins are left, and larger areas have larger ones.
    exact = sums_of_map(y, nothing, nothing, even)
    per_place = [exact(np.arange(size)).sd ** 2 / size for size in (1, 4, 16, 64, 256)]
    assert per_place[0] == pytest.approx((0.1 / 1.96) ** 2, rel=1e-3)
    assert (np.diff(per_place) > 0).all() and per_place[-1] < 1


def test_balls_are_those_of_networkx():
    import networkx as nx

    network = GRID.to_networkx()
    matrices = list(balls(GRID, SIZE))
    assert len(matrices) >= 3
    for radius, matrix in enumerate(matrices, start=1):
        near = nx.single_source_shortest_path_length(network, 100, cutoff=radius)
        assert np.flatnonzero(matrix[[100]].toarray()[0]).tolist() == sorted(near)


def test_hubs_have_no_balls():
    star = gm.Graph(4001, [[0, v] for v in range(1, 4001)])
    assert len(list(balls(star, SIZE))) <= 1


def test_an_area_of_zeros_takes_its_sum_evenly():
    y = np.where(BLOCKS == 5, 1e9, 0.0)
    moved = moved_map(step(y), y, np.zeros(1024))
    inside = moved[BLOCKS == 5]
    np.testing.assert_allclose(inside, 1e9, rtol=1e-3)
    assert moved[BLOCKS != 5].max() < 1e6


def test_small_and_disconnected_graphs_have_sums():
    y = np.full(300, 3.0) + np.random.default_rng(8).standard_normal(300)
    lonely = gm.Graph(300, np.zeros((0, 2), dtype=int))
    for graph, places in ((lonely, 300), (grid(8), 64), (gm.Graph(1, []), 1)):
        fit = gm.denoise(y[:places], 1.0, graph, rng=1)
        assert fit.total(np.ones(places, dtype=bool)).sd > 0
        assert abs(fit.x.sum() - 3 * places) < 4 * np.sqrt(places)
