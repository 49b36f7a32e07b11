"""The core needs NumPy and SciPy alone; graphs without Numba end in a clear word."""

import re
import textwrap

import pytest

from tests.processes import output_of

# As if it was not installed: `import numba` fails, and `find_spec` finds nothing.
BLOCK = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None"


def python(code, *arguments):
    """The output of code in a process without Numba."""
    return output_of(f"{BLOCK}\n{textwrap.dedent(code)}", *arguments)


def test_what_needs_numba_says_so_in_one_sentence_that_names_the_extra():
    code = """
        import gaussmech as gm
        for name in gm.__all__:
            try:
                getattr(gm, name)
            except ImportError as error:
                print(name, error)
    """
    # This one is installed from a folder.
    sentence = (
        'numba is not installed; install what is missing with: pip install ".[graphs]"'
    )
    names = "TreeWavelets", "denoise", "partition", "spanning_tree", "trend_filter"
    lines = python(code).splitlines()
    assert sorted(lines) == [f"{name} {sentence}" for name in names]


def test_a_release_of_counts_and_its_ledger_need_no_numba(tmp_path):
    (tmp_path / "counts.csv").write_text("place,count\na,3\nb,4\n")
    code = f"""
        import os
        from gaussmech import cli
        os.chdir({str(tmp_path)!r})
        line = "counts counts.csv --value count --l2-sensitivity 1 --epsilon 1 --delta 1e-6"
        line = f"release {{line}} --new-ledger l.json --registry --yes --output o.csv"
        assert cli.main(line.split()) == 0
        assert cli.main(["ledger", "l.json"]) == 0
    """
    out = python(code)
    assert "1 release;" in out
    assert (tmp_path / "o.csv").exists()


@pytest.mark.full
def test_where_numba_can_write_no_cache_kernels_are_compiled_without_one():
    code = """
        from numba.core import caching
        # So does Numba where neither the package nor a home can be written.
        caching.CacheImpl._locator_classes = []
        import gaussmech as gm
        path = gm.Graph(60, [[v, v + 1] for v in range(59)])
        print(gm.spanning_tree(path, rng=1)[0])
    """
    output_of(code)


@pytest.mark.full
def test_the_examples_of_the_core_run_without_numba():
    code = "import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    out = python(
        code, "-q", "-p", "no:cacheprovider", "gaussmech/privacy", "gaussmech/vectors"
    )
    assert int(re.search(r"(\d+) passed", out)[1]) > 40
