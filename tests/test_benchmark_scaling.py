"""The benchmark of growth: its fits, its sweeps, its report, and the memory of a large job."""

import subprocess

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from benchmarks.scaling import bench_scaling, fits

SIZES = np.array([10, 30, 100, 300, 1000, 3000, 10_000])


@pytest.mark.parametrize("exponent", [0.0, 0.5, 1.0, 2.0])
def test_a_power_law_is_recovered(exponent):
    fit = fits.power_law(SIZES[::-1], 3e-6 * SIZES[::-1] ** exponent, span=100)
    assert fit.exponent == pytest.approx(exponent, abs=1e-12)
    assert fit.exponent_se < 1e-12 and fit.factor == pytest.approx(3e-6, rel=1e-9, abs=0)
    assert (fit.low, fit.high) == (100, 10_000)


def test_the_exponents_error_is_that_of_a_regression():
    costs = SIZES**1.1 * np.exp(0.1 * np.random.default_rng(1).standard_normal(len(SIZES)))
    order = np.random.default_rng(2).permutation(len(SIZES))
    fit = fits.power_law(SIZES[order], costs[order], span=1e9)
    expected = stats.linregress(np.log(SIZES), np.log(costs))
    assert fit.exponent == pytest.approx(expected.slope, rel=1e-10, abs=0)
    assert fit.exponent_se == pytest.approx(expected.stderr, rel=1e-8, abs=0)
    assert np.log(fit.factor) == pytest.approx(expected.intercept, rel=1e-8, abs=0)


def test_what_is_fixed_does_not_count_in_the_largest_sizes():
    costs = 5.0 + 2.0 * SIZES
    assert fits.power_law(SIZES, costs, span=1e9).exponent < 0.99
    assert fits.power_law(SIZES, costs, span=10).exponent == pytest.approx(1, abs=2e-3)


def test_a_size_rounded_down_is_within_the_span():
    sizes, costs = [100, 316, 1000, 3162, 10_000], [1, 2, 3, 4, 5]
    assert fits.power_law(sizes, costs, span=10**1.5).low == 316
    assert fits.power_law(sizes, costs, span=10**1.4).low == 1000


def test_the_fixed_and_the_proportional_part_are_recovered():
    fit = fits.line(SIZES, 7e-3 + 2e-6 * SIZES)
    assert fit.fixed == pytest.approx(7e-3, rel=1e-10, abs=0)
    assert fit.each == pytest.approx(2e-6, rel=1e-9, abs=0)
    assert max(fit.fixed_se / fit.fixed, fit.each_se / fit.each, fit.worst) < 1e-10


def test_the_lines_errors_are_those_of_a_weighted_regression():
    costs = (5 + 0.1 * SIZES) * (1 + 0.05 * np.random.default_rng(3).standard_normal(len(SIZES)))
    fit = fits.line(SIZES, costs)
    (each, fixed), covariance = np.polyfit(SIZES, costs, 1, w=1 / costs, cov=True)
    assert (fit.fixed, fit.each) == pytest.approx((fixed, each), rel=1e-9, abs=0)
    expected = np.sqrt(np.diag(covariance))
    assert (fit.each_se, fit.fixed_se) == pytest.approx(tuple(expected), rel=1e-8, abs=0)
    assert fit.worst == pytest.approx(max(abs(fit(SIZES) / costs - 1)), rel=1e-9, abs=0)


@pytest.mark.parametrize("fit", [fits.line, lambda x, y: fits.power_law(x, y, span=10)])
def test_two_sizes_are_too_few(fit):
    with pytest.raises(ValueError, match="more than 2 sizes"):
        fit([5, 10], [1, 2])


def test_the_sweeps_reach_the_sizes_asked_for():
    calls = pd.DataFrame(
        [{"experiment": e, "sweep": s} | settings for e, s, settings in bench_scaling.sweeps()]
    )
    for _, of in calls.groupby("experiment"):
        sweep = dict(iter(of.groupby("sweep")))
        assert (sweep["dimension"]["sample_size"] == 500).all()
        assert sweep["dimension"]["dimension"].agg(["min", "max"]).tolist() == [100, 1_000_000]
        assert sweep["sample_size"]["sample_size"].agg(["min", "max"]).tolist() == [56, 56_234]
        assert sweep["repetitions"]["repetitions"].agg(["min", "max"]).tolist() == [1, 1000]
        assert all(rows[name].is_unique for name, rows in sweep.items())


def test_a_tiny_run_writes_its_report_tables_and_figure(tmp_path, monkeypatch, capsys):
    asked = []

    def one_job(experiment, *, sample_size, dimension, most_bytes):
        asked.append((experiment, dimension, most_bytes))
        if most_bytes and experiment == "histogram":
            raise subprocess.CalledProcessError(1, "job")
        return {"cpu_s": 0.5, "peak_bytes": 1_000_000 * dimension}

    monkeypatch.setattr(bench_scaling, "one_job", one_job)
    monkeypatch.setattr(bench_scaling, "SHORT", 0.0)
    bench_scaling.main(["--quick", "--output", str(tmp_path)])
    assert ("mean_estimation", 1000, 10**9) in asked
    times = pd.read_csv(tmp_path / "scaling.csv")
    assert (times["cpu_s"] > 0).all() and (times["slowest_cpu_s"] >= times["cpu_s"]).all()
    fitted = pd.read_csv(tmp_path / "scaling_fits.csv")
    assert sorted(zip(fitted["experiment"], fitted["sweep"], strict=True)) == sorted(
        (experiment, sweep)
        for experiment in bench_scaling.EXPERIMENTS
        for sweep in ("sample_size", "dimension", "repetitions")
    )
    assert len(pd.read_csv(tmp_path / "scaling_memory.csv")) == len(asked) == 6
    report = (tmp_path / "scaling.md").read_text()
    assert capsys.readouterr().out.strip() == report.strip()
    assert "| 1,000 | 1000 | 0.50 | 1000 | 0.50 |" in report
    assert "mean_estimation ends well, histogram fails" in report
    assert (tmp_path / "scaling.pdf").stat().st_size > 5000
    assert (tmp_path / "scaling.png").stat().st_size > 20_000


@pytest.mark.parametrize("experiment", ["mean_estimation", "histogram"])
def test_a_million_dimensions_fit_into_a_gigabyte(experiment):
    found = bench_scaling.one_job(experiment, sample_size=500, dimension=1_000_000)
    # The vector and its releases alone are eight bytes a coordinate each.
    assert 4 * 8e6 < found["peak_bytes"] <= 1e9


def test_a_job_that_wants_more_than_its_cap_fails(capfd):
    with pytest.raises(subprocess.CalledProcessError):
        bench_scaling.one_job("histogram", sample_size=50, dimension=10, most_bytes=50_000_000)
    capfd.readouterr()
