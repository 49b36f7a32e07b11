"""The command line, in process; its numbers are the library's, bit for bit."""

import itertools
import json
import subprocess
import sys
from unittest.mock import Mock

import numpy as np
import pytest

import gaussmech as gm
from gaussmech import cli
from gaussmech.privacy.attack_risk import attack_risk, mu_of_noise
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism
from tests.processes import output_of

SOLVERS = {
    "sigma": gm.analytic_gaussian_sigma,
    "delta": gm.gaussian_delta,
    "epsilon": gm.gaussian_epsilon,
}
ATTACK = "gaussian_mu attack_advantage tpr_at_fpr_0.01 tpr_at_fpr_0.1"
BESIDE = "classical_sigma sigma_saving accuracy_95"
AT_ONE = "-DP at L2 sensitivity 1"
OUTSIDE = "does not apply: Theorem 1 needs epsilon and delta in (0, 1)"


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


def _labelled(text):
    return {line[:16].rstrip(): line[18:] for line in text.splitlines()}


def test_one_budget_as_json(run):
    row = json.loads(run("sigma --epsilon 0.5 --delta 1e-6 --sensitivity 5 --json"))
    mechanism = AnalyticGaussianMechanism(0.5, 1e-6, 5.0)
    sigma = mechanism.sigma
    classical = gm.classical_gaussian_sigma(0.5, 1e-6, 5.0)
    budget = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0, "sigma": sigma}
    beside = (classical, 1 - sigma / classical, mechanism.accuracy(0.05))
    expected = budget | attack_risk(mu_of_noise(sigma, 5.0))
    assert list(row.items()) == [
        *expected.items(),
        *zip(BESIDE.split(), beside, strict=True),
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
    budgets = [*itertools.product(*values.values())]
    assert [tuple(row[name] for name in values) for row in rows] == budgets
    columns = dict(zip(values, np.transpose(budgets), strict=True))
    assert [row[command] for row in rows] == SOLVERS[command](**columns).tolist()


LIMITS = {
    "sigma --epsilon inf --delta 1e-5": 0.0,
    "sigma --epsilon 1 --delta 0": "inf",
    "sigma --epsilon 0 --delta 0.1 --sensitivity 0": 0.0,
    "sigma --epsilon 0.5 --delta 0 --sensitivity 0": 0.0,
    "sigma --mu 0": "inf",
    "sigma --mu inf": 0.0,
    "sigma --rho 0 --sensitivity 0": 0.0,
    "sigma --advantage 1": 0.0,
    "delta --sigma 0 --epsilon 1": 1.0,
    "delta --advantage 1 --epsilon 1": 1.0,
    "delta --rho inf --epsilon 1": 1.0,
    "epsilon --sigma 0 --delta 0.1": "inf",
    "epsilon --sigma inf --delta 0": 0.0,
    "epsilon --mu inf --delta 0.5": "inf",
    "epsilon --rho 0 --delta 0": 0.0,
}


@pytest.mark.parametrize("line", LIMITS)
def test_limits(run, line):
    name = line.split()[0]
    value = LIMITS[line]
    assert json.loads(run(f"{line} --json"))[name] == value
    assert _labelled(run(line))[name] == str(value).removesuffix(".0")


def test_extreme_sensitivities_keep_the_comparison_finite(run):
    line = "sigma --epsilon 0.5 --delta 1e-5 --sensitivity 0 5e-324 --sensitivity 1e200 1.7e308"
    savings = [row["sigma_saving"] for row in json.loads(run(f"{line} --json"))]
    assert len(savings) == 4  # a repeated option extends its list
    assert 0 <= min(savings) <= max(savings) <= 1


def test_words_for_one_budget(run):
    # 40.28809240 and 0.12410614903, to six digits on the safe side.
    assert _labelled(run("sigma --epsilon 0.5 --delta 1e-6 --sensitivity 5")) == {
        "sigma": "40.2881",
        "meaning": "add N(0, sigma^2) to each coordinate: (0.5, 1e-06)-DP at L2 sensitivity 5",
        "mu": "0.124107",
        "best attack": "advantage 4.95 % over guessing",
        "it detects": "1.39 % of those present at 1 % false alarms, 12.4 % at 10 %",
        "in words": "An attacker who knows all other data can tell whether one person is included"
        " with at most 52.5 % success; a coin toss has 50 %.",
        "classical sigma": "52.9881, 31.5 % larger than the exact one",
        "accuracy at 95 %": "78.9633: 5 % of errors are larger",
    }


def test_several_releases_state_the_budget_of_each(run):
    line = "sigma --epsilon 1 --delta 1e-6 --releases 24"
    each, _ = gm.split_budget(1.0, 1e-6, releases=24)
    assert json.loads(run(f"{line} --json"))["epsilon_each"] == each
    words = _labelled(run(line))
    share = "(0.182403, 1e-06)-DP: an equal share, which a ledger keeps"
    assert (words["each release"], words["sigma"]) == (share, "20.6967")
    assert each >= 0.182403
    # A thousandth of this budget is less than epsilon 0 at its delta.
    lines = run("sigma --epsilon 0.01 --delta 1e-3 --releases 2 1000").splitlines()
    head, half, thousandth = (text.split()[5] for text in lines[:3])
    assert (head, thousandth) == ("epsilon_each", "-")
    each, _ = gm.split_budget(0.01, 1e-3, releases=2)
    assert 0.9999 * each < float(half) <= each


WORDS = {
    "sigma --epsilon 1 --delta 0.1": OUTSIDE,
    "sigma --epsilon 0 --delta 0.1": OUTSIDE,
    "sigma --epsilon 0.5 --delta 0": OUTSIDE,
    "sigma --epsilon 0.5 --delta 1": OUTSIDE,
    "sigma --epsilon inf --delta 0.1": f"add no noise: (inf, 0.1){AT_ONE}",
    "sigma --epsilon 1 --delta 0": f"no finite noise is enough: (1, 0){AT_ONE}",
    "sigma --mu 1 --releases 3": "to each coordinate of each of 3 releases, together: 1-GDP at",
    "delta --sigma 4 --epsilon 0.5": f"N(0, 4^2) on each coordinate is (0.5, delta){AT_ONE}",
    "epsilon --sigma 4 --delta 1e-5": f"N(0, 4^2) on each coordinate is (epsilon, 1e-05){AT_ONE}",
    # Noise is rounded up, and so has a little more than this advantage.
    "sigma --advantage 0.05": "advantage 5 % over guessing",
    "epsilon --rho 0.015 --delta 1e-7": "0.799748 if the noise is Gaussian; not safe for other",
    "epsilon --advantage 0.1 --delta 1e-7": "mu                0.251323, if the noise is Gaussian",
    "epsilon --mu 1 --delta 0.1": "every 1-GDP mechanism is (epsilon, 0.1)-DP",
    "epsilon --advantage 0.1 --delta 0.1 --releases 2": "2 releases, each by a Gaussian mechanism of"
    " advantage 0.1, are together (epsilon, 0.1)-DP",
}


@pytest.mark.parametrize("line", WORDS)
def test_words_say_what_the_number_means_or_why_the_classical_one_is_missing(run, line):
    assert WORDS[line] in run(line)


def test_table_for_many_budgets(run):
    head, first, second, note = run("sigma --epsilon 0.5 1 --delta 1e-6").splitlines()
    assert len(head) == len(first) == len(second)
    names = ["epsilon", "delta", "sensitivity", "sigma", *ATTACK.split()]
    assert head.split() == [*names, *BESIDE.split()]
    results = "8.05762 0.124107 0.0494795 0.0138242 0.123546 10.5977 0.239676 15.7927"
    assert first.split() == ["0.5", "1e-06", "1", *results.split()]
    assert second.split()[-3:-1] == ["-"] * 2
    assert note == "- Theorem 1 needs epsilon and delta in (0, 1)"
    assert len(run("sigma --epsilon 0.5 0.6 --delta 1e-6").splitlines()) == 3


EXAMPLE = "for example: gaussmech sigma --epsilon 0.1 0.5 --delta 1e-5 --sensitivity 1"
REFUSED = {
    "sigma --epsilon -1e-5 --delta 0.1": "--epsilon is -1e-05; allowed are numbers in [0, inf]",
    "sigma --epsilon 1 x --delta 0.1": "--epsilon is 'x'; it must be a real number in [0, ",
    "sigma --epsilon 1 --delta 0.1 1.5": "--delta is 1.5; allowed are numbers in [0, 1]",
    "sigma --epsilon 1 --delta 0.1 --sensitivity inf": "--sensitivity is inf; allowed are",
    "sigma --rho -1": "--rho is -1.0; allowed are numbers in [0, inf]",
    "sigma --advantage 1.5": "--advantage is 1.5; allowed are numbers in [0, 1]",
    "sigma --mu 1 --releases 0": "--releases is 0; it must be a whole number from 1",
    "sigma --mu 1 --releases 2.5": "--releases is '2.5'; it must be a whole number",
    "sigma --epsilon 1_0 --delta 0.1": "--epsilon is '1_0'; it must be a real number",
    "sigma --epsilon 1": "--delta must be given",
    "delta": "--epsilon and --sigma must be given",
    "epsilon --rho 1": "--delta must be given",
    "sigma --epsilon 1 --rho 0.1": "--rho does not go with --epsilon",
    "sigma --mu 1 --advantage 0.1": "--advantage does not go with --mu",
    "epsilon --sigma 1 --mu 1 --delta 0.1": "--mu does not go with --delta, --sigma",
    "delta --mu 1 --epsilon 1 --sensitivity 2": "--sensitivity does not go with --epsilon, --mu",
    "sigma --epsilon": "argument --epsilon: expected at least one argument",
    "sigma --epsilon 1 --delta 0.1 --sens 2": "no '--sens'; did you mean --sensitivity?",
    "release counts counts.csv --valeu count": "there is no '--valeu'; did you mean --value?",
    "sigma 0.5 1e-6": f"there is no '0.5'; {EXAMPLE}",
    "sigma budgets.csv": f"there is no 'budgets.csv'; {EXAMPLE}",
    "--versoin": "there is no '--versoin'; did you mean --version?",
    "relaese": "there is no command 'relaese'; did you mean release?",
    "release event": "; did you mean events?",
    "release counts counts.csv --noise gausian": "; did you mean gaussian?",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_is_named_and_a_misspelt_word_gets_a_suggestion(stops, line):
    status, message = stops(line)
    assert status == 2 and REFUSED[line] in message


def test_a_solver_that_gives_up_is_one_line(stops, monkeypatch):
    solver = Mock(side_effect=RuntimeError("did not converge"))
    monkeypatch.setattr(gm, "gaussian_delta", solver, raising=False)
    outcome = (1, "gaussmech delta: did not converge")
    assert stops("delta --epsilon 1 --sigma 2") == outcome


@pytest.mark.parametrize("command", ["", "sigma", "delta", "epsilon"])
def test_help_has_an_example_that_runs_and_the_warning(stops, run, command):
    status, text = stops(f"{command} --help")
    assert status == 0 and "not for releasing real data" in text
    assert "Mironov, 2012" in text and "OpenDP" in text
    assert run(text.partition("example:\n  gaussmech ")[2].partition("\n")[0])
    assert command or run("") == text + "\n"  # alone it prints its help
    assert stops("--version") == (0, f"gaussmech {gm.__version__}")


def test_interrupt_is_quiet(monkeypatch, capsys):
    monkeypatch.setattr(cli, "_run", Mock(side_effect=KeyboardInterrupt))
    assert (cli.main(["sigma"]), capsys.readouterr().err) == (130, "")


MODULE = [sys.executable, "-m", "gaussmech"]
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def test_module_is_quiet_when_the_output_closes():
    with subprocess.Popen([*MODULE, "sigma", "--mu", "1"], **PIPES) as process:
        process.stdout.close()
        assert process.stderr.read() == ""


def test_help_loads_no_numerics():
    code = (
        "import sys; from gaussmech.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: sys.exit(len({'numpy', 'scipy', 'numba'} & {*sys.modules}))"
    )
    output_of(code)


def test_zcdp_has_a_result_for_every_mechanism_and_one_if_the_noise_is_gaussian(run):
    row = json.loads(run("epsilon --rho 0.005 --releases 3 --delta 1e-7 --json"))
    expected = gm.zcdp_epsilon(0.015, 1e-7)
    assert row["epsilon"] == pytest.approx(expected, rel=1e-14)
    row = json.loads(run("delta --rho 0.015 --epsilon 0.8 --json"))
    assert row["delta"] == gm.zcdp_delta(0.015, 0.8)
    assert row["delta_if_gaussian"] == pytest.approx(1e-7, rel=0.02)


ADVANTAGE = "0.0994764496602258"  # that of mu = 0.25


@pytest.mark.parametrize(
    "line",
    [
        "sigma --mu 0.25",
        "sigma --mu 0.25 --releases 100 --sensitivity 3",
        "sigma --rho 0.03125 --sensitivity 7",
        f"sigma --advantage {ADVANTAGE} --releases 3",
        f"sigma --epsilon 0 --delta {ADVANTAGE} --releases 9",
        "epsilon --mu 0.125 --delta 1e-6 --releases 4",
        "epsilon --rho 0.0078125 --delta 1e-6 --releases 4",
        f"epsilon --advantage {ADVANTAGE} --delta 1e-6",
        "delta --sigma 8 --sensitivity 1 --epsilon 1 --releases 4",
    ],
)
def test_every_input_leads_to_the_same_mu_of_all_releases_together(run, line):
    row = json.loads(run(f"{line} --json"))
    assert row["gaussian_mu"] == pytest.approx(0.25, rel=1e-13)
    assert row["attack_advantage"] == pytest.approx(float(ADVANTAGE), rel=1e-12)
    rate = gm.true_positive_rate(0.01, 0.25)
    assert row["tpr_at_fpr_0.01"] == pytest.approx(rate, rel=1e-12)
    together = row.get("sensitivity", 1) * row.get("releases", 1) ** 0.5
    if line.startswith("sigma"):
        assert row["sigma"] == pytest.approx(together / 0.25, rel=1e-13)
    if line.startswith("epsilon"):
        epsilon = row.get("epsilon_if_gaussian", row["epsilon"])
        expected = gm.gaussian_epsilon(1.0, 1e-6, 0.25)
        assert epsilon == pytest.approx(expected, rel=1e-11)
