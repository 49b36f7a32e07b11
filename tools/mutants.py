"""Change one line of the library at a time and see that a test fails.

    python tools/mutants.py [words]

Prints the mutants that no test notices, if any; takes a quarter of an hour. `words` select mutants
by file or text.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
# The tests run in a copy of these folders.
COPIED = ("gaussmech", "tests", "docs", "config")
# Seconds. Tests that take longer have noticed the mutant: it loops.
LIMIT = 900


class Mutant(NamedTuple):
    """A file below gaussmech/, a text that occurs in it once, its replacement, the tests."""

    file: str
    old: str
    new: str
    tests: str


# Files of tests, below tests/.
CALIBRATION = "privacy/test_calibration.py privacy/test_certified.py"
COMPOSITION = "privacy/test_composition.py"
GDP = "privacy/test_gdp.py"
MEANING = "privacy/test_meaning.py"
RISK_OF_ATTACK = "privacy/test_attack_risk.py"
L2 = "privacy/test_l2_mechanism.py"
TRUNCATED = "privacy/test_truncated_laplace.py"
LEDGERS = "releases/test_ledger.py"
COMMAND = "releases/test_command.py"
MIXED = "privacy/test_cost.py"
INPUTS = "releases/test_inputs.py"
DEPLOYMENT = "releases/test_deployment.py"
SHRINKAGE = "vectors/test_shrinkage.py"
FOREST = "graphs/test_forest.py"
FIELD = "graphs/test_field.py"
DENOISING = "graphs/test_denoise.py"
TREES = "graphs/test_spanning_trees.py"
TREND = "graphs/test_trend_filter.py"
WAVELETS = "graphs/test_tree_wavelets.py"
LAWS = "graphs/test_noise_laws.py"
INTERVALS = "graphs/test_intervals.py"
RISK = "graphs/test_risk.py"
CHOLESKY = "graphs/test_sparse_cholesky.py"
PEERS = "paper/experiments/test_peers.py"
CLAIMS = "paper/claims/test_finding.py paper/claims/test_results.py"
ERRATA = "paper/claims/test_errata.py paper/claims/test_numbers.py"

MUTANTS = [
    Mutant("privacy/calibration.py", "np.log(1.25 / delta)", "np.log(1 / delta)", CALIBRATION),
    Mutant("privacy/calibration.py", "if delta >= delta_0:", "if delta < delta_0:", CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py", "/ mu * (1.0 + 36.0 * U)", "/ mu * (1.0 - 36.0 * U)",
           CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py", "(bound + 24.0) * U", "-30.0 * U", CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py", "error * 1.01 / abs(slope)", "0.0", CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py",
           "and mu < 0.7 and epsilon < 0.5:", "and mu < 0.0:", CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py",
           "if mu < 1.0 and epsilon < 8.0:", "if mu < 0.0:", CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py", "(k - 1) * even", "k * even", CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py",
           "(1.0 - 32.0 * U) + 2.0 * U", "(1.0 + 8.0 * U)", CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py", "(1.0 - (0.5 * rest + a * a_low))", "1.0", CALIBRATION),
    Mutant("privacy/_gaussian_kernel.py",
           "return mu * (1.0 + 36.0 * U)", "return mu * (1.0 - 36.0 * U)", MEANING),
    Mutant("privacy/_normal.py", "value + abs(value)", "value - abs(value)", MEANING),
    Mutant("privacy/_normal.py", "_SERIES_END = 5", "_SERIES_END = 40", MEANING),
    Mutant("privacy/meaning.py", "math.nextafter(rate, 0.0)", "rate", MEANING),
    Mutant("privacy/meaning.py", "(1 + 2 * b) * rho", "(1 + b) * rho", MEANING),
    Mutant("privacy/meaning.py", "rho * b * b + math.log1p(b)", "rho * b * b", MEANING),
    Mutant("privacy/attack_risk.py", "Fraction(root) ** 2 >= square", "True", RISK_OF_ATTACK),
    Mutant("privacy/attack_risk.py", "ROUND_CEILING)):g", "'ROUND_FLOOR')):g", RISK_OF_ATTACK),
    Mutant("privacy/attack_risk.py", "rate + slack", "rate", RISK_OF_ATTACK),
    Mutant("privacy/command.py",
           'row.get("releases", 1)\n    if takes', "1\n    if takes", "test_cli.py"),
    Mutant("vectors/shrinkage.py", "(d - 2) / squared_norm", "(d - 1) / squared_norm", SHRINKAGE),
    Mutant("vectors/shrinkage.py", "factor = np.maximum(factor, 0)", "pass", SHRINKAGE),
    Mutant("vectors/shrinkage.py", "np.sqrt(2 * np.log(", "np.sqrt(np.log(", SHRINKAGE),
    Mutant("privacy/cost.py", "np.append(starts[1:], len(losses)) - 1", "starts", MIXED),
    Mutant("privacy/cost.py", "expit(-epsilon)", "expit(-1.01 * epsilon)", MIXED),
    Mutant("privacy/cost.py", "np.exp(-size) * right", "right", MIXED),
    Mutant("privacy/cost.py",
           "(math.exp(epsilon) + delta) * tau *", "delta * tau *", MIXED),
    Mutant("privacy/cost.py", "math.log(excess / alpha)", "0.0", MIXED),
    Mutant("releases/noise.py", "sensitivity * (1 + ROUNDING) + growth", "sensitivity", MIXED),
    Mutant("releases/plan.py", "CLEARLY_LESS = 0.2", "CLEARLY_LESS = 0.0", MIXED),
    Mutant("releases/plan.py", "math.tanh(cost.pure_epsilon / 2)", "0.1", MIXED),
    Mutant("releases/plan.py", "sums if norm == 1 else np.sqrt(sums)", "np.sqrt(sums)", MIXED),
    Mutant("releases/ledger.py", "if links > 1:", "if links > 2:", LEDGERS),
    Mutant("releases/ledger.py",
           "if not entries:\n        raise", "if False:\n        raise", LEDGERS),
    Mutant("releases/ledger.py", "if len(members) < len(pairs):", "if False:", LEDGERS),
    Mutant("releases/ledger.py", "self.path.unlink()", "pass", LEDGERS),
    Mutant("releases/ledger.py", "if self.path.exists():", "if False:", LEDGERS),
    Mutant("releases/ledger.py", "each * count)", "each)", COMMAND),
    Mutant("releases/command.py",
           "if args.dry_run:\n        return", "if False:\n        return", COMMAND),
    Mutant("releases/command.py", "max(norm, norm**2)", "norm", COMMAND),
    Mutant("releases/files.py", "return f\"'{cell}\" if", "return cell if", COMMAND),
    Mutant("releases/deployment.py",
           '"Approximate DP" if', '"Pure DP" if', DEPLOYMENT),
    Mutant("_csv.py", "if row is None or len(row) != len(header):", "if row is None:", INPUTS),
    Mutant("_csv.py", ' and "\\r" not in text', "", INPUTS),
    Mutant("_files.py", "os.chmod(file.name, old.st_mode & 0o7777)", "pass", LEDGERS),
    Mutant("_files.py", "os.chown(file.name, old.st_uid, old.st_gid)", "pass", LEDGERS),
    Mutant("geo/graph_files.py", "share * _length(path, properties)", "_length(path, properties)",
           INPUTS),
    Mutant("privacy/composition.py",
           "k * epsilon * np.expm1(epsilon)", "k * epsilon**2", COMPOSITION),
    Mutant("privacy/composition.py", "np.minimum(k * delta, 1)", "k * delta", COMPOSITION),
    Mutant("privacy/composition.py", "log_term >= k * epsilon**2", "log_term >= 0", COMPOSITION),
    Mutant("privacy/composition.py", "np.expm1(-2 * epsilon0)", "np.expm1(-epsilon0)", COMPOSITION),
    Mutant("privacy/composition.py", "slope_over_p[j - 1] * factors[j]", "factors[j]", COMPOSITION),
    Mutant("privacy/composition.py", "np.where(n > 30,", "np.where(n > 3,", COMPOSITION),
    Mutant("privacy/composition.py", "** 2).sum(axis=-1)", ").sum(axis=-1)", COMPOSITION),
    Mutant("privacy/composition.py",
           "log_delta_above = table.log_delta + table.delta_error",
           "log_delta_above = table.log_delta", COMPOSITION),
    Mutant("privacy/composition.py",
           "np.nextafter(kinks[kink] * (1 + 4 * U), np.inf)", "kinks[kink]",
           COMPOSITION),
    Mutant("privacy/gdp.py", "side * profile.error_near_one", "0.0", GDP),
    Mutant("privacy/profiles.py",
           "profile.delta(reach) > _REFINE_DELTA", "reach < 1", "privacy/test_profiles.py"),
    Mutant("privacy/mechanisms.py",
           "np.exp(-e), -np", "np.exp(-1.03 * e), -np", "privacy/test_mechanisms.py"),
    Mutant("privacy/mechanisms.py", "_sum_not_above(x, self.bound)", "x + self.bound", TRUNCATED),
    Mutant("privacy/truncated_laplace.py", "t / epsilon * (1 + 8 * U)", "t / epsilon", TRUNCATED),
    Mutant("privacy/_gaussian_kernel.py", "if h < 1e6:", "if h < 1e60:", CALIBRATION),
    Mutant("privacy/_l2_kernel.py", "2.0 * error - math.log(delta)", "-math.log(delta)", L2),
    Mutant("privacy/_l2_kernel.py", "math.exp(log_delta + error)", "math.exp(log_delta)", L2),
    Mutant("graphs/field.py", "TEMPERATURE = 8.0", "TEMPERATURE = 1.0", FIELD),
    Mutant("graphs/field.py", "RANGE_RATIO = 100.0", "RANGE_RATIO = 1.0", FIELD),
    Mutant("graphs/field.py", "EFFECT_SD = 0.3", "EFFECT_SD = 3.0", FIELD),
    Mutant("graphs/field.py", "0.04, 3)", "0.5, 2)", FIELD),
    Mutant("graphs/_tiles.py", "HOPS = 8", "HOPS = 1", FIELD),
    Mutant("graphs/risk.py", "0.2 * n", "0.0 * n", RISK),
    Mutant("graphs/risk.py", "(2 * df - len(y))", "(df - len(y))", RISK),
    Mutant("graphs/risk.py", "0.03 * sigma", "0.2 * sigma", DENOISING),
    Mutant("graphs/risk.py", "(effect - linear_effect)", "(effect - effect)", LAWS),
    Mutant("graphs/risk.py", "sigma**4 * excess * slopes", "0.0", RISK),
    Mutant("graphs/noise_laws.py", "2 + math.cosh(", "3 * math.cosh(", LAWS),
    Mutant("graphs/noise_laws.py", "rest = 1 - tilt**2 / 2", "rest = 1 - tilt**2 / 3", LAWS),
    Mutant("graphs/intervals.py", "(1 - FLAT) * shape", "(1 - FLAT)", INTERVALS),
    Mutant("graphs/intervals.py", "ERRORS[law.name] * mse_se,", "0.0 * mse_se,", INTERVALS),
    Mutant("graphs/intervals.py", "far = np.abs(y - x) > FAR", "far = y > 1e9", INTERVALS),
    Mutant("releases/page.py", "np.floor(view.low", "np.ceil(view.low", "releases/test_page.py"),
    Mutant("graphs/methods.py", "df = n - (n - 2) * shrink", "df = n - n * shrink", DENOISING),
    Mutant("paper/experiments/peers.py", "ordered**2 + 2 * above", "ordered**2", PEERS),
    Mutant("vectors/shrinkage.py", "counts = np.arange(1, y.shape[-1] + 1)", "counts = y.shape[-1]",
           "vectors/test_empirical_bayes.py"),
    Mutant("graphs/denoise.py", "SIGNED_LEVEL = 1e-3", "SIGNED_LEVEL = 0.2", DENOISING),
    Mutant("graphs/methods.py", "SIGNED_EVIDENCE = 10.0", "SIGNED_EVIDENCE = 1e9", DENOISING),
    Mutant("graphs/denoise.py",
           "EMPIRICAL_BAYES_ADVANTAGE = -1.0", "EMPIRICAL_BAYES_ADVANTAGE = -99.0", DENOISING),
    Mutant("vectors/_nonparametric.py", "prior * points**2", "prior * points",
           "vectors/test_nonparametric.py"),
    Mutant("graphs/forest.py", "(gain - 2 * np.log", "(gain + 9 * np.log", FOREST),
    Mutant("graphs/forest.py", "pull - divergence", "pull", FOREST),
    Mutant("graphs/forest.py", "+ int(active.sum())", "", FOREST),
    Mutant("graphs/_fused_lasso.py",
           "1.0 if uphill > 0 else next_momentum", "next_momentum", TREND),
    Mutant("graphs/_fused_lasso.py", "gap += 0.5 * (x_u[i]", "gap += (x_u[i]", TREND),
    Mutant("graphs/trend_filter.py", "return 2 * max(0.0,", "return 6 * max(0.0,", TREND),
    Mutant("graphs/_chains.py", "1 / np.bincount(chain,", "np.bincount(chain,", TREES),
    Mutant("graphs/spanning_trees.py", "rng.random() * total - 1", "rng.random() * total", TREES),
    Mutant("graphs/tree_wavelets.py", "np.sqrt(b / (a *", "np.sqrt(a / (a *", WAVELETS),
    Mutant("graphs/tree_wavelets.py", "SIZE] > total", "SIZE] > 0", WAVELETS),
    Mutant("graphs/_sparse_cholesky.py", "_dot(panel, l_j, z, j + 1, length)", "0.0", CHOLESKY),
    Mutant("paper/experiments/summaries.py", "MARGIN = 3.0", "MARGIN = 1.0", CLAIMS),
    Mutant("paper/claims/finding.py", "margin < -limit", "margin < 0", CLAIMS),
    Mutant("paper/claims/finding.py",
           "HOLDS if (decisions > 0).all() else IN_PART", "HOLDS", CLAIMS),
    Mutant("paper/claims/noise_levels.py", "PRINTED_FACTOR = 1.4", "PRINTED_FACTOR = 1.5",
           "paper/claims/test_noise_levels.py"),
    Mutant("paper/claims/theorems.py", "accuracy(results, *, accuracy=1e-9",
           "accuracy(results, *, accuracy=1e-2", ERRATA),
    Mutant("paper/claims/heatmap.py", "factor=2.0", "factor=20.0", "paper/claims/test_heatmap.py"),
    Mutant("paper/experiments/closed_forms.py", "/ (d - 2 + 2 * k)", "/ (d + 2 * k)",
           "paper/experiments/test_closed_forms.py"),
    Mutant("paper/claims/results.py", "errors[first] + errors[second]", "errors[first]", CLAIMS),
    Mutant("paper/claims/finding.py", "return MISPRINT if is_right else REFUTED",
           "return MISPRINT", CLAIMS),
    Mutant("paper/claims/finding.py", "as_printed != REFUTED or not claim.slip",
           "as_printed != REFUTED", CLAIMS),
    # The corrected formulas.
    Mutant("paper/claims/theorems.py", "0.5 - 1 / np.sqrt(4 * np.pi * epsilon)",
           "0.5 - 1 / np.sqrt(5 * np.pi * epsilon)", ERRATA),
    Mutant("paper/claims/theorems.py", "(1 + np.exp(np.minimum(epsilon, 700.0)))", "2.0", ERRATA),
    Mutant("paper/claims/theorems.py", "slope * (np.sqrt(v + STOP) - np.sqrt(v))", "0.0", ERRATA),
    Mutant("paper/claims/theorems.py", "of_alpha = 4 * UNIT * (1 + v)", "of_alpha = 0.0", ERRATA),
    Mutant("paper/claims/theorems.py", "gain(epsilon, delta) - 1\n",
           "gain(epsilon, delta) - 1.01\n", ERRATA),
    Mutant("paper/claims/theorems.py", "rho + 2 * np.sqrt(", "rho + np.sqrt(", ERRATA),
    Mutant("paper/claims/theorems.py", "- k * np.log1p(-delta0)", "- np.log1p(-delta0)", ERRATA),
    Mutant("paper/claims/estimation.py", "(d - 2) / d / (w2 + 1)",
           "(d - 2) ** 2 / d**2 / (w2 + 1)", ERRATA),
    Mutant("paper/claims/noise_levels.py", "gain(1.0, delta) - factor",
           "gain(1.0, delta) - 1.01 * factor", ERRATA),
    Mutant("paper/claims/mean_estimation.py",
           "thresholding = d * (", "thresholding = 0.9 * d * (", ERRATA),
    Mutant("paper/claims/histogram.py", "<= share * d", "<= 2 * share * d",
           "paper/claims/test_histogram.py"),
    Mutant("paper/claims/geng.py", "spent(noise, 1.0, epsilon) / delta",
           "spent(noise, 1.0, 0.9 * epsilon) / delta", "paper/claims/test_geng.py"),
    Mutant("paper/claims/geng.py", "_density(noise, z) - np.exp(epsilon) * _density(",
           "_density(noise, z) - _density(", "paper/claims/test_geng.py"),
    Mutant("paper/claims/lecture.py", "return sigma**2 * square", "return sigma * square",
           "paper/claims/test_lecture.py"),
    Mutant("paper/claims/lecture.py", "np.sqrt(printed) / needed", "printed / needed",
           "paper/claims/test_lecture.py"),
    Mutant("paper/claims/liu.py", "np.ceil(100 * cell.epsilon)", "np.floor(100 * cell.epsilon)",
           "paper/claims/test_liu.py"),
    Mutant("paper/experiments/claim_runs.py", '("two maps", np.sqrt(2))', '("two maps", 1.0)',
           "paper/experiments/test_claim_runs.py"),
]  # fmt: skip


def survives(mutant):
    """Return whether the mutant's tests pass."""
    tests = [f"tests/{name}" for name in mutant.tests.split()]
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy2(ROOT / "pyproject.toml", copy)
        for name in COPIED:
            # The copy takes what Numba has compiled, which is valid there, too.
            shutil.copytree(ROOT / name, Path(copy, name))
        Path(copy, "gaussmech", mutant.file).write_text(
            changed(mutant), encoding="utf-8"
        )
        command = [sys.executable, "-m", "pytest", "-xq", "-m", "not slow"]
        environment = os.environ | {"PYTHONPATH": copy, "PYTHONHASHSEED": "0"}
        options = {
            "cwd": copy,
            "env": environment,
            "capture_output": True,
            "timeout": LIMIT,
        }
        try:
            code = subprocess.run([*command, *tests], **options).returncode
        except subprocess.TimeoutExpired:
            return False
    if code > 1:
        raise SystemExit(
            f"{' '.join(tests)} could not be run for {mutant.file}: exit code {code}"
        )
    return code == 0


def changed(mutant):
    """Return the text of the mutant's file, with the one line changed."""
    text = (ROOT / "gaussmech" / mutant.file).read_text(encoding="utf-8")
    times = text.count(mutant.old)
    if times != 1:
        raise SystemExit(
            f"{mutant.file} has {mutant.old!r} {times} times: change tools/mutants.py"
        )
    return text.replace(mutant.old, mutant.new)


if __name__ == "__main__":
    words = sys.argv[1:] or [""]
    chosen = [
        mutant for mutant in MUTANTS if any(word in " ".join(mutant) for word in words)
    ]
    survivors = 0
    for mutant in chosen:
        is_alive = survives(mutant)
        survivors += is_alive
        verdict = "SURVIVES" if is_alive else "killed  "
        change = f"{mutant.old} -> {mutant.new or 'nothing'}"
        print(f"{verdict}  {mutant.file}: {change}", flush=True)
    print(f"{len(chosen)} mutants, {survivors} survivors")
    sys.exit(bool(survivors))
