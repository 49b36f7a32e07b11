"""Optional dependencies: a clear message where an extra of gaussmech is not installed."""

import json
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec


def need(extra: str, *modules: str) -> None:
    """Raise an ImportError if some of these modules are missing; it names the extra to install."""
    missing = [module for module in modules if find_spec(module) is None]
    if not missing:
        return
    *others, last = missing
    subject = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    raise ImportError(
        f"{subject} not installed; install what is missing with: "
        f'pip install "{_source()}[{extra}]"',
        name=missing[0],
    )


def _source() -> str:
    """Return what pip installs gaussmech from: the folder that it was installed from, or its name."""
    try:
        record = distribution("gaussmech").read_text("direct_url.json")
    except PackageNotFoundError:
        return "gaussmech"
    is_folder = record is not None and "dir_info" in json.loads(record)
    return "." if is_folder else "gaussmech"
