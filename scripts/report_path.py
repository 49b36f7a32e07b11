"""Print where the report of a configuration lies: report_path.py config.yaml [overlay.yaml ...]"""

import sys
from pathlib import Path

import yaml

run = ""
for path in sys.argv[1:]:
    # The last file that names the run has its way, as in Snakemake.
    run = (yaml.safe_load(Path(path).read_text(encoding="utf-8")) or {}).get("run", run)
print(Path("results", run, "report.html").as_posix())
