"""What is published: a source distribution, the wheel built from it, and what they install."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import textwrap
import venv
import zipfile

import pytest
from packaging.metadata import Metadata

import gaussmech
from hatch_build import package_page
from tests.processes import ROOT, text_of

# One process builds the wheel and installs it.
pytestmark = [pytest.mark.longest, pytest.mark.xdist_group("packaging")]


def build(kind, source, folder):
    """Build a "wheel" or an "sdist" of a source folder; return its path."""
    command = f"from hatchling import build; build.build_{kind}({str(folder)!r})"
    subprocess.run([sys.executable, "-c", command], cwd=source, check=True)
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The unpacked source distribution."""
    archive = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    (sources,) = folder.iterdir()
    return sources


@pytest.fixture(scope="module")
def wheel(sources, tmp_path_factory):
    """The wheel that is published: `python -m build` builds it from the source distribution."""
    return build("wheel", sources, tmp_path_factory.mktemp("wheel"))


def checksums(wheel):
    with zipfile.ZipFile(wheel) as files:
        return {entry.filename: entry.CRC for entry in files.infolist()}


def test_the_wheel_is_the_same_from_a_clone_and_from_the_source_distribution(
    wheel, tmp_path
):
    assert checksums(build("wheel", ROOT, tmp_path)) == checksums(wheel)


def test_the_source_distribution_is_the_repository(sources):
    # A build leaves the bytecode of its hook.
    left_out = {".git", "results", "site", "PKG-INFO", "__pycache__"}
    caches = re.compile(
        r"\..*_cache|\.venv.*|\.snakemake|\.doctrees|\.hypothesis|__pycache__"
    )
    names = {path.name for path in sources.iterdir()} - left_out
    assert (
        names
        == {x.name for x in ROOT.iterdir() if not caches.fullmatch(x.name)} - left_out
    )
    assert {"CHANGELOG.md", "CITATION.cff", "docs", "tests", "workflow"} <= names
    tests = {path.name for path in (sources / "tests").rglob("*.py")}
    assert tests == {path.name for path in (ROOT / "tests").rglob("*.py")}


README = """
![A map](docs/map.png)
| <a href="docs/a.png"><img src="docs/a.png" width="270" alt="Figure 1"></a> |
See [the tables](docs/tables.md#one), [the paper](https://example.org/paper) and [below](#cite).
"""


def test_the_package_page_shows_no_path_as_a_link():
    page = package_page(README)
    assert page.startswith(
        "\n\n| Figure 1 |\nSee the tables, [the paper](https://example.org/paper)"
    )
    assert page.endswith(" and [below](#cite).\n")
    page = package_page(README, "https://forge/blob/v1", "https://forge/raw/v1")
    assert "![A map](https://forge/raw/v1/docs/map.png)" in page
    assert (
        '<a href="https://forge/blob/v1/docs/a.png"><img src="https://forge/raw/v1/docs/a.png"'
        in page
    )
    assert "[the tables](https://forge/blob/v1/docs/tables.md#one)" in page
    assert "[the paper](https://example.org/paper) and [below](#cite)" in page


def test_citation_and_changelog_have_the_version_of_the_package():
    version = gaussmech.__version__
    citation = text_of("CITATION.cff")
    assert f"\nversion: {version}\n" in citation
    changelog = text_of("CHANGELOG.md")
    latest = re.search(r"^## (\S+)", changelog, re.MULTILINE)[1]
    assert latest == version


METADATA_FOLDER = f"gaussmech-{gaussmech.__version__}.dist-info"


def test_the_wheel_holds_the_package_and_no_tests(wheel):
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    folders = {name.partition("/")[0] for name in names}
    assert folders == {"gaussmech", METADATA_FOLDER}
    assert not [name for name in names if "test" in name]


@pytest.fixture(scope="module")
def metadata(wheel):
    with zipfile.ZipFile(wheel) as files:
        text = files.read(f"{METADATA_FOLDER}/METADATA")
    return Metadata.from_email(text)


def test_the_metadata_are_whole(metadata):
    assert str(metadata.version) == gaussmech.__version__
    # The pinned upload of a release refuses newer ones.
    assert metadata.metadata_version == "2.4"
    assert metadata.license_expression == "MIT"
    assert metadata.author
    assert metadata.summary
    assert metadata.keywords
    assert metadata.project_urls


def test_the_description_has_no_link_into_the_repository(metadata):
    assert metadata.description_content_type == "text/markdown"
    pattern = r"\]\(([^)]+)\)|(?:href|src)=\"([^\"]+)\""
    pairs = re.findall(pattern, metadata.description)
    targets = [in_markdown or in_html for in_markdown, in_html in pairs]
    assert [target for target in targets if not re.match("https:|#", target)] == []


def test_the_classifiers_name_the_pythons_that_are_allowed(metadata):
    bounds = re.findall(r"3\.(\d+)", str(metadata.requires_python))
    lowest, highest = sorted(int(minor) for minor in bounds)
    minors = []
    for classifier in metadata.classifiers:
        if "Python :: 3." in classifier:
            minors.append(int(classifier.rpartition(".")[2]))
    assert minors == list(range(lowest, highest))


