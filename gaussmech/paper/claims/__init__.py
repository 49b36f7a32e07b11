"""The papers' claims: result tables in, verdicts out; no verdict is written down.

`sentences.toml` has the sentences, our own questions, and the words of what we find. A function
decorated with `finding.claim` checks each and returns the numbers for these words; its docstring
says how the sentence is read. `CLAIMS` has them by id, in the order of that file.
"""

from gaussmech._extras import need

need("workflow", "pandas")

import pandas as pd  # noqa: E402

# Their claims are registered as they are imported.
from gaussmech.paper.claims import (  # noqa: E402, F401
    estimation,
    finding,
    geng,
    heatmap,
    histogram,
    lecture,
    liu,
    mean_estimation,
    noise_levels,
    questions,
    theorems,
)
from gaussmech.paper.claims.finding import CLAIM, QUESTION, check, varied  # noqa: E402
from gaussmech.paper.registry import EXPERIMENTS  # noqa: E402

CLAIMS = {claim_id: finding.REGISTERED[claim_id] for claim_id in finding.TEXT["claims"]}


def verdicts(results):
    """Return a table with a row per claim, and per question of ours; a missing text is -.

    `half` and `twice` are the verdicts at half and at twice each threshold of ours, `evidence`
    names tables, or the command that shows it, and cells; for the others see sentences.toml.
    """
    rows = []
    for claim in CLAIMS.values():
        found = check(claim, results)
        undecided = found.verdict in (finding.NOT_CHECKABLE, finding.OTHER_DATA)
        half, twice = ("-" if undecided else varied(claim, results, f) for f in (0.5, 2.0))
        said = claim.id, claim.kind, claim.document, claim.place, claim.words, claim.text
        finding_ = found.verdict, found.sentence, found.cells, half, twice, found.remark
        texts = *said, claim.scope, *finding_, claim.correction
        rows.append((*(text or "-" for text in texts), claim.lead))
    return pd.DataFrame(rows, columns=EXPERIMENTS["claims"].columns.split())


def markdown(table, provenance):
    """Return the verdicts as a Markdown page."""
    claims = table[table["kind"] == CLAIM]
    counts = claims["verdict"].value_counts()
    total = ", ".join(f"{counts[v]} {v}" for v in finding.VERDICTS if v in counts)
    about = (
        f"{len(claims)} claims: {total}. Each is about a sentence: its words find it in the"
        " document. Verdicts are computed from the tables of this run, in the sentence's scope."
        " Simulated values count as different beyond three standard errors; +- shows one. One"
        " counter-example refutes a universal claim; claims about a range of settings or a typical"
        " case can hold in part. *Other data*: the maps are not of 2014-09-24, so the finding is no"
        " verdict. `python -m gaussmech.paper.claims BW-2.3b` shows that claim alone."
    )
    lines = ["# What the papers say, what we find", "", about]
    if provenance["source"] == "stand-in":
        lines += ["", "**The maps are of a synthetic city, not of a real one.**"]
    for document, rows in claims.groupby("document", sort=False):
        head = "claim", "place and words", "it says", "verdict", "we find", "evidence"
        lines += ["", f"## {CLAIMS[rows['claim_id'].iloc[0]].title}", "", f"`{document}`", ""]
        lines += _table(head, (_cells(row) for row in rows.itertuples()))
    ours = table[table["kind"] == QUESTION]
    lines += ["", "## Questions of ours", "", "No document says these.", ""]
    told = ((row.claim_id, row.claim, row.finding, row.evidence) for row in ours.itertuples())
    return "\n".join([*lines, *_table(("id", "question", "answer", "evidence"), told)]) + "\n"


def _cells(row):
    """The cells of a claim in the page."""
    says = row.claim + (f" ({row.scope})" if row.scope != "-" else "")
    finding, evidence = row.finding, row.evidence
    for name in ("correction", "remark"):
        if (text := getattr(row, name)) != "-":
            finding += f" {name.capitalize()}: {text.removesuffix('.')}."
    for name in ("half", "twice"):
        if (text := getattr(row, name)) != "-":
            evidence += f"; at {name} our threshold, {text}"
    sentence = f'{row.place}: "{row.words}"'
    return row.claim_id, sentence, says, f"**{row.verdict}**", finding, evidence


def _table(head, rows):
    """The lines of a Markdown table."""
    cells = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(str(c).replace("|", "\\|") for c in row) + " |" for row in cells]
