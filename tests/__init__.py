"""A package, as one of the peers of the benchmarks installs tests of the same name."""
