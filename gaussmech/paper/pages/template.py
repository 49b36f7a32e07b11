"""Fill the templates of pages, and the files that they contain."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup


def page(template, typeset=str, **variables):
    """Return a page from its Jinja template; there `file(name)` is the text of a file beside it."""
    folder, name = Path(template).parent, Path(template).name
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["typeset"] = lambda text: Markup(typeset(text))

    def file(name):
        return Markup((folder / name).read_text(encoding="utf-8"))

    return environment.get_template(name).render(file=file, **variables)
