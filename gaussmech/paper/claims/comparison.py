"""What was compared of each figure of Balle & Wang, and what was not: rows of compared.toml."""

import tomllib
from pathlib import Path

PANELS = tomllib.loads(Path(__file__).with_name("compared.toml").read_text("utf-8"))[
    "panels"
]
NOTE = (
    "Compared: sentences and printed numbers. Not compared: curves and maps, because we had only"
    " the text of the paper."
)
# The rows of a table: what the reader sees, and the key of a panel in compared.toml.
ROWS = {
    "paper: axes": "axes",
    "paper: range": "range",
    "paper: curves": "curves",
    "paper: printed": "printed",
    "ours": "ours",
    "the same": "same",
    "our choice": "choice",
    "unknown": "unknown",
}


def comparison(figure, claims):
    """Return blocks of Markdown on what was compared of a figure; none for a figure of ours.

    The table has a column for each panel. `claims` are the rows of claims.csv, as mappings: the
    verdict stands beside each id, and below the table the findings that set our numbers beside
    printed ones.
    """
    panels = [panel for panel in PANELS if panel["figure"] == figure]
    if not panels:
        return []
    claim_by_id = {row["claim_id"]: row for row in claims}
    lines = [
        _line("panel", [panel["panel"] for panel in panels]),
        _line("---", ["---"] * len(panels)),
        _line("verdicts", [_verdicts(panel, claim_by_id) for panel in panels]),
    ]
    for label, key in ROWS.items():
        lines.append(_line(label, [panel[key] for panel in panels]))
    blocks = [NOTE, "\n".join(lines)]
    for panel in panels:
        row = claim_by_id.get(panel.get("numbers"))
        if row:
            blocks.append(f"{row['finding']} ({row['claim_id']})")
    return blocks


def _verdicts(panel, claim_by_id):
    """Return the claims on a panel with their verdicts, as text."""
    sentences = []
    for claim_id in panel["claims"]:
        row = claim_by_id.get(claim_id, {"verdict": "not in this run"})
        sentences.append(f"{claim_id} {row['verdict']}")
    return ", ".join(sentences)


def _line(label, cells):
    """Return a row of a Markdown table."""
    return f"| {' | '.join([label, *cells])} |"
