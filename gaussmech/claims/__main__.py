"""`python -m gaussmech.claims 7 14`: the findings on claims, from the tables in results/data."""

import argparse
import sys
from pathlib import Path

from gaussmech.claims import CLAIMS, check
from gaussmech.pipeline.claim_tables import TABLES, read_results


def main(arguments=None):
    """Print the findings on the claims named on the command line; all without any."""
    parser = argparse.ArgumentParser(prog="python -m gaussmech.claims", description=__doc__)
    parser.add_argument("number", type=int, nargs="*", help=f"1 to {len(CLAIMS)}")
    parser.add_argument("--data", default="results/data", help="folder of the result tables")
    options = parser.parse_args(arguments)
    unknown = [number for number in options.number if number not in CLAIMS]
    if unknown:
        parser.error(f"there is no claim {unknown[0]}: choose from 1 to {len(CLAIMS)}")
    folder = Path(options.data)
    paths = {name: folder / f"{name}.csv" for name in TABLES}
    results = read_results(paths, folder / "provenance.json")
    for number in options.number or CLAIMS:
        claim, found = CLAIMS[number], check(number, results)
        print(f"{number}. {claim.section}: {claim.text}\n   {found.verdict}")
        print(f"   measured: {found.measured}\n   where: {found.where}")
        if found.standard_error:
            print(f"   standard error: {found.standard_error:.3g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
