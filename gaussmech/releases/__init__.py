"""Releases for publication: exact discrete noise, the files of a release, and the command.

Data flow in one direction. `private` and `public` read the files; `request` has the parsed options;
`plan` chooses the noise, whose distributions are in `noise` and whose calibration is in
`privacy.discrete_noise`; `ledger` keeps the file of the releases of the same data, which
`privacy.accountant` adds up; `table` draws the noise; `outputs` makes the published files, in the
order that `publish` keeps; and `command` is the command line for all these steps. No error message
shows a private value.
"""
