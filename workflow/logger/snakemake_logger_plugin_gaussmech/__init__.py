"""Makes `snakemake --logger gaussmech` known; this folder's parent must be in PYTHONPATH."""

from gaussmech.pipeline.terminal import LogHandler  # noqa: F401
