"""Calibrators over testvectors/gaussian.csv: what each gets wrong, and where."""

import csv
from pathlib import Path

import pandas as pd
from mpmath import mpf
from tqdm import tqdm

from benchmarks.calibration.__main__ import ROUNDING, judge, ratio, size
from benchmarks.calibration.worker import Worker
from benchmarks.peers import CALIBRATORS, riskcal_noise
from benchmarks.report import machine, parser, version, write

VECTORS = Path(__file__).parents[2] / "testvectors/gaussian.csv"
# Six calibrators that people use, after the library's, and a seventh that is too slow for all rows.
PEERS = {
    name: CALIBRATORS[name]
    for name in (
        "gaussmech",
        "Algorithm 1, as printed",
        "its authors' script",
        "dp-accounting",
        "diffprivlib",
        "OpenDP, by way of zCDP",
        "python-dp",
    )
} | {"riskcal": (riskcal_noise, "riskcal")}
# A calibrator that needs more CPU seconds than this for a call gets every tenth row, or every
# hundredth.
TENTH = 0.02
HUNDREDTH = 0.3
# A call hangs if it takes this many times as long as the first one, which has a minute itself.
PATIENCE = 20
FIRST_LIMIT = 60.0
# Noise more than this share above the least is worth a word.
MUCH = 0.01


def main(arguments=None):
    options = parser("calibration.on_vectors", __doc__)
    options.add_argument(
        "--limit", type=float, default=0.25, help="CPU seconds a call may take"
    )
    options = options.parse_args(arguments)
    rows = run(PEERS, read_vectors(), options.limit)
    write(
        options.output, "testvectors", sections(rows, options.limit), tables={"": rows}
    )


def read_vectors():
    with open(VECTORS, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def run(calibrators, vectors, limit):
    """Return a row per vector and calibrator."""
    rows = []
    for name, (load, _) in calibrators.items():
        try:
            with Worker(load, limit) as call:
                seconds = call(1.0, 1e-6, limit=FIRST_LIMIT).seconds
                patience = max(limit, PATIENCE * seconds)
                step = 1
                if seconds > TENTH:
                    step = 10
                if seconds > HUNDREDTH:
                    step = 100
                for vector in tqdm(vectors[::step], desc=name, leave=False):
                    pair = float(vector["epsilon"]), float(vector["delta"])
                    exact = mpf(vector["sigma_exact"])
                    outcome = call(*pair, limit=patience)
                    row = {"peer": name, "case": vector["case"]}
                    rows.append(row | judge(*pair, exact, outcome))
        except ImportError as error:
            print(f"{name} is not installed: {error}")
    return pd.DataFrame(rows)


def sections(rows, limit):
    yield summary(rows)
    yield (
        f"Too little: σ below the exact one by a relative {ROUNDING:.0e} or more, which is no"
        f" rounding. Too much: above it by {MUCH:.0%} or more. No answer: an exception, nan, inf, a"
        f" negative σ, or none within {limit:g} s of CPU time ({PATIENCE} times as long as a first"
        " call takes, if that is longer). A slow calibrator gets every tenth or hundredth row."
    )
    yield "Rows with too little noise or no answer, by case:"
    yield by_case(rows)
    packages = sorted({package for _, package in PEERS.values()} - {"gaussmech"})
    yield ", ".join(map(version, packages)) + ". " + machine()


def flags(rows):
    """Return the three kinds of trouble of each row."""
    return pd.DataFrame(
        {
            "too little": rows["error"] < -ROUNDING,
            "too much": rows["error"] > MUCH,
            "no answer": rows["verdict"].isin(["failure", "hang"]),
        }
    )


def summary(rows):
    """Return a line per calibrator."""
    lines = []
    for name in PEERS:
        own = rows[rows["peer"] == name]
        if own.empty:
            lines.append({"calibrator": name, "rows": "not installed"})
            continue
        trouble = flags(own).sum()
        error = own["error"]
        is_short = trouble["too little"] > 0
        line = {
            "calibrator": name,
            "rows": len(own),
            "too little": int(trouble["too little"]),
            "worst": size(-error.min()) if is_short else "–",
            "true δ / target": ratio(own["ratio"].max()) if is_short else "–",
            "too much": int(trouble["too much"]),
            "worst ": size(error.max()) if error.max() > 0 else "–",
            "no answer": int(trouble["no answer"]),
        }
        lines.append(line)
    return pd.DataFrame(lines).fillna("")


def by_case(rows):
    """Return the share of rows in trouble that counts: a row per case, a column per calibrator."""
    trouble = flags(rows)
    bad = (trouble["too little"] | trouble["no answer"]).rename("bad")
    table = pd.concat([rows[["peer", "case"]], bad], axis=1)
    counts = table.groupby(["case", "peer"], sort=False)["bad"].agg(["sum", "size"])
    cells = counts.apply(
        lambda c: f"{c['sum']} of {c['size']}" if c["sum"] else "–", axis=1
    )
    table = cells.unstack(sort=False)
    columns = [name for name in PEERS if name in table]
    return table[columns].fillna("").reset_index()


if __name__ == "__main__":
    main()
