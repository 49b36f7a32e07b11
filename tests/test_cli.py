"""The command line, in process; its numbers are the library's, bit for bit."""

import csv
import io
import itertools
import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

import gaussmech
from gaussmech import cli
from gaussmech.privacy.attack_risk import attack_risk, mu_of_noise
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism

SOLVERS = {
    "sigma": gaussmech.analytic_gaussian_sigma,
    "delta": gaussmech.gaussian_delta,
    "epsilon": gaussmech.gaussian_epsilon,
}
ATTACK = ("gaussian_mu", "attack_advantage", "attack_tpr_1", "attack_tpr_10")
AT_ONE = "-DP at L2 sensitivity 1"
THEOREM_1 = "Theorem 1 needs epsilon and delta in (0, 1)"


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
def stops(capsys):
    """The status of a command that stops, and all that it printed: on one line, or its help."""

    def stops(line):
        with pytest.raises(SystemExit) as stop:
            cli.main(line.split())
        out, err = capsys.readouterr()
        assert (not out and err.count("\n") == 1) or not err
        return stop.value.code, (out or err).rstrip("\n")

    return stops


@pytest.fixture
def stdin(monkeypatch):
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def _labelled(text):
    return {line[:16].rstrip(): line[18:] for line in text.splitlines()}


def test_one_budget_as_json(run):
    row = json.loads(run("sigma --epsilon 0.5 --delta 1e-6 --sensitivity 5 --json"))
    mechanism = AnalyticGaussianMechanism(0.5, 1e-6, 5.0)
    sigma = mechanism.sigma
    classical = gaussmech.classical_gaussian_sigma(0.5, 1e-6, 5.0)
    assert row.pop("variance_saving") == pytest.approx(
        1 - (sigma / classical) ** 2, rel=1e-14
    )
    expected = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0, "sigma": sigma}
    expected |= attack_risk(mu_of_noise(sigma, 5.0))
    expected |= {"classical_sigma": classical, "sigma_saving": 1 - sigma / classical}
    assert [*row.items()] == [
        *expected.items(),
        ("accuracy_95", mechanism.accuracy(0.05)),
    ]


@pytest.mark.parametrize("command", SOLVERS)
def test_lists_combine_with_epsilon_slowest(run, command):
    values = {"epsilon": [0.1, 0.7, 3.0], "delta": [1e-5, 1e-9], "sigma": [0.5, 4.0]}
    del values[command]
    values["sensitivity"] = [0.3, 5.0]
    # The order of the options on the command line does not matter.
    options = [
        f"--{name} {' '.join(map(repr, values[name]))}" for name in reversed(values)
    ]
    rows = json.loads(run(f"{command} {' '.join(options)} --json"))
    budgets = [
        dict(zip(values, row, strict=True))
        for row in itertools.product(*values.values())
    ]
    assert [{name: row[name] for name in values} for row in rows] == budgets
    assert [row[command] for row in rows] == [
        SOLVERS[command](**budget) for budget in budgets
    ]


LIMITS = {
    "sigma --epsilon inf --delta 1e-5": 0.0,
    "sigma --epsilon 1 --delta 0": "inf",
    "sigma --epsilon 0 --delta 0.1 --sensitivity 0": 0.0,
    "sigma --epsilon 0.5 --delta 0 --sensitivity 0": 0.0,
    "delta --sigma 0 --epsilon 1": 1.0,
    "epsilon --sigma 0 --delta 0.1": "inf",
    "epsilon --sigma inf --delta 0": 0.0,
}


@pytest.mark.parametrize("line", LIMITS)
def test_limits(run, line):
    name = line.split()[0]
    value = LIMITS[line]
    assert json.loads(run(f"{line} --json"))[name] == value
    assert _labelled(run(line))[name] == str(value).removesuffix(".0")


def test_extreme_sensitivities_keep_the_comparison_finite(run):
    line = "sigma --epsilon 0.5 --delta 1e-5 --sensitivity 0 5e-324 --sensitivity 1e200 1.7e308"
    for row in (rows := json.loads(run(f"{line} --json"))):
        assert 0 <= row["sigma_saving"] <= row["variance_saving"] <= 1
    assert len(rows) == 4  # a repeated option extends its list


