"""More repetitions for claims where the paper's are too few: the table claims_differences.

`gaussmech.paper.claims` judges by it which of two methods has the smaller error.
"""

import numpy as np
import pandas as pd

from gaussmech.paper.experiments import histogram, mean_estimation
from gaussmech.paper.experiments.columns import DIFFERENCES
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.summaries import MARGIN
from gaussmech.paper.experiments.vector_release import Releases

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


def undecided(table, first, second):
    """Return the cells (epsilon, delta, sample_size, dimension) that do not decide a pair."""
    by_method = table.pivot(index=CELL, columns="method")
    means, errors = by_method["error_mean"], by_method["error_se"]
    if first not in means or second not in means:
        return []
    # Both have the same data: the standard error of their difference is at most the sum.
    gap = (means[second] - means[first]).abs()
    return list(means.index[gap <= MARGIN * (errors[first] + errors[second])])


def claims_differences(tables, errors, *, seed, progress=iter):
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
    undecided_cells: dict[tuple[object, ...], list[tuple[str, str]]] = {}
    for task, table in tables.items():
        task_errors = errors[task].set_index(CELL).sort_index()
        for pair in PAIRS[task]:
            for cell in undecided(table, *pair):
                differences = _differences_of(pair, task_errors.loc[[cell]])
                _, _, sample_size, dimension = cell
                if _decides(differences):
                    rows.append((task, *cell, *pair, *_statistics(differences)))
                elif sample_size * dimension <= MOST_NUMBERS_A_DATA_SET:
                    undecided_cells.setdefault((task, *cell), []).append(pair)
    for (task, *cell), pairs in progress(sorted(undecided_cells.items())):
        differences = _fresh_differences(task, cell, pairs, seed)
        for pair, of_pair in zip(pairs, differences.T, strict=True):
            rows.append((task, *cell, *pair, *_statistics(of_pair)))
    return pd.DataFrame(sorted(rows), columns=DIFFERENCES.split())


def _differences_of(pair, errors):
    """Return the errors of the second method of a pair less those of the first."""
    first, second = pair
    return np.subtract(errors[second], errors[first])


def _statistics(differences):
    """Return the number of repetitions, the mean over them and its standard error, by column."""
    count = len(differences)
    error = np.std(differences, axis=0, ddof=1) / np.sqrt(count)
    return count, np.mean(differences, axis=0), error


def _decides(differences):
    """Return whether the mean over the repetitions is far from 0, for one pair or all columns."""
    if len(differences) < 2:
        return False
    _, mean, error = _statistics(differences)
    return np.all(np.abs(mean) >= AIM * error)


def _fresh_differences(task, cell, pairs, seed):
    """Return the error of the second method less that of the first, by repetition and pair.

    There are as many repetitions as decide all pairs, otherwise the largest number.
    """
    epsilon, delta, sample_size, dimension = cell
    size = int(sample_size), int(dimension)
    rng = generator(seed, "claims", "run", task, float(epsilon), float(delta), *size)
    task = TASKS[task]
    sensitivities = task.sensitivities(*size)
    most = max(2, min(MOST_REPETITIONS, MOST_NUMBERS // (sample_size * dimension)))
    block = max(1, BLOCK_NUMBERS // dimension)
    # The differences are looked at after this many repetitions, then after twice as many, and so on.
    target = min(LEAST_REPETITIONS, most)
    parts = []
    total = 0
    while total < most:
        count = min(block, target - total)
        f = task.vectors(*size, [rng] * count)
        releases = Releases(f, epsilon, delta, sensitivities, rng)
        errors = task.errors(f, releases, sorted({*sum(pairs, ())}))
        differences = [_differences_of(pair, errors) for pair in pairs]
        parts.append(np.column_stack(differences))
        total += count
        if total == target:
            if _decides(np.concatenate(parts)):
                break
            target = min(2 * target, most)
    return np.concatenate(parts)
