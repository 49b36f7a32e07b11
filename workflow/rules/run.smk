"""Around a run: its lock and its log, what it leaves in its folder, and its summary."""

from gaussmech._hints import did_you_mean
from gaussmech.paper.pipeline.config import changes
from gaussmech.paper.pipeline.jobs import BEGAN, failures
from gaussmech.paper.pipeline.locks import hold_run
from gaussmech.paper.pipeline.origin import config_digest
from gaussmech.paper.pipeline.summary import benchmark_of, latest_benchmark, summary
from gaussmech.paper.pipeline.summary import write_times
from gaussmech.paper.registry import FIGURES, PAGE_TABLES


def start_run(engine_logs):
    """Lock the folder of results until this process ends; keep its configuration and its log."""
    global lock_file
    try:
        lock_file = hold_run(RESULTS)
        before = runs.keep_config(config, RESULTS)
        log = runs.keep_log(engine_logs, RESULTS)
    except (RunError, OSError) as error:
        raise WorkflowError(str(error)) from None
    if not workflow.non_local_exec:
        # A limit of jobs a second is for clusters. With one, Snakemake plans anew every second for
        # each job that has ended, and a run ends a second later.
        workflow.scheduler.job_rate_limiter = None
    changed = changes(before or paper | {"run": config["run"]}, config)
    more = f" and {len(changed) - 4} more" if len(changed) > 4 else ""
    settings = ", ".join(changed[:4]) + more
    if before:
        line = f"changed      {settings or 'nothing'} since the run before"
    else:
        line = f"settings     of the paper{' but for ' if changed else ''}{settings}"
    count = cores()
    place = f"{count} core{'s' * (count > 1)}" if count else "a cluster"
    say(f"gaussmech · config {config_digest(config)} · {place} · log: {log}")
    maps = f"{sum(figure.shows_map for figure in MADE.values())} of {len(MADE)}"
    # Rules that only name files are no jobs.
    targets = {each.name for each in workflow.rules if not each.output}
    say(line, map_figures=maps, targets=targets)


def end_run(engine_logs):
    """Say what this run made, of which data, how long it took, and what is of other settings."""
    if workflow.storage_settings.default_storage_provider:
        prefix = workflow.storage_settings.default_storage_prefix.rstrip("/")
        say(f"done: the results are in {prefix}/{RESULTS}")
        return
    figures = [path for figure in MADE for path in drawn(figure)]
    # `make report` makes two more tables.
    tables = [f"{RESULTS}/data/{name}" for name in (*TABLES, *(f"{x}.csv" for x in PAGE_TABLES))]
    write_times(RESULTS, benchmarks())
    for line in summary(RESULTS, figures + tables, benchmarks(), started=BEGAN, cores=cores()):
        say(line)


def end_failed_run(engine_logs):
    """Say in one line why each job failed, and where its log is."""
    for name, error, log in failures(RESULTS, since=BEGAN):
        say(f"FAILED {name}: {error}\n  log: {log}", failure=True)


def benchmarks():
    """Return the benchmarks of the jobs of these settings; the folder may have others."""
    # Those of rules with wildcards are patterns here, which match no file.
    files = {str(each.benchmark) for each in workflow.rules if each.benchmark}
    for experiment, row in REPEATED.items():
        for cell in ("", *(folder(values) for values, _ in cells(config, experiment))):
            files |= {latest_benchmark(path, RESULTS) for path in errors(experiment, cell)}
            results = []
            if row.is_heatmap:
                results.append(f"{RESULTS}/{city_cell(cell)}fetch_city.json")
            elif experiment.startswith("mean_estimation"):
                section = config_of(cell)[row.section]
                blocks = repetition_blocks(section["repetitions"], section["blocks"])
                results += [data_sets(experiment, cell, *block) for block in blocks]
            files |= {benchmark_of(path, RESULTS) for path in results}
    return files


def cores():
    """Number of local cores; None if jobs go to a cluster, whose size Snakemake does not know."""
    return None if workflow.non_local_exec else workflow.cores


def no_such_target(wildcards):
    """End in one line that lists what there is."""
    known = [*MADE, *"figures tables claims sweep report worth all".split()]
    name = wildcards.name
    if name in FIGURES:
        hours = FIGURES[name].hours
        raise WorkflowError(f"{name} shows none of heatmap.hours: it needs {hours}")
    raise WorkflowError(
        f"there is no {name}{did_you_mean(name, known)}; there are {', '.join(known)}"
    )


def say(line, **more):
    """Print a line even if Snakemake is quiet."""
    logger.info(line, extra={"summary": True} | more)


def hooked(ours, theirs):
    """A hook that does ours and then theirs."""

    def hook(log):
        ours(log)
        theirs(log)

    return hook


# The hooks of a workflow that uses this one as a module.
THEIR_ONSTART = workflow._onstart
THEIR_ONSUCCESS = workflow._onsuccess
THEIR_ONERROR = workflow._onerror


onstart:
    start_run(log)


onsuccess:
    end_run(log)


onerror:
    end_failed_run(log)


if workflow.modifier.base_snakefile is not None:
    # Of a module Snakemake calls no hook, and without one the run would have no lock of its own.
    workflow._onstart = hooked(start_run, THEIR_ONSTART)
    workflow._onsuccess = hooked(end_run, THEIR_ONSUCCESS)
    workflow._onerror = hooked(end_failed_run, THEIR_ONERROR)
