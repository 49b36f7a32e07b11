from gaussmech.runs import time_by_rule, write_summary

HEADER = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"


def benchmark(path, seconds, cpu, memory):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER + f"{seconds}\t0:00:01\t{memory}\t0\t0\t0\t0\t0\t0\t{cpu}\n")


def test_jobs_are_added_up_by_rule(tmp_path):
    folder = tmp_path / "benchmarks"
    benchmark(folder / "plot.tsv", 1.0, 0.5, 100)
    benchmark(folder / "compute" / "a.tsv", 2.0, 2.0, 50)
    benchmark(folder / "compute" / "b.tsv", 4.0, "NA", 70)
    assert time_by_rule(tmp_path) == [
        ("compute", 2, 6.0, 2.0, 4.0, 70.0),
        ("plot", 1, 1.0, 0.5, 1.0, 100.0),
    ]


def test_a_run_without_maps_is_summed_up_too(tmp_path):
    benchmark(tmp_path / "benchmarks" / "plot.tsv", 1.0, 0.5, 100)
    summary = write_summary(tmp_path)
    assert "plot" in summary and "data  " not in summary
    assert (tmp_path / "benchmarks/summary.csv").read_text().startswith("rule,jobs,wall_s")
