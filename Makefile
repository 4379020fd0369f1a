# Two commands: `make demo` does the main job on a shipped example, `make test` runs the checks.
# Both need python3 (3.11 or newer, with venv) and make, and keep all they install in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
# The processes that run tests at a time.
WORKERS ?= 2
PYTEST = $(BIN)/pytest -n $(WORKERS) --dist worksteal

.PHONY: help demo test test-slow test-all lint types layers quick docs clean

help:
	@echo "make demo       find a bug, explore and compare shipped examples"
	@echo "make test       ruff, mypy, import-linter and the quick tests"
	@echo "make test-slow  the other tests"
	@echo "make test-all   both"
	@echo "make docs       the documentation as a site, in build/site"
	@echo "make clean      remove .venv and caches"
	@echo "WORKERS=8 runs tests in eight processes instead of two"

demo: $(VENV)/.installed
	$(BIN)/symheap explore examples/tutorial/Playlist.java -q || true
	$(BIN)/symheap explore examples/javalite/swap.jl
	$(BIN)/symheap compare examples/javalite/sum.jl

test: lint types layers quick

test-all: test test-slow

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

quick: $(VENV)/.dev
	$(PYTEST) -m "not slow"

test-slow: $(VENV)/.dev
	$(PYTEST) -m slow

docs: $(VENV)/.dev
	$(BIN)/mkdocs build --strict

# The stamps make a second call quick; a change of pyproject.toml installs again.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "symheap needs Python 3.11 or newer (set PYTHON=...)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "python3 lacks venv: install it, on Debian and Ubuntu with 'apt install python3-venv'" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build
