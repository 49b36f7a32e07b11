"""The benchmark of head measurement, small: both ways agree, and the report is whole."""

import argparse

import pandas as pd

from benchmarks.gdp import bench_gdp


def test_heads_of_all_profiles_agree_with_the_loop():
    rows = bench_gdp.heads(points=50, end=3.0, tolerance=0.05)
    assert rows["profile"].tolist() == list(bench_gdp.PROFILES)
    assert (rows["upper"] - rows["loop_upper"]).abs().max() < 1e-9
    assert (rows["lower"] - rows["loop_lower"]).abs().max() < 1e-9
    assert (rows[["transform_s", "head_s", "loop_s"]] > 0).all().all()


def test_the_report_is_a_table_with_and_without_the_peer():
    rows = bench_gdp.heads(points=50, end=3.0, tolerance=0.5)
    options = argparse.Namespace(points=50, head=3.0, tolerance=0.5)
    alone = "\n".join(bench_gdp._sections(rows, None, options))
    assert "dp-accounting is not installed" in alone and "| Laplace |" in alone
    peer = pd.DataFrame([{"epsilon0": "0.2", "k": "50"}])
    assert "| 0.2 | 50 |" in "\n".join(bench_gdp._sections(rows, peer, options))
