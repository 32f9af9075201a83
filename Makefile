# Each target sets up what it needs by itself; only Python 3.11+, git and make have to be there.
PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
  command -v $$p >/dev/null 2>&1 && $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help demo e2e test check unit bench-lint bench-sweep bench-gate corpus-report fuzz docs clean

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

NEEDS_PYTHON = test -n "$(PYTHON)" || { echo "make: no Python 3.11 or newer with venv found; name one: make PYTHON=/path/to/python3" >&2; exit 2; }

$(READY): pyproject.toml
	@$(NEEDS_PYTHON)
	@echo "Setting up $(VENV) with $(PYTHON)…"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@$(BIN)/python tools/wheelhouse.py
	@$(BIN)/python -m compileall -q src
	@touch $@

demo: $(READY) ## the main job, on the shipped example
	@$(BIN)/python tools/demo.py

check: $(READY) ## lint, types, import contracts, generated files
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache >/tmp/lint-imports.$$$$ 2>&1 || { cat /tmp/lint-imports.$$$$; rm -f /tmp/lint-imports.$$$$; exit 1; }; rm -f /tmp/lint-imports.$$$$
	@$(BIN)/python -m tools.generate --check

unit: $(READY)
	@PYTHONDEVMODE=1 $(BIN)/python -m pytest -n auto  # development mode holds the nouns frozen at run time too

test: check unit ## everything that needs Python, git and make only

e2e: ## what needs root, the real Claude Code, Docker, and the images: installs and builds them (2 GB, half an hour)
	@$(NEEDS_PYTHON)
	@$(PYTHON) tools/e2e_place.py

bench-lint: $(READY) ## the two lint ratios and the peak memory
	@$(BIN)/python benchmarks/lint.py

bench-sweep: $(READY) ## how near a sweep comes to what its server allows, and what it saves
	@PYTHONPATH=tests $(BIN)/python benchmarks/whole_sweep.py

bench-gate: $(READY) ## false alarms, power, and calls saved
	@$(BIN)/python benchmarks/gate.py

fuzz: $(READY) ## every reader, fuzzed for FUZZ_SECONDS (600) in all
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group fuzz
	@$(BIN)/python -m fuzz.run

corpus-report: $(READY) ## what the rules say of the real suites beside this checkout, whole and broken (minutes)
	@$(BIN)/python -m tools.corpus_report
	@$(BIN)/python -m tools.mutation_report

docs: $(READY) ## write the generated pages anew
	@$(BIN)/python -m tools.generate

clean: ## forget the environment
	@rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis
