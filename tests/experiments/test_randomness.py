"""Random numbers depend on a cell's values, and on nothing else."""

import os
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from gaussmech.experiments.randomness import generator

KEYS = [(), ("a",), ("b",), ("a", 1), ("a", 1.0), ("a", "1"), ("a", 1, 0), ("a", 10), ("a1",)]
KEYS += [("a", 0.1), ("a", 0.1 + 1e-17), ("a", np.nextafter(0.1, 1).item()), (1, "a"), ("a", "")]


def draws(*key, seed=1, size=4):
    return generator(seed, *key).random(size).tolist()


@pytest.mark.parametrize("key", KEYS)
def test_equal_keys_give_equal_streams(key):
    assert draws(*key, size=20) == draws(*key, size=20)
    assert draws(*key) == draws(*key, seed=np.int64(1))


def test_different_keys_give_different_streams():
    streams = {key: draws(*key) for key in KEYS}
    same = {(a, b) for a, b in combinations(streams, 2) if streams[a] == streams[b]}
    # 0.1 + 1e-17 is 0.1, and a dict holds equal keys once; 1 and 1.0 are written differently.
    assert same == set() and len(streams) == len(set(KEYS))


def test_the_seed_counts():
    assert len({tuple(draws("a", seed=seed)) for seed in range(100)}) == 100


def test_streams_of_neighbouring_keys_are_independent():
    first, second = np.transpose([draws("cell", 0.1, k, size=2) for k in range(5000)])
    for sample in (first, second):
        assert stats.kstest(sample, "uniform").pvalue > 1e-3
    for a, b in [(first, second), (first[1:], first[:-1])]:
        assert abs(np.corrcoef(a, b)[0, 1]) < 4 / np.sqrt(len(a))


def test_another_process_draws_the_same():
    code = "from gaussmech.experiments.randomness import generator;"
    code += "print(generator(3, 'mean', 0.1, 10).random())"
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    run = [sys.executable, "-c", code]
    other = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert float(other.stdout) == generator(3, "mean", 0.1, 10).random()


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_key_that_equals_nothing_is_refused(value):
    with pytest.raises(ValueError):
        generator(1, value)
