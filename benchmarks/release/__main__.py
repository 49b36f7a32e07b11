"""`python -m benchmarks.release`"""

# Only here, as in benchmarks.calibration.
if __name__ == "__main__":
    from benchmarks.release.bench_release import main

    main()
