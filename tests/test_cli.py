"""The command line, in process; its numbers are the library's, bit for bit."""

import csv
import io
import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest

import gaussmech
from gaussmech import cli
from gaussmech.mechanisms import AnalyticGaussianMechanism

EPSILONS, DELTAS, SENSITIVITIES = [0.1, 0.7, 3.0], [1e-5, 1e-9], [0.3, 5.0]


@pytest.fixture
def run(capsys):
    """The standard output of a command that succeeds, quietly."""

    def run(line):
        assert cli.main(line.split()) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return run


@pytest.fixture
def refused(capsys):
    """The one line of complaint of a command that fails, with nothing on standard output."""

    def refused(line, status=2):
        with pytest.raises(SystemExit) as stop:
            cli.main(line.split())
        captured = capsys.readouterr()
        assert stop.value.code == status
        assert captured.out == ""
        assert captured.err.endswith("\n") and captured.err.count("\n") == 1
        return captured.err.rstrip("\n")

    return refused


@pytest.fixture
def stdin(monkeypatch):
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def _listed(values):
    return " ".join(map(repr, values))


def _labelled(text):
    """Human output as a dict from label to value."""
    return {line[:16].rstrip(): line[18:] for line in text.splitlines()}


def test_one_budget_as_json(run):
    row = json.loads(run("sigma --epsilon 0.5 --delta 1e-6 --sensitivity 5 --json"))
    mechanism = AnalyticGaussianMechanism(0.5, 1e-6, 5.0)
    classical = gaussmech.classical_gaussian_sigma(0.5, 1e-6, 5.0)
    assert row["sigma"] == mechanism.sigma
    assert row["classical_sigma"] == classical
    assert row["sigma_saving"] == 1 - mechanism.sigma / classical
    assert row["variance_saving"] == pytest.approx(1 - mechanism.power / classical**2, rel=1e-14)
    assert row["accuracy_95"] == mechanism.accuracy(0.05)
    assert list(row)[:4] == ["epsilon", "delta", "sensitivity", "sigma"]


@pytest.mark.parametrize(
    ("command", "solver"),
    [
        ("sigma", gaussmech.analytic_gaussian_sigma),
        ("delta", gaussmech.gaussian_delta),
        ("epsilon", gaussmech.gaussian_epsilon),
    ],
)
def test_lists_combine_with_epsilon_slowest(run, command, solver):
    values = {
        "epsilon": EPSILONS,
        "delta": DELTAS,
        "sigma": [0.5, 4.0],
        "sensitivity": SENSITIVITIES,
    }
    del values[command]
    # The order of the options on the command line does not matter.
    options = [f"--{name} {_listed(values[name])}" for name in reversed(values)]
    rows = json.loads(run(f"{command} {' '.join(options)} --json"))
    budgets = [dict(zip(values, row, strict=True)) for row in itertools.product(*values.values())]
    assert [{name: row[name] for name in values} for row in rows] == budgets
    assert [row[command] for row in rows] == [solver(**budget) for budget in budgets]


def test_sensitivity_is_one_and_a_repeated_option_extends_its_list(run):
    out = run("sigma --epsilon 1 2 --delta 0.1")
    assert out == run("sigma --epsilon 1 --epsilon 2 --delta 0.1 --sensitivity 1")


LIMITS = {
    "sigma --epsilon inf --delta 1e-5": 0.0,
    "sigma --epsilon 1 --delta 1": 0.0,
    "sigma --epsilon 1 --delta 0": "inf",
    "sigma --epsilon 0 --delta 0.1 --sensitivity 0": 0.0,
    "sigma --epsilon 0.5 --delta 0 --sensitivity 0": 0.0,
    "delta --sigma 0 --epsilon 1": 1.0,
    "delta --sigma inf --epsilon 1": 0.0,
    "epsilon --sigma 0 --delta 0.1": "inf",
    "epsilon --sigma inf --delta 0": 0.0,
}


@pytest.mark.parametrize("line", LIMITS)
def test_limits(run, line):
    name, value = line.split()[0], LIMITS[line]
    assert json.loads(run(f"{line} --json"))[name] == value
    assert _labelled(run(line))[name] == str(value).removesuffix(".0")


@pytest.mark.parametrize("sensitivity", ["0", "5e-324", "1e200", "1.7e308"])
def test_extreme_sensitivities_keep_the_comparison_finite(run, sensitivity):
    line = f"sigma --epsilon 0.5 --delta 1e-5 --sensitivity {sensitivity} --json"
    row = json.loads(run(line))
    assert 0 <= row["sigma_saving"] <= row["variance_saving"] <= 1


