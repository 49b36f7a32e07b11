"""The windows in which pages are looked at."""

WIDTHS = (1280, 390)


def overflow(page):
    """Pixels by which the page, or the part of a report that scrolls, is too wide."""
    return page.evaluate(
        """() => {
            const boxes = [...document.querySelectorAll('html, #app > div > div')];
            const widths = boxes.map((box) => Math.min(box.clientWidth, innerWidth));
            return Math.max(...boxes.map((box, k) => box.scrollWidth - widths[k]));
        }"""
    )
