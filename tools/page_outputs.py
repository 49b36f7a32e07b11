"""Run the code and the commands of the pages, and write what they print below them.

Cog calls `run` at each marker. The marker stands below a block of code, and what follows it, up to
the end marker, is the output of that block:

    ```python
    print(1 + 1)
    ```
    <!-- [[[cog run() ]]] -->
    ```text
    2
    ```
    <!-- [[[end]]] -->

A block `sh` is a shell command, which runs at the top of the checkout. All blocks `python` of a page
share one namespace. `make readme` writes the outputs, and `make docs` stops if one is out of date.
Outputs that vary from run to run, and pictures, whose bytes differ between processors, are written
only with WRITE=1; without it the code still has to run.
"""

import ast
import contextlib
import io
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import cog
import matplotlib

from tools.pictures import write_png

ROOT = Path(__file__).parents[1]
# Pixels of a picture: the text column of the site, on a screen with two pixels a point.
WIDTH = 1400
# Characters of a line of output that a code host shows whole, in a window of 1280 pixels.
COLUMNS = 96
BLOCK = re.compile(r"^```(python|sh)\n(.*?)\n```$", re.DOTALL | re.MULTILINE)

matplotlib.use("Agg")
# The names that the Python blocks of each page have defined so far.
namespaces = {}


def run(skip="(?!)", varies=False, picture=None, alt=None, source=None):
    """Run the block of code above the marker, and write its output and its picture.

    Parameters
    ----------
    skip : str, optional
        A regular expression. Lines of the output that match it are left out.
    varies : bool, optional
        Whether the output has random noise or times, which no second run repeats.
    picture : str, optional
        The picture's file, relative to the page.
    alt : str, optional
        Words for readers who do not see the picture. Without them it is not shown here.
    source : str, optional
        A file, relative to the checkout, that the command made and of which `picture` is a copy.
        Without it, the picture is the open figure of Matplotlib.
    """
    page = Path(cog.inFile)
    lines = page.read_text(encoding="utf-8").splitlines()[: cog.firstLineNum - 1]
    language, code = BLOCK.findall("\n".join(lines))[-1]
    output = run_shell(code) if language == "sh" else run_python(code, page)
    is_written = bool(os.environ.get("WRITE"))
    if varies and not is_written:
        cog.out(cog.previous)
        return
    lines = [line.rstrip() for line in output.splitlines() if not re.search(skip, line)]
    shown = [part for line in lines for part in wrapped(line)]
    if any(shown):
        cog.outl("\n".join(["```text", *shown, "```"]))
    if picture:
        if is_written:
            write_picture(page.parent / picture, source)
        if alt:
            cog.outl(f"\n![{alt}]({picture})")


def wrapped(line):
    """Return a name and its value in lines that a page shows whole; leave other lines as they are."""
    name = re.match(r"\s*(?:\S+ )*\S* {2,}(?!.* {2})", line)
    if not name:
        return [line]
    return textwrap.wrap(
        line,
        COLUMNS,
        subsequent_indent=" " * len(name[0]),
        break_long_words=False,
        break_on_hyphens=False,
    )


def run_python(code, page):
    """Run Python code; return what it prints, followed by the value of a last expression."""
    names = namespaces.setdefault(page, {"__name__": "__main__"})
    body = ast.parse(code).body
    last = ast.Constant(None)
    if isinstance(body[-1], ast.Expr):
        last = body.pop().value
    expression = ast.fix_missing_locations(ast.Expression(last))
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(ast.Module(body, []), page, "exec"), names)
        value = eval(compile(expression, page, "eval"), names)
        if value is not None:
            print(repr(value))
    return output.getvalue()


def run_shell(command):
    """Run a shell command with the programs of this Python; return all that it prints."""
    # A make that calls this program passes its flags on, which another make would obey.
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("MAKE")
    }
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    environment["COLUMNS"] = "90"
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode:
        raise RuntimeError(f"{command}\n{result.stdout}")
    return result.stdout


def write_picture(path, source):
    """Write the picture that a command made, or the open figure, at the width of a page."""
    from matplotlib import pyplot

    if source:
        content = ROOT / source
    else:
        content = io.BytesIO()
        pyplot.savefig(content, dpi=140, bbox_inches="tight")
        pyplot.close("all")
    write_png(content, path, WIDTH)
