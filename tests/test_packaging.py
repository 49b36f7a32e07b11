"""The built wheel in an empty environment: few packages, and the core API works from them."""

import json
import re
import subprocess
import sys
import textwrap
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata

import gaussmech

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = f"from hatchling import build; build.build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_one_version_and_whole_metadata(wheel):
    version = gaussmech.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1] == version
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        text = files.read(f"gaussmech-{version}.dist-info/METADATA")
    assert {name.partition("/")[0] for name in names} == {
        "gaussmech",
        "snakemake_logger_plugin_gaussmech",
        f"gaussmech-{version}.dist-info",
    }
    assert not [name for name in names if "test" in name]
    found = Metadata.from_email(text, validate=False)  # newer fields than it knows
    assert str(found.version) == version and found.license_expression == "MIT"
    assert found.author and found.summary and found.keywords and found.project_urls
    assert found.description_content_type == "text/markdown"
    lowest, highest = sorted(map(int, re.findall(r"3\.(\d+)", str(found.requires_python))))
    assert [c.rpartition(".")[2] for c in found.classifiers if "Python :: 3." in c] == [
        str(minor) for minor in range(lowest, highest)
    ]


@pytest.fixture(scope="module")
def python(request, wheel, tmp_path_factory):
    """The Python of an empty environment in which the wheel alone is installed."""
    if "packaging" not in request.config.option.markexpr:
        pytest.skip("installs packages: run with -m packaging")
    folder = tmp_path_factory.mktemp("packaging")
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True)
    return python


def run(python, *arguments):
    settings = {"capture_output": True, "text": True, "cwd": python.parent}
    done = subprocess.run([python, *arguments], **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.packaging
def test_at_most_eight_packages_are_installed(python):
    listed = json.loads(run(python, "-m", "pip", "list", "--format", "json"))
    assert len({package["name"] for package in listed} - {"pip", "setuptools"}) <= 8


@pytest.mark.packaging
def test_the_command_works(python):
    printed = run(python.with_name("gaussmech"), "sigma", "--epsilon", "0.5", "--delta", "1e-6")
    assert printed.startswith("sigma             8.05761848")


USE = textwrap.dedent(
    """
    import warnings
    import numpy as np
    import gaussmech as gm

    warnings.simplefilter("error")
    for name in gm.__all__:
        getattr(gm, name)
    assert gm.analytic_gaussian_sigma([0.5, 1.0], 1e-6).shape == (2,)
    path = gm.Graph(60, [[v, v + 1] for v in range(59)], lon=np.arange(60.0), lat=np.zeros(60))
    y = np.repeat([10.0, 90.0], 30) + 5 * np.random.default_rng(1).standard_normal(60)
    tree = gm.spanning_tree(path, rng=1)
    wavelets = gm.TreeWavelets(path, tree)
    assert np.allclose(wavelets.inverse(wavelets.forward(y)), y)
    assert len(gm.trend_filter(y, path, 1.0).x) == 60
    for method in {methods}:
        assert len(gm.denoise(y, 5.0, path, method=method, rng=1).x) == 60
    assert len(gm.soft_threshold(y, 5.0)) == len(gm.james_stein(y, 5.0)) == 60
    for call in (
        lambda: gm.denoise(y, 5.0, path, method="raster-wavelet", rng=1),
        lambda: gm.release(y, epsilon=0.5, delta=1e-6, sensitivity=1.0),
        lambda: __import__("gaussmech.paper.city"),
        lambda: __import__("gaussmech.paper.figures"),
        lambda: __import__("gaussmech.paper.claims"),
    ):
        try:
            call()
        except ImportError as error:
            assert 'pip install "gaussmech[' in str(error), error
        else:
            raise AssertionError("an extra is not missed")
    """
)


@pytest.mark.packaging
def test_the_public_api_works_and_a_missing_extra_is_named(python):
    from gaussmech.graphs.denoise import METHODS

    methods = [name for name in METHODS if not METHODS[name].needs_places]
    use = USE.replace("{methods}", repr(methods))
    run(python, "-c", use)
    kernels = set(python.parents[1].rglob("*.nbi"))
    assert kernels
    run(python, "-c", use)
    assert set(python.parents[1].rglob("*.nbi")) == kernels
