"""`python -m benchmarks.trend`"""

# Only here: the process that measures memory must not start the benchmark again.
if __name__ == "__main__":
    from benchmarks.trend.bench_trend import main

    main()
