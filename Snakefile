# The workflow itself is workflow/Snakefile, where other workflows look for it.
include: "workflow/Snakefile"


rule default:
    default_target: True
    input:
        rules.all.input,
