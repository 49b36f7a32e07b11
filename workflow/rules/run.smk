"""Around a run: its lock and its log, what it leaves in its folder, and its summary."""


def start_run(engine_logs):
    """Lock the folder of results until this process ends; keep its configuration and its log."""
    global lock_file
    try:
        lock_file = hold_run(RESULTS)
        before = runs.keep_config(config, RESULTS) or paper | {"run": config["run"]}
        log = runs.keep_log(engine_logs, RESULTS)
    except (RunError, OSError) as error:
        raise WorkflowError(str(error)) from None
    changed = changes(before, config) or ["nothing"]
    more = f" and {len(changed) - 4} more" if len(changed) > 4 else ""
    place = f"{cores()} cores" if cores() else "a cluster"
    say(f"gaussmech · config {config_digest(config)} · {place} · log: {log}")
    maps = f"{sum(figure.shows_map for figure in MADE.values())} of {len(MADE)}"
    # Rules that only name files are no jobs.
    targets = {each.name for each in workflow.rules if not each.output}
    say(f"changed      {', '.join(changed[:4])}{more}", map_figures=maps, targets=targets)


def end_run(engine_logs):
    """Remove what earlier settings made; say what this run made, of which data, how long it took."""
    remove_obsolete(RESULTS, jobs())
    results = [f"data/{table}" for table in TABLES]
    results += [path.removeprefix(f"{RESULTS}/") for figure in MADE for path in drawn(figure)]
    for line in write_summary(RESULTS, results, started=BEGAN, cores=cores()):
        say(line)


def jobs():
    """Yield the paths, in the folder of results and without suffix, that jobs write or log to."""
    for experiment in REPEATED:
        for cell in ("", *(folder(values) for values, _ in cells(config, experiment))):
            paths = errors(experiment, cell)
            if REPEATED[experiment].is_heatmap:
                paths += city(cell).values()
                yield f"{city_cell(cell)}fetch_city"
            elif experiment.startswith("mean_estimation"):
                section = config_of(cell)[REPEATED[experiment].section]
                blocks = repetition_blocks(section["repetitions"], section["blocks"])
                paths += [data_sets(experiment, cell, *block) for block in blocks]
            for path in paths:
                yield path.removeprefix(f"{RESULTS}/").rpartition(".")[0]
    for each in workflow.rules:
        # Of the tables some are for figures alone, which a run may not have.
        made_for_reading = {"report.html", "fig2.html", *(f"{name}.csv" for name in PAGE_TABLES)}
        if {Path(path).name for path in each.output} & {*TABLES, *made_for_reading}:
            yield str(each.benchmark).removeprefix(f"{RESULTS}/benchmarks/").removesuffix(".tsv")
    yield from (f"plot/{group}" for group in GROUPS)
    yield from (f"plot_column/{figure}" for figure in MADE)


def cores():
    """How many this run has; None where jobs are sent elsewhere, and nobody says."""
    return None if workflow.non_local_exec else workflow.cores


def no_such_target(wildcards):
    """End in one line that lists what there is."""
    known = [*MADE, *"figures tables claims sweep report columns all".split()]
    name = wildcards.name
    if name in FIGURES:
        hours = FIGURES[name].hours
        raise WorkflowError(f"{name} shows none of heatmap.hours: it needs {hours}")
    raise WorkflowError(
        f"there is no {name}{did_you_mean(name, known)}; there are {', '.join(known)}"
    )


def say(line, **more):
    """Tell the terminal, whichever way it is quiet."""
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


onstart:
    start_run(log)


onsuccess:
    end_run(log)


if workflow.modifier.base_snakefile is not None:
    # Of a module Snakemake calls no hook, and without one the run would have no lock of its own.
    workflow._onstart = hooked(start_run, THEIR_ONSTART)
    workflow._onsuccess = hooked(end_run, THEIR_ONSUCCESS)
