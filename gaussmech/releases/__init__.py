"""Releases for publication: exact discrete Gaussian noise, its files, the command.

Data flow in one direction: `inputs` and `graph_files` read tables and graphs, `mechanism` rounds to
a grid and adds the noise that `discrete_gaussian` calibrates and samples, `ledger` adds up what the
releases of the same data cost together, `files` and `page` make what is published, and `command` is
the command line of all that. No error message shows a private value.
"""
