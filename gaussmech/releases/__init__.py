"""Releases for publication: exact discrete noise, the files of a release, and the command.

Data flow in one direction: `inputs` reads tables, `grid` rounds them, `plan` adds the noise that
`noise` calibrates and samples, `ledger` adds up what the releases of the same data cost together,
`files`, `page` and `deployment` make what is published, and `command` is the command line of all
that. No error message shows a private value.
"""
