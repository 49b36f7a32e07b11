"""Simulations for claims: more repetitions where the paper's are too few, and small models.

`paired_runs` makes the table claims_differences, `claims_prior` and `contributions` those of the
same names (`claims_contributions`). `gaussmech.paper.claims` judges sentences of the papers by them.
"""

from itertools import chain, product

import numpy as np
import pandas as pd

from gaussmech.geo.assignment import spread
from gaussmech.paper.experiments import histogram, mean_estimation
from gaussmech.paper.experiments.columns import DIFFERENCES, PRIOR
from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.summaries import MARGIN
from gaussmech.paper.experiments.vector_release import Releases
from gaussmech.vectors.shrinkage import james_stein

# Claims compare these pairs of methods, by task; the paper calls the first of a pair better.
PAIRS = {
    "mean_estimation": [("aGM-JS", "aGM"), ("aGM-TH", "aGM"), ("aGM-JS", "aGM-TH")],
    "histogram": [
        ("aGM-JS", "aGM"),
        ("aGM-TH", "aGM"),
        ("aGM-TH", "aGM-JS"),
        ("Lap", "cGM"),
        ("Lap", "aGM"),
        ("Lap", "aGM-JS"),
        ("Lap", "aGM-TH"),
    ],
}
TASKS = {task.name: task for task in (mean_estimation.TASK, histogram.TASK)}
CELL = ["epsilon", "delta", "sample_size", "dimension"]
# A mean that is this many standard errors from 0 needs no further data. The bound is wider than
# MARGIN, because the mean is looked at several times.
AIM = 5.0
LEAST_REPETITIONS = 500
MOST_REPETITIONS = 20_000
# The data of one cell take at most this many random numbers.
MOST_NUMBERS = 100_000_000
# Cells with larger data sets stay undecided: even few repetitions would take minutes.
MOST_NUMBERS_A_DATA_SET = 20_000_000
# So many entries of vectors are in memory at a time.
BLOCK_NUMBERS = 1_000_000

# Theorem 11's model is simulated at these variances w^2 of the prior, in units of sigma^2.
PRIOR_VARIANCES = [0.0, 0.01, 0.1, 0.5, 1.0, 10.0, 100.0]
PRIOR_DIMENSIONS = [3, 5, 10, 30, 100, 300, 1000]
# A cell of it takes this many random numbers, and no more than MOST_PRIOR_REPETITIONS repetitions.
PRIOR_NUMBERS = 500_000
MOST_PRIOR_REPETITIONS = 100_000
# What a cab moves in each reading of the text, relative to its pick-ups alone: a map of both ends
# moves by twice as much, two maps together by the square root of 2.
MOVES = (("pick-ups", 1.0), ("one map", 2.0), ("two maps", np.sqrt(2)))


def undecided(table, first, second):
    """Return the cells (epsilon, delta, sample_size, dimension) that do not decide a pair."""
    means = table.pivot(index=CELL, columns="method", values="error_mean")
    errors = table.pivot(index=CELL, columns="method", values="error_se")
    if first not in means or second not in means:
        return []
    # Both have the same data: the standard error of their difference is at most the sum.
    gap = (means[second] - means[first]).abs()
    return list(means.index[gap <= MARGIN * (errors[first] + errors[second])])


def paired_runs(tables, errors, *, seed, progress=iter):
    """Return differences of errors where tables do not decide a pair of methods.

    Both methods have the same data and noise: the differences per repetition may decide a cell that
    the table leaves open. If they do not, fresh data are drawn.

    Parameters
    ----------
    tables : dict of DataFrame
        For each task its error table.
    errors : dict of DataFrame
        For each task its errors per repetition.
    seed : int
        The seed of all random numbers, >= 0.
    progress : callable, optional
        Wraps the list of cells for which data are drawn, as tqdm does.

    Returns
    -------
    DataFrame
        A row per cell and pair: the mean of `difference`, the error of the second method less that
        of the first, and its standard error.
    """
    rows = []
    undecided_cells = {}
    for task, table in tables.items():
        task_errors = errors[task].set_index(CELL).sort_index()
        for pair in PAIRS[task]:
            first, second = pair
            for cell in undecided(table, first, second):
                cell_errors = task_errors.loc[[cell]]
                difference = (cell_errors[second] - cell_errors[first]).to_numpy()
                _, _, sample_size, dimension = cell
                if _decides(difference):
                    rows.append(_row(task, cell, pair, difference))
                elif sample_size * dimension <= MOST_NUMBERS_A_DATA_SET:
                    undecided_cells.setdefault((task, *cell), []).append(pair)
    for (task, *cell), pairs in progress(sorted(undecided_cells.items())):
        differences = _differences(task, cell, pairs, seed)
        for k, pair in enumerate(pairs):
            rows.append(_row(task, cell, pair, differences[:, k]))
    return pd.DataFrame(sorted(rows), columns=DIFFERENCES.split())


def _decides(differences):
    """Return whether the mean over the repetitions is far from 0, for one pair or all columns."""
    count = len(differences)
    if count < 2:
        return False
    mean = np.mean(differences, axis=0)
    error = np.std(differences, axis=0, ddof=1) / np.sqrt(count)
    return np.all(np.abs(mean) >= AIM * error)


