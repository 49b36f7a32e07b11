"""Releases for publication: exact discrete Gaussian noise, its files, the command."""