def test_words_for_one_budget(run):
    lines = _labelled(run("sigma --epsilon 0.5 --delta 1e-6 --sensitivity 5"))
    assert lines["sigma"] == repr(gaussmech.analytic_gaussian_sigma(0.5, 1e-6, 5.0))
    assert lines["meaning"] == (
        "add N(0, sigma^2) to each coordinate: (0.5, 1e-06)-DP at L2 sensitivity 5"
    )
    assert lines["classical sigma"] == "52.988"
    assert lines["saving"] == "24 % in sigma, 42.2 % in variance"
    assert lines["accuracy at 95 %"] == "78.9632: 5 % of errors are larger"


def test_words_say_why_the_classical_sigma_does_not_apply(run):
    for budget, reason in {
        "--epsilon 1 --delta 0.1": "epsilon is 1",
        "--epsilon 0 --delta 0.1": "epsilon is 0",
        "--epsilon 0.5 --delta 0": "delta is 0",
        "--epsilon 2 --delta 1": "epsilon is 2 and delta is 1",
    }.items():
        lines = _labelled(run(f"sigma {budget}"))
        said = f"does not apply: Theorem 1 needs epsilon and delta in (0, 1); {reason}"
        assert lines["classical sigma"] == said and "saving" not in lines


def test_words_say_what_the_number_means(run):
    for line, meaning in {
        "sigma --epsilon inf --delta 0.1": "add no noise: (inf, 0.1)-DP",
        "sigma --epsilon 1 --delta 0": "no finite noise is enough: (1, 0)-DP",
        "delta --sigma 4 --epsilon 0.5": "N(0, 4^2) on each coordinate is (0.5, delta)-DP",
        "epsilon --sigma 4 --delta 1e-5": "N(0, 4^2) on each coordinate is (epsilon, 1e-05)-DP",
    }.items():
        assert _labelled(run(line))["meaning"] == f"{meaning} at L2 sensitivity 1"


def test_table_for_many_budgets(run):
    head, first, second, note = run("sigma --epsilon 0.5 1 --delta 1e-6").splitlines()
    assert len(head) == len(first) == len(second)
    assert head.split() == [
        *("epsilon", "delta", "sensitivity", "sigma", "classical_sigma"),
        *("sigma_saving", "variance_saving", "accuracy_95"),
    ]
    sigma = repr(gaussmech.analytic_gaussian_sigma(0.5, 1e-6))
    savings = ["24", "%", "42.2", "%"]
    assert first.split() == ["0.5", "1e-06", "1", sigma, "10.5976", *savings, "15.7926"]
    assert second.split()[4:7] == ["-"] * 3
    assert note == "- Theorem 1 needs epsilon and delta in (0, 1)"


def test_table_without_a_gap_has_no_note(run):
    assert len(run("sigma --epsilon 0.5 0.6 --delta 1e-6").splitlines()) == 3


def test_csv_bit_for_bit(run, tmp_path):
    path = tmp_path / "budgets.csv"
    budgets = list(itertools.product([1 / 3, 0.1, 7.0], [1e-5 / 3, 0.2], [0.1, 1e3 / 7]))
    lines = [",".join(map(repr, budget)) for budget in budgets]
    path.write_text("\n".join(["epsilon,delta,sensitivity", *lines]) + "\n")
    rows = list(csv.DictReader(io.StringIO(run(f"sigma --csv {path}"))))
    assert [tuple(float(text) for text in list(row.values())[:3]) for row in rows] == budgets
    for row, budget in zip(rows, budgets, strict=True):
        mechanism = AnalyticGaussianMechanism(*budget)
        assert float(row["sigma"]) == mechanism.sigma
        assert float(row["accuracy_95"]) == mechanism.accuracy(0.05)
        covered = budget[0] < 1
        classical = repr(gaussmech.classical_gaussian_sigma(*budget)) if covered else ""
        assert row["classical_sigma"] == classical


def test_csv_keeps_other_columns_and_their_order(run, stdin):
    stdin('\ufeff\nname, delta ,epsilon\n"a, b",1e-5,0.5\n\nc,1e-5, inf\n')
    header, first, second = csv.reader(io.StringIO(run("sigma --csv -")))
    assert header[:5] == ["name", "delta", "epsilon", "sensitivity", "sigma"]
    assert first[:4] == ["a, b", "1e-05", "0.5", "1.0"]
    assert second[:5] == ["c", "1e-05", "inf", "1.0", "0.0"]


def test_csv_pipes_into_the_inverse(run, stdin):
    stdin("epsilon,sigma\n0.5,4\n")
    out = run("delta --csv -")
    delta = next(csv.DictReader(io.StringIO(out)))["delta"]
    assert float(delta) == gaussmech.gaussian_delta(4.0, 0.5)
    stdin(f"sigma,delta\n4,{delta}\n")
    row = next(csv.DictReader(io.StringIO(run("epsilon --csv -"))))
    assert float(row["epsilon"]) == gaussmech.gaussian_epsilon(4.0, float(delta))


