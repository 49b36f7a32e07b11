# gaussmech: `make figures` and `make test` are all a reader needs.
# A misspelt variable would go unnoticed, and the paper's settings would run in its place.
SPACE := $(subst ,, )
GIVEN := $(foreach word,$(subst \$(SPACE),_,$(MAKEOVERRIDES)),$(firstword $(subst =, ,$(word))))
KNOWN := PYTHON CORES CONFIG PROFILE RUN RETRY VERBOSE FOLDER ELSEWHERE RESULTS FROM
STRANGE := $(filter-out $(KNOWN) SHELL MAKE%,$(GIVEN:%:=%))
LIKELY = $(shell $(PYTHON) -c 'import difflib, sys; \
	print(*(f"; did you mean {name}?" for name in difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1, 0.5)))' \
	$(firstword $(STRANGE)) $(KNOWN))
PYTHON ?= python3
CORES  ?= all
CONFIG ?=
PROFILE ?=
RUN ?=
RETRY ?=
VERBOSE ?=

# Many images forbid bytecode; then each job would compile its imports anew, for seconds.
unexport PYTHONDONTWRITEBYTECODE

$(if $(STRANGE),$(error there is no variable $(firstword $(STRANGE))$(LIKELY); there are $(KNOWN)))

CORES_NUMBER := $(shell expr "$(CORES)" : '\([1-9][0-9]*\)$$')
$(if $(or $(filter all,$(CORES)),$(CORES_NUMBER)),,$(error CORES is $(CORES); it must be all, or a number from 1 on))

