"""`python -m benchmarks.denoising`"""

# Only here: the process that measures memory must not start the benchmark again.
if __name__ == "__main__":
    from benchmarks.denoising.bench_denoising import main

    main()
