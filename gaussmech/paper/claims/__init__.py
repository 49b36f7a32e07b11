"""The papers' claims: result tables in, verdicts out; no verdict is written down.

`sentences.toml` has the sentences, and the words of what we find. For each, a function decorated with
`finding.claim` reads tables and returns a Finding: a decision on every cell, and the numbers that the
words name. Its docstring says how the sentence is read. The modules hold these functions by paper and
section; those with grids of their own compute with the library.

`verdicts` makes the table claims.csv of all claims, and `markdown` the page claims.md of it.
"""

from gaussmech._extras import need

need("workflow", "pandas")

import pandas as pd  # noqa: E402

# Their claims are registered as they are imported.
from gaussmech.paper.claims import (  # noqa: E402, F401
    accuracy,
    calibration,
    estimation,
    finding,
    gdp,
    heatmap,
    histogram,
    lecture,
    mean_estimation,
    theorems,
    truncated_laplacian,
)
from gaussmech.paper.claims.finding import check  # noqa: E402
from gaussmech.paper.claims.notation import typeset  # noqa: E402
from gaussmech.paper.registry import EXPERIMENTS  # noqa: E402

# All claims by id, in the order of sentences.toml.
CLAIMS = {claim_id: finding.REGISTERED[claim_id] for claim_id in finding.TEXT["claims"]}
# How to read the page of verdicts.
READING = """\
- The quoted words find the sentence. Words in brackets are formulas, or were lost in our copy.
- Each verdict is for the scope of the sentence. *Run*: it reads tables of this run. *Check*: it is
  computed in its check, with the library, and is the same in each run. `claims.csv` has the
  evidence, and `python -m gaussmech.paper.claims BW-2.3b` shows a claim with its evidence.
- One counter-example refutes a claim about all cases. If such a claim *holds*, the cells of its
  evidence have none: that is a test, not a proof. A claim about a range of settings, or about a
  typical case, can hold in part. If the text prints no setting, we judge a range of it.
- *Misprint*: the correction of a slip is obvious, and holds. *Other data*: the maps are not of
  2014-09-24, so the finding is no verdict.
- Simulated values differ if they are more than three standard errors apart. If we judge the largest
  of many values, the limit is so much higher that chance exceeds it as rarely. +- is one
  standard error."""
NOT_JUDGED = """\
No check decides these sentences of the papers, for the reason beside each. The list is not complete."""
# Where verdicts come from, as the page says it.
RUN = "*run*"
CHECK = "*check*"
HEAD = ("claim", "verdict", "place and words", "it says", "we find")


def verdicts(results):
    """Return a table with a row per claim; a missing text is -.

    `evidence` names tables, or the command that shows it, and cells; for the others see
    sentences.toml.
    """
    rows = [_row(claim, results) for claim in CLAIMS.values()]
    return pd.DataFrame(rows, columns=EXPERIMENTS["claims"].columns.split())


def _row(claim, results):
    """Return the row of a claim in the table of verdicts."""
    judgement = check(claim, results)
    row = vars(claim) | vars(judgement)
    # Every row is a claim; files of users select by it.
    row |= {"claim_id": claim.id, "kind": "claim", "claim": claim.text}
    row |= {"quote": claim.quote or claim.words, "finding": judgement.sentence}
    return {name: "-" if value == "" else value for name, value in row.items()}


def markdown(table, provenance):
    """Return the verdicts as a Markdown page."""
    lines = ["# What the papers say, what we find", "", _introduction(table)]
    if provenance["source"] == "stand-in":
        lines += ["", "**The maps are of a synthetic city, not of a real one.**"]
    for document, rows in table.groupby("document", sort=False):
        title = CLAIMS[rows["claim_id"].iloc[0]].title
        lines += ["", f"## {title}", "", f"`{document}`", ""]
        lines += _table(HEAD, [_cells(row) for row in rows.itertuples()])
    lines += ["", "## Sentences that are not judged", "", NOT_JUDGED, ""]
    lines += _table(
        ("place and words", "why"), map(_reason, finding.TEXT["not_judged"])
    )
    return "\n".join(lines) + "\n"


def _reason(sentence):
    """Return the cells of a sentence that is not judged."""
    title = finding.TEXT["documents"][sentence["document"]]["title"]
    quote = sentence.get("quote", sentence["words"])
    words = f'{title}, {sentence["place"]}: "{quote}"'
    return typeset(words), typeset(sentence["reason"])


def _introduction(table):
    """Return the paragraph above the tables: how many claims have which verdict, how to read it."""
    counts = table["verdict"].value_counts()
    total = ", ".join(
        f"{counts[name]} {name}" for name in finding.VERDICTS if name in counts
    )
    sources = table["evidence"].map(_source).value_counts()
    count = (
        f"{len(table)} claims: {total}. Each is about one statement: a sentence of a paper, a part of"
        f" one, or a row of a table. {sources[RUN]} verdicts read the tables of this run,"
        f" {sources[CHECK]} are computed in their checks."
    )
    return f"{count}\n\n{READING}"


def _source(evidence):
    """Return where a verdict comes from; one that is not checkable has no evidence."""
    if evidence == "-":
        return ""
    return CHECK if evidence.startswith(finding.COMMAND) else RUN


def _cells(row):
    """Return the cells of a claim in the page."""
    text = row.claim
    if row.scope != "-":
        text += f" ({row.scope})"
    statement = row.finding
    for name in ("correction", "remark"):
        addition = getattr(row, name)
        if addition != "-":
            statement += f" {name.capitalize()}: {addition.removesuffix('.')}."
    sentence = f'{row.place}: "{row.quote}"'
    formulas = map(typeset, (sentence, text, statement))
    return row.claim_id, f"**{row.verdict}** {_source(row.evidence)}", *formulas


def _table(head, rows):
    """Return the lines of a Markdown table; a bar in a cell does not end it."""
    lines = []
    for row in [head, ["---"] * len(head), *rows]:
        cells = [str(cell).replace("|", "\\|") for cell in row]
        lines.append(f"| {' | '.join(cells)} |")
    return lines
