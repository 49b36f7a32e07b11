#!/usr/bin/env bash
# The tests of the library with the lowest versions that pyproject.toml allows, on the Python that it
# asks for at least. Then the tables of the quick run on the newest other Python that is here, with the
# lowest Snakemake that is allowed, against tests/reference/tables. (Digests are compared on every
# Python by pytest.)
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

oldest=$(sed -n 's/^requires-python = ">=\([0-9.]*\),.*/\1/p' pyproject.toml)
if "python$oldest" -c "" 2>/dev/null; then
    echo "== the library's tests on Python $oldest with the lowest versions that are allowed"
    lowest_python=$folder/lowest/bin/python
    uv venv --quiet --python "$oldest" "$folder/lowest"
    uv pip install --quiet --python "$lowest_python" --resolution lowest-direct ".[workflow,release,geography,plot]"
    # The tools of the tests are not what is tested: any version that goes with these. The lowest
    # Matplotlib uses names that pyparsing 3.3 warns of.
    uv pip install --quiet --python "$lowest_python" "pytest>=8,!=9.2.*" pytest-xdist \
        hatchling mpmath numpydoc packaging psutil "pyparsing<3.3"
    # The tests of the library: those of what is beside it need further packages.
    # pyproj makes numbers of arrays of one point, of which NumPy warns until it refuses them.
    NUMBA_CACHE_DIR=$folder/numba "$lowest_python" -m pytest -q -n auto --dist loadgroup \
        -p no:cacheprovider -m "not (slow or full or pipeline)" \
        -W "ignore:Conversion of an array with ndim:DeprecationWarning" \
        tests/privacy tests/vectors tests/graphs tests/geo tests/releases \
        tests/test_cli.py tests/test_checks.py tests/test_refusals.py
else
    echo "SKIPPED: the lowest versions, on Python $oldest, which is not here"
fi
echo "== the quick tables on $($python --version) with Snakemake $lowest"
git clone --quiet . "$folder/checkout"
make --silent -C "$folder/checkout" PYTHON="$python" .venv/.ready
uv pip install --quiet --python "$folder/checkout/.venv/bin/python" "snakemake==$lowest"
(cd "$folder/checkout" && .venv/bin/snakemake --quiet all --cores all --configfile config/quick.yaml -- tables)
"$folder/checkout/.venv/bin/python" tools/compare_reference.py "$folder/checkout/results/quick/data"
