"""Calls into rows (one a pair), rows into counts, counts into Markdown."""

import math

import pandas as pd
from mpmath import mp, mpf

from benchmarks.calibration import reference

# Below this a result short of the exact sigma is rounding; above, digits are lost.
ROUNDING = 1e-9


def row(epsilon, delta, exact, outcome):
    """One call judged: verdict, relative error (unsafe: below 0), true delta over target."""
    judged = {
        "epsilon": epsilon,
        "delta": delta,
        "exact": float(exact),
        "sigma": math.nan,
        "error": math.nan,
        "ratio": math.nan,
        "verdict": "hang" if outcome.problem == "hang" else "failure",
        "problem": outcome.problem,
        "seconds": outcome.seconds,
    }
    if outcome.problem:
        return judged
    sigma = outcome.value
    if not (math.isfinite(sigma) and sigma >= 0):
        return judged | {"problem": str(sigma)}
    with mp.workdps(50):
        error = float(mpf(sigma) / exact - 1)
        unsafe = mpf(sigma) < exact
    judged |= {"sigma": sigma, "error": error, "verdict": "unsafe" if unsafe else "safe"}
    if unsafe:
        # Beyond the doubles where the target is tiny: then infinite.
        judged["ratio"] = float(reference.exact_delta(sigma, epsilon) / mpf(delta))
    return judged


def summary(rows):
    """One line a peer and range of the table of all rows."""
    return rows.groupby(["peer", "range"], sort=False).apply(_counts).reset_index()


def _counts(rows):
    errors, verdict = rows["error"], rows["verdict"]
    return pd.Series(
        {
            "pairs": len(rows),
            "worst_excess": errors[verdict == "safe"].max(),
            "worst_shortfall": -errors[verdict == "unsafe"].min(),
            "worst_ratio": rows["ratio"].max(),
            "unsafe": (verdict == "unsafe").sum(),
            "unsafe_beyond_rounding": (errors < -ROUNDING).sum(),
            "failures": (verdict == "failure").sum(),
            "hangs": (verdict == "hang").sum(),
            "microseconds": 1e6 * rows["seconds"][verdict.isin(["safe", "unsafe"])].median(),
        },
        dtype=object,
    )


def markdown(table):
    """A table of texts as Markdown."""
    lines = [list(table.columns), ["---"] + ["--:"] * (table.shape[1] - 1), *table.values.tolist()]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def accuracy_table(summary, missing):
    """What the README shows of one range."""
    lines = [
        {
            "calibrator": line["peer"],
            "too much noise, worst": size(line["worst_excess"]),
            "too little, worst": size(line["worst_shortfall"]),
            "true δ / target, worst": _ratio(line["worst_ratio"]),
            "unsafe": str(line["unsafe"]),
            f"… by > {ROUNDING:.0e}": str(line["unsafe_beyond_rounding"]),
            "failures": str(line["failures"]),
            "hangs": str(line["hangs"]),
        }
        for line in summary.to_dict("records")
    ]
    table = pd.DataFrame(lines)
    gaps = [{"calibrator": name, "too much noise, worst": "not installed"} for name in missing]
    return pd.concat([table, pd.DataFrame(gaps)]).fillna("") if gaps else table


def corner_table(rows):
    """Corner cases down, calibrators across: the signed relative error, or what went wrong."""
    rows = rows.assign(
        case="(" + rows["epsilon"].map(_plain) + ", " + rows["delta"].map(_plain) + ")",
        cell=[_corner(line) for line in rows.to_dict("records")],
    )
    table = rows.pivot(index="case", columns="peer", values="cell")
    table = table.loc[rows["case"].unique(), rows["peer"].unique()]
    return table.reset_index().rename(columns={"case": "(ε, δ)"})


def size(value):
    """A relative size with the digits that matter."""
    if pd.isna(value):
        return "–"
    if value < 0.001:
        return f"{value:.1e}"
    return f"{100 * value:.3g} %" if value < 10 else f"×{1 + value:.2g}"


def _plain(value):
    return f"1 - {1 - value:.0e}" if 0.999 < value < 1 else f"{value:g}"


def _ratio(value):
    if pd.isna(value):
        return "–"
    return "> 1e308" if math.isinf(value) else f"{value:.2g}" if value > 1.05 else "1.0"


def _corner(line):
    if line["problem"]:
        return line["problem"]
    sign = "−" if line["error"] < 0 else "+"
    note = f" (δ ×{_ratio(line['ratio'])})" if line["ratio"] > 1.05 else ""
    return f"{sign}{size(abs(line['error']))}{note}"
