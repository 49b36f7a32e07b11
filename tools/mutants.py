"""Change one line of the library at a time and see that a test fails: `python tools/mutants.py`.

    python tools/mutants.py [words] [--list]

Prints the mutants that no test notices, if any. `words` select mutants by file or text. Takes
about a quarter of an hour.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
COPIED = ("gaussmech", "tests", "docs", "config", "pyproject.toml")
LIMIT = 900  # seconds


class Mutant(NamedTuple):
    """A file below gaussmech/, a text that occurs in it once, its replacement, the tests."""

    file: str
    old: str
    new: str
    tests: str


CALIBRATION = "test_calibration.py test_certified.py"
FIELD = "graphs/test_forest_and_field.py"
DENOISING = "graphs/test_denoising.py"
TREES = "graphs/test_trees.py"
WAVELETS = "graphs/test_wavelets.py"
TREND = "graphs/test_trend.py"
COMPOSITION = "test_composition.py"
CLAIMS = "test_claims.py"
L2 = "test_l2_mechanism.py"
TRUNCATED = "test_truncated_laplace.py"

MUTANTS = [
    Mutant("calibration.py", "np.log(1.25 / delta)", "np.log(1 / delta)", CALIBRATION),
    Mutant("calibration.py", "if delta >= delta_0:", "if delta < delta_0:", CALIBRATION),
    Mutant("profile_kernel.py", "(1.0 + 36.0 * U)", "(1.0 - 36.0 * U)", CALIBRATION),
    Mutant("profile_kernel.py", "(bound + 24.0) * U", "-30.0 * U", CALIBRATION),
    Mutant("profile_kernel.py", "error * 1.01 / abs(slope)", "0.0", CALIBRATION),
    Mutant("profile_kernel.py", "if mu < 0.7 and epsilon < 0.5:", "if mu < 0.0:", CALIBRATION),
    Mutant("profile_kernel.py", "if mu < 1.0 and epsilon < 8.0:", "if mu < 0.0:", CALIBRATION),
    Mutant("profile_kernel.py", "(k - 1) * before", "k * before", CALIBRATION),
    Mutant("profile_kernel.py", "(1.0 - 32.0 * U) + 2.0 * U", "(1.0 + 8.0 * U)", CALIBRATION),
    Mutant("profile_kernel.py", "(1.0 - (0.5 * rest + a * a_low))", "1.0", CALIBRATION),
    Mutant("shrinkage.py", "(d - 2) / squared_norm", "(d - 1) / squared_norm", "test_shrinkage.py"),
    Mutant("shrinkage.py", "np.maximum(factor, 0) if", "factor if", "test_shrinkage.py"),
    Mutant("shrinkage.py", "np.sqrt(2 * np.log(", "np.sqrt(np.log(", "test_shrinkage.py"),
    Mutant("composition.py", "k * epsilon * np.expm1(epsilon)", "k * epsilon**2", COMPOSITION),
    Mutant("composition.py", "np.minimum(k * delta, 1)", "k * delta", COMPOSITION),
    Mutant("composition.py", "log_term >= k * epsilon**2", "log_term >= 0", COMPOSITION),
    Mutant("composition.py", "np.expm1(-2 * epsilon0)", "np.expm1(-epsilon0)", COMPOSITION),
    Mutant("composition.py", "relative[j - 1] * factors[j]", "factors[j]", COMPOSITION),
    Mutant("composition.py", "np.where(n > 30,", "np.where(n > 3,", COMPOSITION),
    Mutant("composition.py", "** 2).sum(axis=-1)", ").sum(axis=-1)", COMPOSITION),
    Mutant("composition.py", "upper = log_delta + delta_error", "upper = log_delta", COMPOSITION),
    Mutant("composition.py", "np.nextafter(kinks[left] * (1 + 4 * U), np.inf)", "kinks[left]",
           COMPOSITION),
    Mutant("gdp.py", "side * profile.near_one", "0.0", "test_gdp.py"),
    Mutant("profiles.py", "profile.delta(reach) > _REFINE_DELTA", "reach < 1", "test_profiles.py"),
    Mutant("mechanisms.py", "np.exp(-e), -np", "np.exp(-1.03 * e), -np", "test_mechanisms.py"),
    Mutant("mechanisms.py", "_sum_not_above(x, self.bound)", "x + self.bound", TRUNCATED),
    Mutant("truncated_laplacian.py", "n * (1 + 8 * U)", "n", TRUNCATED),
    Mutant("profile_kernel.py", "if h < 1e6:", "if h < 1e60:", CALIBRATION),
    Mutant("l2_kernel.py", "2.0 * error - math.log(delta)", "-math.log(delta)", L2),
    Mutant("l2_kernel.py", "math.exp(log_delta + error)", "math.exp(log_delta)", L2),
    Mutant("graphs/field.py", "TEMPERATURE = 8.0", "TEMPERATURE = 1.0", FIELD),
    Mutant("graphs/field.py", "RANGE_RATIO = 100.0", "RANGE_RATIO = 1.0", FIELD),
    Mutant("graphs/field.py", "EFFECT_SD = 0.3", "EFFECT_SD = 3.0", FIELD),
    Mutant("graphs/field.py", "0.04, 3)", "0.5, 2)", FIELD),
    Mutant("graphs/tiles.py", "HOPS = 8", "HOPS = 1", FIELD),
    Mutant("graphs/risk.py", "0.2 * n", "0.0 * n", "graphs/test_risk.py"),
    Mutant("graphs/risk.py", "(2 * df - len(y))", "(df - len(y))", "graphs/test_risk.py"),
    Mutant("graphs/risk.py", "0.03 * sigma", "0.2 * sigma", DENOISING),
    Mutant("graphs/denoising.py", "df = n - (n - 2) * shrink", "df = n - n * shrink", DENOISING),
    Mutant("graphs/denoising.py", "ordered**2 + 2 * above", "ordered**2", DENOISING),
    Mutant("shrinkage.py", "/ np.arange(1, y.shape[-1] + 1)", "/ y.shape[-1]",
           "test_empirical_bayes.py"),
    Mutant("graphs/denoising.py", "SIGNED_LEVEL = 1e-3", "SIGNED_LEVEL = 0.2", DENOISING),
    Mutant("graphs/forest.py", "(gain - 2 * np.log", "(gain + 9 * np.log", FIELD),
    Mutant("graphs/forest.py", "pull - divergence", "pull", FIELD),
    Mutant("graphs/forest.py", "+ int(active.sum())", "", FIELD),
    Mutant("graphs/fused_lasso.py", "1.0 if uphill > 0 else next_momentum", "next_momentum", TREND),
    Mutant("graphs/fused_lasso.py", "gap += 0.5 * (x_u[i]", "gap += (x_u[i]", TREND),
    Mutant("graphs/trend.py", "return 2 * max(0.0,", "return 6 * max(0.0,", TREND),
    Mutant("graphs/trees.py", "1 / np.bincount(chain,", "np.bincount(chain,", TREES),
    Mutant("graphs/trees.py", "rng.random() * total - 1", "rng.random() * total", TREES),
    Mutant("graphs/wavelets.py", "np.sqrt(b / (a *", "np.sqrt(a / (a *", WAVELETS),
    Mutant("graphs/wavelets.py", "SIZE] > total", "SIZE] > 0", WAVELETS),
    Mutant("graphs/sparse_cholesky.py", "_dot(panel, l_j, z, j + 1, length)", "0.0",
           "graphs/test_sparse_cholesky.py"),
    Mutant("experiments/summaries.py", "MARGIN = 3.0", "MARGIN = 1.0", CLAIMS),
    Mutant("claims/finding.py", "margin < -limit", "margin < 0", CLAIMS),
    Mutant("claims/finding.py", "HOLDS if (decisions > 0).all() else IN_PART", "HOLDS", CLAIMS),
    Mutant("claims/calibration.py", "PRINTED_FACTOR = 1.4", "PRINTED_FACTOR = 1.5", CLAIMS),
    Mutant("claims/theorems.py", "accuracy(results, *, accuracy=1e-9",
           "accuracy(results, *, accuracy=1e-2", CLAIMS),
    Mutant("claims/heatmap.py", "factor=2.0", "factor=20.0", CLAIMS),
    Mutant("experiments/closed_forms.py", "/ (d - 2 + 2 * k)", "/ (d + 2 * k)",
           "experiments/test_closed_forms.py"),
    Mutant("claims/results.py", "errors[first] + errors[second]", "errors[first]",
           CLAIMS),
]  # fmt: skip


def survives(mutant):
    """Whether the mutant's tests pass."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                # With what Numba has compiled, which is valid in the copy too.
                shutil.copytree(ROOT / name, copy / name)
            else:
                shutil.copy2(ROOT / name, copy / name)
        path = copy / "gaussmech" / mutant.file
        path.write_text(changed(mutant), encoding="utf-8")
        tests = [f"tests/{name}" for name in mutant.tests.split()]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONHASHSEED": "0"}
        options = {"cwd": copy, "env": environment, "capture_output": True, "timeout": LIMIT}
        try:
            code = subprocess.run([*command, "-m", "not slow", *tests], **options).returncode
        except subprocess.TimeoutExpired:
            return False
    if code > 1:
        raise SystemExit(f"{' '.join(tests)} could not be run for {mutant.file}: exit code {code}")
    return code == 0


def changed(mutant):
    text = (ROOT / "gaussmech" / mutant.file).read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        raise SystemExit(
            f"{mutant.file} has {mutant.old!r} {text.count(mutant.old)} times; a mutant needs a"
            " text that occurs once: change it in tools/mutants.py"
        )
    return text.replace(mutant.old, mutant.new)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="only mutants whose file or text has one of these")
    parser.add_argument("--list", action="store_true", help="only check that all can be made")
    options = parser.parse_args()
    chosen = [
        mutant
        for mutant in MUTANTS
        if not options.words or any(word in " ".join(mutant) for word in options.words)
    ]
    for mutant in chosen:
        changed(mutant)
    survivors = 0
    for mutant in () if options.list else chosen:
        alive = survives(mutant)
        survivors += alive
        verdict = "SURVIVES" if alive else "killed  "
        print(f"{verdict}  {mutant.file}: {mutant.old} -> {mutant.new or 'nothing'}", flush=True)
    print(f"{len(chosen)} mutants, {survivors} survivors")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
