"""The GDP transform, head measurement against the paper's loop, composition against its peer."""

import argparse
import os
import platform
from importlib import metadata
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.calibration.score import markdown
from benchmarks.calibration.speed import best_seconds
from gaussmech.composition import exact_composition_delta
from gaussmech.gdp import gdp_transform, head_measurement, head_measurement_loop
from gaussmech.profiles import (
    ComposedProfile,
    GaussianProfile,
    ICEAProfile,
    LaplaceProfile,
    SquareRootLogProfile,
    SubsampledProfile,
)

PROFILES = {
    "Laplace": LaplaceProfile(1.0),
    "SGD, refined": SquareRootLogProfile(2**0.5, 1.25, 2.0).refined(),
    "ICEA, refined": ICEAProfile(1000, 100).refined(),
    "50-fold 0.2-DP": ComposedProfile(0.2, 50),
    "subsampled Gaussian": SubsampledProfile(GaussianProfile(4.0), 0.1),
    # Its transform is constant, so that no part of the grid can be left out.
    "Gaussian (worst case)": GaussianProfile(4.0),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("results/bench"))
    parser.add_argument("--points", type=int, default=100_000, help="of a transform")
    parser.add_argument("--head", type=float, default=100.0, help="end of the head")
    parser.add_argument("--tolerance", type=float, default=1e-4, help="of its bounds")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    rows = heads(options.points, options.head, options.tolerance)
    rows.to_csv(options.output / "gdp.csv", index=False)
    peer = composition_rows()
    report = "\n\n".join(_sections(rows, peer, options)) + "\n"
    (options.output / "gdp.md").write_text(report)
    print(report)


def heads(points, end, tolerance):
    """A row a profile: seconds of each, and what the two ways of measuring found."""
    rows = []
    for name, profile in PROFILES.items():
        epsilon = np.linspace(0, end, points)
        gdp_transform(profile, epsilon[:10])
        loop = []
        slow = best_seconds(
            lambda p=profile, found=loop: found.append(
                head_measurement_loop(p, end, tolerance=tolerance, rng=np.random.default_rng(1))
            ),
            repeats=1,
        )
        fast = head_measurement(profile, end, tolerance=tolerance)
        rows.append(
            {
                "profile": name,
                "transform_s": best_seconds(gdp_transform, profile, epsilon),
                "head_s": best_seconds(
                    lambda p=profile: head_measurement(p, end, tolerance=tolerance), repeats=3
                ),
                "loop_s": slow,
                "lower": fast.lower,
                "upper": fast.upper,
                "loop_lower": loop[0].lower,
                "loop_upper": loop[0].upper,
            }
        )
    return pd.DataFrame(rows)


def composition_rows():
    """exact_composition_delta beside dp-accounting's privacy loss distribution; None without it."""
    try:
        from dp_accounting.pld import privacy_loss_distribution as pld
        from dp_accounting.pld.common import DifferentialPrivacyParameters
    except ImportError:
        return None
    rows = []
    for epsilon0, k in ((0.2, 50), (0.01, 10_000), (1.0, 1000)):
        one = pld.from_privacy_parameters(
            DifferentialPrivacyParameters(epsilon0, 0.0), value_discretization_interval=epsilon0
        )
        epsilon = 2 * epsilon0 * np.sqrt(k) + k * epsilon0**2 / 2
        delta = exact_composition_delta(epsilon, epsilon0, k)
        found = one.self_compose(k).get_delta_for_epsilon(epsilon)
        seconds = best_seconds(lambda o=one, n=k: o.self_compose(n), repeats=3)
        ours = best_seconds(_fresh_table, epsilon, epsilon0, k, repeats=3)
        rows.append(
            {
                "epsilon0": f"{epsilon0:g}",
                "k": f"{k:,}",
                "epsilon": f"{epsilon:.4g}",
                "delta": f"{delta:.6g}",
                "dp-accounting, relative": f"{found / delta - 1:+.1e}",
                "ms": f"{1e3 * ours:.3g}",
                "dp-accounting, ms": f"{1e3 * seconds:.3g}",
            }
        )
    return pd.DataFrame(rows)


def _fresh_table(epsilon, epsilon0, k):
    from gaussmech import composition

    composition._exact_table.cache_clear()
    return exact_composition_delta(epsilon, epsilon0, k)


def _sections(rows, peer, options):
    yield (
        f"Transform at {options.points:,} points, and sup G on [0, {options.head:g}] within"
        f" {options.tolerance:g}: vectorised (head), and by Algorithm 1 of Liu et al. (loop)"
    )
    yield markdown(
        pd.DataFrame(
            {
                "profile": rows["profile"],
                "transform, ms": rows["transform_s"].map(_milliseconds),
                "head, ms": rows["head_s"].map(_milliseconds),
                "loop, ms": rows["loop_s"].map(_milliseconds),
                "times": (rows["loop_s"] / rows["head_s"]).map("{:.0f}".format),
                "bounds": [
                    f"{a:.6f}, {b:.6f}" for a, b in zip(rows["lower"], rows["upper"], strict=True)
                ],
                "loop's differ by": [
                    f"{max(abs(r.lower - r.loop_lower), abs(r.upper - r.loop_upper)):.0e}"
                    for r in rows.itertuples()
                ],
            }
        )
    )
    yield "Exact composition of epsilon0-DP beside dp-accounting's privacy loss distribution"
    yield "dp-accounting is not installed" if peer is None else markdown(peer)
    yield (
        f"Python {platform.python_version()}, numpy {metadata.version('numpy')}, {os.cpu_count()}"
        f" {platform.machine()} cores."
    )


def _milliseconds(seconds):
    return f"{1e3 * seconds:,.0f}" if seconds >= 0.1 else f"{1e3 * seconds:.3g}"
