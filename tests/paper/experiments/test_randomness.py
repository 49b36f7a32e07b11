"""Random numbers depend on a cell's values, and on nothing else."""

import os

import numpy as np
import pytest
from scipy import stats

from gaussmech.paper.experiments.randomness import generator
from tests.processes import output_of

# Of 1 and 1.0, which are written differently, a set would keep one.
KEYS = [(), ("a",), ("b",), ("a", 1), ("a", 1.0), ("a", "1"), ("a", 1, 0), ("a", 10)]
KEYS += [("a1",), ("a", 0.1), ("a", np.nextafter(0.1, 1).item()), (1, "a"), ("a", "")]


def draws(*key, seed=1, size=4):
    return tuple(generator(seed, *key).random(size))


def test_keys_and_seeds_have_equal_streams_if_they_are_equal():
    for key in KEYS:
        assert draws(*key) == draws(*key) == draws(*key, seed=np.int64(1))
    streams = [draws(*key) for key in KEYS]
    streams += [draws("a", seed=seed) for seed in range(2, 100)]
    assert len(set(streams)) == len(streams)


def test_streams_of_neighbouring_keys_are_independent():
    first, second = np.transpose([draws("cell", 0.1, k, size=2) for k in range(5000)])
    for sample in (first, second):
        assert stats.kstest(sample, "uniform").pvalue > 1e-3
    for a, b in [(first, second), (first[1:], first[:-1])]:
        assert abs(np.corrcoef(a, b)[0, 1]) < 4 / np.sqrt(len(a))


def test_another_process_draws_the_same():
    code = "from gaussmech.paper.experiments.randomness import generator;"
    code += "print(generator(3, 'mean', 0.1, 10).random())"
    other = output_of(code, env=os.environ | {"PYTHONHASHSEED": "7"})
    assert float(other) == generator(3, "mean", 0.1, 10).random()


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_key_that_equals_nothing_is_refused(value):
    with pytest.raises(ValueError):
        generator(1, value)
