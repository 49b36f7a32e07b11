"""Sphinx directives of the tutorials: run the code shown, and show what it prints and draws.

{run} is Python, one namespace per page; {run} sh a shell command, run at the top of the checkout.
Anything that fails makes the build fail.
"""

import ast
import base64
import contextlib
import io
import subprocess
import sys
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[1]


class Run(SphinxDirective):
    """Show code, run it, show its output and its matplotlib figures (`:alt:` describes them)."""

    has_content = True
    optional_arguments = 1
    option_spec = {"alt": directives.unchanged_required, "picture": directives.path}

    def run(self):
        code = "\n".join(self.content)
        shell = self.arguments == ["sh"]
        prompt = "\n".join(f"$ {line}" for line in self.content)
        shown = nodes.literal_block(code, prompt if shell else code)
        shown["language"] = "console" if shell else "python"
        output = _shell(code) if shell else self._python(code)
        pictures = [ROOT / self.options["picture"]] if "picture" in self.options else []
        pictures = [path.read_bytes() for path in pictures] + ([] if shell else _drawn())
        parts = [shown]
        if output.strip():
            parts.append(nodes.literal_block(output, output.rstrip(), language="text"))
            parts[-1]["classes"].append("output")
        if pictures and "alt" not in self.options:
            raise self.error("describe the picture with :alt:")
        for picture in pictures:
            data = base64.b64encode(picture).decode()
            html = f'<img class="drawn" alt="{self.options["alt"]}" src="data:image/png;base64,{data}">'
            parts.append(nodes.raw("", html, format="html"))
        return parts

    def _python(self, code):
        """Run code, and return what it prints with the value of a last expression."""
        names = self.env.temp_data.setdefault("run", {"__name__": "__main__"})
        *body, last = ast.parse(code).body
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            if isinstance(last, ast.Expr):
                exec(compile(ast.Module(body, []), self.env.docname, "exec"), names)
                value = eval(compile(ast.Expression(last.value), self.env.docname, "eval"), names)
                if value is not None:
                    print(repr(value))
            else:
                exec(compile(ast.Module([*body, last], []), self.env.docname, "exec"), names)
        return said.getvalue()


def _shell(command):
    path = f"{Path(sys.executable).parent}:"
    import os

    environment = os.environ | {"PATH": path + os.environ["PATH"], "COLUMNS": "90"}
    done = subprocess.run(
        ["bash", "-ec", command], cwd=ROOT, env=environment, text=True, capture_output=True
    )
    if done.returncode:
        raise RuntimeError(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


def _drawn():
    """Return the open matplotlib figures as PNG, and close them."""
    if "matplotlib" not in sys.modules:
        return []
    from matplotlib import pyplot as plt

    pictures = []
    for number in plt.get_fignums():
        buffer = io.BytesIO()
        plt.figure(number).savefig(buffer, dpi=140, bbox_inches="tight")
        pictures.append(buffer.getvalue())
    plt.close("all")
    return pictures


def setup(app):
    app.add_directive("run", Run)
    return {"parallel_read_safe": True}
