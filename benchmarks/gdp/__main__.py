"""`python -m benchmarks.gdp`"""

# Only here, as in benchmarks.calibration.
if __name__ == "__main__":
    from benchmarks.gdp.bench_gdp import main

    main()