@pytest.fixture(scope="module")
def python(request, wheel, tmp_path_factory):
    """The Python of an empty environment in which the wheel alone is installed."""
    if "packaging" not in request.config.option.markexpr:
        pytest.skip("installs packages: run with -m packaging")
    folder = tmp_path_factory.mktemp("packaging")
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    install(python, wheel)
    return python


def install(python, package):
    """Install a package with uv, which is several times as fast as pip; without uv, with pip."""
    command = [python, "-m", "pip", "install"]
    if uv := shutil.which("uv", path=os.path.dirname(sys.executable)):
        command = [uv, "pip", "install", "--python", python]
    subprocess.run([*command, "--quiet", package], check=True)


def run(python, *arguments):
    process = subprocess.run(
        [python, *arguments], capture_output=True, text=True, cwd=python.parent
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.packaging
def test_numpy_and_scipy_are_installed_and_nothing_else(python):
    listed = json.loads(run(python, "-m", "pip", "list", "--format", "json"))
    names = {package["name"] for package in listed} - {"pip", "setuptools"}
    assert names == {"gaussmech", "numpy", "scipy"}


@pytest.mark.packaging
def test_the_command_works(python):
    printed = run(
        python.with_name("gaussmech"), "sigma", "--epsilon", "0.5", "--delta", "1e-6"
    )
    assert printed.startswith("sigma             8.05762")


CORE = textwrap.dedent(
    """
    import warnings
    import gaussmech as gm

    warnings.simplefilter("error")
    assert gm.analytic_gaussian_sigma([0.5] * 1500, 1e-6).shape == (1500,)
    assert gm.l2_scale(0.5, 1e-6, dimension=3) > 0
    assert gm.trade_off(0.1, gm.gaussian_mu(0.5, 1e-6)) < 0.9
    assert gm.AnalyticGaussianMechanism(0.5, 1e-6).add_noise([1.0], rng=1).shape == (1,)
    assert gm.gdp_composition([3.0, 4.0]) == 5.0
    assert gm.GaussianProfile(1.0).delta(0.5) > 0.2
    try:
        gm.denoise
    except ImportError as error:
        assert 'pip install "gaussmech[graphs]"' in str(error), error
    else:
        raise AssertionError("graphs need Numba")
    """
)


@pytest.mark.packaging
def test_the_core_works_without_numba(python):
    run(python, "-c", CORE)


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
        assert len(gm.denoise(y, 5.0, path, method=method, rng=1).estimate) == 60
    assert len(gm.soft_threshold(y, 5.0)) == len(gm.james_stein(y, 5.0)) == 60
    for call in (
        lambda: gm.release(y, epsilon=0.5, delta=1e-6, l2_sensitivity=1.0),
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


@pytest.fixture(scope="module")
def python_with_graphs(python, wheel):
    """The same Python, with the extra for graphs beside the core."""
    install(python, f"{wheel}[graphs]")
    return python


@pytest.mark.packaging
def test_the_public_api_works_and_a_missing_extra_is_named(python_with_graphs):
    python = python_with_graphs
    from gaussmech.graphs.denoise import DENOISING_METHODS

    methods = [name for name in DENOISING_METHODS if name != "kernel-sure"]
    use = USE.replace("{methods}", repr(methods))
    run(python, "-c", use)
    kernels = set(python.parents[1].rglob("*.nbi"))
    assert kernels
    run(python, "-c", use)
    assert set(python.parents[1].rglob("*.nbi")) == kernels


SNAKEFILE = """
configfile: "config/quick.yaml"
module gaussmech:
    snakefile: "{workflow}"
    config: config
use rule * from gaussmech
"""


@pytest.mark.packaging
def test_a_deployed_workflow_runs_on_the_published_wheel(
    python, sources, wheel, tmp_path
):
    """As `snakedeploy` lays it out: the profile is copied, and the library is the installed one."""
    install(python, f"{wheel}[workflow]")
    fetched = tmp_path / "fetched"
    shutil.copytree(sources, fetched, ignore=shutil.ignore_patterns("gaussmech"))
    user = tmp_path / "user"
    shutil.copytree(sources / "config", user / "config")
    shutil.copytree(sources / "profiles", user / "profiles")
    (user / "workflow").mkdir()
    text = SNAKEFILE.format(workflow=fetched / "workflow/Snakefile")
    (user / "workflow/Snakefile").write_text(text)
    command = [python.with_name("snakemake"), "--cores", "2", "fig4"]
    # As in a new shell: this process may run in an environment of its own.
    environment = {
        x: y for x, y in os.environ.items() if x not in ("PYTHONPATH", "VIRTUAL_ENV")
    }
    done = subprocess.run(
        command, cwd=user, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (user / "results/quick/figures/fig4.pdf").stat().st_size > 0
