"""`python -m benchmarks.calibration`"""

# Only here: the workers' processes must not import the whole benchmark.
if __name__ == "__main__":
    from benchmarks.calibration.bench_calibration import main

    main()
