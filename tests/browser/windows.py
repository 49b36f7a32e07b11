"""The windows in which pages are looked at."""

WIDTHS = (1280, 390)


def overflow(page):
    """Pixels by which the page is too wide."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")
