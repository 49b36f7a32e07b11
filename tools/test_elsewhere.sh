#!/usr/bin/env bash
# The tables of the quick run on the newest other Python that is here, with the lowest Snakemake that
# is allowed, against tests/reference/tables. (Digests are compared on every Python by pytest.)
set -euo pipefail
cd "$(dirname "$0")/.."
lowest=$(sed -n 's/^min_version("\(.*\)")$/\1/p' workflow/Snakefile)

# pyenv answers for one of its Pythons only, unless it is told of the others.
if command -v pyenv >/dev/null; then
    PYENV_VERSION=$(pyenv version-name):$(pyenv versions --bare --skip-aliases | paste -sd:)
    export PYENV_VERSION
fi
python=python3
for version in 3.12 3.13 3.14; do
    if "python$version" -c "" 2>/dev/null; then
        python=python$version
    else
        echo "SKIPPED: the tables on Python $version, which is not here"
    fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "== the quick tables on $($python --version) with Snakemake $lowest"
git clone --quiet . "$folder/checkout"
make --silent -C "$folder/checkout" PYTHON="$python" .venv/.ready
"$folder/checkout/.venv/bin/python" -m pip install --quiet --disable-pip-version-check "snakemake==$lowest"
(cd "$folder/checkout" && .venv/bin/snakemake --quiet all --cores all --configfile config/quick.yaml -- tables)
"$folder/checkout/.venv/bin/python" tools/compare_reference.py "$folder/checkout/results/quick/data"
