"""When two texts name one place: by value where all public ids are numbers, else as text."""

import pytest

from gaussmech._ids import Ids, merged_ids

# Public ids, texts that name the second of them, and texts that name none.
NAMED = [
    (["7", "8", "10"], ["8", "08", "8.0", "008.00", "8."], ["8.5", "+8", "8e0"]),
    (["07", "08"], ["8", "8.0"], ["8.0.0", " 8", "", "8_0", "eight", "\u0668"]),
    (["7.0", "8.0"], ["8", "008"], ["9" * 5000, "-8"]),
    (["5216.06", "6948.10"], ["6948.1", "06948.100"], ["6948.01", "6948"]),
    (["75", "75.50"], ["75.5"], ["7.55e1", "75.51"]),
    (["02001", "01001"], ["1001", "1001.0"], ["10010"]),
    # Not all are numbers, or two are the same one: every id is a text.
    (["b", "8"], ["8"], ["08", "8.0"]),
    (["08", "8"], ["8"], ["8.0", "008"]),
    (["5379.10", "5379.1"], ["5379.1"], ["5379.100"]),
]


@pytest.mark.parametrize(("ids", "named", "other"), NAMED)
def test_texts_that_name_a_place(ids, named, other):
    names = Ids(ids)
    assert [names.position(key) for key in ids] == list(range(len(ids)))
    assert {names.position(text) for text in named} == {1}
    assert {names.position(text) for text in other} == {-1}


def test_the_kind_says_how_ids_are_compared():
    kinds = [Ids(ids).kind for ids, _, _ in NAMED]
    assert kinds == 3 * ["whole"] + 2 * ["decimal"] + ["whole"] + 3 * ["text"]
    assert Ids([]).position("8") == -1


def test_ids_have_an_order():
    assert Ids(["10", "9", "-1"]).order() == [2, 1, 0]
    assert Ids(["b", "10", "9"]).order() == [1, 2, 0]


def test_ends_of_edges_that_are_one_whole_number_are_one_place():
    ends = ["1", "2.0", "1.0", "03", "1"]
    assert merged_ids(ends) == {"1": "1", "2.0": "2.0", "1.0": "1", "03": "03"}
    for ends in (["1", "1.0", "b"], ["5379.1", "5379.10"]):
        assert merged_ids(ends) == {end: end for end in ends}
