# The shell of a job reads this first. What the shell and its program print goes to a file beside the
# program, not into the progress bar. The last line of the file of a job that died says how it ended.
set -euo pipefail
program=${BASH_EXECUTION_STRING##*.snakemake/scripts/}
if [ "$program" != "$BASH_EXECUTION_STRING" ]; then
    # Snakemake quotes a path that has blanks.
    messages=.snakemake/scripts/${program%%\'*}.messages
    exec 2>"$messages"
    end() {
        # 0: done; 3: the job's log has its error (gaussmech/paper/pipeline/jobs.py); 130: Ctrl-C.
        case $1 in 0 | 3 | 130) rm -f "$messages" && return ;; esac
        local last_line
        last_line=$(grep -v '^ *$' "$messages" | tail -n 1) || true
        printf '\nit ended with exit status %s%s\n' "$1" "${last_line:+: $last_line}" >&2
    }
    trap 'end $?' EXIT
fi
