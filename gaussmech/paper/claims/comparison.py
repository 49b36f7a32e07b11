"""What was compared of each figure of Balle & Wang, and what was not: rows of compared.toml."""

import tomllib
from pathlib import Path

PANELS = tomllib.loads(Path(__file__).with_name("compared.toml").read_text("utf-8"))[
    "panels"
]
# Only the text of the paper was at hand.
NOTE = (
    "Compared: sentences and printed numbers. Not compared: curves and maps, as only the paper's"
    " text was at hand."
)
HEAD = (
    "panel",
    "the paper's axes",
    "range",
    "curves",
    "printed",
    "ours",
    "the same",
    "ours by choice",
    "unknown",
    "compared",
    "not compared",
)


def comparison(figure, claims):
    """Return blocks of Markdown on what was compared of a figure; none for a figure of ours.

    `claims` are the rows of claims.csv, as mappings: the verdict stands beside each id, and below
    the table the findings that set our numbers beside printed ones.
    """
    panels = [panel for panel in PANELS if panel["figure"] == figure]
    if not panels:
        return []
    rows = {row["claim_id"]: row for row in claims}
    lines = [_line(HEAD), _line(["---"] * len(HEAD))]
    lines += [_line(_cells(panel, rows)) for panel in panels]
    blocks = [NOTE, "\n".join(lines)]
    for panel in panels:
        row = rows.get(panel.get("numbers"))
        if row:
            blocks.append(f"{row['finding']} ({row['claim_id']})")
    return blocks


def _cells(panel, rows):
    """Return the cells of a panel."""
    names = (
        "panel",
        "axes",
        "range",
        "curves",
        "printed",
        "ours",
        "same",
        "choice",
        "unknown",
    )
    cells = [panel[name] for name in names]
    sentences = []
    for claim_id in panel["claims"]:
        verdict = rows[claim_id]["verdict"] if claim_id in rows else "not in this run"
        sentences.append(f"{claim_id} {verdict}")
    pictures = "maps" if "maps" in panel["panel"] else "curves"
    return [*cells, ", ".join(sentences), pictures]


def _line(cells):
    """Return a row of a Markdown table."""
    return f"| {' | '.join(cells)} |"
