"""Optional dependencies: a clear message where an extra of gaussmech is not installed."""

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec


def need(extra: str, *modules: str) -> None:
    """Raise an ImportError if one of these modules is missing; it names the extra to install."""
    need_all({extra: modules})


def need_all(needs: Mapping[str, Sequence[str]]) -> None:
    """Raise an ImportError that names all missing modules of several extras, and these extras."""
    missing: dict[str, str] = {}
    for extra, modules in needs.items():
        for module in modules:
            if find_spec(module) is None:
                missing.setdefault(module, extra)
    if not missing:
        return
    *others, last = missing
    subject = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    extras = ",".join(dict.fromkeys(missing.values()))
    raise ImportError(
        f"{subject} not installed; install what is missing with: "
        f'pip install "{_source()}[{extras}]"',
        name=next(iter(missing)),
    )


def _source() -> str:
    """Return what pip installs gaussmech from: the folder that it was installed from, or its name."""
    try:
        record = distribution("gaussmech").read_text("direct_url.json")
    except PackageNotFoundError:
        return "gaussmech"
    is_folder = record is not None and "dir_info" in json.loads(record)
    return "." if is_folder else "gaussmech"
