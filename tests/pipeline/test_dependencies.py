"""Code digests: they follow the code and the imports, not the cosmetics."""

import shutil

import pytest

from gaussmech.pipeline import dependencies
from gaussmech.pipeline.dependencies import code_digests


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the library to edit; an edit returns the modules whose digest it changed."""
    root = tmp_path / "gaussmech"
    shutil.copytree(dependencies._ROOT, root, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(dependencies, "_ROOT", root)
    dependencies._read.cache_clear()

    def edit(name, change, of="experiments.histogram"):
        before = code_digests(of)
        path = root / name
        text = path.read_text()
        assert change(text) != text
        path.write_text(change(text))
        dependencies._read.cache_clear()
        after = code_digests(of)
        return {module for module in before | after if before.get(module) != after.get(module)}

    yield edit
    dependencies._read.cache_clear()


def test_imports_are_followed_to_the_end():
    assert set(code_digests("experiments.histogram")) == {
        "accuracy",
        "calibration",
        "checks",
        "experiments.histogram",
        "experiments.randomness",
        "experiments.vector_release",
        "mechanisms",
        "profile_kernel",
        "shrinkage",
        "truncated_laplacian",
    }


def test_imports_of_a_module_by_its_package_are_followed():
    assert set(code_digests("mechanisms")) == {
        "accuracy",
        "calibration",
        "checks",
        "mechanisms",
        "profile_kernel",
        "truncated_laplacian",
    }


def test_imports_inside_functions_are_followed(package):
    def add(text):
        return text + "\n\ndef late():\n    from gaussmech.graphs import risk\n    return risk\n"

    assert package("shrinkage.py", add) == {"shrinkage", "graphs", "graphs.risk"}


def test_plain_imports_are_followed(package):
    change = package("shrinkage.py", lambda text: text + "\nimport gaussmech.graphs.risk\n")
    assert change == {"shrinkage", "graphs.risk"}


def test_digests_of_the_same_code_are_the_same(package):
    first = code_digests("experiments.heatmap")
    dependencies._read.cache_clear()
    assert code_digests("experiments.heatmap") == first
    assert len(set(first.values())) == len(first) > 10


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("return 2 / sample_size", "return 3 / sample_size"),
        lambda text: text.replace("np.sqrt(2)", "np.sqrt(2.0)"),
        lambda text: text + "\nLIMIT = 1\n",
        lambda text: text.replace("sample_size, dimension, rng", "sample_size, bins, rng"),
    ],
)
def test_code_counts(package, change):
    assert package("experiments/histogram.py", change) == {"experiments.histogram"}


def test_code_of_an_imported_module_counts(package):
    change = package("checks.py", lambda text: text.replace("array >= low", "array > low"))
    assert change == {"checks"}


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "# a remark\n" + text,
        lambda text: text.replace("\n\n\n", "\n\n\n\n"),
        lambda text: text.replace("Private release", "Release"),
        lambda text: text.replace("Global L1", "The L1"),
        lambda text: text.replace("return 2 / sample_size", "return  (2 / sample_size)"),
        lambda text: text.replace('    """Relative frequencies', '    """X'),
        lambda text: text.replace("    return 2", "    # two\n    return 2"),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(package, change):
    assert package("experiments/histogram.py", change) == set()


@pytest.mark.parametrize(
    "name, old", [("mechanisms.py", "epsilon-DP by Laplace noise"), ("checks.py", "Return `value`")]
)
def test_docstrings_of_classes_and_imported_functions_do_not_count(package, name, old):
    assert package(name, lambda text: text.replace(old, "X")) == set()


def test_a_docstring_added_or_removed_does_not_count(package):
    def remove(text):
        return text.replace('"""Output perturbation', '"""X').replace(
            '    """Gaussian noise of standard deviation `sigma`, however calibrated."""\n', ""
        )

    assert package("mechanisms.py", remove) == set()


def test_a_string_that_is_no_docstring_counts(package):
    change = package("checks.py", lambda text: text.replace("one value per", "one per"))
    assert change == {"checks"}


@pytest.mark.parametrize("module", ["no_such_module", "experiments.no_such_module"])
def test_a_missing_module_is_named(module):
    message = f"the library module gaussmech.{module} is missing"
    with pytest.raises(FileNotFoundError, match=message):
        code_digests(module)


def test_names_inside_a_module_are_no_modules():
    assert "checks.real_array" not in code_digests("checks")
    assert list(code_digests("checks")) == ["checks"]
