"""Plan a configuration, as Snakemake does, and print each job with what it is planned with.

    python -m tests.paper.pipeline.plan CONFIG ... -- TARGET ...

Run within a checkout. The jobs are JSON: rule, inputs, outputs, log and parameters. Without arguments
the committed plans are written anew.
"""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

from snakemake.api import SnakemakeApi
from snakemake.settings.types import (
    ConfigSettings,
    DAGSettings,
    OutputSettings,
    Quietness,
    ResourceSettings,
)

from gaussmech.paper.pipeline.origin import digest, is_planned
from tests.processes import ROOT

REFERENCE = ROOT / "tests/reference/plans"
PLANS = {
    "blocks": ["all", "report"],
    "grid": ["sweep"],
    "listed": ["sweep", "fig2", "fig5", "fig6"],
}


def planned(files, targets):
    """Return the jobs that a fresh checkout needs for some targets."""
    quiet = OutputSettings(quiet={Quietness.ALL})
    files = [Path(name) for name in files]
    with SnakemakeApi(quiet) as api, contextlib.redirect_stdout(sys.stderr):
        workflow = api.workflow(
            resource_settings=ResourceSettings(cores=1),
            config_settings=ConfigSettings(configfiles=files),
            snakefile=Path("Snakefile"),
        )
        workflow.dag(DAGSettings(targets={*targets})).execute_workflow("dryrun")
        jobs = [*workflow._workflow.dag.jobs]
    return [
        {
            "rule": job.rule.name,
            "input": [[*job.input], named(job.input)],
            "output": [[*job.output], named(job.output)],
            "log": str(job.log),
            # Whether the job will find the code of its plan.
            "is_known": not job.rule.script or is_planned(digest(code_of(job))),
            "params": [[*job.params], named(job.params)],
        }
        for job in jobs
    ]


def code_of(job):
    """Return the parameters of a job that have no name: its code."""
    return [*job.params[: len(job.params) - len(dict(job.params.items()))]]


def named(items):
    """Return the named ones of a job's files or parameters."""
    return {name: plain(value) for name, value in items.items()}


def plain(value):
    """Return several files of one name as a list."""
    is_several = isinstance(value, list) and not isinstance(value, str)
    return [*value] if is_several else value


def as_text(jobs):
    """Return jobs as lines: outputs and inputs by name, and the names of parameters."""
    texts = []
    for job in jobs:
        lines = [f"{job['rule']}: {', '.join(job['params'][1])}"]
        for kind in ("input", "output"):
            files, by_name = job[kind]
            places = {}
            for name, value in by_name.items():
                for file in value if isinstance(value, list) else [value]:
                    places.setdefault(file, name)
            lines += sorted({f"  {kind} {places.get(x, '')} {x}" for x in files})
        texts.append("\n".join(lines))
    return "\n".join(sorted(texts)) + "\n"


if __name__ == "__main__":
    names = sys.argv[1:]
    if names:
        split = names.index("--")
        print(json.dumps(planned(names[:split], names[split + 1 :]), default=str))
    for plan in [] if names else PLANS:
        files = ["config/quick.yaml", f"tests/configurations/{plan}.yaml"]
        command = [sys.executable, "-m", __spec__.name, *files, "--", *PLANS[plan]]
        jobs = json.loads(subprocess.check_output(command, cwd=ROOT))
        (REFERENCE / f"{plan}.txt").write_text(as_text(jobs))
