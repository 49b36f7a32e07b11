"""Sphinx directives of the tutorials: run the code shown, and show what it prints and draws.

{run} is Python, one namespace per page; {run} sh a shell command, run at the top of the checkout.
Anything that fails makes the build fail. `:picture:` is a file that the code made, to be shown with
the matplotlib figures that it drew; `:alt:` describes them; lines that match `:skip:` are left out.
"""

import ast
import base64
import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import matplotlib.pyplot as plt
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[1]


class Run(SphinxDirective):
    """Show code, run it, and show what it prints and draws."""

    has_content = True
    optional_arguments = 1
    option_spec = dict.fromkeys(
        ("alt", "picture", "skip"), directives.unchanged_required
    )

    def run(self):
        """Return the nodes of the directive: the code, its output, and its pictures."""
        code = "\n".join(self.content)
        is_shell = self.arguments == ["sh"]
        if is_shell:
            parts = [_block("$ " + code.replace("\n", "\n> "), "console")]
            output = _shell(code)
        else:
            parts = [_block(code.removesuffix(";"), "python")]
            output = self._python(code)
        skipped = re.compile(self.options.get("skip", "(?!)"))
        output = "\n".join(
            line for line in output.splitlines() if not skipped.search(line)
        )
        pictures = [] if is_shell else _drawn()
        if "picture" in self.options:
            pictures.append((ROOT / self.options["picture"]).read_bytes())
        if output.strip():
            parts.append(_block(output.rstrip(), "text", classes=["output"]))
        if pictures and "alt" not in self.options:
            raise self.error("describe the picture with :alt:")
        for picture in pictures:
            data = base64.b64encode(picture).decode()
            html = (
                f'<img alt="{self.options["alt"]}" src="data:image/png;base64,{data}">'
            )
            parts.append(nodes.raw("", html, format="html"))
        return parts

    def _python(self, code):
        """Run code, and return what it prints with the value of a last expression."""
        names = self.env.temp_data.setdefault("run", {"__name__": "__main__"})
        body = ast.parse(code).body
        output = io.StringIO()
        last = ast.Constant(None)
        if isinstance(body[-1], ast.Expr):
            last = body.pop().value
        last = ast.fix_missing_locations(ast.Expression(last))
        with contextlib.redirect_stdout(output):
            exec(compile(ast.Module(body, []), self.env.docname, "exec"), names)
            value = eval(compile(last, self.env.docname, "eval"), names)
            if value is not None and not code.endswith(";"):
                print(repr(value))
        return output.getvalue()


def _block(text, language, **attributes):
    """Return a literal block with the highlighting of a language."""
    return nodes.literal_block(text, text, language=language, **attributes)


def _shell(command):
    """Run a command with this Python's programs; return what it prints, also on standard error."""
    # Inside `make docs` a make would take the outer one's flags.
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("MAKE")
    }
    environment |= {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COLUMNS": "90",
    }
    options = {
        "cwd": ROOT,
        "env": environment,
        "stderr": subprocess.STDOUT,
        "text": True,
    }
    try:
        return subprocess.check_output(
            ["bash", "-euo", "pipefail", "-c", command], **options
        )
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"{command}\n{error.stdout}") from None


def _drawn():
    """Return the open matplotlib figures as PNG, and close them."""
    pictures = []
    for number in plt.get_fignums():
        buffer = io.BytesIO()
        plt.figure(number).savefig(buffer, dpi=140, bbox_inches="tight")
        pictures.append(buffer.getvalue())
    plt.close("all")
    return pictures


def setup(app):
    """Register the directive, as Sphinx asks of an extension."""
    app.add_directive("run", Run)
    return {"parallel_read_safe": True}
