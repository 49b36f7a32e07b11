"""`python -m benchmarks.vectors`"""

# Only here, as in benchmarks.calibration.
if __name__ == "__main__":
    from benchmarks.vectors.bench_vectors import main

    main()