def test_words_for_one_budget(run):
    lines = _labelled(run("sigma --epsilon 0.5 --delta 1e-6 --sensitivity 5"))
    # 40.28809240 and 0.12410614903, to six digits on the safe side.
    assert lines == {
        "sigma": "40.2881",
        "meaning": "add N(0, sigma^2) to each coordinate: (0.5, 1e-06)-DP at L2 sensitivity 5",
        "mu": "0.124107",
        "best attack": "advantage 4.95 % over guessing",
        "it detects": "1.39 % of those present at 1 % false alarms, 12.4 % at 10 %",
        "in words": "An attacker who knows all other data can tell whether one person is included"
        " with at most 52.5 % success; a coin toss has 50 %.",
        "classical sigma": "52.988",
        "saving": "24 % in sigma, 42.2 % in variance",
        "accuracy at 95 %": "78.9632: 5 % of errors are larger",
    }


def test_results_on_the_terminal_are_never_below_the_exact_ones(run):
    rng = np.random.default_rng(3)
    epsilon = 10 ** rng.uniform(-4, 2, 40)
    numbers = " ".join(map(repr, epsilon.tolist()))
    lines = run(f"sigma --epsilon {numbers} --delta 1e-7 --sensitivity 3").splitlines()
    exact = gaussmech.analytic_gaussian_sigma(epsilon, 1e-7, 3.0)
    printed = np.array([float(line.split()[3]) for line in lines[1:41]])
    assert (printed >= exact).all()
    assert (printed <= exact * (1 + 1e-5)).all()


def test_several_releases_state_the_budget_of_each(run):
    line = "sigma --epsilon 1 --delta 1e-6 --releases 24"
    each, _ = gaussmech.split_budget(1.0, 1e-6, releases=24)
    assert json.loads(run(f"{line} --json"))["epsilon_each"] == each
    words = _labelled(run(line))
    share = "(0.182403, 1e-06)-DP: an equal share, which a ledger keeps"
    assert words["each release"] == share
    assert words["sigma"] == "20.6967"
    assert float(words["each release"][1:9]) <= each
    # A thousandth of this budget is less than epsilon 0 at its delta.
    lines = run("sigma --epsilon 0.01 --delta 1e-3 --releases 2 1000").splitlines()
    head, half, thousandth = (text.split()[5] for text in lines[:3])
    assert (head, thousandth) == ("epsilon_each", "-")
    assert 0 < float(half) < 0.01


WORDS = {
    "sigma --epsilon 1 --delta 0.1": f"does not apply: {THEOREM_1}; epsilon is 1",
    "sigma --epsilon 0 --delta 0.1": f"does not apply: {THEOREM_1}; epsilon is 0",
    "sigma --epsilon 0.5 --delta 0": f"does not apply: {THEOREM_1}; delta is 0",
    "sigma --epsilon 2 --delta 1": f"does not apply: {THEOREM_1}; epsilon is 2 and delta is 1",
    "sigma --epsilon inf --delta 0.1": f"add no noise: (inf, 0.1){AT_ONE}",
    "sigma --epsilon 1 --delta 0": f"no finite noise is enough: (1, 0){AT_ONE}",
    "delta --sigma 4 --epsilon 0.5": f"N(0, 4^2) on each coordinate is (0.5, delta){AT_ONE}",
    "epsilon --sigma 4 --delta 1e-5": f"N(0, 4^2) on each coordinate is (epsilon, 1e-05){AT_ONE}",
}


@pytest.mark.parametrize("line", WORDS)
def test_words_say_what_the_number_means_or_why_the_classical_one_is_missing(run, line):
    lines = _labelled(run(line))
    assert WORDS[line] in (lines["meaning"], lines["classical sigma"])
    assert ("saving" in lines) == (THEOREM_1 not in lines["classical sigma"])


