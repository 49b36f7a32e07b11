"""`make bench`: gaussmech and its peers on the same pairs; tables and a figure in results/bench."""

import argparse
import json
import os
import platform
from importlib import metadata
from pathlib import Path

import pandas as pd
from tqdm import tqdm

from benchmarks.calibration import pairs, plot, reference, score, speed
from benchmarks.calibration.peers import PEERS
from benchmarks.calibration.worker import NotInstalledError, Worker
from gaussmech import analytic_gaussian_sigma

_ARRAY_LIMIT = 60.0


def main():
    options = _options()
    options.output.mkdir(parents=True, exist_ok=True)
    ranges = {
        "common": pairs.common(options.common),
        "whole": pairs.whole(options.columns, options.rows),
        "corners": pairs.CORNERS,
    }
    every_pair = [pair for chosen in ranges.values() for pair in chosen]
    exact = reference.exact_sigmas(every_pair, options.output / "exact.csv")
    rows, arrays, versions = run(PEERS, ranges, exact, options)
    write(options, rows, arrays, versions, speed.facts(analytic_gaussian_sigma))


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("results/bench"))
    parser.add_argument("--limit", type=float, default=5.0, help="seconds a call may take")
    parser.add_argument("--common", type=int, default=300, help="pairs of the common range")
    parser.add_argument("--columns", type=int, default=25, help="of the map, with epsilon = 0")
    parser.add_argument("--rows", type=int, default=20, help="of the map")
    parser.add_argument("--array", type=int, default=100_000, help="pairs of one array call")
    return parser.parse_args()


def run(peers, ranges, exact, options):
    """All rows, {peer: microseconds a pair in one array call}, {peer: version or why not}."""
    rows, arrays, versions = [], {}, {}
    for peer in peers:
        versions[peer.name] = peer.version
        try:
            with Worker(peer.load, options.limit) as call:
                for name, chosen in ranges.items():
                    found = judge(call, chosen, exact, f"{peer.name}, {name}")
                    rows += [{"peer": peer.name, "range": name} | line for line in found]
                arrays[peer.name] = array_microseconds(call, options.array)
        except NotInstalledError as error:
            versions[peer.name] = f"not installed: {error}"
    return pd.DataFrame(rows), arrays, versions


def judge(call, chosen, exact, label):
    return [
        score.row(*pair, exact[pair], call(*pair)) for pair in tqdm(chosen, desc=label, leave=False)
    ]


def array_microseconds(call, count):
    """Of the best of three calls; None for a calibrator that takes no arrays."""
    epsilon, delta = speed.pairs(count)
    trial = call(epsilon[:3], delta[:3])
    if trial.problem or getattr(trial.value, "shape", None) != (3,):
        return None
    return 1e6 / count * min(call(epsilon, delta, limit=_ARRAY_LIMIT).seconds for _ in range(3))


def write(options, rows, arrays, versions, facts):
    rows.to_csv(options.output / "pairs.csv", index=False)
    summary = score.summary(rows)
    summary.to_csv(options.output / "summary.csv", index=False)
    (options.output / "speed.json").write_text(json.dumps(facts, indent=2) + "\n")
    report = "\n\n".join(_sections(rows, summary, arrays, versions, facts, options)) + "\n"
    (options.output / "calibration.md").write_text(report)
    print(report)
    figure = plot.error_maps(
        rows[rows["range"] == "whole"], (options.rows, options.columns), list(versions)
    )
    for kind, content in zip(("pdf", "png"), plot.style.rendered(figure), strict=True):
        (options.output / f"calibration.{kind}").write_bytes(content)


def _sections(rows, summary, arrays, versions, facts, options):
    missing = [name for name in versions if name not in arrays]
    titles = {
        "common": "Common range: ε in [1e-3, 10], δ in [1e-12, 0.1], log-uniform",
        "whole": "Whole range: ε = 0 and [1e-10, 1e6], δ in [1e-300, 1 − 1e-12]",
    }
    for name, title in titles.items():
        lines = summary[summary["range"] == name]
        yield f"{title} ({lines['pairs'].max()} pairs):"
        yield score.markdown(score.accuracy_table(lines, missing))
    yield "Time (median of single calls on the common range; best of three array calls):"
    yield score.markdown(_time_table(summary, arrays, versions, options.array))
    yield score.markdown(_facts_table(facts))
    yield _machine(options)
    yield "## Corner cases"
    yield "Relative error of σ at (ε, δ); − is too little noise, with the true δ over its target."
    yield score.markdown(score.corner_table(rows[rows["range"] == "corners"]))


def _time_table(summary, arrays, versions, count):
    scalar = summary[summary["range"] == "common"].set_index("peer")["microseconds"]
    lines = []
    for name, version in versions.items():
        line = {"calibrator": name, "version": version}
        if name in arrays:
            in_array = "no arrays" if arrays[name] is None else _digits(arrays[name])
            line["µs per call"] = _digits(scalar[name])
            line["over gaussmech"] = "×" + _digits(scalar[name] / scalar["gaussmech"])
            line[f"µs per pair in an array of {count:,}"] = in_array
        lines.append(line)
    return pd.DataFrame(lines).fillna("")


def _facts_table(facts):
    return pd.DataFrame({"gaussmech by itself": facts.keys(), "": map(_digits, facts.values())})


def _digits(value):
    """Three digits without an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _machine(options):
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("numpy", "scipy"))
    return (
        f"Python {platform.python_version()}, {versions}, {os.cpu_count()} {platform.machine()} "
        f"cores. A hang is no answer within {options.limit:g} s; a failure is an exception, nan, "
        "inf or a negative σ; unsafe is any σ below the exact one."
    )
