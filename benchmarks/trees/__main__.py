"""`python -m benchmarks.trees`"""

if __name__ == "__main__":
    from benchmarks.trees.bench_trees import main

    main()
