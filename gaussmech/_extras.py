"""Optional dependencies: a clear message where an extra of gaussmech is not installed."""

from importlib.util import find_spec


def need(extra: str, *modules: str) -> None:
    """Raise an ImportError if one of these modules is missing; it names the extra to install."""
    for module in modules:
        if find_spec(module) is None:
            raise ImportError(
                f"{module} is not installed; install what is missing with: "
                f'pip install "gaussmech[{extra}]"',
                name=module,
            )