def test_csv_as_json_is_always_a_list(run, stdin):
    stdin("epsilon,delta,name\n1,0,a\n")
    (row,) = json.loads(run("sigma --csv - --json"))
    assert row["name"] == "a"
    assert (row["sigma"], row["classical_sigma"]) == ("inf", None)


REFUSED = {
    "sigma --epsilon -1 --delta 0.1": "--epsilon is -1.0; allowed are numbers in [0, inf]",
    "sigma --epsilon -1e-5 --delta 0.1": "--epsilon is -1e-05; allowed are numbers in ",
    "sigma --epsilon -inf --delta 0.1": "--epsilon is -inf; allowed are numbers in [0, inf]",
    "sigma --epsilon nan --delta 0.1": "--epsilon is nan; allowed are numbers in [0, inf]",
    "sigma --epsilon 1 x --delta 0.1": "--epsilon is 'x'; it must be a real number in [0, ",
    "sigma --epsilon 1 --delta 0.1 1.5": "--delta is 1.5; allowed are numbers in [0, 1]",
    "delta --epsilon 1 --sigma -2": "--sigma is -2.0; allowed are numbers in [0, inf]",
    "sigma --epsilon 1 --delta 0.1 --sensitivity inf": "--sensitivity is inf; allowed are",
    "sigma --epsilon 1": "--delta is missing; or give --csv",
    "epsilon --delta 0.1": "--sigma is missing; or give --csv",
    "sigma --delta 0.1 --csv -": "--delta cannot be combined with --csv; give it as a column",
    "sigma --csv absent.csv": "--csv: cannot read 'absent.csv': No such file or directory",
    "delta": "--epsilon, --sigma are missing; or give --csv",
    "sigma --epsilon 1_0 --delta 0.1": "--epsilon is '1_0'; it must be a real number",
    "sigma --epsilon": "argument --epsilon: expected at least one argument",
    "sigma --epsilon 1 --delta 0.1 --sens 2": "no '--sens'; did you mean --sensitivity?",
    "sigma --epsilon 1 --delta 0.1 --gamma 2": "there is no '--gamma'",
    "release counts.csv --valeu count": "there is no '--valeu'; did you mean --value?",
    "--versoin": "there is no '--versoin'; did you mean --version?",
    "relaese": "there is no command 'relaese'; did you mean release?",
    "mean": "there is no command 'mean'",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_is_named_and_a_misspelt_word_gets_a_suggestion(refused, line):
    assert REFUSED[line] in refused(line)


def test_alone_it_prints_help(run, capsys):
    out = run("")
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    assert out == capsys.readouterr().out


BAD_CSV = {
    "": " is empty; it needs a header with epsilon and delta",
    "\n\n": " is empty; it needs a header with epsilon and delta",
    "epsilon,delta\n": " has no line below its header; it needs one per budget",
    "epsilon;delta\n1;0.1\n": " has no column 'epsilon'",
    "epsilon,d\n1,0.1\n": " has no column 'delta'",
    "epsilon,delta,epsilon\n1,0.1,1\n": " has the column 'epsilon' twice",
    "epsilon,delta,sigma\n1,0.1,1\n": " has a column 'sigma', which is a result; rename it",
    "epsilon,delta,accuracy_95\n1,0.1,1\n": " has a column 'accuracy_95', which is a result",
    "epsilon,delta\n1,0.1\n1\n": ", line 3 has 1 cells; the header has 2",
    "epsilon,delta\n1,0.1,2\n": ", line 2 has 3 cells; the header has 2",
    "epsilon,delta\n1,0.1\n\n1,two\n": ", line 4: delta is 'two'; it must be a real number ",
    "epsilon,delta\n1,\n": ", line 2: delta is ''; it must be a real number in [0, 1]",
    "epsilon,delta\n1,2\n": ", line 2: delta is 2.0; allowed are numbers in [0, 1]",
    "epsilon,delta,sensitivity\n1,0,inf\n": ", line 2: sensitivity is inf; allowed are ",
    'epsilon,delta\n1,"0.1\n': ", line 2: unexpected end of data",
}


@pytest.mark.parametrize("text", BAD_CSV)
def test_bad_csv(refused, stdin, tmp_path, text):
    stdin(text)
    assert refused("sigma --csv -").startswith("gaussmech sigma: standard input" + BAD_CSV[text])
    path = tmp_path / "budgets.csv"
    path.write_text(text)
    assert refused(f"sigma --csv {path}").startswith("gaussmech sigma: budgets.csv" + BAD_CSV[text])


def test_csv_that_is_no_text(refused, tmp_path):
    path = tmp_path / "budgets.csv"
    path.write_bytes(b"epsilon,delta\n\xff,1\n")
    assert refused(f"sigma --csv {path}").endswith("is not text in UTF-8")
    assert "cannot read" in refused(f"sigma --csv {tmp_path}")


def test_closed_stdin_is_an_empty_file(refused, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert "standard input is empty" in refused("sigma --csv -")


def test_a_solver_that_gives_up_is_one_line(refused, monkeypatch):
    def give_up(**_):
        raise RuntimeError("did not converge")

    monkeypatch.setattr(gaussmech, "analytic_gaussian_sigma", give_up, raising=False)
    message = refused("sigma --epsilon 1 --delta 0.1", status=1)
    assert message == "gaussmech sigma: did not converge"


def test_nan_is_no_answer(refused, monkeypatch):
    import numpy as np

    monkeypatch.setattr(gaussmech, "gaussian_delta", lambda **_: np.array([np.nan]), raising=False)
    message = refused("delta --epsilon 1 --sigma 2", status=1)
    assert message == (
        "gaussmech delta: no delta in double precision for epsilon 1.0, sigma 2.0, sensitivity 1.0"
    )


@pytest.mark.parametrize("command", ["", "sigma", "delta", "epsilon"])
def test_help_has_an_example_that_runs_and_the_warning(capsys, run, command):
    with pytest.raises(SystemExit) as stop:
        cli.main([*command.split(), "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert "not for releasing real data" in text
    assert "Mironov, 2012" in text and "OpenDP" in text
    example = text.partition("example:\n  gaussmech ")[2].partition("\n")[0]
    assert run(example)


def test_version(capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"gaussmech {gaussmech.__version__}\n"


def test_interrupt_is_quiet(monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupted)
    assert cli.main(["sigma"]) == 130
    assert capsys.readouterr().err == ""


def _start(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "gaussmech", *arguments], stderr=subprocess.PIPE, **options
    )


def test_module_reads_a_pipe():
    with _start("delta", "--csv", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        out, err = process.communicate(b"sigma,epsilon\n4,0.5\n")
    assert (process.returncode, err) == (0, b"")
    row = next(csv.DictReader(io.StringIO(out.decode())))
    assert float(row["delta"]) == gaussmech.gaussian_delta(4.0, 0.5)


@pytest.mark.parametrize("arguments", ["--help", "sigma --epsilon 1 --delta 0.1"])
def test_module_is_quiet_when_the_pipe_closes(arguments):
    with _start(*arguments.split(), stdout=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def test_help_loads_no_numerics():
    code = (
        "import sys; from gaussmech.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: sys.exit(len({'numpy', 'scipy', 'numba'} & {*sys.modules}))"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


def test_the_command_in_the_readme_runs(run):
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    assert run(readme.partition("`gaussmech sigma")[2].partition("`")[0].join(["sigma", ""]))


def test_the_l2_mechanism_beside_sigma(run):
    line = "sigma --epsilon 1 --delta 1e-6 --dimension 10"
    assert _labelled(run(line))["l2 mechanism"] == (
        "scale 0.91643: at dimension 10 it needs 0.719 of this noise"
    )
    row = json.loads(run(f"{line} --sensitivity 2 --json"))
    mechanism = gaussmech.L2Mechanism(1.0, 1e-6, 2.0, dimension=10)
    assert (row["dimension"], row["l2_scale"]) == (10, mechanism.scale)
    assert row["l2_noise"] == pytest.approx(mechanism.power**0.5 / row["sigma"], rel=1e-14)
    table = run("sigma --epsilon 1 2 --delta 1e-6 0 --dimension 10").splitlines()
    assert table[0].split()[-2:] == ["l2_scale", "l2_noise"]
    # Without delta no Gaussian noise will do.
    assert table[2].split()[-2:] == ["1", "0"]
    assert "l2" not in run("sigma --epsilon 1 --delta 1e-6")


def test_the_l2_mechanism_of_a_file_of_budgets(run, stdin):
    stdin("epsilon,delta\n1,1e-6\ninf,1e-6\n0,0\n")
    rows = list(csv.DictReader(io.StringIO(run("sigma --csv - --dimension 3"))))
    assert [row["dimension"] for row in rows] == ["3"] * 3
    assert [row["l2_noise"] for row in rows[1:]] == ["1.0", "1.0"]
    assert float(rows[0]["l2_scale"]) == gaussmech.l2_scale(1.0, 1e-6, dimension=3)


@pytest.mark.parametrize("dimension", ["0", "2.5", "-3", "many"])
def test_a_bad_dimension_is_refused(refused, dimension):
    assert "--dimension" in refused(f"sigma --epsilon 1 --delta 1e-6 --dimension {dimension}")


def test_only_sigma_takes_a_dimension(refused):
    assert "--dimension" in refused("delta --epsilon 1 --sigma 2 --dimension 3")
