# gaussmech: `make figures` and `make test` are all a reader needs.
PYTHON ?= python3
CORES  ?= all
CONFIG ?=
PROFILE ?=

$(foreach file,$(CONFIG),$(if $(wildcard $(file)),,$(error CONFIG: there is no file $(file))))

BIN   := .venv/bin
BENCH := .venv-bench/bin
READY := .venv/.ready
# Snakemake would not say which file it cannot read, nor why.
READABLE = $(BIN)/python scripts/check_config_files.py config/config.yaml $(CONFIG)
SNAKEMAKE = $(READABLE) && $(BIN)/snakemake $(if $(PROFILE),--profile $(PROFILE),--cores $(CORES))
# A profile may need more than Snakemake.
ENGINE := $(if $(findstring slurm,$(PROFILE)),.venv/.slurm)
OVERLAY = $(if $(CONFIG),--configfile config/config.yaml $(CONFIG))

.PHONY: figures quick report reference readme test test-library test-workflow test-faults test-slow test-browser test-slurm bench lint format lock clean help FORCE

figures: $(READY) $(ENGINE)  ## every figure, in results/figures (CONFIG=my.yaml overlays the config; PROFILE=profiles/slurm: on a cluster)
	$(SNAKEMAKE) $(OVERLAY)

results/%: $(READY) $(ENGINE) FORCE  # any one result, as results/figures/fig1.pdf
	$(SNAKEMAKE) $(OVERLAY) -- $@

quick: $(READY) $(ENGINE)  ## the same pipeline with small settings, in results/quick (CONFIG too)
	$(SNAKEMAKE) --configfile config/config.yaml config/quick.yaml $(CONFIG)

report: $(READY) $(ENGINE)  ## the whole run as one page, results/report.html, and an explorer beside it (takes CONFIG too)
	$(SNAKEMAKE) $(OVERLAY) -- report
	$(BIN)/snakemake $(OVERLAY) --report "$$($(BIN)/python scripts/report_path.py config/config.yaml $(CONFIG))" \
		--report-stylesheet workflow/report/style.css -- report

test: test-library test-workflow test-faults  ## the tests (make -j2 test: two of the three parts at once)

test-library: $(READY)
	$(BIN)/python -m pytest -m "not slow and not pipeline and not slurm"

test-workflow: $(READY)
	$(BIN)/python -m pytest -m "not slow and (pipeline or slurm)" --ignore tests/pipeline/test_faults.py tests

test-faults: $(READY)
	$(BIN)/python -m pytest -m "not slow" tests/pipeline/test_faults.py

test-slow: $(READY)  ## the tests that take minutes
	$(BIN)/python -m pytest -m slow

test-browser: .venv/.browser  ## open the report and the explorer in Chromium, which must be installed
	$(BIN)/python -m pytest -m browser tests/browser

test-slurm: .venv/.slurm  ## run the workflow on a Slurm of this machine: for root, with Slurm installed
	$(BIN)/python -m pytest -m slurm tests/slurm

bench: .venv-bench/.ready $(READY)  ## gaussmech beside its peers, and what runs cost, in results/bench: half an hour (FOLDER=trips and roads)
	$(BENCH)/python -m benchmarks.calibration
	$(BENCH)/python -m benchmarks.gdp
	$(BENCH)/python -m benchmarks.trees
	$(BENCH)/python -m benchmarks.trend
	$(BENCH)/python -m benchmarks.denoising $(if $(FOLDER),--folder $(FOLDER))
	$(BENCH)/python -m benchmarks.scaling
	$(BENCH)/python -m benchmarks.workflow $(if $(FOLDER),--folder $(FOLDER))

reference: quick  ## regenerate tests/reference/tables from the quick run, and say what moved
	$(BIN)/python tools/compare_reference.py --update

readme: $(READY)  ## write what is measured into README.md (FROM=results takes it from there: verdicts, figures, bench)
	$(BIN)/python tools/write_readme.py $(if $(FROM),--from $(FROM))

lint: $(READY)  ## ruff, snakefmt, snakemake --lint, config/README.md up to date
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint
	$(BIN)/python tools/document_config.py --check
	$(BIN)/python tools/write_readme.py --check

format: $(READY)  ## rewrite sources and config/README.md in the house style
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .
	$(BIN)/snakefmt Snakefile workflow
	$(BIN)/python tools/document_config.py

lock: $(READY)  ## resolve requirements.lock anew from pyproject.toml, for Python 3.11 to 3.14
	$(BIN)/uv pip compile --quiet pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header --upgrade --output-file requirements.lock
	$(BIN)/uv pip compile --quiet tests/browser/requirements.in --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file tests/browser/requirements.lock
	$(BIN)/uv pip compile --quiet tests/slurm/requirements.in --constraint requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--output-file tests/slurm/requirements.lock

clean:  ## remove results; downloads in data/ and the environment stay
	rm -rf results .snakemake

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

# Built aside and marked last: an interrupted installation is started again, never taken as done.
$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if (3, 11) <= v <= (3, 14) else \
		"gaussmech needs Python 3.11 to 3.14, and $(PYTHON) is %d.%d: make PYTHON=python3.12 figures" % v)'
	@echo "Setting up .venv from requirements.lock (once, a minute or two)"
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Drives the browser; the browser itself is the system's.
.venv/.browser: tests/browser/requirements.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

# Sends jobs to Slurm; Slurm itself is the system's.
.venv/.slurm: tests/slurm/requirements.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
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
