"""The papers' claims: result tables in, verdicts out; no verdict is written down.

Each claim is a function decorated with `finding.claim`; its docstring says how the claim is read.
`CLAIMS` has them by id: those of Balle & Wang (2018) first, by section, then those of the
companion papers.
"""

from gaussmech.claims import (
    calibration,
    companions,
    equal_terms,
    estimation,
    heatmap,
    histogram,
    mean_estimation,
    theorems,
)
from gaussmech.claims.finding import (
    NOT_CHECKABLE,
    REFUTED,
    REGISTERED,
    VERDICTS,
    Finding,
    NotCheckable,
)

# Their claims are registered as they are imported.
MODULES = (
    calibration,
    companions,
    equal_terms,
    estimation,
    heatmap,
    histogram,
    mean_estimation,
    theorems,
)
COLUMNS = [
    "claim_id",
    "section",
    "claim",
    "verdict",
    "share",
    "measured",
    "where",
    "standard_error",
    "evidence",
]
CLAIMS = {
    claim_id: REGISTERED[claim_id]
    for claim_id in sorted(REGISTERED, key=lambda name: (not name.startswith("BW-"), name))
}


def check(claim_id, results):
    """Return the Finding on a claim: `not checkable`, and why, if the results lack something."""
    try:
        return CLAIMS[claim_id].check(results)
    except NotCheckable as reason:
        return Finding(NOT_CHECKABLE, "nothing", str(reason))


def verdicts(results):
    """Return a table with a row per claim.

    Columns: claim_id, section, claim, verdict, share (in how many cells a universal
    claim holds, else -), measured, where, standard_error (0: no random numbers) and evidence (the
    tables, or the command that shows the numbers).
    """
    rows = []
    for claim_id, claim in CLAIMS.items():
        found = check(claim_id, results)
        evidence = found.evidence or f"python -m gaussmech.claims {claim_id}"
        error = float(found.standard_error)
        said = claim_id, claim.section, claim.text
        decided = found.verdict, found.share or "-"
        rows.append((*said, *decided, found.measured, found.where, error, evidence))
    import pandas as pd  # here, so that a missing extra is named first

    return pd.DataFrame(rows, columns=COLUMNS)


def markdown(table, provenance):
    """Return the verdicts as a Markdown page."""
    counts = table["verdict"].value_counts()
    total = ", ".join(f"{counts[v]} {v}" for v in VERDICTS if v in counts)
    lines = [
        "# What the papers say, what we get",
        "",
        f"{len(table)} claims: {total}. BW: Balle & Wang (2018), by section; 0 is the abstract."
        " Verdicts are computed from the tables of this run; 3 standard errors (+- is one) decide"
        " between simulated numbers. One counter-example refutes a universal claim; claims about"
        " a range of settings or a typical case can hold in part. The evidence is a table in"
        " `data`, or a command; `python -m gaussmech.claims BW-2.3b` shows that claim alone.",
        "",
    ]
    if provenance["source"] == "stand-in":
        lines += ["**The maps are of a synthetic city, not of a real one.**", ""]
    lines += [
        "| claim | section | the paper says | verdict | measured | where | evidence |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in table.itertuples():
        found = f"**{row.verdict}**" + (
            f", holds in {row.share}" if row.verdict == REFUTED and row.share != "-" else ""
        )
        cells = [row.claim_id, row.section, row.claim, found, row.measured]
        cells += [row.where, f"`{row.evidence}`"]
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
