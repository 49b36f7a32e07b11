# gaussmech: `make figures` and `make test` are all a reader needs.
PYTHON ?= python3
CORES  ?= all
CONFIG ?=
PROFILE ?=
RUN ?=
VERBOSE ?=

# One file whose name may have blanks, or several.
FILES := $(if $(shell test -f "$(CONFIG)" && echo one),"$(CONFIG)",$(CONFIG))
$(if $(findstring ",$(FILES)),,$(foreach file,$(CONFIG),$(if $(wildcard $(file)),,$(error CONFIG: there is no file $(file)))))

BIN   := .venv/bin
BENCH := .venv-bench/bin
READY := .venv/.ready
# Prints the folder of the results, or which file cannot be read and why: Snakemake would not say.
# Of a run that was killed it removes Snakemake's lock, if no run is alive in this folder.
PREPARE = $(BIN)/python -m gaussmech.paper.pipeline.runs config/config.yaml
# Our logger shows a plan, one bar and a summary; Snakemake's log has all that it says (VERBOSE=1).
LOGGER = --logger=gaussmech --quiet=host $(if $(VERBOSE),--printshellcmds)
SNAKEMAKE = $(BIN)/snakemake $(LOGGER) $(if $(PROFILE),--profile $(PROFILE),--cores $(CORES))
RUN_IT = @$(PREPARE) $(FILES) >/dev/null && $(SNAKEMAKE) $(OVERLAY)
# A profile may need more than Snakemake.
ENGINE := $(if $(findstring slurm,$(PROFILE)),.venv/.slurm)
OVERLAY = $(if $(CONFIG),--configfile $(FILES))

.PHONY: figures columns quick sweep report reference readme test test-all test-processors test-versions test-slow bench retry-download docs lint format lock clean clean-all help FORCE

figures: $(READY) $(ENGINE)  ## every figure, in results/figures (CONFIG=my.yaml overlays the config; PROFILE=profiles/slurm: on a cluster)
	$(RUN_IT)

columns: $(READY) $(ENGINE)  ## every figure again for one column of a page (3.25 in), in results/figures/column
	$(RUN_IT) -- columns

results/%: $(READY) $(ENGINE) FORCE  # any one result, as results/figures/fig1.pdf
	$(RUN_IT) -- $@

quick: $(READY) $(ENGINE)  ## the same pipeline with small settings, in results/quick (CONFIG too)
	@$(PREPARE) config/quick.yaml $(FILES) >/dev/null && $(SNAKEMAKE) --configfile config/quick.yaml $(FILES)

sweep: $(READY) $(ENGINE)  ## the grid of CONFIG's `sweep`: one table and one figure per experiment
	$(RUN_IT) -- sweep

retry-download: $(READY) $(ENGINE)  ## all figures, after trying the download of streets and trips again
	$(RUN_IT) --forcerun fetch_city

report: $(READY) $(ENGINE)  ## the whole run as one page, results/report.html, Figure 2 with a slider and Snakemake's report beside it (takes CONFIG too)
	$(RUN_IT) -- report
	@folder="$$($(PREPARE) $(FILES))" && \
		$(BIN)/snakemake --quiet $(OVERLAY) --report "$$folder/provenance.html" -- report && \
		echo "report: $$folder/report.html"

# Snakemake's tests share one run of `make quick`: a group of tests stays in one process.
PYTEST = $(BIN)/python -m pytest -n $(if $(filter all,$(CORES)),auto,$(CORES)) --dist loadgroup --durations 15

test: $(READY)  ## the library's tests, and those of one quick run of the workflow
	$(PYTEST) -m "not (full or slow or slurm or browser or packaging)"

test-all: $(READY)  ## every test but the slow ones; a browser and a Slurm where they are
	-@$(MAKE) --silent .venv/.browser .venv/.slurm .venv/.docs .venv/.parquet
	$(PYTEST) -m "packaging or not (packaging or slow)"
	PYTHONPATH=.venv/.parquet $(BIN)/python -m pytest -k parquet tests/paper/city/test_trips.py tests/releases/test_command.py

test-processors: quick  ## the quick run with the processor's vector units off: the same verdicts, the same numbers but for last digits
	$(BIN)/python -m tools.processors

test-versions: $(READY)  ## the library with the lowest versions that are allowed, and the quick tables on another Python
	PATH="$(CURDIR)/$(BIN):$$PATH" tools/test_versions.sh

test-slow: $(READY)  ## the tests that take minutes
	$(BIN)/python -m pytest -m slow

bench: .venv-bench/.ready $(READY)  ## gaussmech beside its peers, in results/bench: an hour (FOLDER=trips and roads, ELSEWHERE=other networks)
	$(BENCH)/python -m benchmarks.calibration
	$(BENCH)/python -m benchmarks.calibration.on_vectors
	$(BENCH)/python -m benchmarks.calibration.risk
	$(BENCH)/python -m benchmarks.release
	$(BENCH)/python -m benchmarks.release_noise $(if $(ELSEWHERE),--elsewhere $(ELSEWHERE))
	$(BENCH)/python -m benchmarks.common_lambda $(if $(FOLDER),--folder $(FOLDER))
	$(BENCH)/python -m benchmarks.denoising $(if $(FOLDER),--folder $(FOLDER)) $(if $(ELSEWHERE),--elsewhere $(ELSEWHERE))
	$(BENCH)/python -m benchmarks.specialists $(if $(FOLDER),--folder $(FOLDER))
	$(BENCH)/python -m benchmarks.intervals $(if $(ELSEWHERE),--elsewhere $(ELSEWHERE))
	$(BENCH)/python -m benchmarks.scaling

reference: quick  ## regenerate tests/reference/tables from the quick run, and say what moved
	$(BIN)/python tools/compare_reference.py --update

# The pages whose code cog runs.
PAGES = $(shell grep -rl --include='*.md' '\[\[\[cog' docs)
COG = rm -rf results/my-map && $(BIN)/cog -I . -p "from tools.page_outputs import run; from tools.page_lists import api, figures, tables"

readme: $(READY) .venv/.docs  ## write what is measured into README.md (FROM=results takes it from there: verdicts, figures, bench), and the outputs of the pages' code into docs
	$(BIN)/python tools/write_readme.py $(if $(FROM),--from $(FROM))
	export WRITE=1 && $(COG) -r $(PAGES)

.PHONY: docs
docs: .venv/.docs  ## the site, in site/: open site/index.html (RESULTS=results/mine: with that run's report and slider)
	@{ $(COG) --check $(PAGES); } || { echo "run make readme: a page shows an old output"; exit 1; }
	RESULTS=$(or $(RESULTS),results) $(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --doctree-dir .doctrees docs site

lint: $(READY)  ## ruff, snakefmt, snakemake --lint, config/README.md, the schema's lists and the calculator up to date
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint
	$(BIN)/python tools/document_config.py --check
	$(BIN)/python tools/write_readme.py --check
	$(BIN)/python -m tools.make_calculator --check

format: $(READY)  ## rewrite sources, config/README.md and the schema's lists in the house style
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .
	$(BIN)/snakefmt Snakefile workflow
	$(BIN)/python tools/document_config.py
	$(BIN)/python -m tools.make_calculator

lock: $(READY)  ## resolve requirements.lock anew from pyproject.toml, for Python 3.11 to 3.14
	$(BIN)/uv pip compile --quiet pyproject.toml --extra workflow --group dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header --upgrade --output-file requirements.lock
	$(BIN)/uv pip compile --quiet tests/browser/requirements.in --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file tests/browser/requirements.lock
	$(BIN)/uv pip compile --quiet tests/slurm/requirements.in --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file tests/slurm/requirements.lock
	$(BIN)/uv pip compile --quiet tests/paper/city/requirements.in --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file tests/paper/city/requirements.lock
	$(BIN)/uv pip compile --quiet --group docs --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file docs/requirements.lock

RUN_FOLDER := results$(if $(RUN),/$(RUN))
RUN_FILES := data figures errors data_sets city sweep logs benchmarks report.html fig2.html provenance.html claims.md config.yaml
clean:  ## remove the results of one run (RUN=name; else the unnamed one); other runs stay
	rm -rf $(addprefix $(RUN_FOLDER)/,$(RUN_FILES))
	@echo "kept in results: $$(ls results 2>/dev/null | paste -sd' ')"

clean-all:  ## remove the results of all runs; downloads in data/ and the environment stay
	find results -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
	rm -rf .snakemake

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

# Built aside and marked last: an interrupted installation is started again, never taken as done.
$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if (3, 11) <= v <= (3, 14) else \
		"gaussmech needs Python 3.11 to 3.14, and $(PYTHON) is %d.%d: make PYTHON=python3.12 figures" % v)'
	@test ! -L .venv || { echo ".venv is a link; it is not set up anew here"; exit 1; }
	@echo "Setting up .venv from requirements.lock (once, a minute or two)"
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Drives the browser; the browser itself is the system's.
.venv/.browser: tests/browser/requirements.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

# Builds the site.
.venv/.docs: docs/requirements.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

# Sends jobs to Slurm; Slurm itself is the system's.
.venv/.slurm: tests/slurm/requirements.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

# Beside the environment, as pandas loads pyarrow wherever it is installed.
.venv/.parquet: tests/paper/city/requirements.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $< --target $@ --upgrade
	@touch $@

# The peers are pinned, but a peer that does not install is only shown as such.
.venv-bench/.ready: requirements.lock benchmarks/requirements.txt
	$(PYTHON) -m venv --clear .venv-bench
	$(BENCH)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BENCH)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@grep -v '^#' benchmarks/requirements.txt | while read -r peer; do \
		$(BENCH)/python -m pip install --quiet --disable-pip-version-check "$$peer" </dev/null \
			|| echo "$$peer does not install here; the benchmark shows it as such"; done
	@touch $@
