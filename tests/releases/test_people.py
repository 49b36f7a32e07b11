"""Who is one user: spellings of one person, texts that name nobody, and nobody decides about others."""

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from scipy.sparse import csr_array

from gaussmech.geo.places import Places
from gaussmech.releases.noise.grid import _norms_of_rows
from gaussmech.releases.private import inputs
from gaussmech.releases.private.inputs import user_codes

# Spellings of one person each, as files and programs exchange them.
SPELLINGS = {
    "case": "Anna|anna|ANNA",
    "composed and decomposed accents, and none": "José|Jose\u0301|Jose|Jose\u200d\u0301",
    "blanks": "Ann Li|Ann  Li|Ann\u00a0Li|Ann\tLi|Ann\nLi| Ann\u3000Li ",
    "what nobody sees": "Anna|An\u200bna|\ufeffAnna|An\u00adna|Anna\x00",
    "fillers": "Anna|An\u3164na|A\u2800nna|An\uffa0na|\u2065Anna",
    "letters that are two": "Straße|STRASSE|Strasse",
    "two letters in one": "Ægirfin|aegir\ufb01n",
    "capitals that are signs": "Anna|\U0001d400nna",
    "letters of Turkish": "Yılmaz|YILMAZ|yılmaz|Yilmaz",
    "strokes": "Søren Łuk|SOREN LUK|SØREN łuk",
    "iota below": "\u1fb3|\u03b1\u0345|\u0391\u0399",
    "apostrophes": "josé o`neil|jose o'neil|JOSE O\u02bcNEIL|Jose O\u2019Neil",
    "separators": "A:1|a-1|a_1|A.1|a 1|A\u20111|A\u22121",
    "whole numbers": "12|012|12.0|+12|12.|\uff11\uff12|1.2e1|0.12E+2|\u0661\u0662|\u0967\u0968",
    "numbers of Excel": '12345678|1.2345678E+07|\'12345678|="12345678"',
    "groups of digits": "1234|1 234|1,234|1'234|1\u202f234",
    "decimal numbers": "1.5|1.50|01.5|15e-1|'1.5",
    "numbers below 0": "-1|-1.0|\u22121",
    "0": "0|-0|0.0|0e5|00",
    "small numbers": "0.5|.5",
    "numbers that are never expanded": "1e999999999|10e999999998",
    "identifiers": "{6F9619FF-8B86}|6f9619ff-8b86|6F9619FF8B86",
    "telephones": "+49 170 123|+49170123|0049 170/123",
}


@pytest.mark.parametrize("kind", SPELLINGS)
def test_spellings_of_one_person_are_one_user(kind):
    texts = SPELLINGS[kind].split("|")
    assert user_codes(texts).tolist() == [0] * len(texts)


NOBODY = r"| |NULL|null|\N|nan|NaN|None|NA|N/A|-|#N/A|---|...|_|?|anonymous|[null]|(blank)|<NA>|-nan"
NOBODY += (
    "|#REF!|#DIV/0!|\u2014|\u200b|00000000-0000-0000-0000-000000000000|Not available"
)


@pytest.mark.parametrize("text", NOBODY.split("|"))
def test_texts_for_missing_name_nobody(text):
    assert user_codes([text, "Anna"]).tolist() == [-1, 0]


OTHERS = "Anna Anne 1 10 0.1 -1 7b 07b 1e e1 1.2.3 N 0 का को ビール ビル 張"


def test_other_people_stay_apart():
    others = OTHERS.split()
    assert user_codes([*others, "."]).tolist() == [*range(len(others)), -1]


def test_each_text_is_judged_without_the_others():
    assert user_codes(["b", "a", "B", "a "]).tolist() == [0, 1, 0, 1]


def random_events(rng):
    """Return events with coordinates of 30 users around 25 places."""
    row, column = np.divmod(np.arange(25), 5)
    places = Places([*map(str, range(25))], *(1e-3 * np.array([column, row])).tolist())
    spots = rng.uniform(-0.5e-3, 4.5e-3, (2, 400))
    users = rng.integers(0, 30, 400) ** 2 // 30
    return users, inputs.around_places(*spots, places, reach_m=400.0, bandwidth_m=70.0)


@pytest.mark.parametrize("seed", range(4))
def test_what_a_user_adds_is_the_same_to_the_last_bit_with_and_without_others(
    seed, monkeypatch
):
    """Parts and their sums over areas. Some users share a block, and some fill several."""
    monkeypatch.setattr(inputs, "BLOCK", 200)
    rng = np.random.default_rng(seed)
    users, spots = random_events(rng)
    rows = Mock(wraps=spots.rows)
    spots = replace(spots, rows=rows)
    areas = np.eye(4)[rng.integers(0, 4, 25)]

    def added(codes):
        """Return what each user with these codes of events adds."""
        parts = inputs.Events(codes, codes * 0, spots).parts(0)
        return np.vstack([np.hstack([part.toarray(), part @ areas]) for part in parts])

    together = added(users)
    # Each event adds 1 in all.
    assert together[:, :25].sum() == pytest.approx(spots.usable.sum())
    for k, user in enumerate(np.unique(users)):
        alone = added(np.where(users == user, 0, -1))
        assert np.array_equal(alone, together[[k]])
    # However many events there are, as many pairs are in memory at once.
    for call in rows.call_args_list:
        assert len(call.args[0]) * spots.largest_row <= inputs.BLOCK


@pytest.mark.parametrize("norm", [1, 2])
def test_norms_of_rows_do_not_depend_on_other_rows(norm):
    rng = np.random.default_rng(1)
    for _ in range(200):
        counts = rng.integers(0, 40, (8, 1))
        rows = rng.random((8, 40)) * (np.arange(40) < counts)
        expected = [_norms_of_rows(csr_array(row[None]), norm)[0] for row in rows]
        assert _norms_of_rows(csr_array(rows), norm).tolist() == expected
