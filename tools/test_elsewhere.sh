#!/usr/bin/env bash
# The tables of the quick run on every other Python that is here, and with the lowest Snakemake
# that is allowed, against tests/reference/tables.
set -euo pipefail
cd "$(dirname "$0")/.."
lowest=$(sed -n 's/^min_version("\(.*\)")$/\1/p' workflow/Snakefile)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# pyenv answers for one of its Pythons only, unless it is told of the others.
if command -v pyenv >/dev/null; then
    PYENV_VERSION=$(pyenv version-name):$(pyenv versions --bare --skip-aliases | paste -sd:)
    export PYENV_VERSION
fi

compare() { # name, Python, extra requirement
    local checkout=$folder/$1
    echo "== the quick tables on $1"
    git clone --quiet . "$checkout"
    make --silent -C "$checkout" PYTHON="$2" .venv/.ready
    if [ -n "$3" ]; then "$checkout/.venv/bin/python" -m pip install --quiet "$3"; fi
    (cd "$checkout" && .venv/bin/snakemake --quiet all --cores all --configfile config/quick.yaml -- tables)
    .venv/bin/python tools/compare_reference.py "$checkout/results/quick/data"
}

for version in 3.12 3.13 3.14; do
    if "python$version" -c "" 2>/dev/null; then
        compare "Python $version" "python$version" ""
    else
        echo "SKIPPED: the tables on Python $version: it is not here"
    fi
done
compare "Snakemake $lowest" python3 "snakemake==$lowest"
