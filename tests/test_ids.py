"""When two texts name one place or one person, and which texts name nobody."""

import sys
import unicodedata

import pytest

from gaussmech._ids import Ids, fold, identify, near_name

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
    # Of texts case, accents, blanks and punctuation do not count, but numbers do.
    (
        ["b", "Saint-Denis"],
        ["SAINT-DENIS", "saint  d\u00e9nis\u00a0"],
        ["St-Denis", ""],
    ),
    (["Jos\u00e9", "O\u2019Hare"], ["O'Hare", "o`hare"], ["O'Hare 2"]),
    (["A1", "A15"], ["a 15", "a-15"], ["A1.5", "a 1 5", "A", "15"]),
    (["Level 1", "Level -1"], ["level -1", "LEVEL -1"], ["level-11"]),
    # Namibia, which is not what is missing.
    (["DE", "NA"], ["NA", "na"], ["N/A", "nan", "<NA>", "n.a."]),
    # Ids that differ by such things alone are compared as they stand.
    (["Springfield", "springfield", "Ulm"], ["springfield"], ["SPRINGFIELD"]),
]


@pytest.mark.parametrize(("ids", "named", "other"), NAMED)
def test_texts_that_name_a_place(ids, named, other):
    names = Ids(ids)
    assert [names.position(key) for key in ids] == list(range(len(ids)))
    assert {names.position(text) for text in named} == {1}
    assert {names.position(text) for text in other} == {-1}


@pytest.mark.parametrize("ids", [["7", "8"], ["Fairfield", "Hartford"]])
def test_aliases_name_places_by_the_same_rule(ids):
    names = Ids(ids, {"Bridgeport Region": 1, "09": 0})
    assert names.positions(["bridgeport  REGION", "09", ids[0]]) == [1, 0, 0]
    assert names.position("9.0") == (0 if ids[0] == "7" else -1)
    assert names.order() == [0, 1]


def test_all_forms_of_a_character_are_one():
    """Of each character that Unicode has: in another case, composed or decomposed."""
    for code in range(sys.maxunicode + 1):
        text = chr(code)
        forms = {text.upper(), text.lower(), text.title(), text.casefold()}
        forms |= {
            unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC", "NFKD")
        }
        if len(forms) > 1:
            assert {*map(fold, forms)} == {fold(text)}, ascii(text)


def test_what_nobody_sees_is_nothing():
    unseen = [*"\u115f\u2065\u2800\u3164\uffa0"]
    for text in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(text) in ("Cc", "Cf"):
            unseen.append(text)
    for text in unseen:
        assert fold(f"o{text}n") == "on" and identify(text) is None, ascii(text)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("USER ID", "userid"),
        ("plce", "place"),
        ("placed", "place"),
        ("plaxe", "place"),
        ("palce", None),
        # Several may be meant, or a short name another.
        ("hours", None),
        ("lot", None),
    ],
)
def test_the_one_near_name_is_hinted_at(name, meant):
    hint = near_name(name, ["userid", "place", "hour", "hours1", "lon"])
    assert hint == (f"; did you mean {meant!r}?" if meant else "")
