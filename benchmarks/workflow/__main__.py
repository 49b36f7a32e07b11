"""`python -m benchmarks.workflow`"""

if __name__ == "__main__":
    from benchmarks.workflow.bench_workflow import main

    main()
