"""Pictures of pages, small enough to be committed."""

from PIL import Image


def write_png(source, target, width):
    """Write a picture as a PNG of 256 colours, no wider than `width` pixels.

    The file is a third as large, and no colour of a map changes visibly.

    Parameters
    ----------
    source, target : path or file
        A picture, and where its copy goes.
    width : int
        The largest width in pixels; the height follows.
    """
    with Image.open(source) as image:
        image = image.convert("RGB")
        image.thumbnail((width, 10 * width), Image.Resampling.LANCZOS)
        palette = image.quantize(
            256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        )
        palette.save(target, "PNG", optimize=True)
