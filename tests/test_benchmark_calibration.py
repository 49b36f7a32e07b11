"""The benchmark of calibrators: its reference, its verdicts and its time limit, without peers.

pandas and Matplotlib are imported where used: every worker process imports this module.
"""

import math
import os
import time

import numpy as np
import pytest

pytest.importorskip("mpmath")

from mpmath import mp, mpf

from benchmarks.calibration import pairs, reference
from benchmarks.calibration.peers import Peer, algorithm_1
from benchmarks.calibration.worker import NotInstalledError, Outcome, Worker

EXACT = reference.exact_sigma(1.0, 1e-6)


def exact_noise():
    return lambda epsilon, delta: float(EXACT) * (1 + 1e-12)


def too_little_noise():
    return lambda epsilon, delta: 0.9 * float(EXACT)


def troubled():
    """Hangs at epsilon = 0, raises at 2, ends its process at 3, gives nan at 4."""

    def sigma(epsilon, delta):
        if epsilon == 0:
            time.sleep(60)
        if epsilon == 2:
            raise OverflowError("too large")
        if epsilon == 3:
            os._exit(1)
        return math.nan if epsilon == 4 else float(EXACT)

    return sigma


def absent():
    raise ImportError("No module named 'absent'")


def judged(outcome):
    from benchmarks.calibration import score

    return score.row(1.0, 1e-6, EXACT, outcome)


@pytest.mark.parametrize("delta", [1e-6, 0.5, 1 - 1e-12])
def test_reference_at_epsilon_0_is_the_closed_form(delta):
    with mp.workdps(120):
        closed = 1 / (2 * mp.sqrt(2) * mp.erfinv(mpf(delta)))
        assert abs(reference.exact_sigma(0.0, delta) / closed - 1) < mpf("1e-45")
        general = 1 / reference._solve_mu(mpf("1e-40"), mpf(delta))
        assert abs(general / closed - 1) < mpf("1e-30")


def test_reference_at_the_smallest_delta():
    with mp.workdps(60):
        # erf is linear there.
        expected = 1 / (mp.sqrt(2 * mp.pi) * mpf(1e-300))
        assert abs(reference.exact_sigma(0.0, 1e-300) / expected - 1) < mpf("1e-45")


def test_reference_has_the_known_digits():
    assert mp.nstr(5 * reference.exact_sigma(0.5, 1e-6), 6) == "40.2881"


@pytest.mark.parametrize("pair", [(20.0, 1e-9), (1e6, 1e-300), (1e-10, 1e-300), (1e3, 0.999)])
def test_reference_inverts_its_own_profile(pair):
    epsilon, delta = pair
    with mp.workdps(100):
        found = reference.exact_delta(reference.exact_sigma(epsilon, delta), epsilon)
        assert abs(found / mpf(delta) - 1) < mpf("1e-40")


def test_reference_of_far_too_little_noise():
    assert reference.exact_delta(0.0, 1.0) == 1
    assert reference.exact_delta(2e-308, 1e6) == 1


def test_reference_is_kept_and_read_again(tmp_path, monkeypatch):
    cache = tmp_path / "exact.csv"
    first = reference.exact_sigmas([(1.0, 1e-6)], cache)
    monkeypatch.setattr(reference, "exact_sigma", None)
    again = reference.exact_sigmas([(1.0, 1e-6)], cache)
    assert abs(again[1.0, 1e-6] / first[1.0, 1e-6] - 1) < mpf("1e-48")


@pytest.mark.parametrize(
    "outcome, verdict",
    [
        (Outcome(float(EXACT) * (1 + 1e-12)), "safe"),
        (Outcome(float(EXACT) * (1 - 1e-12)), "unsafe"),
        (Outcome(0.0), "unsafe"),
        (Outcome(math.nan), "failure"),
        (Outcome(math.inf), "failure"),
        (Outcome(-1.0), "failure"),
        (Outcome(problem="ValueError"), "failure"),
        (Outcome(problem="hang"), "hang"),
    ],
)
def test_verdicts(outcome, verdict):
    assert judged(outcome)["verdict"] == verdict