def test_table_for_many_budgets(run):
    head, first, second, note = run("sigma --epsilon 0.5 1 --delta 1e-6").splitlines()
    assert len(head) == len(first) == len(second)
    columns = "epsilon delta sensitivity sigma"
    compared = "classical_sigma sigma_saving variance_saving accuracy_95"
    assert head.split() == [*columns.split(), *ATTACK, *compared.split()]
    attack = "0.124107 4.95 % 1.39 % 12.4 %"
    assert (
        " ".join(first.split())
        == f"0.5 1e-06 1 8.05762 {attack} 10.5976 24 % 42.2 % 15.7926"
    )
    assert second.split()[-4:-1] == ["-"] * 3
    assert note == f"- {THEOREM_1}"
    assert len(run("sigma --epsilon 0.5 0.6 --delta 1e-6").splitlines()) == 3


def test_csv_bit_for_bit(run, tmp_path):
    path = tmp_path / "budgets.csv"
    budgets = list(
        itertools.product([1 / 3, 0.1, 7.0], [1e-5 / 3, 0.2], [0.1, 1e3 / 7])
    )
    lines = [",".join(map(repr, budget)) for budget in budgets]
    path.write_text("\n".join(["epsilon,delta,sensitivity", *lines]) + "\n")
    rows = list(csv.DictReader(io.StringIO(run(f"sigma --csv {path}"))))
    assert [
        tuple(float(text) for text in list(row.values())[:3]) for row in rows
    ] == budgets
    # A file is computed as arrays are.
    sigma = gaussmech.analytic_gaussian_sigma(*np.transpose(budgets))
    for row, budget, value in zip(rows, budgets, sigma.tolist(), strict=True):
        assert float(row["sigma"]) == value
        covered = budget[0] < 1
        classical = repr(gaussmech.classical_gaussian_sigma(*budget)) if covered else ""
        assert row["classical_sigma"] == classical


def test_csv_keeps_other_columns_and_their_order(run, stdin):
    stdin('\ufeff\nname, delta ,epsilon\n"a, b",1e-5,0.5\n\nc,1e-5, inf\n')
    header, first, second = csv.reader(io.StringIO(run("sigma --csv -")))
    assert header[:5] == ["name", "delta", "epsilon", "sensitivity", "sigma"]
    assert first[:4] == ["a, b", "1e-05", "0.5", "1.0"]
    assert second[:5] == ["c", "1e-05", "inf", "1.0", "0.0"]
    stdin("epsilon,delta,name\n1,0,a\n")
    (row,) = json.loads(run("sigma --csv - --json"))  # always a list
    assert (row["name"], row["sigma"], row["classical_sigma"]) == ("a", "inf", None)


