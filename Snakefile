# The workflow itself is workflow/Snakefile, where other workflows look for it.
include: "workflow/Snakefile"


rule default:
    """Every figure, every table and every verdict."""
    default_target: True
    input:
        rules.all.input,


for reason in unknown_targets():
    raise WorkflowError(reason)