def test_unsafe_is_decided_beyond_the_doubles():
    rounded = float(EXACT)
    below = rounded if mpf(rounded) < EXACT else np.nextafter(rounded, 0)
    assert judged(Outcome(below))["verdict"] == "unsafe"
    above = np.nextafter(below, np.inf)
    assert judged(Outcome(above))["verdict"] == "safe"


def test_a_troubled_calibrator_is_survived():
    with Worker(troubled, limit=0.3) as call:
        problems = [call(float(epsilon), 1e-6).problem for epsilon in (1, 0, 1, 2, 3, 4, 1)]
    assert problems == ["", "hang", "", "OverflowError", "crash", "", ""]


def test_a_calibrator_that_is_not_installed():
    with pytest.raises(NotInstalledError, match="absent"), Worker(absent):
        pass


class Options:
    """Of the command line, small."""

    limit, array, columns, rows = 0.3, 10, 3, 2


def test_tables_and_figure_of_fake_calibrators(tmp_path):
    import pandas as pd

    from benchmarks.calibration import bench_calibration

    loaders = {
        "gaussmech": exact_noise,
        "short": too_little_noise,
        "troubled": troubled,
        "absent": absent,
    }
    peers = [Peer(name, "none", load) for name, load in loaders.items()]
    chosen = [(float(epsilon), 1e-6) for epsilon in (0, 1, 2, 3, 4, 1)]
    ranges = {"common": chosen[1:3], "whole": chosen, "corners": [(1.0, 1e-6)]}
    exact = dict.fromkeys(chosen, EXACT)
    options = Options()
    options.output = tmp_path
    rows, arrays, versions = bench_calibration.run(peers, ranges, exact, options)
    assert arrays == {"gaussmech": None, "short": None, "troubled": None}
    assert versions["absent"] == "not installed: No module named 'absent'"
    bench_calibration.write(options, rows, arrays, versions, {"one scalar call, µs": 1.0})

    whole = pd.read_csv(tmp_path / "summary.csv").query("range == 'whole'").set_index("peer")
    counts = whole[["unsafe", "unsafe_beyond_rounding", "failures", "hangs"]]
    assert counts.loc["gaussmech"].tolist() == [0, 0, 0, 0]
    assert counts.loc["short"].tolist() == [6, 6, 0, 0]
    assert counts.loc["troubled"].tolist()[2:] == [3, 1]
    assert whole["worst_shortfall"]["short"] == pytest.approx(0.1)
    assert whole["worst_ratio"]["short"] > 1
    table = (tmp_path / "calibration.md").read_text()
    assert "| short | – | 10 % |" in table
    assert "| absent | not installed |" in table
    assert all((tmp_path / f"calibration.{kind}").stat().st_size for kind in ("pdf", "png"))


def test_pairs_cover_their_ranges():
    common = np.array(pairs.common(200))
    assert common.min(0) == pytest.approx([1e-3, 1e-12], rel=0.3)
    assert common.max(0) == pytest.approx([10, 0.1], rel=0.3)
    whole = np.array(pairs.whole(9, 6))
    assert len(whole) == 54 and (whole[::9, 0] == 0).all()
    positive = whole[whole[:, 0] > 0]
    assert (positive >= [1e-10, 1e-300]).all() and (positive <= [1e6, 1 - 9e-13]).all()


def test_algorithm_1_is_the_published_one():
    sigma = algorithm_1()
    assert sigma(0.5, 1e-6) == pytest.approx(float(reference.exact_sigma(0.5, 1e-6)), rel=1e-6)
    with pytest.raises(OverflowError):
        sigma(710.0, 1e-6)
    delta = reference.exact_delta(sigma(20.0, 1e-9), 20.0)
    assert float(delta) == pytest.approx(9.4e-9, rel=0.01)
