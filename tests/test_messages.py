"""A message names the option of a command, or the argument in Python, its value and what is allowed."""

import re
from pathlib import Path

import pandas as pd
import pytest

import gaussmech as gm
from gaussmech import cli

FILES = {
    "counts.csv": "place,n\na,1\nb,2\n",
    "other.csv": "place,n\na,1\nz,2\n",
    "places.csv": "place\na\nb\n",
    "events.csv": "user,place\nu,a\nv,b\n",
}
TOTAL = {"epsilon": 2, "delta": 1e-6}
WORKS = {"epsilon": 1, "delta": 1e-6, "l2_sensitivity": 1, "output": "o.csv"}
EVENTS = (
    "release events events.csv --epsilon 1 --events-per-user 1 --places places.csv --no-ledger"
    " --output o.csv"
)


def release(names=("a", "b"), ledger=TOTAL, **changes):
    """Release counts in Python."""
    arguments = {"places": ["a", "b"], "ledger": gm.Ledger("l.json", **ledger)}
    return gm.release(pd.Series([1, 2], [*names]), **arguments | WORKS | changes)


def counts(file="counts.csv", **changes):
    """Return the command that releases counts with the options of these arguments."""
    options = (WORKS | changes).items()
    words = [
        f"--{key.replace('_', '-')} {value}"
        for key, value in options
        if value is not None
    ]
    return f"release counts {file} --value n --places places.csv --ledger l.json {' '.join(words)}"


# Changes of the release that works, and the words of both messages; {name} is an option or argument.
CHANGES = [
    ({"epsilon": -1}, r"{epsilon} is -1(\.0)?; allowed are numbers in [\[(]0, 700\]"),
    (
        {"delta": 0, "noise": "gaussian"},
        r"{delta} is missing or 0; Gaussian noise needs a number in \(0, 1\).* {l1-sensitivity}",
    ),
    ({"noise": "laplace"}, "{l1-sensitivity} is missing; Laplace noise needs it: the"),
    ({"l1_sensitivity": 0.5}, "{l1-sensitivity} is 0.5; .* {l2-sensitivity}, 1"),
    ({"noise": "Laplace"}, "{noise} is 'Laplace'; allowed are 'auto', .*; did you"),
    ({"planned_releases": -3}, "{planned-releases} is -3; it must be a whole number"),
    ({"area_share": 0.2}, "{area-share} is 0.2; it needs {areas}"),
    (
        {"output": "first.csv"},
        "{output}: cannot write 'first.csv': .* must be a new file",
    ),
    ({"period": "2026-01"}, "{ledger}: 2026-01 was .*{again}(=True)? charges"),
    (
        {"epsilon": 1.9},
        r"{ledger}: nothing .* is \(2, 1e-06\). Take a smaller {epsilon}",
    ),
    (
        {"epsilon": None, "delta": None},
        "{epsilon} and {delta} are missing; .* ({planned-releases}|releases), without",
    ),
]
CASES = [
    (counts(**changes), lambda changes=changes: release(**changes), words)
    for changes, words in CHANGES
] + [
    (
        counts(l2_sensitivity=None),
        lambda: gm.release([1], epsilon=1),
        "{l2-sensitivity}",
    ),
    (counts("other.csv"), lambda: release("az"), "(line 3|iloc.1.).* not among the 2"),
    (
        counts().replace("--places places", "--graph no"),
        lambda: gm.read_graph("no.csv"),
        "({graph}|source): cannot read 'no.csv': No such file",
    ),
    (
        counts(total_epsilon=3),
        lambda: release(ledger={"epsilon": 3}),
        r"epsilon and .*delta are \(3, 0\); the ledger has the total \(2, 1e-06\), which",
    ),
    (
        counts(privacy_unit="cab"),
        lambda: release(ledger={"unit": "cab"}),
        "({privacy-unit}|unit) is 'cab'; the ledger protects each user",
    ),
    # Only the command has these.
    (EVENTS, None, "required: {user}"),
    (
        f"{EVENTS} --place place --user users",
        None,
        "{user}: events.csv has no column 'users'; did you mean 'user'",
    ),
    (
        EVENTS.replace("--places places.csv", "--user user --within 1 2"),
        None,
        "{cells} and {within} go together: give both",
    ),
]


@pytest.mark.parametrize(("line", "call", "words"), CASES)
def test_a_message_names_the_argument_of_its_interface(
    line, call, words, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    release(period="2026-01", output="first.csv")
    capsys.readouterr()
    for dry in ("", " --dry-run"):
        with pytest.raises(SystemExit, match="2"):
            cli.main(f"{line}{dry}".split())
        message = capsys.readouterr().err
        assert re.search(re.sub(r"\{(\D[\w-]+)\}", r"--\1", words), message), message
        assert not re.search(r"None|[a-z]_[a-z]|=True", message)
    if call:
        with pytest.raises((ValueError, TypeError)) as refusal:
            call()
        message = str(refusal.value)
        names = re.sub(r"\{(\D[\w-]+)\}", lambda x: x[1].replace("-", "_"), words)
        assert re.search(names, message), message
        assert not re.search(r"(^|\s)--[a-z]", message)
    assert not Path("o.csv").exists()