REFUSED = {
    "sigma --epsilon -1e-5 --delta 0.1": "--epsilon is -1e-05; allowed are numbers in [0, inf]",
    "sigma --epsilon 1 x --delta 0.1": "--epsilon is 'x'; it must be a real number in [0, ",
    "sigma --epsilon 1 --delta 0.1 1.5": "--delta is 1.5; allowed are numbers in [0, 1]",
    "sigma --epsilon 1 --delta 0.1 --sensitivity inf": "--sensitivity is inf; allowed are",
    "sigma --epsilon 1": "--delta is missing; or give --csv",
    "sigma --delta 0.1 --csv -": "--delta cannot be combined with --csv; give it as a column",
    "sigma --csv absent.csv": "--csv: cannot read 'absent.csv': No such file or directory",
    "delta": "--epsilon, --sigma are missing; or give --csv",
    "sigma --epsilon 1_0 --delta 0.1": "--epsilon is '1_0'; it must be a real number",
    "sigma --epsilon": "argument --epsilon: expected at least one argument",
    "sigma --epsilon 1 --delta 0.1 --sens 2": "no '--sens'; did you mean --sensitivity?",
    "release counts counts.csv --valeu count": "there is no '--valeu'; did you mean --value?",
    "sigma 0.5 1e-6": "there is no '0.5'; did you mean --epsilon 0.5 --delta 1e-6?",
    "sigma .5 1e-6 2": "did you mean --epsilon .5 --delta 1e-6 --sensitivity 2?",
    "sigma 1e-6 --epsilon 0.5": "there is no '1e-6'; did you mean --delta 1e-6?",
    "delta 4 0.5": "there is no '4'; did you mean --sigma 4 --epsilon 0.5?",
    "epsilon 4 1e-6": "there is no '4'; did you mean --sigma 4 --delta 1e-6?",
    "sigma 0.5 --epsilon 1 --rho 1": "--epsilon and --rho both say the budget; give one",
    "sigma budgets.csv": "there is no 'budgets.csv'",
    "--versoin": "there is no '--versoin'; did you mean --version?",
    "relaese": "there is no command 'relaese'; did you mean release?",
    "release event": "; did you mean events?",
    "release counts counts.csv --noise gausian": "; did you mean gaussian?",
    "delta --epsilon 1 --sigma 2 --dimension 3": "there is no '--dimension'",
    "sigma --epsilon 1 --delta 1e-6 --dimension 0": "--dimension is 0; it must be >= 1",
    "sigma --epsilon 1 --delta 1e-6 --dimension 2.5": "--dimension is '2.5'; it must be a whole",
    "sigma --epsilon 1 --rho 0.1": "--epsilon and --rho both say the budget; give one",
    "sigma --mu 1 --advantage 0.1": "--mu and --advantage both say the budget; give one",
    "epsilon --sigma 1 --mu 1 --delta 0.1": "--sigma and --mu both say the noise; give one",
    "epsilon --rho 1": "--delta is missing; or give --csv",
    "delta --mu 1 --epsilon 1 --sensitivity 2": "--sensitivity does not go with --mu, which counts",
    "sigma --rho 1 --dimension 3": "--dimension does not go with --rho; give --epsilon and",
    "sigma --epsilon 1 --delta 0.1 --dimension 3 --releases 2": "not go with --releases",
    "sigma --rho -1": "--rho is -1.0; allowed are numbers in [0, inf]",
    "sigma --advantage 1.5": "--advantage is 1.5; allowed are numbers in [0, 1]",
    "sigma --mu 1 --releases 0": "--releases is 0; it must be >= 1",
    "sigma --mu 1 --releases 2.5": "--releases is '2.5'; it must be a whole number",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_is_named_and_a_misspelt_word_gets_a_suggestion(stops, line):
    status, message = stops(line)
    assert status == 2 and REFUSED[line] in message


BAD_CSV = {
    "": " is empty; it needs a header with epsilon and delta",
    "epsilon,delta\n": " has no line below its header; it needs one per budget",
    "epsilon;delta\n1;0.1\n": ": cells are separated by semicolons; they must be",
    "epsilon,d\n1,0.1\n": " has no column 'delta'",
    "epsilon,delta,epsilon\n1,0.1,1\n": " has the column 'epsilon' twice",
    "epsilon,delta,sigma\n1,0.1,1\n": " has a column 'sigma', which is a result; rename it",
    "epsilon,delta,gaussian_mu\n1,0.1,1\n": " has a column 'gaussian_mu', which is a result",
    "epsilon,delta,rho\n1,0.1,1\n": ": epsilon and standard input: rho both say the budget",
    "epsilon,delta,accuracy_95\n1,0.1,1\n": " has a column 'accuracy_95', which is a result",
    "epsilon,delta\n1,0.1\n1\n": ", line 3 has 1 cells; the header has 2",
    "epsilon,delta\n1,0.1\n\n1,two\n": ", line 4: delta is 'two'; it must be a real number ",
    "epsilon,delta,sensitivity\n1,0,inf\n": ", line 2: sensitivity is inf; allowed are ",
    'epsilon,delta\n1,"0.1\n': ", line 2: unexpected end of data",
}


@pytest.mark.parametrize("text", BAD_CSV)
def test_bad_csv(stops, stdin, text):
    stdin(text)
    status, message = stops("sigma --csv -")
    assert status == 2 and message.startswith(
        f"gaussmech sigma: standard input{BAD_CSV[text]}"
    )


def test_csv_that_is_no_text(stops, tmp_path, monkeypatch):
    path = tmp_path / "budgets.csv"
    path.write_bytes(b"epsilon,delta\n\xff,1\n")
    assert stops(f"sigma --csv {path}")[1].endswith("budgets.csv is not text in UTF-8")
    assert "cannot read" in stops(f"sigma --csv {tmp_path}")[1]
    monkeypatch.setattr(sys, "stdin", None)  # closed
    assert "standard input is empty" in stops("sigma --csv -")[1]


def test_a_solver_that_gives_up_is_one_line(stops, monkeypatch):
    outcome = RuntimeError("did not converge")
    monkeypatch.setattr(
        gaussmech, "gaussian_delta", Mock(side_effect=outcome), raising=False
    )
    line = "delta --epsilon 1 --sigma 2"
    assert stops(line) == (1, "gaussmech delta: did not converge")


@pytest.mark.parametrize("command", ["", "sigma", "delta", "epsilon"])
def test_help_has_an_example_that_runs_and_the_warning(stops, run, command):
    status, text = stops(f"{command} --help")
    assert status == 0 and "not for releasing real data" in text
    assert "Mironov, 2012" in text and "OpenDP" in text
    assert run(text.partition("example:\n  gaussmech ")[2].partition("\n")[0])
    assert command or run("") == text + "\n"  # alone it prints its help
    assert stops("--version") == (0, f"gaussmech {gaussmech.__version__}")


def test_interrupt_is_quiet(monkeypatch, capsys):
    monkeypatch.setattr(cli, "_run", Mock(side_effect=KeyboardInterrupt))
    assert (cli.main(["sigma"]), capsys.readouterr().err) == (130, "")


MODULE = [sys.executable, "-m", "gaussmech"]
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def test_module_reads_a_pipe():
    options = {"input": "sigma,epsilon\n4,0.5\n", "check": True}
    process = subprocess.run([*MODULE, "delta", "--csv", "-"], **PIPES, **options)
    row = next(csv.DictReader(io.StringIO(process.stdout)))
    assert [float(row["delta"])] == gaussmech.gaussian_delta([4.0], 0.5)
    assert not process.stderr


@pytest.mark.parametrize("arguments", ["--help", "sigma --epsilon 1 --delta 0.1"])
def test_module_is_quiet_when_the_pipe_closes(arguments):
    with subprocess.Popen([*MODULE, *arguments.split()], **PIPES) as process:
        process.stdout.close()
        assert process.stderr.read() == ""


def test_help_loads_no_numerics():
    code = (
        "import sys; from gaussmech.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: sys.exit(len({'numpy', 'scipy', 'numba'} & {*sys.modules}))"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


def test_the_command_in_the_readme_runs(run):
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    assert run(
        readme.partition("`gaussmech sigma")[2].partition("`")[0].join(["sigma", ""])
    )


def test_the_l2_mechanism_beside_sigma(run, stdin):
    line = "sigma --epsilon 1 --delta 1e-6 --dimension 10"
    l2_line = _labelled(run(line))["l2 mechanism"]
    assert l2_line == "scale 0.91643: at dimension 10 it needs 0.719 of this noise"
    row = json.loads(run(f"{line} --sensitivity 2 --json"))
    mechanism = gaussmech.L2Mechanism(1.0, 1e-6, 2.0, dimension=10)
    assert (row["dimension"], row["l2_scale"]) == (10, mechanism.scale)
    assert row["l2_noise"] == pytest.approx(
        mechanism.power**0.5 / row["sigma"], rel=1e-14
    )
    table = run("sigma --epsilon 1 2 --delta 1e-6 0 --dimension 10").splitlines()
    assert table[0].split()[-2:] == ["l2_scale", "l2_noise"]
    # Without delta no Gaussian noise will do; the scale is one rounding above 1.
    assert table[2].split()[-2:] == ["1.00001", "0"]
    assert "l2" not in run("sigma --epsilon 1 --delta 1e-6")
    stdin("epsilon,delta\n1,1e-6\ninf,1e-6\n0,0\n")
    first, *limits = csv.DictReader(io.StringIO(run("sigma --csv - --dimension 3")))
    assert [(row["dimension"], row["l2_noise"]) for row in limits] == [("3", "1.0")] * 2
    assert float(first["l2_scale"]) == gaussmech.l2_scale(1.0, 1e-6, dimension=3)


def test_zcdp_has_an_epsilon_for_every_mechanism_and_one_if_the_noise_is_gaussian(run):
    lines = _labelled(run("epsilon --rho 0.015 --delta 1e-7"))
    every = float(lines["epsilon"])
    gaussian = float(lines["if Gaussian"].split()[0])
    assert every == pytest.approx(gaussmech.zcdp_epsilon(0.015, 1e-7), rel=1e-5)
    assert every >= gaussmech.zcdp_epsilon(0.015, 1e-7)
    assert gaussian == pytest.approx(0.7997, abs=5e-5)
    assert lines["if Gaussian"].endswith(
        "if the noise is Gaussian; not safe for other mechanisms"
    )
    assert lines["simple formula"].startswith("0.998")
    assert lines["mu"].startswith("0.173206") and lines["mu"].endswith(
        "if the noise is Gaussian"
    )
    assert lines["in words"].startswith("If the noise is Gaussian, an attacker")
    row = json.loads(run("epsilon --rho 0.015 --delta 1e-7 --json"))
    assert row["epsilon"] == gaussmech.zcdp_epsilon(0.015, 1e-7)
    assert row["epsilon_if_gaussian"] < row["epsilon"] < row["epsilon_simple"]
    row = json.loads(run("delta --rho 0.015 --epsilon 0.8 --json"))
    assert row["delta"] == gaussmech.zcdp_delta(0.015, 0.8)
    assert row["delta_if_gaussian"] == pytest.approx(1e-7, rel=0.02)


@pytest.mark.parametrize(
    "line, mu",
    [
        ("sigma --mu 0.25", 0.25),
        ("sigma --mu 0.25 --releases 100 --sensitivity 3", 0.25),
        ("sigma --rho 0.03125 --sensitivity 7", 0.25),
        ("sigma --advantage 0.0994764496602258 --releases 3", 0.25),
        (
            "sigma --epsilon 0.5 --delta 1e-6 --releases 9",
            gaussmech.gaussian_mu(0.5, 1e-6),
        ),
        ("epsilon --mu 0.125 --delta 1e-6 --releases 4", 0.25),
        ("epsilon --rho 0.0078125 --delta 1e-6 --releases 4", 0.25),
        ("epsilon --advantage 0.0994764496602258 --delta 1e-6", 0.25),
        ("delta --sigma 8 --sensitivity 1 --epsilon 1 --releases 4", 0.25),
    ],
)
def test_every_input_leads_to_the_same_mu_of_all_releases_together(run, line, mu):
    row = json.loads(run(f"{line} --json"))
    assert row["gaussian_mu"] == pytest.approx(mu, rel=1e-13)
    assert row["attack_advantage"] == pytest.approx(gaussmech.advantage(mu), rel=1e-12)
    assert row["attack_tpr_1"] == pytest.approx(
        gaussmech.true_positive_rate(0.01, mu), rel=1e-12
    )
    if "sigma" in row:
        together = row["sensitivity"] * row.get("releases", 1) ** 0.5
        assert row["sigma"] == pytest.approx(together / mu, rel=1e-13)
    if line.startswith("epsilon"):
        gaussian = row.get("epsilon_if_gaussian", row["epsilon"])
        assert gaussian == pytest.approx(
            gaussmech.gaussian_epsilon(1.0, 1e-6, mu), rel=1e-11
        )


def test_a_csv_file_may_have_rho_and_releases(run, stdin):
    stdin("name,rho,releases,delta\na,0.015,1,1e-7\nb,0.005,3,1e-7\n")
    first, second = csv.DictReader(io.StringIO(run("epsilon --csv -")))
    assert (first["name"], second["releases"]) == ("a", "3")
    assert float(first["epsilon"]) == gaussmech.zcdp_epsilon(0.015, 1e-7)
    assert float(second["epsilon"]) == pytest.approx(float(first["epsilon"]), rel=1e-14)


def test_limits_of_the_other_currencies(run):
    limits = {
        "sigma --mu 0": ("sigma", "inf"),
        "sigma --mu inf": ("sigma", 0.0),
        "sigma --rho 0 --sensitivity 0": ("sigma", 0.0),
        "sigma --advantage 1": ("sigma", 0.0),
        "epsilon --mu inf --delta 0.5": ("epsilon", "inf"),
        "epsilon --rho 0 --delta 0": ("epsilon", 0.0),
        "delta --advantage 1 --epsilon 1": ("delta", 1.0),
        "delta --rho inf --epsilon 1": ("delta", 1.0),
    }
    for line, (name, value) in limits.items():
        assert json.loads(run(f"{line} --json"))[name] == value, line
        assert run(line)
