# The workflow itself is workflow/Snakefile, where other workflows look for it.
include: "workflow/Snakefile"


rule default:
    """Every figure, every table and every verdict."""
    default_target: True
    input:
        rules.all.input,


# Undocumented: what the command names. Snakemake's own message has neither a reason nor a likely name.
if not IS_JOB and "snakemake" in sys.argv[0]:
    from snakemake.cli import get_argument_parser

    NAMED, _ = get_argument_parser().parse_known_args(sys.argv[1:])
    for names in (NAMED.targets, NAMED.until, NAMED.omit_from, NAMED.forcerun):
        for reason in filter(None, map(why_missing, names or [])):
            raise WorkflowError(reason)
