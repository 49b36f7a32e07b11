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
    "edges.csv": "from,to\na,b\n",
    "events.csv": "user,place\nu,a\nv,b\n",
    "old.csv": "",
}
COUNTS = pd.Series([1, 2], ["a", "b"], name="n")
WORKS = {"epsilon": 1, "delta": 1e-6, "l2_sensitivity": 1}
OPTIONS = {"--l2-sensitivity": "1", "--epsilon": "1", "--delta": "1e-6"}
LEDGER = {"epsilon": 2, "delta": 1e-6}
EVENTS = "release events events.csv --epsilon 1 --places places.csv --no-ledger --output o.csv"


def release(values=COUNTS, ledger=None, **changes):
    """Release counts in Python; with a ledger, to a file."""
    more = {"places": ["a", "b"]} if isinstance(values, pd.Series) else {}
    if ledger is not None:
        more |= {"ledger": gm.Ledger("l.json", **ledger), "output": "o.csv"}
    return gm.release(values, **WORKS | more | changes)


def counts(line="", file="counts.csv", **changes):
    """Return the command that releases counts, with more options or other values."""
    options = OPTIONS | {f"--{name}": value for name, value in changes.items()}
    words = [f"{name} {value}" for name, value in options.items() if value]
    ledger = "" if "ledger" in line else "--no-ledger"
    output = "" if "--output" in line else "--output o.csv"
    places = "" if "--graph" in line else "--places places.csv"
    start = f"release counts {file} --value n {places} {ledger} {output}"
    return f"{start} {' '.join(words)} {line}"


TOTAL = "--total-epsilon 2 --total-delta 1e-6"
# The command, the same in Python, and the words of both; {name} is an option or an argument.
CASES = [
    (
        counts(epsilon="-1"),
        lambda: release(epsilon=-1),
        r"{epsilon} is -1(\.0)?; allowed are numbers in \[0, 700\]",
    ),
    (
        counts("--noise gaussian", delta=""),
        lambda: release(delta=0, noise="gaussian"),
        r"{delta} is missing or 0; Gaussian noise needs a number in \(0, 1\).* {l1-sensitivity}",
    ),
    (
        counts(**{"l2-sensitivity": ""}),
        lambda: gm.release([1], epsilon=1, delta=1e-6),
        "{l2-sensitivity}",
    ),
    (
        counts("--noise laplace"),
        lambda: release(noise="laplace"),
        "{l1-sensitivity} is missing; Laplace noise needs it: the largest sum of changes",
    ),
    (
        counts("--l1-sensitivity 0.5"),
        lambda: release(l1_sensitivity=0.5),
        r"{l1-sensitivity} is 0.5; it must be at least {l2-sensitivity}, 1",
    ),
    (
        counts("--noise Laplace"),
        lambda: release(noise="Laplace"),
        "{noise} is 'Laplace'; allowed are 'auto', .*; did you mean laplace",
    ),
    (
        counts("--planned-releases -3"),
        lambda: release(planned_releases=-3),
        "{planned-releases} is -3; it must be a whole number from 1",
    ),
    (
        counts("--area-share 0.2"),
        lambda: release(area_share=0.2),
        "{area-share} is 0.2; it needs {areas}",
    ),
    (
        counts("--graph edges.csv --areas auto"),
        lambda: release(areas=[0, 1]),
        "{l1-sensitivity} is missing; areas need it",
    ),
    (
        counts(file="other.csv"),
        lambda: release(pd.Series([1, 2], ["a", "z"])),
        "(other.csv, line 3|values.iloc.1.).* a place that is not among the 2",
    ),
    (
        counts("--graph no.csv"),
        lambda: gm.read_graph("no.csv"),
        "({graph}|source): cannot read 'no.csv': No such file",
    ),
    (
        counts("--output old.csv"),
        lambda: release(ledger=LEDGER, output="old.csv"),
        "{output}: cannot write 'old.csv': File exists; .* it must be a new file",
    ),
    (
        counts("--output o.xlsx"),
        lambda: release(ledger=LEDGER, output="o.xlsx"),
        r"{output} is 'o.xlsx'; it must be a .csv",
    ),
    (
        counts(f"--new-ledger n.json {TOTAL}", epsilon="", delta=""),
        lambda: release(ledger=LEDGER, epsilon=None, delta=None),
        "{epsilon} and {delta} are missing; .* ({planned-releases}|releases), without",
    ),
    (
        counts("--ledger l.json --period 2026-01"),
        lambda: release(ledger=LEDGER, period="2026-01"),
        "{ledger}: 2026-01 was released .*{again}(=True)? charges the ledger",
    ),
    (
        counts("--ledger l.json --total-epsilon 3"),
        lambda: release(ledger={"epsilon": 3}),
        r"({total-epsilon}|epsilon) and ({total-delta}|delta) are \(3, 0\); .* \(2, 1e-06\), which",
    ),
    (
        counts("--ledger l.json --privacy-unit cab"),
        lambda: release(ledger={"unit": "cab"}),
        "({privacy-unit}|unit) is 'cab'; the ledger protects each user",
    ),
    (
        counts("--ledger l.json", epsilon="1.9"),
        lambda: release(ledger=LEDGER, epsilon=1.9),
        r"{ledger}: nothing is released, .*; the total is \(2, 1e-06\). Take a smaller {epsilon}",
    ),
    # These are of one interface.
    (f"{EVENTS} --events-per-user 1", None, "required: {user}"),
    (
        f"{EVENTS} --events-per-user 1 --place place --user users",
        None,
        "{user}: events.csv has no column 'users'; did you mean 'user'",
    ),
    (
        f"{EVENTS} --user user --events-per-user 1 --cells 9m --within 1 2",
        None,
        "{cells} are the places: leave {places} and {graph} out",
    ),
    (None, lambda: gm.L2Mechanism(1, 1e-6, 1), "dimension is missing; it must be"),
]


@pytest.mark.parametrize(("line", "call", "words"), CASES)
def test_a_message_names_the_argument_of_its_interface(
    line, call, words, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    release(ledger=LEDGER, period="2026-01", output="first.csv")
    capsys.readouterr()
    if line:
        with pytest.raises(SystemExit, match="2"):
            cli.main(line.split())
        message = capsys.readouterr().err
        assert re.search(re.sub(r"\{([a-z][\w-]+)\}", r"--\1", words), message), message
        assert not re.search(r"None|[a-z]_[a-z]|=True", message)
    if call:
        with pytest.raises((ValueError, TypeError)) as refusal:
            call()
        message = str(refusal.value)
        expected = re.sub(
            r"\{([a-z][\w-]+)\}", lambda name: name[1].replace("-", "_"), words
        )
        assert re.search(expected, message), message
        assert not re.search(r"(^|\s)--[a-z]", message)
    assert not Path("o.csv").exists()
