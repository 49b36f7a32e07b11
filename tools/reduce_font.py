"""Write the fonts of the figures: DejaVu Sans with the letters and signs that figures have.

    python -m tools.reduce_font

Matplotlib embeds into each PDF the glyphs that it shows. The more a font has, the longer that takes;
and a font that comes with the project is the same on every machine.
"""

from pathlib import Path

import matplotlib
from fontTools import subset

FOLDER = Path("gaussmech/paper/figures")
WHOLE = Path(matplotlib.get_data_path(), "fonts/ttf")
# ASCII, Latin-1, Greek, dashes and quotes, small digits. Matplotlib takes others from DejaVu Sans.
RANGES = (0x20, 0x7F), (0xA0, 0x100), (0x391, 0x3CA), (0x2010, 0x2023), (0x2070, 0x208F)
SIGNS = "′…←↑→↓−√∞≈≤≥▲▸●"


def reduce_font(source, name, weight):
    """Reduce a font of Matplotlib's, with its hints and ligatures.

    Parameters
    ----------
    source : str
        The file without its ending.
    name : str
        What the reduced font is called, and its file without the ending.
    weight : {"Regular", "Bold"}
    """
    options = subset.Options(layout_features=["*"], notdef_outline=True)
    options.name_IDs = ["*"]
    font = subset.load_font(str(WHOLE / f"{source}.ttf"), options)
    reduced = subset.Subsetter(options)
    letters = [code for first, end in RANGES for code in range(first, end)]
    reduced.populate(unicodes=[*letters, *map(ord, SIGNS)])
    reduced.subset(font)
    # The name of the family, which the font's licence asks to change, and of the weight.
    family = dict.fromkeys((1, 3, 4), "Figure Sans")
    names = family | {2: weight, 17: weight, 6: name}
    for record in font["name"].names:
        record.string = names.get(record.nameID, str(record))
    font.save(FOLDER / f"{name}.ttf")


if __name__ == "__main__":
    reduce_font("DejaVuSans", "FigureSans", "Regular")
    reduce_font("DejaVuSans-Bold", "FigureSans-Bold", "Bold")
