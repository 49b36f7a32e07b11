"""`python -m benchmarks.scaling`"""

import os

if __name__ == "__main__":
    # As Snakemake gives a job; before NumPy is loaded, which asks but once.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"

    from benchmarks.scaling.bench_scaling import main

    main()
