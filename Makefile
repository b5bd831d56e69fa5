# The two commands to know: `make play` and `make test`. Each does all the set-up it needs.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
TOOLS := .venv/ready-to-test
PAGE := src/pioche/server/page/index.html
BENCH := .venv-bench
INSTALL = -m pip install --quiet --constraint constraints.txt --build-constraint constraints.txt

.PHONY: setup play page test test-all mutants check pictures tour bench bench-c bench-search bench-envs clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Pioche needs Python 3.11 or newer: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@echo "Setting Pioche up in .venv …"
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python $(INSTALL) --editable ".[mcp,push]"
	@touch $@

# What the checks and tests need beside Pioche: far more than playing does.
$(TOOLS): $(READY)
	@echo "Installing what the tests need …"
	@$(BIN)/python $(INSTALL) --editable . --group dev
	@touch $@

play: page
	@$(BIN)/pioche serve --open $(ARGS)

page: $(PAGE)

$(PAGE): $(READY) web/build.py web/package-lock.json web/vite.config.ts web/index.html $(shell find web/src web/public -type f 2>/dev/null)
	@echo "Building the page …"
	@$(BIN)/python web/build.py
	@touch $@

test: check page
	@tests/install.sh
	@$(BIN)/python web/build.py check test
	@$(BIN)/python -m pytest -q --numprocesses auto --dist loadgroup

# Like test, with everything that test leaves out: see docs/testing.md.
test-all: export PIOCHE_TEST_ALL = 1
test-all: test

mutants: $(TOOLS)
	@$(BIN)/python -m tests.mutants $(ARGS)

check: $(TOOLS)
	@$(BIN)/ruff format --check --quiet . || { echo "Run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

pictures: page $(TOOLS)
	@tests/install.sh
	@$(BIN)/python -m bench.pictures $(ARGS)

# Contact sheets and film strips of every game, to be looked at; not committed.
tour: page $(TOOLS)
	@tests/install.sh
	@$(BIN)/python -m bench.tour $(ARGS)

bench: $(BENCH)/ready
	@$(BENCH)/bin/pioche bench $(ARGS)
	@if command -v cc > /dev/null; then $(BENCH)/bin/python -m bench.metal; fi

# Random play beside the same in C. Needs a C compiler.
bench-c: $(READY)
	@$(BIN)/python -m bench.metal

bench-search: $(BENCH)/ready
	@$(BENCH)/bin/python -m bench.search

# Environments for programs, beside other projects.
bench-envs: $(BENCH)/ready
	@$(BENCH)/bin/python -m bench.environments $(ARGS)

$(BENCH)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -m venv $(BENCH)
	@$(BENCH)/bin/python -m pip install --quiet --upgrade pip
	@$(BENCH)/bin/python $(INSTALL) --editable . --group bench
	@touch $@

clean:
	rm -rf web/node_modules src/pioche/server/page .venv .venv-bench .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
