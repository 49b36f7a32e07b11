"""The project's files, and code in a Python process of its own."""

import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]


def text_of(name):
    """Return the text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def output_of(code, *arguments, **options):
    """Return what code prints in a new process of Python."""
    command = [sys.executable, "-c", textwrap.dedent(code), *arguments]
    settings = {"cwd": ROOT, "capture_output": True, "text": True} | options
    process = subprocess.run(command, **settings)
    assert process.returncode == 0, process.stdout[-3000:] + process.stderr[-3000:]
    return process.stdout