def _row(task, cell, pair, differences):
    """Return a row of the table: the mean difference of a pair in a cell, and its error."""
    count = len(differences)
    error = np.std(differences, ddof=1) / np.sqrt(count)
    return (task, *cell, *pair, count, np.mean(differences), error)


def _differences(task, cell, pairs, seed):
    """Return the error of the second method less that of the first, by repetition and pair.

    There are as many repetitions as decide all pairs, or else the largest number.
    """
    epsilon, delta, sample_size, dimension = cell
    key = (
        "claims",
        "run",
        task,
        float(epsilon),
        float(delta),
        int(sample_size),
        int(dimension),
    )
    rng = generator(seed, *key)
    most = max(2, min(MOST_REPETITIONS, MOST_NUMBERS // (sample_size * dimension)))
    block = max(1, BLOCK_NUMBERS // dimension)
    # The differences are looked at after this many repetitions, then after twice as many, and so on.
    target = min(LEAST_REPETITIONS, most)
    parts = []
    total = 0
    while total < most:
        count = min(block, target - total)
        parts.append(_block_differences(TASKS[task], cell, pairs, count, rng))
        total += count
        if total == target:
            if _decides(np.concatenate(parts)):
                break
            target = min(2 * target, most)
    return np.concatenate(parts)


def _block_differences(task, cell, pairs, count, rng):
    """Return the differences of errors (count, pairs) on `count` fresh data sets."""
    epsilon, delta, sample_size, dimension = cell
    vectors = [task.sample(int(sample_size), int(dimension), rng) for _ in range(count)]
    f = np.stack(vectors)
    sensitivities = task.sensitivities(sample_size, dimension)
    releases = Releases(f, epsilon, delta, sensitivities, rng)
    errors = {}
    for method in sorted(set(chain.from_iterable(pairs))):
        difference = METHODS[method].estimate(releases) - f
        errors[method] = np.linalg.norm(difference, task.norm, axis=1)
    return np.column_stack([errors[second] - errors[first] for first, second in pairs])


def claims_prior(*, seed):
    """Return squared errors under Theorem 11's model, f ~ N(0, w^2 I), at sigma = 1."""
    rows = []
    for dimension, variance in product(PRIOR_DIMENSIONS, PRIOR_VARIANCES):
        repetitions = min(PRIOR_NUMBERS // dimension, MOST_PRIOR_REPETITIONS)
        rng = generator(seed, "claims", "prior", dimension, variance)
        f = np.sqrt(variance) * rng.standard_normal((repetitions, dimension))
        y = f + rng.standard_normal((repetitions, dimension))
        estimates = {
            "raw": y,
            # The Bayes estimator knows w^2.
            "Bayes": variance / (variance + 1) * y,
            "JS": james_stein(y, 1.0),
            "JS+": james_stein(y, 1.0, positive_part=True),
        }
        for name, estimate in estimates.items():
            loss = np.square(estimate - f).sum(axis=1)
            error = np.std(loss, ddof=1) / np.sqrt(repetitions)
            rows.append((dimension, variance, name, repetitions, np.mean(loss), error))
    return pd.DataFrame(rows, columns=PRIOR.split())


def contributions(graph, *, bandwidth_m, max_trips):
    """Return how far one cab, all of whose trips are at the worst junction, can move the maps.

    Parameters
    ----------
    graph : Graph
        The streets.
    bandwidth_m : float
        The width of the kernel that spreads a trip end, in metres.
    max_trips : int
        The trips of the cab.

    Returns
    -------
    DataFrame
        A row per assignment of trip ends to junctions, reading of what is released (MOVES) and
        neighbouring relation: the L2 norm of the move. A cab that replaces another is at the
        junction whose trip ends overlap least with those of the other.
    """
    rows = []
    for assignment, bandwidth in (("nearest", 0.0), ("kernel", float(bandwidth_m))):
        removal, replacement = _largest_moves(graph, bandwidth)
        for release, factor in MOVES:
            for neighbours, move in (
                ("add or remove", removal),
                ("replace", replacement),
            ):
                row = {
                    "assignment": assignment,
                    "bandwidth_m": bandwidth,
                    "max_trips": max_trips,
                    "release": release,
                    "neighbours": neighbours,
                    "norm": factor * (max_trips * move),
                }
                rows.append(row)
    return pd.DataFrame(rows)


def _largest_moves(graph, bandwidth):
    """Return the largest L2 move of a map by one trip end that is removed, and by one replaced."""
    weights = spread(graph, graph.lon, graph.lat, bandwidth_m=bandwidth)
    squares = np.asarray(weights.power(2).sum(axis=1)).ravel()
    worst = int(np.argmax(squares))
    # ||a - b||^2 = ||a||^2 + ||b||^2 - 2 a.b for the worst junction's a and every other's b.
    overlap = np.asarray((weights @ weights[[worst]].T).todense()).ravel()
    distances = squares[worst] + squares - 2 * overlap
    return np.sqrt(squares[worst]), np.sqrt(distances.max())
