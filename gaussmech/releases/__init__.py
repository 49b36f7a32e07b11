"""Releases for publication: exact discrete noise, the files of a release, and the command.

Data flow in one direction. `private` and `public` read what is given; `request` is what was asked,
parsed once; `plan` chooses the noise, which `noise` calibrates, rounds to its grid and samples;
`ledger` adds up what the releases of the same data cost together; `table` draws; `outputs` makes what
is published, in the order that `publish` keeps; and `command` is the command line of all that. No
error message shows a private value.
"""
