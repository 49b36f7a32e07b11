"""Write the font of the figures: DejaVu Sans with the letters and signs that figures have.

    python -m tools.reduce_font

Matplotlib embeds into each PDF the glyphs that it shows. The more the font has, the longer that takes.
"""

from pathlib import Path

import matplotlib
from fontTools import subset

FONT = Path("gaussmech/paper/figures/FigureSans.ttf")
WHOLE = Path(matplotlib.get_data_path(), "fonts/ttf/DejaVuSans.ttf")
# ASCII, Latin-1, Greek, dashes and quotes, small digits. Matplotlib takes others from DejaVu Sans.
RANGES = (0x20, 0x7F), (0xA0, 0x100), (0x391, 0x3CA), (0x2010, 0x2023), (0x2070, 0x208F)
SIGNS = "…←↑→↓−√∞≈≤≥▲▸●"
# The name of the family, which the font's licence asks to change, and of the weight.
NAMES = {
    2: "Regular",
    17: "Regular",
    1: "Figure Sans",
    3: "Figure Sans",
    4: "Figure Sans",
    6: "FigureSans",
}


def main():
    """Reduce the font, with its hints and ligatures."""
    options = subset.Options(layout_features=["*"], notdef_outline=True)
    options.name_IDs = ["*"]
    font = subset.load_font(str(WHOLE), options)
    reduced = subset.Subsetter(options)
    letters = [code for first, end in RANGES for code in range(first, end)]
    reduced.populate(unicodes=[*letters, *map(ord, SIGNS)])
    reduced.subset(font)
    for record in font["name"].names:
        record.string = NAMES.get(record.nameID, str(record))
    font.save(FONT)


if __name__ == "__main__":
    main()