# One file whose name may have blanks, or several.
FILES := $(if $(shell test -f "$(CONFIG)" && echo one),"$(CONFIG)",$(CONFIG))
$(if $(findstring ",$(FILES)),,$(foreach file,$(CONFIG),$(if $(wildcard $(file)),,$(error CONFIG: there is no file $(file)))))

BIN   := .venv/bin
BENCH := .venv-bench/bin
READY := .venv/.ready
# Print the folder of the results, or one line for a configuration that cannot be read.
FOLDER_OF = $(BIN)/python -m gaussmech.paper.pipeline.configuration
# On a terminal this logger shows a table of rules with a bar; Snakemake needs none.
LOGGER = $(if $(wildcard .venv/lib/*/site-packages/snakemake_logger_plugin_rich),--logger=rich --quiet=host)
SNAKEMAKE = $(BIN)/snakemake $(LOGGER) $(if $(VERBOSE),--printshellcmds) $(if $(PROFILE),--profile $(PROFILE),--cores $(CORES))
# A run of files without a `run` is named for the last of them, lest it replace the paper's results.
# RUN=name names it in the command.
RUN_IT = @folder="$(if $(RUN),results/$(RUN),$$($(FOLDER_OF) $(FILES)))" && run="$${folder\#results}" && \
	$(SNAKEMAKE) $(OVERLAY) $(NAMED)
NAMED = $${run:+--config "run=$${run\#/}"}
# What comes next, with what was typed.
SAME = $(filter-out RETRY=%,$(MAKEOVERRIDES))
# A profile may need more than Snakemake.
ENGINE := $(if $(findstring slurm,$(PROFILE)),.venv/.slurm)
OVERLAY = $(if $(CONFIG),--configfile $(FILES))

.PHONY: figures quick sweep report reference readme test test-all test-versions test-slow bench docs lint format lock unlock clean help FORCE

figures: $(READY) $(ENGINE)  ## Make every figure, in results/figures. CONFIG=my.yaml changes settings, PROFILE=profiles/slurm uses a cluster, RETRY=1 tries the download again.
	$(RUN_IT) $(if $(RETRY),--forcerun fetch_city)
	@echo "next: make report $(SAME)"

# Any one figure, as fig4: the modules that write a caption.
FIGURES := $(filter-out sweep,$(basename $(notdir $(shell grep -lwE '^(def )?caption' gaussmech/paper/figures/*.py))))
.PHONY: $(FIGURES) claims tables worth
$(FIGURES) claims tables: $(READY) $(ENGINE)
	$(RUN_IT) -- $@

worth: $(READY) $(ENGINE)
	$(RUN_IT) -- $@ && cat "$$folder/worth.txt"

results/%: $(READY) $(ENGINE) FORCE  # any one result, as results/figures/fig1.pdf
	$(RUN_IT) -- $@

quick: $(READY) $(ENGINE)  ## Run the same pipeline with small settings, in results/quick. Takes CONFIG.
	@$(FOLDER_OF) config/quick.yaml $(FILES) >/dev/null && $(SNAKEMAKE) --configfile config/quick.yaml $(FILES) $(if $(RUN),--config "run=$(RUN)")

sweep: $(READY) $(ENGINE)  ## Make a table and a figure for each experiment of the grid in CONFIG's `sweep`.
	$(RUN_IT) --keep-going -- sweep

# Snakemake lists each step of its own report; that is shown only if it fails.
report: $(READY) $(ENGINE)  ## Make one page of the whole run, results/report.html, with Snakemake's report and a slider for Figure 2 beside it. Takes CONFIG.
	$(RUN_IT) -- report && \
		said=$$($(BIN)/snakemake $(OVERLAY) $(NAMED) --report "$$folder/provenance.html" -- report 2>&1) || \
		{ echo "$$said"; exit 1; } && \
		echo "report: $$folder/report.html"

unlock: $(READY)  ## Free the files that a killed run has locked. No other run may be at work here.
	$(BIN)/snakemake --unlock --cores 1

TARGETS = figures quick sweep report worth claims tables reference readme test test-all test-versions test-slow bench docs lint format lock unlock clean help
.DEFAULT:
	@$(PYTHON) -c "$$CLOSEST" $@ $(FIGURES) $(TARGETS)
# A name without a digit may be of a target, not of a figure.
define CLOSEST
import difflib, sys
name, *known = sys.argv[1:]
has_digit = any(map(str.isdigit, name))
alike = [x for x in known if has_digit == any(map(str.isdigit, x))]
close = difflib.get_close_matches(name.lower(), alike, 1, 0.5)
sys.exit(f"there is no target {name}" + (f"; did you mean {close[0]}?" if close else "; make help lists them"))
endef
export CLOSEST

# A group of tests stays in one process. Tests begin in the order of tests/conftest.py. Each process has
# one core: more threads of linear algebra would wait for each other.
PROCESSES = auto
PYTEST = OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n $(if $(filter all,$(CORES)),$(PROCESSES),$(CORES)) --dist loadgroup --no-loadscope-reorder --durations 30

test: $(READY)  ## Run the library's tests. `make quick` and tools/compare_reference.py test the workflow.
	$(PYTEST) -m "not (full or slow or slurm or browser or packaging)"

# One process more than there are cores: tests on Slurm wait most of their time.
test-all: PROCESSES = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
test-all: $(READY)  ## Run every test but the slow ones, with a browser and Slurm if they are installed.
	-@$(MAKE) --silent .venv/.browser .venv/.slurm .venv/.docs .venv/.optional
	$(PYTEST) -m "packaging or not (packaging or slow)"
	PYTHONPATH=.venv/.optional $(BIN)/python -m pytest -k parquet tests/paper/city/test_trips.py

test-versions: $(READY)  ## Test the library with the lowest versions that are allowed, and the quick tables on another Python.
	PATH="$(CURDIR)/$(BIN):$$PATH" tools/test_versions.sh

test-slow: $(READY)  ## Run the tests that take minutes.
	$(BIN)/python -m pytest -m slow

bench: .venv-bench/.ready $(READY)  ## Compare gaussmech with its peers, in results/bench: an hour. FOLDER=trips and roads, ELSEWHERE=other networks.
	$(BENCH)/python -m benchmarks.calibration
	$(BENCH)/python -m benchmarks.calibration.on_vectors
	$(BENCH)/python -m benchmarks.release
	$(BENCH)/python -m benchmarks.denoising $(if $(FOLDER),--folder $(FOLDER)) $(if $(ELSEWHERE),--elsewhere $(ELSEWHERE))
	$(BENCH)/python -m benchmarks.intervals $(if $(ELSEWHERE),--elsewhere $(ELSEWHERE))
	$(BENCH)/python -m benchmarks.scaling

reference: quick  ## Regenerate tests/reference (tables of the quick run, the figures drawn from them, small maps), and print what changed.
	$(BIN)/python tools/compare_reference.py --update
	$(BIN)/python -m tests.paper.figures.snapshot
	WRITE=1 $(BIN)/python -m pytest --quiet -k as_committed tests/graphs tests/vectors tests/paper/claims tests/paper/experiments
	$(BIN)/python -m tests.paper.pipeline.plan

# Pages of which cog writes parts; in the measured ones, these come from a run.
PAGES = README.md data/README.md $(shell grep -rl --include='*.md' '\[\[\[cog' docs)
MEASURED = README.md data/README.md docs/areas.md docs/artifact.md docs/limitations.md docs/reproduction.md docs/vectors.md
# What that code makes; what is there already would change what it prints.
MADE_BY_PAGES = $(addprefix results/,my-map my-districts tutorial tutorial_4)
COG = $(BIN)/cog -I . -p "from tools.page_parts import *; from tools.page_outputs import run; from tools.page_lists import api, options, tables"

readme: $(READY) .venv/.docs  ## Write the outputs of the pages' code, and measured numbers, into README.md and docs. FROM=results takes the numbers of that run.
	$(if $(FROM),$(BIN)/python -m tools.take_results $(FROM))
	$(BIN)/python -m tools.page_numbers $(MEASURED)
	rm -rf $(MADE_BY_PAGES)
	WRITE=1 $(COG) -r $(PAGES)

.PHONY: docs
docs: .venv/.docs  ## Build the site: open site/index.html. RESULTS=results/mine adds that run's report and slider.
	@rm -rf $(MADE_BY_PAGES)
	@$(COG) --check $(PAGES) || { echo "run make readme: a page shows an old output"; exit 1; }
	RESULTS=$(or $(RESULTS),results) $(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --doctree-dir .doctrees docs site

lint: $(READY) .venv/.docs  ## Check style and types, and that README, config/README.md and the schema's lists are up to date.
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy gaussmech tests/typing
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/python tools/document_config.py --check
	$(BIN)/python -m tools.page_numbers --check $(MEASURED)
	@$(COG) --check $(MEASURED) || { echo "run make readme: a page shows an old number"; exit 1; }

format: $(READY)  ## Rewrite sources, config/README.md and the schema's lists in the house style.
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .
	$(BIN)/snakefmt Snakefile workflow
	$(BIN)/python tools/document_config.py
	$(BIN)/python -m tools.make_calculator

lock: $(READY)  ## Resolve requirements.lock anew from pyproject.toml, for Python 3.11 to 3.14.
	$(BIN)/uv pip compile --quiet pyproject.toml --extra workflow --extra geography --group dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header --upgrade --output-file requirements.lock
	$(BIN)/uv pip compile --quiet .github/build.in --python-version 3.13 \
		--generate-hashes --no-emit-index-url --no-header --upgrade --output-file .github/build.txt
	$(BIN)/uv pip compile --quiet tests/browser/requirements.in --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file tests/browser/requirements.lock
	$(BIN)/uv pip compile --quiet tests/slurm/requirements.in --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file tests/slurm/requirements.lock
	$(BIN)/uv pip compile --quiet tests/optional.in --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file tests/optional.lock
	$(BIN)/uv pip compile --quiet --group docs --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file docs/requirements.lock

RUN_FOLDER := results$(if $(RUN),/$(RUN))
RUN_FILES := data figures errors city sweep logs report.html fig2.html provenance.html worth.txt claims.md config.yaml
clean:  ## Remove the results of one run (RUN=name, otherwise the unnamed one), or of all runs with RUN=all. Downloads in data/ stay.
ifeq ($(RUN),all)
	find results -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
	rm -rf .snakemake
else
	rm -rf $(addprefix $(RUN_FOLDER)/,$(RUN_FILES))
	@echo "kept in results: $$(ls results 2>/dev/null | tr '\n' ' ')"
endif

help:  ## Print this list.
	@awk -F ':[^#]*## ' '/^[a-z-]+:[^#]*## / {printf "%-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Installs the packages of requirements.lock, and the project, into an environment. uv, which the lock
# has, is several times as fast as pip; where uv does not install or finds no index, pip does it all.
# uv compiles bytecode only if it is told to; without it every job would compile its imports anew.
# Without a HOME that can be written, uv stops unless told to do without its cache.
PIP_OPTIONS := --quiet --disable-pip-version-check
UV_CACHE = $${UV_CACHE_DIR:-$${XDG_CACHE_HOME:-$$HOME/.cache}/uv}
define install_lock
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock >$1/uv.txt
	@{ $1/bin/python -m pip install $(PIP_OPTIONS) --require-hashes --requirement $1/uv.txt && \
		$1/bin/uv pip install $$(mkdir -p "$(UV_CACHE)" 2>/dev/null || echo --no-cache) --quiet --compile-bytecode \
		--python $1/bin/python --require-hashes --requirement requirements.lock; } || \
		$1/bin/python -m pip install $(PIP_OPTIONS) --require-hashes --requirement requirements.lock
	@$1/bin/python -m pip install $(PIP_OPTIONS) --no-deps --no-build-isolation --editable .
endef

# Built aside and marked last: an interrupted installation is started again, never taken as done.
$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if (3, 11) <= v <= (3, 14) else \
		"gaussmech needs Python 3.11 to 3.14, and $(PYTHON) is %d.%d: make PYTHON=python3.12 figures" % v)'
	@test ! -L .venv || { echo ".venv is a link; it is not set up anew here"; exit 1; }
	@echo "Setting up .venv from requirements.lock (once, half a minute or so)"
	$(PYTHON) -m venv --clear .venv
	$(call install_lock,.venv)
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

# Aside from the environment, as pandas loads pyarrow wherever it is installed, and users may lack both.
.venv/.optional: tests/optional.lock $(READY)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --requirement $< --target $@
	@touch $@

# The peers are pinned, but a peer that does not install is only shown as such.
.venv-bench/.ready: requirements.lock benchmarks/requirements.txt
	$(PYTHON) -m venv --clear .venv-bench
	$(call install_lock,.venv-bench)
	@grep -v '^#' benchmarks/requirements.txt | while read -r peer; do \
		$(BENCH)/python -m pip install --quiet --disable-pip-version-check "$$peer" </dev/null \
			|| echo "$$peer does not install here; the benchmark shows it as such"; done
	@touch $@
