"""Print the findings on claims, such as BW-2.3b and BW-4d, from result tables."""

import argparse
import json
import sys
from pathlib import Path

import pandas as pd

from gaussmech.paper.claims import CLAIMS
from gaussmech.paper.claims.finding import check
from gaussmech.paper.claims.results import Results


def main(arguments=None):
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m gaussmech.paper.claims", description=__doc__
    )
    parser.add_argument("claim", nargs="*", help="ids, as in claims.md (default: all)")
    parser.add_argument(
        "--data", default="results/data", type=Path, help="folder of tables"
    )
    options = parser.parse_args(arguments)
    for claim_id in options.claim:
        if claim_id not in CLAIMS:
            parser.error(
                f"there is no claim {claim_id}; allowed are {', '.join(CLAIMS)}"
            )
    results = _read(options.data)
    for claim_id in options.claim or CLAIMS:
        claim = CLAIMS[claim_id]
        judgement = check(claim, results)
        print(f"{claim_id}. {claim.title}, {claim.place}: {claim.text}")
        print(f"   {judgement.verdict}")
        print(f"   {judgement.sentence}")
        print(f"   evidence: {judgement.evidence}")
        if judgement.remark:
            print(f"   {judgement.remark}")
    return 0


def _read(folder):
    """Return the Results in a folder of tables."""
    tables = {path.stem: pd.read_csv(path) for path in folder.glob("*.csv")}
    path = folder / "provenance.json"
    provenance = json.loads(path.read_text("utf-8")) if path.is_file() else None
    return Results(tables, provenance)


if __name__ == "__main__":
    sys.exit(main())
