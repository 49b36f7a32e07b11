"""Print the findings on claims, such as BW-2.3b and BW-4d, from result tables."""

import argparse
import json
import sys
from pathlib import Path

import pandas as pd

from gaussmech.paper.claims import CLAIMS, check
from gaussmech.paper.claims.results import Results


def main(arguments=None):
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m gaussmech.paper.claims", description=__doc__)
    parser.add_argument("claim", nargs="*", help="ids, as in claims.md (default: all)")
    parser.add_argument("--data", default="results/data", type=Path, help="folder of tables")
    options = parser.parse_args(arguments)
    for claim_id in options.claim:
        if claim_id not in CLAIMS:
            parser.error(f"there is no claim {claim_id}; allowed are {', '.join(CLAIMS)}")
    tables = {path.stem: pd.read_csv(path) for path in options.data.glob("*.csv")}
    provenance = options.data / "provenance.json"
    provenance = json.loads(provenance.read_text("utf-8")) if provenance.is_file() else None
    results = Results(tables, provenance)
    for claim_id in options.claim or CLAIMS:
        claim, found = CLAIMS[claim_id], check(CLAIMS[claim_id], results)
        print(f"{claim_id}. {claim.title}, {claim.place}: {claim.text}\n   {found.verdict}")
        print(f"   {found.sentence}\n   evidence: {found.cells}")
        if found.remark:
            print(f"   {found.remark}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
