"""The test vectors for other implementations, and the calibrator in one file."""

import csv
import importlib.util
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import mpmath as mp
import pytest

import gaussmech as gm
from tests.exact import gaussian_delta as exact_delta
from tools import make_single_file

FOLDER = Path(__file__).parents[1] / "testvectors"


@pytest.fixture(scope="module")
def rows():
    with open(FOLDER / "gaussian.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def single_file():
    spec = importlib.util.spec_from_file_location(
        "copied", FOLDER / "calibrate_gaussian.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_2000_rows_with_equal_decimal_and_hexadecimal_inputs(rows):
    assert len(rows) >= 2_000
    assert len({row["case"] for row in rows}) >= 10
    for row in rows:
        for name in ("epsilon", "delta", "noise"):
            assert float(row[name]) == float.fromhex(row[f"{name}_hex"])


def is_in_use(row, epsilon):
    return row["case"] in ("budgets in use", "common range") and epsilon > 1e-3


# A function, its arguments, how far its values may be above the vectors, and for which of them.
COMPARED = {
    "sigma": (
        gm.analytic_gaussian_sigma,
        ("epsilon", "delta"),
        "8e-15",
        lambda *_: True,
    ),
    "delta": (
        gm.gaussian_delta,
        ("noise", "epsilon"),
        "1e-12",
        lambda _, x: x > 1e-300,
    ),
    "epsilon": (gm.gaussian_epsilon, ("noise", "delta"), "1e-11", is_in_use),
}


@pytest.mark.parametrize("name", COMPARED)
def test_no_value_is_below_the_vectors_nor_far_above(name, rows):
    function, arguments, most, is_bounded = COMPARED[name]
    values = function(*([float(row[x]) for row in rows] for x in arguments))
    for value, row in zip(values.tolist(), rows, strict=True):
        exact = Decimal(row[f"{name}_exact"])
        excess = Decimal(value) / exact - 1 if exact else Decimal(value)
        assert excess >= 0
        assert excess < Decimal(most) or not is_bounded(row, value)


@pytest.mark.parametrize("start", range(0, 2000, 100))
def test_another_arithmetic_agrees_with_the_vectors(rows, start):
    row = rows[start]
    with mp.workdps(60):
        epsilon, delta, noise = (
            mp.mpf(float(row[x])) for x in ("epsilon", "delta", "noise")
        )
        at_sigma = exact_delta(epsilon, 1 / mp.mpf(row["sigma_exact"]))
        # sigma has 40 digits, and delta loses at most those of its condition.
        assert abs(at_sigma / delta - 1) < mp.mpf("1e-30")
        assert (
            abs(exact_delta(epsilon, 1 / noise) / mp.mpf(row["delta_exact"]) - 1)
            < 1e-30
        )
        if row["epsilon_exact"] != "0":
            at_epsilon = exact_delta(mp.mpf(row["epsilon_exact"]), 1 / noise)
            assert abs(at_epsilon / delta - 1) < mp.mpf("1e-25")


def test_the_single_file_is_what_its_tool_writes():
    text = (FOLDER / "calibrate_gaussian.py").read_text(encoding="utf-8")
    assert text == make_single_file.single_file(), (
        "run python tools/make_single_file.py"
    )


def test_the_single_file_prints_the_bits_of_the_library_on_every_row(rows, single_file):
    for row in rows:
        for command, (function, names, *_) in COMPARED.items():
            texts = [row[name] for name in names]
            assert single_file.main([command, *texts]) == repr(
                function(*map(float, texts))
            )


def test_the_single_file_needs_the_standard_library_alone():
    command = [sys.executable, "-I", "-S", FOLDER / "calibrate_gaussian.py"]
    process = subprocess.run(
        [*command, "sigma", "0.5", "1e-6"], capture_output=True, text=True
    )
    assert (process.returncode, process.stdout) == (
        0,
        f"{gm.analytic_gaussian_sigma(0.5, 1e-6)!r}\n",
    )


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "'no command' is not known; allowed are sigma, delta and epsilon"),
        (["sigma", "1"], "sigma needs epsilon and delta, and takes a sensitivity"),
        (["sigma", "1", "2"], "delta is '2'; it must be a number in [0, 1]"),
        (["delta", "x", "2"], "sigma is 'x'; it must be a number in [0, inf]"),
    ],
)
def test_the_single_file_refuses_by_name(single_file, arguments, message):
    with pytest.raises(ValueError) as error:
        single_file.main(arguments)
    assert str(error.value) == message
